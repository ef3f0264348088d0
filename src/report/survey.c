/* The first look over a match: where the marked decisions are, what the curve shows. Little stays of each decision. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "report/match_report.h"

static void add_costly(struct match_report *r, const struct decision *d, bool cube, float error, float mwc,
                       enum skill skill)
{
    if (skill == SKILL_NONE || isnan(error) || !report_counts_error(r->o, error))
        return;
    r->costly = grow(r->costly, r->n_costly, &r->capacity, sizeof *r->costly);
    struct costly_decision *c = &r->costly[r->n_costly++];
    *c = (struct costly_decision){
        .game = (size_t)(d->game - r->m->games),
        .error = error,
        .error_mwc = mwc,
        .number = d->number,
        .themes = decision_themes(d, cube),
        .side = (signed char)d->event->player,
        .cube = cube,
        .skill = skill,
    };
    themes_count(&r->themes, c->themes);
    snprintf(c->place, sizeof c->place, "%.20s", d->anchor);
    snprintf(c->anchor, sizeof c->anchor, "%.20s%s", d->anchor, cube && decision_is_two(d) ? "c" : "");
}

static void add_errors(struct match_report *r, const struct decision *d)
{
    if (d->note == NULL || !d->shown)
        return;
    if (!decision_is_two(d) || report_wants_cube(r->o, d))
        add_costly(r, d, true, decision_cube_error(d), decision_cube_error_mwc(d), d->note->cube_skill);
    if (d->note->play != NULL)
        add_costly(r, d, false, d->note->play->error, d->note->play->error_mwc, d->note->play_skill);
}

/* Luck of both so far, for player 0. */
static float luck_after(struct match_report *r, const struct decision *d, float before)
{
    float luck = d->note != NULL ? d->note->luck_mwc : NAN;
    if (isnan(luck) || d->event->dice[0] == 0)
        return before;
    r->luck_known = true;
    return d->event->player == 0 ? before + luck : before - luck;
}

static void add_point(struct match_report *r, const struct decision *d)
{
    size_t n = r->n_decisions;
    float before = n > 0 ? r->luck[n - 1] : 0;
    r->value = grow(r->value, n, &r->points_capacity, sizeof *r->value);
    r->luck = grow(r->luck, n, &r->luck_capacity, sizeof *r->luck);
    r->value[n] = (float)decision_value(r->m, d);
    r->luck[n] = luck_after(r, d, before);
    r->n_decisions++;
}

static int compare(const void *a, const void *b)
{
    const struct costly_decision *x = a, *y = b;
    if (x->error != y->error)
        return x->error < y->error ? 1 : -1;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return strcmp(y->anchor, x->anchor);
}

void survey(struct match_report *r)
{
    r->first = xcalloc(r->m->n_games + 1, sizeof *r->first);
    for (size_t g = 0; g < r->m->n_games; g++) {
        struct report_walk ds;
        struct decision d;
        r->first[g] = (int)r->n_decisions;
        for (report_walk_begin(&ds, r->m, &r->m->games[g], r->set, r->o); report_walk_next(&ds, &d);) {
            add_errors(r, &d);
            add_point(r, &d);
        }
    }
    r->first[r->m->n_games] = (int)r->n_decisions;
    if (r->n_costly > 1)
        qsort(r->costly, r->n_costly, sizeof *r->costly, compare);
}

void survey_done(struct match_report *r)
{
    xfree(r->costly);
    xfree(r->value);
    xfree(r->luck);
    xfree(r->first);
}

int survey_count(const struct match_report *r, const struct game *g, int side, enum skill skill)
{
    int n = 0;
    for (size_t i = 0; i < r->n_costly; i++) {
        const struct costly_decision *c = &r->costly[i];
        n += (g == NULL || g == &r->m->games[c->game]) && (side == NOBODY || side == c->side) &&
             (skill == SKILL_NONE || skill == c->skill);
    }
    return n;
}

int survey_rank(const struct match_report *r, const char *anchor)
{
    for (size_t i = 0; i < r->n_costly; i++)
        if (strcmp(r->costly[i].anchor, anchor) == 0)
            return (int)i + 1;
    return 0;
}

bool survey_find(const struct match_report *r, const struct costly_decision *c, struct decision *d)
{
    struct report_walk ds;
    for (report_walk_begin(&ds, r->m, &r->m->games[c->game], r->set, r->o); report_walk_next(&ds, d);)
        if (strcmp(d->anchor, c->place) == 0)
            return true;
    return false;
}
