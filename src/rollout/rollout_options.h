/* How rollouts are to be played: options of `rollout`, and of rollouts inside an analysis. */
#ifndef KIBITZER_ROLLOUT_OPTIONS_H
#define KIBITZER_ROLLOUT_OPTIONS_H

#include "base/option.h"
#include "engine/engine_options.h"
#include "rollout/rollout.h"

/* What is asked for, and what follows from it. [0] of the player on roll, [1] of the opponent. */
struct rollout_request {
    const char *like; /* as rollout_like() has it, or NULL */
    int trials, truncate, late_from, priced_from; /* 0 = not given */
    int seed;
    bool seed_given;
    struct level level[2], cube_level[2], late_level[2], late_cube_level[2], last;
    struct level_changes changes; /* of all levels that choose plays, `luck` apart */
    bool cubeless;
    struct rollout_options how; /* once settled */
};

extern const struct option_group rollout_group;

/* Rollouts of decisions that an analysis finds costly. */
struct rolled_options {
    double errors; /* decisions that cost at least this much (EMG); 0 = none */
    double close; /* and the plays this close to the best */
    int trials, seed;
    struct level level;
    struct rollout_options how; /* once settled */
};

extern const struct option_group rolled_group;

#endif
