/* A TrueType font file: which signs it has and how wide they are, and a smaller font with some of them for PostScript:
 * both faces of DejaVu are 2.9 MB as a PostScript file holds them, the letters of a match 0.1. (libharu makes its own
 * subset for PDF, and keeps it to itself.) */
#ifndef KIBITZER_TRUETYPE_H
#define KIBITZER_TRUETYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "export/board/draw.h"

struct truetype;

/* The shape of a sign as fonts have it: contours of points, the i-th ends before at[ends[i]]; y upwards from the base
 * line. Between two points that are not on the curve one in their middle is. */
struct truetype_point {
    struct draw_point at;
    bool on_curve;
};

struct truetype_shape {
    struct truetype_point *at;
    size_t *ends;
    size_t n, n_ends;
    unsigned advance;
};

void truetype_shape_done(struct truetype_shape *s);

struct truetype *truetype_open(const char *path); /* NULL: no such file, or not a font with outlines */
void truetype_close(struct truetype *f); /* NULL is fine */

unsigned truetype_glyph(const struct truetype *f, uint32_t code_point); /* 0 = it has none */
unsigned truetype_advance(const struct truetype *f, uint32_t code_point); /* width, in thousandths of the size */

/* The shape of a sign: closed contours as in raster.h, curves as short lines, y upwards from the base line, in units of
 * the font's size. Zero-initialised is empty; signs that are added stand beside the ones before. */
struct truetype_outline {
    struct draw_point *at;
    size_t *ends;
    size_t n, capacity, n_ends, end_capacity;
};

void truetype_outline(const struct truetype *f, uint32_t code_point, struct truetype_outline *out);
void truetype_outline_done(struct truetype_outline *o);
/* The same of a shape with so many units to the size. */
void truetype_add_shape(const struct truetype_shape *s, unsigned units, struct truetype_outline *out);

/* A part of a font. Glyph 0 is the sign for what is missing; that of codes[i] is glyph[i]. */
struct truetype_subset {
    struct strbuf font; /* the tables that a printer needs: cvt fpgm glyf head hhea hmtx loca maxp prep */
    unsigned *glyph;
    size_t *breaks; /* offsets at which the font may be cut into strings: begins of tables and glyphs */
    size_t n_breaks, break_capacity;
    float box[4]; /* of all signs, in units of the font's size */
};

/* False if the file is damaged. */
bool truetype_subset(const struct truetype *f, const uint32_t *codes, size_t n, struct truetype_subset *out);
/* For who makes a subset of the file on their own: `marked` has a byte for each of n glyphs, 0 = not in it. Marks those
 * that the marked ones are made of, and what these are made of in turn. */
void truetype_mark_components(const struct truetype *f, uint8_t *marked, size_t n);
/* A font made of shapes, the i-th as glyph i + 1. Never fails. */
void truetype_make(const struct truetype_shape *shapes, size_t n, unsigned units, struct truetype_subset *out);
void truetype_subset_done(struct truetype_subset *s);

#endif
