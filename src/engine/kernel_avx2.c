/* The kernel for processors with AVX2. Compiled with the flags for it (mk/net.mk), or else empty. */
#include "engine/kernel.h"

#ifdef __AVX2__
#include <immintrin.h>

#define VECTOR_BYTES 32
#include "engine/vectors.h"

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    return acc + (i32xn)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

LANEWISE(low16, i16xn, __m256i, _mm256_min_epi16)
LANEWISE(high16, i16xn, __m256i, _mm256_max_epi16)
LANEWISE(plus_clipped, i16xn, __m256i, _mm256_adds_epi16)
LANEWISE(high_product, u16xn, __m256i, _mm256_mulhi_epu16)
LANEWISE(mixed_low, i16xn, __m256i, _mm256_unpacklo_epi16)
LANEWISE(mixed_high, i16xn, __m256i, _mm256_unpackhi_epi16)
LANEWISE(greater_of, f32xn, __m256, _mm256_max_ps)

static inline i16xn packed(i32xn first, i32xn second)
{
    return (i16xn)_mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)first, (__m256i)second), 0xd8);
}

static inline i16xn joined(i16xh first, i16xh second)
{
    return (i16xn)_mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)first), (__m128i)second, 1);
}

static inline i16xh first_half(i16xn v)
{
    return (i16xh)_mm256_castsi256_si128((__m256i)v);
}

static inline i16xh second_half(i16xn v)
{
    return (i16xh)_mm256_extracti128_si256((__m256i)v, 1);
}

static inline f32xn evens(f32xn a, f32xn b)
{
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
}

static inline f32xn odds(f32xn a, f32xn b)
{
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}

static inline int sum_of(i32xn v)
{
    const __m256i all = (__m256i)v;
    __m128i q = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    q = _mm_add_epi32(q, _mm_shuffle_epi32(q, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(q, _mm_shuffle_epi32(q, 0xb1)));
}

static inline uint32_t greater(__m256i a, __m256i b)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(a, b)) & 0x3ffffffu;
}

static inline void occupancy(const struct board *b, struct occupancy *o)
{
    const __m256i n = _mm256_loadu_si256((const __m256i *)b), zero = _mm256_setzero_si256(), one = _mm256_set1_epi8(1);
    o->mine = greater(n, zero);
    o->mine_made = greater(n, one);
    o->mine_many = greater(n, _mm256_add_epi8(one, one));
    o->theirs = greater(zero, n);
    o->their_made = greater(_mm256_sub_epi8(zero, one), n);
    o->their_many = greater(_mm256_set1_epi8(-2), n);
}

static inline uint32_t differing(const struct board *a, const struct board *b)
{
    const __m256i x = _mm256_loadu_si256((const __m256i *)a), y = _mm256_loadu_si256((const __m256i *)b);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, y));
}

/* The kept lanes of every mask, lowest first, a byte each. */
#define BEFORE(m, i) (8 * __builtin_popcount((m) & ((1 << (i)) - 1)))
#define LANE(m, i) ((m) >> (i)&1 ? (uint64_t)(i) << BEFORE(m, i) : 0)
#define KEPT(m) LANE(m, 0) | LANE(m, 1) | LANE(m, 2) | LANE(m, 3) | LANE(m, 4) | LANE(m, 5) | LANE(m, 6) | LANE(m, 7)
#define KEPT4(m) KEPT(m), KEPT((m) + 1), KEPT((m) + 2), KEPT((m) + 3)
#define KEPT16(m) KEPT4(m), KEPT4((m) + 4), KEPT4((m) + 8), KEPT4((m) + 12)
#define KEPT64(m) KEPT16(m), KEPT16((m) + 16), KEPT16((m) + 32), KEPT16((m) + 48)
static const uint64_t kept_lanes[256] = {KEPT64(0), KEPT64(64), KEPT64(128), KEPT64(192)};

static inline int keep_nonzero(i32xn v, uint32_t base, uint32_t step, int32_t *values, uint32_t *places)
{
    const __m256i zero = _mm256_cmpeq_epi32((__m256i)v, _mm256_setzero_si256());
    const unsigned kept = ~(unsigned)_mm256_movemask_ps((__m256)zero) & 255;
    const __m256i from = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)&kept_lanes[kept]));
    const i32xn at = (i32xn){0, 1, 2, 3, 4, 5, 6, 7} * (int32_t)step + (int32_t)base;
    _mm256_storeu_si256((__m256i *)values, _mm256_permutevar8x32_epi32((__m256i)v, from));
    _mm256_storeu_si256((__m256i *)places, _mm256_permutevar8x32_epi32((__m256i)at, from));
    return __builtin_popcount(kept);
}

#include "engine/kernel.inc"

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

const struct net_kernel net_kernel_avx2 = {"AVX2", has_avx2, features, eval, rank, occupied};
#else
const struct net_kernel net_kernel_avx2 = {.name = "AVX2", .runs_here = net_kernel_never};
#endif
