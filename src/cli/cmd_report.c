/* `kibitzer report`: the pages of a collection, written again without analysing anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "base/xmalloc.h"
#include "cli/collection.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/match_options.h"
#include "cli/pages.h"
#include "cli/parallel.h"
#include "cli/terminal.h"
#include "cli/thinking.h"

struct views {
    struct pages pages;
    struct collection collection;
    struct page_list list;
    size_t n_done, n_failed; /* of the lock of the collection */
};

static bool add_view(void *context, const struct held *h)
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
    progress_show((double)v->n_done / (double)l->n_pages, page->stem);
    pthread_mutex_unlock(&c->lock);
}

static int write_all(struct views *v, int jobs)
{
    struct page_list *l = &v->list;
    if (!store_held(v->collection.store, NULL, NULL, add_view, v)) {
        say_error("%s: %s", store_name(v->collection.store), store_error(v->collection.store));
        return EXIT_NOTHING;
    }
    page_list_group(l);
    threads_for(jobs, l->n_pages, write_one, v, interrupt_flag());
    const bool listed = !interrupted() && pages_index(&v->pages, &v->collection, NULL, 0);
    progress_clear();
    if (interrupted())
        return EXIT_INTERRUPTED;
    if (listed)
        say("%zu page%s; open %s/index.html", l->n_pages, l->n_pages == 1 ? "" : "s", v->pages.folder);
    return !listed ? EXIT_NOTHING : v->n_failed != 0 ? EXIT_SOME_FAILED : EXIT_CLEAN;
}

static int run(const struct args *a)
{
    struct views v = {.n_done = 0};
    int jobs;
    if (a->n_operands != 0)
        return usage_error(a->command, "%s: takes no names; the collection is named by --db", a->operand[0]);
    if (!pages_read(&v.pages, a) || !args_number(a, "jobs", 1, JOBS_MAX, jobs_available(), &jobs))
        return EXIT_USAGE;
    if (v.pages.report[0] == NULL)
        return usage_error(a->command, "--report " NO_REPORTS ": then there is nothing to write");
    v.pages.met = met_default();
    interrupts_catch();
    if (!folder_make(v.pages.folder) || !collection_open(&v.collection, a, v.pages.folder, SQL_WRITE))
        return EXIT_NOTHING;
    v.pages.collection = &v.collection;
    const int result = write_all(&v, jobs);
    collection_close(&v.collection);
    page_list_done(&v.list);
    return result;
}

static const struct option_row options[] = {
    DB_OPTION,
    {"out", 'o', "FOLDER", "./kibitzer-report", "where the reports and index.html go"},
    {"report", 'r', "FORMATS", "html,json",
     "which reports each match gets: any of `kibitzer formats`, separated by commas"},
    {"player", 0, "NAMES", NULL, "this player (\"Ann;ann_s\": any of these names) becomes player 1, at the bottom"},
    JOBS_OPTION,
    REPORT_OPTIONS,
    {0},
};

const struct command command_report = {
    .name = "report",
    .usage = "[--db FILE|URL] [--out FOLDER] [--report FORMATS]",
    .summary = "write the pages of a collection again",
    .description =
        "Every match of the collection gets its reports, and index.html lists them all: in another format or\n"
        "style, with other options, in another folder. Nothing is analysed; pages that would not change\n"
        "are left alone.\n\n"
        "examples:\n  kibitzer report --report pdf\n"
        "  kibitzer report --db postgresql:///club --out pages --only-player \"Ann;ann_s\"\n",
    .options = options,
    .run = run,
};
