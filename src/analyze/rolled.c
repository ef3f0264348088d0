/* Rollouts as annotations; see rolled.h. */
#include "analyze/rolled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

void rolled_defaults(struct rollout_options *o)
{
    rollout_defaults(o);
}

const char *rolled_like(struct rollout_options *o, const char *name)
{
    const char *known = rollout_likeness(name);
    if (known != NULL) {
        rollout_defaults(o);
        rollout_like(o, known);
    }
    return known;
}

void rolled_describe(const struct rollout_options *o, struct strbuf *out)
{
    strbuf_printf(out, "%d trials, seed %llu, ", o->trials, (unsigned long long)o->seed);
    rollout_describe(o, out);
}

static struct eval_level level_of(const struct level *l)
{
    return (struct eval_level){.kind = EVAL_PLY, .plies = l->plies, .cubeful = l->cubeful, .noise = l->noise};
}

static struct rollout_players players_of(const struct rollout_deciders *d)
{
    return (struct rollout_players){.chequer = level_of(&d->chequer), .cube = level_of(&d->cube)};
}

static const struct rollout_settings *settings_of(const struct rolled_setup *s, const struct rollout *r)
{
    const struct rollout_options *o = s->options;
    struct rollout_settings *out = arena_alloc(s->arena, sizeof *out);
    *out = (struct rollout_settings){
        .variance_reduction = o->variance_reduction,
        .quasi_random = !r->options.independent,
        .opening = r->opening,
        .stop_two_sided = !o->to_the_end,
        .stop_one_sided = !o->to_the_end,
        .truncation = o->truncate,
        .late_from = o->late_from,
        .seed = (int64_t)o->seed,
        .early = players_of(&o->early[0]),
        .last = {.chequer = level_of(&o->last), .cube = level_of(&o->last)},
    };
    if (o->late_from > 0)
        out->late = players_of(&o->late[0]);
    return out;
}

static float mwc_or_points(const struct rollout *r, double value)
{
    return (float)(r->position.length > 0 ? value : value * r->position.cube);
}

static struct rollout_error *error_of(const struct rolled_setup *s, const struct rollout *r,
                                      const struct rollout_estimate *e)
{
    struct rollout_error *out = arena_alloc(s->arena, sizeof *out);
    *out = (struct rollout_error){
        .outcome = {(float)e->error[FIGURE_WIN], (float)e->error[FIGURE_WIN_GAMMON],
                    (float)e->error[FIGURE_WIN_BACKGAMMON], (float)e->error[FIGURE_LOSE_GAMMON],
                    (float)e->error[FIGURE_LOSE_BACKGAMMON]},
        .cubeless = (float)e->error[FIGURE_CUBELESS],
        .cubeful = (float)e->equity_error,
        .mwc = mwc_or_points(r, e->mwc_error),
    };
    return out;
}

static struct eval_level rolled_level(const struct rolled_setup *s, const struct rollout_estimate *e)
{
    return (struct eval_level){
        .kind = EVAL_ROLLOUT, .cubeful = s->options->cubeful, .trials = e->trials, .name = s->name};
}

static bool run_rollout(const struct rolled_setup *s, struct rollout *r)
{
    const struct rollout_hooks hooks = {.cancel = s->cancel};
    return rollout_run(r, s->workers, s->n_workers, &hooks);
}

/* ---- plays ---- */

static void set_rolled(const struct rolled_setup *s, const struct rollout *r, const struct rollout_candidate *from,
                       const struct rollout_settings *settings, struct candidate *c)
{
    const struct rollout_estimate *e = &from->now;
    c->level = rolled_level(s, e);
    c->outcome = rollout_outcome(e, true);
    c->equity = (float)e->equity;
    c->cubeless = (float)e->mean[FIGURE_CUBELESS];
    c->mwc = mwc_or_points(r, e->mwc);
    c->stderror = error_of(s, r, e);
    c->rollout = settings;
}

static bool is_rolled(const struct candidate *c)
{
    return c->level.kind == EVAL_ROLLOUT;
}

static bool comes_before(const struct candidate *a, const struct candidate *b)
{
    return is_rolled(a) != is_rolled(b) ? is_rolled(a) : is_rolled(a) && a->equity > b->equity;
}

/* By insertion: few candidates, and those that are not rolled out keep their order. */
static void sort(struct candidate *at, int n, int *played)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && comes_before(&at[k], &at[k - 1]); k--) {
            const struct candidate swapped = at[k];
            at[k] = at[k - 1], at[k - 1] = swapped;
            if (*played == k || *played == k - 1)
                *played = *played == k ? k - 1 : k;
        }
}

struct play_analysis *rolled_plays(const struct rolled_setup *s, const struct rollout *r, int n_legal)
{
    struct play_analysis *out = arena_alloc(s->arena, sizeof *out);
    const struct rollout_settings *settings = settings_of(s, r);
    int none = -1;
    *out = (struct play_analysis){.n_legal = n_legal, .played = -1, .error = NAN, .error_mwc = NAN};
    out->candidates = arena_alloc(s->arena, ((size_t)r->n + 1) * sizeof *out->candidates);
    for (int i = 0; i < r->n; i++)
        if (r->candidates[i].now.trials > 0) {
            struct candidate *c = &out->candidates[out->n++];
            *c = (struct candidate){.play = r->candidates[i].play, .after = r->candidates[i].after};
            set_rolled(s, r, &r->candidates[i], settings, c);
        }
    sort(out->candidates, out->n, &none);
    return out;
}

bool rolled_play(const struct rolled_setup *s, const struct position *before, double close, struct candidate *at, int n,
                 int *played)
{
    struct rollout r;
    int *index = xcalloc((size_t)n + 1, sizeof *index);
    rollout_begin(&r, s->engine, before, s->options);
    for (int i = 0; i < n; i++)
        if (i == *played || (double)at[i].equity >= (double)at[0].equity - close) {
            index[r.n] = i;
            rollout_add_play(&r, &at[i].play, &at[i].after);
        }
    const bool finished = run_rollout(s, &r);
    if (finished) {
        const struct rollout_settings *settings = settings_of(s, &r);
        for (int i = 0; i < r.n; i++)
            set_rolled(s, &r, &r.candidates[i], settings, &at[index[i]]);
        sort(at, n, played);
    }
    rollout_end(&r);
    xfree(index);
    return finished;
}

/* ---- cubes ---- */

bool rolled_action(const struct rolled_setup *s, const struct rollout *r, struct cube_answer *answer,
                   struct rolled_cube *out)
{
    if (!rollout_cube(r, answer))
        return false;
    out->level = rolled_level(s, &r->candidates[0].now);
    out->settings = settings_of(s, r);
    for (int i = 0; i < 2; i++) {
        answer->outcome[i] = rollout_outcome(&r->candidates[i].now, true);
        out->error[i] = error_of(s, r, &r->candidates[i].now);
    }
    return true;
}

bool rolled_cube(const struct rolled_setup *s, const struct position *undoubled, struct cube_answer *answer,
                 struct rolled_cube *out)
{
    struct rollout r;
    rollout_begin(&r, s->engine, undoubled, s->options);
    const bool done = r.n == 2 && run_rollout(s, &r) && rolled_action(s, &r, answer, out);
    rollout_end(&r);
    return done;
}
