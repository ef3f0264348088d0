/* A position: the board plus everything the next decision depends on: cube, score, rules, dice.
 *
 * VIEWPOINT. `board` is seen by `on_roll`. Everything else is given by player number, 0 = the first-named player,
 * 1 = the second, whoever is on roll: so only the board turns when the turn passes. */
#ifndef KIBITZER_POSITION_H
#define KIBITZER_POSITION_H

#include <stdbool.h>

#include "match/board.h"

enum { CUBE_CENTRED = -1, NOBODY = -1, MATCH_LENGTH_MAX = 32767, CUBE_MAX_LOG2 = 15, CUBE_LIMIT_USUAL = 1024 };

/* What is being answered. A double, beaver or raccoon is "offered" until taken, dropped or raised. */
enum offer { OFFER_NONE, OFFER_DOUBLE, OFFER_BEAVER, OFFER_RACCOON, OFFER_RESIGNATION };

enum game_state { GAME_NOT_STARTED, GAME_PLAYING, GAME_OVER, GAME_RESIGNED, GAME_DROPPED };

struct rules {
    enum variant variant;
    bool cube; /* the cube is in use */
    int cube_limit; /* the highest value it may be turned to, a power of two from 2; 0 = no limit */
    bool crawford; /* Crawford rule in force (matches) */
    bool jacoby; /* gammons count only with a turned cube (money) */
    bool beavers; /* beavers (and raccoons) allowed (money) */
    bool one_beaver; /* ... but no raccoons: a beaver may not be raised */
    bool automatic; /* automatic doubles (money) */
};

/* Rules that a user gives, which count whatever a source says; of the variation where it says none. Zeros: none. */
enum ruling { RULING_NONE, RULING_NO, RULING_YES, RULING_ONCE /* of beavers: without raccoons */ };
struct rules_given {
    enum variant variant; /* VARIANT_BACKGAMMON = not given */
    enum ruling jacoby, beavers; /* of money play */
    enum ruling crawford; /* of matches */
    int cube_limit; /* 0 = not given, -1 = no limit */
};

struct position {
    struct board board; /* seen by on_roll */
    int on_roll; /* whose turn it is to roll or move; also while this player's double is pending */
    int turn; /* who must decide now: differs from on_roll while a double or resignation is offered */
    int dice[2]; /* 0 0 = not rolled */
    int cube; /* 1, 2, 4 ...; while a double is offered still the old value */
    int cube_owner; /* CUBE_CENTRED, 0 or 1 */
    enum offer offer;
    enum offer under; /* while a resignation is offered: the double, beaver or raccoon that waits beneath it */
    int resigned; /* points offered by the opponent of `turn`, in cubes: 0 none, 1 single, 2 gammon, 3 backgammon */
    int score[2]; /* before this game */
    int length; /* 0 = money */
    bool crawford_game; /* this is the Crawford game: no cube */
    struct rules rules;
    enum game_state state;
};

/* The start of a game between players 0 and 1 with nobody having rolled; on_roll = 0. */
void position_start(struct position *p, const struct rules *rules, int length, const int score[2], bool crawford_game);

/* Points player `who` still needs; a large number (length 0) in money play. */
int position_away(const struct position *p, int who);

/* Whoever takes the player on roll's double has no use for the cube: it is worth all the points needed. */
bool position_double_is_dead(const struct position *p);

/* May player `who` double, supposing it is that player's turn (not checked): cube in use, centred or owned, not the
 * Crawford game, below its limit, no dice thrown, nothing offered, the game not over; "dead" cubes may be turned too.
 */
bool position_may_double(const struct position *p, int who);

/* After a double of `p`, which waits or is still to come: may it be beavered, or a beaver that waits be raccooned? In
 * money play where beavers (and raccoons) are allowed, and the cube's limit leaves room. */
bool position_may_raise(const struct position *p);

/* A number that a source gives as the limit of the cube, as rules know it: 1 takes the cube out of use, and what is 0
 * or less, or the 1024 that eXtreme Gammon writes where nobody has set a limit, is none. Else the greatest power of two
 * that it leaves room for. */
void rules_set_cube_limit(struct rules *r, long limit);

/* The rules that are given; length 0 = money. The variation is left to those who know what stands on the board. */
void rules_take(struct rules *r, const struct rules_given *given, int length);

/* As may_double, and doubling could matter: not when the player's score + cube reaches the length,
 * not when the player is 1-away post-Crawford. */
bool position_cube_is_live(const struct position *p, int who);
/* Why it is not: "the opponent owns the cube"; NULL = it is live. */
const char *position_no_double(const struct position *p, int who);

/* Who answers the double, beaver or raccoon that waits: the doubler a beaver, else the opponent; without one who is on
 * roll. */
int position_answerer(const struct position *p);

/* A double, beaver or raccoon waits for an answer, and no resignation does. */
bool position_is_doubled(const struct position *p);

/* The board seen by `player`, whoever is on roll. */
struct board position_board(const struct position *p, int player);

/* Passes the turn: flips the board, changes on_roll and turn, clears dice. */
void position_pass_turn(struct position *p);

/* The same once the resignation that waits has been refused: what it interrupted goes on. */
struct position position_refused(const struct position *p);

/* The position of the doubler before the double: no offer, no dice, the doubler's turn; the cube as it was, whatever
 * beavers and raccoons have made of it. Without an offer, and under a resignation: the position before the roll. */
struct position position_undoubled(const struct position *p);

/* The same position before the roll, where the cube decision is made: no dice. An offered double stays. */
struct position position_before_roll(const struct position *p);

bool position_equal(const struct position *a, const struct position *b);

#endif
