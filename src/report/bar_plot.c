/* See bar_plot.h. */
#include "report/bar_plot.h"

#include <math.h>

#include "report/axis.h"

static struct series series_of(struct draft *b, const struct bar_panel *p, int n)
{
    float *at = arena_alloc(b->arena, 3 * (size_t)n * sizeof *at); /* values, then both ends of ranges */
    enum bar_tone *tones = arena_alloc(b->arena, (size_t)n * sizeof *tones);
    struct series s = {.role = p->role,
                       .unit = p->unit,
                       .side = NOBODY,
                       .bars = true,
                       .tones = tones,
                       .at = at,
                       .from = at + n,
                       .to = at + 2 * n};
    for (int i = 0; i < n; i++) {
        tones[i] = p->at[i].tone;
        at[i] = (float)p->at[i].value;
        at[n + i] = (float)p->at[i].low;
        at[2 * n + i] = (float)p->at[i].high;
    }
    const struct series everything = {.at = at};
    axis_fit(&s, &(struct axis_data){.series = p->whole ? &everything : &s, .n_series = 1, .n = p->whole ? 3 * n : n},
             p->least, 6);
    return s;
}

struct node *bar_plot_begin(struct draft *b, const struct bar_panel *panels, int n_panels, int n,
                            const char *const *labels, const char *table)
{
    struct series *series = arena_alloc(b->arena, (size_t)n_panels * sizeof *series);
    struct plot_tick *ticks = arena_alloc(b->arena, (size_t)n * sizeof *ticks);
    struct node *plot = node_begin(b, NODE_PLOT, ROLE_PROGRESS);
    for (int i = 0; i < n_panels; i++)
        series[i] = series_of(b, &panels[i], n);
    plot->plot.series = series;
    plot->plot.n_series = n_panels;
    plot->plot.n = n;
    plot->plot.ticks = ticks;
    plot->plot.table = table;
    for (int i = 0; i < n; i++)
        if (labels[i] != NULL)
            ticks[plot->plot.n_ticks++] = (struct plot_tick){i, labels[i]};
    return plot;
}
