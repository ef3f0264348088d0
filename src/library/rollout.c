/* Rollouts of the public library, asked directly. See kibitzer_position.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/answered.h"
#include "base/xmalloc.h"
#include "kibitzer_position.h"
#include "library/library.h"
#include "match/notation.h"
#include "rollout/rollout_options.h"

enum { COLUMNS = 12 };

struct rollout_cursor {
    struct kibitzer_cursor base;
    struct rollout rollout;
    struct answered answered; /* to what waits; n = 0: nothing does */
    const struct rollout_candidate **order; /* best first */
    struct strbuf text;
    int at;
};

/* ---- rows ---- */

static const char *name_of(struct rollout_cursor *c, const struct rollout_candidate *candidate)
{
    if (candidate->kind != CANDIDATE_PLAY)
        return candidate->kind == CANDIDATE_NO_DOUBLE ? "no double" : "double, take";
    strbuf_clear(&c->text);
    notation_write(&c->text, &c->rollout.position.board, &candidate->play, NOTATION_MERGED);
    return strbuf_text(&c->text);
}

static int give(struct rollout_cursor *c, const char *name, const struct rollout_estimate *e, double equity,
                double error, double behind, double behind_error)
{
    struct kibitzer_cursor *k = &c->base;
    const int sign = c->answered.n > 0 ? c->answered.sign : 1;
    const struct outcome mine = rollout_outcome(e, true), o = sign > 0 ? mine : outcome_flip(mine);
    const double numbers[COLUMNS - 1] = {
        equity,
        error,
        sign * e->mean[FIGURE_CUBELESS],
        o.win,
        o.win_gammon,
        o.win_backgammon,
        o.lose_gammon,
        o.lose_backgammon,
        e->trials,
        behind,
        behind_error,
    };
    k->values[0] = (struct cursor_value){name, NAN};
    for (int i = 0; i < COLUMNS - 1; i++)
        k->values[i + 1] = (struct cursor_value){NULL, numbers[i]};
    c->at++; /* now that memory did not run out */
    return 1;
}

static int next(struct kibitzer_cursor *k)
{
    struct rollout_cursor *c = (struct rollout_cursor *)k;
    const struct answered *a = &c->answered;
    if (c->at >= (a->n > 0 ? a->n : c->rollout.n))
        return 0;
    if (a->n > 0) { /* the best one, then the others in their order */
        const int i = c->at == 0 ? a->best : c->at <= a->best ? c->at - 1 : c->at;
        const double behind = c->at == 0 ? (double)NAN : a->at[a->best].equity - a->at[i].equity;
        return give(c, a->at[i].name, &a->by->now, a->at[i].equity, a->at[i].error, behind, NAN);
    }
    const struct rollout_candidate *candidate = c->order[c->at];
    const struct rollout_estimate *e = &candidate->now;
    return give(c, name_of(c, candidate), e, e->equity, e->equity_error, e->behind, e->behind_error);
}

static void done(struct kibitzer_cursor *k)
{
    struct rollout_cursor *c = (struct rollout_cursor *)k;
    rollout_end(&c->rollout);
    xfree(c->order);
    strbuf_done(&c->text);
}

static int worse_last(const void *a, const void *b)
{
    const struct rollout_candidate *x = *(const struct rollout_candidate *const *)a;
    const struct rollout_candidate *y = *(const struct rollout_candidate *const *)b;
    if (x->now.equity != y->now.equity)
        return x->now.equity < y->now.equity ? 1 : -1;
    return x < y ? -1 : x > y;
}

static void sort(struct rollout_cursor *c)
{
    const int n = c->rollout.n;
    c->order = xcalloc((size_t)n + 1, sizeof *c->order);
    for (int i = 0; i < n; i++)
        c->order[i] = &c->rollout.candidates[i];
    if (n > 1)
        qsort(c->order, (size_t)n, sizeof *c->order, worse_last);
}

/* ---- rolling out ---- */

struct request {
    struct kibitzer_call *call;
    struct kibitzer_engine *engine;
    const struct engine *asked; /* of it, for this position */
    const struct kibitzer_position *position;
    struct kibitzer_options *options;
    int plays, threads;
    struct worker_slot *slot[THREADS_MAX];
    struct worker *worker[THREADS_MAX];
    struct kibitzer_cursor *cursor;
};

static int refusal_of(struct request *r)
{
    const char *problem = NULL;
    if (r->engine == NULL || r->position == NULL)
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected an engine and a position");
    if (r->threads < 1 || r->plays < 1)
        return library_refuse(KIBITZER_MISUSE, "found %d threads and %d plays, expected one of each at least",
                              r->threads, r->plays);
    r->asked = library_engine(r->engine, &r->position->position, &problem);
    if (r->asked == NULL)
        return library_refuse(KIBITZER_MISUSE, "%s", problem);
    return KIBITZER_OK;
}

/* How the games are played; false with *code where the options do not go together. */
static bool read_options(const struct request *r, struct rollout_options *how, int *code)
{
    rollout_defaults(how);
    if (r->options == NULL)
        return true;
    if (library_settle(r->call, r->options, code) == NULL)
        return false;
    const struct rollout_request *asked = options_part(r->options->options, &rollout_group);
    if (asked != NULL)
        *how = asked->how;
    else
        *code = library_refuse(KIBITZER_MISUSE, "expected options of \"rollout\"");
    return asked != NULL;
}

static void on_progress(void *context, const struct rollout *r, size_t done, size_t total)
{
    (void)context, (void)r;
    call_progress((double)done / (double)(total != 0 ? total : 1), "rolling out");
}

static void add_plays(const struct request *r, struct rollout *to)
{
    struct ranked_plays plays = {0};
    struct level level;
    level_parse("2ply", &level);
    engine_plays(r->asked, r->worker[0], &r->position->position, &level, NULL, &plays);
    for (int i = 0; i < plays.n && i < r->plays; i++)
        rollout_add_play(to, &plays.at[i].play, &plays.at[i].after);
    if (plays.n == 0)
        rollout_add_play(to, &(struct play){0}, &r->position->position.board);
    ranked_plays_done(&plays);
}

static bool roll_out(struct request *r, struct rollout *out, const struct rollout_options *how, int workers)
{
    const struct rollout_hooks hooks = {.progress = on_progress, .cancel = call_cancel_flag()};
    struct position p = r->position->position;
    if (p.offer == OFFER_RESIGNATION)
        p = position_refused(&p);
    rollout_begin(out, r->asked, &p, how);
    if (p.dice[0] != 0)
        add_plays(r, out);
    const bool whole = out->n == 0 || rollout_run(out, r->worker, workers, &hooks);
    call_progress_end();
    return whole;
}

static int borrow_workers(struct request *r)
{
    int n = 0;
    while (n < r->threads && n < THREADS_MAX && (r->slot[n] = engine_stock_worker(&r->engine->stock)) != NULL) {
        r->worker[n] = r->slot[n]->worker;
        n++;
    }
    return n;
}

static int work(void *request)
{
    static const char *const names[COLUMNS] = {"play",   "equity", "error",   "cubeless", "win",    "win_g",
                                               "win_bg", "lose_g", "lose_bg", "trials",   "behind", "behind_error"};
    struct request *r = request;
    struct rollout_options how;
    int code = refusal_of(r);
    if (code < 0 || !read_options(r, &how, &code))
        return code;
    const int workers = borrow_workers(r);
    if (workers == 0)
        return library_refuse(KIBITZER_MISUSE, "more threads ask this engine at once than it has workers");
    struct rollout_cursor *c = library_cursor_new(sizeof *c, names, COLUMNS);
    c->base.next = next;
    c->base.done = done;
    strbuf_add(&c->text, "", 0); /* belongs to the cursor, whichever call it grows in */
    const bool whole = roll_out(r, &c->rollout, &how, workers);
    for (int i = 0; i < workers; i++)
        engine_stock_back(r->slot[i]);
    if (whole) {
        sort(c);
        answered_by_rollout(&c->rollout, &r->position->position, &c->answered);
        r->cursor = &c->base;
        return KIBITZER_OK;
    }
    kibitzer_cursor_free(&c->base);
    return KIBITZER_CANCELLED;
}

struct kibitzer_cursor *kibitzer_position_rollout(struct kibitzer_engine *e, const struct kibitzer_position *p,
                                                  struct kibitzer_options *o, int plays, int threads,
                                                  struct kibitzer_call *c)
{
    struct request r = {.call = c, .engine = e, .position = p, .options = o, .plays = plays, .threads = threads};
    return library_call(c, work, &r) == KIBITZER_OK ? r.cursor : NULL;
}
