/* The HTML report and the index page: safe with any text, links that resolve, facts that are there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/escape.h"
#include "export/export.h"
#include "export/html/page.h"
#include "report/index_page.h"
#include "support/reported.h"
#include "support/assertions.h"
#include "support/script.h"

static char *page_of(const struct match *m, const struct export_options *o)
{
    struct export_options usual;
    export_defaults(&usual);
    struct sink s;
    struct diags d;
    sink_init(&s);
    diags_init(&d, NULL);
    assert_true(html_write(m, o != NULL ? o : &usual, &s, &d));
    char *copy = strdup(strbuf_text(sink_main(&s)));
    sink_done(&s);
    diags_done(&d);
    return copy;
}

static int count(const char *page, const char *what)
{
    int n = 0;
    for (const char *s = page; (s = strstr(s, what)) != NULL; s += strlen(what))
        n++;
    return n;
}

static void assert_links_resolve(const char *page)
{
    int n = 0;
    for (const char *s = page; (s = strstr(s, "href=\"#")) != NULL; n++) {
        char id[64];
        s += 7;
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(s, "\""), s);
        if (strstr(page, id) == NULL)
            fail_msg("a link leads nowhere: %s", id);
    }
    assert_true(n > 0);
}

static void assert_ids_are_unique(const char *page)
{
    for (const char *s = page; (s = strstr(s, " id=\"")) != NULL; s++) {
        char id[64];
        snprintf(id, sizeof id, "%.*s", (int)strcspn(s + 5, "\"") + 6, s);
        if (count(page, id) != 1)
            fail_msg("%s occurs %d times", id, count(page, id));
    }
}

TEST(every_link_resolves_and_every_id_is_unique)
{
    struct match *m = reported_match(5, "A", "B");
    char *page = page_of(m, NULL);
    assert_links_resolve(page);
    assert_ids_are_unique(page);
    free(page);
    match_free(m);
}

TEST(names_cannot_break_the_page)
{
    struct match *m = reported_match(5, "</title><script>alert(1)</script>", "\"'&<\xff\xfe\x01\x1b[31m");
    char *page = page_of(m, NULL);
    assert_null(strstr(page, "<script>alert"));
    assert_non_null(strstr(page, "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(page, "&quot;&#39;&amp;&lt;\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd[31m"));
    assert_int_equal(count(page, "</title>"), 1);
    assert_int_equal(count(page, "<script>/*<![CDATA["), 2); /* ours: for every page, and to step through a match */
    for (const char *s = page; *s != '\0'; s++)
        assert_true((unsigned char)*s >= 0x20 || *s == '\n');
    free(page);
    match_free(m);
}

TEST(a_very_long_name_is_kept_whole)
{
    char name[4001];
    memset(name, 'x', 4000);
    name[4000] = '\0';
    struct match *m = reported_match(5, name, "B");
    char *page = page_of(m, NULL);
    assert_non_null(strstr(page, name));
    free(page);
    match_free(m);
}

TEST(each_decision_is_one_entry_and_errors_are_open)
{
    struct match *m = reported_match(5, "A", "B");
    char *page = page_of(m, NULL);
    assert_int_equal(count(page, "<details class=\"d a"), 14); /* a missed double is one of its own */
    assert_int_equal(count(page, " err s"), 6); /* five errors and the illegal play */
    assert_non_null(strstr(page, "<details class=\"d a0 err s3 t t"));
    assert_non_null(strstr(page, "\" id=\"g1m3\" open=\"\" data-v=\""));
    assert_int_equal(count(page, "<svg class=\"board\""), 14 + 5); /* and a card for each error */
    assert_int_equal(count(page, "<p class=\"positionid\">XGID="), 14);
    free(page);
    match_free(m);
}

TEST(verdicts_candidates_and_costs_are_given)
{
    struct match *m = reported_match(5, "A", "B");
    char *page = page_of(m, NULL);
    assert_non_null(strstr(page, "<span class=\"badge m3 blunder\">\xe2\x88\x92"
                                 "0.210 ?\?</span>"));
    assert_non_null(strstr(page, "Cube: <b>Double, take</b>"));
    assert_non_null(strstr(page, "Costs 0.210 of equity, 4.20% MWC."));
    assert_non_null(strstr(page, "plays, 2-ply</th>"));
    assert_non_null(strstr(page, "A note with &lt;b&gt;markup&lt;/b&gt; &amp; \"quotes\""));
    assert_non_null(strstr(page, "13/4&lt;")); /* the illegal play in its own words */
    free(page);
    match_free(m);
}

TEST(the_worst_error_is_listed_first)
{
    struct match *m = reported_match(5, "A", "B");
    char *page = page_of(m, NULL);
    const char *errors = strstr(page, "<section class=\"errors\" id=\"errors\">");
    assert_non_null(errors);
    const char *link = strstr(errors, "<a href=\"#");
    assert_memory_equal(link, "<a href=\"#g1m3\">", 16);
    free(page);
    match_free(m);
}

TEST(a_match_without_analysis_says_so)
{
    struct match *m = random_match(3, 3, 1, VARIANT_BACKGAMMON);
    char *page = page_of(m, NULL);
    assert_non_null(strstr(page, "not analysed"));
    assert_null(strstr(page, "id=\"errors\""));
    assert_null(strstr(strstr(page, "<body"), "0.000"));
    assert_links_resolve(page);
    assert_ids_are_unique(page);
    free(page);
    match_free(m);
}

TEST(tags_of_the_file_are_shown_with_the_facts)
{
    struct match *m = reported_match(5, "A", "B");
    property_add(m, &m->properties, "mat", "Cube<Limit>", "1024 & more");
    property_add(m, &m->properties, "sgf", "GS", "M:1 2 3");
    char *page = page_of(m, NULL);
    assert_non_null(strstr(page, "<dt><bdi>Cube&lt;Limit&gt;</bdi></dt><dd><bdi>1024 &amp; more</bdi></dd>"));
    assert_null(strstr(page, "M:1 2 3")); /* sums for programs; ours are counted from the decisions */
    free(page);
    match_free(m);
}

TEST(a_rollout_holds_its_standard_error)
{
    struct match *m = reported_match(5, "A", "B");
    struct candidate *c = &event_annotate(m, &m->games[0].events[1], 0)->play->candidates[0];
    struct rollout_error error = {.cubeful = 0.0123f};
    c->stderror = &error;
    c->level = (struct eval_level){.kind = EVAL_ROLLOUT, .cubeful = true, .trials = 1296};
    char *page = page_of(m, NULL);
    assert_non_null(strstr(page, " \xc2\xb1 0.012</td>"));
    assert_non_null(strstr(page, "rollout 1296"));
    free(page);
    match_free(m);
}

TEST(an_empty_match_is_still_a_page)
{
    struct match *m = match_new();
    char *page = page_of(m, NULL);
    assert_non_null(strstr(page, "</html>"));
    free(page);
    match_free(m);
}

TEST(options_leave_things_out)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o;
    export_defaults(&o);
    o.boards_on_errors = true;
    o.statistics = o.legend = o.probabilities = false;
    o.candidates = 1;
    char *page = page_of(m, &o);
    assert_int_equal(count(page, "<svg class=\"board\""), 2 * 5 + 1); /* errors, their cards, an illegal play */
    assert_null(strstr(page, "id=\"statistics\""));
    assert_null(strstr(page, "How to read"));
    assert_null(strstr(page, "Win g bg"));
    free(page);
    o.boards_on_errors = false;
    o.board_every = 0;
    page = page_of(m, &o);
    assert_null(strstr(page, "<svg class=\"board\""));
    free(page);
    match_free(m);
}

TEST(the_same_match_gives_the_same_bytes)
{
    struct match *m = reported_match(0, "A", "B");
    char *a = page_of(m, NULL), *b = page_of(m, NULL);
    assert_string_equal(a, b);
    assert_non_null(strstr(a, "Points expected by"));
    free(a);
    free(b);
    match_free(m);
}

TEST(hidden_analysis_leaves_no_trace)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o;
    export_defaults(&o);
    o.analysis = o.statistics = false;
    char *page = page_of(m, &o);
    const char *body = strstr(page, "<body");
    static const char *const traces[] = {"\"movetable",   "\"cubedecision", "\"badge m",  "\"joker",
                                         "id=\"errors\"", "id=\"progress",  "Error rate", "class=\"luck",
                                         "ot analysed",   "analysed by"};
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++)
        if (strstr(body, traces[i]) != NULL)
            fail_msg("the page still has %s", traces[i]);
    assert_non_null(strstr(body, "A note with")); /* comments are another option */
    free(page);
    o.annotations = false;
    page = page_of(m, &o);
    assert_null(strstr(page, "A note with"));
    free(page);
    match_free(m);
}

TEST(decisions_not_asked_for_are_left_out)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o;
    export_defaults(&o);
    for (int s = 0; s < 4; s++)
        o.show_move[s] = o.show_cube[s] = s == SKILL_VERY_BAD;
    o.show_actual_cube = o.show_missed_cube = o.show_close_cube = false;
    char *page = page_of(m, &o);
    assert_int_equal(count(page, "<details class=\"d a"),
                     1 + 1 + 1); /* the missed double, the error after it, the illegal play */
    assert_links_resolve(page);
    free(page);
    match_free(m);
}

/* ---- a page for each game ---- */

/* Every link into a page of the set finds its anchor there. */
static int assert_links_between_parts_resolve(const struct sink *s, const char *page)
{
    static const char *const files[] = {"./my%20match.html", "./my%20match_002.html"};
    int n = 0;
    for (size_t part = 0; part < 2; part++)
        for (const char *at = page; (at = strstr(at, files[part])) != NULL; n++) {
            char id[64];
            at += strlen(files[part]);
            assert_true(*at == '#' || *at == '"');
            if (*at == '"')
                continue;
            snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(at + 1, "\""), at + 1);
            if (strstr(strbuf_text(&s->parts[part].text), id) == NULL)
                fail_msg("part %zu lacks %s", part, id);
        }
    return n;
}

TEST(games_apart_are_pages_that_lead_to_each_other)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o;
    struct sink s;
    struct diags d;
    export_defaults(&o);
    o.split_games = true;
    o.file = "my match.html";
    sink_init(&s);
    diags_init(&d, NULL);
    assert_true(html_write(m, &o, &s, &d));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.parts[1].suffix, "_002");
    const char *first = strbuf_text(&s.parts[0].text), *second = strbuf_text(&s.parts[1].text);
    assert_int_equal(count(first, " href=\"./my%20match_002.html\">Next</a>"), 1);
    assert_int_equal(count(first, ">Last</a>"), 1);
    assert_int_equal(count(first, ">Previous</a>") + count(first, ">First</a>"), 0);
    assert_int_equal(count(second, " href=\"./my%20match.html\">Previous</a>"), 1);
    assert_int_equal(count(second, ">Next</a>") + count(second, ">Last</a>"), 0);
    assert_true(strstr(first, "id=\"g1m1\"") != NULL && strstr(first, "id=\"g2m1\"") == NULL);
    assert_true(strstr(second, "id=\"g2m1\"") != NULL && strstr(second, "id=\"g1m1\"") == NULL);
    assert_non_null(strstr(second, ", game 2</title>"));
    assert_true(assert_links_between_parts_resolve(&s, first) > 4);
    assert_true(assert_links_between_parts_resolve(&s, second) > 1);
    assert_links_resolve(first);
    assert_ids_are_unique(first);
    assert_ids_are_unique(second);
    diags_done(&d);
    sink_done(&s);
    match_free(m);
}

/* ---- the index ---- */

static char *index_of(void (*fill)(struct index_page *))
{
    struct index_page *ix = index_page_new();
    struct export_options o;
    struct html_page html;
    struct sink s;
    fill(ix);
    export_defaults(&o);
    sink_init(&s);
    html_page_begin(&html, &o, &s);
    index_page_build(ix, NULL, html.receiver);
    html_page_done(&html);
    char *page = strdup(strbuf_text(sink_main(&s)));
    sink_done(&s);
    index_page_free(ix);
    return page;
}

static struct index_row index_row_of(const char *file, const char *report, const char *name0, const char *name1)
{
    return (struct index_row){.file = file,
                              .report = report,
                              .name = {name0, name1},
                              .read = true,
                              .analysed = true,
                              .length = 5,
                              .statistics = {.moves_analysed = true},
                              .worst = 0.2,
                              .worst_anchor = "g1m3"};
}

static void many_matches(struct index_page *ix)
{
    for (int i = 0; i < 5000; i++) {
        char file[32], name[32];
        snprintf(file, sizeof file, "m%d.mat", i);
        snprintf(name, sizeof name, "Opponent %d", i % 70);
        const struct index_row row = index_row_of(file, "m.html", i % 2 ? "Ann" : name, i % 2 ? name : "Ann");
        index_page_add(ix, &row);
    }
}

/* The next page of the index, or the rows of a list on the one before. */
static char *next_of(struct index_page *ix, const char *rows, int number)
{
    struct export_options o;
    struct html_page html;
    struct sink s;
    export_defaults(&o);
    sink_init(&s);
    html_page_begin(&html, &o, &s);
    if (rows != NULL) {
        html_rows(&html, rows, number);
        index_list_build(ix, INDEX_MATCHES, html.receiver);
    } else {
        index_page_build(ix, NULL, html.receiver);
    }
    html_page_done(&html);
    char *text = strdup(strbuf_text(sink_main(&s)));
    sink_done(&s);
    return text;
}

static int times_in(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        n++;
    return n;
}

TEST(a_long_index_stands_on_pages_of_a_thousand_rows)
{
    struct index_page *ix = index_page_new();
    many_matches(ix);
    assert_int_equal(index_page_count(ix), 5);
    assert_int_equal(index_list_pages(ix, INDEX_MATCHES), 5);
    assert_int_equal(index_list_pages(ix, INDEX_PLAYERS), 1);
    for (int i = 1; i <= 5; i++) {
        char *page = next_of(ix, NULL, i), *rows = next_of(ix, "matches", i);
        char range[64], call[64];
        snprintf(range, sizeof range, "%d to %d of 5000:", 1000 * i - 999, 1000 * i);
        snprintf(call, sizeof call, "kibitzerRows('matches',%d,[\n", i);
        assert_int_equal(times_in(page, "<small><bdi>m"), 1000);
        assert_int_equal(times_in(page, range), 2);
        assert_int_equal(times_in(page, "index.html#matches"), i == 1 ? 0 : i == 2 ? 4 : 2);
        assert_int_equal(times_in(page, "'strict-dynamic'"), 1);
        assert_int_equal(times_in(page, "id=\"players\""), i == 1);
        assert_int_equal(times_in(page, "Moves analysed"), 0);
        assert_int_equal(times_in(rows, "<small><bdi>m"), 1000);
        assert_true(strncmp(rows, call, strlen(call)) == 0);
        assert_true(strlen(page) < 1000000);
        free(rows);
        free(page);
    }
    assert_null(index_page_problem(ix));
    index_page_free(ix);
}

/* Bytes that end a string of the script stand there as what they are. */
TEST(rows_for_the_script_quote_what_names_hold)
{
    struct index_page *ix = index_page_new();
    const struct index_row row = index_row_of("it's\\a.mat", "m.html", "O'Hara\n", "</script><b>");
    index_page_add(ix, &row);
    free(next_of(ix, NULL, 1));
    char *rows = next_of(ix, "matches", 1);
    assert_non_null(strstr(rows, "it\\'s\\\\a.mat"));
    assert_null(strstr(rows, "</script>"));
    assert_int_equal(times_in(rows, "\n"), 2); /* of the call: none of a name */
    free(rows);
    index_page_free(ix);
}

static void two_matches_and_a_failure(struct index_page *ix)
{
    const struct index_row m = index_row_of("z.mat", "z.html", "Ann", "Bob"),
                           n = index_row_of("a b#1?.mat", "sub/a b#1?.html", "Bob", "Cy <x>"),
                           bad = {.file = "bad.mat", .messages = "3:7: error: found <x>, expected a roll\n"};
    index_page_add(ix, &m);
    index_page_add(ix, &bad);
    index_page_add(ix, &n);
}

TEST(the_index_lists_matches_by_file_and_what_failed)
{
    char *page = index_of(two_matches_and_a_failure);
    const char *first = strstr(page, "href=\"./sub/a%20b%231%3F.html\"");
    const char *second = strstr(page, "href=\"./z.html\"");
    assert_true(first != NULL && second != NULL && first < second);
    assert_non_null(strstr(page, "./z.html#g1m3")); /* the costliest error */
    assert_non_null(strstr(page, "3:7: error: found &lt;x&gt;, expected a roll"));
    assert_non_null(strstr(page, "Cy &lt;x&gt;"));
    assert_links_resolve(page);
    assert_ids_are_unique(page);
    free(page);
}

static void a_match_without_a_place_for_its_error(struct index_page *ix)
{
    struct index_row all = index_row_of("all", "all.html", "A", "B"), few = index_row_of("few", "few.html", "A", "B");
    few.worst_anchor = NULL;
    index_page_add(ix, &all);
    index_page_add(ix, &few);
}

/* Where `part` stands in the page, which has it. */
static ptrdiff_t place_in(const char *page, const char *part)
{
    const char *at = strstr(page, part);
    if (at == NULL)
        fail_msg("no \"%s\" in:\n%s", part, page);
    return at - page;
}

TEST(the_index_stands_by_date_and_counts_no_positions)
{
    struct index_page *ix = index_page_new();
    struct index_row old = index_row_of("a.mat", "a.html", "Ann", "Bob"), recent = old, guess = old, none = old,
                     one = old;
    old.date = old.day = "2024-05-01";
    old.winner = 1;
    recent.file = "b.mat", recent.date = recent.day = "2025-01-02";
    guess.file = "c.mat", guess.day = "2024-12-31", guess.guessed = true, guess.winner = NOBODY;
    none.file = "d.mat", none.winner = NOBODY;
    one.file = "list.txt", one.position = true;
    index_page_add(ix, &old);
    index_page_add(ix, &none);
    index_page_add(ix, &one);
    index_page_add(ix, &guess);
    index_page_add(ix, &recent);
    char *page = next_of(ix, NULL, 1);
    assert_true(place_in(page, "b.mat") < place_in(page, "c.mat"));
    assert_true(place_in(page, "c.mat") < place_in(page, "a.mat"));
    assert_true(place_in(page, "a.mat") < place_in(page, "d.mat"));
    assert_true(place_in(page, "id=\"players\"") < place_in(page, "list.txt"));
    assert_int_equal(
        times_in(page, "<span class=\"faint\">\xe2\x89\x88\xc2\xa0<span class=\"nw\">2024-12-31</span></span>"), 1);
    assert_int_equal(times_in(page, "<b><bdi class=\"p1\">Bob</bdi></b>"), 1);
    assert_int_equal(times_in(page, "<b><bdi class=\"p0\">Ann</bdi></b>"), 1);
    assert_int_equal(times_in(page, "<small>Matches</small> 4<"), 1);
    free(page);
    index_page_free(ix);
}

TEST(the_index_leads_only_to_what_a_report_shows)
{
    char *page = index_of(a_match_without_a_place_for_its_error);
    assert_non_null(strstr(page, "./all.html#g"));
    assert_non_null(strstr(page, "\"./few.html\""));
    assert_null(strstr(page, "./few.html#"));
    free(page);
}

static void one_person_under_two_names(struct index_page *ix)
{
    struct index_row m = index_row_of("a", NULL, "Ann", "Bob"), n = index_row_of("b", NULL, "ann_s", "Bob");
    n.person[0] = "Ann";
    index_page_add(ix, &m);
    index_page_add(ix, &n);
}

TEST(names_of_one_person_are_summed_up_as_one)
{
    char *page = index_of(one_person_under_two_names);
    const char *players = strstr(page, " id=\"players\">");
    assert_int_equal(count(players, "<tr><th><bdi>"), 2);
    assert_non_null(strstr(players, "<bdi>Ann</bdi></th><td class=\"n\" data-v=\"2\">2</td>"));
    assert_null(strstr(players, "ann_s"));
    free(page);
}

TEST(players_are_summed_up_by_name)
{
    char *page = index_of(two_matches_and_a_failure);
    const char *players = strstr(page, " id=\"players\">");
    assert_non_null(players);
    assert_int_equal(count(players, "<tr><th><bdi>"), 3);
    const char *bob = strstr(players, "<bdi>Bob</bdi></th><td class=\"n\" data-v=\"2\">2</td>");
    assert_non_null(bob);
    free(page);
}

static void paths_that_look_like_schemes_stay_paths(struct index_page *ix)
{
    const struct index_row m = index_row_of("x", "javascript:alert(1)", "A", "B");
    index_page_add(ix, &m);
}

TEST(a_report_path_never_becomes_a_script)
{
    char *page = index_of(paths_that_look_like_schemes_stay_paths);
    assert_non_null(strstr(page, "href=\"./javascript%3Aalert%281%29\""));
    free(page);
}

TEST(text_is_escaped_and_made_valid)
{
    struct strbuf out = {0};
    escape_xml(&out, "a<b>&\"'\t\n\x7f\xc2\x85\xef\xbf\xbe\xf0\x9f\x8e\xb2\xed\xa0\x80");
    assert_string_equal(strbuf_text(&out), "a&lt;b&gt;&amp;&quot;&#39;\t\n"
                                           "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xf0\x9f\x8e\xb2"
                                           "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    strbuf_done(&out);
}

TEST(links_to_neighbours_have_one_place_and_no_words_of_their_own)
{
    static const char head[] = "<nav class=\"trail\">x</nav>",
                      prev[] =
                          "<a rel=\"prev\" href=\"./a%20%C3%A4/b.html\">Previous<span class=\"vh\"> match</span></a>",
                      next[] = "<a rel=\"next\" href=\"./../c.html\">Next<span class=\"vh\"> match</span></a>";
    static const struct {
        const char *first, *second;
        bool good;
    } links[] = {{prev, next, true},
                 {prev, "", true},
                 {"", next, true},
                 {"", "", false},
                 {next, prev, false},
                 {prev, prev, false},
                 {prev, " ", false},
                 {"1.23", next, false},
                 {"", "<a rel=\"next\" href=\"c.html\">Next<span class=\"vh\"> match</span></a>", false},
                 {"", "<a rel=\"next\" href=\"./\">Next<span class=\"vh\"> match</span></a>", false},
                 {"", "<a rel=\"next\" href=\"./c d\">Next<span class=\"vh\"> match</span></a>", false},
                 {"", "<a rel=\"next\" href=\"./%2\">Next<span class=\"vh\"> match</span></a>", false},
                 {"", "<a rel=\"next\" href=\"./%ff\">Next<span class=\"vh\"> match</span></a>", false},
                 {"", "<a rel=\"next\" href=\"./c\" style=\"\">Next<span class=\"vh\"> match</span></a>", false},
                 {"", "<a rel=\"next\" href=\"./c\">Next 1.23<span class=\"vh\"> match</span></a>", false}};
    struct strbuf page = {0}, text = {0};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        strbuf_clear(&text);
        strbuf_printf(&text, "<span class=\"neighbours\">%s%s</span>", links[i].first, links[i].second);
        const size_t length = text.length;
        strbuf_puts(&text, "</nav>");
        assert_int_equal(html_neighbours_length((struct span){text.at, text.length}), links[i].good ? length : 0);
    }
    strbuf_puts(&page, head);
    assert_int_equal(html_neighbours_place(span_of(head)), strlen(head) - strlen("</nav>"));
    assert_true(html_set_neighbours(&page, "a \xc3\xa4/b.html", "../c.html"));
    strbuf_clear(&text);
    strbuf_printf(&text, "<nav class=\"trail\">x<span class=\"neighbours\">%s%s</span></nav>", prev, next);
    assert_string_equal(strbuf_text(&page), strbuf_text(&text));
    assert_false(html_set_neighbours(&page, "a \xc3\xa4/b.html", "../c.html"));
    assert_true(html_set_neighbours(&page, NULL, NULL));
    assert_string_equal(strbuf_text(&page), head);
    strbuf_done(&page);
    strbuf_done(&text);
}

/* ---- elements of pages ---- */

static void assert_script(const char *page, const char *expected)
{
    const struct span found = html_script(span_of(page), "certificate");
    if (expected == NULL)
        assert_null(found.at);
    else
        assert_true(found.at != NULL && span_equal(found, expected));
}

TEST(a_script_is_found_by_its_tag)
{
    assert_script("<script type=\"application/json\" id=\"certificate\">{}</script>", "{}");
    assert_script("<SCRIPT async ID = certificate\n>{}</Script >", "{}");
    assert_script("<p title=\">\"></p><script data-x='\">' id='certificate'/>{}</script>", "{}");
    assert_script("<script id=\"certificate\">1</script><script id=\"certificate\">2</script>", "2"); /* the last */
    assert_script("<script id=\"certificate\">{", "{");
    assert_script("<!-- <script id=\"certificate\">{}</script> -->", NULL);
    assert_script("<style><script id=\"certificate\">{}</style>", NULL);
    assert_script("<script>'<script id=\"certificate\">{}'</script>", NULL);
    assert_script("<p id=\"certificate\">{}</p><script class=\"id\" name=\"certificate\">{}</script>", NULL);
    assert_script("a < b <", NULL);
    assert_script("<script id", NULL);
}

TEST(the_anchor_before_a_place_is_a_decision_or_a_game)
{
    const char page[] =
        "<i id=\"g1\"></i><script>'<b id=\"g9\">'</script><i id=\"games\"/><i class=\"d\" id='g2m14'>x</i>";
    assert_true(span_equal(html_anchor(span_of(page), strlen(page)), "g2m14"));
    assert_true(span_equal(html_anchor(span_of(page), 20), "g1"));
    assert_null(html_anchor(span_of(page), 3).at);
}

TEST_MAIN(NULL, NULL)
