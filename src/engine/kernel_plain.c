/* The kernel in plain C: the reference, and what runs where nothing better does. */
#include <string.h>

#include "engine/kernel.h"
#include "engine/vectors.h"

#if defined(__SSE2__)
#include <emmintrin.h>

static inline i32x16 dot2(i32x16 acc, i16x32 a, i16x32 b)
{
    __m128i x[4], y[4], z[4];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    memcpy(z, &acc, sizeof z);
    for (int i = 0; i < 4; i++)
        z[i] = _mm_add_epi32(z[i], _mm_madd_epi16(x[i], y[i]));
    memcpy(&acc, z, sizeof acc);
    return acc;
}
#else
static inline i32x16 dot2(i32x16 acc, i16x32 a, i16x32 b)
{
    for (int i = 0; i < 16; i++)
        acc[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return acc;
}
#endif

static inline int sum16(i32x16 v)
{
    int lane[16], sum = 0;
    memcpy(lane, &v, sizeof lane);
    for (int i = 0; i < 16; i++)
        sum += lane[i];
    return sum;
}

static inline void occupancy(const struct board *b, struct occupancy *o)
{
    *o = (struct occupancy){0};
    for (int p = 0; p < BOARD_POINTS; p++) {
        const int n = b->point[p];
        o->mine |= (uint32_t)(n > 0) << p;
        o->mine_made |= (uint32_t)(n > 1) << p;
        o->his |= (uint32_t)(n < 0) << p;
        o->his_made |= (uint32_t)(n < -1) << p;
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
