/* A single board as a picture file: the one drawing of draw.h through four painters.
 * `width` in pixels (SVG, PNG) or points (EPS, PDF), 0 = 644; the height follows. `title`: UTF-8, NULL = a plain one;
 * it, the IDs and the position in words are stored where the format has a place. Same arguments, same bytes. */
#ifndef KIBITZER_PICTURE_H
#define KIBITZER_PICTURE_H

#include "base/strbuf.h"
#include "export/board/draw.h"
#include "export/board/svg.h"

enum { PICTURE_WIDTH_MAX = 16384 };

struct picture {
    const struct position *position;
    struct draw_options draw;
    const struct theme *theme; /* NULL = theme_colour */
    int width;
    const char *title;
    bool clear; /* PNG: what lies under the picture is seen where the theme's paints let it through (theme_clear()) */
};

/* Append the file to `out`; false (nothing appended) if the picture is too large or the library failed. */
bool picture_svg(struct strbuf *out, const struct picture *p);
bool picture_png(struct strbuf *out, const struct picture *p);
bool picture_eps(struct strbuf *out, const struct picture *p);
bool picture_pdf(struct strbuf *out, const struct picture *p);

/* "Position ID:Match ID XGID": for descriptions and comments. */
void picture_ids(const struct picture *p, char *out, size_t size);

/* The pieces of a PNG: the board on pixels, and pixels as a file with `p`'s title and IDs; the pixels are used up. */
struct raster;
void raster_board(struct raster *r, struct draw_point corner, float width, const struct position *at,
                  const struct draw_options *o, const struct theme *theme);
bool raster_png(struct strbuf *out, struct raster *r, const struct picture *p);

/* The theme that options ask for, with its chequers; false if there is none of that name. */
struct export_options;
bool picture_theme_of(const struct export_options *o, struct theme *out);

/* Width and height in whole units for p->width; false if out of range. */
bool picture_size(const struct picture *p, int *width, int *height);
const struct theme *picture_theme(const struct picture *p);

#endif
