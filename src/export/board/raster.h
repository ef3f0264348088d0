/* Shapes to pixels, anti-aliased by exact coverage. Coordinates in pixels, y downwards, origin top left. */
#ifndef KIBITZER_RASTER_H
#define KIBITZER_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "export/board/draw.h"

struct raster {
    int width, height;
    uint8_t *rgb; /* width x height x 3 */
    float *area; /* scratch: one cell more than a row, per row of the shape at hand */
};

bool raster_init(struct raster *r, int width, int height, uint32_t background); /* false: out of memory */
void raster_done(struct raster *r);

/* Fills closed contours that do not cross themselves, holes the other way round; the i-th ends before at[ends[i]].
 * `opacity` 0..1. */
void raster_contours(struct raster *r, const struct draw_point *at, const size_t *ends, size_t n_ends, uint32_t colour,
                     float opacity);
/* The same with one contour. */
void raster_polygon(struct raster *r, const struct draw_point *at, size_t n, uint32_t colour, float opacity);
void raster_disc(struct raster *r, struct draw_point centre, float radius, uint32_t colour, float opacity);
/* A line of the given thickness with round ends. */
void raster_line(struct raster *r, struct draw_point a, struct draw_point b, float thickness, uint32_t colour);

/* Figures (0-9, '-', '+', '.', '/') centred on `middle`; other characters leave a gap. `size` as a font's. */
void raster_figures(struct raster *r, struct draw_point middle, float size, const char *text, uint32_t colour);

#endif
