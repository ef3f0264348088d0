/* The numbering of one side's placings. A placing is a bit string, farthest point first, with a one bit
 * for each point and a zero bit for each chequer before it; its id is the rank of that combination, so every legal move
 * leads to a smaller id. Formula: docs/engine.md, "Bearoff databases". */
#include "engine/bearoff.h"

#include <pthread.h>

#include "engine/bearoff_moves.h"

enum { BITS_MAX = BOARD_CHEQUERS + BEAROFF_MAX_POINTS };

uint32_t bearoff_binomial[BITS_MAX + 1][BEAROFF_WHOLE_BOARD + 1]; /* written once, by fill() */
static pthread_once_t filled = PTHREAD_ONCE_INIT;

static void fill(void)
{
    for (int n = 0; n <= BITS_MAX; n++) {
        bearoff_binomial[n][0] = 1;
        for (int k = 1; k <= BEAROFF_WHOLE_BOARD; k++)
            bearoff_binomial[n][k] = n == 0 ? 0 : bearoff_binomial[n - 1][k - 1] + bearoff_binomial[n - 1][k];
    }
}

size_t bearoff_positions(int chequers, int points)
{
    pthread_once(&filled, fill);
    return bearoff_binomial[chequers + points][points];
}

size_t bearoff_id(const int8_t *own, int points)
{
    pthread_once(&filled, fill);
    size_t id = 0;
    int before = 0;
    for (int k = 1; k <= points; k++) {
        before += own[points - k];
        id += bearoff_binomial[before + k - 1][k];
    }
    return id;
}

void bearoff_placing(size_t id, int chequers, int points, int8_t *own)
{
    pthread_once(&filled, fill);
    int bit = chequers + points - 1;
    for (int k = points; k >= 1; k--) {
        int zeros = 0;
        for (; bearoff_binomial[bit][k] > id; bit--)
            zeros++;
        if (k < points)
            own[points - k - 1] = (int8_t)zeros;
        id -= bearoff_binomial[bit--][k];
    }
    own[points - 1] = (int8_t)(bit + 1);
}

/* Copies one side's chequers on 1..points; the number found. */
static int side_chequers(const struct board *b, int side, int points, int8_t *own)
{
    int n = 0;
    for (int p = 1; p <= points; p++) {
        const int count = side == 0 ? b->point[p] : -b->point[25 - p];
        own[p - 1] = (int8_t)(count > 0 ? count : 0);
        n += own[p - 1];
    }
    return n;
}

long bearoff_side_id(const struct board *b, int side, int chequers, int points)
{
    int8_t own[BEAROFF_WHOLE_BOARD];
    for (int p = points + 1; p <= BOARD_BAR; p++)
        if (side == 0 ? b->point[p] > 0 : b->point[25 - p] < 0)
            return -1;
    if (side_chequers(b, side, points, own) > chequers)
        return -1;
    return (long)bearoff_id(own, points);
}
