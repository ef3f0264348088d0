/* How alike two positions are: how many pips the chequers of one would have to be moved, by either side and in either
 * direction, to make the other. */
#ifndef KIBITZER_LIKE_H
#define KIBITZER_LIKE_H

#include "match/board.h"

/* The least number of pips, both sides' chequers together; the bar is 25 pips from home, what is off 0. Boards must
 * have as many chequers of each side. For chequers on a line this is the sum over all points of how many more of one
 * board stand beyond the point than of the other. */
int board_distance(const struct board *a, const struct board *b);

#endif
