/* Training the net of races (src/engine/race.h): placings with their distributions, and what the net learns of them. */
#ifndef KIBITZER_TRAIN_RACE_H
#define KIBITZER_TRAIN_RACE_H

#include "../train/train.h"
#include "engine/race.h"

/* ---- placings (samples.c) ---- */

/* Half of them with all 15 chequers, half of them with most chequers at home. */
void race_placing(int8_t own[RACE_POINTS], struct rng *r);

/* ---- learning (learn.c) ---- */

/* Adds the slopes of one sample to `gradient`; returns the loss: divergence of the distributions plus the squared error
 * of the mean number of rolls. */
double race_learn(const struct race_net *net, struct race_net *gradient, const int8_t own[RACE_POINTS],
                  const struct bearoff_distribution *truth);

void race_start(struct race_net *net, struct rng *r);

/* ---- judging (judge.c) ---- */

struct race_error {
    double equity, wins, mean; /* root mean squares: cubeless equity, winning chance, mean number of rolls */
};
/* On n pairs of placings with 15 chequers, 50 to 115 pips, against the exact table. */
struct race_error race_judge(const struct race_net *net, const struct bearoff_one *table, int n, uint64_t seed);

#endif
