/* The PDF report, read as far as a test can without a PDF library: pages, outline, links, equal bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/board/picture.h"
#include "export/print/print.h"
#include "support/assertions.h"
#include "support/reported.h"
#include "support/script.h"
#include "support/writing.h"

static void write_pdf(const struct match *m, const struct export_options *o, struct strbuf *out)
{
    write_bytes(exporter_find("pdf"), m, o, out);
    assert_memory_equal(out->at, "%PDF-1.", 7);
}

/* A text as libharu stores it in outline and information: UTF-16, in hexadecimal. */
static bool says(const struct strbuf *b, const char *ascii)
{
    struct strbuf hex = {0};
    for (const char *s = ascii; *s != '\0'; s++)
        strbuf_printf(&hex, "00%02X", (unsigned)*s);
    bool found = count_in(b, strbuf_text(&hex)) > 0;
    strbuf_done(&hex);
    return found;
}

TEST(a_match_has_overview_statistics_and_games)
{
    struct match *m = reported_match(5, "Ann", "Bob");
    struct strbuf file = {0};
    write_pdf(m, NULL, &file);
    assert_int_equal(count_in(&file, "/Type /Page\n"), 4); /* statistics share the page of the last game */
    assert_true(says(&file, "Statistics"));
    assert_true(says(&file, "Game 2"));
    assert_true(says(&file, "Ann vs Bob, 5-point match"));
    assert_int_equal(count_in(&file, "/Subtype /Link"), 5 + 5 + 2 + 1); /* errors, their cards, games and all facts */
    assert_true(says(&file, "3 Ann 55 ")); /* a marked decision has its place in the outline */
    strbuf_done(&file);
    match_free(m);
}

TEST(the_same_match_gives_the_same_bytes)
{
    struct match *m = reported_match(5, "Ann", "Bob");
    struct strbuf a = {0}, b = {0};
    write_pdf(m, NULL, &a);
    write_pdf(m, NULL, &b);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.at, b.at, a.length);
    assert_int_equal(count_in(&a, "D:20240501000000"), 1); /* the match's day, no clock */
    strbuf_done(&a);
    strbuf_done(&b);
    match_free(m);
}

TEST(strange_names_and_dates_do_no_harm)
{
    char name[4001];
    memset(name, 'W', 4000);
    name[4000] = '\0';
    struct match *m = reported_match(0, name, "\xff\xfe\x01(\\)<>% \xf0\x9f\x8e\xb2 \xe6\x97\xa5");
    m->info.date = "2023-02-31";
    m->games[0].events[0].comment =
        "( \\ ) \n\n\xf0\x9f\x8e\xb2 a long line of words that has to be broken somewhere in "
        "the column, or it would run over the edge of the page";
    struct strbuf file = {0};
    write_pdf(m, NULL, &file);
    assert_true(count_in(&file, "/Type /Page\n") >= 3);
    assert_int_equal(count_in(&file, "D:20000101000000"), 1);
    strbuf_done(&file);
    match_free(m);
}

TEST(sixteen_boards_fit_on_a_page)
{
    struct match *m = random_match(5, 7, 0, VARIANT_BACKGAMMON);
    size_t decisions = 0;
    for (size_t i = 0; i < m->n_games; i++)
        decisions += m->games[i].n_events;
    struct strbuf file = {0};
    write_pdf(m, NULL, &file);
    int pages = count_in(&file, "/Type /Page\n");
    assert_true(pages >= 2 && (size_t)pages <= 3 + m->n_games / 2 + decisions / 16);
    struct export_options o;
    export_defaults(&o);
    o.board_every = 0;
    write_pdf(m, &o, &file);
    assert_true(count_in(&file, "/Type /Page\n") < pages);
    strbuf_done(&file);
    match_free(m);
}

/* An analysis of a play: three candidates, the second was made. */
static void mark_bad(struct match *m, struct event *e, int set, float error)
{
    struct play_analysis *p = arena_alloc(m->arena, sizeof *p);
    *p = (struct play_analysis){.n = 3, .n_legal = 3, .played = 1, .error = error, .error_mwc = error / 10};
    p->candidates = arena_alloc(m->arena, 3 * sizeof *p->candidates);
    for (int i = 0; i < 3; i++)
        p->candidates[i] = (struct candidate){.play = e->play,
                                              .level = {.kind = EVAL_PLY, .plies = 2, .cubeful = true},
                                              .equity = 0.5f - error * (float)i,
                                              .outcome = {0.5f, 0.1f, 0, 0.1f, 0}};
    struct annotation *a = event_annotate(m, e, set);
    a->play = p;
    a->play_skill = SKILL_BAD;
}

/* A 7-point match whose first plays are errors, each costlier than the one before. */
static struct match *match_with_errors(int errors)
{
    struct match *m = random_match(5, 7, 0, VARIANT_BACKGAMMON);
    int set = match_add_set(m, &(struct annotation_set){.engine = "somebody"}), n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events && n < errors; i++) {
            struct event *e = &m->games[g].events[i];
            if (e->kind != EVENT_PLAY || e->play.n == 0)
                continue;
            mark_bad(m, e, set, 0.06f + 0.001f * (float)n++);
        }
    assert_int_equal(n, errors);
    return m;
}

/* The errors of that match alone: how many pages they take. `notes` gets what paper leaves out. */
static int pages_of_errors(const struct match *m, bool letter, struct strbuf *file, struct strbuf *notes)
{
    struct export_options o;
    struct diags d;
    export_defaults(&o);
    o.show_move[SKILL_NONE] = o.show_cube[SKILL_NONE] = o.show_actual_cube = o.show_close_cube = false;
    o.letter = letter;
    diags_init(&d, "test");
    write_reporting(exporter_find("pdf"), m, &o, file, &d);
    for (size_t i = 0; i < d.n; i++)
        strbuf_printf(notes, "%s\n", d.at[i].message);
    diags_done(&d);
    return count_in(file, "/Type /Page\n");
}

TEST(errors_alone_take_four_pages)
{
    static const int errors[] = {12, 32, 57};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        for (int letter = 0; letter < 2; letter++) {
            struct match *m = match_with_errors(errors[i]);
            struct strbuf file = {0}, notes = {0};
            assert_in_range(pages_of_errors(m, letter != 0, &file, &notes), 2, 4);
            strbuf_done(&file);
            strbuf_done(&notes);
            match_free(m);
        }
}

/* A row of the table of errors is a link where the error has a place of its own, as are games and all facts. */
TEST(the_costliest_of_many_errors_have_boards_the_others_are_named_as_lost)
{
    struct match *m = match_with_errors(57);
    struct strbuf file = {0}, notes = {0}, note = {0};
    pages_of_errors(m, false, &file, &notes);
    int boards = count_in(&file, "/Subtype /Link") - (int)m->n_games - 1 - 6; /* six cards on page one */
    assert_in_range(boards, 12, 56);
    strbuf_printf(&note, "lost: boards, IDs, candidates and luck of %d errors: the table names them\n", 57 - boards);
    assert_int_equal(count_in(&notes, strbuf_text(&note)), 1);
    strbuf_done(&file);
    strbuf_done(&notes);
    strbuf_done(&note);
    match_free(m);
}

/* ---- a paper that only remembers where words are ---- */

enum { BODY = 8 }; /* headings of sections have larger letters, and bold ones */

struct words {
    int page;
    float x, y;
    bool heading;
    char text[24];
};

static struct words words[20000];
static size_t n_words;

static void remember(struct paper *p, float x, float y, const struct paper_style *s, const char *text)
{
    assert_true(n_words < sizeof words / sizeof *words);
    struct words *w = &words[n_words++];
    *w = (struct words){.page = p->n_pages, .x = x, .y = y, .heading = s->font == PAPER_BOLD && s->size > BODY + 0.5f};
    snprintf(w->text, sizeof w->text, "%s", text);
}

static bool save_nothing(struct paper *p, struct strbuf *out)
{
    (void)p;
    strbuf_puts(out, "saved");
    return true;
}

static void describe_nothing(struct paper *p, const char *title, const char *subject, const char *date)
{
    (void)p, (void)title, (void)subject, (void)date;
}

static void link_nothing(struct paper *p, int page, struct paper_area a, struct paper_place to)
{
    (void)p, (void)page, (void)a, (void)to;
}

static void close_remembered(struct paper *p)
{
    paper_done(p);
    xfree(p);
}

static struct paper *open_remembered(void)
{
    static struct paper_kind kind;
    struct paper *p = xcalloc(1, sizeof *p);
    kind = paper_nowhere;
    kind.show = remember;
    kind.link = link_nothing;
    kind.describe = describe_nothing;
    kind.save = save_nothing;
    kind.close = close_remembered;
    paper_init(p, &kind);
    n_words = 0;
    return p;
}

static bool is_right(const struct words *w)
{
    return w->x > 297;
}

static bool is_followed(const struct words *heading)
{
    for (const struct words *w = words; w < words + n_words; w++)
        if (!w->heading && w->page == heading->page && w->y > heading->y && is_right(w) == is_right(heading))
            return true;
    return false;
}

/* Headings with nothing below them in their column. */
static int stranded(const struct match *m, const struct export_options *o)
{
    struct sink s;
    struct diags d;
    int found = 0;
    sink_init(&s);
    diags_init(&d, "test");
    assert_true(print_write(open_remembered, m, o, &s, &d));
    for (size_t i = 0; i < n_words; i++)
        if (words[i].heading && !is_followed(&words[i])) {
            print_message("page %d: nothing is below \"%s\"\n", words[i].page, words[i].text);
            found++;
        }
    diags_done(&d);
    sink_done(&s);
    return found;
}

TEST(no_heading_is_the_last_of_its_column)
{
    struct export_options o;
    export_defaults(&o);
    for (int errors = 3; errors <= 57; errors++) {
        struct match *m = match_with_errors(errors);
        o.letter = errors % 4 == 1;
        o.whole = errors % 3 == 0;
        assert_int_equal(stranded(m, &o), 0);
        match_free(m);
    }
}

TEST(a_section_whose_decisions_are_left_out_has_no_heading)
{
    struct match *m = match_with_errors(57);
    struct export_options o;
    export_defaults(&o);
    o.show_move[SKILL_NONE] = o.show_cube[SKILL_NONE] = o.show_actual_cube = o.show_close_cube = false;
    assert_int_equal(stranded(m, &o), 0);
    match_free(m);
}

TEST(an_empty_match_is_one_page)
{
    struct match *m = match_new();
    struct strbuf file = {0};
    write_pdf(m, NULL, &file);
    assert_int_equal(count_in(&file, "/Type /Page\n"), 1);
    strbuf_done(&file);
    match_free(m);
}

TEST(an_unknown_theme_is_refused)
{
    struct match *m = match_new();
    struct export_options o;
    struct sink s;
    struct diags d;
    export_defaults(&o);
    o.style = "plaid";
    sink_init(&s);
    diags_init(&d, NULL);
    assert_false(pdf_write(m, &o, &s, &d));
    assert_diag(&d, SEVERITY_ERROR, 0, 0, "plaid");
    sink_done(&s);
    diags_done(&d);
    match_free(m);
}

TEST(a_board_alone_is_a_page_of_its_size)
{
    struct position p = {.cube = 1, .cube_owner = CUBE_CENTRED};
    board_start(&p.board, VARIANT_BACKGAMMON);
    struct picture pic = {.position = &p, .draw = {.bottom = -1, .numbers = -1}, .width = 322};
    struct strbuf file = {0};
    assert_true(picture_pdf(&file, &pic));
    assert_int_equal(count_in(&file, "/Type /Page\n"), 1);
    assert_int_equal(count_in(&file, "/MediaBox [ 0 0 322 242 ]"), 1);
    strbuf_done(&file);
}

TEST_MAIN(NULL, NULL)
