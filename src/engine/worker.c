/* Buffers, made once for each thread, and caches, made once for all. */
#include "engine/worker.h"

#include <stdlib.h>

#include "base/xmalloc.h"
#include "engine/endgame.h"
#include "engine/engine.h"
#include "engine/race.h"
#include "engine/search.h"

enum { LOG2_VALUES = 15, LOG2_REPLIES = 12, LOG2_THROWN = 11, LOG2_MARKETS = 12 };

void search_caches_init(struct search_caches *c)
{
    c->values = cache_new(sizeof(struct search_value), LOG2_VALUES);
    c->replies = cache_new(search_replies_size(), LOG2_REPLIES);
    c->thrown = cache_new(WORKER_THROWS * sizeof(struct thrown), LOG2_THROWN);
    c->markets = cache_new(sizeof(struct market), LOG2_MARKETS);
}

void search_caches_done(struct search_caches *c)
{
    cache_free(c->values);
    cache_free(c->replies);
    cache_free(c->thrown);
    cache_free(c->markets);
    *c = (struct search_caches){0};
}

struct worker *worker_make(const struct engine *e, const struct search_caches *caches)
{
    const size_t n = (size_t)WORKER_THROWS * MOVES_MAX;
    struct worker *w = xcalloc(1, sizeof *w);
    w->engine = e;
    if (caches)
        w->caches = *caches;
    w->boards = xaligned(n * sizeof *w->boards);
    w->picked = xaligned(n * sizeof *w->picked);
    w->rough = xmalloc(n * sizeof *w->rough);
    w->outcomes = xmalloc(n * sizeof *w->outcomes);
    w->sides = xcalloc(RACE_KEPT, sizeof *w->sides);
    w->moves = (struct move_list){.at = xcalloc(MOVES_MAX, sizeof *w->moves.at), .capacity = MOVES_MAX};
    return w;
}

void worker_free(struct worker *w)
{
    if (!w)
        return;
    xaligned_free(w->boards), xaligned_free(w->picked);
    xfree(w->rough), xfree(w->outcomes);
    xfree(w->sides);
    moves_free(&w->moves);
    endgame_free(w->endgame);
    xfree(w);
}
