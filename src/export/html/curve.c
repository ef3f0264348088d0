/* Curves: the drawing stretches with the window; words and links are HTML above it and keep their size. */
#include "export/html/html.h"

#include <math.h>
#include <stdlib.h>

#include "export/escape.h"

/* From the top, 0..100. */
static double height_of(const struct series *s, double value)
{
    return 100 * (s->high - value) / (s->high - s->low);
}

static double across(const struct node *n, int x)
{
    return 100.0 * x / (n->curve.n > 1 ? n->curve.n - 1 : 1);
}

static void number(struct strbuf *out, double v)
{
    long tenths = lround(10 * v);
    strbuf_int(out, tenths / 10);
    if (tenths % 10 != 0)
        strbuf_printf(out, ".%ld", tenths % 10);
}

static int lines(const struct series *s)
{
    return (int)lround((s->high - s->low) / s->step) + 1;
}

static void axis(struct html *w, const struct node *n, const struct series *s)
{
    double even = s->role == ROLE_PROGRESS && s->unit == UNIT_CHANCE ? 0.5 : 0;
    for (int i = 0; i < lines(s); i++) {
        double v = s->low + i * s->step;
        strbuf_printf(w->out, "<path class=\"%s\" d=\"M0 ", fabs(v - even) < s->step / 4 ? "ev" : "ax");
        number(w->out, height_of(s, v));
        strbuf_printf(w->out, "H%d\"/>", n->curve.n - 1);
    }
    for (int i = 1; i < n->curve.n_parts; i++)
        strbuf_printf(w->out, "<path class=\"gm\" d=\"M%d 0V100\"/>", n->curve.parts[i].from);
}

static bool begins_part(const struct node *n, int x)
{
    for (int i = 0; i < n->curve.n_parts; i++)
        if (n->curve.parts[i].from == x)
            return true;
    return false;
}

/* A line that goes on from its last point: "M0 50l1 .2l1-.3". */
struct pen {
    bool down;
    int x;
    long y; /* tenths */
};

static void pen_to(struct pen *pen, struct strbuf *out, int x, double height)
{
    const long y = lround(10 * height), up = pen->down ? y - pen->y : y;
    strbuf_printf(out, "%c%d%s", pen->down ? 'l' : 'M', x - (pen->down ? pen->x : 0), up < 0 ? "-" : " ");
    if (labs(up) >= 10 || up == 0)
        strbuf_int(out, labs(up) / 10);
    if (up % 10 != 0)
        strbuf_printf(out, ".%ld", labs(up) % 10);
    *pen = (struct pen){true, x, y};
}

static void line(struct html *w, const struct node *n, const struct series *s)
{
    struct pen pen = {0};
    strbuf_puts(w->out, "<path class=\"ln\" d=\"");
    for (int x = 0; x < n->curve.n; x++) {
        pen.down = pen.down && !begins_part(n, x);
        if (!isnan(s->at[x]))
            pen_to(&pen, w->out, x, height_of(s, (double)s->at[x]));
    }
    strbuf_puts(w->out, "\"/>");
}

/* From x on: the first one where the band is known, or n. */
static int band_from(const struct series *s, int x, int n)
{
    while (x < n && isnan(s->from[x]))
        x++;
    return x;
}

/* A line over the points where the band is known as long as the curve's own line goes on. */
static void band(struct html *w, const struct node *n, const struct series *s)
{
    const int total = n->curve.n;
    struct pen pen = {0};
    int first = s->from != NULL ? band_from(s, 0, total) : total, last = first;
    if (first == total)
        return;
    strbuf_puts(w->out, "<path class=\"band\" d=\"");
    for (int x = first; x < total; x = band_from(s, x + 1, total)) {
        pen_to(&pen, w->out, x, height_of(s, (double)s->to[x]));
        last = x;
    }
    for (int x = last; x >= first; x--)
        if (!isnan(s->from[x]))
            pen_to(&pen, w->out, x, height_of(s, (double)s->from[x]));
    strbuf_puts(w->out, "z\"/>");
}

static void whiskers(struct html *w, const struct node *n, const struct series *s)
{
    bool any = false;
    for (int i = 0; i < n->curve.n_dots; i++) {
        const struct curve_dot *d = &n->curve.dots[i];
        if (isnan(d->from))
            continue;
        strbuf_puts(w->out, any ? "" : "<path class=\"wh\" d=\"");
        any = true;
        strbuf_printf(w->out, "M%d ", d->x);
        number(w->out, height_of(s, (double)d->to));
        strbuf_putc(w->out, 'V');
        number(w->out, height_of(s, (double)d->from));
    }
    strbuf_puts(w->out, any ? "\"/>" : "");
}

static void area(struct html *w, const struct node *n, const struct series *s)
{
    struct pen pen = {0};
    strbuf_puts(w->out, "<path class=\"area\" d=\"");
    pen_to(&pen, w->out, 0, height_of(s, 0));
    for (int x = 0; x < n->curve.n; x++)
        pen_to(&pen, w->out, x, height_of(s, (double)s->at[x]));
    pen_to(&pen, w->out, n->curve.n - 1, height_of(s, 0));
    strbuf_puts(w->out, "z\"/>");
}

/* What is known at x, or last before it. */
static float value_near(const struct series *s, int x)
{
    while (x > 0 && isnan(s->at[x]))
        x--;
    return s->at[x];
}

/* Round caps of lines without length keep their shape however the drawing is stretched. */
static void dots(struct html *w, const struct node *n, const struct series *s)
{
    for (int skill = SKILL_DOUBTFUL; skill <= SKILL_VERY_BAD; skill++) {
        bool any = false;
        for (int i = 0; i < n->curve.n_marks; i++) {
            const struct curve_mark *m = &n->curve.marks[i];
            float v = value_near(s, m->x);
            if (m->mark != (enum skill)skill || isnan(v))
                continue;
            if (!any)
                strbuf_printf(w->out, "<path class=\"er y%d\" d=\"", skill);
            any = true;
            strbuf_printf(w->out, "M%d ", m->x);
            number(w->out, height_of(s, (double)v));
            strbuf_puts(w->out, "h0");
        }
        strbuf_puts(w->out, any ? "\"/>" : "");
    }
}

static void labels(struct html *w, const struct series *s)
{
    for (int i = 0; i < lines(s); i++) {
        const struct node label = {
            .kind = NODE_NUMBER,
            .number = {.value = s->low + i * s->step,
                       .unit = s->unit == UNIT_CHANCE ? UNIT_SHARE : s->unit,
                       .sign = s->low < 0 && s->unit != UNIT_CHANCE && fabs(s->low + i * s->step) > s->step / 4},
        };
        strbuf_puts(w->out, "<span class=\"yl\" style=\"top:");
        number(w->out, height_of(s, s->low + i * s->step));
        strbuf_puts(w->out, "%\">");
        html_inline(w, &label);
        strbuf_puts(w->out, "</span>");
    }
}

static void part_links(struct html *w, const struct node *n)
{
    for (int i = 0; i < n->curve.n_parts; i++) {
        strbuf_puts(w->out, "<a class=\"gl\" style=\"left:");
        number(w->out, across(n, n->curve.parts[i].from));
        strbuf_puts(w->out, "%\"");
        html_href(w->out, n->curve.parts[i].page, n->curve.parts[i].to);
        strbuf_printf(w->out, ">%d</a>", n->curve.parts[i].number);
    }
}

static void ticks(struct html *w, const struct node *n)
{
    for (int i = 0; i < n->curve.n_ticks; i++) {
        strbuf_puts(w->out, "<span class=\"gl\" style=\"left:");
        number(w->out, across(n, n->curve.ticks[i].x));
        strbuf_printf(w->out, "%%\">%s</span>", n->curve.ticks[i].label);
    }
}

/* HTML above the drawing: they stay round, and lead to their page. */
static void dot_links(struct html *w, const struct node *n, const struct series *s)
{
    for (int i = 0; i < n->curve.n_dots; i++) {
        const struct curve_dot *d = &n->curve.dots[i];
        const char *tag = d->page != NULL ? "a" : "span";
        strbuf_printf(w->out, "<%s class=\"dot%s\"", tag, d->hollow ? " hollow" : "");
        if (d->page != NULL)
            html_href(w->out, d->page, NULL);
        html_attribute(w->out, "title", d->label);
        strbuf_puts(w->out, " style=\"left:");
        number(w->out, across(n, d->x));
        strbuf_puts(w->out, "%;top:");
        number(w->out, height_of(s, (double)d->at));
        strbuf_puts(w->out, "%\"><span class=\"vh\">");
        escape_xml(w->out, d->label);
        strbuf_printf(w->out, "</span></%s>", tag);
    }
}

/* For the script, which leads a click to the nearest dot: "12 g1m3 40 g2m7". */
static void mark_data(struct html *w, const struct node *n)
{
    strbuf_puts(w->out, " data-at=\"");
    for (int i = 0; i < n->curve.n_marks; i++)
        if (n->curve.marks[i].to != NULL)
            strbuf_printf(w->out, "%s%d %s", i > 0 ? " " : "", n->curve.marks[i].x, n->curve.marks[i].to);
    strbuf_putc(w->out, '"');
}

static void drawing(struct html *w, const struct node *n, const struct series *s)
{
    strbuf_puts(w->out, s->role == ROLE_LUCK ? "<div class=\"cv low\"" : "<div class=\"cv\"");
    if (s->role != ROLE_LUCK && n->curve.n_marks > 0)
        mark_data(w, n);
    strbuf_printf(w->out, "><svg viewBox=\"0 0 %d 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
                  n->curve.n > 1 ? n->curve.n - 1 : 1);
    axis(w, n, s);
    if (s->role == ROLE_LUCK) {
        area(w, n, s);
    } else {
        band(w, n, s);
        whiskers(w, n, s);
        line(w, n, s);
        dots(w, n, s);
    }
    strbuf_puts(w->out, "</svg>");
    labels(w, s);
    if (s->role != ROLE_LUCK) {
        part_links(w, n);
        ticks(w, n);
        dot_links(w, n, s);
    }
    strbuf_puts(w->out, "</div>\n");
}

/* Captions stand above the drawing they speak of, the others at the end. */
void html_curve(struct html *w, const struct node *n)
{
    strbuf_puts(w->out, "<div class=\"curve\">\n");
    for (int i = 0; i < n->curve.n_series; i++) {
        const struct node *caption = node_child(n, NODE_PARAGRAPH, n->curve.series[i].role);
        if (caption != NULL)
            html_block(w, caption);
        drawing(w, n, &n->curve.series[i]);
    }
    const struct node *rest = node_child(n, NODE_PARAGRAPH, ROLE_NOTE);
    if (rest != NULL)
        html_block(w, rest);
    strbuf_puts(w->out, "</div>\n");
}
