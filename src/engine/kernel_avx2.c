/* The kernel for processors with AVX2. Compiled with the flags for it (mk/net.mk), or else empty. */
#include "engine/kernel.h"

#ifdef __AVX2__
#include <immintrin.h>
#include <string.h>

#include "engine/vectors.h"

static inline i32x16 dot2(i32x16 acc, i16x32 a, i16x32 b)
{
    __m256i x[2], y[2], z[2];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    memcpy(z, &acc, sizeof z);
    for (int i = 0; i < 2; i++)
        z[i] = _mm256_add_epi32(z[i], _mm256_madd_epi16(x[i], y[i]));
    memcpy(&acc, z, sizeof acc);
    return acc;
}

static inline int sum16(i32x16 v)
{
    __m256i half[2];
    memcpy(half, &v, sizeof half);
    const __m256i s = _mm256_add_epi32(half[0], half[1]);
    __m128i q = _mm_add_epi32(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
    q = _mm_add_epi32(q, _mm_shuffle_epi32(q, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(q, _mm_shuffle_epi32(q, 0xb1)));
}

static inline uint32_t greater(__m256i a, __m256i b)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(a, b)) & 0x3ffffffu;
}

static inline void occupancy(const struct board *b, struct occupancy *o)
{
    const __m256i n = _mm256_load_si256((const __m256i *)b), zero = _mm256_setzero_si256(), one = _mm256_set1_epi8(1);
    o->mine = greater(n, zero);
    o->mine_made = greater(n, one);
    o->his = greater(zero, n);
    o->his_made = greater(_mm256_sub_epi8(zero, one), n);
}

static inline uint32_t differing(const struct board *a, const struct board *b)
{
    const __m256i x = _mm256_load_si256((const __m256i *)a), y = _mm256_load_si256((const __m256i *)b);
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
