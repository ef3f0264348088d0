/* Do values swing from ply to ply? The mean of what a ply adds, over positions of self-play: it should be nothing. */
#include <stdio.h>

#include "measure.h"

enum { PLIES = 3 };

struct bias {
    const struct desk *desk;
    struct level level[PLIES];
    int seen;
    struct sum step[KINDS + 1][PLIES]; /* 1 - 0, 2 - 0, 2 - 1; the last kind is all */
};

static void add(struct bias *b, enum kind kind, const double e[PLIES])
{
    const double steps[PLIES] = {e[1] - e[0], e[2] - e[0], e[2] - e[1]};
    for (int i = 0; i < PLIES; i++) {
        sum_add(&b->step[kind][i], steps[i]);
        sum_add(&b->step[KINDS][i], steps[i]);
    }
}

static void look(void *context, const struct board *on_roll)
{
    struct bias *b = context;
    const enum kind kind = kind_of(on_roll);
    double e[PLIES];
    if (b->seen++ % b->desk->every != 0 || kind == KIND_TABLES)
        return;
    for (int i = 0; i < PLIES; i++)
        e[i] = equity_of(b->desk, on_roll, &b->level[i]);
    add(b, kind, e);
}

int measure_bias(const struct desk *d, int games)
{
    static const char *const levels[PLIES] = {"0ply", "1ply", "2ply"};
    struct bias b = {.desk = d};
    for (int i = 0; i < PLIES; i++)
        level_parse(levels[i], &b.level[i]);
    self_play(d, games, look, &b);
    printf("equity of the player on roll, mean difference between plies (RMS), positions of %d games\n", games);
    printf("%-10s %6s  %-28s %-28s %-28s\n", "", "n", "1ply - 0ply", "2ply - 0ply", "2ply - 1ply");
    for (int k = 0; k <= KINDS; k++) {
        if (k == KIND_TABLES)
            continue;
        printf("%-10s %6.0f", k == KINDS ? "all" : kind_names[k], b.step[k][0].n);
        for (int i = 0; i < PLIES; i++)
            printf("  %+.4f +- %.4f (%.4f)     ", sum_mean(&b.step[k][i]), sum_error(&b.step[k][i]),
                   sum_rms(&b.step[k][i]));
        printf("\n");
    }
    return 0;
}
