/* What the collection knew before a run, and what becomes of it; see run.h. */
#include "run/run.h"

#include <string.h>

#include "base/call.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "collection/said.h"

struct content batch_content(const struct batch *b, size_t index)
{
    const struct job *j = &b->list.at[index];
    return (struct content){
        .hash = j->hash, .size = b->inputs.at[index].size, .path = j->path, .stem = j->stem, .n_matches = -1};
}

struct stale_list {
    struct batch *batch;
    struct page_list pages; /* that may be old */
};

static bool note_stale(void *context, const struct match_held *h)
{
    struct stale_list *l = context;
    page_list_add(&l->pages, h);
    return true;
}

static void renew_one(void *context, int worker, size_t index)
{
    (void)worker;
    struct stale_list *l = context;
    struct batch *b = l->batch;
    const size_t at = l->pages.first[index];
    if (!pages_renew(&b->pages, &b->collection, &l->pages.at[at], l->pages.first[index + 1] - at))
        b->trouble = true;
}

void batch_renew_pages(struct batch *b)
{
    struct stale_list l = {.batch = b};
    for (size_t i = 0; i < b->inputs.n && !call_cancelled(); i++)
        if (b->list.at[i].known && !b->list.at[i].copy && !b->list.at[i].elsewhere)
            (void)store_matches_held(b->collection.store, b->list.at[i].hash, &b->wanted, note_stale, &l);
    page_list_group(&l.pages);
    threads_for(b->pool.jobs, l.pages.n_pages, renew_one, &l, call_cancel_flag());
    page_list_done(&l.pages);
}

bool batch_say_of_known(struct batch *b)
{
    struct store *s = b->collection.store;
    size_t stays = 0;
    if (!match_says(&b->options->said))
        return true;
    bool ok = store_begin(s);
    for (size_t i = 0; ok && i < b->inputs.n; i++)
        if (b->list.at[i].known && !b->list.at[i].copy && !b->list.at[i].elsewhere)
            ok = said_fill_known(s, b->list.at[i].hash, &b->options->said.info, &stays);
    ok = store_end(s, ok);
    if (ok && stays != 0)
        say("%zu match%s what the file says of date, event or place; `kibitzer db set` changes it", stays,
            stays == 1 ? " keeps" : "es keep");
    return ok;
}

bool batch_note_places(struct batch *b)
{
    struct store *s = b->collection.store;
    bool ok = store_begin(s);
    for (size_t i = 0; ok && i < b->inputs.n; i++) {
        const struct job *j = &b->list.at[i];
        const struct content c = batch_content(b, i);
        if ((j->known || j->copy) && !j->elsewhere)
            ok = store_place(s, &c);
    }
    return store_end(s, ok);
}

void batch_judge_known(struct batch *b)
{
    for (size_t i = 0; i < b->inputs.n; i++) {
        const struct job *j = &b->list.at[i];
        if (j->elsewhere)
            b->fate[i] = FATE_SKIPPED;
        else if (j->refused)
            b->fate[i] = FATE_FAILED;
        else if (j->known)
            b->fate[i] = j->n_errors != 0 ? FATE_IN_PART : FATE_GOOD;
    }
    for (size_t i = 0; i < b->inputs.n; i++) /* a copy fares as the place that is done instead */
        if (b->list.at[i].copy && b->fate[i] == FATE_LEFT)
            b->fate[i] = b->fate[b->list.at[i].original];
}
