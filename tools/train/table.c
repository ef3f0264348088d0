/* Exact values where both sides have all their chequers home: for every one-sided position the distribution of the
 * rolls it needs (played for the fewest on average), for all fifteen chequers also of the rolls to the first one off.
 * The outcome of two sides is then a sum of products. */
#include "train.h"

#include <stdlib.h>
#include <string.h>

#include "match/moves.h"

enum { HOME = 6, ROLLS = 32, POSITIONS = 54264 };

struct entry {
    float done[ROLLS]; /* chance to need exactly n rolls */
    float mean;
    float first[ROLLS / 4]; /* exactly n rolls to the first chequer off; only with fifteen in play */
    float first_mean;
};

static struct entry *table;
static int choose_of[32][8];

static int index_of(const int *n)
{
    int index = 0, above = 0;
    for (int p = HOME; p >= 1; p--) { /* chequers on p and beyond, then one more for every point passed */
        above += n[p];
        index += choose_of[above + HOME - p][HOME - p + 1];
    }
    return index;
}

static bool home_counts(const struct board *b, int sign, int *n)
{
    int inside = 0;
    for (int p = 1; p <= HOME; p++) {
        const int v = sign * b->point[sign > 0 ? p : 25 - p];
        n[p] = v > 0 ? v : 0;
        inside += n[p];
    }
    return inside + b->off[sign < 0] == BOARD_CHEQUERS;
}

static void add_moved(struct entry *e, const struct entry *best, const struct entry *first, bool first_off, float share)
{
    for (int k = 0; k + 1 < ROLLS; k++)
        e->done[k + 1] += share * best->done[k];
    if (first_off)
        e->first[1] += share;
    else
        for (int k = 0; k + 1 < ROLLS / 4; k++)
            e->first[k + 1] += share * first->first[k];
}

/* One roll from `b`: the best results for the whole and for the first chequer off. */
static void add_roll(struct entry *e, const struct board *b, int die1, int die2)
{
    struct board after[MOVES_MAX];
    const int n = moves_boards(b, die1, die2, after);
    const struct entry *best = NULL, *first = NULL;
    bool off = false;
    for (int i = 0; i < n; i++) {
        int counts[HOME + 1];
        home_counts(&after[i], 1, counts);
        const struct entry *x = &table[index_of(counts)];
        best = !best || x->mean < best->mean ? x : best;
        first = !first || x->first_mean < first->first_mean ? x : first;
        off = off || after[i].off[0] > 0;
    }
    add_moved(e, best, first, off, (die1 == die2 ? 1.0f : 2.0f) / 36.0f);
}

static void solve(const int *n)
{
    struct entry *e = &table[index_of(n)];
    struct board b = {.off = {BOARD_CHEQUERS, 0}};
    for (int p = 1; p <= HOME; p++) {
        b.point[p] = (int8_t)n[p];
        b.off[0] = (int8_t)(b.off[0] - n[p]);
    }
    if (b.off[0] == BOARD_CHEQUERS) {
        e->done[0] = 1.0f;
        return;
    }
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= die1; die2++)
            add_roll(e, &b, die1, die2);
    for (int k = 1; k < ROLLS; k++)
        e->mean += (float)k * e->done[k];
    for (int k = 1; k < ROLLS / 4; k++)
        e->first_mean += (float)k * e->first[k];
}

/* All positions of up to fifteen chequers in order of pips, so that every result of a roll is solved before. */
static void solve_with_pips(int *n, int point, int left, int pips)
{
    if (point == 0) {
        if (pips == 0)
            solve(n);
        return;
    }
    for (n[point] = 0; n[point] <= left && n[point] * point <= pips; n[point]++)
        solve_with_pips(n, point - 1, left - n[point], pips - n[point] * point);
    n[point] = 0;
}

void table_init(void)
{
    table = calloc(POSITIONS, sizeof *table);
    if (!table)
        abort();
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 8; k++)
            choose_of[i][k] = k == 0 ? 1 : i == 0 ? 0 : choose_of[i - 1][k - 1] + choose_of[i - 1][k];
    for (int pips = 0; pips <= HOME * BOARD_CHEQUERS; pips++) {
        int n[HOME + 1] = {0};
        solve_with_pips(n, HOME, BOARD_CHEQUERS, pips);
    }
}

/* The chance that the side with `a`, to roll, is done before the other has made as many rolls less one. */
static float rolls_first(const float *a, const float *b, int n_b)
{
    float wins = 0.0f, b_left = 1.0f; /* b needs at least k rolls */
    for (int k = 1; k < ROLLS; k++) {
        b_left -= k - 1 < n_b ? b[k - 1] : 0.0f;
        wins += a[k] * (b_left > 0.0f ? b_left : 0.0f);
    }
    return wins;
}

/* The chance that `a`, whose opponent rolls first, is done at his k-th roll with more than k needed by `b`. */
static float rolls_second(const float *a, const float *b, int n_b)
{
    float wins = 0.0f, b_left = 1.0f;
    for (int k = 1; k < ROLLS; k++) {
        b_left -= k < n_b ? b[k] : 0.0f;
        wins += a[k] * (b_left > 0.0f ? b_left : 0.0f);
    }
    return wins;
}

bool table_outcome(const struct board *b, struct outcome *o)
{
    int mine[HOME + 1], his[HOME + 1];
    if (!home_counts(b, 1, mine) || !home_counts(b, -1, his) || b->off[0] == BOARD_CHEQUERS ||
        b->off[1] == BOARD_CHEQUERS)
        return false;
    const struct entry *me = &table[index_of(mine)], *him = &table[index_of(his)];
    *o = (struct outcome){.win = 1.0f - rolls_first(him->done, me->done, ROLLS)};
    if (b->off[1] == 0)
        o->win_gammon = rolls_second(me->done, him->first, ROLLS / 4);
    if (b->off[0] == 0)
        o->lose_gammon = rolls_first(him->done, me->first, ROLLS / 4);
    return true;
}
