/* Where luck and errors fail to add up: see luck_sources.h. The value of the position, player 0's, is carried along
 * from event to event. Luck and errors move it; wherever the analysis then gives another value, the step between the
 * two belongs to a source. All steps of a match together are its difference, exactly. */
#include "luck_sources.h"

#include <math.h>
#include <stdio.h>

#include "analyze/decisions.h"
#include "analyze/units.h"

/* ORDER LUCK_SOURCE */
const char *const luck_source_names[LUCK_SOURCES] = {
    "opening roll: equity table and luck, against its best play",
    "cube decision, against the play before",
    "roll after a cube decision: its luck, against its best play",
    "roll without one, contact",
    "roll without one, race",
    "end of the game played out",
    "pass",
    "resignation",
    "what the analysis does not know",
};

struct carried {
    struct luck_steps *to;
    const struct met *met;
    int set;
    double value; /* player 0's MWC */
    double taken, dropped; /* of the double that waits for its answer */
    bool lost; /* a roll or play without a value: the next step is of unknown origin */
};

static double of_player_0(int who, double mwc)
{
    return who == 0 ? mwc : 1 - mwc;
}

/* The analysis has another value: `source` accounts for the step. */
static void step(struct carried *c, enum luck_source source, double value)
{
    if (isnan(value) || isnan(c->value)) {
        c->lost = true;
        return;
    }
    c->to->of[c->lost ? SOURCE_UNKNOWN : source] += value - c->value;
    c->lost = false;
    c->value = value;
}

static void cube(struct carried *c, const struct decisions *d, const struct cube_analysis *a)
{
    const struct position *p = &d->undoubled;
    const int who = p->on_roll;
    const double nd = units_mwc(c->met, p, who, (double)a->nd);
    const double dt = units_mwc(c->met, p, who, (double)a->dt), dp = units_mwc(c->met, p, who, (double)a->dp);
    const double doubled = fmin(dt, dp), made = d->doubles ? doubled : nd;
    step(c, SOURCE_CUBE, of_player_0(who, made + (double)a->double_error_mwc));
    c->value = of_player_0(who, made);
    c->taken = of_player_0(who, dt), c->dropped = of_player_0(who, dp);
}

static enum luck_source source_of_roll(const struct decisions *d, const struct annotation *a)
{
    if (a->cube != NULL && d->may_double)
        return SOURCE_AFTER_CUBE;
    return board_has_contact(&d->before.board) ? SOURCE_CONTACT : SOURCE_RACE;
}

static void roll(struct carried *c, const struct decisions *d, const struct annotation *a, bool opening)
{
    const int who = d->walk.event->player;
    const struct play_analysis *p = a != NULL ? a->play : NULL;
    if (a != NULL && a->cube != NULL && d->may_double)
        cube(c, d, a->cube);
    if (a == NULL || isnan(a->luck_mwc)) {
        c->lost = true;
        return;
    }
    c->value += (who == 0 ? 1 : -1) * (double)a->luck_mwc;
    if (p == NULL || p->n == 0)
        return;
    const double best = units_mwc(c->met, &d->before, who, (double)p->candidates[0].equity);
    step(c, opening ? SOURCE_OPENING : source_of_roll(d, a), of_player_0(who, best));
    if (p->played < 0 || p->played >= p->n)
        c->lost = true;
    else
        c->value = of_player_0(who, best - (isnan(p->error_mwc) ? 0 : (double)p->error_mwc));
}

static void follow(struct carried *c, const struct decisions *d, bool *opening)
{
    const struct annotation *a = event_annotation(d->walk.event, c->set);
    switch (d->walk.event->kind) {
    case EVENT_PLAY:
    case EVENT_ROLL:
        if (d->roll)
            roll(c, d, a, *opening);
        *opening = false;
        break;
    case EVENT_DOUBLE:
        if (d->doubles && a != NULL && a->cube != NULL)
            cube(c, d, a->cube);
        else
            c->lost = true;
        break;
    case EVENT_TAKE:
        c->value = c->taken;
        break;
    case EVENT_DROP:
        c->value = c->dropped;
        break;
    default:
        break;
    }
}

static enum luck_source source_of_end(const struct game *g)
{
    return g->ending == ENDING_DROP ? SOURCE_PASS : g->ending == ENDING_BORNE_OFF ? SOURCE_END : SOURCE_RESIGNED;
}

void luck_steps_of(const struct match *m, const struct game *g, int set, const struct met *met, struct luck_steps *out)
{
    const struct met_score s = {.away = {m->length - g->score[0], m->length - g->score[1]},
                                .crawford_game = g->crawford_game,
                                .crawford_rule = m->rules.crawford};
    struct carried c = {.to = out, .met = met, .set = set, .value = met_before(met, &s, 0)};
    struct decisions d;
    bool opening = true;
    *out = (struct luck_steps){.all = 0};
    for (decisions_begin(&d, m, g); decisions_next(&d);)
        follow(&c, &d, &opening);
    step(&c, source_of_end(g), met_after(met, &s, 0, g->winner, g->points));
    for (int i = 0; i < LUCK_SOURCES; i++)
        out->all += out->of[i];
}
