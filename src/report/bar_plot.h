/* Bars beside each other, with their ranges, in one panel or several below each other. */
#ifndef KIBITZER_BAR_PLOT_H
#define KIBITZER_BAR_PLOT_H

#include "document/draft.h"

struct bar {
    double value, low, high; /* NAN = not known; low and high: of its range */
    enum bar_tone tone;
};

struct bar_panel {
    enum role role; /* captions have the same: see struct series */
    enum unit unit;
    double least; /* step of the axis */
    bool whole; /* ranges are inside, however wide; else as axis_fit() has it */
    const struct bar *at;
};

enum { BARS_MOST = 60 };

/* A plot of `n` bars in each panel, `labels` below the first, begun: captions and node_end() follow. `table` is the
 * anchor of the table with the same figures, NULL = it is in the same section. */
struct node *bar_plot_begin(struct draft *b, const struct bar_panel *panels, int n_panels, int n,
                            const char *const *labels, const char *table);

#endif
