/* Positions and plays, asked directly: for programs that ask thousands of times, where a document (kibitzer.h) costs
 * too much. Rules for calls, errors, memory and threads: kibitzer.h.
 *
 * BOARDS are arrays of 26 numbers, seen by the player on roll: [0] the opponent's bar (0 or negative), [1] to [24] the
 * points, own chequers positive, the opponent's negative, [25] the own bar. The player on roll moves from 24 down to 1.
 * A side has 15 chequers; those that are not on the board have been borne off. A board AFTER A PLAY is still seen by
 * the player who has moved; kibitzer_board_flip() turns it. */
#ifndef KIBITZER_POSITION_PUBLIC_H
#define KIBITZER_POSITION_PUBLIC_H

#include <stdint.h>

#include "kibitzer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KIBITZER_BOARD = 26, KIBITZER_CHANCES = 5, KIBITZER_PLAY = 8, KIBITZER_PLAYS_MAX = 3060 };

/* ---- boards ---- */

/* The start of a game. */
KIBITZER_API void kibitzer_board_start(int8_t board[KIBITZER_BOARD]);
/* The same position seen by the other player. */
KIBITZER_API void kibitzer_board_flip(const int8_t board[KIBITZER_BOARD], int8_t out[KIBITZER_BOARD]);
/* Why a board cannot be, or NULL: too many chequers, a bar that holds the wrong side's. */
KIBITZER_API const char *kibitzer_board_problem(const int8_t board[KIBITZER_BOARD]);

/* Chances of the player on roll before rolling, cubeless, at 0 plies, for `n` boards one after the other:
 * out[5 * i] win, + 1 win a gammon or more, + 2 win a backgammon, + 3 lose a gammon or more, + 4 lose a backgammon.
 * `threads` >= 1; the figures are the same for any number. */
KIBITZER_API int kibitzer_evaluate(struct kibitzer_engine *e, const int8_t *boards, size_t n, float *out, int threads,
                                   struct kibitzer_call *c);

/* All boards after a legal play of the throw, each once, the mover's view; `plays` (may be NULL) gets one way to make
 * each: from, to, from, to ... with 25 = the bar, 0 = off, and -1 behind the last. Both have room for `room` of them,
 * KIBITZER_PLAYS_MAX at most. Returns how many there are (0 = no legal play) or a negative code; those that do not fit
 * are counted but not written. */
KIBITZER_API int kibitzer_legal_plays(const int8_t board[KIBITZER_BOARD], int die1, int die2, int8_t *after,
                                      int8_t *plays, size_t room, struct kibitzer_call *c);

/* ---- positions: a board with dice, cube and score ---- */

struct kibitzer_position;

/* From an XGID, a GNU Backgammon Position ID, a pair PositionID:MatchID or an OGID. */
KIBITZER_API struct kibitzer_position *kibitzer_position_new(const char *id, struct kibitzer_call *c);
/* From a board: money play, cube in the middle, nothing rolled, no Jacoby rule. */
KIBITZER_API struct kibitzer_position *kibitzer_position_of(const int8_t board[KIBITZER_BOARD],
                                                            struct kibitzer_call *c);
KIBITZER_API void kibitzer_position_free(struct kibitzer_position *p);

KIBITZER_API void kibitzer_position_board(const struct kibitzer_position *p, int8_t out[KIBITZER_BOARD]);

/* What a position holds besides its board. Players are seen from the one on roll. */
enum kibitzer_position_number {
    KIBITZER_POSITION_DIE_1, /* 0 = not rolled */
    KIBITZER_POSITION_DIE_2,
    KIBITZER_POSITION_CUBE, /* 1, 2, 4 ... */
    KIBITZER_POSITION_CUBE_OWNER, /* 0 centred, 1 the player on roll, -1 the opponent */
    KIBITZER_POSITION_LENGTH, /* points; 0 = money play */
    KIBITZER_POSITION_SCORE, /* of the player on roll */
    KIBITZER_POSITION_OPPONENT_SCORE,
    KIBITZER_POSITION_CRAWFORD, /* 1: this is the Crawford game */
    KIBITZER_POSITION_JACOBY,
    KIBITZER_POSITION_BEAVERS,
    KIBITZER_POSITION_CUBE_LIMIT, /* the highest value of the cube, 2, 4 ...; 0 = no limit */
    KIBITZER_POSITION_PLAYER, /* who is on roll: 0 the first player, 1 the second */
    /* The others follow from these and from what has been done; they cannot be set. */
    KIBITZER_POSITION_DECIDES, /* 1 the player on roll, -1 the opponent, who answers what waits */
    KIBITZER_POSITION_WAITS, /* for an answer: 0 nothing, 1 a double, 2 a beaver, 3 a raccoon, 4 a resignation */
    KIBITZER_POSITION_WINNER, /* of this game: 1 the player on roll, -1 the opponent, 0 nobody yet */
    KIBITZER_POSITION_POINTS, /* won with it, the cube and the Jacoby rule included; 0 = nothing yet */
    KIBITZER_POSITION_STARTED /* 0 = nobody has rolled yet in this game */
};
/* -2 where there is no such number. */
KIBITZER_API int kibitzer_position_number(const struct kibitzer_position *p, enum kibitzer_position_number which);
KIBITZER_API int kibitzer_position_set(struct kibitzer_position *p, enum kibitzer_position_number which, int value,
                                       struct kibitzer_call *c);
/* Why the numbers of a position do not go together, or NULL: one die without the other, a score at which the match is
 * over, a Crawford game where nobody needs one point, a cube above its limit. */
KIBITZER_API const char *kibitzer_position_problem(const struct kibitzer_position *p);
KIBITZER_API struct kibitzer_position *kibitzer_position_copy(const struct kibitzer_position *p,
                                                              struct kibitzer_call *c);
/* As an ID: "xgid", "gnubg" (PositionID:MatchID) or "ogid". */
KIBITZER_API char *kibitzer_position_id(const struct kibitzer_position *p, const char *kind, struct kibitzer_call *c);

/* ---- playing on ---- */

/* The first game of a match to `length` points (0 = money play, without the Jacoby rule), before anybody has rolled. */
KIBITZER_API struct kibitzer_position *kibitzer_position_start(int length, struct kibitzer_call *c);
/* What an action makes of a position; NULL with the reason (KIBITZER_MISUSE) where the rules do not allow it. `action`:
 * a throw ("31"), a play of the throw ("8/5 6/5"; "" where nothing can be moved), "double", "take", "pass", "beaver",
 * "raccoon". The first throw of a game is a die of each player: "31" is 3 of player 0, who then moves, "13" lets
 * player 1 move. */
KIBITZER_API struct kibitzer_position *kibitzer_position_after(const struct kibitzer_position *p, const char *action,
                                                               struct kibitzer_call *c);
/* The start of the next game, once this one is won: with its points and, where it is due, the Crawford rule.
 * KIBITZER_MISUSE where the match is over. */
KIBITZER_API struct kibitzer_position *kibitzer_position_next_game(const struct kibitzer_position *p,
                                                                   struct kibitzer_call *c);
/* A play of kibitzer_legal_plays() on `board` as reports write it: "24/23 13/11". Free it with kibitzer_free(). */
KIBITZER_API char *kibitzer_play_text(const int8_t board[KIBITZER_BOARD], const int8_t play[KIBITZER_PLAY],
                                      struct kibitzer_call *c);

/* ---- questions ---- */

enum kibitzer_evaluation { /* places in the arrays below */
                           KIBITZER_WIN,
                           KIBITZER_WIN_GAMMON, /* or more */
                           KIBITZER_WIN_BACKGAMMON,
                           KIBITZER_LOSE_GAMMON, /* or more */
                           KIBITZER_LOSE_BACKGAMMON,
                           KIBITZER_EQUITY, /* without the cube; of the player on roll, in points of the cube (EMG in
                                               matches) */
                           KIBITZER_CUBEFUL, /* with the cube where it stands */
                           KIBITZER_EVALUATION /* how many there are */
};
/* What the position is worth to the player on roll before rolling; `level` as on the command line, NULL = 2ply. */
KIBITZER_API int kibitzer_position_evaluate(struct kibitzer_engine *e, const struct kibitzer_position *p,
                                            const char *level, double out[KIBITZER_EVALUATION],
                                            struct kibitzer_call *c);

/* The chance of the player on roll to win the match where an equity (EMG, at the value of the cube as it stands) is
 * given, and the other way round; by the engine's match equity table. NAN in money play, where nothing hangs on the
 * game, and for NULL. */
KIBITZER_API double kibitzer_position_mwc(const struct kibitzer_engine *e, const struct kibitzer_position *p,
                                          double equity);
KIBITZER_API double kibitzer_position_equity(const struct kibitzer_engine *e, const struct kibitzer_position *p,
                                             double mwc);

enum { KIBITZER_STATE = 8 };
/* The same for `n` positions at once. `boards`: one after the other. `states`: for each what enum
 * kibitzer_position_number has from KIBITZER_POSITION_CUBE on, KIBITZER_STATE numbers (cube, its owner, length, score,
 * opponent's score, Crawford, Jacoby, beavers); NULL = money play, the cube in the middle. `out`: KIBITZER_EVALUATION
 * figures for each. `threads` >= 1; the figures are the same for any number. A position in which the game or the match
 * is over is KIBITZER_MISUSE. */
KIBITZER_API int kibitzer_evaluate_states(struct kibitzer_engine *e, const int8_t *boards, const int32_t *states,
                                          size_t n, const char *level, float *out, int threads,
                                          struct kibitzer_call *c);

/* All legal plays of the throw, best first. Columns: 0 "play" ("24/23 13/11"), 1 "cubeful", 2 "equity", 3 "win",
 * 4 "win_g", 5 "win_bg", 6 "lose_g", 7 "lose_bg" (of the mover), 8 "plies" it was looked at. A position that has not
 * been rolled is KIBITZER_MISUSE. */
KIBITZER_API struct kibitzer_cursor *kibitzer_position_plays(struct kibitzer_engine *e,
                                                             const struct kibitzer_position *p, const char *level,
                                                             struct kibitzer_call *c);

enum kibitzer_cube {
    KIBITZER_NO_DOUBLE, /* equities of the player on roll, as KIBITZER_CUBEFUL */
    KIBITZER_DOUBLE_TAKE,
    KIBITZER_DOUBLE_PASS,
    KIBITZER_CUBE_BEST, /* of the best action */
    KIBITZER_CUBE /* how many there are */
};
/* The cube decision before rolling, as `hint` has it (2ply: the cube a ply shallower). `*verdict` (may be NULL): a
 * constant, "Double, take". Equities are NAN where doubling is not allowed or the cube is dead. Where a double, a
 * beaver or a raccoon waits, equities are those of the player who has to answer, in cubes before the double, and the
 * verdict is that answer: "take", "pass", "beaver", "raccoon". Where a resignation waits it is "accept" or "refuse",
 * and KIBITZER_CUBE_BEST alone is known. */
KIBITZER_API int kibitzer_position_cube(struct kibitzer_engine *e, const struct kibitzer_position *p, const char *level,
                                        double out[KIBITZER_CUBE], const char **verdict, struct kibitzer_call *c);

/* Rolls the position out: the `plays` best plays of its throw (chosen at 2 plies), or without a throw its cube
 * decision. `o`: options of "rollout" (trials, seed, level, truncate ...), NULL = the defaults; `threads` >= 1, the
 * figures are the same for any number. Progress and cancelling through the call: KIBITZER_CANCELLED. Columns: 0 "play"
 * (or "no double", "double, take"), 1 "equity" (with the cube), 2 "error" (its standard error), 3 "cubeless", 4 "win",
 * 5 "win_g", 6 "win_bg", 7 "lose_g", 8 "lose_bg", 9 "trials", 10 "behind" (the best one, by this much), 11
 * "behind_error". The best comes first. Where a double or a resignation waits, "play" is the answer ("take", "pass",
 * "beaver", "accept", "refuse"), and all figures are those of the player who has to answer. */
KIBITZER_API struct kibitzer_cursor *kibitzer_position_rollout(struct kibitzer_engine *e,
                                                               const struct kibitzer_position *p,
                                                               struct kibitzer_options *o, int plays, int threads,
                                                               struct kibitzer_call *c);

#ifdef __cplusplus
}
#endif

#endif
