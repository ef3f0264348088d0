/* UTF-8: valid characters, forbidden ones, and cleaning. */
#include "support/test.h"
#include <limits.h>
#include <string.h>

#include "base/utf8.h"

TEST(characters_of_each_length_are_valid)
{
    assert_int_equal(utf8_length(span_of("a")), 1);
    assert_int_equal(utf8_length(span_of("\xC3\xA9")), 2);
    assert_int_equal(utf8_length(span_of("\xE2\x82\xAC")), 3);
    assert_int_equal(utf8_length(span_of("\xF0\x9F\x8E\xB2")), 4);
}

TEST(forbidden_sequences_have_no_length)
{
    const char *const bad[] = {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                               "\xF8",     "\x80",         "\xC3",         "\xE2\x82"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(utf8_length(span_of(bad[i])), 0);
}

TEST(cleaning_replaces_each_stray_byte)
{
    struct strbuf out = {0};
    utf8_clean(&out, "J\xE9r\xC3\xB4me\xFF");
    assert_string_equal(strbuf_text(&out), "J\xEF\xBF\xBDr\xC3\xB4me\xEF\xBF\xBD");
    assert_true(utf8_valid(span_of(out.at)));
    assert_int_equal(utf8_count(out.at), 7);
    strbuf_done(&out);
}

TEST(integers_are_written_in_decimal)
{
    struct strbuf out = {0}, same = {0};
    const long numbers[] = {0, 7, -1, 1024, LONG_MAX, LONG_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        strbuf_int(&out, numbers[i]);
        strbuf_printf(&same, "%ld", numbers[i]);
    }
    assert_string_equal(strbuf_text(&out), strbuf_text(&same));
    strbuf_done(&out);
    strbuf_done(&same);
}

TEST(what_steers_a_terminal_or_turns_text_is_replaced)
{
    struct strbuf text = {0};
    strbuf_puts(&text, "\x1b[1mA\xc2\x9b"
                       "B\xe2\x80\xae"
                       "C\xe2\x81\xa9"
                       "D\n\x7f\xc3\xa9\xe2\x80\x93");
    utf8_disarm(&text, 4, '?', true);
    assert_string_equal(text.at, "\x1b[1mA?B?C?D\n?\xc3\xa9\xe2\x80\x93");
    utf8_disarm(&text, 0, ' ', false);
    assert_string_equal(text.at, " [1mA?B?C?D ?\xc3\xa9\xe2\x80\x93");
    strbuf_done(&text);
}

TEST(letters_are_told_apart_without_their_marks_and_capitals)
{
    const char *at = "\xC3\x96o\xCC\x88\xC5\x81\xD0\x96\xE2\x82\xAC";
    const unsigned bare[] = {'o', 'o', 'l', 0x436, 0x20AC, 0, 0};
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
        assert_int_equal(utf8_next_bare(&at), bare[i]);
}

/* The pieces of a word between which a line may break, in brackets. */
static void breaks_are(const char *word, const char *expected)
{
    struct strbuf found = {0};
    for (struct span rest = span_of(word); rest.length > 0;) {
        const size_t n = utf8_unbroken(rest);
        strbuf_printf(&found, "[%.*s]", (int)n, rest.at);
        rest = span_sub(rest, n, rest.length);
    }
    assert_string_equal(strbuf_text(&found), expected);
    strbuf_done(&found);
}

TEST(lines_break_beside_han_letters_and_kana_but_not_before_what_closes)
{
    breaks_are("24/18*", "[24/18*]");
    breaks_are("Zo\u00eb", "[Zo\u00eb]");
    breaks_are("\uae40\ucca0", "[\uae40\ucca0]"); /* Korean has blanks */
    breaks_are("\u65e5\u672c", "[\u65e5][\u672c]");
    breaks_are("5\u70b9\u3002", "[5][\u70b9\u3002]");
    breaks_are("\u300c\u65e5\u300d\u672c", "[\u300c\u65e5\u300d][\u672c]");
    breaks_are("\u30de\u30c3\u30c1", "[\u30de\u30c3][\u30c1]");
}

static void isolated_is(const char *before, const char *text, const char *expected)
{
    struct strbuf found = {0};
    strbuf_puts(&found, before);
    strbuf_puts(&found, text);
    utf8_isolate(&found, strlen(before));
    assert_string_equal(strbuf_text(&found), expected);
    strbuf_done(&found);
}

TEST(what_goes_from_right_to_left_is_isolated)
{
    isolated_is("1. ", "Ann", "1. Ann");
    isolated_is("1. ", "\u05d0\u05d1", "1. \u2068\u05d0\u05d1\u2069");
    isolated_is("\u05d0 ", "Ann", "\u05d0 Ann");
    isolated_is("", "Ali \u0639\u0644\u064a", "\u2068Ali \u0639\u0644\u064a\u2069");
}

TEST(isolates_of_ours_are_left_where_others_are_disarmed)
{
    struct strbuf text = {0};
    strbuf_puts(&text, "\u2068\u05d0\u202e\u2069\x1b");
    utf8_disarm_isolated(&text, 0, '?', false);
    assert_string_equal(strbuf_text(&text), "\u2068\u05d0?\u2069?");
    utf8_disarm(&text, 0, '?', false);
    assert_string_equal(strbuf_text(&text), "?\u05d0???");
    strbuf_done(&text);
}

TEST(of_long_texts_the_middle_is_left_out)
{
    static const char *const cases[][2] = {{"short", "short"},
                                           {"exactly-ten", "exac\xe2\x80\xa6"
                                                           "y-ten"},
                                           {"\xc3\xa4\xc3\xb6\xc3\xbc-round-of-16",
                                            "\xc3\xa4\xc3\xb6\xc3\xbc-\xe2\x80\xa6"
                                            "of-16"},
                                           {"", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf out = {0};
        utf8_brief(&out, cases[i][0], 10);
        assert_string_equal(strbuf_text(&out), cases[i][1]);
        assert_true(utf8_count(strbuf_text(&out)) <= 10);
        strbuf_done(&out);
    }
}

TEST_MAIN(NULL, NULL)
