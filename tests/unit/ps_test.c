/* The PostScript report, read as far as a test can without a printer (`make check-outputs` has Ghostscript print it):
 * structure, letters, equal bytes. And the fonts that go into it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/print/truetype.h"
#include "support/assertions.h"
#include "support/reported.h"
#include "support/script.h"
#include "support/writing.h"

static bool has_unicode_font(void)
{
    return access("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", R_OK) == 0 &&
           access("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", R_OK) == 0;
}

/* Comments of the Document Structuring Conventions in their order, and as many pages as they promise. */
TEST(the_structure_is_given_in_comments)
{
    static const char *const order[] = {"%!PS-Adobe-3.0\n", "%%Title: (Ann vs Bob, 5-point match)\n",
                                        "%%Pages: 4\n",     "%%BoundingBox: 0 0 595 842\n",
                                        "%%EndComments\n",  "%%BeginProlog\n",
                                        "%%EndProlog\n",    "%%BeginSetup\n",
                                        "%%EndSetup\n",     "%%Page: 1 1\n",
                                        "%%Page: 2 2\n",    "%%Page: 3 3\n",
                                        "%%Page: 4 4\n",    "%%Trailer\n",
                                        "%%EOF\n"};
    struct match *m = reported_match(5, "Ann", "Bob");
    struct strbuf file = {0};
    write_bytes(exporter_find("ps"), m, NULL, &file);
    const char *at = file.at;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        at = strstr(at, order[i]);
        if (at == NULL)
            fail_msg("no %s in its place", order[i]);
    }
    assert_int_equal(count_in(&file, "%%Page: "), 4);
    assert_int_equal(count_in(&file, "/sheet save def"), 4);
    assert_int_equal(count_in(&file, "sheet restore showpage"), 4);
    assert_int_equal(count_in(&file, "/OUT pdfmark"), 11 + 3 + 5); /* sections, those of what was no error, errors */
    assert_int_equal(count_in(&file, "/ANN pdfmark"),
                     5 + 5 + 2 + 1); /* errors, their cards, games and all facts lead there */
    for (size_t i = 0; i < file.length; i++)
        assert_true((unsigned char)file.at[i] < 0x80);
    strbuf_done(&file);
    match_free(m);
}

TEST(no_type_is_smaller_than_seven_and_a_half_points)
{
    struct match *m = reported_match(5, "Ann", "Bob");
    struct strbuf file = {0};
    struct export_options o;
    int n = 0;
    export_defaults(&o);
    o.board_every = 0; /* figures on boards are drawings */
    write_bytes(exporter_find("ps"), m, &o, &file);
    for (const char *at = file.at; (at = strstr(at, " F\n")) != NULL; at += 3) {
        const char *size = at;
        while (size[-1] != ' ')
            size--;
        assert_true(strtod(size, NULL) >= 7.5);
        n++;
    }
    assert_true(n > 100);
    strbuf_done(&file);
    match_free(m);
}

TEST(it_has_the_pages_of_the_pdf)
{
    struct match *m = random_match(5, 7, 0, VARIANT_BACKGAMMON);
    struct strbuf pdf = {0}, ps = {0};
    write_bytes(exporter_find("pdf"), m, NULL, &pdf);
    write_bytes(exporter_find("ps"), m, NULL, &ps);
    assert_int_equal(count_in(&pdf, "/Type /Page\n"), count_in(&ps, "%%Page: "));
    strbuf_done(&pdf);
    strbuf_done(&ps);
    match_free(m);
}

TEST(the_same_match_gives_the_same_bytes)
{
    struct match *m = reported_match(5, "Ann", "Bob");
    struct strbuf a = {0}, b = {0};
    write_bytes(exporter_find("ps"), m, NULL, &a);
    write_bytes(exporter_find("ps"), m, NULL, &b);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.at, b.at, a.length);
    assert_int_equal(count_in(&a, "%%CreationDate: (2024-05-01)"), 1); /* the match's day, no clock */
    strbuf_done(&a);
    strbuf_done(&b);
    match_free(m);
}

TEST(letters_that_are_used_are_embedded)
{
    struct match *m = reported_match(5, "\xd0\x96\xd0\xb5\xd0\xbd\xd1\x8f", "\xce\xa9");
    struct strbuf file = {0};
    if (!has_unicode_font())
        skip();
    write_bytes(exporter_find("ps"), m, NULL, &file);
    assert_int_equal(count_in(&file, "/FontType 42 def"), 2);
    assert_true(count_in(&file, "/uni0416 ") >= 2); /* in both fonts */
    assert_true(count_in(&file, "/uni03A9 ") >= 2);
    assert_int_equal(count_in(&file, "/uni0411 "), 0); /* not used, not there */
    strbuf_done(&file);
    match_free(m);
}

/* More letters than a font has codes: they go on in fonts that share its shapes. */
TEST(letters_beyond_256_go_into_further_fonts)
{
    struct match *m = reported_match(5, "Ann", "Bob");
    struct strbuf many = {0}, file = {0};
    if (!has_unicode_font())
        skip();
    for (unsigned c = 0x400; c < 0x4c0; c++) {
        strbuf_putc(&many, (char)(0xc0 | c >> 6));
        strbuf_putc(&many, (char)(0x80 | (c & 0x3f)));
    }
    m->games[0].events[0].comment = strbuf_text(&many);
    write_bytes(exporter_find("ps"), m, NULL, &file);
    assert_int_equal(count_in(&file, "/P1 exch def"), 1);
    assert_true(count_in(&file, "/P1 ") > 1);
    assert_true(count_in(&file, ") S\n") > 0);
    strbuf_done(&many);
    strbuf_done(&file);
    match_free(m);
}

TEST(names_cannot_break_out_of_their_strings)
{
    struct match *m = reported_match(0, ") showpage (", "\xff\xfe\x01(\\)<>% \xf0\x9f\x8e\xb2");
    struct strbuf file = {0};
    m->info.date = "2024-01-01) quit (";
    write_bytes(exporter_find("ps"), m, NULL, &file);
    assert_int_equal(count_in(&file, "() showpage ("), 0);
    assert_true(count_in(&file, "\\) showpage \\(") > 0);
    assert_int_equal(count_in(&file, "01) quit"), 0);
    assert_int_equal(count_in(&file, "CreationDate"), 0); /* no date, no comment */
    strbuf_done(&file);
    match_free(m);
}

TEST(what_the_font_cannot_show_is_reported)
{
    struct match *m = reported_match(5, "\xee\x80\x80\xf3\xb0\x80\x81", "Bob"); /* for private use */
    const struct exporter *const kinds[] = {exporter_find("pdf"), exporter_find("ps")};
    struct strbuf file = {0};
    for (size_t i = 0; i < 2; i++) {
        struct diags d;
        diags_init(&d, NULL);
        write_reporting(kinds[i], m, NULL, &file, &d);
        assert_diag(&d, SEVERITY_WARNING, 0, 0, "lost: no font has U+E000, U+F0001");
        diags_done(&d);
    }
    strbuf_done(&file);
    match_free(m);
}

TEST(an_empty_match_is_one_page)
{
    struct match *m = match_new();
    struct strbuf file = {0};
    write_bytes(exporter_find("ps"), m, NULL, &file);
    assert_int_equal(count_in(&file, "%%Page: "), 1);
    strbuf_done(&file);
    match_free(m);
}

/* ---- fonts ---- */

TEST(a_subset_holds_its_letters_and_what_they_are_made_of)
{
    if (!has_unicode_font())
        skip();
    struct truetype *f = truetype_open("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    assert_non_null(f);
    assert_int_not_equal(truetype_glyph(f, 'A'), 0);
    assert_int_equal(truetype_glyph(f, 0x6771), 0); /* no Chinese */
    const uint32_t codes[] = {'A', 0xe9, 0x6771, 'A'}; /* e with an accent is made of two */
    struct truetype_subset s;
    assert_true(truetype_subset(f, codes, 4, &s));
    assert_int_equal(s.glyph[0], 1);
    assert_int_equal(s.glyph[1], 2);
    assert_int_equal(s.glyph[2], 0);
    assert_int_equal(s.glyph[3], 1);
    assert_memory_equal(s.font.at, "\0\1\0\0\0\11", 6);
    assert_true(s.font.length > 1000 && s.font.length < 60000);
    assert_int_equal(s.breaks[0], 12 + 16 * 9);
    for (size_t i = 1; i < s.n_breaks; i++)
        assert_true(s.breaks[i] >= s.breaks[i - 1]);
    assert_int_equal(s.breaks[s.n_breaks - 1], s.font.length);
    assert_true(s.box[0] < 0 && s.box[3] > 0.5F);
    truetype_subset_done(&s);
    truetype_close(f);
}

TEST(damaged_fonts_are_refused_or_cut_short)
{
    struct strbuf font = {0};
    char path[] = "/tmp/kibitzer-font-XXXXXX";
    if (!has_unicode_font())
        skip();
    assert_true(file_read("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0, &font));
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (size_t part = 0; part < 24; part++) {
        struct truetype_subset s;
        const uint32_t codes[] = {'A', 0xe9, 0x416};
        for (size_t i = 12 + part; part < 20 && i < 400; i += 20) /* the directory, then the tables */
            font.at[i] = (char)(font.at[i] ^ 0x55);
        assert_true(file_write_atomic(path, font.at, part < 20 ? font.length : font.length / (part - 18)));
        struct truetype *f = truetype_open(path);
        if (f != NULL) {
            truetype_subset(f, codes, 3, &s);
            truetype_subset_done(&s);
        }
        truetype_close(f);
    }
    unlink(path);
    strbuf_done(&font);
}

TEST_MAIN(NULL, NULL)
