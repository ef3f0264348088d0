/* Lines in letters of several scripts: which of them are set how, and in which order. DejaVu is the paper's own font;
 * others are those that `make bootstrap` installs. */
#include <stdlib.h>
#include <string.h>

#include "export/print/letters.h"
#include "support/assertions.h"

#define DEJAVU "/usr/share/fonts/truetype/dejavu/DejaVuSans"

/* Runs as text: plain ones as they are, the others in brackets, with what each sign stands for. */
static void line_is(const char *text, const char *expected)
{
    char *own[] = {DEJAVU ".ttf", DEJAVU "-Bold.ttf"};
    struct fonts *f = fonts_open(own, 2);
    struct lettering set = {0};
    struct strbuf found = {0};
    if (f == NULL)
        skip(); /* built without HarfBuzz, or there is none */
    letters_set(f, 0, text, &set);
    for (size_t i = 0; i < set.n; i++) {
        const struct letter_run *r = &set.run[i];
        if (r->font == LETTERS_PLAIN)
            strbuf_add(&found, text + r->from, r->to - r->from);
        for (size_t k = 0; k < r->n; k++) {
            const struct sign *s = &set.signs.at[r->first + k];
            strbuf_printf(&found, "%s%.*s%s", k == 0 ? "[" : "|", (int)s->length, text + s->from,
                          k + 1 == r->n ? "]" : "");
        }
    }
    assert_string_equal(strbuf_text(&found), expected);
    strbuf_done(&found);
    lettering_done(&set);
    fonts_close(f);
}

TEST(letters_of_the_own_font_are_plain)
{
    line_is("", "");
    line_is("Zo\u00eb \u0418\u0432\u0430\u043d 24/18", "Zo\u00eb \u0418\u0432\u0430\u043d 24/18");
}

TEST(others_are_signs_between_them)
{
    line_is("5\u65e5\u672c 7", "5[\u65e5|\u672c] 7");
    line_is("\uae40", "[\uae40]");
}

TEST(hebrew_goes_from_right_to_left_and_figures_in_it_do_not)
{
    line_is("a \u05d0\u05d1 b", "a [\u05d1|\u05d0] b");
    line_is("\u05d0 12 \u05d1", "[\u05d1| ]12[ |\u05d0]");
    line_is("\u05d0\u05d1 7", "7[ |\u05d1|\u05d0]"); /* without an isolate the figure goes with them */
    line_is("\u2068\u05d0\u05d1\u2069 7", "[\u05d1|\u05d0] 7");
}

TEST(what_is_one_sign_stands_for_all_of_its_letters)
{
    line_is("\u0644\u0627", "[\u0644\u0627]"); /* lam and alef */
    line_is("\u0930\u0935\u093f", "[\u0930|\u0935\u093f]"); /* the vowel stands before its consonant */
    line_is("xe\u0301x", "x[e\u0301]x");
}

TEST(what_no_font_has_is_plain)
{
    line_is("a\ue000\U000f0000b", "a\ue000\U000f0000b");
}

TEST(a_letter_and_its_accent_come_from_one_font)
{
    line_is("\u0e17\u0e35\u0e48", "[\u0e17\u0e35\u0e48]");
}

TEST(brackets_turn_with_the_letters_in_them)
{
    char *own[] = {DEJAVU ".ttf", DEJAVU "-Bold.ttf"};
    struct fonts *f = fonts_open(own, 2);
    struct lettering there = {0}, mirrored = {0};
    if (f == NULL)
        skip();
    letters_set(f, 0, "\u05d0(\u05d1", &there);
    letters_set(f, 0, "\u05d0)\u05d1", &mirrored);
    assert_int_equal(there.n, 1);
    assert_int_equal(there.signs.n, 3);
    assert_int_not_equal(there.signs.glyph[1].glyph, mirrored.signs.glyph[1].glyph);
    lettering_done(&there);
    lettering_done(&mirrored);
    fonts_close(f);
}

TEST_MAIN(NULL, NULL)
