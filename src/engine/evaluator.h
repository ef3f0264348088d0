/* The seam of the engine: anything that turns positions into probabilities. The net, the bearoff databases, a search
 * ply and a rollout are all evaluators and can wrap one another; each embeds `struct evaluator` as its first member.
 *
 * VIEWPOINT. An evaluator sees boards AFTER A PLAY: by the mover, the opponent next to roll; its outcome is the
 * mover's. To value a position with the viewer on roll, flip the board, evaluate, outcome_flip() the answer. */
#ifndef KIBITZER_EVALUATOR_H
#define KIBITZER_EVALUATOR_H

#include <stddef.h>

#include "match/board.h"
#include "match/outcome.h"

struct worker; /* one thread's scratch space, caches and dice; engine/worker.h */

struct evaluator {
    const char *name;
    /* Evaluates n boards into n outcomes: cubeless, money-like probabilities that are consistent
     * (0 <= backgammons <= gammons <= wins, likewise for losses; impossible outcomes exactly 0). Never fails. */
    void (*eval)(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                 struct outcome *out);
};

#endif
