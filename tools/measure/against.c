/* A level against the values that files of another program brought: what its choices lose by them, and how far its
 * performance ratings are from theirs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "base/sink.h"
#include "import/import.h"
#include "match/rates.h"
#include "match/walk.h"
#include "measure.h"
#include "rollout/rollout.h"

enum { DEEP = 3 }; /* plies of a cube decision that is believed */

struct contest {
    struct receiver receiver;
    const struct desk *desk;
    struct analysis_options options;
    struct sum plays, doubles, takes, pr;
    struct sum unlisted, rolled; /* of these plays those that they do not list: as charged; by our rollouts */
    double dearest; /* play */
    char where[128]; /* it was */
    const char *file;
    double ms;
};

/* The loss of a play by their candidates; not listed: of the last one that was looked at as deeply as the best. */
static double lost_by(const struct play_analysis *theirs, const struct board *after, bool *listed)
{
    *listed = true;
    const struct candidate *best = &theirs->candidates[0];
    double worst = 0;
    for (int i = 0; i < theirs->n; i++) {
        const struct candidate *c = &theirs->candidates[i];
        const double lost = fmax(0, (double)(best->equity - c->equity));
        if (board_equal(&c->after, after))
            return lost;
        if (candidate_is_comparable(best, c))
            worst = lost;
    }
    *listed = false;
    return worst;
}

/* How much less than their best play another is worth, in normalised equity, by rollouts as they are made unless
 * something else is asked for. */
static double lost_by_rollout(const struct contest *c, const struct position *p, const struct candidate *best,
                              const struct candidate *other)
{
    struct rollout_options o;
    struct rollout r;
    rollout_defaults(&o);
    rollout_begin(&r, c->desk->engine, p, &o);
    rollout_add_play(&r, &best->play, &best->after);
    rollout_add_play(&r, &other->play, &other->after);
    rollout_run(&r, &c->desk->worker, 1, NULL);
    const double lost = r.candidates[0].now.equity - r.candidates[1].now.equity;
    rollout_end(&r);
    return lost;
}

static bool is_deep(const struct eval_level *l)
{
    return l->kind == EVAL_ROLLOUT || l->kind == EVAL_OTHER || l->name != NULL || l->plies >= DEEP;
}

static void compare_cubes(struct contest *c, const struct cube_analysis *theirs, const struct cube_analysis *ours)
{
    if (!is_deep(&theirs->level) || isnan(theirs->dt) || isnan(ours->dt))
        return;
    const double nd = (double)theirs->nd, doubled = (double)fminf(theirs->dt, theirs->dp);
    const bool doubles = fminf(ours->dt, ours->dp) > ours->nd, takes = ours->dt < ours->dp;
    sum_add(&c->doubles, fmax(nd, doubled) - (doubles ? doubled : nd));
    sum_add(&c->takes, fmax(0, takes ? (double)(theirs->dt - theirs->dp) : (double)(theirs->dp - theirs->dt)));
}

static void compare_plays(struct contest *c, const struct walk *w, const struct play_analysis *theirs,
                          const struct candidate *ours)
{
    bool listed;
    const double lost = lost_by(theirs, &ours->after, &listed);
    sum_add(&c->plays, lost);
    if (!listed) {
        sum_add(&c->unlisted, lost);
        sum_add(&c->rolled, lost_by_rollout(c, &w->before, &theirs->candidates[0], ours));
    }
    if (lost <= c->dearest)
        return;
    c->dearest = lost;
    snprintf(c->where, sizeof c->where, "%.30s, game %d, line %d", c->file, (int)(w->game - w->match->games) + 1,
             (int)w->index + 1);
}

static void compare_event(struct contest *c, const struct walk *w, int ours)
{
    const struct event *e = w->event;
    const struct annotation *a = event_annotation(e, 0), *b = event_annotation(e, ours);
    if (!a || !b)
        return;
    if (a->play && b->play && b->play->n > 0 && a->play->n > 0 && pr_counts_play(e, a->play))
        compare_plays(c, w, a->play, &b->play->candidates[0]);
    if (a->cube && b->cube && (e->kind == EVENT_PLAY || e->kind == EVENT_DOUBLE))
        compare_cubes(c, a->cube, b->cube);
}

static void take_match(struct receiver *self, struct match *m)
{
    struct contest *c = (struct contest *)self;
    if (m->n_sets > 0) {
        restate_match(m, engine_met(c->desk->engine), NULL);
        const double start = cpu_ms();
        const int ours = analyze_match(m, c->desk->engine, &c->desk->worker, 1, &c->options, NULL);
        c->ms += cpu_ms() - start;
        struct walk w;
        for (size_t g = 0; g < m->n_games; g++)
            for (walk_begin(&w, m, &m->games[g]); walk_next(&w);)
                compare_event(c, &w, ours);
        struct rates theirs, mine;
        rates_of(&m->statistics[0], m->length, &theirs);
        rates_of(&m->statistics[ours], m->length, &mine);
        for (int i = 0; i < 2; i++)
            sum_add(&c->pr, mine.side[i].pr - theirs.side[i].pr);
    }
    match_free(m);
}

static void read_file(struct contest *c, const char *path)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    c->file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (!file_read(path, 0, &bytes))
        perror(path);
    else
        import_each((struct span){bytes.at, bytes.length}, path, NULL, &c->receiver, &d);
    diags_done(&d);
    strbuf_done(&bytes);
}

static void print_sum(const char *what, const struct sum *s)
{
    printf("  %s %.0f: %.3f +- %.3f", what, s->n, 1e3 * sum_mean(s), 1e3 * sum_error(s));
}

int measure_against(const struct desk *d, const struct level *l, char **files)
{
    struct contest c = {.receiver = {.take = take_match}, .desk = d};
    analysis_defaults(&c.options);
    analysis_set_level(&c.options, l);
    for (int i = 0; files[i] != NULL; i++)
        if (i % d->every == d->first)
            read_file(&c, files[i]);
    printf("%-28s lost x 1000:", l->name);
    print_sum("plays", &c.plays);
    print_sum("doubles", &c.doubles);
    print_sum("takes", &c.takes);
    printf("  PR differs by %.3f (RMS %.3f, mean %+.3f) of %.0f players  %.2f s  dearest play %.3f (%s)\n",
           sum_absolute(&c.pr), sum_rms(&c.pr), sum_mean(&c.pr), c.pr.n, c.ms / 1e3, c.dearest, c.where);
    if (c.unlisted.n > 0)
        printf(
            "%-28s of the plays %.0f are not listed there, charged %.3f together; by our rollouts %.3f, and all %.3f\n",
            "", c.unlisted.n, c.unlisted.of, c.rolled.of, 1e3 * (c.plays.of - c.unlisted.of + c.rolled.of) / c.plays.n);
    fflush(stdout);
    return c.plays.n > 0 ? 0 : 1;
}
