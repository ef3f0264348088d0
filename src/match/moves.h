/* Legal plays. Complete rules: enter from the bar first, use both dice if any play can, else the larger die if it can
 * be played, doubles up to four times, bear off only with all chequers home and from the highest point on overage.
 *
 * Two doors to the same generator. moves_list() gives every distinct resulting position once with one way to play it;
 * moves_boards() is the fast one for the engine, boards only, in the same order. Both give the board "after a play":
 * seen by the mover, the opponent next to roll (see board.h). */
#ifndef KIBITZER_MOVES_H
#define KIBITZER_MOVES_H

#include "match/board.h"

/* No position has more distinct results for one roll than this. */
enum { MOVES_MAX = 3060, PLAY_STEPS = 4 };

/* One chequer moved once by one die. from: 25 = bar, 1..24; to: 0 = off, 1..24. Mover's numbering. */
struct step {
    int8_t from, to;
};

/* A play as made: up to four steps, each of one die, in the order played. n = 0 is a dance (nothing moved). */
struct play {
    int8_t n;
    struct step step[PLAY_STEPS];
};

struct legal_play {
    struct play play;
    struct board after; /* seen by the mover, opponent to roll */
};

struct move_list {
    int n; /* 0 = no legal move (the mover dances) */
    struct legal_play *at; /* grown as needed, freed by moves_free */
    int capacity;
};

/* All distinct resulting positions of rolling die1, die2 (1..6, either order) on `b` (seen by the player on roll).
 * `list` must be zeroed before its first use and can be used again; returns list->n. */
int moves_list(const struct board *b, int die1, int die2, struct move_list *list);
void moves_free(struct move_list *list);

/* The same boards in the same order, without the plays. `out` has room for MOVES_MAX boards. Returns the number. */
int moves_boards(const struct board *b, int die1, int die2, struct board *out);

/* Applies one step without asking for legality beyond "a chequer stands there and the target is not held":
 * hits a blot, bears off with to = 0. False (board untouched) where there is no chequer, or the point is held. */
bool board_step(struct board *b, struct step s);

/* The board after `play` on `b`, steps applied in order by board_step. False if a step cannot be executed. */
bool board_play(const struct board *b, const struct play *play, struct board *after);

/* True if `after` (seen by the mover) is a legal result of the roll on `b`; a dance only if nothing can move. */
bool moves_is_legal(const struct board *b, int die1, int die2, const struct board *after);

#endif
