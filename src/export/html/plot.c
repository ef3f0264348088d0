/* Plots: the drawing stretches with the window; words, dots and links are HTML above it and keep their size. */
#include "base/language.h"
#include "export/html/html.h"

#include <math.h>
#include <stdlib.h>

#include "export/escape.h"
#include "export/plot.h"

/* ORDER PLOT_INK */
static const char *const classes[PLOT_INKS] = {"ax", "ev", "gm", "band",  "bv",    "bv bl", "bh",
                                               "bg", "wh", "ln", "ln l2", "er y1", "er y2", "er y3"};

struct drawing {
    struct plot_canvas canvas;
    struct html *w;
    struct strbuf *svg, words;
    int ink; /* of the path that is open; PLOT_INKS = none */
};

/* ---- strokes: one path as long as the ink is the same, "M0 50l1 .2l1-.3" ---- */

static void tenths(struct strbuf *out, long v, bool apart)
{
    strbuf_puts(out, v < 0 ? "-" : apart ? " " : "");
    if (labs(v) >= 10 || v == 0)
        strbuf_int(out, labs(v) / 10);
    if (v % 10 != 0)
        strbuf_printf(out, ".%ld", labs(v) % 10);
}

static void dip(struct drawing *k, int ink)
{
    if (k->ink != ink && k->ink != PLOT_INKS)
        strbuf_puts(k->svg, "\"/>");
    if (k->ink != ink && ink != PLOT_INKS)
        strbuf_printf(k->svg, "<path class=\"%s\" d=\"", classes[ink]);
    k->ink = ink;
}

static void stroke(struct drawing *k, const struct draw_point *at, size_t n)
{
    long x = 0, y = 0;
    for (size_t i = 0; i < n; i++) {
        const long to = lround(10 * (double)at[i].x), down = lround(10 * (double)at[i].y);
        if (i > 0 && down == y) {
            strbuf_putc(k->svg, 'h');
            tenths(k->svg, to - x, false);
        } else if (i > 0 && to == x) {
            strbuf_putc(k->svg, 'v');
            tenths(k->svg, down - y, false);
        } else {
            strbuf_putc(k->svg, i > 0 ? 'l' : 'M');
            tenths(k->svg, to - x, false);
            tenths(k->svg, down - y, true);
        }
        x = to, y = down;
    }
}

static void line(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n)
{
    struct drawing *k = (struct drawing *)c;
    dip(k, (int)ink);
    stroke(k, at, n);
}

static void shape(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n)
{
    line(c, ink, at, n);
    strbuf_putc(((struct drawing *)c)->svg, 'z');
}

/* Round caps of lines without length keep their shape however the drawing is stretched. */
static void point(struct plot_canvas *c, enum plot_ink ink, struct draw_point at)
{
    line(c, ink, &at, 1);
    strbuf_puts(((struct drawing *)c)->svg, "h0");
}

/* ---- words ---- */

static void left(struct drawing *k, float x)
{
    tenths(&k->words, lround(1000 * (double)((x - k->canvas.left) / k->canvas.width)), false);
}

static void level(struct plot_canvas *c, float y, const struct node *number, bool minor)
{
    struct drawing *k = (struct drawing *)c;
    strbuf_puts(&k->words, minor ? "<span class=\"yl nr\" style=\"top:" : "<span class=\"yl\" style=\"top:");
    tenths(&k->words, lround(10 * (double)y), false);
    strbuf_puts(&k->words, "%\">");
    k->w->out = &k->words;
    html_inline(k->w, number);
    k->w->out = k->svg;
    strbuf_puts(&k->words, "</span>");
}

static void below(struct plot_canvas *c, const struct plot_word *word)
{
    struct drawing *k = (struct drawing *)c;
    const char *tag = "span";
    if (word->part != NULL)
        tag = html_link(k->w, &k->words, word->part->page, word->part->to, tag);
    else
        strbuf_puts(&k->words, "<span");
    strbuf_printf(&k->words, " class=\"gl%s\" style=\"%s:", word->near ? " nr" : "",
                  word->align == PLOT_ENDS ? "right" : "left");
    left(k, word->align == PLOT_ENDS ? k->canvas.width - word->x : word->x - word->room / 2);
    strbuf_putc(&k->words, '%');
    if (word->room > 0) {
        strbuf_puts(&k->words, ";width:");
        left(k, k->canvas.left + word->room);
        strbuf_puts(&k->words, "%;text-align:center;white-space:normal;line-height:1");
    } else if (word->align == PLOT_CENTRED)
        strbuf_puts(&k->words, ";transform:translateX(-50%)");
    strbuf_puts(&k->words, "\">");
    escape_xml_text(&k->words, word->text);
    strbuf_printf(&k->words, "</%s>", tag);
}

static void dot(struct plot_canvas *c, struct draw_point at, const struct plot_dot *d)
{
    struct drawing *k = (struct drawing *)c;
    const char *tag = "span";
    if (d->page != NULL)
        tag = html_link(k->w, &k->words, d->page, NULL, tag);
    else
        strbuf_puts(&k->words, "<span");
    strbuf_printf(&k->words, " class=\"dot%s\"", d->hollow ? " hollow" : "");
    html_attribute(&k->words, "title", d->label);
    strbuf_puts(&k->words, " style=\"left:");
    left(k, at.x);
    strbuf_puts(&k->words, "%;top:");
    tenths(&k->words, lround(10 * (double)at.y), false);
    strbuf_puts(&k->words, "%\"><span class=\"vh\">");
    escape_xml_text(&k->words, d->label);
    strbuf_printf(&k->words, "</span></%s>", tag);
}

/* ---- the whole ---- */

static struct drawing drawing_of(struct html *w)
{
    return (struct drawing){
        .canvas = {.line = line, .shape = shape, .point = point, .dot = dot, .level = level, .below = below},
        .w = w,
        .svg = w->out,
        .ink = PLOT_INKS};
}

/* For the script, which leads a click to the nearest dot: "12 g1m3 40 g2m7". */
static void mark_data(struct html *w, const struct node *n)
{
    strbuf_puts(w->out, " data-at=\"");
    for (int i = 0; i < n->plot.n_marks; i++)
        if (n->plot.marks[i].to != NULL)
            strbuf_printf(w->out, "%s%d %s", i > 0 ? " " : "", n->plot.marks[i].x, n->plot.marks[i].to);
    strbuf_putc(w->out, '"');
}

static int panel(struct html *w, const struct node *n, int series)
{
    struct drawing k = drawing_of(w);
    plot_begin(&k.canvas, n);
    strbuf_puts(w->out, series > 0 ? "<div class=\"cv low\"" : "<div class=\"cv\"");
    if (series == 0 && n->plot.n_marks > 0)
        mark_data(w, n);
    strbuf_puts(w->out, w->bound ? "><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" : "><svg viewBox=\"");
    tenths(w->out, lround(10 * (double)k.canvas.left), false);
    strbuf_printf(w->out, " 0 %.0f 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">", (double)k.canvas.width);
    const int next = plot_panel(n, series, &k.canvas);
    dip(&k, PLOT_INKS);
    strbuf_puts(w->out, "</svg>");
    strbuf_add(w->out, strbuf_text(&k.words), k.words.length);
    strbuf_done(&k.words);
    strbuf_puts(w->out, "</div>\n");
    return next;
}

static void caption(struct html *w, const struct node *n, enum role role)
{
    const struct node *words = node_child(n, NODE_PARAGRAPH, role);
    if (words != NULL)
        html_block(w, words);
}

/* Captions stand above the drawing they speak of, the others at the end. */
void html_plot(struct html *w, const struct node *n)
{
    strbuf_puts(w->out, n->role == ROLE_SMALL ? "<div class=\"curve small\">\n" : "<div class=\"curve\">\n");
    if (n->plot.table != NULL && !w->bound)
        strbuf_printf(w->out, "<a class=\"vh\" href=\"#%s\">%s</a>", n->plot.table, tr("The same as a table"));
    for (int i = 0; i < n->plot.n_series;) {
        caption(w, n, n->plot.series[i].role);
        i = panel(w, n, i);
    }
    caption(w, n, ROLE_NOTE);
    strbuf_puts(w->out, "</div>\n");
}

void html_bar(struct html *w, const struct number *n)
{
    struct drawing k = drawing_of(w);
    html_svg(w, "bar", 100, 100);
    strbuf_puts(w->out, " preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    plot_bar(n, &k.canvas);
    dip(&k, PLOT_INKS);
    strbuf_puts(w->out, "</svg>");
}
