/* One content, many writers: each fact, figure and decision of fixtures/dump/every-word.dump, which has every word that
 * a record can hold, stands in each report, or is named as lost. */
#include "support/assertions.h"
#include "support/reading.h"
#include "support/writing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "report/report.h"

static const char *const writers[] = {"html", "text", "tree"};

enum { N_WRITERS = sizeof writers / sizeof *writers };

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
    /* the other decisions */
    "doubles to 4", "beavers to 8", "raccoons to 16", "takes", "24/22 13/8", "text between moves",
    "resigns a single game", "refuses the resignation", "24/18(2)", "Illegal play", "the play does not fit the roll",
    "Cube set to 2, centred", "Dice set to 43", "24/20 13/10", "no play recorded", "resigns a gammon",
    "accepts the resignation", "Position set up", "Score set to 4", "bar/24", "11: something else", "24/18 13/11",
    "Dice set to 55",
    /* IDs: of the cube decision without the dice */
    "4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:1:0:-1:31:0:0:3:0:10",
    "XGID=-b----E-C---eE---c-e----B-:1:0:-1:00:0:0:3:0:10"};

/* Without markup, entities resolved, holes of the tree filled by hand below. */
static char *plain(const char *text, bool markup)
{
    static const struct {
        const char *entity, *text;
    } entities[] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&#39;", "'"}};
    struct strbuf out = {0};
    for (const char *s = text; *s != '\0';) {
        size_t skip = 0;
        if (markup && *s == '<')
            skip = strcspn(s, ">") + 1;
        for (size_t i = 0; markup && skip == 0 && i < sizeof entities / sizeof *entities; i++)
            if (strncmp(s, entities[i].entity, strlen(entities[i].entity)) == 0) {
                strbuf_puts(&out, entities[i].text);
                skip = strlen(entities[i].entity);
            }
        if (skip > 0) {
            s += skip;
            continue;
        }
        if (strncmp(s, "\xe2\x88\x92", 3) == 0) {
            strbuf_putc(&out, '-');
            s += 3;
            continue;
        }
        bool blank = isspace((unsigned char)*s);
        if (!blank || (out.length > 0 && out.at[out.length - 1] != ' '))
            strbuf_putc(&out, blank ? ' ' : *s);
        s++;
    }
    return out.at;
}

static char *report_of(const struct match *m, const char *writer)
{
    struct export_options o;
    export_defaults(&o);
    o.parameters = true;
    char *written = written_with(m, writer, &o);
    const char *from = strcmp(writer, "html") == 0 ? strstr(written, "<body") : written;
    char *text = plain(from, strcmp(writer, "html") == 0);
    free(written);
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

static void every_fact_stands_in_every_report(void **state)
{
    (void)state;
    struct match *m = read_file("fixtures/dump/every-word.dump");
    int missing = 0;
    for (int w = 0; w < N_WRITERS; w++) {
        char *report = report_of(m, writers[w]);
        for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
            if (!stands_in(report, writers[w], facts[i])) {
                print_message("%s lacks %s\n", writers[w], facts[i]);
                missing++;
            }
        xfree(report);
    }
    assert_int_equal(missing, 0);
    match_free(m);
}

static void what_no_report_has_is_named_as_lost(void **state)
{
    (void)state;
    struct match *m = read_file("fixtures/dump/every-word.dump");
    for (int w = 0; w < N_WRITERS; w++) {
        char *note = lost(m, writers[w]);
        assert_string_equal(note, "lost: 2 details of the analysis, 1 further annotation set");
        free(note);
    }
    match_free(m);
}

static void decisions_that_are_not_asked_for_are_counted(void **state)
{
    (void)state;
    struct match *m = read_file("fixtures/export/annotated.dump");
    struct export_options o;
    struct strbuf out = {0};
    struct diags d;
    export_defaults(&o);
    o.show_move[SKILL_NONE] = false;
    diags_init(&d, "test");
    write_telling(exporter_find("tree"), m, &o, &out, &d);
    assert_int_equal(d.n, 1);
    assert_string_equal(d.at[0].message, "lost: 1 decision that was not asked for");
    diags_done(&d);
    strbuf_done(&out);
    match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fact_stands_in_every_report),
        cmocka_unit_test(what_no_report_has_is_named_as_lost),
        cmocka_unit_test(decisions_that_are_not_asked_for_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
