/* What a double is worth, whether it makes sense or not. */
#ifndef KIBITZER_DOUBLE_H
#define KIBITZER_DOUBLE_H

#include "engine/engine.h"

/* The cube decision of the player on roll in `p` (no dice, nothing offered), for doubles that were made: engine_cube(),
 * and where it has no opinion, because the cube is dead or may not be turned, the value of playing on with the cube
 * turned, verdict VERDICT_NEVER_DOUBLE. False in that case. DP is 1 by definition. */
bool double_value(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                  struct cube_answer *out);

#endif
