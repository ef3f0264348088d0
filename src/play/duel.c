/* A referee: rolls, asks, plays, keeps the score; see duel.h. */
#include "play/duel.h"

#include <math.h>

#include "match/moves.h"
#include "match/walk.h"
#include "match/dice.h"

enum { MOVES_LIMIT = 20000 }; /* a game without end is a fault of the players */
enum { PLAYER_FAILED = NOBODY - 1 };

struct table {
    const struct duel_options *o;
    struct player *seat[2];
    struct worker *w;
    struct dice dice;
    struct position p;
    int score[2];
    bool crawford_played;
    double luck[2];
    int moves;
    const char *problem;
};

static void ask_failed(struct table *t, int seat)
{
    t->problem = t->seat[seat]->problem[0] != '\0' ? t->seat[seat]->problem : "a player gave no answer";
}

static void begin_game(struct table *t)
{
    struct rules rules = {.variant = VARIANT_BACKGAMMON,
                          .cube = t->o->cube,
                          .crawford = true,
                          .jacoby = t->o->jacoby && t->o->length == 0,
                          .beavers = t->o->beavers && t->o->length == 0};
    bool one_away = t->o->length > 1 && (t->score[0] == t->o->length - 1 || t->score[1] == t->o->length - 1);
    bool crawford = one_away && !t->crawford_played;
    t->crawford_played = t->crawford_played || crawford;
    position_start(&t->p, &rules, t->o->length, t->score, crawford);
    t->p.state = GAME_PLAYING;
    if (t->o->start != NULL)
        t->p.board = *t->o->start;
    do
        dice_roll(&t->dice, t->p.dice);
    while (t->p.dice[0] == t->p.dice[1]);
    int first[2];
    dice_roll(&t->dice, first); /* who threw the larger die */
    if ((first[0] + first[1]) % 2 != 0) {
        int dice[2] = {t->p.dice[0], t->p.dice[1]};
        position_pass_turn(&t->p);
        t->p.dice[0] = dice[0];
        t->p.dice[1] = dice[1];
    }
}

static void measure_luck(struct table *t)
{
    struct luck luck;
    if (t->w == NULL || t->o->luck_engine == NULL)
        return;
    engine_luck(t->o->luck_engine, t->w, &t->p, &t->o->luck_level, &luck);
    t->luck[t->p.on_roll] += (double)luck.mwc;
}

/* The cube before a roll. Returns the winner where a double is dropped, NOBODY where the game goes on, PLAYER_FAILED.
 */
static int cube_action(struct table *t)
{
    int roller = t->p.on_roll;
    bool yes = false;
    if (!position_may_double(&t->p, roller))
        return NOBODY;
    if (!t->seat[roller]->doubles(t->seat[roller], &t->p, &yes)) {
        ask_failed(t, roller);
        return PLAYER_FAILED;
    }
    if (!yes)
        return NOBODY;
    enum answer answer;
    t->p.offer = OFFER_DOUBLE;
    t->p.turn = 1 - roller;
    if (!t->seat[1 - roller]->answers(t->seat[1 - roller], &t->p, &answer)) {
        ask_failed(t, 1 - roller);
        return PLAYER_FAILED;
    }
    t->p.offer = OFFER_NONE;
    t->p.turn = roller;
    if (answer == ANSWER_DROP)
        return roller;
    t->p.cube *= answer == ANSWER_BEAVER ? 4 : 2;
    t->p.cube_owner = 1 - roller;
    return NOBODY;
}

static bool play_roll(struct table *t)
{
    struct move_list list = {0};
    struct board after = t->p.board;
    int n = moves_list(&t->p.board, t->p.dice[0], t->p.dice[1], &list);
    bool good = true;
    measure_luck(t);
    if (n == 1)
        after = list.at[0].after;
    else if (n > 1) {
        good = t->seat[t->p.on_roll]->plays(t->seat[t->p.on_roll], &t->p, &after);
        if (!good)
            ask_failed(t, t->p.on_roll);
        else if (!moves_is_legal(&t->p.board, t->p.dice[0], t->p.dice[1], &after)) {
            t->problem = W_("a player made an illegal play");
            good = false;
        }
    }
    moves_free(&list);
    t->p.board = after;
    return good;
}

/* Plays one game to its end. False on failure; else the winner's points in *points. */
static bool play_game(struct table *t, int *winner, int *points)
{
    begin_game(t);
    for (int i = 0; i < MOVES_LIMIT; i++) {
        if (!play_roll(t))
            return false;
        t->moves++;
        int kind = board_won(&t->p.board);
        if (kind != 0) {
            *winner = t->p.on_roll;
            *points = walk_points(&t->p, kind);
            return true;
        }
        position_pass_turn(&t->p);
        int dropped_to = cube_action(t);
        if (dropped_to == PLAYER_FAILED)
            return false;
        if (dropped_to != NOBODY) {
            *winner = dropped_to;
            *points = t->p.cube;
            return true;
        }
        dice_roll(&t->dice, t->p.dice);
    }
    t->problem = W_("a game that never ended");
    return false;
}

static bool play_to_the_end(struct table *t, struct duel_result *r, int a)
{
    int winner, points;
    do {
        if (!play_game(t, &winner, &points))
            return false;
        r->games++;
        t->score[winner] += points;
    } while (t->o->length != 0 && t->score[winner] < t->o->length);
    r->result = t->o->length != 0 ? (winner == a ? 1.0 : 0.0) : (winner == a ? points : -points);
    return true;
}

struct duel_result duel_play(const struct duel_options *o, struct player *a, struct player *b, struct worker *w,
                             uint64_t index)
{
    int side = (int)(index % 2);
    struct table t = {.o = o, .w = w, .dice = dice_of_game(o->seed, index / 2)};
    t.seat[side] = a;
    t.seat[1 - side] = b;
    struct duel_result r = {0};
    r.failed = !play_to_the_end(&t, &r, side);
    r.problem = t.problem;
    r.moves = t.moves;
    r.luck = w != NULL && o->luck_engine != NULL ? t.luck[side] - t.luck[1 - side] : NAN;
    return r;
}

static void mean_and_error(const struct duel_result *r, size_t n, bool adjusted, double *mean, double *error)
{
    double sum = 0, squares = 0;
    size_t pairs = (n + 1) / 2;
    for (size_t i = 0; i < n; i += 2) {
        double value = 0;
        size_t k = i + 1 < n ? 2 : 1;
        for (size_t j = 0; j < k; j++)
            value += (r[i + j].result - (adjusted ? r[i + j].luck : 0.0)) / (double)k;
        sum += value;
        squares += value * value;
    }
    *mean = sum / (double)pairs;
    double variance = pairs > 1 ? (squares - sum * *mean) / (double)(pairs - 1) : NAN;
    *error = sqrt(variance / (double)pairs);
}

struct duel_sum duel_sum(const struct duel_result *results, size_t n)
{
    struct duel_sum s = {.n = n, .mean = NAN, .error = NAN, .adjusted = NAN, .adjusted_error = NAN};
    if (n == 0)
        return s;
    mean_and_error(results, n, false, &s.mean, &s.error);
    mean_and_error(results, n, true, &s.adjusted, &s.adjusted_error);
    return s;
}
