/* Playing below one's strength: an evaluator that misjudges every position by a fixed amount of its own.
 *
 * VIEWPOINT. As all evaluators: boards after a play, the mover's outcome. */
#ifndef KIBITZER_NOISE_H
#define KIBITZER_NOISE_H

#include "engine/evaluator.h"

struct noise_evaluator {
    struct evaluator base;
    const struct evaluator *otherwise;
    float deviation; /* standard deviation of the error in the winning chance */
    unsigned seed;
};

/* The error is normally distributed and depends on the board and the seed alone: the same position is always misjudged
 * alike, on any machine. Only the winning chance is shifted, within what gammons and backgammons allow; finished games
 * are not.
 */
void noise_evaluator_init(struct noise_evaluator *e, const struct evaluator *otherwise, float deviation, unsigned seed);

#endif
