/* Letters of SGF plays. */
#ifndef KIBITZER_SGF_MOVES_H
#define KIBITZER_SGF_MOVES_H

#include <stdbool.h>

#include "base/span.h"
#include "match/moves.h"

enum { SGF_STEPS_MAX = 8 };

/* A point's letter as seen by `player`: 1..24, 25 = bar (y), 0 = off (z); -1 = no such letter.
 * White (0) has a = the own ace point, Black (1) a = the own 24-point. */
int sgf_point(char letter, int player);

/* Pairs of letters into steps of the mover, as they stand. Returns the number of steps, -1 if something is not a pair.
 */
int sgf_steps(struct span letters, int player, struct step steps[SGF_STEPS_MAX]);

/* The play that `letters` describe on `b` (seen by the mover) with this roll: merged steps are taken apart. True if it
 * is legal. False: *play is what can be executed (n >= 0), n = -1 if nothing can. */
bool sgf_play(struct span letters, int player, const struct board *b, const int dice[2], struct play *play);

#endif
