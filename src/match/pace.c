/* Decisions by the time they took; see pace.h. */
#include "match/pace.h"

#include <math.h>
#include <stdlib.h>

#include "base/student.h"
#include "base/xmalloc.h"
#include "match/rates.h"

struct timed {
    int64_t taken;
    size_t order;
    double lost;
    bool trouble;
    int side;
};

struct gathering {
    struct timed *at;
    size_t n, capacity;
};

bool pace_is_trouble(const struct clock_run *r, const struct event *e)
{
    enum { TENTH = 10 };
    const struct clock *c = r->m->clock;
    const int64_t left = e->player == 0 || e->player == 1 ? clock_left(r, e, e->player) : -1;
    return c != NULL && c->reserve > 0 && left >= 0 && left < c->reserve / TENTH;
}

static void add(struct pace_part *p, double x)
{
    p->n++;
    p->lost += x;
    p->squares += x * x;
}

static void gather(struct gathering *g, const struct clock_run *run, const struct event *e, double lost)
{
    g->at = grow(g->at, g->n, &g->capacity, sizeof *g->at);
    g->at[g->n] = (struct timed){event_timing(e)->taken, g->n, lost, pace_is_trouble(run, e), e->player == 1 ? 1 : 0};
    g->n++;
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
    const struct timed *x = a, *y = b;
    if (x->side != y->side)
        return x->side - y->side;
    if (x->taken != y->taken)
        return x->taken < y->taken ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static void sum_up(const struct timed *at, size_t n, struct pace *out)
{
    for (size_t i = 0; i < n; i++) {
        const double seconds = (double)at[i].taken / 1000;
        add(&out->third[i * PACE_THIRDS / n], at[i].lost);
        if (at[i].trouble)
            add(&out->trouble, at[i].lost);
        if (at[i].lost <= 0)
            add(&out->free_, seconds);
        else if (at[i].lost >= PACE_COSTLY)
            add(&out->costly, seconds);
    }
}

bool pace_of(const struct match *m, int set, struct pace out[2])
{
    struct gathering g = {.n = 0};
    struct clock_run run;
    out[0] = out[1] = (struct pace){.trouble = {0}};
    clock_begin(&run, m);
    for (size_t i = 0; set >= 0 && i < m->n_games; i++)
        for (size_t k = 0; k < m->games[i].n_events; k++) {
            gather_event(&g, &run, &m->games[i].events[k], set);
            clock_pass(&run, &m->games[i].events[k]);
        }
    if (g.n > 0)
        qsort(g.at, g.n, sizeof *g.at, by_time);
    size_t first = 0;
    while (first < g.n && g.at[first].side == 0)
        first++;
    sum_up(g.at, first, &out[0]);
    if (g.n > first)
        sum_up(g.at + first, g.n - first, &out[1]);
    const bool any = g.n > 0;
    xfree(g.at);
    return any;
}

double pace_mean(const struct pace_part *p)
{
    return p->n < PACE_LEAST ? (double)NAN : p->lost / p->n;
}

double pace_range(const struct pace_part *p)
{
    if (p->n < PACE_LEAST)
        return (double)NAN;
    const double variance = (p->squares - p->lost * p->lost / p->n) / (p->n - 1);
    return student_t(p->n - 1, 0.95) * sqrt(fmax(variance, 0) / p->n);
}
