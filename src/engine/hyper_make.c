/* Making hypergammon databases: first the equities are swept until they stand still, then the chances under the plays
 * that are best without a cube, which no longer change. docs/engine.md, "Hypergammon", gives the method and figures. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/attempt.h"
#include "base/date.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "engine/hyper_file.h"
#include "engine/hyper_limit.h"
#include "engine/hyper_maker.h"

/* ---- convergence ---- */

/* Values of up to 3 have 2.4e-7 between them: changes of a few such steps are rounding. */
#define ROUNDING 2.4e-7
#define NOISE (3 * ROUNDING)

static double left_to_come(const struct convergence *c)
{
    if (c->change[0] == 0)
        return 0;
    return c->rate > 0 && c->rate < 1 ? c->change[0] * c->rate / (1 - c->rate) : INFINITY;
}

/* What may be missing from the truth, rounding at every step included. */
static double expected_error(const struct convergence *c)
{
    return left_to_come(c) + ROUNDING / 2 / (1 - (c->rate < 1 ? c->rate : 0));
}

static void note_change(struct convergence *c, double change)
{
    double slowest = 0;
    memmove(&c->change[1], &c->change[0], (REMEMBERED - 1) * sizeof *c->change);
    c->change[0] = change;
    c->sweeps++;
    if (c->sweeps < REMEMBERED || change <= NOISE)
        return;
    for (int i = 0; i + 1 < REMEMBERED; i++)
        slowest = fmax(slowest, c->change[i] / c->change[i + 1]);
    c->rate = slowest;
}

static bool settled(const struct convergence *c, double converge)
{
    return c->sweeps >= REMEMBERED && (left_to_come(c) <= converge || c->change[0] <= NOISE);
}

static struct hyper_progress progress_of(const struct convergence *c, double part)
{
    return (struct hyper_progress){.sweep = c->sweeps + 1,
                                   .part = part,
                                   .change = c->change[0],
                                   .error = c->sweeps < REMEMBERED ? INFINITY : left_to_come(c)};
}

struct settling {
    const struct convergence *course;
    const struct hyper_settling *how;
};

static void report_settling(void *context, double part)
{
    const struct settling *s = context;
    const struct hyper_progress p = progress_of(s->course, part);
    attempt_goes_on();
    if (s->how->progress != NULL)
        s->how->progress(s->how->context, &p);
}

void hyper_settle(struct hyper_maker *m, struct hyper_settling *how)
{
    struct convergence *c = &m->course[SWEEP_EQUITIES];
    struct settling s = {c, how};
    for (; !c->done; c->done = settled(c, how->converge))
        note_change(c, hyper_sweep(m, SWEEP_EQUITIES, report_settling, &s));
    how->sweeps = c->sweeps, how->error = expected_error(c);
}

/* ---- a run ---- */

struct run {
    const struct hyper_order *order;
    struct hyper_made *made;
    struct diags *diags;
    struct strbuf state; /* name of its file */
    double saved; /* when */
    struct hyper_maker maker;
    int kind;
    enum hyper_end end;
    int problem; /* errno */
};

static bool stopped(const struct run *r)
{
    return r->order->stop != NULL && *r->order->stop != 0;
}

static void report(void *context, double part)
{
    const struct run *r = context;
    const struct convergence *c = &r->maker.course[r->kind];
    struct hyper_progress p = progress_of(c, part);
    p.chances = r->kind == SWEEP_CHANCES;
    if (r->order->progress != NULL)
        r->order->progress(r->order->context, &p);
}

/* Keeps the state if it is time; false if that was wanted and failed. */
static bool save(struct run *r, bool at_once)
{
    if (r->order->save_every < 0 || (!at_once && clock_seconds() < r->saved + r->order->save_every))
        return true;
    const bool ok = hyper_state_save(&r->maker, strbuf_text(&r->state));
    r->saved = clock_seconds();
    return ok;
}

/* Sweeps until the values stand still; false if it was stopped or a state could not be kept. */
static bool converge(struct run *r, int kind)
{
    struct convergence *c = &r->maker.course[kind];
    r->kind = kind;
    if (kind == SWEEP_CHANCES)
        hyper_rank(&r->maker);
    while (!c->done) {
        note_change(c, hyper_sweep(&r->maker, kind, report, r));
        c->done = settled(c, r->order->converge);
        const bool stop = stopped(r);
        if (!save(r, stop)) {
            r->end = HYPER_NOT_WRITTEN, r->problem = errno;
            return false;
        }
        if (stop) {
            r->end = HYPER_STOPPED;
            return false;
        }
    }
    r->made->sweeps[kind] = c->sweeps;
    r->made->change[kind] = c->change[0], r->made->rate[kind] = c->rate, r->made->error[kind] = expected_error(c);
    return true;
}

/* ---- the file ---- */

/* The rows of some ids on roll, made from what their best plays leave, as they stand in the file. */
struct part {
    struct hyper_maker *m;
    size_t first, count; /* ids */
    unsigned char (*entries)[HYPER_ENTRY];
};

static void value_of(const struct hyper_maker *m, size_t row, size_t us, size_t them, struct hyper_value *v)
{
    const struct hyper_game *g = &m->game;
    const bool over = us == 0 || them == 0;
    memset(v, 0, sizeof *v);
    if (us == 0 && them == 0) { /* cannot be; GNU Backgammon's files call it lost */
        for (int c = 0; c < HYPER_CUBES; c++)
            v->equity[c] = -1;
    } else if (over) {
        const int won = hyper_points_won(g, us == 0 ? them : us), sign = us == 0 ? 1 : -1;
        for (int c = 0; c < HYPER_CUBES; c++)
            v->equity[c] = (float)(sign * (c == HYPER_JACOBY ? 1 : won));
        v->outcome = (struct outcome){1, won > 1, won > 2, 0, 0};
        if (sign < 0)
            v->outcome = outcome_flip(v->outcome);
    } else if (hyper_fits(g, us, them)) {
        const float *e = m->value[row * g->n + them], *o = m->outcome[row * g->n + them];
        for (int c = 0; c < HYPER_CUBES; c++)
            v->equity[c] = e[LEFT_OWNED + c]; /* ORDER HYPER_CUBE, HYPER_LANE */
        v->outcome = (struct outcome){o[CHANCE_WIN], o[CHANCE_GAMMON], o[CHANCE_BACKGAMMON], o[CHANCE_LOSE_GAMMON],
                                      o[CHANCE_LOSE_BACKGAMMON]};
    }
}

static void encode_row(void *context, int hand, size_t row)
{
    const struct part *p = context;
    const struct hyper_game *g = &p->m->game;
    (void)hand;
    for (size_t id = 0; id < g->n; id++) {
        struct hyper_value v;
        value_of(p->m, row, g->number[p->first + row], g->number[id], &v);
        hyper_encode(&v, p->entries[row * g->n + id]);
    }
}

/* A last look at every position gives its value: what is kept is what it leaves to the other player. */
static void write_part(struct part *p, struct file_out *out)
{
    uint16_t us[UINT8_MAX];
    for (size_t i = 0; i < p->count; i++)
        us[i] = p->m->game.number[p->first + i];
    hyper_rows(p->m, SWEEP_EQUITIES, us, p->count);
    hyper_rows(p->m, SWEEP_CHANCES, us, p->count);
    threads_for(p->m->threads, p->count, encode_row, p, NULL);
    file_out_add(out, p->entries, p->count * p->m->game.n * sizeof *p->entries);
}

/* Memory may run out in a thread that is to be created; the file then goes. */
struct writing {
    struct run *run;
    struct part part;
    struct file_out out;
};

static void write_all_parts(void *context)
{
    struct writing *w = context;
    const size_t n = w->part.m->game.n, at_once = w->part.m->rows;
    char header[HYPER_HEADER];
    hyper_header(w->part.m->game.chequers, header);
    file_out_add(&w->out, header, sizeof header);
    for (size_t id = 0; id < n && w->out.problem == 0; id += at_once) {
        w->part.first = id, w->part.count = n - id < at_once ? n - id : at_once;
        write_part(&w->part, &w->out);
    }
}

static bool write_file(struct run *r)
{
    struct writing w = {.run = r, .part = {.m = &r->maker}};
    w.part.entries = xmalloc(r->maker.rows * r->maker.game.n * sizeof *w.part.entries);
    file_out_begin(&w.out, r->order->file);
    const bool whole = attempt(write_all_parts, &w), ok = file_out_end(&w.out, whole);
    r->problem = errno;
    xfree(w.part.entries);
    if (!whole)
        attempt_fail();
    return ok;
}

static void run_making(void *context)
{
    struct run *r = context;
    const struct hyper_order *o = r->order;
    hyper_maker_init(&r->maker, o->chequers, o->threads, true);
    r->maker.converge = o->converge;
    strbuf_printf(&r->state, "%s.state", o->file);
    if (o->save_every >= 0 && hyper_state_load(&r->maker, strbuf_text(&r->state), r->diags))
        r->made->continued_from = r->maker.course[SWEEP_EQUITIES].sweeps + r->maker.course[SWEEP_CHANCES].sweeps;
    r->saved = clock_seconds();
    if (converge(r, SWEEP_EQUITIES) && converge(r, SWEEP_CHANCES)) {
        r->end = write_file(r) ? HYPER_DONE : HYPER_NOT_WRITTEN;
        if (r->end == HYPER_DONE && o->save_every >= 0)
            (void)os_remove(strbuf_text(&r->state));
    }
    hyper_maker_done(&r->maker);
    strbuf_done(&r->state);
}

enum hyper_end hyper_make(const struct hyper_order *o, struct hyper_made *made, struct diags *d)
{
    struct run r = {.order = o, .made = made, .diags = d};
    *made = (struct hyper_made){0};
    if (!attempt(run_making, &r))
        return HYPER_NO_MEMORY;
    errno = r.problem;
    return r.end;
}
