/* The kernel for processors with AVX2. Compiled with the flags for it (mk/net.mk), or else empty. */
#include "engine/kernel.h"

#ifdef __AVX2__
#include <immintrin.h>
#include <string.h>

#define VECTOR_BYTES 32
#include "engine/vectors.h"

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    return acc + (i32xn)_mm256_madd_epi16((__m256i)a, (__m256i)b);
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
    o->his = greater(zero, n);
    o->his_made = greater(_mm256_sub_epi8(zero, one), n);
    o->his_many = greater(_mm256_set1_epi8(-2), n);
}

static inline uint32_t differing(const struct board *a, const struct board *b)
{
    const __m256i x = _mm256_loadu_si256((const __m256i *)a), y = _mm256_loadu_si256((const __m256i *)b);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, y));
}

#include "engine/kernel.inc"

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

const struct net_kernel net_kernel_avx2 = {"AVX2", has_avx2, features, eval, rank};
#else
static bool never(void)
{
    return false;
}

const struct net_kernel net_kernel_avx2 = {.name = "AVX2", .runs_here = never};
#endif
