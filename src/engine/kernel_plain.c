/* The kernel in plain C: the reference, and what runs where nothing better does. */
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
#else
static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    for (int i = 0; i < LANES32; i++)
        acc[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return acc;
}
#endif

static inline int sum_of(i32xn v)
{
    return (v[0] + v[1]) + (v[2] + v[3]);
}

static inline void occupancy(const struct board *b, struct occupancy *o)
{
    *o = (struct occupancy){0};
    for (int p = 0; p < BOARD_POINTS; p++) {
        const int n = b->point[p];
        o->mine |= (uint32_t)(n > 0) << p;
        o->mine_made |= (uint32_t)(n > 1) << p;
        o->mine_many |= (uint32_t)(n > 2) << p;
        o->his |= (uint32_t)(n < 0) << p;
        o->his_made |= (uint32_t)(n < -1) << p;
        o->his_many |= (uint32_t)(n < -2) << p;
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

#include "engine/kernel.inc"

static bool always(void)
{
    return true;
}

const struct net_kernel net_kernel_plain = {"plain C", always, features, eval, rank};
