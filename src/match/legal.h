/* Is this play legal? The question of everybody who replays a match, answered without listing all plays where that is
 * possible. */
#ifndef KIBITZER_LEGAL_H
#define KIBITZER_LEGAL_H

#include "match/moves.h"

/* True if the roll can be played by `play` as far as its result goes: `after` (seen by the mover) is what board_play()
 * made of it on `b`. The order of the steps does not matter, nor how the same result was written. Dice must be 1..6. */
bool play_is_legal(const struct board *b, int die1, int die2, const struct play *play, const struct board *after);

/* May a chequer be moved from `from` by `die` on `b`, this step alone? Bar first, point not held, bearing off. */
bool step_is_legal(const struct board *b, int from, int die);

/* Executes a step that step_is_legal() has found legal; returns the point reached (0 = off), sets *hit. */
int step_execute(struct board *b, int from, int die, bool *hit);

/* True if nothing at all can be moved with this roll. */
bool roll_is_a_dance(const struct board *b, int die1, int die2);

#endif
