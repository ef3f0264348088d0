/* One thread's scratch space, and the caches that all threads of an engine share. Nothing in them changes a result. */
#ifndef KIBITZER_WORKER_H
#define KIBITZER_WORKER_H

#include "engine/cache.h"
#include "engine/engine.h"
#include "match/moves.h"
#include "match/outcome.h"

struct endgame;
struct engine;
struct race_memo;

enum { WORKER_THROWS = ALL_THROWS };

/* What a search remembers. Either may be NULL. */
struct search_caches {
    struct cache *values; /* struct search_value by position, depth and cube */
    struct cache *replies; /* the best replies to all throws by position and prices */
    struct cache *thrown; /* struct thrown of all throws by position and cube, at 0 plies */
    struct cache *markets; /* struct market, the same */
};
void search_caches_init(struct search_caches *c);
void search_caches_done(struct search_caches *c);

struct worker {
    const struct engine *engine; /* NULL in tests that bring their own evaluator */
    struct search_caches caches; /* somebody else's */
    struct board *boards; /* the legal boards of all throws: WORKER_THROWS * MOVES_MAX */
    float *rough; /* their rough equities */
    struct board *picked; /* those worth a full evaluation */
    struct outcome *outcomes; /* of these */
    struct move_list moves; /* of the decision itself */
    struct endgame *endgame; /* the last one that was asked for, NULL = none */
    struct race_memo *sides; /* of races, race.h */
};

/* `caches` are shared and must outlive the worker; NULL = none (tests show that answers do not change). Never fails but
 * for want of memory. */
struct worker *worker_make(const struct engine *e, const struct search_caches *caches);

#endif
