/* One content, many writers: each fact, figure and decision of fixtures/dump/every-word.dump, which has every word that
 * a record can hold, stands in each report, or is named as lost. */
#include "support/assertions.h"
#include "support/reading.h"
#include "support/writing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/print/print.h"
#include "report/report.h"

/* Words as they stand in a report; blanks stand for any white space. */
static const char *const facts[] = {
    /* the match */
    "Ann", "1700.5", "250", "2026-11-20", "Open", "final", "Oslo", "Cy", "club", "77", "16:15", "first", "second",
    "by hand", "money session", "Jacoby rule", "beavers", "automatic doubles", "Unrated", "Off", "version", "32", "33",
    "ZZ",
    /* both annotation sets, the one that is not shown by name */
    "Older", "0ply", "words", "none", "0.040", "0.080", "0.160", "kibitzer", "0.1.0", "2ply", "0.030", "0.060", "0.120",
    /* the games */
    "1 automatic double", "of the game", "elapsed", "10", "gammon, resigned", "forfeit", "not finished",
    /* plays and what was found out about them */
    "8/5 6/5", "24/21 6/5", "a point", "flag", "yes", "+0.250", "+0.200", "50.0", "12.5", "6.3", "25.0", "3.1", "16",
    "+0.125", "+0.100", "0.0150", "rollout 1296", "0.002", "0.004", "variance reduction", "quasi-random dice",
    "truncated after 11 half-rolls", "seed 7", "Mersenne Twister", "very unlucky",
    /* the cube */
    "3-ply", "+0.500", "+0.400", "+1.000", "No double, take", "16.7%", "75.0", "+0.625", "1.000", "0.800",
    "The cube at every score", "1 = after Crawford", "Money:", "standard deviation", "+0.688",
    /* the other decisions */
    "doubles to 4", "beavers to 8", "raccoons to 16", "takes", "24/22 13/8", "text between moves",
    "resigns a single game", "refuses the resignation", "24/18(2)", "Illegal play", "the play does not fit the roll",
    "Cube set to 2, centred", "Dice set to 43", "24/20 13/10", "no play recorded", "resigns a gammon",
    "accepts the resignation", "Position set up", "Score set to 4", "bar/24", "11: something else", "24/18 13/11",
    "Dice set to 55",
    /* IDs: of the cube decision without the dice */
    "4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:1:0:-1:31:0:0:3:0:10",
    "XGID=-b----E-C---eE---c-e----B-:1:0:-1:00:0:0:3:0:10"};

/* ---- what a reader sees ---- */

/* One blank for any white space, a hyphen for a minus. */
static char *evenly(const char *text)
{
    struct strbuf out = {0};
    for (const char *s = text; *s != '\0'; s++) {
        bool minus = strncmp(s, "\xe2\x88\x92", 3) == 0, blank = isspace((unsigned char)*s);
        if (minus)
            s += 2;
        if (!blank || (out.length > 0 && out.at[out.length - 1] != ' '))
            strbuf_putc(&out, blank ? ' ' : minus ? '-' : *s);
    }
    strbuf_puts(&out, "");
    return out.at;
}

struct escape {
    const char *source, *text;
};

/* The row that stands at `s`, or NULL. The last has no source. */
static const struct escape *escape_at(const struct escape *rows, const char *s)
{
    for (; rows->source != NULL; rows++)
        if (strncmp(s, rows->source, strlen(rows->source)) == 0)
            return rows;
    return NULL;
}

/* HTML, and Markdown, which may hold it: tags and marks go, what was escaped comes back. */
static char *without_tags(const char *text, bool markdown)
{
    static const struct escape entities[] = {{"&lt;", "<"},    {"&gt;", ">"},  {"&amp;", "&"},
                                             {"&quot;", "\""}, {"&#39;", "'"}, {NULL, NULL}};
    struct strbuf out = {0};
    for (const char *s = text; *s != '\0'; s++) {
        const struct escape *e = escape_at(entities, s);
        if (*s == '<') {
            s += strcspn(s, ">");
        } else if (e != NULL) {
            strbuf_puts(&out, e->text);
            s += strlen(e->source) - 1;
        } else if (markdown && *s == '\\' && ispunct((unsigned char)s[1])) {
            strbuf_putc(&out, *++s);
        } else if (!markdown || strchr("*`|>", *s) == NULL) {
            strbuf_putc(&out, *s);
        }
    }
    char *even = evenly(strbuf_text(&out));
    strbuf_done(&out);
    return even;
}

static char *of_html(const char *text)
{
    return without_tags(strstr(text, "<body"), false);
}

static char *of_markdown(const char *text)
{
    return without_tags(text, true);
}

/* Groups that no reader sees, behind a command. */
static const char *skip_groups(const char *s, const char *name, size_t length)
{
    static const char *const hidden[] = {"begin",   "end",     "kbzanchor", "kbzdisc",
                                         "kbzlink", "kbzmark", "hspace",    "multicolumn"};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (strlen(hidden[i]) == length && strncmp(name, hidden[i], length) == 0 && *s == '{')
            s += strcspn(s, "}") + 1;
    return s;
}

/* LaTeX: commands and braces go, boards too. */
static char *of_latex(const char *text)
{
    static const struct escape commands[] = {{"\\textbackslash{}", "\\"},
                                             {"\\textasciicircum{}", "^"},
                                             {"\\textasciitilde{}", "~"},
                                             {"\\textless{}", "<"},
                                             {"\\textgreater{}", ">"},
                                             {"\\textbar{}", "|"},
                                             {"{''}", "\""},
                                             {"\\newline{}", " "},
                                             {"\\\\", " "},
                                             {"\\%", "%"},
                                             {"\\&", "&"},
                                             {"\\#", "#"},
                                             {"\\_", "_"},
                                             {"&", " "},
                                             {"{", ""},
                                             {"}", ""},
                                             {NULL, NULL}};
    struct strbuf out = {0};
    for (const char *s = strstr(text, "\\begin{document}"); *s != '\0';) {
        const struct escape *e = escape_at(commands, s);
        if (strncmp(s, "\\begin{kbzboard}", 16) == 0) {
            s = strstr(s, "\\end{kbzboard}");
        } else if (e != NULL) {
            strbuf_puts(&out, e->text);
            s += strlen(e->source);
        } else if (*s == '\\') {
            const char *name = ++s;
            while (isalpha((unsigned char)*s))
                s++;
            s = skip_groups(s, name, (size_t)(s - name));
        } else {
            strbuf_putc(&out, *s++);
        }
    }
    char *even = evenly(strbuf_text(&out));
    strbuf_done(&out);
    return even;
}

/* ---- paper, before a file is made of it ---- */

struct sheet { /* what is shown, a blank behind each stretch */
    struct paper paper;
    struct strbuf *text;
};

static struct strbuf shown; /* of the last sheet */

static void on_show(struct paper *p, float x, float y, const struct paper_style *s, const char *words)
{
    (void)x, (void)y, (void)s;
    strbuf_printf(((struct sheet *)p)->text, "%s ", words);
}

static int on_outline(struct paper *p, int parent, const char *title, struct paper_place to)
{
    (void)p, (void)title;
    assert_true(to.page > 0);
    return parent + 1;
}

static void on_link(struct paper *p, int page, struct paper_area a, struct paper_place to)
{
    (void)a;
    assert_in_range(page, 1, p->n_pages);
    assert_in_range(to.page, 1, p->n_pages);
}

static void on_describe(struct paper *p, const char *title, const char *subject, const char *date)
{
    (void)p, (void)title, (void)subject, (void)date;
}

static bool on_save(struct paper *p, struct strbuf *out)
{
    (void)p;
    strbuf_puts(out, "saved");
    return true;
}

static void on_close(struct paper *p)
{
    paper_done(p);
    xfree(p);
}

static struct paper *open_sheet(void)
{
    static struct paper_kind kind;
    struct sheet *s = xcalloc(1, sizeof *s);
    kind = paper_nowhere;
    kind.part = NULL;
    kind.show = on_show;
    kind.outline = on_outline;
    kind.link = on_link;
    kind.describe = on_describe;
    kind.save = on_save;
    kind.close = on_close;
    s->text = &shown;
    paper_init(&s->paper, &kind);
    return &s->paper;
}

/* Both kinds of paper show the same; `note` gets what is lost. */
static char *on_paper(const struct match *m, const struct export_options *o, struct strbuf *notes)
{
    struct sink s;
    struct diags d;
    sink_init(&s);
    diags_init(&d, "test");
    assert_true(print_write(open_sheet, m, o, &s, &d));
    for (size_t i = 0; i < d.n; i++)
        strbuf_printf(notes, "%s%s", i > 0 ? "; " : "", d.at[i].message);
    char *text = evenly(strbuf_text(&shown));
    strbuf_done(&shown);
    diags_done(&d);
    sink_done(&s);
    return text;
}

#define EVERY "lost: 1 further annotation set"
#define FINE " of 13 decisions without an error; lost: statistics of single games"
#define PAPER EVERY "; lost: boards, IDs, chances and luck" FINE
#define PAGES EVERY "; lost: boards, IDs, plays, chances, cube figures and luck" FINE

/* ---- the writers ---- */

static const struct {
    const char *name;
    char *(*read)(const char *text); /* NULL = paper */
    const char *lost;
} writers[] = {
    {"html", of_html, EVERY},   {"text", evenly, EVERY},    {"tree", evenly, EVERY},
    {"md", of_markdown, EVERY}, {"latex", of_latex, PAPER}, {"pdf", NULL, PAGES},
};

enum { N_WRITERS = sizeof writers / sizeof *writers };

/* What a writer called `index` shows of a match, and what it says. Free the text. */
static char *report_of(const struct match *m, int index, struct strbuf *notes)
{
    struct export_options o;
    struct strbuf out = {0};
    struct diags d;
    export_defaults(&o);
    o.parameters = true;
    if (writers[index].read == NULL)
        return on_paper(m, &o, notes);
    diags_init(&d, "test");
    write_reporting(exporter_find(writers[index].name), m, &o, &out, &d);
    for (size_t i = 0; i < d.n; i++)
        strbuf_printf(notes, "%s%s", i > 0 ? "; " : "", d.at[i].message);
    char *text = writers[index].read(strbuf_text(&out));
    diags_done(&d);
    strbuf_done(&out);
    return text;
}

/* A leaf in the tree's own text: the words with holes that the test looks for whole are there in pieces. */
static bool stands_in(const char *report, const char *writer, const char *fact)
{
    char piece[80];
    if (strcmp(writer, "tree") != 0 || strstr(report, fact) != NULL)
        return strstr(report, fact) != NULL;
    size_t digits = strcspn(fact, "0123456789"); /* "doubles to 4" is "doubles to {0}"(number 4) */
    snprintf(piece, sizeof piece, "%.*s{", (int)digits, fact);
    return strstr(report, piece) != NULL;
}

TEST(every_fact_stands_in_every_report_or_is_named_as_lost)
{
    struct match *m = read_file("fixtures/dump/every-word.dump");
    int missing = 0;
    for (int w = 0; w < N_WRITERS; w++) {
        struct strbuf notes = {0};
        char *report = report_of(m, w, &notes);
        for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
            if (!stands_in(report, writers[w].name, facts[i])) {
                print_message("%s lacks %s\n", writers[w].name, facts[i]);
                missing++;
            }
        assert_string_equal(strbuf_text(&notes), writers[w].lost);
        strbuf_done(&notes);
        xfree(report);
    }
    assert_int_equal(missing, 0);
    match_free(m);
}

/* Counts `name` between `before` and its closing sign. */
static int times(const char *text, const char *before, struct span name)
{
    int n = 0;
    for (const char *s = text; (s = strstr(s, before)) != NULL;) {
        s += strlen(before);
        n += strncmp(s, name.at, name.length) == 0 && strchr("\"})>", s[name.length]) != NULL;
    }
    return n;
}

/* Of the fixtures' analysed matches, whole. */
TEST(ids_are_there_once_and_links_lead_to_one)
{
    static const struct {
        const char *writer, *id, *link;
    } marks[] = {{"html", " id=\"", " href=\"#"}, {"md", "<a id=\"", "](#"}, {"latex", "\\kbzanchor{", "\\kbzlink{"}};
    static const char *const files[] = {"fixtures/dump/every-word.dump", "fixtures/export/annotated.dump"};
    for (size_t k = 0; k < 2 * sizeof marks / sizeof *marks; k++) {
        struct match *m = read_file(files[k % 2]);
        char *text = written(m, marks[k / 2].writer, NULL);
        int ids = 0, links = 0;
        for (int link = 0; link < 2; link++) {
            const char *before = link ? marks[k / 2].link : marks[k / 2].id;
            for (const char *s = text; (s = strstr(s, before)) != NULL; link ? links++ : ids++) {
                s += strlen(before);
                struct span name = {s, strcspn(s, "\"})>")};
                if (times(text, marks[k / 2].id, name) != 1)
                    fail_msg("%s of %s: #%.*s is there %d times", marks[k / 2].writer, files[k % 2], (int)name.length,
                             name.at, times(text, marks[k / 2].id, name));
            }
        }
        assert_true(ids > 4 && links > 2);
        free(text);
        match_free(m);
    }
}

TEST(settings_of_rollouts_that_are_not_asked_for_are_named_as_lost)
{
    struct match *m = read_file("fixtures/dump/every-word.dump");
    for (int w = 0; w < N_WRITERS; w++) {
        char *note = lost(m, writers[w].name);
        assert_string_equal(note, "lost: 1 rollout's details, 1 further annotation set");
        free(note);
    }
    match_free(m);
}

TEST(decisions_that_are_not_asked_for_are_counted)
{
    struct match *m = read_file("fixtures/export/annotated.dump");
    struct export_options o;
    struct strbuf out = {0};
    struct diags d;
    export_defaults(&o);
    o.show_move[SKILL_NONE] = false;
    diags_init(&d, "test");
    write_reporting(exporter_find("tree"), m, &o, &out, &d);
    assert_int_equal(d.n, 1);
    assert_string_equal(d.at[0].message, "lost: 1 decision that was not asked for");
    diags_done(&d);
    strbuf_done(&out);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
