/* The kernel in plain C: the reference, and what runs where nothing better does. Operations that compilers do not find
 * by themselves are written out for x86-64 and 64-bit ARM, which always have them. */
#include <string.h>

#include "engine/kernel.h"
#define VECTOR_BYTES 16
#include "engine/vectors.h"

#if defined(__SSE2__)
#include <emmintrin.h>

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    return acc + (i32xn)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

static inline i16xn low16(i16xn a, i16xn b)
{
    return (i16xn)_mm_min_epi16((__m128i)a, (__m128i)b);
}

static inline i16xn high16(i16xn a, i16xn b)
{
    return (i16xn)_mm_max_epi16((__m128i)a, (__m128i)b);
}

static inline i16xn packed(i32xn first, i32xn second)
{
    return (i16xn)_mm_packs_epi32((__m128i)first, (__m128i)second);
}

static inline i16xn plus_clipped(i16xn a, i16xn b)
{
    return (i16xn)_mm_adds_epi16((__m128i)a, (__m128i)b);
}

static inline u16xn high_product(u16xn a, u16xn b)
{
    return (u16xn)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
}

static inline f32xn greater_of(f32xn a, f32xn b)
{
    return (f32xn)_mm_max_ps((__m128)a, (__m128)b);
}

/* Bytes where a is greater, as a mask, of the two halves of a board. */
static inline uint32_t greater(const __m128i a[2], const __m128i b[2])
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(a[0], b[0])) |
           ((uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(a[1], b[1])) & 0x3ff) << 16;
}

static inline uint32_t greater_than(const __m128i n[2], int least)
{
    const __m128i all = _mm_set1_epi8((char)least), both[2] = {all, all};
    return greater(n, both);
}

static inline uint32_t less_than(const __m128i n[2], int most)
{
    const __m128i all = _mm_set1_epi8((char)most), both[2] = {all, all};
    return greater(both, n);
}

static inline void load_board(const struct board *b, __m128i n[2])
{
    n[0] = _mm_load_si128((const __m128i *)b);
    n[1] = _mm_load_si128((const __m128i *)b + 1);
}

static inline void occupancy(const struct board *b, struct occupancy *o)
{
    __m128i n[2];
    load_board(b, n);
    *o = (struct occupancy){greater_than(n, 0), greater_than(n, 1), greater_than(n, 2),
                            less_than(n, 0),    less_than(n, -1),   less_than(n, -2)};
}

static inline uint32_t differing(const struct board *a, const struct board *b)
{
    __m128i x[2], y[2];
    load_board(a, x);
    load_board(b, y);
    return ~((uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x[0], y[0])) |
             (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x[1], y[1])) << 16);
}
#elif defined(__aarch64__)
#include <arm_neon.h>

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    const int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b));
    return acc + (i32xn)vpaddq_s32(low, vmull_high_s16((int16x8_t)a, (int16x8_t)b));
}

static inline i16xn low16(i16xn a, i16xn b)
{
    return (i16xn)vminq_s16((int16x8_t)a, (int16x8_t)b);
}

static inline i16xn high16(i16xn a, i16xn b)
{
    return (i16xn)vmaxq_s16((int16x8_t)a, (int16x8_t)b);
}

static inline i16xn packed(i32xn first, i32xn second)
{
    return (i16xn)vcombine_s16(vqmovn_s32((int32x4_t)first), vqmovn_s32((int32x4_t)second));
}

static inline i16xn plus_clipped(i16xn a, i16xn b)
{
    return (i16xn)vqaddq_s16((int16x8_t)a, (int16x8_t)b);
}

static inline u16xn high_product(u16xn a, u16xn b)
{
    const uint32x4_t low = vmull_u16(vget_low_u16((uint16x8_t)a), vget_low_u16((uint16x8_t)b));
    return (u16xn)vcombine_u16(vshrn_n_u32(low, 16), vshrn_n_u32(vmull_high_u16((uint16x8_t)a, (uint16x8_t)b), 16));
}

static inline f32xn greater_of(f32xn a, f32xn b)
{
    return (f32xn)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
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
#endif

static inline i16xn joined(i16xh first, i16xh second)
{
    return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

static inline i16xh first_half(i16xn v)
{
    return __builtin_shufflevector(v, v, 0, 1, 2, 3);
}

static inline i16xh second_half(i16xn v)
{
    return __builtin_shufflevector(v, v, 4, 5, 6, 7);
}

static inline i16xn mixed_low(i16xn a, i16xn b)
{
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

static inline i16xn mixed_high(i16xn a, i16xn b)
{
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

static inline f32xn evens(f32xn a, f32xn b)
{
    return __builtin_shufflevector(a, b, 0, 2, 4, 6);
}

static inline f32xn odds(f32xn a, f32xn b)
{
    return __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

static inline int sum_of(i32xn v)
{
    return (v[0] + v[1]) + (v[2] + v[3]);
}

#ifndef __SSE2__
static inline void occupancy(const struct board *b, struct occupancy *o)
{
    *o = (struct occupancy){0};
    for (int p = 0; p < BOARD_POINTS; p++) {
        const int n = b->point[p];
        o->mine |= (uint32_t)(n > 0) << p;
        o->mine_made |= (uint32_t)(n > 1) << p;
        o->mine_many |= (uint32_t)(n > 2) << p;
        o->theirs |= (uint32_t)(n < 0) << p;
        o->their_made |= (uint32_t)(n < -1) << p;
        o->their_many |= (uint32_t)(n < -2) << p;
    }
}

static inline uint32_t differing(const struct board *a, const struct board *b)
{
    uint32_t mask = 0;
    for (int p = 0; p < BOARD_POINTS; p++)
        mask |= (uint32_t)(a->point[p] != b->point[p]) << p;
    for (int side = 0; side < 2; side++)
        mask |= (uint32_t)(a->off[side] != b->off[side]) << (BOARD_POINTS + side);
    return mask;
}
#endif

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
