/* One game. The value with the cube and the five chances without it are two questions to one game: a pass answers the
 * first, and the game is played on without a cube to answer the second. Luck is taken out of both: what the throw made
 * of the position, by the evaluator and its best reply, less the mean of the same over all throws. */
#include "rollout/trial.h"

#include <math.h>
#include <string.h>

#include "engine/bearoff.h"
#include "engine/cube_judged.h"
#include "engine/plays.h"
#include "engine/question.h"
#include "rollout/means.h"

enum { TURNS_MAX = 4096 }; /* then a game is evaluated where it stands */
/* Plays of a throw that are evaluated when luck is measured: docs/rollouts.md, "Luck". */
enum { LUCK_KEEP = 4 };

/* What a cube was worth that is no longer played: a value, and how it follows the chances of the player on roll then.
 */
struct price {
    bool set;
    int roller;
    double weight[5]; /* of `who`'s value, for the roller's chances */
    double expected[5], luck[5]; /* of `who`, when it was priced */
};

struct game {
    const struct rollout *r;
    const struct throws *dice;
    struct worker *worker;
    struct position p; /* before the throw */
    int who; /* decides: figures are from this side */
    int trial, turn;
    bool doubling; /* the player on roll may double this turn */
    bool value_known, chances_known;
    double value, chances[5];
    double value_luck, chances_luck[5];
    struct price price;
    struct cube_model scale; /* of all values: that of the position rolled out */
    struct question present; /* for the cube as it stands: its model, and luck */
    struct question decides[2][2]; /* plays: [not `who`][late] */
    bool ready[2][2]; /* of `decides`; all false after the cube has changed */
};

static const struct cube_model *model(const struct game *g)
{
    return &g->present.search.model;
}

static void ask(const struct game *g, struct question *q, const struct level *l, int keep)
{
    question_ask(q, g->r->engine, g->worker, &g->p, l, keep);
    if (g->scale.wide > 0) {
        cube_model_widen_as(&q->search.model, &g->p, engine_met(g->r->engine), &g->scale);
        search_ready(&q->search, question_salt(l));
    }
}

/* To be called when cube, owner or its use have changed. */
static void set_cube(struct game *g)
{
    ask(g, &g->present, &g->r->options.luck, LUCK_KEEP);
    memset(g->ready, 0, sizeof g->ready);
}

/* ---- what is known of the game ---- */

/* A difference of values at the present cube, of `player`. */
static double difference(const struct game *g, int player, double d)
{
    const double cubes = model(g)->money ? (double)g->p.cube / g->r->position.cube : 1;
    return (player == g->who ? d : -d) * cubes;
}

static void know_value(struct game *g, int player, float value)
{
    if (g->value_known)
        return;
    g->value_known = true;
    const float of_who = player == g->who ? value : cube_turned(model(g), value);
    g->value = model(g)->money ? difference(g, g->who, (double)of_who) : (double)of_who;
}

/* ORDER FIGURE: win, win gammon, win backgammon, lose gammon, lose backgammon. */
static void list_chances(const struct outcome *o, double out[5])
{
    const float list[5] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    for (int i = 0; i < 5; i++)
        out[i] = (double)list[i];
}

static void know_chances(struct game *g, int player, struct outcome o)
{
    if (g->chances_known)
        return;
    g->chances_known = true;
    if (player != g->who)
        o = outcome_flip(o);
    list_chances(&o, g->chances);
}

static bool over(const struct game *g)
{
    return g->value_known && g->chances_known;
}

/* ---- ends ---- */

/* Values of the position before the throw, the player on roll taking the best cube action that is allowed. */
static float value_on_roll(const struct game *g, const float value[CUBE_STATES_MAX])
{
    return g->doubling ? cube_best(model(g), g->p.on_roll, 0, value) : value[0];
}

static bool cube_is_dead(const struct cube_model *m)
{
    return m->state[0].doubled[0] < 0 && m->state[0].doubled[1] < 0;
}

/* The databases may know the chances, and the value where the cube cannot be turned or the exact table reaches. */
static void ask_databases(struct game *g)
{
    const int roller = g->p.on_roll;
    const struct bearoff *tables = g->present.search.tables;
    struct board before;
    struct outcome o;
    struct cube_efficiency e;
    float value[CUBE_STATES_MAX];
    board_flip(&g->p.board, &before);
    if (!bearoff_outcome(tables, &before, &o))
        return;
    o = outcome_flip(o);
    know_chances(g, roller, o);
    cube_efficiency_of(tables, &g->p.board, &e);
    if (!cube_is_dead(model(g)) && (model(g)->by_level || !e.exact))
        return;
    cube_values(model(g), roller, &o, &e, cube_states_needed(model(g), roller, 1), value);
    know_value(g, roller, value_on_roll(g, value));
}

static void look_here(const struct game *g, struct search_value *v)
{
    struct question q;
    const int roller = g->p.on_roll;
    const struct level *last = &g->r->options.last;
    ask(g, &q, last, 0);
    search_position(&q.search, &g->p.board, roller, level_sure_plies(last), cube_states_needed(model(g), roller, 1), v);
}

static void evaluate_here(struct game *g)
{
    struct search_value v;
    look_here(g, &v);
    know_chances(g, g->p.on_roll, v.outcome);
    know_value(g, g->p.on_roll, value_on_roll(g, v.value));
}

/* ---- pricing the cube ---- */

#define PRICE_STEP 0.02f /* of a chance, to both sides */

/* The value by the model of the cube, were the roller's chances these. */
static float value_of_chances(const struct game *g, const struct outcome *o)
{
    struct cube_efficiency e;
    float value[CUBE_STATES_MAX];
    const int roller = g->p.on_roll;
    cube_efficiency_of(g->present.search.tables, &g->p.board, &e);
    cube_values(model(g), roller, o, &e, cube_states_needed(model(g), roller, 1), value);
    return value_on_roll(g, value);
}

/* What the value gains for a unit of the roller's i-th chance, the others staying as they are. */
static double slope(const struct game *g, const struct outcome *here, int i)
{
    struct outcome o = *here;
    float *const chance[5] = {&o.win, &o.win_gammon, &o.win_backgammon, &o.lose_gammon, &o.lose_backgammon};
    const float least[5] = {here->win_gammon, here->win_backgammon, 0, here->lose_backgammon, 0},
                most[5] = {1 - here->lose_gammon, here->win, here->win_gammon, 1 - here->win, here->lose_gammon};
    const float low = fmaxf(*chance[i] - PRICE_STEP, least[i]), high = fminf(*chance[i] + PRICE_STEP, most[i]);
    if (!(high > low))
        return 0;
    *chance[i] = high;
    const float above = value_of_chances(g, &o);
    *chance[i] = low;
    return (double)(above - value_of_chances(g, &o)) / (double)(high - low);
}

/* Nobody doubles any more. The value is that of the evaluator's chances, and goes with them where the game, played on,
 * shows them to be others: an error of the evaluator about the chances stays out of the mean. */
static void price_cube(struct game *g)
{
    struct search_value v;
    struct price *p = &g->price;
    look_here(g, &v);
    p->set = true;
    p->roller = g->p.on_roll;
    for (int i = 0; i < 5; i++)
        p->weight[i] = difference(g, p->roller, slope(g, &v.outcome, i));
    const struct outcome mine = p->roller == g->who ? v.outcome : outcome_flip(v.outcome);
    list_chances(&mine, p->expected);
    memcpy(p->luck, g->chances_luck, sizeof p->luck);
    know_value(g, p->roller, value_on_roll(g, v.value));
    g->p.rules.cube = false;
    set_cube(g);
}

/* Differences of the chances of one player as the other sees them: `player`'s as `who`'s, and back. */
static void turn_chances(const struct game *g, int player, const double of_who[5], double out[5])
{
    static const int other[5] = {0, 3, 4, 1, 2};
    for (int i = 0; i < 5; i++)
        out[i] = player == g->who ? of_who[i] : i == 0 ? -of_who[0] : of_who[other[i]];
}

/* What the chances that were played out add to the value at which the cube was priced. */
static double correction(const struct game *g)
{
    const struct price *p = &g->price;
    double off[5], seen[5], sum = 0;
    for (int i = 0; i < 5; i++)
        off[i] = g->chances[i] - (g->chances_luck[i] - p->luck[i]) - p->expected[i];
    turn_chances(g, p->roller, off, seen);
    for (int i = 0; i < 5; i++)
        sum += p->weight[i] * seen[i];
    return p->set ? sum : 0;
}

static bool cube_is_priced(const struct game *g)
{
    const struct rollout_options *o = &g->r->options;
    return o->cubeful && o->priced_from > 0 && g->turn >= o->priced_from && !g->value_known &&
           !cube_is_dead(model(g)) && variant_chequers(g->p.rules.variant) == BOARD_CHEQUERS;
}

static void finish(struct game *g, int winner, int kind)
{
    const struct outcome certain = {1, kind >= 2, kind >= 3, 0, 0};
    know_chances(g, winner, certain);
    know_value(g, winner, cube_final(model(g), winner, 0, kind));
}

/* ---- decisions ---- */

static bool is_late(const struct game *g)
{
    return g->r->options.late_from > 0 && g->turn >= g->r->options.late_from;
}

static const struct rollout_deciders *decider(const struct game *g, int player)
{
    const struct rollout_options *o = &g->r->options;
    return is_late(g) ? &o->late[player != g->who] : &o->early[player != g->who];
}

static void pass(struct game *g, int doubler)
{
    know_value(g, doubler, cube_final(model(g), doubler, 0, 1));
    g->p.rules.cube = false;
    set_cube(g);
}

static void take(struct game *g, int doubler, int times)
{
    g->p.cube *= times;
    g->p.cube_owner = 1 - doubler;
    set_cube(g);
}

static void decide_cube(struct game *g)
{
    const int doubler = g->p.on_roll;
    const struct level *theirs = &decider(g, doubler)->cube, *answers = &decider(g, 1 - doubler)->cube;
    struct cube_answer c;
    if (!g->doubling || !position_cube_is_live(&g->p, doubler))
        return;
    if (!engine_cube(g->r->engine, g->worker, &g->p, theirs, &c) || !judged_to_double(&c))
        return;
    if (strcmp(theirs->name, answers->name) != 0)
        engine_cube(g->r->engine, g->worker, &g->p, answers, &c);
    const enum answer answer = judged_answer(&c, true, &g->p);
    if (answer == ANSWER_DROP)
        pass(g, doubler);
    else
        take(g, doubler, answer == ANSWER_BEAVER ? 4 : 2);
}

static void play(struct game *g, const int dice[2])
{
    const int mover = g->p.on_roll, side = mover != g->who, late = is_late(g);
    const struct level *l = &decider(g, mover)->chequer;
    struct question *q = &g->decides[side][late];
    if (!g->ready[side][late])
        ask(g, q, l, 0);
    g->ready[side][late] = true;
    plays_best(&q->search, &g->p.board, mover, dice, l, &g->p.board);
}

/* ---- luck ---- */

static int number_of_throw(const int dice[2])
{
    return dice[0] * (dice[0] - 1) / 2 + dice[1] - 1; /* ORDER search_throws */
}

/* Adds `weight` times what a throw is worth. */
static void add_throw(const struct search_value *v, double weight, double *value, double chances[5])
{
    double list[5];
    list_chances(&v->outcome, list);
    *value += weight * (double)v->value[0];
    for (int i = 0; i < 5; i++)
        chances[i] += weight * list[i];
}

/* The roller's chances as differences, seen by `who`. */
static void add_chances_luck(struct game *g, int roller, const double luck[5])
{
    double mine[5];
    turn_chances(g, roller, luck, mine);
    for (int i = 0; i < 5; i++)
        g->chances_luck[i] += mine[i];
}

static void measure_luck(struct game *g, const int dice[2])
{
    const int roller = g->p.on_roll;
    const bool decided = g->turn == 0 && g->r->opening; /* 30 throws can open a game */
    const double n = decided ? 30 : 36;
    struct search_value thrown[WORKER_THROWS];
    double value = 0, chances[5] = {0};
    search_all_throws(&g->present.search, &g->p.board, roller, g->r->options.luck.plies, 1, thrown);
    for (int i = 0; i < WORKER_THROWS; i++)
        if (!decided || search_throws[i].high != search_throws[i].low)
            add_throw(&thrown[i], -search_throws[i].weight / n, &value, chances);
    add_throw(&thrown[number_of_throw(dice)], 1, &value, chances);
    if (!g->value_known)
        g->value_luck += difference(g, roller, value);
    if (!g->chances_known)
        add_chances_luck(g, roller, chances);
}

/* ---- the game ---- */

static void begin(struct game *g, const struct rollout *r, const struct rollout_candidate *c, struct worker *w)
{
    memset(g, 0, sizeof *g);
    g->r = r, g->worker = w;
    g->p = r->position;
    rollout_scale(r, &g->scale);
    g->who = g->p.on_roll;
    g->p.rules.cube = g->p.rules.cube && r->options.cubeful;
    if (c->kind == CANDIDATE_PLAY) {
        g->p.board = c->after;
        position_pass_turn(&g->p);
        g->doubling = true;
    } else if (c->kind == CANDIDATE_DOUBLE_TAKE) {
        g->p.cube *= 2;
        g->p.cube_owner = 1 - g->who;
    }
    set_cube(g);
    const int won = board_lost(&g->p.board); /* by the play itself */
    if (won != 0)
        finish(g, 1 - g->p.on_roll, won);
}

static void play_turn(struct game *g)
{
    const int mover = g->p.on_roll;
    int dice[2];
    decide_cube(g);
    if (over(g))
        return;
    throws_at(g->dice, g->trial, g->turn, dice);
    if (g->r->options.variance_reduction)
        measure_luck(g, dice);
    play(g, dice);
    const int kind = board_won(&g->p.board);
    if (kind != 0)
        finish(g, mover, kind);
    position_pass_turn(&g->p);
    g->turn++;
    g->doubling = true;
}

void trial_play(const struct rollout *r, const struct rollout_candidate *c, const struct throws *t, int trial,
                struct worker *w, double figure[ROLLOUT_FIGURES])
{
    struct game g;
    const int truncate = r->options.truncate > 0 ? r->options.truncate : TURNS_MAX;
    begin(&g, r, c, w);
    g.dice = t, g.trial = trial;
    while (!over(&g)) {
        if (g.turn >= truncate)
            evaluate_here(&g);
        else if (!r->options.to_the_end)
            ask_databases(&g);
        if (cube_is_priced(&g))
            price_cube(&g);
        if (!over(&g))
            play_turn(&g);
    }
    figure[FIGURE_VALUE] = g.value - g.value_luck + correction(&g);
    for (int i = 0; i < 5; i++)
        figure[FIGURE_WIN + i] = g.chances[i] - g.chances_luck[i];
}
