/* Do values jump where another net or a database takes over? A position's static value against one and two plies of
 * search, by how many of the throws lead across: one side of the border speaks in the first, the other in the second.
 * What remains where no throw leads across is the ordinary difference between plies, to compare with. */
#include <stdio.h>

#include "measure.h"

enum { SHARES = 4 }; /* of the throws that lead across: none, less than half, less than all, all */
static const char *const share_names[SHARES] = {"none", "< half", ">= half", "all"};

struct borders {
    const struct desk *desk;
    struct level level[3];
    int seen[SHARES];
    struct sum step[KINDS][SHARES][2]; /* 1 ply - static, 2 plies - static */
};

/* Of 36 throws, those whose best play leaves another kind of position. */
static int throws_across(const struct borders *b, const struct board *on_roll, enum kind kind)
{
    struct ranked_plays plays = {0};
    int across = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++) {
            struct position p = money(on_roll);
            struct board next;
            p.dice[0] = high, p.dice[1] = low;
            engine_plays(b->desk->engine, b->desk->worker, &p, &b->level[0], NULL, &plays);
            if (plays.n == 0)
                continue;
            board_flip(&plays.at[0].after, &next);
            across += kind_of(&next) == kind ? 0 : high == low ? 1 : 2;
        }
    ranked_plays_done(&plays);
    return across;
}

static void look(void *context, const struct board *on_roll)
{
    struct borders *b = context;
    const enum kind kind = kind_of(on_roll);
    if (kind == KIND_TABLES)
        return;
    const int across = throws_across(b, on_roll, kind), share = across == 0 ? 0 : across < 18 ? 1 : across < 36 ? 2 : 3;
    if (b->seen[share]++ % (share == 0 ? 16 * b->desk->every : b->desk->every) != 0)
        return;
    const double still = equity_of(b->desk, on_roll, &b->level[0]);
    for (int i = 0; i < 2; i++)
        sum_add(&b->step[kind][share][i], equity_of(b->desk, on_roll, &b->level[i + 1]) - still);
}

int measure_borders(const struct desk *d, int games)
{
    static const char *const levels[] = {"0ply", "1ply", "2ply"};
    struct borders b = {.desk = d};
    for (int i = 0; i < 3; i++)
        level_parse(levels[i], &b.level[i]);
    self_play(d, games, look, &b);
    printf("search minus static equity of the player on roll: mean (RMS), positions of %d games\n", games);
    printf("%-8s %-22s %6s  %-28s %-28s\n", "from", "throws that lead out", "n", "1ply - 0ply", "2ply - 0ply");
    for (int k = 0; k < KIND_TABLES; k++)
        for (int s = 0; s < SHARES; s++) {
            const struct sum *at = b.step[k][s];
            printf("%-8s %-22s %6.0f  %+.4f +- %.4f (%.4f)     %+.4f +- %.4f (%.4f)\n", kind_names[k], share_names[s],
                   at[0].n, sum_mean(&at[0]), sum_error(&at[0]), sum_rms(&at[0]), sum_mean(&at[1]), sum_error(&at[1]),
                   sum_rms(&at[1]));
        }
    return 0;
}
