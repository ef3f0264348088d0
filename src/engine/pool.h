/* An engine with a worker for each thread, opened as options ask for it, or lent by whoever calls; and such a lender,
 * an engine that stays open with workers that calls use one after the other. */
#ifndef KIBITZER_POOL_H
#define KIBITZER_POOL_H

#include <pthread.h>

#include "base/threads.h"
#include "engine/engine_options.h"

struct worker_slot {
    struct engine_stock *of;
    struct worker *worker; /* NULL = none yet */
    bool busy, fresh; /* fresh: made by the call that has it */
};

struct engine_stock {
    struct engine *engine;
    pthread_mutex_t lock; /* of what follows */
    struct worker_slot slot[THREADS_MAX];
};

/* The stock closes the engine. */
void engine_stock_begin(struct engine_stock *s, struct engine *e);
void engine_stock_end(struct engine_stock *s);
/* A worker for this thread until it is given back; NULL if all are busy. */
struct worker_slot *engine_stock_worker(struct engine_stock *s);
void engine_stock_back(struct worker_slot *slot);

struct engine_pool {
    struct engine *engine;
    struct worker **worker; /* [jobs] */
    struct worker_slot **lent; /* [jobs], what the workers are of; NULL = all is our own */
    int jobs;
};

/* The engine alone; NULL after a message. `files` NULL: what is compiled in. */
struct engine *engine_of_files(const struct engine_files *files, int jobs);

/* False after a message. Where the options name no engine of their own, it is that of the call (call.h), if it has
 * one. */
bool engine_pool_open(struct engine_pool *p, const struct engine_files *files, int jobs);
void engine_pool_close(struct engine_pool *p);

#endif
