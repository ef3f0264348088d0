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
        .raises = decision_is_raise(d),
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

static float known(float value)
{
    return isnan(value) ? 0 : value;
}

/* What both have lost and had of luck so far. */
static void add_sums(struct match_report *r, const struct decision *d, struct course *sum)
{
    const int who = d->event->player;
    const bool cube = decision_is_two(d) || d->note->play == NULL;
    sum->lost[who] += known(cube ? decision_cube_error_mwc(d) : NAN);
    sum->lost[who] += known(d->note->play != NULL ? d->note->play->error_mwc : NAN);
    if (isnan(d->note->luck_mwc) || d->event->dice[0] == 0)
        return;
    r->luck_known = true;
    sum->luck[who] += d->note->luck_mwc;
}

static void add_point(struct match_report *r, const struct decision *d)
{
    const size_t n = r->n_decisions;
    r->course = grow(r->course, n, &r->points_capacity, sizeof *r->course);
    r->course[n] = n > 0 ? r->course[n - 1] : (struct course){0};
    r->course[n].value = (float)decision_value(r->m, d);
    if (d->note != NULL && (d->event->player == 0 || d->event->player == 1))
        add_sums(r, d, &r->course[n]);
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
    xfree(r->course);
    xfree(r->first);
}

int survey_count(const struct match_report *r, const struct game *g, int side, enum skill skill)
{
    int n = 0;
    for (size_t i = 0; i < r->n_costly; i++) {
        const struct costly_decision *c = &r->costly[i];
        n += !c->raises && (g == NULL || g == &r->m->games[c->game]) && (side == NOBODY || side == c->side) &&
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
