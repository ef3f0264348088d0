/* Levels on races against exact distributions of 15 chequers: made here on nine points, or read from a larger file. */
#include <stdio.h>

#include "engine/bearoff.h"
#include "engine/race.h"
#include "measure.h"
#include "match/dice.h"

enum { OWN_POINTS = 9, LEAST_PIPS = 50, PIPS_A_POINT = 13 /* 115 pips on nine points */, RACES = 400 };

/* A number below n from two throws: n divides 1,296 nearly enough for placings that need only be various. */
static int below(struct dice *d, int n)
{
    int a[2], b[2];
    dice_roll(d, a);
    dice_roll(d, b);
    return (((a[0] - 1) * 6 + a[1] - 1) * 36 + (b[0] - 1) * 6 + b[1] - 1) % n;
}

/* 15 chequers anywhere on up to `most` points, 50 to 13 * most - 2 pips. Returns the highest point held. */
static int random_side(struct dice *d, int most, int8_t own[BEAROFF_MAX_POINTS])
{
    int pips, highest;
    do {
        const int points = 6 + below(d, most - 5);
        pips = highest = 0;
        for (int p = 0; p < most; p++)
            own[p] = 0;
        for (int i = 0; i < BOARD_CHEQUERS; i++) {
            const int p = below(d, points);
            own[p]++;
            pips += p + 1;
            highest = p >= highest ? p + 1 : highest;
        }
    } while (pips < LEAST_PIPS || pips > PIPS_A_POINT * most - 2);
    return highest;
}

/* Returns the highest point that either side holds. */
static int random_race(struct dice *d, int most, struct board *on_roll)
{
    int8_t own[2][BEAROFF_MAX_POINTS];
    int highest[2];
    do { /* on more than 12 points they can meet */
        *on_roll = (struct board){0};
        for (int side = 0; side < 2; side++)
            highest[side] = random_side(d, most, own[side]);
        for (int p = 1; p <= most; p++) {
            on_roll->point[p] = (int8_t)(on_roll->point[p] + own[0][p - 1]);
            on_roll->point[25 - p] = (int8_t)(on_roll->point[25 - p] - own[1][p - 1]);
        }
    } while (highest[0] + highest[1] >= 25);
    return highest[0] > highest[1] ? highest[0] : highest[1];
}

/* The mover's side is the one that does not roll. */
static double exact_equity(const struct bearoff_one *t, const struct board *on_roll)
{
    struct bearoff_distribution of[2];
    for (int side = 0; side < 2; side++)
        bearoff_one_get(t, (size_t)bearoff_side_id(on_roll, side, BOARD_CHEQUERS, t->points), &of[side]);
    return -outcome_equity(bearoff_race_outcome(&of[1], &of[0], true, true));
}

/* By who answers without a larger file in the folder. */
enum range { RANGE_TABLE, RANGE_NET, RANGE_BEYOND, RANGES };
static const char *const range_names[RANGES] = {"to the 8 point", "to the 10 point", "beyond"};

static enum range range_of(int highest)
{
    return highest <= 8 ? RANGE_TABLE : highest <= RACE_POINTS ? RANGE_NET : RANGE_BEYOND;
}

static void measure_level(const struct desk *d, const struct bearoff_one *t, const struct level *l)
{
    struct dice dice = dice_of_game(1, 0);
    struct sum all = {0}, of[RANGES] = {{0}};
    const double start = cpu_ms();
    for (int r = 0; r < RACES; r++) {
        struct board on_roll;
        const int highest = random_race(&dice, t->points, &on_roll);
        if (r % d->every != 0)
            continue;
        const double error = equity_of(d, &on_roll, l) - exact_equity(t, &on_roll);
        sum_add(&all, error);
        sum_add(&of[range_of(highest)], error);
    }
    printf("%-12s %4.0f races, RMS %.4f, mean %+.4f, %.2f ms a race", l->name, all.n, sum_rms(&all), sum_mean(&all),
           (cpu_ms() - start) / all.n);
    for (int i = 0; i < RANGES; i++)
        if (of[i].n > 0)
            printf("%s %s %.4f (%.0f)", i == 0 ? "; RMS" : ",", range_names[i], sum_rms(&of[i]), of[i].n);
    putchar('\n');
}

static struct bearoff_one *exact_table(const char *file)
{
    struct diags d;
    if (file == NULL)
        return bearoff_one_make(OWN_POINTS, 2);
    diags_init(&d, file);
    struct bearoff_one *t = bearoff_one_open(file, &d);
    diags_print(&d, SEVERITY_NOTE, stderr);
    diags_done(&d);
    return t;
}

int measure_races(const struct desk *d, const struct level *levels, int n)
{
    struct bearoff_one *t = exact_table(d->exact);
    if (!t) {
        fprintf(stderr, "measure: no exact distributions\n");
        return 1;
    }
    printf("races of up to %d points, exact distributions of 15x%d\n", t->points, t->points);
    for (int i = 0; i < n; i++)
        measure_level(d, t, &levels[i]);
    bearoff_one_free(t);
    return 0;
}
