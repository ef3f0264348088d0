/* The exact end of a race at a match score, or near the limit of the cube in money play: with at most six chequers a
 * side, all of them home, the value of every cube state for every pair of placings that can still come, by dynamic
 * programming from the end of the game. Both players play and double for the match. A gammon is out of the question,
 * both having borne off nine chequers.
 *
 * VIEWPOINT. As in cube.h: values are those of the player on roll, before the throw, without a double this turn. */
#ifndef KIBITZER_ENDGAME_H
#define KIBITZER_ENDGAME_H

#include "engine/cube.h"

struct endgame;

/* What is kept: the first states, among them the present one and all that one double makes of it; where beavers are
 * allowed near the limit of the cube, as many as ENDGAME_RAISED: what beavers and raccoons make of it too. */
enum { ENDGAME_STATES = 4, ENDGAME_RAISED = 8 };

/* The table that begins at `on_roll` (seen by `roller`) at the score and cube of `m`; *kept, the last one that was
 * made, is used again where it will do. NULL in money play without a limit near (the two-sided database knows that) and
 * with more chequers. Takes up to 27 MB, with beavers near the limit 55, twice that while it is made. */
const struct endgame *endgame_at(struct endgame **kept, const struct cube_model *m, const struct board *on_roll,
                                 int roller);
void endgame_free(struct endgame *e);

/* Values of the states in the set `wanted` (bits). False if one of them is not kept, or if `on_roll` cannot come up
 * after the table's beginning. */
bool endgame_values(const struct endgame *e, const struct board *on_roll, int roller, unsigned wanted,
                    float value[CUBE_STATES_MAX]);

#endif
