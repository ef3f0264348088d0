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
#include "measure.h"

enum { DEEP = 3 }; /* plies of a cube decision that is believed */

struct contest {
    struct receiver receiver;
    const struct desk *desk;
    struct analysis_options options;
    struct sum plays, doubles, takes, pr;
    double dearest; /* play */
    char where[128]; /* it was */
    const char *file;
    double ms;
};

/* The loss of a play by their candidates; not listed: of the last one that was looked at as deeply as the best. */
static double lost_by(const struct play_analysis *theirs, const struct board *after)
{
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
    return worst;
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

static void compare_plays(struct contest *c, const struct match *m, const struct game *g, const struct event *e,
                          double lost)
{
    sum_add(&c->plays, lost);
    if (lost <= c->dearest)
        return;
    c->dearest = lost;
    snprintf(c->where, sizeof c->where, "%.30s, game %d, line %d", c->file, (int)(g - m->games) + 1,
             (int)(e - g->events) + 1);
}

static void compare_event(struct contest *c, const struct match *m, const struct game *g, const struct event *e,
                          int ours)
{
    const struct annotation *a = event_annotation(e, 0), *b = event_annotation(e, ours);
    if (!a || !b)
        return;
    if (a->play && b->play && b->play->n > 0 && a->play->n > 0 && pr_counts_play(e, a->play))
        compare_plays(c, m, g, e, lost_by(a->play, &b->play->candidates[0].after));
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
        for (size_t g = 0; g < m->n_games; g++)
            for (size_t i = 0; i < m->games[g].n_events; i++)
                compare_event(c, m, &m->games[g], &m->games[g].events[i], ours);
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
    fflush(stdout);
    return c.plays.n > 0 ? 0 : 1;
}
