/* Fonts beyond the paper's own: found by fontconfig when a letter needs one, read and shaped by HarfBuzz. Both
 * libraries are loaded then (base/on_demand.h), so that who writes in Latin, Greek or Cyrillic letters needs neither.
 */
#ifndef KIBITZER_FONTS_H
#define KIBITZER_FONTS_H

#include "export/print/truetype.h"

struct fonts;

/* The picture of a letter, or of several that cannot be told apart: glyphs of a font beside and above each other.
 * Lengths in units of the font, y upwards. */
struct sign_glyph {
    unsigned glyph;
    int x, y; /* from where the sign begins */
};

struct sign {
    size_t first, n; /* of the glyphs */
    int advance;
    size_t from, length; /* bytes of the text that it stands for */
};

/* Signs from left to right. Zero-initialised is empty. */
struct signs {
    struct sign *at;
    struct sign_glyph *glyph;
    size_t n, capacity, n_glyphs, glyph_capacity;
};

void signs_done(struct signs *s);

/* The paper's own fonts are those with the first numbers, in that order. NULL: a library is missing. */
struct fonts *fonts_open(char *const *own, size_t n_own);
void fonts_close(struct fonts *f); /* NULL is fine */

bool fonts_have(const struct fonts *f, int font, uint32_t letter);
/* The number of a font that has it: one that is open, else the one that fontconfig prefers for the reader's language;
 * -1 = none. `weight` is the number of the own font that it stands beside. */
int fonts_with(struct fonts *f, int weight, uint32_t letter);

uint32_t fonts_script(uint32_t letter); /* 0 = that of its neighbours */

/* Appends the signs of text[from, to), which has one script and direction. */
void fonts_shape(const struct fonts *f, int font, const char *text, size_t from, size_t to, uint32_t script,
                 bool leftwards, struct signs *out);

/* The shape of a sign. */
void fonts_outline(const struct fonts *f, int font, const struct sign_glyph *glyphs, size_t n, int advance,
                   struct truetype_shape *out);
unsigned fonts_units(const struct fonts *f, int font); /* to its size */
const char *fonts_name(const struct fonts *f, int font); /* letters and digits alone, for files */

#endif
