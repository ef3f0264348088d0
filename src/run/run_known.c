/* What the collection knew before a run, and what becomes of it; see run.h. */
#include "run/run.h"

#include "base/call.h"
#include "base/threads.h"
#include "collection/said.h"

struct content job_content(const struct job *j, const struct input *in)
{
    return (struct content){.hash = j->hash, .size = in->size, .path = j->path, .stem = j->stem, .n_matches = -1};
}

struct stale_list {
    struct run *run;
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
    struct run *run = l->run;
    const size_t at = l->pages.first[index];
    if (!pages_renew(&run->pages, &run->into.collection, &l->pages.at[at], l->pages.first[index + 1] - at))
        run->into.trouble = true;
}

/* Does the collection hold matches of it that this run has not analysed? */
static bool is_held(const struct job *j)
{
    return (j->known || j->stored) && !j->copy && !j->elsewhere;
}

void run_renew_pages(struct run *run)
{
    struct stale_list l = {.run = run};
    for (size_t i = 0; i < run->work.inputs.n && !call_cancelled(); i++)
        if (is_held(&run->work.list.at[i]))
            (void)store_matches_held(run->into.collection.store, run->work.list.at[i].hash, &run->into.wanted,
                                     note_stale, &l);
    page_list_group(&l.pages);
    threads_for(run->pool.jobs, l.pages.n_pages, renew_one, &l, call_cancel_flag());
    page_list_done(&l.pages);
}

bool run_say_of_known(void *context)
{
    struct run *run = context;
    struct store *s = run->into.collection.store;
    size_t stays = 0;
    if (!match_says(&run->request.options->said))
        return true;
    bool ok = store_begin(s);
    for (size_t i = 0; ok && i < run->work.inputs.n; i++)
        if (run->work.list.at[i].known && !run->work.list.at[i].copy && !run->work.list.at[i].elsewhere)
            ok = said_fill_known(s, run->work.list.at[i].hash, &run->request.options->said.info, &stays);
    ok = store_end(s, ok);
    run->tally.n_known_stay = stays; /* not added: a lost server makes it all again */
    return ok;
}

bool run_note_places(struct run *run)
{
    struct store *s = run->into.collection.store;
    bool ok = store_begin(s);
    for (size_t i = 0; ok && i < run->work.inputs.n; i++) {
        const struct job *j = &run->work.list.at[i];
        const struct content c = job_content(j, &run->work.inputs.at[i]);
        if ((j->known || j->copy) && !j->elsewhere)
            ok = store_place(s, &c);
    }
    return store_end(s, ok);
}

void run_judge_known(struct run *run)
{
    for (size_t i = 0; i < run->work.inputs.n; i++) {
        const struct job *j = &run->work.list.at[i];
        if (j->elsewhere)
            run->work.fate[i] = FATE_SKIPPED;
        else if (j->refused)
            run->work.fate[i] = FATE_FAILED;
        else if (j->known)
            run->work.fate[i] = j->n_errors != 0 ? FATE_IN_PART : FATE_GOOD;
    }
    for (size_t i = 0; i < run->work.inputs.n; i++) /* a copy fares as the place that is done instead */
        if (run->work.list.at[i].copy && run->work.fate[i] == FATE_LEFT)
            run->work.fate[i] = run->work.fate[run->work.list.at[i].original];
}
