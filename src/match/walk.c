/* Replay. A small state machine that takes events one by one; the walk is that machine with the position
 * before and after kept for the caller. See walk.h for what events imply. */
#include "match/walk.h"

#include "base/format.h"
#include "match/legal.h"

void replay_begin(struct replay *r, const struct match *m, const struct game *g)
{
    *r = (struct replay){.winner = NOBODY};
    position_start(&r->now, &m->rules, m->length, g->score, g->crawford_game);
    if (g->automatic_doubles > 0 && g->automatic_doubles <= CUBE_MAX_LOG2)
        r->now.cube = 1 << g->automatic_doubles;
}

int walk_points(const struct position *p, int kind)
{
    const bool unturned = p->cube_owner == CUBE_CENTRED;
    return p->length == 0 && p->rules.jacoby && unturned ? p->cube : kind * p->cube;
}

static void decide(struct replay *r, int winner, int points, enum ending ending, enum game_state state)
{
    r->winner = winner;
    r->points = points;
    r->ending = ending;
    r->now.state = state;
    r->now.offer = r->now.under = OFFER_NONE;
    r->now.resigned = 0;
}

/* ---- whose turn ---- */

static void put_on_roll(struct position *p, int player)
{
    if (p->on_roll != player)
        board_flip(&p->board, &p->board);
    p->on_roll = p->turn = player;
}

static void take(struct replay *r)
{
    if (r->now.offer == OFFER_DOUBLE)
        r->now.cube_owner = !r->now.on_roll;
    r->now.cube = r->offered;
    r->now.offer = OFFER_NONE;
    r->now.turn = r->now.on_roll;
}

/* Back to what stood before the resignation was offered. */
static void refuse(struct replay *r)
{
    r->now = position_refused(&r->now);
}

/* Makes `player` the one to roll or double: what that implies is done, the board turned if it was the other's turn. */
static const char *come_to_roll(struct replay *r, int player)
{
    struct position *p = &r->now;
    if (p->offer == OFFER_RESIGNATION)
        refuse(r);
    if (p->offer != OFFER_NONE)
        take(r);
    const bool in_turn = p->on_roll == player || !r->started;
    r->started = true;
    if (p->on_roll != player) {
        put_on_roll(p, player);
        p->dice[0] = p->dice[1] = 0;
    }
    return in_turn ? NULL : W_("it is the other player's turn");
}

/* ---- plays ---- */

static bool is_roll(int die1, int die2)
{
    return die1 >= 1 && die1 <= 6 && die2 >= 1 && die2 <= 6;
}

static const char *set_dice(struct position *p, const int8_t dice[2])
{
    const bool other = p->dice[0] != 0 && (p->dice[0] != dice[0] || p->dice[1] != dice[1]) &&
                       (p->dice[0] != dice[1] || p->dice[1] != dice[0]);
    p->dice[0] = dice[0];
    p->dice[1] = dice[1];
    return other ? W_("the dice had already been rolled, differently") : NULL;
}

/* The given board is believed where it is possible, else the play. */
static const char *make_play(struct replay *r, const struct event *e, struct board *after)
{
    const struct board *b = &r->now.board;
    const bool given = (e->flags & EVENT_AFTER_GIVEN) && board_problem(event_board(e), 0) == NULL;
    r->play_legal = false;
    if (given)
        *after = *event_board(e);
    else if (e->play.n < 0 || e->play.n > PLAY_STEPS || !board_play(b, &e->play, after)) {
        *after = *b;
        return W_("the play cannot be executed");
    }
    r->play_legal = given ? moves_is_legal(b, e->dice[0], e->dice[1], after)
                          : play_is_legal(b, e->dice[0], e->dice[1], &e->play, after);
    if (r->play_legal)
        return NULL;
    if (given || e->play.n > 0)
        return W_("the play does not fit the roll");
    return e->text == NULL ? W_("no play is given, but the roll can be played") : W_("the play cannot be executed");
}

static void finish_play(struct replay *r, const struct board *after)
{
    const int mover = r->now.on_roll, kind = board_won(after);
    r->now.board = *after;
    position_pass_turn(&r->now);
    if (kind != 0)
        decide(r, mover, walk_points(&r->now, kind), ENDING_BORNE_OFF, GAME_OVER);
}

static const char *apply_play(struct replay *r, const struct event *e, struct board *played)
{
    struct board after;
    if (!is_roll(r->now.dice[0], r->now.dice[1])) {
        r->play_legal = false;
        if (played != NULL)
            *played = r->now.board;
        position_pass_turn(&r->now);
        return W_("a play needs two dice from 1 to 6");
    }
    const char *problem = make_play(r, e, &after);
    if (played != NULL)
        *played = after;
    finish_play(r, &after);
    return problem;
}

/* ---- the cube ---- */

static void offer(struct replay *r, enum offer kind, int stated, const char **problem)
{
    const int expected = 2 * r->now.cube;
    const bool usable = stated >= 2 && stated <= 1 << CUBE_MAX_LOG2 && (stated & (stated - 1)) == 0;
    r->now.offer = kind;
    r->now.turn = position_answerer(&r->now);
    r->offered = usable ? stated : expected;
    if (stated != 0 && stated != expected && *problem == NULL)
        *problem = W_("the cube is not turned to twice its value");
    if (r->offered > 1 << CUBE_MAX_LOG2)
        r->offered = r->now.cube;
}

/* A beaver or raccoon: the offer is taken and raised at once. */
static const char *raise_cube(struct replay *r, const struct event *e)
{
    struct position *p = &r->now;
    const bool beaver = e->kind != EVENT_RACCOON;
    const enum offer answered = beaver ? OFFER_DOUBLE : OFFER_BEAVER;
    const char *problem = NULL;
    if (p->offer == OFFER_NONE || p->offer == OFFER_RESIGNATION)
        return beaver ? W_("there is no double to beaver") : W_("there is no beaver to raccoon");
    if (p->offer != answered)
        problem = beaver ? W_("only a double can be beavered") : W_("only a beaver can be raccooned");
    else if (e->player != p->turn)
        problem = W_("the double is the other player's to answer");
    else if (p->length > 0)
        problem = W_("there are no beavers in a match");
    else if (!p->rules.beavers)
        problem = W_("beavers are not allowed");
    else if (p->rules.one_beaver && !beaver)
        problem = W_("a beaver may not be raccooned");
    else if (!position_may_raise(p))
        problem = W_("the cube cannot be turned any higher");
    take(r);
    offer(r, beaver ? OFFER_BEAVER : OFFER_RACCOON, e->value, &problem);
    return problem;
}

static const char *double_problem(const struct position *p)
{
    if (position_may_double(p, p->on_roll))
        return NULL;
    if (!p->rules.cube)
        return W_("the cube is not in use");
    if (p->crawford_game)
        return W_("there is no doubling in the Crawford game");
    if (p->dice[0] != 0)
        return W_("the dice have been rolled already");
    if (p->cube_owner == !p->on_roll)
        return W_("the cube is the other player's");
    return W_("the cube cannot be turned any higher");
}

static const char *apply_double(struct replay *r, const struct event *e)
{
    const char *problem = double_problem(&r->now);
    r->now.dice[0] = r->now.dice[1] = 0;
    offer(r, OFFER_DOUBLE, e->value, &problem);
    return problem;
}

static const char *apply_answer(struct replay *r, const struct event *e)
{
    const char *problem = NULL;
    struct position *p = &r->now;
    if (p->offer == OFFER_RESIGNATION)
        refuse(r);
    if (p->offer == OFFER_NONE)
        return e->kind == EVENT_TAKE ? W_("there is no double to take") : W_("there is no double to drop");
    if (e->player != p->turn)
        problem = W_("the double is the other player's to answer");
    if (e->kind == EVENT_TAKE)
        take(r);
    else
        decide(r, !e->player, p->cube, ENDING_DROP, GAME_DROPPED);
    return problem;
}

/* ---- resignations ---- */

static const char *apply_resign(struct replay *r, const struct event *e)
{
    struct position *p = &r->now;
    if (p->offer == OFFER_RESIGNATION)
        refuse(r);
    p->under = p->offer;
    p->offer = OFFER_RESIGNATION;
    p->resigned = e->value >= 0 && e->value <= 3 ? e->value : 0;
    p->turn = !e->player;
    return e->value >= 0 && e->value <= 3 ? NULL : W_("a resignation is for one to three times the cube");
}

static const char *apply_resign_answer(struct replay *r, const struct event *e)
{
    struct position *p = &r->now;
    if (p->offer != OFFER_RESIGNATION)
        return W_("there is no resignation to answer");
    const char *problem = e->player == p->turn ? NULL : W_("the resignation is the other player's to answer");
    if (e->kind == EVENT_RESIGN_ACCEPT)
        decide(r, p->turn, p->resigned * p->cube, ENDING_RESIGNED, GAME_RESIGNED);
    else
        refuse(r);
    return problem;
}

/* ---- set by hand ---- */

static const char *apply_set_board(struct replay *r, const struct event *e)
{
    struct position *p = &r->now;
    const char *problem = board_problem(event_board(e), 0);
    if (problem != NULL)
        return problem;
    *p = (struct position){.board = *event_board(e),
                           .on_roll = e->player,
                           .turn = e->player,
                           .cube = p->cube,
                           .cube_owner = p->cube_owner,
                           .score = {p->score[0], p->score[1]},
                           .length = p->length,
                           .crawford_game = p->crawford_game,
                           .rules = p->rules,
                           .state = GAME_PLAYING};
    r->started = true;
    return board_problem(event_board(e), variant_chequers(p->rules.variant));
}

static const char *apply_set_cube(struct replay *r, const struct event *e)
{
    if (e->value < 1 || e->value > 1 << CUBE_MAX_LOG2 || (e->value & (e->value - 1)) != 0)
        return W_("the cube must be a power of two");
    if (e->owner < CUBE_CENTRED || e->owner > 1)
        return W_("the cube is centred or one of the players'");
    if (r->now.offer == OFFER_BEAVER || r->now.offer == OFFER_RACCOON)
        take(r);
    r->now.cube = e->value;
    r->now.cube_owner = e->owner;
    return NULL;
}

static const char *apply_set_score(struct replay *r, const struct event *e)
{
    r->now.score[0] = e->score[0];
    r->now.score[1] = e->score[1];
    return e->score[0] < 0 || e->score[1] < 0 ? W_("a score is not negative") : NULL;
}

/* ---- one event ---- */

static bool is_for_player_on_roll(enum event_kind kind)
{
    return kind == EVENT_PLAY || kind == EVENT_ROLL || kind == EVENT_SET_DICE || kind == EVENT_DOUBLE;
}

/* A double while a double waits is the other player's way of saying beaver. */
static bool is_beaver(const struct replay *r, const struct event *e)
{
    return e->kind == EVENT_BEAVER ||
           (e->kind == EVENT_DOUBLE && r->now.offer == OFFER_DOUBLE && e->player == r->now.turn);
}

/* Brings the position to where the event's player acts: what walk.before shows. */
static const char *prepare(struct replay *r, const struct event *e)
{
    if (!is_for_player_on_roll(e->kind) || is_beaver(r, e))
        return NULL;
    const char *problem = come_to_roll(r, e->player);
    if (e->kind == EVENT_DOUBLE)
        return problem;
    const char *dice = is_roll(e->dice[0], e->dice[1]) ? set_dice(&r->now, e->dice) : W_("the dice are not a roll");
    return problem != NULL ? problem : dice;
}

static const char *execute(struct replay *r, const struct event *e, struct board *played)
{
    if (is_beaver(r, e))
        return raise_cube(r, e);
    switch (e->kind) {
    case EVENT_PLAY:
        return apply_play(r, e, played);
    case EVENT_DOUBLE:
        return apply_double(r, e);
    case EVENT_RACCOON:
        return raise_cube(r, e);
    case EVENT_TAKE:
    case EVENT_DROP:
        return apply_answer(r, e);
    case EVENT_RESIGN:
        return apply_resign(r, e);
    case EVENT_RESIGN_ACCEPT:
    case EVENT_RESIGN_REFUSE:
        return apply_resign_answer(r, e);
    case EVENT_SET_BOARD:
        return apply_set_board(r, e);
    case EVENT_SET_CUBE:
        return apply_set_cube(r, e);
    case EVENT_SET_SCORE:
        return apply_set_score(r, e);
    default:
        return NULL;
    }
}

static const char *begin_event(struct replay *r, const struct event *e, bool *goes_on)
{
    *goes_on = r->winner == NOBODY || e->kind == EVENT_COMMENT;
    return *goes_on ? prepare(r, e) : W_("the game is over already");
}

const char *replay_apply(struct replay *r, const struct event *e, struct board *played)
{
    bool goes_on;
    const char *problem = begin_event(r, e, &goes_on);
    if (!goes_on)
        return problem;
    const char *fault = execute(r, e, played);
    return problem != NULL ? problem : fault;
}

int replay_actor(const struct replay *r, enum event_kind kind)
{
    return is_for_player_on_roll(kind) ? r->now.on_roll : r->now.turn;
}

/* ---- the walk ---- */

void walk_begin(struct walk *w, const struct match *m, const struct game *g)
{
    *w = (struct walk){.match = m, .game = g, .legal = true, .winner = NOBODY};
    replay_begin(&w->replay, m, g);
    w->before = w->after = w->replay.now;
    w->played = w->after.board;
    clock_begin(&w->clock, m);
    for (size_t i = 0; m->clock != NULL && i < m->n_games && &m->games[i] != g; i++)
        for (size_t k = 0; k < m->games[i].n_events; k++)
            clock_pass(&w->clock, &m->games[i].events[k]);
}

static bool has_a_number(enum event_kind kind)
{
    return kind <= EVENT_DROP;
}

bool roll_has_its_play(const struct game *g, size_t index)
{
    const struct event *e = &g->events[index];
    return e->kind == EVENT_ROLL && index + 1 < g->n_events && e[1].kind == EVENT_PLAY && e[1].player == e->player;
}

bool walk_next(struct walk *w)
{
    bool goes_on;
    if (w->next >= w->game->n_events)
        return false;
    if (has_a_number(w->game->events[w->next].kind) && !(w->event != NULL && roll_has_its_play(w->game, w->index)))
        w->move_number++;
    if (w->event != NULL)
        clock_pass(&w->clock, w->event);
    w->index = w->next++;
    w->event = &w->game->events[w->index];
    w->problem = begin_event(&w->replay, w->event, &goes_on);
    w->before = w->replay.now;
    if (goes_on) {
        const char *fault = execute(&w->replay, w->event, &w->played);
        w->problem = w->problem != NULL ? w->problem : fault;
    }
    w->after = w->replay.now;
    w->legal = w->problem == NULL;
    w->winner = w->replay.winner;
    w->points = w->replay.points;
    w->ending = w->replay.ending;
    return true;
}
