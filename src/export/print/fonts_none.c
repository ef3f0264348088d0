/* Where HarfBuzz, FriBidi and fontconfig are not there to build with: only the paper's own fonts. As none can be
 * opened, nothing but fonts_open() and fonts_close() is ever called. */
#include "export/print/letters.h"

struct fonts *fonts_open(char *const *own, size_t n_own)
{
    (void)own, (void)n_own;
    return NULL;
}

void fonts_close(struct fonts *f)
{
    (void)f;
}

unsigned fonts_units(const struct fonts *f, int font)
{
    (void)f, (void)font;
    return 1;
}

const char *fonts_name(const struct fonts *f, int font)
{
    (void)f, (void)font;
    return "";
}

void fonts_outline(const struct fonts *f, int font, const struct sign_glyph *glyphs, size_t n, int advance,
                   struct truetype_shape *out)
{
    (void)f, (void)font, (void)glyphs, (void)n, (void)advance;
    *out = (struct truetype_shape){0};
}

void signs_done(struct signs *s)
{
    (void)s;
}

void letters_set(struct fonts *f, int own, const char *text, struct lettering *out)
{
    (void)f, (void)own, (void)text, (void)out;
}
