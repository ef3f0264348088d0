/* An engine and its workers; see pool.h. */
#include "engine/pool.h"

#include <stdlib.h>
#include <string.h>

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

bool engine_pool_open(struct engine_pool *p, const struct engine_files *files, int jobs)
{
    *p = (struct engine_pool){.jobs = jobs};
    p->engine = engine_of_files(files, jobs);
    if (p->engine == NULL)
        return false;
    p->worker = xcalloc((size_t)jobs, sizeof *p->worker);
    for (int i = 0; i < jobs; i++)
        p->worker[i] = worker_new(p->engine);
    return true;
}

void engine_pool_close(struct engine_pool *p)
{
    for (int i = 0; i < p->jobs && p->worker != NULL; i++)
        worker_free(p->worker[i]);
    xfree(p->worker);
    engine_close(p->engine);
    *p = (struct engine_pool){0};
}
