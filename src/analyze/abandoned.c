/* Abandoned games: see abandoned.h. The value of the position is carried along from event to event: a judged play or
 * cube decision sets it, luck moves it. */
#include "analyze/abandoned.h"

#include <math.h>

#include "analyze/decisions.h"
#include "analyze/units.h"

/* `value` is player 0's: MWC, or points in money play; NAN = not known. */
struct tracking {
    int set;
    const struct met *met;
    double value;
    double if_taken; /* after the double that waits for its answer */
};

static double of_player_0(const struct match *m, int who, double value)
{
    return who == 0 ? value : m->length > 0 ? 1 - value : -value;
}

/* A double is worth what the better answer leaves: the one that is worse for the doubler. */
static void track_cube(struct tracking *t, const struct decisions *d, const struct cube_analysis *c)
{
    const struct match *m = d->walk.match;
    const struct position *p = &d->undoubled;
    const double nd = units_mwc(t->met, p, p->on_roll, (double)c->nd);
    const double dt = units_mwc(t->met, p, p->on_roll, (double)c->dt);
    const double dp = units_mwc(t->met, p, p->on_roll, (double)c->dp);
    t->value = of_player_0(m, p->on_roll, d->doubles ? (dp < dt ? dp : dt) : nd);
    t->if_taken = of_player_0(m, p->on_roll, dt);
}

static void track_luck(struct tracking *t, int who, const struct annotation *a)
{
    t->value += (who == 0 ? 1 : -1) * (a != NULL ? (double)a->luck_mwc : NAN);
}

static void track_roll(struct tracking *t, const struct decisions *d, const struct annotation *a)
{
    const int who = d->walk.event->player;
    const struct play_analysis *p = a != NULL ? a->play : NULL;
    if (d->may_double && a != NULL && a->cube != NULL)
        track_cube(t, d, a->cube);
    if (d->walk.event->kind == EVENT_ROLL || (p != NULL && p->n == 0))
        track_luck(t, who, a);
    else if (p != NULL && p->played >= 0 && p->played < p->n)
        t->value = of_player_0(d->walk.match, who,
                               units_mwc(t->met, &d->before, who, (double)p->candidates[p->played].equity));
    else
        t->value = NAN;
}

static void track(struct tracking *t, const struct decisions *d)
{
    const struct annotation *a = event_annotation(d->walk.event, t->set);
    switch (d->walk.event->kind) {
    case EVENT_PLAY:
    case EVENT_ROLL:
        track_roll(t, d, d->roll ? a : NULL);
        break;
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
        t->value = t->if_taken = NAN;
        if (d->doubles && a != NULL && a->cube != NULL)
            track_cube(t, d, a->cube);
        break;
    case EVENT_TAKE:
        t->value = t->if_taken;
        break;
    case EVENT_SET_BOARD:
    case EVENT_SET_CUBE:
    case EVENT_SET_SCORE:
        t->value = NAN;
        break;
    default:
        break;
    }
}

static double value_of_result(const struct match *m, const struct game *g, const struct position *p,
                              const struct met *met, int who)
{
    const struct met_score s = units_score(p);
    return m->length > 0 ? met_after(met, &s, who, g->winner, g->points) : who == g->winner ? g->points : -g->points;
}

/* Before the first roll a game is worth what the score says. */
static double value_of_start(const struct match *m, const struct game *g, const struct met *met)
{
    const struct met_score s = {.away = {m->length - g->score[0], m->length - g->score[1]},
                                .crawford_game = g->crawford_game,
                                .crawford_rule = m->rules.crawford};
    if (m->length == 0)
        return 0;
    return s.away[0] > 0 && s.away[1] > 0 ? met_before(met, &s, 0) : (double)NAN;
}

bool abandoned_game(const struct match *m, const struct game *g, int set, const struct met *met, struct amount *lost)
{
    struct tracking t = {.set = set, .met = met, .value = value_of_start(m, g, met), .if_taken = NAN};
    const int loser = !g->winner;
    struct decisions d;
    if (g->winner == NOBODY || (g->ending != ENDING_RESIGNED && g->ending != ENDING_FORFEIT))
        return false;
    for (decisions_begin(&d, m, g); decisions_next(&d);)
        track(&t, &d);
    const struct position *last = &d.walk.after;
    if (m->length > 0 && (position_away(last, 0) <= 0 || position_away(last, 1) <= 0))
        return false;
    lost->mwc = of_player_0(m, loser, t.value) - value_of_result(m, g, last, met, loser);
    lost->emg = lost->mwc / units_per_emg(met, last, loser);
    return lost->emg > ABANDONED_LIMIT;
}
