/* The kernel for processors with AVX-512 and its integer dot products (VNNI). Compiled with the flags for it
 * (mk/net.mk), or else empty. */
#include "engine/kernel.h"

#ifdef __AVX512VNNI__
#include <immintrin.h>

#define VECTOR_BYTES 64
#include "engine/vectors.h"

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    return (i32xn)_mm512_dpwssd_epi32((__m512i)acc, (__m512i)a, (__m512i)b);
}

LANEWISE(low16, i16xn, __m512i, _mm512_min_epi16)
LANEWISE(high16, i16xn, __m512i, _mm512_max_epi16)
LANEWISE(plus_clipped, i16xn, __m512i, _mm512_adds_epi16)
LANEWISE(high_product, u16xn, __m512i, _mm512_mulhi_epu16)
LANEWISE(mixed_low, i16xn, __m512i, _mm512_unpacklo_epi16)
LANEWISE(mixed_high, i16xn, __m512i, _mm512_unpackhi_epi16)
LANEWISE(greater_of, f32xn, __m512, _mm512_max_ps)

static inline i16xn packed(i32xn first, i32xn second)
{
    const __m256i a = _mm512_cvtsepi32_epi16((__m512i)first), b = _mm512_cvtsepi32_epi16((__m512i)second);
    return (i16xn)_mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);
}

static inline i16xn joined(i16xh first, i16xh second)
{
    return (i16xn)_mm512_inserti64x4(_mm512_castsi256_si512((__m256i)first), (__m256i)second, 1);
}

static inline i16xh first_half(i16xn v)
{
    return (i16xh)_mm512_castsi512_si256((__m512i)v);
}

static inline i16xh second_half(i16xn v)
{
    return (i16xh)_mm512_extracti64x4_epi64((__m512i)v, 1);
}

static inline f32xn evens(f32xn a, f32xn b)
{
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

static inline f32xn odds(f32xn a, f32xn b)
{
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

static inline int sum_of(i32xn v)
{
    return _mm512_reduce_add_epi32((__m512i)v);
}

static inline void occupancy(const struct board *b, struct occupancy *o)
{
    const __m256i n = _mm256_loadu_si256((const __m256i *)b), one = _mm256_set1_epi8(1);
    const __mmask32 points = 0x3ffffff;
    o->mine = _mm256_mask_cmpgt_epi8_mask(points, n, _mm256_setzero_si256());
    o->mine_made = _mm256_mask_cmpgt_epi8_mask(points, n, one);
    o->mine_many = _mm256_mask_cmpgt_epi8_mask(points, n, _mm256_set1_epi8(2));
    o->theirs = _mm256_mask_cmplt_epi8_mask(points, n, _mm256_setzero_si256());
    o->their_made = _mm256_mask_cmplt_epi8_mask(points, n, _mm256_set1_epi8(-1));
    o->their_many = _mm256_mask_cmplt_epi8_mask(points, n, _mm256_set1_epi8(-2));
}

static inline uint32_t differing(const struct board *a, const struct board *b)
{
    return _mm256_cmpneq_epi8_mask(_mm256_loadu_si256((const __m256i *)a), _mm256_loadu_si256((const __m256i *)b));
}

static inline int keep_nonzero(i32xn v, uint32_t base, uint32_t step, int32_t *values, uint32_t *places)
{
    const i32xn lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const __m512i at = (__m512i)(lanes * (int32_t)step + (int32_t)base);
    const __mmask16 kept = _mm512_test_epi32_mask((__m512i)v, (__m512i)v);
    _mm512_storeu_si512(values, _mm512_maskz_compress_epi32(kept, (__m512i)v));
    _mm512_storeu_si512(places, _mm512_maskz_compress_epi32(kept, at));
    return __builtin_popcount(kept);
}

#include "engine/kernel.inc"

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

const struct net_kernel net_kernel_avx512 = {"AVX-512 VNNI", has_avx512, features, eval, rank, occupied};
#else
const struct net_kernel net_kernel_avx512 = {.name = "AVX-512 VNNI", .runs_here = net_kernel_never};
#endif
