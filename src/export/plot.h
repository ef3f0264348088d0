/* Plots: what a NODE_PLOT and the bars in tables consist of, drawn on the canvas of a format (HTML's SVG, paper,
 * LaTeX). Here is settled where axes, ticks, lines, bands, bars, ranges and points are, and which words fit; a canvas
 * puts strokes and words where it is said.
 *
 * Coordinates: x as in the node, from `left` to `left + width` of the canvas; y from 0 at a panel's top to 100. */
#ifndef KIBITZER_PLOT_H
#define KIBITZER_PLOT_H

#include "export/board/draw.h"
#include "document/node.h"

enum plot_ink { /* ORDER PLOT_INK: classes in html/plot.c, colours in print/plot.c */
                PLOT_GRID,
                PLOT_EVEN, /* the axis that parts better from worse */
                PLOT_PART,
                PLOT_BAND,
                PLOT_BAR,
                PLOT_LIGHT, /* a light bar */
                PLOT_HOLLOW, /* the outline of a hollow one */
                PLOT_TRACK, /* what a full bar would be */
                PLOT_RANGE,
                PLOT_LINE, /* of the first player, or of the only one */
                PLOT_SECOND, /* of the second player */
                PLOT_DOUBTFUL,
                PLOT_BAD,
                PLOT_VERY_BAD,
                PLOT_INKS
};

enum plot_align { PLOT_BEGINS, PLOT_CENTRED, PLOT_ENDS };

struct plot_word { /* below a panel */
    float x; /* where it begins, has its middle or ends: at the right edge */
    enum plot_align align;
    float room; /* of a centred one: it may take several lines of this width; 0 = one line */
    const char *text;
    const struct plot_part *part; /* where it leads, or NULL */
    bool near; /* only where the plot is wide */
};

struct plot_canvas { /* embed it first */
    float left, width; /* plot_begin() */
    void (*line)(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n);
    void (*shape)(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n); /* filled */
    void (*point)(struct plot_canvas *c, enum plot_ink ink,
                  struct draw_point at); /* NULL: those of errors are left out */
    void (*dot)(struct plot_canvas *c, struct draw_point at, const struct plot_dot *d); /* NULL: likewise */
    void (*level)(struct plot_canvas *c, float y, const struct node *number, bool minor); /* beside the axis; NULL */
    void (*below)(struct plot_canvas *c, const struct plot_word *word); /* NULL */
};

void plot_begin(struct plot_canvas *c, const struct node *plot);
/* The panel that begins with that series; returns the first series of the next one. */
int plot_panel(const struct node *plot, int series, struct plot_canvas *c);
/* A horizontal bar of a figure with its range, from 0 to 100 = `full`. */
void plot_bar(const struct number *n, struct plot_canvas *c);

#endif
