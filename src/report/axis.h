/* The axes of plots: whole round steps around everything that is drawn. */
#ifndef KIBITZER_AXIS_H
#define KIBITZER_AXIS_H

#include "document/node.h"

/* What an axis has to hold: the first of `series`, and those over it, `n` points each; dots beside them. */
struct axis_data {
    const struct series *series;
    int n_series, n;
    const struct plot_dot *dots;
    int n_dots;
};

/* Sets low, high and step of `s`: at most about `parts` steps of `least` or more, zero among them. Values, bands and
 * ranges are inside, except that no range stretches the axis to more than twice what values need: one from three games
 * would flatten all others. */
void axis_fit(struct series *s, const struct axis_data *d, double least, double parts);

#endif
