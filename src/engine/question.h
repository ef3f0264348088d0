/* A search that is set up for one position: what the engine's questions and rollouts have in common.
 * VIEWPOINT. The search's cube model knows players by number; see search.h. */
#ifndef KIBITZER_QUESTION_H
#define KIBITZER_QUESTION_H

#include "engine/engine.h"
#include "engine/hyper.h"
#include "engine/noise.h"
#include "engine/search.h"

struct question {
    struct search search;
    struct noise_evaluator noise;
    struct hyper_evaluator hyper;
};

/* Sets up `q`, which stays where it is, for the score, rules and cube of `p` at `l`. `keep`: how many plays of a throw
 * are fully evaluated inside the tree; 0 = as many as usual. */
void question_ask(struct question *q, const struct engine *e, struct worker *w, const struct position *p,
                  const struct level *l, int keep);

/* What search_ready() wants for `l`. */
uint64_t question_salt(const struct level *l);

#endif
