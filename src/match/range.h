/* How sure a performance rating is. */
#ifndef KIBITZER_RANGE_H
#define KIBITZER_RANGE_H

#include "match/record.h"

/* Half the width of the 95 % confidence interval of player `who`'s performance rating in the set, in the rating's unit
 * (500 x EMG per decision). Errors of one game go together (a hard game has many), so games are the sample, not
 * decisions: the standard error of the ratio of two sums over games (Cochran, Sampling Techniques, 1977, 6.3), with
 * Student's t for as many games. NAN with fewer than two games that have decisions. */
double rating_range(const struct match *m, int set, int who);

#endif
