/* Why a cube decision was wrong; see lesson.h. */
#include "analyze/lesson.h"

#include <math.h>

#include "analyze/lesson_noise.h"
#include "engine/cube.h"

/* Chances differ; so small a part of the next two rolls makes a double early. */
#define CHANCES_DIFFER 0.01f
#define EARLY 0.12f
/* For money the decision is right by so much (EMG). */
#define RIGHT_FOR_MONEY 0.03f
#define GAMMONISH 0.2f
#define SURE 0.9999f

enum { ALL_ROLLS = 36 };

struct inquiry {
    const struct engine *engine;
    struct worker *worker;
    const struct position *p;
    const struct cube_analysis *c;
    enum cube_done done;
    const struct level *level;
};

static float cost_of(enum cube_done done, float nd, float dt, float dp)
{
    const float doubled = fminf(dt, dp);
    switch (done) {
    case CUBE_ROLLED:
        return doubled - nd;
    case CUBE_DOUBLED:
        return nd - doubled;
    case CUBE_TAKEN:
        return dt - dp;
    case CUBE_PASSED:
        return dp - dt;
    case CUBE_BEAVERED:
        break;
    }
    return 0;
}

static void add(struct lesson *out, struct reason f)
{
    if (out->n < LESSON_MOST)
        out->at[out->n++] = f;
}

/* ---- the market ---- */

static void look_at_market(const struct inquiry *q, const struct market *m, struct lesson *out)
{
    const bool late = q->done == CUBE_ROLLED;
    if (late ? m->share >= MARKET_URGENT : m->share <= EARLY)
        add(out, (struct reason){.kind = late ? REASON_MARKET : REASON_EARLY, .figure = {m->share, m->beyond}});
}

/* ---- take points ---- */

/* Files may hold equities alone. */
static bool has_chances(const struct outcome *o)
{
    return o->win > 0 && o->win <= 1;
}

/* Mean points of a game won, of one lost, by the answerer. */
static float points_of(float chance, float gammons, float backgammons)
{
    return chance > 0 ? 1 + (gammons + backgammons) / chance : 1;
}

/* The winning chance at which a take is worth a pass, with the gammons there are and a cube as live as the engine
 * takes it to be; NAN = not known. */
static float needed(const struct inquiry *q)
{
    const struct outcome *o = &q->c->branch[0].outcome;
    struct cube_model m;
    struct cube_efficiency e;
    struct cube_window w;
    cube_model_init(&m, q->p, engine_met(q->engine));
    cube_efficiency_of(NULL, &q->p->board, &e);
    const float x = e.x[CUBE_HIS];
    if (!m.by_level) {
        const float won = points_of(1 - o->win, o->lose_gammon, o->lose_backgammon);
        const float lost = points_of(o->win, o->win_gammon, o->win_backgammon);
        return (lost - 0.5f) / (won + lost + 0.5f * x);
    }
    if (!cube_window_of(&m, q->p->on_roll, o, q->p->on_roll, 0, &w))
        return NAN;
    return 1 - ((1 - x) * (float)w.cash_dead + x * (float)w.cash_live);
}

static void look_at_take_point(const struct inquiry *q, struct lesson *out)
{
    const struct outcome *o = &q->c->branch[0].outcome;
    const float need = has_chances(o) ? needed(q) : NAN, there = 1 - o->win;
    const bool taken = q->done == CUBE_TAKEN;
    if (isnan(need) || (taken ? need - there : there - need) < CHANCES_DIFFER)
        return;
    add(out, (struct reason){.kind = taken ? REASON_TAKE : REASON_PASS,
                             .count = {position_double_is_dead(q->p), 0},
                             .figure = {need, there, o->win_gammon}});
}

/* ---- what the figures say by themselves: cashing, playing on, what can always be said ---- */

static void look_at_figures(const struct inquiry *q, struct lesson *out)
{
    static const int best[] = {[CUBE_ROLLED] = WORTH_DOUBLE,
                               [CUBE_DOUBLED] = WORTH_ROLL,
                               [CUBE_TAKEN] = WORTH_PASS,
                               [CUBE_PASSED] = WORTH_TAKE};
    struct lesson found;
    reasons_of_cube(q->c, best[q->done], &found);
    if (found.n > 0)
        add(out, found.at[0]);
}

/* ---- the score ---- */

/* Whoever has judged the decision, the evaluator that says what it is for money must find it wrong here. */
static void look_at_score(const struct inquiry *q, struct lesson *out)
{
    struct position money = *q->p;
    struct cube_answer c;
    if (q->p->length == 0 || !engine_cube(q->engine, q->worker, q->p, q->level, &c) ||
        cost_of(q->done, c.nd, c.dt, c.dp) <= 0)
        return;
    money.length = money.score[0] = money.score[1] = 0;
    money.crawford_game = false;
    money.rules.jacoby = money.rules.beavers = false;
    if (!engine_cube(q->engine, q->worker, &money, q->level, &c) ||
        cost_of(q->done, c.nd, c.dt, c.dp) > -RIGHT_FOR_MONEY)
        return;
    const int who = q->done == CUBE_ROLLED || q->done == CUBE_DOUBLED ? q->p->on_roll : 1 - q->p->on_roll;
    add(out, (struct reason){.kind = REASON_SCORE, .count = {position_away(q->p, who), position_away(q->p, 1 - who)}});
}

/* ---- the last roll ---- */

static void look_at_last_roll(const struct inquiry *q, struct lesson *out)
{
    struct race_answer r;
    const int who = q->p->on_roll;
    if (!engine_race(q->engine, q->p, &r))
        return;
    const float mine = (float)r.side[who].rolls.all[1] / 65535, theirs = (float)r.side[1 - who].rolls.all[1] / 65535;
    if (theirs >= SURE && mine > 0)
        add(out, (struct reason){.kind = REASON_LAST_ROLL, .count = {(int)lroundf(mine * ALL_ROLLS), 0}});
}

/* ---- the whole ---- */

static void look_at_reasons(const struct inquiry *q, const struct market *m, struct lesson *out)
{
    const struct cube_analysis *c = q->c;
    look_at_last_roll(q, out);
    if (out->n > 0)
        return;
    if (q->done == CUBE_TAKEN || q->done == CUBE_PASSED)
        look_at_take_point(q, out);
    else if (c->dt > c->dp)
        look_at_figures(q, out);
    if ((q->done == CUBE_ROLLED && c->dt <= c->dp) || (q->done == CUBE_DOUBLED && c->nd <= c->dp))
        look_at_market(q, m, out);
    look_at_score(q, out);
    if (out->n == 0)
        look_at_figures(q, out);
}

void lesson_of_cube(const struct engine *e, struct worker *w, const struct position *p, const struct cube_analysis *c,
                    enum cube_done done, const struct level *level, struct cube_lesson *out)
{
    const struct inquiry q = {e, w, p, c, done, level};
    const float twice = 2 * noise_of_level(&c->level, c->branch[0].stderror, c->branch[1].stderror);
    const float cost = cost_of(done, c->nd, c->dt, c->dp);
    *out = (struct cube_lesson){.market = 0};
    if (done == CUBE_BEAVERED)
        reasons_of_beaver(c, &out->why);
    if (!(cost > 0))
        return;
    struct market m = {0};
    if (c->dt <= c->dp)
        engine_market(e, w, p, &m); /* nothing below asks for it otherwise */
    out->market = m.share;
    if (cost < twice)
        add(&out->why, (struct reason){.kind = REASON_CLOSE, .figure = {twice}});
    else
        look_at_reasons(&q, &m, &out->why);
}
