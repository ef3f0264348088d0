/* An engine with a worker for each thread, opened as options ask for it. */
#ifndef KIBITZER_POOL_H
#define KIBITZER_POOL_H

#include "engine/engine_options.h"

struct engine_pool {
    struct engine *engine;
    struct worker **worker; /* [jobs] */
    int jobs;
};

/* The engine alone; NULL after a message. `files` NULL: what is compiled in. */
struct engine *engine_of_files(const struct engine_files *files, int jobs);

/* False after a message. */
bool engine_pool_open(struct engine_pool *p, const struct engine_files *files, int jobs);
void engine_pool_close(struct engine_pool *p);

#endif
