/* Abandoned games and gaps: see abandoned.h. The value of the position is carried along from event to event: a judged
 * play or cube decision sets it, luck moves it. */
#include "analyze/abandoned.h"

#include <math.h>

#include "analyze/decisions.h"
#include "analyze/units.h"

/* Values are player 0's: MWC, or points in money play; NAN = not known. */
struct tracking {
    int set;
    const struct met *met;
    double value;
    double if_taken; /* after the double that waits for its answer */
    bool open; /* a gap: the value was `from` before it */
    double from;
    double rolled; /* luck of the roll that waits for its play */
    int turn; /* who has to roll or play next; NOBODY at the start */
    struct untold *out;
};

static double of_player_0(const struct match *m, int who, double value)
{
    return who == 0 ? value : m->length > 0 ? 1 - value : -value;
}

/* ---- gaps ---- */

static void open_gap(struct tracking *t, int who)
{
    t->out->gaps[who]++;
    if (t->open)
        return;
    t->open = true;
    t->from = t->value;
}

static void close_gap(struct tracking *t, double value)
{
    if (!t->open)
        return;
    t->out->unread += value - t->from;
    t->open = false;
}

static void move_by(struct tracking *t, double luck)
{
    t->value += luck;
    t->from += luck;
}

/* Where its luck is not known, what the position is worth is not known either. */
static void roll_was_not_played(struct tracking *t)
{
    move_by(t, t->rolled);
    if (!isnan(t->rolled))
        t->out->unread += t->rolled;
    t->rolled = 0;
}

/* ---- values ---- */

/* A double is worth what the better answer leaves: the one that is worse for the doubler. */
static void track_cube(struct tracking *t, const struct decisions *d, const struct cube_analysis *c)
{
    const struct match *m = d->walk.match;
    const struct position *p = &d->undoubled;
    const double nd = units_mwc(t->met, p, p->on_roll, (double)c->nd);
    const double dt = units_mwc(t->met, p, p->on_roll, (double)c->dt);
    const double dp = units_mwc(t->met, p, p->on_roll, (double)c->dp);
    const double doubled = fmin(dt, dp);
    close_gap(t, of_player_0(m, p->on_roll, fmax(nd, doubled)));
    t->value = of_player_0(m, p->on_roll, d->doubles ? doubled : nd);
    t->if_taken = of_player_0(m, p->on_roll, dt);
}

static double luck_of_player_0(int who, const struct annotation *a)
{
    return (who == 0 ? 1 : -1) * (a != NULL ? (double)a->luck_mwc : NAN);
}

static double value_of_play(const struct tracking *t, const struct decisions *d, const struct play_analysis *p, int nth)
{
    const int who = d->walk.event->player;
    return of_player_0(d->walk.match, who, units_mwc(t->met, &d->before, who, (double)p->candidates[nth].equity));
}

/* Of a roll whose play has yet to come, if it comes, or could not be read. */
static void track_roll_alone(struct tracking *t, const struct decisions *d, double luck)
{
    t->rolled = luck;
    if (d->walk.event->kind == EVENT_ROLL)
        return;
    roll_was_not_played(t);
    open_gap(t, d->walk.event->player);
}

static void track_play(struct tracking *t, const struct decisions *d, const struct play_analysis *p, double luck)
{
    t->rolled = 0;
    if (p != NULL && p->n == 0) {
        move_by(t, luck);
        return;
    }
    close_gap(t, p != NULL ? value_of_play(t, d, p, 0) - luck : (double)NAN);
    t->value = p != NULL && p->played >= 0 && p->played < p->n ? value_of_play(t, d, p, p->played) : (double)NAN;
}

static void track_roll(struct tracking *t, const struct decisions *d, const struct annotation *a)
{
    const double luck = luck_of_player_0(d->walk.event->player, a);
    if (d->may_double && a != NULL && a->cube != NULL)
        track_cube(t, d, a->cube);
    if (d->legal)
        track_play(t, d, a != NULL ? a->play : NULL, luck);
    else
        track_roll_alone(t, d, luck);
}

static bool takes_a_turn(const struct event *e)
{
    return e->kind == EVENT_PLAY || e->kind == EVENT_ROLL || e->kind == EVENT_DOUBLE;
}

/* A double while a double waits is a beaver, which is not a turn. */
static void track_turn(struct tracking *t, const struct decisions *d)
{
    const struct event *e = d->walk.event;
    if (!takes_a_turn(e) || (e->kind == EVENT_DOUBLE && !d->doubles))
        return;
    if (t->turn != NOBODY && t->turn != e->player) {
        roll_was_not_played(t);
        open_gap(t, t->turn);
    }
}

static void track(struct tracking *t, const struct decisions *d)
{
    const struct annotation *a = event_annotation(d->walk.event, t->set);
    track_turn(t, d);
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
        t->turn = NOBODY;
        break;
    default:
        break;
    }
    if (takes_a_turn(d->walk.event))
        t->turn = d->walk.after.on_roll;
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

static bool breaks_off(const struct tracking *t, const struct game *g)
{
    return t->open || g->ending == ENDING_RESIGNED || g->ending == ENDING_FORFEIT;
}

/* What the loser gave up at the end; else a gap that reaches the end is worth what the result made of it. */
static void abandoned_settle(struct tracking *t, const struct match *m, const struct game *g,
                             const struct position *last)
{
    const int loser = !g->winner;
    struct amount lost = {.mwc = of_player_0(m, loser, t->open ? t->from : t->value) -
                                 value_of_result(m, g, last, t->met, loser)};
    lost.emg = lost.mwc / units_per_emg(t->met, last, loser);
    if (breaks_off(t, g) && lost.emg > ABANDONED_LIMIT) {
        t->out->abandoned = true;
        t->out->given_up = lost;
    } else
        close_gap(t, value_of_result(m, g, last, t->met, 0));
}

void untold_of_game(const struct match *m, const struct game *g, int set, const struct met *met, struct untold *out)
{
    struct tracking t = {
        .set = set, .met = met, .value = value_of_start(m, g, met), .if_taken = NAN, .turn = NOBODY, .out = out};
    struct decisions d;
    *out = (struct untold){.abandoned = false};
    for (decisions_begin(&d, m, g); decisions_next(&d);)
        track(&t, &d);
    roll_was_not_played(&t);
    const struct position *last = &d.walk.after;
    if (g->winner != NOBODY && (m->length == 0 || (position_away(last, 0) > 0 && position_away(last, 1) > 0)))
        abandoned_settle(&t, m, g, last);
}
