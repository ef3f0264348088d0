/* `stats`: figures of players over all matches of a collection. */
#include "collection/stats.h"

#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "batch/ask.h"
#include "export/html/page.h"

struct stats_options {
    struct ask_options ask;
    int by; /* enum stats_by */
    int last;
    int form; /* of forms[] */
};

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

/* ORDER FORM */
static const struct form forms[] = {{"table", "txt"}, {"csv", "csv"}, {"json", "json"}, {"html", "html"}, {0}};
static void (*const writers[])(const struct stats *st, enum stats_by by, struct strbuf *out) = {stats_table, stats_csv,
                                                                                                stats_json, stats_html};

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

static int answer_figures(const struct stats_options *o, const struct stats *st)
{
    struct strbuf text = {0};
    writers[o->form](st, (enum stats_by)o->by, &text);
    const int ending = answer_write(&o->ask.answer, &text);
    say_left_out(st);
    strbuf_done(&text);
    return ending;
}

static int answer_nothing(const struct store *s, const struct stats *st)
{
    say_left_out(st);
    say_error("%s: no match fits", store_name(s));
    return CALL_NOTHING;
}

static int answer(struct store *s, const struct collection_query *q, const void *options)
{
    const struct stats_options *o = options;
    const struct stats_query query = {.match = q->match, .of = q->of, .by = (enum stats_by)o->by, .last = o->last};
    struct stats st;
    const int ending = !stats_of(s, &query, &st) ? collection_unread(s)
                       : st.players.n == 0       ? answer_nothing(s, &st)
                                                 : answer_figures(o, &st);
    stats_done(&st);
    return ending;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct stats_options *o = options;
    return collection_ask(&o->ask, input, n, answer, o);
}

/* ---- options ---- */

static const char *by_listed(size_t i)
{
    return 1 + i < STATS_BY ? stats_by_name((enum stats_by)(1 + i)) : NULL;
}

static bool parse_by(const struct option_value *v)
{
    int *by = v->field;
    *by = (int)stats_by_named(v->text);
    return *by != BY_NOTHING ||
           option_wrong(v, "year, month, opponent, length, event, phase, plan, score, cube, cube-action, opening, "
                           "theme or error-kind is expected");
}

static const struct option_row rows[] = {
    OPTION("by", struct stats_options, by, .argument = "WHAT", .parse = parse_by, .listed = by_listed,
           .help = "groups too: year, month, opponent, length, event, phase, plan,\n"
                   "score, cube, cube-action, opening, theme or error-kind"),
    OPTION("last", struct stats_options, last, .argument = "N", .least = 1, .most = 1000000000,
           .help = "only each player's newest N decisions (the match at the cut-off counts whole)"),
    OPTION("format", struct stats_options, ask.answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "table, csv, json or html (a page) [as FILE ends; else table]"),
    {0},
};

static const struct option_group group = {.title = "Figures", .rows = rows};

static const struct option_part parts[] = {{&group, 0}, ASK_PARTS(struct stats_options), {0}};

static bool settle(const struct options *all, void *options, struct option_fault *f)
{
    struct stats_options *o = options;
    (void)all;
    return answer_form_settle(&o->ask.answer, forms, 0, &o->form, f);
}

const struct command stats_command = {{"stats", sizeof(struct stats_options), parts, settle}, run};
