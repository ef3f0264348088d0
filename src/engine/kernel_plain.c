/* The kernel in plain C: the reference, and what runs where nothing better does. Operations that compilers do not find
 * by themselves are written out for x86-64 and 64-bit ARM, which always have them. */

#include "engine/kernel.h"
#define VECTOR_BYTES 16
#include "engine/vectors.h"

#if defined(__SSE2__)
#include <emmintrin.h>

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    return acc + (i32xn)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

LANEWISE(low16, i16xn, __m128i, _mm_min_epi16)
LANEWISE(high16, i16xn, __m128i, _mm_max_epi16)
LANEWISE(plus_clipped, i16xn, __m128i, _mm_adds_epi16)
LANEWISE(high_product, u16xn, __m128i, _mm_mulhi_epu16)
LANEWISE(greater_of, f32xn, __m128, _mm_max_ps)

static inline i16xn packed(i32xn first, i32xn second)
{
    return (i16xn)_mm_packs_epi32((__m128i)first, (__m128i)second);
}

static inline uint32_t sign_bits(i8x16 v)
{
    return (uint32_t)_mm_movemask_epi8((__m128i)v);
}
#elif defined(__aarch64__)
#include <arm_neon.h>

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    const int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b));
    return acc + (i32xn)vpaddq_s32(low, vmull_high_s16((int16x8_t)a, (int16x8_t)b));
}

LANEWISE(low16, i16xn, int16x8_t, vminq_s16)
LANEWISE(high16, i16xn, int16x8_t, vmaxq_s16)
LANEWISE(plus_clipped, i16xn, int16x8_t, vqaddq_s16)
LANEWISE(greater_of, f32xn, float32x4_t, vmaxq_f32)

static inline i16xn packed(i32xn first, i32xn second)
{
    return (i16xn)vcombine_s16(vqmovn_s32((int32x4_t)first), vqmovn_s32((int32x4_t)second));
}

static inline u16xn high_product(u16xn a, u16xn b)
{
    const uint32x4_t low = vmull_u16(vget_low_u16((uint16x8_t)a), vget_low_u16((uint16x8_t)b));
    return (u16xn)vcombine_u16(vshrn_n_u32(low, 16), vshrn_n_u32(vmull_high_u16((uint16x8_t)a, (uint16x8_t)b), 16));
}

static inline uint32_t sign_bits(i8x16 v)
{
    static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(vcltzq_s8((int8x16_t)v), vld1q_u8(bit));
    return (uint32_t)vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
#else
static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    for (int i = 0; i < LANES32; i++)
        acc[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return acc;
}

static inline i16xn low16(i16xn a, i16xn b)
{
    const i16xn less = a < b;
    return (less & a) | (~less & b);
}

static inline i16xn high16(i16xn a, i16xn b)
{
    const i16xn less = a < b;
    return (less & b) | (~less & a);
}

static inline int16_t clipped(int32_t z)
{
    return (int16_t)(z < INT16_MIN ? INT16_MIN : z > INT16_MAX ? INT16_MAX : z);
}

static inline i16xn packed(i32xn first, i32xn second)
{
    i16xn v = {0};
    for (int i = 0; i < LANES16; i++)
        v[i] = clipped(i < LANES32 ? first[i] : second[i - LANES32]);
    return v;
}

static inline i16xn plus_clipped(i16xn a, i16xn b)
{
    for (int i = 0; i < LANES16; i++)
        a[i] = clipped(a[i] + b[i]);
    return a;
}

static inline u16xn high_product(u16xn a, u16xn b)
{
    for (int i = 0; i < LANES16; i++)
        a[i] = (uint16_t)((uint32_t)a[i] * b[i] >> 16);
    return a;
}

static inline f32xn greater_of(f32xn a, f32xn b)
{
    const i32xn less = a < b;
    return (f32xn)((less & (i32xn)b) | (~less & (i32xn)a));
}

static inline uint32_t sign_bits(i8x16 v)
{
    uint32_t bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (uint32_t)(v[i] < 0) << i;
    return bits;
}
#endif

#include "engine/vectors16.inc"

static inline int keep_nonzero(i32xn v, uint32_t base, uint32_t step, int32_t *values, uint32_t *places)
{
    const i64xn twos = (i64xn)v;
    int n = 0;
    for (int i = 0; i < LANES32; i++) { /* taken out by twos; little-endian, as net files are */
        const int32_t value = (int32_t)((uint64_t)twos[i / 2] >> 32 * (i % 2));
        values[n] = value;
        places[n] = base + (uint32_t)i * step;
        n += value != 0;
    }
    return n;
}

#include "engine/kernel.inc"

static bool always(void)
{
    return true;
}

const struct net_kernel net_kernel_plain = {"plain C", always, features, eval, rank, occupied};
