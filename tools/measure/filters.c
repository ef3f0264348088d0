/* What a level's filters cost: decisions of self-play, judged by the same net three plies deep with wide filters. That
 * leaves out what no filter can mend, the net's own errors, and so shows small differences that the yardstick hides. */
#include <stdio.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "measure.h"

static const struct level judge = {
    .name = "judge", .plies = 3, .filter = {{0, 20, 0.4f}, {0, 10, 0.2f}, {0, 8, 0.16f}}};

struct decision {
    struct position p;
    struct ranked_plays truth;
};

struct collection {
    const struct desk *desk;
    uint64_t seen;
    int n, capacity;
    struct decision *at;
};

static void collect(void *context, const struct board *on_roll)
{
    struct collection *c = context;
    const uint64_t i = c->seen++;
    if (i % (uint64_t)c->desk->every != 0 || !board_has_contact(on_roll))
        return;
    struct decision d = {.p = money(on_roll)};
    d.p.dice[0] = 1 + (int)(i * 7919 % 36 / 6);
    d.p.dice[1] = 1 + (int)(i * 7919 % 6);
    if (engine_plays(c->desk->engine, c->desk->worker, &d.p, &judge, NULL, &d.truth) < 2) {
        ranked_plays_done(&d.truth);
        return;
    }
    if (c->n == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 256;
        c->at = xrealloc(c->at, (size_t)c->capacity * sizeof *c->at);
    }
    c->at[c->n++] = d;
}

/* What the judge says of a play, asked again where the judge's filters had dropped it. */
static double worth(const struct desk *d, const struct decision *of, const struct board *after)
{
    const struct ranked_plays *t = &of->truth;
    struct board next;
    for (int i = 0; i < t->n && t->at[i].plies == judge.plies; i++)
        if (board_equal(&t->at[i].after, after))
            return (double)outcome_equity(t->at[i].outcome);
    board_flip(after, &next);
    return -equity_of(d, &next, &judge);
}

static void try_level(const struct collection *c, const struct level *l)
{
    struct desk fresh = desk_open(c->desk->net, NULL, 1);
    struct ranked_plays plays = {0};
    struct sum lost = {.n = 0};
    double ms = 0;
    int best = 0;
    for (int i = 0; i < c->n; i++) {
        const double start = cpu_ms();
        engine_plays(fresh.engine, fresh.worker, &c->at[i].p, l, NULL, &plays);
        ms += cpu_ms() - start;
        const struct board *chosen = &plays.at[0].after, *right = &c->at[i].truth.at[0].after;
        sum_add(&lost, worth(c->desk, &c->at[i], right) - worth(c->desk, &c->at[i], chosen));
        best += board_equal(chosen, right);
    }
    printf("%-34s n %5d  lost x 1000: %.3f +- %.3f  same play %.1f %%  %8.3f ms each\n", l->name, c->n,
           1e3 * sum_mean(&lost), 1e3 * sum_error(&lost), 100.0 * best / c->n, ms / c->n);
    fflush(stdout);
    ranked_plays_done(&plays);
    desk_close(&fresh);
}

int measure_filters(const struct desk *d, int games, const struct level *levels, int n)
{
    struct collection c = {.desk = d};
    self_play(d, games, collect, &c);
    for (int i = 0; i < n; i++)
        try_level(&c, &levels[i]);
    for (int i = 0; i < c.n; i++)
        ranked_plays_done(&c.at[i].truth);
    free(c.at);
    return 0;
}
