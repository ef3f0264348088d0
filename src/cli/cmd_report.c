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
    struct stored_pages *at;
    size_t n, capacity;
    size_t *first, n_pages; /* by page: the first of those on it */
    size_t n_done, n_failed; /* of the lock of the collection */
};

static bool add_view(void *context, const struct stored_match *m)
{
    struct views *v = context;
    if (m->analysis == 0)
        return true;
    v->at = grow(v->at, v->n, &v->capacity, sizeof *v->at);
    stored_pages_set(&v->at[v->n++], &(struct held){m->id, m->analysis, m->stem, m->fingerprint});
    return true;
}

static void write_one(void *context, int hand, size_t index)
{
    (void)hand;
    struct views *v = context;
    struct collection *c = &v->collection;
    const struct stored_pages *page = &v->at[v->first[index]];
    const bool ok = pages_renew(&v->pages, c, page, v->first[index + 1] - v->first[index]);
    pthread_mutex_lock(&c->lock);
    v->n_done++;
    v->n_failed += !ok;
    progress_show((double)v->n_done / (double)v->n_pages, page->stem);
    pthread_mutex_unlock(&c->lock);
}

static int write_all(struct views *v, int jobs)
{
    const struct match_filter all = MATCH_FILTER_ALL;
    if (!store_matches(v->collection.store, &all, add_view, v)) {
        say_error("%s: %s", store_name(v->collection.store), store_error(v->collection.store));
        return EXIT_NOTHING;
    }
    v->first = xcalloc(v->n + 1, sizeof *v->first);
    v->n_pages = pages_group(v->at, v->n, v->first);
    threads_for(jobs, v->n_pages, write_one, v, interrupt_flag());
    const bool listed = !interrupted() && pages_index(&v->pages, &v->collection, NULL, 0);
    progress_clear();
    if (interrupted())
        return EXIT_INTERRUPTED;
    if (listed)
        say("%zu match%s; open %s/index.html", v->n, v->n == 1 ? "" : "es", v->pages.folder);
    return !listed ? EXIT_NOTHING : v->n_failed != 0 ? EXIT_SOME_FAILED : EXIT_CLEAN;
}

static int run(const struct args *a)
{
    struct views v = {.n = 0};
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
    xfree(v.first);
    xfree(v.at);
    return result;
}

static const struct option_row options[] = {
    DB_OPTION,
    {"out", 'o', "FOLDER", "./kibitzer-report", "where the reports and index.html go"},
    {"report", 'r', "FORMATS", "html,json", "which reports each match gets: any of `kibitzer formats`, with commas"},
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
        "style, with other options, in another folder. Nothing is analysed; pages that are there as they\n"
        "would be written are left alone.\n\n"
        "examples:\n  kibitzer report --report pdf\n"
        "  kibitzer report --db postgresql:///club --out pages --only-player \"Ann;ann_s\"\n",
    .options = options,
    .run = run,
};
