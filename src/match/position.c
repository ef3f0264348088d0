/* Positions: who may double, and how the turn passes. When a cube is available and when it is dead
 * is as GNU Backgammon counts cube decisions; see position.h for the viewpoint. */
#include "match/position.h"

#include <stddef.h>

#include "base/language.h"

enum { NEVER_AWAY = 1 << 20 };

void position_start(struct position *p, const struct rules *rules, int length, const int score[2], bool crawford_game)
{
    *p = (struct position){
        .cube = 1,
        .cube_owner = CUBE_CENTRED,
        .score = {score[0], score[1]},
        .length = length,
        .crawford_game = crawford_game,
        .rules = *rules,
        .state = GAME_PLAYING,
    };
    board_start(&p->board, rules->variant);
}

int position_away(const struct position *p, int who)
{
    return p->length > 0 ? p->length - p->score[who] : NEVER_AWAY;
}

bool position_double_is_dead(const struct position *p)
{
    return p->length > 0 && 2 * p->cube >= position_away(p, 1 - p->on_roll);
}

static int cube_most(const struct rules *r)
{
    return r->cube_limit > 0 ? r->cube_limit : 1 << CUBE_MAX_LOG2;
}

bool position_may_double(const struct position *p, int who)
{
    return p->rules.cube && !p->crawford_game && (p->cube_owner == CUBE_CENTRED || p->cube_owner == who) &&
           2 * p->cube <= cube_most(&p->rules) && p->dice[0] == 0 && p->offer == OFFER_NONE && p->state <= GAME_PLAYING;
}

bool position_may_raise(const struct position *p)
{
    const bool last = p->offer == OFFER_RACCOON || (p->offer == OFFER_BEAVER && p->rules.one_beaver);
    return p->length == 0 && p->rules.beavers && !last && 4 * p->cube <= cube_most(&p->rules);
}

void rules_set_cube_limit(struct rules *r, long limit)
{
    r->cube = limit != 1;
    r->cube_limit = 0;
    for (int n = 2; limit != CUBE_LIMIT_USUAL && n <= limit && n <= 1 << CUBE_MAX_LOG2; n *= 2)
        r->cube_limit = n;
}

static void take(bool *rule, enum ruling ruling)
{
    if (ruling != RULING_NONE)
        *rule = ruling != RULING_NO;
}

void rules_take(struct rules *r, const struct rules_given *given, int length)
{
    if (length == 0) {
        take(&r->jacoby, given->jacoby);
        take(&r->beavers, given->beavers);
        if (given->beavers != RULING_NONE)
            r->one_beaver = given->beavers == RULING_ONCE;
    } else {
        take(&r->crawford, given->crawford);
    }
    if (given->cube_limit != 0)
        rules_set_cube_limit(r, given->cube_limit);
}

/* A player who is 1-away after the Crawford game falls under the same test, the cube being 1 at least. */
bool position_cube_is_live(const struct position *p, int who)
{
    return position_may_double(p, who) && position_away(p, who) > p->cube;
}

const char *position_no_double(const struct position *p, int who)
{
    return position_cube_is_live(p, who)        ? NULL
           : p->cube_owner == !who              ? N_("the opponent owns the cube")
           : p->crawford_game                   ? N_("it is the Crawford game")
           : !p->rules.cube                     ? N_("there is no cube")
           : 2 * p->cube > cube_most(&p->rules) ? N_("the cube is at its limit")
                                                : N_("a double would gain nothing");
}

int position_answerer(const struct position *p)
{
    return p->offer == OFFER_DOUBLE || p->offer == OFFER_RACCOON ? !p->on_roll : p->on_roll;
}

struct position position_refused(const struct position *p)
{
    struct position after = *p;
    after.offer = p->under;
    after.under = OFFER_NONE;
    after.resigned = 0;
    after.turn = position_answerer(&after);
    return after;
}

bool position_is_doubled(const struct position *p)
{
    return p->offer == OFFER_DOUBLE || p->offer == OFFER_BEAVER || p->offer == OFFER_RACCOON;
}

struct board position_board(const struct position *p, int player)
{
    struct board b = p->board;
    if (p->on_roll != player)
        board_flip(&b, &b);
    return b;
}

void position_pass_turn(struct position *p)
{
    board_flip(&p->board, &p->board);
    p->on_roll = p->turn = !p->on_roll;
    p->dice[0] = p->dice[1] = 0;
}

static bool rules_equal(const struct rules *a, const struct rules *b)
{
    return a->variant == b->variant && a->cube == b->cube && a->cube_limit == b->cube_limit &&
           a->crawford == b->crawford && a->jacoby == b->jacoby && a->beavers == b->beavers &&
           a->one_beaver == b->one_beaver && a->automatic == b->automatic;
}

struct position position_before_roll(const struct position *p)
{
    struct position before = *p;
    before.dice[0] = before.dice[1] = 0;
    return before;
}

/* A beaver and a raccoon have raised the cube and made it the beaverer's. */
struct position position_undoubled(const struct position *p)
{
    struct position before = position_before_roll(p);
    if (p->offer == OFFER_RESIGNATION)
        before = position_refused(&before);
    const int raised = before.offer == OFFER_BEAVER ? 1 : before.offer == OFFER_RACCOON ? 2 : 0;
    before.offer = OFFER_NONE;
    before.turn = p->on_roll;
    before.cube = p->cube >> raised > 0 ? p->cube >> raised : 1;
    if (raised > 0)
        before.cube_owner = before.cube == 1 ? CUBE_CENTRED : p->on_roll;
    return before;
}

bool position_equal(const struct position *a, const struct position *b)
{
    return board_equal(&a->board, &b->board) && a->on_roll == b->on_roll && a->turn == b->turn &&
           a->dice[0] == b->dice[0] && a->dice[1] == b->dice[1] && a->cube == b->cube &&
           a->cube_owner == b->cube_owner && a->offer == b->offer && a->under == b->under &&
           a->resigned == b->resigned && a->score[0] == b->score[0] && a->score[1] == b->score[1] &&
           a->length == b->length && a->crawford_game == b->crawford_game && rules_equal(&a->rules, &b->rules) &&
           a->state == b->state;
}
