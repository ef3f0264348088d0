/* What single numbers are good for after a play, by the board alone: which of them serve the opponent twice, how many
 * rolls make a point next turn. Boards: after the play, seen by the mover. */
#ifndef KIBITZER_NUMBERS_H
#define KIBITZER_NUMBERS_H

#include "match/board.h"

/* The mover's blots with an opposing chequer behind them. */
int blots_exposed(const struct board *after);

/* The lowest number that serves the opponent twice after `a`, where after `b` no more blots stand and as many ends
 * or fewer take more numbers; 0 = none. */
int duplicated_number(const struct board *a, const struct board *b);

/* Rolls of 36 that make one of the points 4 to 7 next turn, a die for each chequer; `builders`: spare chequers within
 * reach. */
int rolls_that_build(const struct board *after, int *builders);

#endif
