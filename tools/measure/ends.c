/* Levels on the last six chequers of a race at a match score, against the truth by plain recursion over boards: every
 * play, every cube action, remembered by position. It shares the scores and states of the cube with the engine, and the
 * generator of plays, and nothing else. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "engine/cube.h"
#include "engine/met.h"
#include "match/dice.h"
#include "match/moves.h"
#include "measure.h"

enum { ENDS = 300, CHEQUERS = 6, POINTS = 6, PLACINGS = 924, AWAY = 25 };
#define EXACT 1e-4 /* EMG: what the precision of floats leaves of equities far from the end of a long match */

/* ---- the truth ---- */

struct known {
    bool is;
    double value[CUBE_STATES_MAX]; /* MWC of the roller before the throw, by state */
};

struct truth {
    struct cube_model model;
    struct known *of[2]; /* by roller, [the roller's id * PLACINGS + the other's] */
};

static const struct known *before_the_throw(struct truth *t, const struct board *on_roll, int roller);

/* What `who` can get on roll: a double is allowed, and the other takes or passes. */
static double with_his_action(const struct cube_model *m, const struct known *k, int who, int state)
{
    const int doubled = m->state[state].doubled[who];
    if (doubled < 0)
        return k->value[state];
    return fmax(k->value[state], fmin(k->value[doubled], m->win[who][m->state[state].level][0]));
}

static void take_better(struct truth *t, const struct board *after, int roller, double best[CUBE_STATES_MAX])
{
    const struct cube_model *m = &t->model;
    struct board next;
    const struct known *k = NULL;
    board_flip(after, &next);
    if (after->off[0] < BOARD_CHEQUERS)
        k = before_the_throw(t, &next, 1 - roller);
    for (int s = 0; s < m->n_states; s++)
        best[s] =
            fmax(best[s], k == NULL ? m->win[roller][m->state[s].level][0] : 1 - with_his_action(m, k, 1 - roller, s));
}

static const struct known *before_the_throw(struct truth *t, const struct board *on_roll, int roller)
{
    const long us = bearoff_side_id(on_roll, 0, CHEQUERS, POINTS), them = bearoff_side_id(on_roll, 1, CHEQUERS, POINTS);
    struct known *k = &t->of[roller][us * PLACINGS + them];
    if (k->is)
        return k;
    for (int throw = 0; throw < 36; throw ++) {
        struct board after[MOVES_MAX];
        double best[CUBE_STATES_MAX] = {0};
        if (throw / 6 < throw % 6)
            continue;
        const int n = moves_boards(on_roll, throw / 6 + 1, throw % 6 + 1, after);
        for (int i = 0; i < n; i++)
            take_better(t, &after[i], roller, best);
        for (int s = 0; s < t->model.n_states; s++)
            k->value[s] += (throw / 6 == throw % 6 ? 1 : 2) * best[s] / 36;
    }
    k->is = true;
    return k;
}

/* Equities of the player on roll: not doubling, and doubled and taken (NAN where that is not allowed). */
static void true_equities(const struct position *p, const struct met *met, double *nd, double *dt)
{
    struct truth t;
    const size_t n = (size_t)PLACINGS * PLACINGS;
    cube_model_init(&t.model, p, met);
    t.of[0] = xcalloc(n, sizeof *t.of[0]), t.of[1] = xcalloc(n, sizeof *t.of[1]);
    const struct known *k = before_the_throw(&t, &p->board, p->on_roll);
    const int doubled = t.model.state[0].doubled[p->on_roll];
    const double win = t.model.win[p->on_roll][0][0], lose = t.model.lose[p->on_roll][0][0];
    *nd = (2 * k->value[0] - win - lose) / (win - lose);
    *dt = doubled >= 0 ? (2 * k->value[doubled] - win - lose) / (win - lose) : NAN;
    xfree(t.of[0]), xfree(t.of[1]);
}

/* ---- positions ---- */

static int below(struct dice *d, int n)
{
    int roll[2];
    dice_roll(d, roll);
    const int first = (roll[0] - 1) * 6 + roll[1] - 1;
    dice_roll(d, roll);
    return (first * 36 + (roll[0] - 1) * 6 + roll[1] - 1) % n;
}

static void random_end(struct dice *d, struct position *p)
{
    const struct rules rules = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    const int away[2] = {1 + below(d, AWAY), 1 + below(d, AWAY)};
    const int length = away[0] > away[1] ? away[0] : away[1];
    position_start(p, &rules, length, (const int[2]){length - away[0], length - away[1]}, false);
    p->on_roll = p->turn = below(d, 2);
    p->cube = 1 << below(d, 4);
    p->cube_owner = p->cube > 1 ? below(d, 2) : CUBE_CENTRED;
    p->board = (struct board){0};
    for (int side = 0; side < 2; side++) {
        const int n = 1 + below(d, CHEQUERS);
        p->board.off[side] = (int8_t)(BOARD_CHEQUERS - n);
        for (int i = 0; i < n; i++) {
            const int at = 1 + below(d, POINTS);
            int8_t *point = &p->board.point[side == 0 ? at : 25 - at];
            *point = (int8_t)(*point + (side == 0 ? 1 : -1));
        }
    }
}

/* ---- levels ---- */

struct end_sums {
    struct sum nd, dt;
    double worst, ms;
};

static void note(struct sum *s, double *worst, double found, double expected)
{
    if (isnan(expected))
        return;
    sum_add(s, found - expected);
    *worst = fmax(*worst, fabs(found - expected));
}

static void ask(const struct desk *d, const struct position *p, const struct level *l, double nd, double dt,
                struct end_sums *s)
{
    struct evaluation e;
    struct cube_answer c;
    const double start = cpu_ms();
    engine_eval(d->engine, d->worker, p, l, &e);
    const bool live = engine_cube(d->engine, d->worker, p, l, &c);
    s->ms += cpu_ms() - start;
    note(&s->nd, &s->worst, e.cubeful, nd);
    note(&s->dt, &s->worst, live ? c.dt : NAN, live ? dt : NAN);
}

int measure_ends(const struct desk *d, const struct level *levels, int n)
{
    struct dice dice = dice_of_game(1, 0);
    struct end_sums *sums = xcalloc((size_t)n, sizeof *sums);
    bool exact = true;
    for (int i = 0; i < ENDS; i++) {
        struct position p;
        double nd, dt;
        random_end(&dice, &p);
        if (i % d->every != 0)
            continue;
        true_equities(&p, engine_met(d->engine), &nd, &dt);
        for (int l = 0; l < n; l++)
            ask(d, &p, &levels[l], nd, dt, &sums[l]);
    }
    for (int l = 0; l < n; l++) {
        const struct end_sums *s = &sums[l];
        printf(
            "%-8s %3.0f ends of races at scores to %d-away, EMG: no double RMS %.6f, double and take (%.0f) RMS %.6f, "
            "largest error %.6f, %.1f ms  %s\n",
            levels[l].name, s->nd.n, AWAY, sum_rms(&s->nd), s->dt.n, sum_rms(&s->dt), s->worst, s->ms / s->nd.n,
            s->worst <= EXACT ? "ok" : "MISSED");
        exact = exact && s->worst <= EXACT;
    }
    xfree(sums);
    return exact ? 0 : 1;
}
