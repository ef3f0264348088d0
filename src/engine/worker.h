/* One thread's scratch space: caches and buffers of the search. Nothing in it changes a result. */
#ifndef KIBITZER_WORKER_H
#define KIBITZER_WORKER_H

#include <stdbool.h>

#include "engine/cache.h"
#include "match/moves.h"
#include "match/outcome.h"

struct engine;

enum { WORKER_THROWS = 21 };

struct worker {
    const struct engine *engine; /* NULL in tests that bring their own evaluator */
    struct cache *values; /* struct search_value by position, depth and cube */
    struct cache *replies; /* the best replies to all throws by position and prices */
    struct board *boards; /* the legal boards of all throws: WORKER_THROWS * MOVES_MAX */
    float *rough; /* their rough equities */
    struct board *picked; /* those worth a full evaluation */
    struct outcome *outcomes; /* of these */
    struct move_list moves; /* of the decision itself */
};

/* `caches`: false leaves them out (tests show that answers do not change). Never fails but for want of memory. */
struct worker *worker_make(const struct engine *e, bool caches);

#endif
