/* What to answer to a double or a resignation that waits: by a look at the position, and by a rollout of it. Every
 * command and function that is asked about such a position answers this. */
#ifndef KIBITZER_ANSWERED_H
#define KIBITZER_ANSWERED_H

#include "engine/engine.h"
#include "rollout/rollout.h"

enum { ANSWERS_MAX = 3 };

struct answered {
    int n, best; /* 0: nothing waits */
    struct {
        const char *name; /* "take", "pass", "beaver", "raccoon"; "accept", "refuse" */
        double equity; /* of the player who has to answer; of doubles in cubes before them */
        double error; /* standard error, of rollouts; of a look and of what is certain 0 */
    } at[ANSWERS_MAX];
    const struct rollout_candidate *by; /* of rollouts: whose games they follow from */
    int sign; /* a figure of the roller's is to who answers: 1 or -1 times */
};

/* `p`: as it was asked. False where nothing waits. */
bool answered_by_look(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                      struct answered *out);
/* `r`: rollout of position_refused(p) where a resignation waits, else of `p`. False also where no answer follows from
 * it: without the cube nothing is known of a double. */
bool answered_by_rollout(const struct rollout *r, const struct position *p, struct answered *out);

#endif
