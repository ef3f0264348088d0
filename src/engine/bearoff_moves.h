/* Bearing in and off without an opponent, for the generators: successors of a placing in the order that decides which
 * of equally good plays is kept. */
#ifndef KIBITZER_BEAROFF_MOVES_H
#define KIBITZER_BEAROFF_MOVES_H

#include <stdint.h>

#include "engine/bearoff.h"

enum { BEAROFF_THROWS = 21, BEAROFF_PLAYS_MAX = 6000 }; /* C(18 + 3, 4) ways to play a double */

/* [n][k], filled in by bearoff_positions() and everything else that numbers placings. */
extern uint32_t bearoff_binomial[BOARD_CHEQUERS + BEAROFF_MAX_POINTS + 1][BEAROFF_WHOLE_BOARD + 1];

/* ORDER THROW: high die 1..6, low die 1..high. */
struct bearoff_throw {
    int8_t high, low, weight; /* weight in 36ths */
};
extern const struct bearoff_throw bearoff_throws[BEAROFF_THROWS];

/* The ids of the placings that `own` (points 1..points) can become by this throw, in generation order; some come twice,
 * which costs less than finding out. Returns their number, at least 1 as long as a chequer is on the board. */
int bearoff_successors(const int8_t *own, int points, const struct bearoff_throw *t, uint32_t ids[BEAROFF_PLAYS_MAX]);

/* Drops ids that came before; the number left. */
int bearoff_distinct(uint32_t *ids, int n);

/* The same for one part-move with one die, the farthest chequer first. */
int bearoff_steps(const int8_t *own, int points, int die, uint32_t ids[BEAROFF_MAX_POINTS]);

#endif
