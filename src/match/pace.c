/* Decisions by the time they took; see pace.h. */
#include "match/pace.h"

#include <math.h>
#include <stdlib.h>

#include "base/language.h"
#include "base/xmalloc.h"
#include "match/rates.h"

const char pace_note[] =
    N_("Each player's own thirds, by the time that decisions took; those that took the same time stay together, so "
       "thirds may differ in size. Time trouble: less than a tenth of the reserve was left. Hard decisions take "
       "longer, so a higher PR in long ones is not an effect of time.");

struct gathering {
    struct pace_time *at;
    struct timed { /* by their order */
        double lost;
        bool trouble;
        const struct game *game;
    } * rest;
    size_t n, capacity, rest_capacity;
    const struct game *game;
};

struct sums { /* of a game */
    struct addend third[PACE_THIRDS], trouble, free_, costly;
};

bool pace_is_trouble(const struct clock_run *r, const struct event *e)
{
    enum { TENTH = 10 };
    const struct clock *c = r->m->clock;
    const int64_t left = e->player == 0 || e->player == 1 ? clock_left(r, e, e->player) : -1;
    return c != NULL && c->reserve > 0 && left >= 0 && left < c->reserve / TENTH;
}

static void gather(struct gathering *g, const struct clock_run *run, const struct event *e, double lost)
{
    g->at = grow(g->at, g->n, &g->capacity, sizeof *g->at);
    g->rest = grow(g->rest, g->n, &g->rest_capacity, sizeof *g->rest);
    g->at[g->n] = (struct pace_time){.who = e->player == 1, .taken = event_timing(e)->taken, .order = g->n};
    g->rest[g->n++] = (struct timed){lost, pace_is_trouble(run, e), g->game};
}

static void gather_event(struct gathering *g, const struct clock_run *run, const struct event *e, int set)
{
    const struct annotation *a = event_annotation(e, set);
    struct amount lost = {0};
    if (a == NULL || event_timing(e)->taken < 0)
        return;
    if (a->play != NULL && pr_counts_play(e, a->play) && !isnan(a->play->error))
        gather(g, run, e, fabs((double)a->play->error));
    if (a->cube != NULL && pr_counts_cube(e, a->cube, &lost) && !isnan(lost.emg))
        gather(g, run, e, lost.emg);
}

static int by_time(const void *a, const void *b)
{
    const struct pace_time *x = a, *y = b;
    if (x->who != y->who)
        return x->who < y->who ? -1 : 1;
    return (x->taken > y->taken) - (x->taken < y->taken);
}

static int as_played(const void *a, const void *b)
{
    const struct pace_time *x = a, *y = b;
    if (x->who != y->who)
        return x->who < y->who ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* The third in which the middle of `same` decisions falls, which follow `before` of `n`; the usual one if it falls
 * between two. */
static int third_of(size_t before, size_t same, size_t n)
{
    const size_t middle = PACE_THIRDS * (2 * before + same); /* in sixths of a decision, as are both borders */
    return middle < 2 * n ? 0 : middle > 4 * n ? 2 : 1;
}

static void set_thirds(struct pace_time *at, size_t n)
{
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && at[end].taken == at[first].taken;)
            end++;
        for (size_t i = first; i < end; i++)
            at[i].third = third_of(first, end - first, n);
    }
}

void pace_thirds(struct pace_time *at, size_t n)
{
    if (n == 0)
        return;
    qsort(at, n, sizeof *at, by_time);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first; end < n && at[end].who == at[first].who;)
            end++;
        set_thirds(&at[first], end - first);
    }
    qsort(at, n, sizeof *at, as_played);
}

static void sum_up(const struct pace_time *at, const struct timed *d, struct sums *s)
{
    const double seconds = (double)at->taken / 1000;
    addend_add(&s->third[at->third], &(struct addend){d->lost, 1});
    if (d->trouble)
        addend_add(&s->trouble, &(struct addend){d->lost, 1});
    if (d->lost <= 0)
        addend_add(&s->free_, &(struct addend){seconds, 1});
    else if (d->lost >= PACE_COSTLY)
        addend_add(&s->costly, &(struct addend){seconds, 1});
}

static void end_game(struct sums *s, struct pace *out)
{
    for (int k = 0; k < PACE_THIRDS; k++)
        ratio_add(&out->third[k], s->third[k].e, s->third[k].n);
    ratio_add(&out->trouble, s->trouble.e, s->trouble.n);
    ratio_add(&out->free_, s->free_.e, s->free_.n);
    ratio_add(&out->costly, s->costly.e, s->costly.n);
    *s = (struct sums){.trouble = {0, 0}};
}

static void sum_games(const struct gathering *g, struct pace out[2])
{
    struct sums s = {.trouble = {0, 0}};
    for (size_t i = 0; i < g->n; i++) {
        const struct pace_time *t = &g->at[i];
        sum_up(t, &g->rest[t->order], &s);
        if (i + 1 == g->n || g->at[i + 1].who != t->who || g->rest[g->at[i + 1].order].game != g->rest[t->order].game)
            end_game(&s, &out[t->who]);
    }
}

bool pace_of(const struct match *m, int set, struct pace out[2])
{
    struct gathering g = {.n = 0};
    struct clock_run run;
    out[0] = out[1] = (struct pace){.trouble = {.units = 0}};
    clock_begin(&run, m);
    for (size_t i = 0; set >= 0 && i < m->n_games; i++) {
        g.game = &m->games[i];
        for (size_t k = 0; k < m->games[i].n_events; k++) {
            gather_event(&g, &run, &m->games[i].events[k], set);
            clock_pass(&run, &m->games[i].events[k]);
        }
    }
    pace_thirds(g.at, g.n);
    sum_games(&g, out);
    xfree(g.at);
    xfree(g.rest);
    return g.n > 0;
}
