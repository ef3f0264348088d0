/* A font that goes into a file with the signs that the document shows, and what text each of them stands for: a sign
 * that says something else elsewhere is in it twice, so that readers find and copy the right words. */
#ifndef KIBITZER_PRINTED_FONT_H
#define KIBITZER_PRINTED_FONT_H

#include "base/span.h"
#include "export/print/fonts.h"

struct printed_sign {
    struct sign_glyph *glyph; /* of the font it comes from */
    size_t n;
    int advance;
    char *text; /* UTF-8 */
};

struct printed_font {
    int font; /* of struct fonts */
    struct printed_sign *at; /* the i-th is glyph i + 1 */
    size_t n, capacity;
};

struct printed_fonts {
    struct printed_font *at;
    size_t n, capacity;
};

/* The one that holds signs of that font, made when it is asked for first. */
struct printed_font *printed_font_of(struct printed_fonts *all, int font);
void printed_fonts_done(struct printed_fonts *all);

/* The number of its glyph for the i-th of the signs. */
unsigned printed_font_sign(struct printed_font *k, const struct signs *s, size_t i, const char *line);

/* The file; `out` as of truetype_subset(). */
void printed_font_make(const struct printed_font *k, const struct fonts *f, struct truetype_subset *out,
                       unsigned *width /* of each sign, in thousandths */);

/* UTF-8 as UTF-16 in hexadecimal. */
void printed_font_utf16(struct strbuf *out, const char *text);

#endif
