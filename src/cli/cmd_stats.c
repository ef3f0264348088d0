/* `kibitzer stats`: figures of players over all matches of a collection. */
#include <string.h>

#include "cli/asking.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "export/html/page.h"
#include "insight/stats.h"

static void stats_html(const struct stats *st, enum stats_by by, struct strbuf *out)
{
    struct export_options o;
    struct html_page page;
    struct sink s;
    export_defaults(&o);
    sink_init(&s);
    html_page_begin(&page, &o, &s);
    stats_page(st, by, page.receiver);
    html_page_done(&page);
    strbuf_puts(out, strbuf_text(sink_main(&s)));
    sink_done(&s);
}

static const struct {
    const char *name;
    void (*write)(const struct stats *st, enum stats_by by, struct strbuf *out);
} forms[] = {{"table", stats_table}, {"csv", stats_csv}, {"json", stats_json}, {"html", stats_html}};

enum { FORMS = sizeof forms / sizeof *forms };

static int form_of(const struct args *a)
{
    for (int i = 0; i < FORMS; i++)
        if (strcmp(args_text(a, "format"), forms[i].name) == 0)
            return i;
    usage_error(a->command, "--format %s: table, csv, json or html is expected", args_text(a, "format"));
    return -1;
}

static bool read_query(struct stats_query *q, const struct args *a)
{
    const char *by = args_text(a, "by");
    if (!args_number(a, "last", 1, 1000000000, 0, &q->last))
        return false;
    q->by = by != NULL ? stats_by_named(by) : BY_NOTHING;
    if (by == NULL || q->by != BY_NOTHING)
        return true;
    usage_error(a->command,
                "--by %s: year, month, opponent, length, event, phase, plan, score, cube, cube-action, opening or "
                "error-kind is expected",
                by);
    return false;
}

static void say_left_out(const struct stats *st)
{
    struct strbuf text = {0};
    stats_left_out(st, &text);
    for (char *at = text.at, *end; at != NULL && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        say("%s", at);
    }
    strbuf_done(&text);
}

struct request {
    struct stats_query query;
    int form;
};

static int answer(struct asking *k, const struct args *a, void *wanted)
{
    struct stats_query *q = &((struct request *)wanted)->query;
    struct stats st;
    struct strbuf text = {0};
    int result;
    q->match = k->filter;
    if (!stats_of(k->collection.store, q, &st)) {
        result = asking_failed(k);
    } else if (st.players.n == 0) {
        say_left_out(&st);
        say_error("%s: no match fits", store_name(k->collection.store));
        result = EXIT_NOTHING;
    } else {
        forms[((struct request *)wanted)->form].write(&st, q->by, &text);
        result = answer_write(a, &text);
        say_left_out(&st);
    }
    strbuf_done(&text);
    stats_done(&st);
    return result;
}

static int run(const struct args *a)
{
    struct request w = {.query = {.by = BY_NOTHING}, .form = form_of(a)};
    if (w.form < 0 || !read_query(&w.query, a))
        return EXIT_USAGE;
    return asking_run(a, answer, &w);
}

static const struct option_row options[] = {
    {"by", 0, "WHAT", NULL,
     "groups too: year, month, opponent, length, event, phase, plan,\nscore, cube, cube-action, opening or error-kind"},
    {"last", 0, "N", NULL, "only each player's newest N decisions (the match at the cut-off counts whole)"},
    {"format", 'f', "FORMAT", "table", "table, csv, json or html (a page)"},
    ASK_OPTIONS,
    {0},
};

const struct command command_stats = {
    .name = "stats",
    .usage = "[--player NAME] [--by WHAT] [--format table|csv|json|html]",
    .summary = "show how well players play over all matches of a collection",
    .description = "Figures are sums over decisions, never means of rates. +- is half of the 95% interval, from how\n"
                   "the matches scatter; with fewer than three matches (or games of a single match) there is none.\n"
                   "Luck and result are in % of match winning chances per finished match; docs/analysis.md defines\n"
                   "every figure. What is left out is listed on standard error.\n\n"
                   "examples:\n  kibitzer stats\n  kibitzer stats --player Ann --by month --since 2024\n"
                   "  kibitzer stats --player Ann --last 1000 --by phase --format json\n",
    .options = options,
    .run = run,
};
