/* Settling a disagreement: both candidates are rolled out with the same dice until it is clear who is right, or the
 * trials are used up. The test allows for its being looked at again and again; method and figures: docs/analysis.md,
 * "Settled". */
#ifndef KIBITZER_SETTLE_H
#define KIBITZER_SETTLE_H

#include <signal.h>

#include "match/compared.h"
#include "rollout/rollout.h"

struct settle_setup {
    const struct engine *engine;
    struct worker *const *workers;
    int n_workers;
    const struct rollout_options *options;
    double even; /* EMG: choices that surely differ by less, and losses as surely as near, are even; 0 = none are */
    const volatile sig_atomic_t *cancel; /* may be NULL */
};

/* Of a disagreement: fills d->settled. The result does not depend on the number of workers. False if it was cancelled.
 */
bool settle(const struct settle_setup *s, struct compared_decision *d);

/* What half of the 95 % interval is in standard errors, at look `look` (from 1) of `looks` (1 to SETTLE_LOOKS), the
 * error having been estimated from so many blocks. An interval that wide at each look holds the truth at all of them in
 * 95 % of all cases. */
enum { SETTLE_LOOKS = 9 };
double settle_limit(int look, int looks, int blocks);

#endif
