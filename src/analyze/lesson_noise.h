/* How far an error may be off because of the evaluator. */
#ifndef KIBITZER_LESSON_NOISE_H
#define KIBITZER_LESSON_NOISE_H

#include "match/annotation.h"

/* Standard error of a difference in equity (EMG). Plies: measured (docs/analysis.md, "The evaluator's own error");
 * rollouts say it themselves. */
float noise_of_level(const struct eval_level *l, const struct rollout_error *a, const struct rollout_error *b);

#endif
