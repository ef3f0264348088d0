/* The board in letters, for plain text reports and terminals. */
#ifndef KIBITZER_ASCII_H
#define KIBITZER_ASCII_H

#include "base/strbuf.h"
#include "match/position.h"

/* Appends the 13 lines of the board: player 0 = O, player 1 = X; player `bottom` at the bottom, points numbered for
 * him; -1 = as GNU Backgammon has it: X at the bottom, points numbered for the player on roll. Names, scores, dice and
 * cube on the right. `name` are UTF-8 without control characters. */
void ascii_board(struct strbuf *out, const struct position *p, int bottom, const char *const name[2]);

/* The same with the IDs in front of it and the pip counts behind. */
void ascii_position(struct strbuf *out, const struct position *p, int bottom, const char *const name[2]);

#endif
