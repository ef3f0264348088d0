/* `book`: a player's year as a book. */
#include "report/book.h"

#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/language.h"
#include "base/language_option.h"
#include "base/xmalloc.h"
#include "collection/helped.h"
#include "collection/instructive.h"
#include "command/ask.h"
#include "export/export.h"
#include "export/shown_options.h"
#include "match/said_options.h"
#include "pages/costly.h"

enum { YEAR_ROOM = 8 };

struct book_options {
    struct collection_options where;
    struct answers_options answer;
    const char *player, *me;
    int year; /* 0 = not given */
    char days[YEAR_ROOM]; /* settled: the year */
    struct match_filter of; /* its days alone */
    int errors;
    int paper; /* enum paper_size */
    struct board_look look;
};

enum paper_size { PAPER_A5, PAPER_A4 };

static const struct own_form own_forms[] = {PAGE_FORMS, {"epub", "epub"}, {0}}; /* ORDER DOCUMENT_FORM */

/* ---- what goes into it ---- */

struct gathered {
    const struct book_options *o;
    struct store *store;
    struct match_filter of;
    const char *name;
    struct field field;
    struct career career;
    struct costly_list all, errors, quiz; /* the last two are parts of the first, in its memory */
    enum decision_theme *theme;
    struct progress progress;
    struct helped_sheet studied;
    char since[PROGRESS_DAY];
    struct costly_records records, best; /* best: of the best match alone */
};

/* Of those chosen each third is asked. */
static void deal(struct gathered *g, size_t chosen)
{
    struct costly_question *own = arena_alloc(g->all.arena, (chosen + 1) * sizeof *own);
    struct costly_question *asked = arena_alloc(g->all.arena, (chosen + 1) * sizeof *asked);
    g->errors = (struct costly_list){.at = own, .arena = g->all.arena};
    g->quiz = (struct costly_list){.at = asked, .arena = g->all.arena};
    for (size_t i = 0; i < chosen; i++)
        if (i % 3 == 2)
            asked[g->quiz.n++] = g->all.at[i];
        else
            own[g->errors.n++] = g->all.at[i];
    g->theme = arena_alloc(g->all.arena, (chosen + 1) * sizeof *g->theme);
    instructive_by_theme(&g->errors, g->theme);
}

/* Few are looked at in their records, which takes longest: there is a reason for most errors. */
static bool gather_errors(struct gathered *g)
{
    const size_t wanted = (size_t)g->o->errors + (size_t)g->o->errors / 2;
    const struct error_query q = {.match = g->of, .of.above = CAREER_SMALLEST, .worst = 10 * (int)wanted};
    if (!errors_of(g->store, &q, &g->all))
        return false;
    const size_t all = g->all.n;
    g->all.n = instructive_distinct(&g->all, wanted + wanted / 3);
    costly_explain(&g->records, &g->all);
    deal(g, instructive_explained(&g->all, g->all.n, wanted));
    g->all.n = all;
    return true;
}

/* A plan that was made in this time. */
static bool gather_plan(struct gathered *g)
{
    struct study_plan plan;
    const char *since = g->of.since, *until = g->of.until;
    if (!plan_last(g->store, g->name, &plan))
        return false;
    if (*plan.day == '\0' || (since != NULL && strncmp(plan.day, since, strlen(since)) < 0) ||
        (until != NULL && strncmp(plan.day, until, strlen(until)) > 0))
        return true;
    day_after(plan.day, g->since);
    g->studied = (struct helped_sheet){.name = g->name, .since = g->since, .progress = &g->progress};
    return progress_person(g->store, g->of.player, &g->field, g->since, &plan, &g->progress);
}

static bool gather(struct gathered *g)
{
    return field_of(g->store, &g->field) && career_of(g->store, &g->of, g->name, &g->field, &g->career) &&
           gather_errors(g) && gather_plan(g);
}

static void gathered_done(struct gathered *g)
{
    if (g->all.arena != NULL)
        errors_done(&g->all);
    if (g->career.arena != NULL)
        career_done(&g->career);
    costly_records_done(&g->records);
    costly_records_done(&g->best);
}

/* ---- the document ---- */

static void build(void *book, struct node_receiver *to, struct diags *d)
{
    book_build(book, to, d);
}

/* "2025", "March 2025 to June 2025"; nothing for all matches. */
static void period(const struct match_filter *of, struct strbuf *out)
{
    struct strbuf since = {0}, until = {0};
    if (of->since != NULL)
        tr_date(&since, of->since);
    if (of->until != NULL)
        tr_date(&until, of->until);
    if (of->since != NULL && of->until != NULL && strcmp(of->since, of->until) == 0)
        strbuf_puts(out, strbuf_text(&since));
    else if (of->since != NULL && of->until != NULL)
        tr_add(out, "{0} to {1}", strbuf_text(&since), strbuf_text(&until));
    else if (of->since != NULL)
        tr_add(out, "since {0}", strbuf_text(&since));
    else if (of->until != NULL)
        tr_add(out, "until {0}", strbuf_text(&until));
    strbuf_done(&since);
    strbuf_done(&until);
}

static const struct match *best_of(struct gathered *g)
{
    const struct career_match *best = book_best_match(&g->career);
    return best != NULL ? costly_record(&g->best, &(struct error_place){.analysis = best->analysis, .stem = best->stem})
                        : NULL;
}

/* The day that the book ends with; NULL = none is known. */
static const char *last_day(const struct gathered *g)
{
    const char *day = NULL;
    for (size_t i = 0; i < g->career.n_matches; i++)
        if (g->career.match[i].date != NULL)
            day = g->career.match[i].date;
    return day;
}

static bool write_book(struct gathered *g, struct strbuf *out, struct diags *d)
{
    struct export_options shown, best;
    struct strbuf days = {0};
    const struct errors_page_options page =
        costly_page(&g->records, &(struct errors_page_options){.look = &g->o->look}, &shown);
    shown.a5 = g->o->paper == PAPER_A5;
    best = shown;
    best.legend = false;
    period(&g->of, &days);
    struct book book = {.name = g->name,
                        .period = days.length > 0 ? strbuf_text(&days) : NULL,
                        .year = g->o->year != 0,
                        .career = &g->career,
                        .studied = g->studied.progress != NULL ? &g->studied : NULL,
                        .errors = &g->errors,
                        .theme = g->theme,
                        .quiz = &g->quiz,
                        .page = &page,
                        .best = best_of(g),
                        .best_shown = &best};
    const bool ok =
        document_write(&(struct printed_document){.build = build, .context = &book, .date = last_day(g), .book = true},
                       (enum document_form)(g->o->answer.form - PAGE_HTML), &shown, out, d);
    strbuf_done(&days);
    return ok;
}

static int put_book(struct gathered *g)
{
    struct strbuf text = {0};
    struct diags d;
    if (g->career.stats.players.n == 0) {
        say_error(g->of.since != NULL || g->of.until != NULL ? F_("%s: no analysed match in this time")
                                                             : F_("%s: no analysed match with decisions"),
                  g->name);
        return CALL_NOTHING;
    }
    diags_init(&d, g->o->answer.output);
    const bool ok = write_book(g, &text, &d);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answers_put_text(&g->o->answer, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

static int book_run(const void *options, const char *const *input, size_t n)
{
    const struct book_options *o = options;
    struct gathered g = {.o = o, .of = MATCH_FILTER_ALL};
    struct strbuf name = {0};
    struct collection c;
    if (n > 1 || (n == 1 && o->player != NULL) || (n == 0 && o->player == NULL && o->me == NULL))
        return call_misuse("expected the name of one player, or `kibitzer config me NAME` once");
    if (!collection_open(&c, &o->where, NULL, SQL_READ))
        return CALL_NOTHING;
    g.store = g.records.store = g.best.store = c.store;
    g.of.since = o->of.since;
    g.of.until = o->of.until;
    int ending = CALL_NOTHING;
    if (ask_person(c.store, n == 1 ? input[0] : o->player, o->me, &g.of.player, &name)) {
        g.name = strbuf_text(&name);
        ending = gather(&g) ? put_book(&g) : collection_unread(c.store);
    }
    gathered_done(&g);
    strbuf_done(&name);
    collection_close(&c);
    return ending;
}

/* ---- options ---- */

static const struct option_word papers[] = {{"a5", PAPER_A5}, {"a4", PAPER_A4}, {0}};

static const struct option_row rows[] = {
    {.name = "player",
     .letter = 'p',
     .argument = "NAME",
     OPTION_FIELD(struct book_options, player),
     .help = "whose book it is, by name or alias [you, as set by `kibitzer config me`]"},
    {.name = "year",
     .argument = "YEAR",
     OPTION_FIELD(struct book_options, year),
     .least = 1000,
     .most = 9999,
     .excludes = "since",
     .help = "of the matches of this year"},
    {.name = "since",
     .argument = "DATE",
     OPTION_FIELD(struct book_options, of.since),
     .parse = parse_day,
     .help = "of the matches from this day, month or year on"},
    {.name = "until",
     .argument = "DATE",
     OPTION_FIELD(struct book_options, of.until),
     .parse = parse_day,
     .excludes = "year",
     .help = "of the matches up to this day, month or year"},
    {.name = "errors",
     .argument = "N",
     .initial = "50",
     OPTION_FIELD(struct book_options, errors),
     .least = 1,
     .most = 1000,
     .help = "number of instructive errors; the quiz asks half as many more"},
    {.name = "paper",
     .argument = "SIZE",
     .initial = "a5",
     OPTION_FIELD(struct book_options, paper),
     .words = papers,
     .help = "pdf: a5 or a4"},
    {.name = "format",
     .letter = 't',
     .argument = "FORMAT",
     OPTION_FIELD(struct book_options, answer.format),
     .alias = "to",
     .help = "pdf, epub, html, text, markdown or latex [as FILE ends; else text]"},
    OPTION("output", struct book_options, answer.output, .letter = 'o', .argument = "FILE", .initial = "-",
           .flags = OPTION_WRITES_FILE, .help = "the output file; its extension selects the format"),
    LANGUAGE_ROW(struct book_options, answer.language),
    {.name = "me",
     .argument = "NAMES",
     OPTION_FIELD(struct book_options, me),
     .parse = parse_names,
     .help = "your names (\"Lasse, LMDN\"), used if no player is given; set by `kibitzer config\nme`"},
    {0},
};

static const struct option_group group = {.title = "Book", .rows = rows};

static const struct option_part parts[] = {{&group, 0},
                                           {&look_group, offsetof(struct book_options, look)},
                                           {&reports_group, offsetof(struct book_options, where)},
                                           {0}};

static bool book_settle(const struct options *all, void *options, struct option_fault *f)
{
    struct book_options *o = options;
    (void)all;
    o->of = (struct match_filter){.since = o->of.since, .until = o->of.until};
    memset(o->days, 0, sizeof o->days);
    if (o->year != 0) {
        snprintf(o->days, sizeof o->days, "%d", o->year);
        o->of.since = o->of.until = o->days;
    }
    o->answer = (struct answers_options){
        .format = o->answer.format, .output = o->answer.output, .language = o->answer.language};
    return answers_settle_document(&o->answer, own_forms, PAGE_TEXT, f);
}

const struct command book_command = {{"book", sizeof(struct book_options), parts, book_settle}, .run = book_run};
