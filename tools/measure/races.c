/* Levels on races beyond the databases, against exact distributions of 15 chequers on nine points. */
#include <stdio.h>

#include "engine/bearoff.h"
#include "measure.h"
#include "match/dice.h"

enum { EXACT_POINTS = 9, LEAST_PIPS = 50, MOST_PIPS = 115, RACES = 400 };

/* A number below n from two throws: n divides 1,296 nearly enough for placings that need only be various. */
static int below(struct dice *d, int n)
{
    int a[2], b[2];
    dice_roll(d, a);
    dice_roll(d, b);
    return (((a[0] - 1) * 6 + a[1] - 1) * 36 + (b[0] - 1) * 6 + b[1] - 1) % n;
}

/* 15 chequers anywhere on up to EXACT_POINTS points, LEAST_PIPS to MOST_PIPS pips. */
static void random_side(struct dice *d, int8_t own[EXACT_POINTS])
{
    int pips;
    do {
        const int points = 6 + below(d, EXACT_POINTS - 5);
        pips = 0;
        for (int p = 0; p < EXACT_POINTS; p++)
            own[p] = 0;
        for (int i = 0; i < BOARD_CHEQUERS; i++) {
            const int p = below(d, points);
            own[p]++;
            pips += p + 1;
        }
    } while (pips < LEAST_PIPS || pips > MOST_PIPS);
}

static void random_race(struct dice *d, struct board *on_roll)
{
    int8_t own[2][EXACT_POINTS];
    *on_roll = (struct board){0};
    for (int side = 0; side < 2; side++)
        random_side(d, own[side]);
    for (int p = 1; p <= EXACT_POINTS; p++) {
        on_roll->point[p] = own[0][p - 1];
        on_roll->point[25 - p] = (int8_t)-own[1][p - 1];
    }
}

/* The mover's side is the one that does not roll. */
static double exact_equity(const struct bearoff_one *t, const struct board *on_roll)
{
    struct bearoff_distribution of[2];
    for (int side = 0; side < 2; side++)
        bearoff_one_get(t, (size_t)bearoff_side_id(on_roll, side, BOARD_CHEQUERS, EXACT_POINTS), &of[side]);
    return -outcome_equity(bearoff_race_outcome(&of[1], &of[0], true, true));
}

int measure_races(const struct desk *d, const struct level *levels, int n)
{
    struct bearoff_one *t = bearoff_one_make(EXACT_POINTS, 2);
    if (!t) {
        fprintf(stderr, "measure: not enough memory for the exact distributions\n");
        return 1;
    }
    for (int i = 0; i < n; i++) {
        struct dice dice = dice_of_game(1, 0);
        struct sum error = {0};
        const double start = cpu_ms();
        for (int r = 0; r < RACES; r++) {
            struct board on_roll;
            random_race(&dice, &on_roll);
            if (r % d->every == 0)
                sum_add(&error, equity_of(d, &on_roll, &levels[i]) - exact_equity(t, &on_roll));
        }
        printf("%-12s %4.0f races, RMS %.4f, mean %+.4f, %.2f ms a race\n", levels[i].name, error.n, sum_rms(&error),
               sum_mean(&error), (cpu_ms() - start) / error.n);
    }
    bearoff_one_free(t);
    return 0;
}
