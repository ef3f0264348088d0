/* Messages in another language: base/format.h over a catalogue made here. */
#include "base/format.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "support/test.h"

static const char *const texts[][2] = {
    {"%s of %d: %.1f %%", "%3$.9f %% (%2$d): %1$s"},
    {"%zu file in %s", "%2$s hat %1$zu"},
    {"found \"%s\", expected %s", "erwartet %2$s, da \"%1$s\""},
    {"in a message\004a roll", "einen Wurf"},
    {"found \"%s\"%s", "da \"%s\"%s"},
    {"%s: not found", "%s fehlt"},
    {"--format %s, not both", "--format %s allein"},
    {"no hole", "%s%n%d kein Loch"},
};
enum { N = sizeof texts / sizeof *texts, ROOM = 128 };

struct record { /* as tools/po/words.sh writes it */
    char text[ROOM];
    size_t length;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct record *)a)->text, ((const struct record *)b)->text);
}

static struct language made(void)
{
    static unsigned char catalogue[N * ROOM];
    struct record record[N];
    size_t at = 0;
    for (size_t i = 0; i < N; i++) {
        uint64_t n = 0;
        for (const char *id = texts[i][0]; *id != '\0'; id++)
            n = (n * 257 + (unsigned char)*id) & (((uint64_t)1 << 44) - 1);
        record[i].length = (size_t)snprintf(record[i].text, ROOM, "%06x%06x%s", (unsigned)(n >> 22),
                                            (unsigned)(n & 0x3fffff), texts[i][1]);
        memcpy(record[i].text + record[i].length, "\0\002", 2);
        record[i].length += 2;
    }
    qsort(record, N, sizeof *record, by_text);
    for (size_t i = 0; i < N; at += record[i++].length)
        memcpy(catalogue + at, record[i].text, record[i].length);
    return (struct language){.code = "xx", .catalogue = catalogue, .end = catalogue + at};
}

static char said[256];

__attribute__((format(printf, 1, 2))) static const char *in_it(const char *format, ...)
{
    const struct language l = made();
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = format_in(&l, NULL, 0, format, again);
    va_end(again);
    assert_int_equal(format_in(&l, said, sizeof said, format, args), length);
    va_end(args);
    assert_int_equal(strlen(said), length);
    return said;
}

TEST(a_language_chooses_the_order_and_nothing_else)
{
    assert_string_equal(in_it("%s of %d: %.1f %%", "three", -4, 2.25), "2.2 % (-4): three");
    assert_string_equal(in_it("%zu file in %s", (size_t)7, "x"), "x hat 7");
}

TEST(words_of_ours_are_translated_but_not_between_quotes)
{
    assert_string_equal(in_it("found \"%s\", expected %s", "a roll", "a roll"), "erwartet einen Wurf, da \"a roll\"");
    assert_string_equal(in_it("found \"%s\", expected %s", "x", "a table"), "erwartet a table, da \"x\"");
    assert_string_equal(in_it("%.*s, %s", 4, "a roll", "a roll"), "a ro, einen Wurf");
    assert_string_equal(in_it("found \"%s\"%s", "a roll", "a roll"), "da \"a roll\"einen Wurf");
}

TEST(what_users_call_something_is_none_of_our_words)
{
    assert_string_equal(in_it("%s: not found", "a roll"), "a roll fehlt");
    assert_string_equal(in_it("--format %s, not both", "a roll"), "--format a roll allein");
}

TEST(a_catalogue_that_is_wrong_does_no_harm)
{
    assert_string_equal(in_it("no hole"), "n kein Loch");
}

TEST(every_kind_of_argument_arrives)
{
    assert_string_equal(in_it("%d %u %ld %lld %zu %c %5s|%-4d|%*d %08lx %g %s", -1, 4294967295U, -5L, 1LL << 40,
                              (size_t)9, 'c', "ab", 7, 3, 8, 255UL, 0.5, "end"),
                        "-1 4294967295 -5 1099511627776 9 c    ab|7   |  8 000000ff 0.5 end");
}

TEST(what_does_not_fit_is_cut_and_counted)
{
    char small[6];
    const struct language l = made();
    va_list none;
    memset(&none, 0, sizeof none);
    assert_int_equal(format_in(&l, small, sizeof small, "1234567", none), 7);
    assert_string_equal(small, "12345");
}

TEST_MAIN(NULL, NULL)
