/* Why a decision was wrong: what can be counted and computed about the play made and the best one, kept where it
 * differs by more than its noise and points the way of the verdict. Conditions: docs/lessons.md. */
#ifndef KIBITZER_ANALYZE_LESSON_H
#define KIBITZER_ANALYZE_LESSON_H

#include "engine/engine.h"

/* `p`: with its dice, the mover on roll. Nothing is found of what was not an error. */
void lesson_of_play(const struct engine *e, struct worker *w, const struct position *p, const struct candidate *best,
                    const struct candidate *played, struct lesson *out);

enum cube_done { CUBE_ROLLED, CUBE_DOUBLED, CUBE_TAKEN, CUBE_PASSED };

/* `p`: the doubler on roll, the cube as it stood before. */
void lesson_of_cube(const struct engine *e, struct worker *w, const struct position *p, const struct cube_answer *c,
                    enum cube_done done, const struct level *level, struct lesson *out);

#endif
