/* Sums of trials by block, and what they say: means, standard errors, and differences of candidates.
 *
 * Dice are stratified inside a block, so single trials are not independent: their spread would overstate the error of a
 * race by half. Blocks are shuffled independently of each other; with four of them or more their spread gives the
 * error. Formulas: docs/rollouts.md, "Standard errors". */
#ifndef KIBITZER_MEANS_H
#define KIBITZER_MEANS_H

#include "rollout/rollout.h"

/* The cubeless equity of one trial's chances. */
double sums_cubeless(const struct rollout *r, const double figure[ROLLOUT_FIGURES]);

/* Adds trial number `trial`, blocks having `block` trials. To be called in the order of trials. */
void sums_add(struct rollout_series *s, int trial, int block, const double figure[ROLLOUT_FIGURES]);

/* Takes out a last block of the first series that is not full, so that it can be played again as a whole. */
void sums_drop_short_block(struct rollout *r, int block);

/* Brings all estimates up to date. */
void sums_estimate(struct rollout *r);

/* Value of candidate a less that of b over the blocks that both have, with the joint standard error of these
 * differences; the error is NAN below four blocks. */
struct sums_difference {
    double mean, error;
};
struct sums_difference sums_difference(const struct rollout *r, int a, int b);

/* The scale of FIGURE_VALUE and of rollout.pass: the model of the cube of the position that is rolled out, its values
 * spread where next to nothing hangs on the game (cube_model_widen()). */
struct cube_model;
void rollout_scale(const struct rollout *r, struct cube_model *out);

#endif
