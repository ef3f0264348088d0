/* How far the net is from the truth, on races that the exact table holds. */
#include "train_race.h"

#include <math.h>

/* 15 chequers, 50 to 115 pips. */
static void random_side(int8_t own[RACE_POINTS], struct rng *r)
{
    for (;;) {
        int n = 0, pips = 0;
        race_placing(own, r);
        for (int p = 0; p < RACE_POINTS; p++) {
            n += own[p];
            pips += own[p] * (p + 1);
        }
        if (n == BOARD_CHEQUERS && pips >= 50 && pips <= 115)
            return;
    }
}

static double mean_of(const uint16_t d[BEAROFF_ROLLS])
{
    double sum = 0;
    for (int i = 0; i < BEAROFF_ROLLS; i++)
        sum += i * (d[i] / (double)BEAROFF_CERTAIN);
    return sum;
}

struct race_error race_judge(const struct race_net *net, const struct bearoff_one *table, int n, uint64_t seed)
{
    struct rng r = rng_keyed(seed, 0, 0);
    struct race_error e = {0};
    for (int i = 0; i < n; i++) {
        struct bearoff_distribution of[2], truth[2];
        for (int side = 0; side < 2; side++) {
            int8_t own[RACE_POINTS];
            random_side(own, &r);
            race_distribution(net, own, &of[side]);
            bearoff_one_get(table, bearoff_id(own, RACE_POINTS), &truth[side]);
            e.mean += pow(mean_of(of[side].all) - mean_of(truth[side].all), 2) / 2;
        }
        const struct outcome o = bearoff_race_outcome(&of[0], &of[1], true, true);
        const struct outcome t = bearoff_race_outcome(&truth[0], &truth[1], true, true);
        e.wins += pow(o.win - t.win, 2);
        e.equity += pow(outcome_equity(o) - outcome_equity(t), 2);
    }
    return (struct race_error){sqrt(e.equity / n), sqrt(e.wins / n), sqrt(e.mean / n)};
}
