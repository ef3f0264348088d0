/* See axis.h. */
#include "report/axis.h"

#include <math.h>

struct extent {
    double low, high;
};

static void include(struct extent *e, float value)
{
    if (isnan(value))
        return;
    e->low = fmin(e->low, (double)value);
    e->high = fmax(e->high, (double)value);
}

static void extents(const struct axis_data *d, struct extent *values, struct extent *ranges)
{
    for (int k = 0; k < d->n_series; k++)
        for (int i = 0; i < d->n; i++) {
            const struct series *s = &d->series[k];
            include(values, s->at[i]);
            if (s->from != NULL) {
                include(ranges, s->from[i]);
                include(ranges, s->to[i]);
            }
        }
    for (int i = 0; i < d->n_dots; i++) {
        include(values, d->dots[i].at);
        include(ranges, d->dots[i].from);
        include(ranges, d->dots[i].to);
    }
}

static double round_step(double range, double parts)
{
    static const double steps[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && range / steps[i] > parts)
        i++;
    return steps[i];
}

void axis_fit(struct series *s, const struct axis_data *d, double least, double parts)
{
    struct extent e = {0, 0}, ranges = {0, 0};
    extents(d, &e, &ranges);
    e.low = fmin(e.low, fmax(ranges.low, 2 * e.low));
    e.high = fmax(e.high, fmin(ranges.high, 2 * e.high));
    s->step = fmax(round_step(e.high - e.low, parts), least);
    s->low = floor(e.low / s->step) * s->step;
    s->high = fmax(ceil(e.high / s->step), s->low < 0 ? 0 : 1) * s->step;
}
