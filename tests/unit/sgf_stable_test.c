/* What an SGF file says survives being written: record -> SGF -> record gives the same dump, byte for byte, however odd
 * the file's properties are and in whatever order they stand. */
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import.h"

static struct match *read_as(const char *text, const char *format)
{
    struct matches list = {0};
    struct diags d;
    diags_init(&d, format);
    if (!import_bytes(span_of(text), NULL, importer_find(format), &list, &d) || list.n == 0)
        fail_msg("%s is not read:\n%s", format, text);
    struct match *m = list.at[0];
    while (list.n > 1)
        match_free(list.at[--list.n]);
    list.n = 0;
    matches_done(&list);
    diags_done(&d);
    m->generator = NULL; /* each file names its own */
    return m;
}

/* Names the first line that differs. */
static void expect_same_lines(const char *sgf, const char *by_way_of, const char *expected, const char *found)
{
    size_t line = 0, i = 0;
    for (; expected[i] == found[i] && expected[i] != '\0'; i++)
        line = expected[i] == '\n' ? i + 1 : line;
    if (expected[i] == found[i])
        return;
    fprintf(stderr, "%s\nby way of %s\n", sgf, by_way_of);
    fail_msg("found: %.*s, expected: %.*s", (int)strcspn(found + line, "\n"), found + line,
             (int)strcspn(expected + line, "\n"), expected + line);
}

/* The dump of a file, and that of the file that is written from it. */
static void expect_stable(const char *sgf)
{
    struct match *m = read_as(sgf, "sgf");
    char *before = written(m, "dump", NULL), *again = written(m, "sgf", NULL);
    struct match *of_dump = read_as(before, "dump"), *of_sgf = read_as(again, "sgf");
    char *dumped = written(of_dump, "dump", NULL), *after = written(of_sgf, "dump", NULL);
    expect_same_lines(sgf, "the dump", before, dumped);
    expect_same_lines(sgf, again, before, after);
    free(before), free(again), free(dumped), free(after);
    match_free(m), match_free(of_dump), match_free(of_sgf);
}

#define HEAD "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b]"

TEST(a_variation_that_the_end_of_the_file_leaves_open_is_closed)
{
    expect_stable(HEAD "\n(;W[31hejf])\n(;W[64]C[a (va\n\n)\n");
    expect_stable(HEAD "\n(;W[31hejf])\n(;W[64]C[a\\");
    expect_stable(HEAD "\n(;W[31hejf])\n(;W[64](;B[31])");
}

/* As a dump by hand may have it: what does not end would take the rest of the file along. */
TEST(a_variation_that_is_no_tree_is_kept_among_foreign_words)
{
    struct match *m = read_as(HEAD ";W[31hejf])", "sgf");
    property_add(m, &m->games[0].events[0].properties, "sgf-variation", "(", "(;W[64]C[a");
    char *before = written(m, "dump", NULL), *sgf = written(m, "sgf", NULL), *note = lost(m, "sgf");
    struct match *again = read_as(sgf, "sgf");
    char *after = written(again, "dump", NULL);
    expect_same_lines(sgf, "SGF", before, after);
    assert_string_equal(note, "");
    free(before), free(sgf), free(after), free(note);
    match_free(m), match_free(again);
}

TEST(a_second_property_of_a_name_comes_before_those_that_are_not_known)
{
    expect_stable(HEAD "XX[0]EV[]EV[x];W[31hefe];YY[1]B[42lpjl]B[43]ZZ[2])");
}

TEST(a_property_without_a_name_is_kept)
{
    expect_stable(HEAD "old[5]XX[1];W[31hefe]small[7][8]YY[2])");
}

TEST(a_property_without_a_value_has_an_empty_one)
{
    expect_stable(HEAD "XX;W[31hefe]YY;B[42lpjl])");
}

TEST(values_of_mi_that_are_not_known_come_first)
{
    expect_stable("(;FF[4]GM[6]XX[1]MI[length:5][game:0][ws:0][bs:0][clock:3]PW[a]PB[b];W[31hefe]MI[x])");
}

TEST(a_result_that_is_not_understood_stays_the_only_one)
{
    expect_stable(HEAD "RE[nobody]XX[1];W[31hefe];B[double];W[drop](;B[42lpjl])(;B[31]))");
}

TEST(our_own_words_keep_colons_and_tabs)
{
    expect_stable(HEAD "KT[mat:a\\:b:c:d\te][+::\\]\\\\]KT[again];W[31hefe]KT[mat:a\\:b:c]KT[:text:x])");
}

TEST(properties_of_an_event_stay_with_it_in_the_next_game)
{
    expect_stable(HEAD ";W[31hefe]XX[1])(;FF[4]GM[6]MI[length:5][game:1][ws:0][bs:0]PW[a]PB[b];W[31hefe]XX[2])");
}

/* ---- random files ---- */

static const char *pick(struct random *r, const char *const *from, int n)
{
    return from[random_below(r, n)];
}

static void add_properties(struct strbuf *out, struct random *r, bool root)
{
    static const char *const names[] = {"XX", "YYY", "C",  "EV", "RE", "RU", "MI", "KT", "W",  "B",
                                        "PL", "DI",  "CV", "CP", "AE", "GS", "DT", "WR", "low"};
    static const char *const values[] = {
        "",         "x",    "a:b:c", ":text:y",    "sgf:low:1", "+::more",  "\\]",        "31hefe",    "42lp",
        "double",   "take", "drop",  "W",          "b",         "2",        "31",         "W+1",       "W+2R",
        "Crawford", "odd",  "a:y",   ":resign:B1", ":cube:4",   "length:5", "two\nlines", "tab\there", ":refuse:W1"};
    for (int n = random_below(r, root ? 7 : 5); n > 0; n--) {
        strbuf_puts(out, pick(r, names, sizeof names / sizeof *names));
        for (int v = random_below(r, 3); v >= 0; v--)
            strbuf_printf(out, "[%s]", pick(r, values, sizeof values / sizeof *values));
    }
}

static void add_nodes(struct strbuf *out, struct random *r)
{
    static const char *const usual[] = {";W[31hefe]", ";B[42lpjl]", ";W[double]", ";B[take]",
                                        ";B[drop]",   ";W[65]",     ";",          ";"};
    for (int n = random_below(r, 7); n > 0; n--) {
        strbuf_puts(out, pick(r, usual, sizeof usual / sizeof *usual));
        add_properties(out, r, false);
    }
}

static void add_game(struct strbuf *out, struct random *r, int number)
{
    strbuf_puts(out, "(;FF[4]GM[6]");
    if (random_below(r, 3) == 0)
        add_properties(out, r, true);
    strbuf_printf(out, "MI[length:5][game:%d][ws:0][bs:0]PW[a]PB[b]", number);
    add_properties(out, r, true);
    add_nodes(out, r);
    if (random_below(r, 4) == 0) {
        strbuf_putc(out, '(');
        add_nodes(out, r);
        strbuf_puts(out, ")(;W[31]C[other])");
    }
    strbuf_puts(out, ")\n");
}

TEST(any_file_is_dumped_alike_after_it_was_written)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct random r = {seed};
        struct strbuf text = {0};
        for (int g = 0; g <= (int)(seed % 2); g++)
            add_game(&text, &r, g);
        expect_stable(text.at);
        strbuf_done(&text);
    }
}

TEST_MAIN(NULL, NULL)
