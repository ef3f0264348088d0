/* Decoding of input bytes: encodings, line ends, gzip. */
#include "support/test.h"
#include <string.h>
#include <zlib.h>

#include "base/charset.h"
#include "import/decode.h"

static void decodes_to(const char *bytes, size_t length, const char *expected)
{
    struct strbuf out = {0};
    struct diags d;
    diags_init(&d, NULL);
    decode_text((struct span){bytes, length}, NULL, &out, &d);
    assert_string_equal(strbuf_text(&out), expected);
    assert_int_equal(d.n_errors, 0);
    diags_done(&d);
    strbuf_done(&out);
}

TEST(line_ends_become_lf)
{
    decodes_to("a\r\nb\rc\n\r\nd", 10, "a\nb\nc\n\nd");
    decodes_to("a\r", 2, "a\n");
    decodes_to("", 0, "");
}

TEST(marks_at_both_ends_go)
{
    decodes_to("\xef\xbb\xbf"
               "caf\xc3\xa9\n\x1a",
               10, "caf\xc3\xa9\n");
}

TEST(utf32_is_known_by_its_mark)
{
    decodes_to("\xff\xfe\0\0\xe9\0\0\0\n\0\0\0", 12, "\xc3\xa9\n");
    decodes_to("\0\0\xfe\xff\0\1\xf6\0", 8, "\xf0\x9f\x98\x80");
}

TEST(iso_2022_kr_is_not_taken_for_another)
{
    const char bytes[] = "a \x1b$)C\x0e\x47\x51\x0f b\n";
    decodes_to(bytes, sizeof bytes - 1, "a \xed\x95\x9c b\n");
}

TEST(escapes_of_an_unknown_encoding_are_reported)
{
    struct strbuf out = {0};
    struct diags d;
    diags_init(&d, NULL);
    decode_text(span_of("a \x1b$B\xff b\n"), NULL, &out, &d);
    assert_int_equal(d.n_warnings > 0, 1);
    diags_done(&d);
    strbuf_done(&out);
}

TEST(utf16_is_known_by_mark_and_by_zeros)
{
    decodes_to("\xff\xfe\xe9\x00\r\x00\n\x00", 8, "\xc3\xa9\n");
    decodes_to("\xfe\xff\x00\xe9", 4, "\xc3\xa9");
    decodes_to(" \0"
               "5\0 \0p\0o\0i\0",
               12, " 5 poi");
}

TEST(a_line_in_another_encoding_does_not_spoil_the_rest)
{
    decodes_to("K\xfcmin \x80\nK\xc3\xbcmin\n\x81\xe9\n", 18,
               "K\xc3\xbcmin \xe2\x82\xac\nK\xc3\xbcmin\n\xc2\x81\xc3\xa9\n");
}

static void decodes_text_to(const char *text, const char *expected)
{
    decodes_to(text, strlen(text), expected);
}

TEST(sgf_names_its_charset)
{
    decodes_text_to("(;GM[6]CA[windows-1251]PW[\xc8\xe2])", "(;GM[6]CA[windows-1251]PW[\xd0\x98\xd0\xb2])");
    decodes_text_to("(;CA[windows-1251]PW[\xd0\x98])", "(;CA[windows-1251]PW[\xd0\x98])"); /* it is UTF-8 */
    decodes_text_to("(;CA[windows-1255]PW[x]) \xe9", "(;CA[windows-1255]PW[x]) \xd7\x99"); /* accents might follow */
    decodes_text_to("(;CA[UTF-8]PW[\xe9])", "(;CA[UTF-8]PW[\xc3\xa9])");
    decodes_text_to("(;CA[no such]PW[\xe9])", "(;CA[no such]PW[\xc3\xa9])");
    decodes_text_to("(;CA[nosuch]PW[\xe9])", "(;CA[nosuch]PW[\xc3\xa9])");
    decodes_text_to("CA[windows-1251] \xe9", "CA[windows-1251] \xc3\xa9"); /* no SGF */
}

/* Names of a match, as the files of a Russian, a Japanese and a Greek program have them. */
TEST(old_code_pages_are_guessed_from_all_names_together)
{
    decodes_text_to(" \xc8\xe2\xe0\xed : 0    \xce\xeb\xfc\xe3\xe0 : 0\n",
                    " \xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd : 0    \xd0\x9e\xd0\xbb\xd1\x8c\xd0\xb3\xd0\xb0 : 0\n");
    decodes_text_to(" \x93\x63\x92\x86 : 0    \x97\xe9\x96\xd8 : 0\n",
                    " \xe7\x94\xb0\xe4\xb8\xad : 0    \xe9\x88\xb4\xe6\x9c\xa8 : 0\n");
    decodes_text_to(" \xc3\xe9\xfe\xf1\xe3\xef\xf2 : 0   \xc5\xeb\xdd\xed\xe7 : 0\n",
                    " \xce\x93\xce\xb9\xcf\x8e\xcf\x81\xce\xb3\xce\xbf\xcf\x82 : 0   "
                    "\xce\x95\xce\xbb\xce\xad\xce\xbd\xce\xb7 : 0\n");
}

TEST(western_names_stay_western)
{
    decodes_text_to("Zo\xeb : 0   \xc5sa \xd6"
                    "berg : 0",
                    "Zo\xc3\xab : 0   \xc3\x85sa \xc3\x96"
                    "berg : 0");
    decodes_text_to("Fran\xe7ois Lef\xe8vre", "Fran\xc3\xa7ois Lef\xc3\xa8vre");
    decodes_text_to("M\xe9rida", "M\xc3\xa9rida");
    decodes_text_to("\xd8", "\xc3\x98");
}

/* Bytes within words that make none in Windows-1252. */
TEST(latin_pages_are_guessed_where_words_show_them)
{
    decodes_text_to(" M\x81ller : 0   J\x94rg Wei\xe1 : 0", " M\xc3\xbcller : 0   J\xc3\xb6rg Wei\xc3\x9f : 0");
    decodes_text_to("Andr\x82 : 0", "Andr\xc3\xa9 : 0");
    decodes_text_to("Jos\x82 Mu\xa4oz", "Jos\xc3\xa9 Mu\xc3\xb1oz");
    decodes_text_to("\x90mile S\x9bren", "\xc3\x89mile S\xc3\xb8ren");
    decodes_text_to("Ji\xf8\xed Dvo\xf8\xe1k", "Ji\xc5\x99\xc3\xad Dvo\xc5\x99\xc3\xa1k");
    decodes_text_to("Pawe\xb3 Wi\xb9zek", "Pawe\xc5\x82 Wi\xc4\x85zek");
    decodes_text_to("Bar\xfd\xfe Y\xfdld\xfdz \xdd", "Bar\xc4\xb1\xc5\x9f Y\xc4\xb1ld\xc4\xb1z \xc4\xb0");
    decodes_text_to("Kad\xfdo\xf0lu", "Kad\xc4\xb1o\xc4\x9flu");
}

TEST(what_may_be_windows_1252_stays_it)
{
    static const char *const texts[] = {
        "don\x92t \x93"
        "so\x94 \x84wie\x93 a\x96z b\x97y z\x85y XG\x99", /* quotes, dashes, points */
        "word\x86 word\x87 5 \x89, m\xb3 x\xb2, \xbfqu\xe9? \xa3 5", /* signs at the edges of words */
        "Sigur\xf0ur \xdeorsteinsson",
        "Al\xfeingi J\xf3n",
        "N\xfdi T\xfdr Gu\xf0r\xfan", /* Iceland */
        "Toma\x9a \x8eiga \x8akoda c\x9cur",
        "Andr\x82 well\x82 yes M\xfcller",
        "Wei\xdf M\x94ller", /* in doubt */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct strbuf expected = {0};
        charset_to_utf8(&expected, span_of(texts[i]), "WINDOWS-1252", 1);
        decodes_text_to(texts[i], expected.at);
        strbuf_done(&expected);
    }
}

TEST(seven_bit_encodings_are_read_where_nothing_else_is_meant)
{
    decodes_text_to("Andr+AOk- 1+-1 +Xw9+gA-", "Andr\xc3\xa9 1+1 \xe5\xbc\x8f\xe7\xba\x80");
    decodes_text_to("a ~{<:Ky2;~} ~~b", "a \xe5\xb7\xb1\xe6\x89\x80\xe4\xb8\x8d ~b");
    static const char *const kept[] = {"Andr+AOk- +0.123", "a ~{<:Ky~} ~/b", "13/7+6/2- +ABC- +0-", "~~ ~{~} ~{abc"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        decodes_text_to(kept[i], kept[i]);
}

TEST(letters_in_hz_are_read_where_the_user_says_so)
{
    struct strbuf out = {0};
    struct diags d;
    diags_init(&d, NULL);
    decode_text(span_of("~{<:Ky2;~} ~x"), "hz", &out, &d);
    assert_string_equal(strbuf_text(&out), "\xe5\xb7\xb1\xe6\x89\x80\xe4\xb8\x8d ~x");
    assert_int_equal(d.n_warnings, 1);
    diags_done(&d);
    strbuf_done(&out);
}

TEST(an_encoding_of_seven_bits_is_a_warning)
{
    static const char *const texts[] = {"Andr+AOk-", "a ~{<:Ky2;~}", "Andr+AOk- +0.123"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct strbuf out = {0};
        struct diags d;
        diags_init(&d, NULL);
        decode_text(span_of(texts[i]), NULL, &out, &d);
        assert_int_equal(d.n_warnings, 1);
        assert_non_null(strstr(d.at[0].message, i == 1 ? "HZ" : "UTF-7"));
        diags_done(&d);
        strbuf_done(&out);
    }
}

TEST(the_user_knows_better_and_a_guess_is_a_warning)
{
    struct diags d;
    struct strbuf out = {0};
    diags_init(&d, NULL);
    decode_text(span_of("\xe9\xd7\xc1\xce"), "KOI8-R", &out, &d);
    assert_string_equal(strbuf_text(&out), "\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd");
    assert_int_equal(d.n_warnings, 0);
    decode_text(span_of("caf\xe9\nbar\nm\xe9nage\n"), NULL, &out, &d);
    assert_int_equal(d.n_warnings, 1);
    assert_non_null(strstr(d.at[1].message, "WINDOWS-1252"));
    assert_non_null(strstr(d.at[1].message, "--encoding"));
    diags_done(&d);
    strbuf_done(&out);
}

TEST(a_nul_is_replaced_and_reported)
{
    struct strbuf out = {0};
    struct diags d;
    diags_init(&d, NULL);
    decode_text((struct span){"first\nab\0c", 10}, NULL, &out, &d);
    assert_string_equal(strbuf_text(&out), "first\nab\xef\xbf\xbd"
                                           "c");
    assert_int_equal(d.n_warnings, 1);
    assert_int_equal(d.at[0].line, 2);
    assert_int_equal(d.at[0].column, 3);
    diags_done(&d);
    strbuf_done(&out);
}

TEST(quoted_texts_are_read_as_what_was_quoted)
{
    decodes_text_to("> 5 point match\n>\n>  Game 1\n", "5 point match\n\n Game 1\n");
    decodes_text_to(">> a\r\n> > b\r\nthanks\r\n>c", "a\nb\nthanks\nc\n");
    decodes_text_to("a\n> b\n", "a\n> b\n"); /* not more than half */
    decodes_text_to("a > b\n\n\n", "a > b\n\n\n");
}

static size_t gzip(const char *text, char *packed, size_t room)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)text, .avail_in = (uInt)strlen(text)};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_out = (Bytef *)packed;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t n = room - z.avail_out;
    deflateEnd(&z);
    return n;
}

TEST(gzip_is_unpacked_even_in_pieces)
{
    char packed[500];
    size_t n = gzip("5 point match\n", packed, sizeof packed);
    n += gzip("Game 1\n", packed + n, sizeof packed - n);
    struct strbuf out = {0};
    struct diags d;
    diags_init(&d, NULL);
    assert_true(is_gzip((struct span){packed, n}));
    assert_true(gunzip((struct span){packed, n}, 1 << 20, &out, &d));
    assert_string_equal(out.at, "5 point match\nGame 1\n");
    strbuf_clear(&out);
    assert_true(gunzip((struct span){packed, n - 12}, 1 << 20, &out, &d));
    assert_int_equal(d.n_errors, 1);
    assert_memory_equal(out.at, "5 point match\n", 14);
    strbuf_clear(&out);
    assert_false(gunzip((struct span){packed, 4}, 1 << 20, &out, &d));
    assert_int_equal(d.n_errors, 2);
    diags_done(&d);
    strbuf_done(&out);
}

TEST(bytes_behind_gzip_are_warned_of_alone)
{
    char packed[500] = "";
    const size_t n = gzip("5 point match\n", packed, sizeof packed);
    struct strbuf out = {0};
    struct diags d;
    diags_init(&d, NULL);
    assert_true(gunzip((struct span){packed, n + 20}, 1 << 20, &out, &d));
    assert_string_equal(out.at, "5 point match\n");
    assert_int_equal(d.n_errors, 0);
    assert_int_equal(d.n_warnings, 1);
    diags_done(&d);
    strbuf_done(&out);
}

TEST_MAIN(NULL, NULL)
