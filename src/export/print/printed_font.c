/* Fonts with the signs of a document; see printed_font.h. */
#include "export/print/printed_font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xmalloc.h"

struct printed_font *printed_font_of(struct printed_fonts *all, int font)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].font == font)
            return &all->at[i];
    all->at = grow(all->at, all->n, &all->capacity, sizeof *all->at);
    all->at[all->n] = (struct printed_font){.font = font};
    return &all->at[all->n++];
}

void printed_fonts_done(struct printed_fonts *all)
{
    for (size_t i = 0; i < all->n; i++) {
        for (size_t k = 0; k < all->at[i].n; k++) {
            xfree(all->at[i].at[k].glyph);
            xfree(all->at[i].at[k].text);
        }
        xfree(all->at[i].at);
    }
    xfree(all->at);
    *all = (struct printed_fonts){0};
}

static bool is_the_same(const struct printed_sign *p, const struct sign *s, const struct sign_glyph *glyph,
                        const char *text)
{
    if (p->n != s->n || p->advance != s->advance || strlen(p->text) != s->length ||
        memcmp(p->text, text, s->length) != 0)
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (p->glyph[i].glyph != glyph[i].glyph || p->glyph[i].x != glyph[i].x || p->glyph[i].y != glyph[i].y)
            return false;
    return true;
}

unsigned printed_font_sign(struct printed_font *k, const struct signs *all, size_t at, const char *line)
{
    const struct sign *s = &all->at[at];
    const struct sign_glyph *glyph = all->glyph + s->first;
    for (size_t i = 0; i < k->n; i++)
        if (is_the_same(&k->at[i], s, glyph, line + s->from))
            return (unsigned)i + 1;
    k->at = grow(k->at, k->n, &k->capacity, sizeof *k->at);
    struct printed_sign *p = &k->at[k->n];
    *p = (struct printed_sign){xcalloc(s->n + 1, sizeof *p->glyph), s->n, s->advance,
                               xstrndup(line + s->from, s->length)};
    for (size_t i = 0; i < s->n; i++)
        p->glyph[i] = glyph[i];
    return (unsigned)++k->n;
}

void printed_font_make(const struct printed_font *k, const struct fonts *f, struct truetype_subset *out,
                       unsigned *width)
{
    struct truetype_shape *shapes = xcalloc(k->n + 1, sizeof *shapes);
    const unsigned units = fonts_units(f, k->font);
    for (size_t i = 0; i < k->n; i++) {
        fonts_outline(f, k->font, k->at[i].glyph, k->at[i].n, k->at[i].advance, &shapes[i]);
        width[i] = (unsigned)lround(1000.0 * shapes[i].advance / units);
    }
    truetype_make(shapes, k->n, units, out);
    for (size_t i = 0; i < k->n; i++)
        truetype_shape_done(&shapes[i]);
    xfree(shapes);
}

void printed_font_utf16(struct strbuf *out, const char *text)
{
    struct span rest = span_of(text);
    while (rest.length != 0) {
        const size_t step = utf8_length(rest);
        const uint32_t c = utf8_code_point(rest);
        if (c >= 0x10000)
            strbuf_printf(out, "%04X%04X", 0xd800u + ((c - 0x10000) >> 10), 0xdc00u + ((c - 0x10000) & 0x3ff));
        else
            strbuf_printf(out, "%04X", (unsigned)c);
        rest = span_sub(rest, step != 0 ? step : 1, rest.length);
    }
}
