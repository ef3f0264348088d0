/* Engines of the public library. See kibitzer.h. */
#include <stdlib.h>

#include "base/xmalloc.h"
#include "engine/kernel.h"
#include "engine/pool.h"
#include "library/library.h"

struct opening {
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    struct kibitzer_engine *engine;
};

static int open_engine(void *opening)
{
    struct opening *o = opening;
    const struct engine_files *files = NULL;
    const struct jobs_option *jobs = NULL;
    int code = KIBITZER_OK;
    if (o->options != NULL && library_settle(o->call, o->options, &code) == NULL)
        return code;
    if (o->options != NULL) {
        files = options_part(o->options->options, &engine_group);
        jobs = options_part(o->options->options, &jobs_group);
    }
    if (o->options != NULL && files == NULL)
        return library_refuse(KIBITZER_MISUSE, "expected options of a command with an engine, as \"analyze\" is");
    struct engine *engine = engine_of_files(files, jobs != NULL ? jobs->jobs : 1);
    if (engine == NULL)
        return KIBITZER_FAILED;
    struct kibitzer_engine *e = xcalloc(1, sizeof *e);
    engine_stock_begin(&e->stock, engine);
    const char *stronger = o->options != NULL ? options_text(o->options->options, "stronger") : NULL;
    e->stronger = stronger != NULL ? stronger_of_word(stronger) : STRONGER_UNSAID;
    o->engine = e;
    return KIBITZER_OK;
}

struct kibitzer_engine *kibitzer_engine_new(struct kibitzer_options *options, struct kibitzer_call *c)
{
    struct opening o = {.call = c, .options = options};
    return library_call(c, open_engine, &o) == KIBITZER_OK ? o.engine : NULL;
}

void kibitzer_engine_free(struct kibitzer_engine *e)
{
    if (e == NULL)
        return;
    engine_stock_end(&e->stock);
    xfree(e);
}

const struct engine *library_engine(const struct kibitzer_engine *e, const struct position *p, const char **problem)
{
    *problem = library_over(p);
    return *problem == NULL && engine_knows(e->stock.engine, p->rules.variant, problem)
               ? engine_of_stronger(e->stock.engine, e->stronger, p, problem)
               : NULL;
}

int kibitzer_call_engine(struct kibitzer_call *c, struct kibitzer_engine *e)
{
    if (c == NULL)
        return KIBITZER_MISUSE;
    c->call.engines = e != NULL ? &e->stock : NULL;
    return KIBITZER_OK;
}

/* ---- the machine ---- */

static int test_kernel(void *unused)
{
    (void)unused;
    const struct net_kernel *k = net_kernel_choose();
    return net_kernel_agrees(k)
               ? KIBITZER_OK
               : library_refuse(KIBITZER_FAILED, "this machine's %s does not compute as plain C does", k->name);
}

int kibitzer_self_test(struct kibitzer_call *c)
{
    return library_call(c, test_kernel, NULL);
}
