/* An engine and its workers; see pool.h. */
#include "engine/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/xmalloc.h"

struct engine *engine_of_files(const struct engine_files *files, int jobs)
{
    static const struct engine_files none = {.cache = false};
    struct strbuf cache = {0};
    files = files != NULL ? files : &none;
    struct engine_options o = {.net = files->net, .met = files->met, .hyper = files->hyper};
    o.bearoff = (struct bearoff_options){.dir = files->bearoff, .threads = jobs};
    if (files->bearoff != NULL && strcmp(files->bearoff, "no") == 0)
        o.bearoff = (struct bearoff_options){.none = true};
    if (files->bearoff == NULL && files->cache && os_folder(OS_CACHE, &cache) && folder_ensure(strbuf_text(&cache)))
        o.bearoff.cache = strbuf_text(&cache);
    struct diags d;
    diags_init(&d, "kibitzer");
    struct engine *e = engine_open(&o, &d);
    call_diags(&d);
    diags_done(&d);
    strbuf_done(&cache);
    return e;
}

/* ---- an engine that is lent ---- */

void engine_stock_begin(struct engine_stock *s, struct engine *e)
{
    *s = (struct engine_stock){.engine = e};
    pthread_mutex_init(&s->lock, NULL);
}

void engine_stock_end(struct engine_stock *s)
{
    for (int i = 0; i < THREADS_MAX; i++)
        worker_free(s->slot[i].worker);
    pthread_mutex_destroy(&s->lock);
    engine_close(s->engine);
}

/* The worker stays for others, unless it goes with the attempt that made it. */
static void free_slot(void *slot)
{
    struct worker_slot *s = slot;
    pthread_mutex_lock(&s->of->lock);
    if (s->fresh)
        s->worker = NULL;
    s->busy = s->fresh = false;
    pthread_mutex_unlock(&s->of->lock);
}

static struct worker_slot *take_slot(struct engine_stock *s)
{
    struct worker_slot *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < THREADS_MAX && found == NULL; i++)
        if (!s->slot[i].busy)
            found = &s->slot[i];
    if (found != NULL) {
        found->of = s;
        found->busy = true;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

struct worker_slot *engine_stock_worker(struct engine_stock *s)
{
    struct worker_slot *slot = take_slot(s);
    if (slot == NULL)
        return NULL;
    attempt_hold(slot, free_slot);
    if (slot->worker == NULL) {
        slot->fresh = true;
        slot->worker = worker_new(s->engine);
    }
    return slot;
}

void engine_stock_back(struct worker_slot *slot)
{
    slot->fresh = false;
    attempt_release(slot, free_slot);
}

/* ---- a worker for each thread ---- */

static bool names_an_engine(const struct engine_files *f)
{
    return f != NULL && (f->net != NULL || f->met != NULL || f->hyper != NULL || f->bearoff != NULL);
}

/* Where more are at work than the stock has room for, a worker is the pool's own. */
static void borrow(struct engine_pool *p, struct engine_stock *from)
{
    p->engine = from->engine;
    p->lent = xcalloc((size_t)p->jobs, sizeof *p->lent);
    for (int i = 0; i < p->jobs; i++) {
        p->lent[i] = engine_stock_worker(from);
        p->worker[i] = p->lent[i] != NULL ? p->lent[i]->worker : worker_new(p->engine);
    }
}

bool engine_pool_open(struct engine_pool *p, const struct engine_files *files, int jobs)
{
    struct engine_stock *lender = call_current() != NULL ? call_current()->engines : NULL;
    *p = (struct engine_pool){.jobs = jobs, .worker = xcalloc((size_t)jobs, sizeof *p->worker)};
    if (lender != NULL && !names_an_engine(files)) {
        borrow(p, lender);
        return true;
    }
    p->engine = engine_of_files(files, jobs);
    for (int i = 0; i < jobs && p->engine != NULL; i++)
        p->worker[i] = worker_new(p->engine);
    if (p->engine == NULL)
        engine_pool_close(p);
    return p->engine != NULL;
}

void engine_pool_close(struct engine_pool *p)
{
    for (int i = 0; i < p->jobs && p->worker != NULL; i++)
        if (p->lent != NULL && p->lent[i] != NULL)
            engine_stock_back(p->lent[i]);
        else
            worker_free(p->worker[i]);
    if (p->lent == NULL)
        engine_close(p->engine);
    xfree(p->lent);
    xfree(p->worker);
    *p = (struct engine_pool){0};
}
