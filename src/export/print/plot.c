/* Plots on paper. */
#include <math.h>

#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "export/plot.h"
#include "export/print/print.h"

enum { HEIGHT = 88, LOW = 34, AXIS = 32 };

static const struct {
    uint32_t colour;
    float thickness;
} inks[PLOT_INKS] = {/* ORDER PLOT_INK */
                     {HAIR, 0.3f}, {SOFT, 0.4f},  {0xb5b0a6, 0.3f}, {0xd3e0ea, 0}, {0x8fb0c8, 0},   {0xcddde9, 0},
                     {LINK, 0.7f}, {0xeee9df, 0}, {SOFT, 0.5f},     {LINK, 1},     {0xa3360a, 0.5f}};

struct drawing {
    struct plot_canvas canvas;
    struct printer *p;
    struct paper_area at;
    float free_from; /* where the last word below the axis ends */
};

static struct draw_point place(const struct drawing *k, struct draw_point at)
{
    return (struct draw_point){k->at.x + k->at.width * (at.x - k->canvas.left) / k->canvas.width,
                               k->at.y + k->at.height * at.y / 100};
}

static void line(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n)
{
    const struct drawing *k = (struct drawing *)c;
    for (size_t i = 1; i < n; i++) {
        const struct draw_point a = place(k, at[i - 1]), b = place(k, at[i]);
        paper_rule(k->p->paper, a.x, a.y, b.x, b.y, inks[ink].thickness, inks[ink].colour);
    }
}

static void shape(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n)
{
    const struct drawing *k = (struct drawing *)c;
    struct draw_point *placed = xcalloc(n, sizeof *placed);
    for (size_t i = 0; i < n; i++)
        placed[i] = place(k, at[i]);
    paper_polygon(k->p->paper, placed, n, inks[ink].colour);
    xfree(placed);
}

static void point(struct plot_canvas *c, enum plot_ink ink, struct draw_point at)
{
    const struct drawing *k = (struct drawing *)c;
    const int mark = (int)ink - (int)PLOT_DOUBTFUL + SKILL_DOUBTFUL;
    const struct draw_point m = place(k, at);
    paper_dot(k->p->paper, m.x, m.y, 1 + 0.4f * (float)mark, print_mark_colour[mark], 0xffffff);
}

static void dot(struct plot_canvas *c, struct draw_point at, const struct plot_dot *d)
{
    const struct drawing *k = (struct drawing *)c;
    const struct draw_point m = place(k, at);
    paper_dot(k->p->paper, m.x, m.y, 2, d->hollow ? 0xffffff : LINK, LINK);
}

static void level(struct plot_canvas *c, float y, const struct node *number, bool minor)
{
    const struct drawing *k = (struct drawing *)c;
    const struct paper_style label = {7.5f, PAPER_PLAIN, SOFT, PAPER_RIGHT};
    struct strbuf text = {0};
    leaf_text(number, &typography_paper, &text);
    if (!minor)
        paper_text(k->p->paper, k->at.x - AXIS, k->at.y + k->at.height * y / 100 + 2, AXIS - 3, &label,
                   strbuf_text(&text));
    strbuf_done(&text);
}

static void below(struct plot_canvas *c, const struct plot_word *word)
{
    /* ORDER PLOT_ALIGN: how, and how far to the left of x the room begins that the word has */
    static const enum paper_align align[] = {PAPER_LEFT, PAPER_CENTRE, PAPER_RIGHT};
    static const float room[] = {0, 100, 100}, before[] = {-1, 50, 100}, share[] = {0, 0.5f, 1};
    struct drawing *k = (struct drawing *)c;
    const struct paper_style label = {7.5f, PAPER_PLAIN, SOFT, align[word->align]};
    const float x = place(k, (struct draw_point){word->x, 0}).x, wide = paper_width(k->p->paper, &label, word->text);
    const float from = x - (word->align == PLOT_BEGINS ? before[PLOT_BEGINS] : share[word->align] * wide);
    if (from < k->free_from)
        return;
    k->free_from = from + wide + 3;
    paper_text(k->p->paper, x - before[word->align], k->at.y + k->at.height + 6.5f, room[word->align], &label,
               word->text);
}

static struct drawing drawing_of(struct printer *p, struct paper_area at)
{
    return (struct drawing){
        .canvas = {.line = line, .shape = shape, .point = point, .dot = dot, .level = level, .below = below},
        .p = p,
        .at = at};
}

/* Captions stand above the drawing they speak of, the others at the end. Paper in brief has the first drawing of a
 * match's course, as its pages belong to the boards. */
float plot_put(struct printer *p, const struct node *plot, struct area at)
{
    const struct node *rest = node_child(plot, NODE_PARAGRAPH, ROLE_NOTE), *caption;
    const float start = at.y;
    for (int i = 0; i < plot->plot.n_series;) {
        const float height = i == 0 ? HEIGHT : LOW;
        const int first = i;
        if (first > 0 && plot->plot.series[0].role == ROLE_PROGRESS && !p->whole)
            break;
        caption = node_child(plot, NODE_PARAGRAPH, plot->plot.series[i].role);
        at.y += caption != NULL ? block_put(p, caption, at) : 0;
        struct drawing k = drawing_of(p, (struct paper_area){at.x + AXIS, at.y + 3, at.width - AXIS - 2, height});
        plot_begin(&k.canvas, plot);
        if (!p->measuring)
            plot_panel(plot, first, &k.canvas);
        for (i++; i < plot->plot.n_series && plot->plot.series[i].over; i++)
            ;
        at.y += height + (first == 0 ? 12 : 6);
    }
    if (rest != NULL)
        at.y += block_put(p, rest, at);
    return at.y - start;
}

/* Below the figure of a cell. */
void plot_under(struct printer *p, const struct number *n, struct area at)
{
    struct drawing k = drawing_of(p, (struct paper_area){at.x, at.y, at.width, 3});
    plot_bar(n, &k.canvas);
}
