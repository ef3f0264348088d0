/* Cube decisions that files were given by another program, as lines like those of collect.c, with errors of nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/decisions.h"
#include "analyze/restate.h"
#include "base/sink.h"
#include "base/strbuf.h"
#include "cube_model.h"
#include "import/import.h"
#include "format/posid.h"

struct reading {
    struct receiver receiver;
    const struct desk *desk;
    long n;
};

static bool is_deep(const struct eval_level *l)
{
    return l->kind == EVAL_ROLLOUT || (l->kind == EVAL_PLY && l->plies >= 3) || l->kind == EVAL_OTHER;
}

static void print_chances(const struct outcome *o)
{
    printf("\t%.5f\t0\t%.5f\t0\t%.5f\t0\t%.5f\t0\t%.5f\t0", (double)o->win, (double)o->win_gammon,
           (double)o->win_backgammon, (double)o->lose_gammon, (double)o->lose_backgammon);
}

static void print_decision(struct reading *r, const struct position *p, const struct cube_analysis *c)
{
    char id[XGID_MAX];
    if (!is_deep(&c->level) || isnan(c->nd) || isnan(c->dt))
        return;
    xgid(p, id);
    printf("%ld\t%s", r->n++, id);
    for (int i = 0; i < 2; i++) {
        printf("\t%.5f\t0", (double)(i == 0 ? c->nd : c->dt));
        print_chances(&c->branch[i].outcome);
    }
    printf("\t%s %d\n", c->level.name ? c->level.name : "", c->level.plies);
}

static void take_game(struct reading *r, const struct match *m, const struct game *g)
{
    struct decisions d;
    for (decisions_begin(&d, m, g); decisions_next(&d);) {
        const struct annotation *a = m->n_sets > 0 ? event_annotation(d.walk.event, 0) : NULL;
        if (a && a->cube && (d.may_double || d.doubles))
            print_decision(r, &d.undoubled, a->cube);
    }
}

static void take_match(struct receiver *self, struct match *m)
{
    struct reading *r = (struct reading *)self;
    restate_match(m, engine_met(r->desk->engine), NULL);
    for (size_t i = 0; i < m->n_games; i++)
        take_game(r, m, &m->games[i]);
    match_free(m);
}

int read_cubes(const struct desk *d, char **files)
{
    struct reading r = {.receiver = {.take = take_match}, .desk = d};
    for (; *files != NULL; files++) {
        struct strbuf bytes = {0};
        struct diags diags;
        diags_init(&diags, *files);
        if (!file_read(*files, 0, &bytes))
            perror(*files);
        else
            import_each((struct span){bytes.at, bytes.length}, *files, NULL, &r.receiver, &diags);
        diags_done(&diags);
        strbuf_done(&bytes);
    }
    return r.n > 0 ? 0 : 1;
}
