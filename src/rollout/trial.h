/* One game of a rollout, from the candidate's position to an end that is known.
 *
 * VIEWPOINT. Figures are seen by the player who decides (rollout.h). */
#ifndef KIBITZER_TRIAL_H
#define KIBITZER_TRIAL_H

#include "rollout/rollout.h"
#include "rollout/throws.h"

/* Plays trial number `trial` of the series of dice `t`. */
void trial_play(const struct rollout *r, const struct rollout_candidate *c, const struct throws *t, int trial,
                struct worker *w, double figure[ROLLOUT_FIGURES]);

#endif
