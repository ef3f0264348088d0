/* Buffers and caches, made once for each thread. */
#include "engine/worker.h"

#include <stdlib.h>

#include "base/xmalloc.h"
#include "engine/engine.h"
#include "engine/search.h"

enum { LOG2_VALUES = 15, LOG2_REPLIES = 12 };

struct worker *worker_make(const struct engine *e, bool caches)
{
    const size_t n = (size_t)WORKER_THROWS * MOVES_MAX;
    struct worker *w = xcalloc(1, sizeof *w);
    w->engine = e;
    if (caches) {
        w->values = cache_new(sizeof(struct search_value), LOG2_VALUES);
        w->replies = cache_new(search_replies_size(), LOG2_REPLIES);
    }
    w->boards = aligned_alloc(64, n * sizeof *w->boards);
    w->picked = aligned_alloc(64, n * sizeof *w->picked);
    w->rough = xmalloc(n * sizeof *w->rough);
    w->outcomes = xmalloc(n * sizeof *w->outcomes);
    if (!w->boards || !w->picked)
        abort();
    return w;
}

struct worker *worker_new(const struct engine *e)
{
    return worker_make(e, true);
}

void worker_free(struct worker *w)
{
    if (!w)
        return;
    cache_free(w->values);
    cache_free(w->replies);
    free(w->boards), free(w->picked);
    free(w->rough), free(w->outcomes);
    moves_free(&w->moves);
    free(w);
}
