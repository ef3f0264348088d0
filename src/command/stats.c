/* `stats`: figures of players over all matches of a collection. */
#include "report/stats_page.h"
#include "collection/field.h"
#include "collection/people.h"

#include <string.h>

#include "base/call.h"
#include "base/outputs.h"
#include "base/command.h"
#include "command/ask.h"
#include "command/stats_answer.h"
#include "export/html/page.h"
#include "export/print/document.h"
#include "match/pace.h"
#include "match/said_options.h"
#include "report/league_page.h"

struct stats_options {
    struct ask_options ask;
    int by; /* enum stats_by */
    int last;
    int sort, least; /* enum league_order; decisions that a rank takes */
    const char *me; /* whose figures come first */
    bool everybody; /* and then those of all others */
};

/* ---- pages ---- */

struct shown { /* a document to be written: figures, or a league table */
    const struct stats *stats;
    enum stats_by by;
    const struct league *league;
    bool linked;
};

static void build(void *shown, struct node_receiver *to, struct diags *d)
{
    const struct shown *w = shown;
    (void)d;
    if (w->league != NULL)
        league_page(w->league, to);
    else
        stats_page(w->stats, w->by, w->linked, to);
}

static bool write_page(struct shown *w, bool pdf, struct strbuf *out)
{
    struct export_options o;
    struct html_page page;
    struct sink s;
    struct diags d;
    bool ok = true;
    export_defaults(&o);
    sink_init(&s);
    diags_init(&d, NULL);
    if (pdf) {
        ok = print_pdf(&(struct printed_document){.build = build, .context = w}, &o, &s, &d);
    } else {
        html_page_begin(&page, &o, &s);
        build(w, page.receiver, &d);
        html_page_done(&page);
    }
    strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    call_diags(&d);
    diags_done(&d);
    sink_done(&s);
    return ok;
}

static const struct own_form own_forms[] = {{"html", "html"}, {"pdf", "pdf"}, {0}};

static int put_page(const struct answers_options *to, struct shown *w)
{
    struct strbuf text = {0};
    const int ending = write_page(w, to->form == PAGE_PDF, &text) ? answers_put_text(to, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

static void say_left_out(const struct stats *st, bool ranked)
{
    struct strbuf text = {0};
    left_out_text(&st->left_out, &text);
    if (!ranked)
        few_text(st, &text);
    for (char *at = text.at, *end; at != NULL && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        say("%s", at);
    }
    strbuf_done(&text);
}

static void say_what_to_know(enum stats_by by)
{
    if (by == BY_THEME)
        say("%s", tr(themes_note));
    if (by != BY_TIME)
        return;
    say("%s", tr(pace_note));
    say("%s", tr(difference_note));
}

/* Figures or a league table; `none`: no match has any. */
static int put_shown(struct store *s, const struct answers_options *to, struct shown *w, bool none)
{
    int ending;
    if (none && !answers_are_data(to))
        ending = CALL_NOTHING;
    else if (to->form >= ANSWER_STYLES)
        ending = put_page(to, w);
    else
        ending = w->league != NULL ? league_put(to, w->league) : stats_put(to, w->stats, w->by);
    say_left_out(w->stats, w->league != NULL);
    if (!answers_are_data(to) && w->stats->players.n > 1)
        collection_say_alike(s);
    if (to->form == ANSWER_TABLE && !none)
        say_what_to_know(w->by);
    if (none)
        say_error("%s: no match fits", store_name(s));
    return none ? CALL_NOTHING : ending;
}

/* The folder of a page, where players have theirs as well: of reports that a run has written there. */
static bool players_have_pages(const char *output)
{
    struct strbuf folder = {0};
    const char *slash = strrchr(output, '/');
    strbuf_printf(&folder, "%.*splayers", slash != NULL ? (int)(slash + 1 - output) : 0, output);
    const bool there = path_is_folder(strbuf_text(&folder));
    strbuf_done(&folder);
    return there;
}

static int answer_league(struct store *s, const struct stats_query *query, const struct stats_options *o)
{
    struct league l;
    struct shown w = {.stats = &l.stats, .league = &l};
    int ending;
    if (league_of(s, query, (enum league_order)o->sort, o->least, &l)) {
        l.linked = o->ask.answer.form == PAGE_HTML && players_have_pages(o->ask.answer.output);
        ending = put_shown(s, &o->ask.answer, &w, l.n == 0);
    } else {
        ending = collection_unread(s);
    }
    league_done(&l);
    return ending;
}

/* With players of the same PR; not where the figures are of some decisions alone. */
static bool compare(struct store *s, const struct stats_query *q, struct stats *st)
{
    struct field field;
    if (!traits_are_any(&q->of))
        return true;
    if (!field_of(s, &field))
        return false;
    stats_compare(st, &field);
    return true;
}

/* The user's figures alone, or before those of all others: for people, where nobody is named. 0 = whoever it is has no
 * figures. False on an error of the database. */
static bool find_me(struct store *s, const struct stats_options *o, const struct stats_query *q, int64_t *me)
{
    struct strbuf name = {0};
    *me = 0;
    if (o->me == NULL || q->match.player != 0 || answers_are_data(&o->ask.answer))
        return true;
    const bool ok = store_first_of(s, o->me, me, &name);
    strbuf_done(&name);
    return ok;
}

static void put_first(struct figures_list *l, int64_t player)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i]->player == player) {
            struct figures *mine = l->at[i];
            memmove(l->at + 1, l->at, i * sizeof *l->at);
            l->at[0] = mine;
            return;
        }
}

static int answer(struct store *s, const struct collection_query *q, const void *options)
{
    const struct stats_options *o = options;
    struct stats_query query = {.match = q->match, .of = q->of, .by = (enum stats_by)o->by, .last = o->last};
    int64_t me;
    struct stats st;
    struct shown w = {.stats = &st, .by = query.by};
    if (o->sort != LEAGUE_NOT)
        return answer_league(s, &query, o);
    if (!find_me(s, o, &query, &me))
        return collection_unread(s);
    if (me != 0 && !o->everybody)
        query.match.player = me;
    const bool ok = stats_of(s, &query, &st) && compare(s, &query, &st);
    if (ok && !answers_are_data(&o->ask.answer))
        stats_for_reader(&st);
    if (ok && me != 0 && o->everybody)
        put_first(&st.players, me);
    w.linked = o->ask.answer.form == PAGE_HTML && players_have_pages(o->ask.answer.output);
    const int ending = ok ? put_shown(s, &o->ask.answer, &w, st.players.n == 0) : collection_unread(s);
    if (ok && me != 0 && !o->everybody)
        say("these are your figures alone; --everybody adds those of all others");
    stats_done(&st);
    return ending;
}

static int stats_run(const void *options, const char *const *input, size_t n)
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
                           "theme, time or error-kind is expected");
}

static const struct option_word orders[] = {{"pr", LEAGUE_PR},
                                            {"won", LEAGUE_WON},
                                            {"points", LEAGUE_POINTS},
                                            {"luck", LEAGUE_LUCK},
                                            {"elo", LEAGUE_ELO},
                                            {"name", LEAGUE_NAME},
                                            {0}};

static const struct option_row rows[] = {
    OPTION("by", struct stats_options, by, .argument = "WHAT", .parse = parse_by, .listed = by_listed,
           .help = "groups too: year, month, opponent, length, event, phase, plan,\n"
                   "score, cube, cube-action, opening, theme, time or error-kind"),
    OPTION("last", struct stats_options, last, .argument = "N", .least = 1, .most = 1000000000,
           .help = "only each player's newest N decisions (the match at the cut-off counts whole)"),
    OPTION("sort", struct stats_options, sort, .argument = "WHAT", .words = orders,
           .help = "a league table of these matches, ranked by pr, won, points, luck (result less luck),\n"
                   "elo (within them) or name"),
    OPTION("min-decisions", struct stats_options, least, .argument = "N", .initial = "30", .most = 1000000000,
           .needs = "sort", .help = "players with fewer decisions come last in it, without a rank"),
    OPTION("me", struct stats_options, me, .argument = "NAMES", .parse = parse_names,
           .help =
               "your names (\"Lasse, LMDN\"): your figures alone, where nobody is named; set by `kibitzer config me`"),
    OPTION("everybody", struct stats_options, everybody, .help = "with --me: then those of all others"),
    OPTION("format", struct stats_options, ask.answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "table, json, ndjson, csv, tsv, markdown, html (a page), latex or pdf [as FILE ends; else table]"),
    {0},
};

static const struct option_group group = {.title = "Figures", .rows = rows};

static const struct option_part parts[] = {{&group, 0}, ASK_PARTS(struct stats_options), {0}};

static bool stats_settle(const struct options *all, void *options, struct option_fault *f)
{
    struct stats_options *o = options;
    (void)all;
    if (!answers_settle(&o->ask.answer, own_forms, ANSWER_TABLE, f))
        return false;
    return o->sort == LEAGUE_NOT || o->by == BY_NOTHING ||
           option_refuse(f, NULL, NULL, "--sort ranks players, --by makes groups of each: not both");
}

static const struct answer_document *const answers[] = {&stats_document, &league_document, NULL};

const struct command stats_command = {
    {"stats", sizeof(struct stats_options), parts, stats_settle}, .run = stats_run, .answers = answers};
