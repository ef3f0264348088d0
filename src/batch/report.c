/* `report`: the pages of a collection, written again without analysing anything. */
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "base/outputs.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "batch/pages.h"
#include "engine/met.h"
#include "engine/options.h"

struct report_command_options {
    struct pages_options pages;
    struct report_options reports;
    struct match_said said;
    struct collection_options collection;
    struct jobs_option jobs;
    bool json;
    const char *given; /* see pages_given() */
};

struct views {
    const struct report_command_options *options;
    struct pages pages;
    struct collection collection;
    struct page_list list;
    size_t n_done, n_failed; /* of the lock of the collection */
};

static bool add_view(void *context, const struct match_held *h)
{
    struct views *v = context;
    page_list_add(&v->list, h);
    return true;
}

static void write_one(void *context, int hand, size_t index)
{
    (void)hand;
    struct views *v = context;
    struct collection *c = &v->collection;
    const struct page_list *l = &v->list;
    const struct stored_pages *page = &l->at[l->first[index]];
    const bool ok = pages_renew(&v->pages, c, page, l->first[index + 1] - l->first[index]);
    pthread_mutex_lock(&c->lock);
    v->n_done++;
    v->n_failed += !ok;
    call_progress((double)v->n_done / (double)l->n_pages, page->stem);
    pthread_mutex_unlock(&c->lock);
}

static void print_json(const struct views *v)
{
    struct strbuf text = {0};
    struct jsonw j;
    jsonw_begin(&j, &text);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/report/1");
    jsonw_string(&j, "folder", v->options->pages.folder);
    jsonw_int(&j, "pages", (long)v->list.n_pages);
    jsonw_int(&j, "failed", (long)v->n_failed);
    jsonw_end(&j);
    jsonw_finish(&j);
    call_write(text.at, text.length);
    strbuf_done(&text);
}

static int write_all(struct views *v)
{
    struct page_list *l = &v->list;
    if (!store_matches_held(v->collection.store, NULL, NULL, add_view, v)) {
        say_error("%s: %s", store_name(v->collection.store), store_error(v->collection.store));
        return CALL_NOTHING;
    }
    page_list_group(l);
    threads_for(v->options->jobs.jobs, l->n_pages, write_one, v, call_cancel_flag());
    const bool listed = !call_cancelled() && pages_index(&v->pages, &v->collection, NULL, 0);
    call_progress_end();
    if (call_cancelled())
        return CALL_CANCELLED;
    if (listed && v->options->json)
        print_json(v);
    else if (listed)
        say("%zu page%s; open %s/index.html", l->n_pages, l->n_pages == 1 ? "" : "s", v->options->pages.folder);
    return !listed ? CALL_NOTHING : v->n_failed != 0 ? CALL_SOME_FAILED : CALL_CLEAN;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct report_command_options *o = options;
    const char *folder = o->pages.folder;
    struct named_players named;
    struct views v = {.options = o};
    if (n != 0)
        return call_misuse("%s: takes no names; the collection is named by --db", input[0]);
    if (!folder_make(folder) || !collection_open(&v.collection, &o->collection, folder, SQL_WRITE))
        return CALL_NOTHING;
    named_begin(&named);
    named_add(&named, "bottom", o->said.bottom);
    named_must(&named, "player", o->reports.only_player);
    v.pages = (struct pages){.where = &o->pages,
                             .reports = &o->reports,
                             .said = &o->said,
                             .given = o->given,
                             .named = &named,
                             .met = met_default(),
                             .collection = &v.collection};
    if (o->reports.candidates != 0)
        collection_say_kept(&v.collection, KEPT_ALL, "--candidates may show");
    const int result = named_in(&named, v.collection.store) ? write_all(&v) : CALL_MISUSE;
    collection_close(&v.collection);
    page_list_done(&v.list);
    return named_end(&named, false, result);
}

/* ---- options ---- */

static const struct option_row rows[] = {
    {.name = "json",
     OPTION_FIELD(struct report_command_options, json),
     .help = "print what was written as a JSON document"},
    {0},
};

static const struct option_group own_group = {.title = "The answer", .rows = rows};

static const struct option_part parts[] = {
    {&collection_group, offsetof(struct report_command_options, collection)},
    {&pages_group, offsetof(struct report_command_options, pages)},
    {&own_group, 0},
    {&bottom_group, offsetof(struct report_command_options, said)},
    {&jobs_group, offsetof(struct report_command_options, jobs)},
    {&report_group, offsetof(struct report_command_options, reports)},
    {0},
};

static bool settle(const struct options *given, void *all, struct option_fault *f)
{
    struct report_command_options *o = all;
    struct strbuf text = {0};
    if (o->pages.report[0] == NULL)
        return option_refuse(f, NULL, NULL, "--report none: then there is nothing to write");
    pages_given(given, (const char *const[]){"bottom", NULL}, &text);
    pages_given_of(given, &report_group, &text);
    o->given = arena_strdup(options_arena(given), strbuf_text(&text));
    strbuf_done(&text);
    return pages_know_style(&o->pages, &o->reports, f);
}

const struct command report_command = {{"report", sizeof(struct report_command_options), parts, settle}, run};
