/* Cube decisions of self-play, rolled out. A decision is drawn in three steps: score, cube and strength of the players
 * by chance; a game of theirs at 0 plies in which nobody doubles; one of its positions, those near a decision with
 * preference. Then both lines are rolled out with the cube at 0 plies, luck taken out. */
#include <math.h>
#include <stdio.h>

#include "base/xmalloc.h"
#include "cube_model.h"
#include "match/dice.h"
#include "format/posid.h"
#include "rollout/rollout.h"

enum { TRIALS = 72, TURNS_MOST = 200 };

/* ---- the frame of a game ---- */

static void draw_score(struct dice *d, int *length, int score[2])
{
    static const int lengths[] = {3, 5, 7, 9, 11, 15};
    *length = score[0] = score[1] = 0;
    if (dice_below(d, 2) == 0)
        return;
    *length = lengths[dice_below(d, 6)];
    for (int i = 0; i < 2; i++)
        score[i] = dice_below(d, *length - 1); /* everybody needs two points or more */
}

static void draw_frame(struct dice *d, struct position *p)
{
    struct rules rules = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    int length, score[2];
    draw_score(d, &length, score);
    rules.jacoby = length == 0 && dice_below(d, 5) == 0;
    rules.crawford = length > 0;
    position_start(p, &rules, length, score, false);
    if (dice_below(d, 3) == 0) { /* somebody owns it */
        p->cube = dice_below(d, 4) == 0 ? 4 : 2;
        p->cube_owner = dice_below(d, 2);
    }
}

/* Good players, careless ones, and one who gets into trouble before playing well. */
static struct level level_at(int kind, int turn, int player)
{
    struct level l;
    level_parse("0ply", &l);
    if (kind == 1)
        l.noise = 0.04f;
    if (kind == 2 && player == 0 && turn < 20)
        l.noise = 0.25f;
    return l;
}

/* ---- the choice of a position ---- */

/* How much it is wanted: near a decision, and not all but over. */
static double weight_of(const struct desk *d, const struct position *p)
{
    struct level l;
    struct cube_answer c;
    level_parse("0ply", &l);
    if (!position_cube_is_live(p, p->on_roll) || !engine_cube(d->engine, d->worker, p, &l, &c))
        return 0;
    if (c.outcome[0].win < 0.03f || c.outcome[0].win > 0.97f)
        return 0;
    const double doubles = fabs((double)fminf(c.dt, c.dp) - (double)c.nd), takes = fabs((double)(c.dt - c.dp));
    return 0.03 / (0.03 + fmin(doubles, takes)) + 0.05;
}

static double fraction(struct dice *d)
{
    return (dice_below(d, 1 << 30) + 0.5) / (1 << 30);
}

/* One position of a game, before the throw; false if none would do. */
static bool draw_from_game(const struct desk *desk, struct dice *d, struct position *out)
{
    struct ranked_plays plays = {0};
    struct position p;
    double best = 0;
    const int drawn = dice_below(d, 4), kind = drawn > 1 ? drawn - 1 : 0;
    draw_frame(d, &p);
    for (int turn = 0; turn < TURNS_MOST; turn++) {
        const struct level l = level_at(kind, turn, p.on_roll);
        const double w = turn >= 2 ? weight_of(desk, &p) : 0, key = pow(fraction(d), 1 / fmax(w, 1e-9));
        if (w > 0 && key > best)
            best = key, *out = p;
        do
            dice_roll(d, p.dice);
        while (turn == 0 && p.dice[0] == p.dice[1]);
        if (engine_plays(desk->engine, desk->worker, &p, &l, NULL, &plays) > 0)
            p.board = plays.at[0].after;
        if (board_won(&p.board) != 0)
            break;
        position_pass_turn(&p);
    }
    ranked_plays_done(&plays);
    return best > 0;
}

/* ---- the rollout ---- */

static void print_branch(const struct rollout_estimate *e)
{
    printf("\t%.5f\t%.5f", e->equity, e->equity_error);
    for (int i = FIGURE_WIN; i < ROLLOUT_FIGURES; i++)
        printf("\t%.5f\t%.5f", e->mean[i], e->error[i]);
}

static void roll_out(const struct desk *d, const struct position *p, uint64_t seed, long number)
{
    struct rollout_options o;
    struct rollout r;
    char id[XGID_MAX];
    rollout_defaults(&o);
    o.trials = TRIALS;
    o.seed = seed + (uint64_t)number;
    rollout_begin(&r, d->engine, p, &o);
    rollout_run(&r, &(struct worker *){d->worker}, 1, NULL);
    xgid(p, id);
    printf("%ld\t%s", number, id);
    for (int i = 0; i < r.n; i++)
        print_branch(&r.candidates[i].now);
    putchar('\n');
    fflush(stdout);
    rollout_end(&r);
}

int collect(const struct desk *d, uint64_t seed, long from, long to)
{
    for (long i = from; i < to; i++) {
        struct dice dice = dice_of_game(seed, (uint64_t)i);
        struct position p;
        while (!draw_from_game(d, &dice, &p))
            continue;
        roll_out(d, &p, seed, i);
    }
    return 0;
}
