/* The curve over the match on paper: winning chances, luck, errors as dots. */
#include <math.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "export/print/print.h"

enum { HEIGHT = 88, SECOND = 34, AXIS = 32 };

struct plot {
    const struct node *curve;
    const struct series *s;
    float left, right, top, bottom;
};

static float x_of(const struct plot *k, int i)
{
    int n = k->curve->curve.n;
    return k->left + (k->right - k->left) * (n > 1 ? (float)i / (float)(n - 1) : 0.5f);
}

static float y_of(const struct plot *k, double value)
{
    double share = (value - k->s->low) / (k->s->high - k->s->low);
    return k->bottom - (float)fmin(fmax(share, 0), 1) * (k->bottom - k->top);
}

static void axis(struct printer *p, const struct plot *k)
{
    const struct series *s = k->s;
    const struct paper_style label = {7.5f, PAPER_PLAIN, SOFT, PAPER_RIGHT};
    int steps = s->step > 0 ? (int)lround((s->high - s->low) / s->step) : 1;
    for (int i = 0; i <= steps; i++) {
        double value = s->low + (s->high - s->low) * i / (steps > 0 ? steps : 1);
        const struct node tick = {.kind = NODE_NUMBER, .side = NOBODY, .number = {.value = value, .unit = s->unit}};
        struct strbuf text = {0};
        leaf_text(&tick, &typography_fine, &text);
        if (s->unit == UNIT_CHANCE)
            strbuf_putc(&text, '%');
        float y = y_of(k, value);
        paper_rule(p->paper, k->left, y, k->right, y, 0.3f, HAIR);
        if (steps <= 4 || i % 2 == 0)
            paper_text(p->paper, k->left - AXIS, y + 2, AXIS - 3, &label, strbuf_text(&text));
        strbuf_done(&text);
    }
}

/* The line breaks between games and where nothing is known. */
static void path(struct printer *p, const struct plot *k, uint32_t colour)
{
    int part = 0, n_parts = k->curve->curve.n_parts;
    bool down = false;
    float x0 = 0, y0 = 0;
    for (int i = 0; i < k->curve->curve.n; i++) {
        if (part < n_parts && k->curve->curve.parts[part].from == i) {
            down = false;
            part++;
        }
        if (isnan(k->s->at[i]))
            continue;
        float x = x_of(k, i), y = y_of(k, (double)k->s->at[i]);
        if (down)
            paper_rule(p->paper, x0, y0, x, y, 0.8f, colour);
        down = true, x0 = x, y0 = y;
    }
}

static void parts(struct printer *p, const struct plot *k)
{
    const struct paper_style label = {7.5f, PAPER_PLAIN, SOFT, PAPER_LEFT};
    float free_from = 0;
    for (int i = 0; i < k->curve->curve.n_parts; i++) {
        char number[16];
        float x = x_of(k, k->curve->curve.parts[i].from);
        if (i > 0)
            paper_rule(p->paper, x, k->top, x, k->bottom, 0.3f, SOFT);
        snprintf(number, sizeof number, "%d", k->curve->curve.parts[i].number);
        if (x >= free_from) /* games of a few moves stand too close for all numbers */
            paper_text(p->paper, x + 1, k->bottom + 6.5f, 0, &label, number);
        free_from = fmaxf(free_from, x + paper_width(p->paper, &label, number) + 3);
    }
}

/* Where nothing is known at the error itself, as high as what comes before it. */
static void marks(struct printer *p, const struct plot *k)
{
    for (int i = 0; i < k->curve->curve.n_marks; i++) {
        const struct curve_mark *m = &k->curve->curve.marks[i];
        int x = m->x;
        while (x > 0 && isnan(k->s->at[x]))
            x--;
        if (!isnan(k->s->at[x]))
            paper_dot(p->paper, x_of(k, m->x), y_of(k, (double)k->s->at[x]), 1 + 0.4f * (float)m->mark,
                      print_mark_colour[m->mark], 0xffffff);
    }
}

float curve_put(struct printer *p, const struct node *curve, struct area at)
{
    float start = at.y;
    for (int i = 0; i < curve->curve.n_series; i++) {
        float height = i == 0 ? HEIGHT : SECOND;
        struct plot k = {curve, &curve->curve.series[i], at.x + AXIS, at.x + at.width - 2, at.y + 3, at.y + 3 + height};
        if (!p->measuring) {
            axis(p, &k);
            path(p, &k, i == 0 ? LINK : SOFT);
            parts(p, &k);
            if (i == 0)
                marks(p, &k);
        }
        at.y += height + 12;
    }
    for (const struct node *c = curve->first; c != NULL; c = c->next)
        at.y += block_put(p, c, at);
    return at.y - start;
}
