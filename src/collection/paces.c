/* Decisions by the time that they took; see paces.h. */
#include "collection/paces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/xmalloc.h"
#include "match/pace.h"

/* ORDER PACE_GROUP */
static const char *const names[PACE_GROUPS] = {N_("quick third"), N_("usual third"), N_("long third"),
                                               N_("time trouble")};

const char *pace_group_name(enum pace_group group)
{
    return names[group];
}

void paces_add(struct paces *p, const struct known_match *m, const struct decision_row *d, int64_t taken, bool meant)
{
    if (d->counted == COUNTED_NOT || taken < 0 || isnan(d->error))
        return;
    p->at = grow(p->at, p->n, &p->capacity, sizeof *p->at);
    p->at[p->n++] = (struct paced){.match = m,
                                   .taken = taken,
                                   .error = d->error,
                                   .game = d->game,
                                   .cube_error = d->cube_error,
                                   .side = (signed char)d->side,
                                   .kind = (signed char)d->kind,
                                   .counted = (signed char)d->counted,
                                   .close = (signed char)d->close,
                                   .trouble = (d->themes >> THEME_TIME_TROUBLE & 1) != 0,
                                   .meant = meant};
}

static void row_of(const struct paced *d, struct row_figures *out)
{
    const struct decision_row row = {.kind = (enum decision_kind)d->kind,
                                     .counted = (enum counted)d->counted,
                                     .error = d->error,
                                     .close = d->close,
                                     .cube_error = d->cube_error};
    row_of_decision(&row, out);
    if (!d->meant)
        row_without_error(out);
}

/* ---- a player against himself ---- */

/* The units are matches, or games of a single one. */
struct unit {
    struct addend all, in[PACE_GROUPS];
};

static void end_unit(struct unit *u, struct contrast of[PACE_GROUPS])
{
    for (int k = 0; k < PACE_GROUPS; k++)
        contrast_add(&of[k], u->in[k].e, u->in[k].n, u->all.e - u->in[k].e, u->all.n - u->in[k].n);
    *u = (struct unit){.all = {0, 0}};
}

struct visiting {
    const struct paces *of;
    const struct pace_visitor *visitor;
    struct unit unit;
    struct contrast contrast[PACE_GROUPS];
};

static void visit(struct visiting *v, const struct pace_time *t)
{
    const struct paced *d = &v->of->at[t->order];
    struct row_figures row;
    row_of(d, &row);
    const struct addend lost = {row.share[FIGURE_PR].e, 1};
    addend_add(&v->unit.all, &lost);
    addend_add(&v->unit.in[t->third], &lost);
    v->visitor->decision(v->visitor->context, d, (enum pace_group)t->third, &row);
    if (!d->trouble)
        return;
    addend_add(&v->unit.in[PACE_TROUBLE], &lost);
    v->visitor->decision(v->visitor->context, d, PACE_TROUBLE, &row);
}

static bool same_unit(const struct paced *a, const struct paced *b, bool games)
{
    return a->match == b->match && (!games || a->game == b->game);
}

/* One player's, in the order in which they were played. */
static void visit_player(struct visiting *v, const struct pace_time *at, size_t n)
{
    const struct paced *const of = v->of->at, *const last = &of[at[n - 1].order];
    const bool games = of[at[0].order].match == last->match;
    memset(v->contrast, 0, sizeof v->contrast);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && !same_unit(&of[at[i - 1].order], &of[at[i].order], games))
            end_unit(&v->unit, v->contrast);
        visit(v, &at[i]);
    }
    end_unit(&v->unit, v->contrast);
    v->visitor->player(v->visitor->context, last, v->contrast);
}

void paces_visit(const struct paces *p, const struct pace_visitor *visitor)
{
    struct visiting v = {.of = p, .visitor = visitor};
    struct pace_time *at = xcalloc(p->n + 1, sizeof *at);
    for (size_t i = 0; i < p->n; i++)
        at[i] = (struct pace_time){.who = p->at[i].match->player[p->at[i].side], .taken = p->at[i].taken, .order = i};
    pace_thirds(at, p->n);
    for (size_t first = 0, end; first < p->n; first = end) {
        for (end = first; end < p->n && at[end].who == at[first].who;)
            end++;
        visit_player(&v, &at[first], end - first);
    }
    xfree(at);
}

void paces_done(struct paces *p)
{
    xfree(p->at);
}
