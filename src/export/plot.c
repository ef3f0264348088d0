/* What plots consist of; see plot.h. */
#include "export/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/xmalloc.h"

/* Shares of the width that a word below the axis needs, on a phone and on a wide screen. */
static const float word_room = 0.075f, word_room_wide = 0.026f, letter_room = 0.36f, letter_room_wide = 0.3f;
static const float bar_half = 0.38f; /* of the room that a bar has */

static float height_of(const struct series *s, double value)
{
    const double share = (s->high - value) / (s->high - s->low);
    return (float)(100 * fmin(fmax(share, 0), 1));
}

static bool has_bars(const struct node *plot)
{
    for (int i = 0; i < plot->plot.n_series; i++)
        if (plot->plot.series[i].bars)
            return true;
    return false;
}

void plot_begin(struct plot_canvas *c, const struct node *plot)
{
    const int n = plot->plot.n;
    c->left = has_bars(plot) ? -0.5f : 0;
    c->width = (float)(has_bars(plot) ? n : n > 1 ? n - 1 : 1);
}

/* ---- axes ---- */

static void axis(struct plot_canvas *c, const struct node *plot, const struct series *s)
{
    const double even = s->role == ROLE_PROGRESS && s->unit == UNIT_CHANCE ? 0.5 : 0;
    const int steps = (int)lround((s->high - s->low) / s->step);
    for (int i = 0; i <= steps; i++) {
        const double value = s->low + i * s->step;
        const float y = height_of(s, value);
        const struct draw_point at[] = {{c->left, y}, {c->left + c->width, y}};
        const struct node number = {
            .kind = NODE_NUMBER,
            .side = NOBODY,
            .number = {.value = value,
                       .decimals = s->step < 0.95 && s->unit != UNIT_CHANCE && s->unit != UNIT_MWC,
                       .unit = s->unit == UNIT_CHANCE ? UNIT_SHARE : s->unit,
                       .sign = s->low < 0 && s->unit != UNIT_CHANCE && fabs(value) > s->step / 4}};
        c->line(c, fabs(value - even) < s->step / 4 ? PLOT_EVEN : PLOT_GRID, at, 2);
        if (c->level != NULL)
            c->level(c, y, &number, steps > 4 && i % 2 != 0);
    }
    for (int i = 1; i < plot->plot.n_parts; i++) {
        const float x = (float)plot->plot.parts[i].from + (has_bars(plot) ? -0.5f : 0); /* between two bars */
        c->line(c, PLOT_PART, (const struct draw_point[]){{x, 0}, {x, 100}}, 2);
    }
}

static float width_of_word(const struct plot_canvas *c, const char *text, float room, float letter)
{
    return (1 + letter * fmaxf((float)strlen(text) - 2, 0)) * room * c->width;
}

/* Words that would run into the one before are left out. */
static void words(struct plot_canvas *c, const struct plot_word *list, int n)
{
    static const float before[] = {[PLOT_BEGINS] = 0, [PLOT_CENTRED] = 0.5f, [PLOT_ENDS] = 1};
    float free_from = -1e9f, free_from_wide = -1e9f;
    for (int i = 0; i < n; i++) {
        struct plot_word w = list[i];
        const float wide = width_of_word(c, w.text, word_room_wide, letter_room_wide),
                    narrow = width_of_word(c, w.text, word_room, letter_room), share = before[w.align],
                    behind = w.align == PLOT_CENTRED ? 0.5f : 1;
        w.near = w.room == 0 && w.x - share * narrow < free_from;
        if (w.room == 0 && w.x - share * wide < free_from_wide)
            continue;
        free_from_wide = w.x + behind * wide;
        if (!w.near)
            free_from = w.x + behind * narrow;
        c->below(c, &w);
    }
}

/* Below bars: few words share the width, each of them in lines below its own. */
static struct plot_word word_of_tick(const struct plot_canvas *c, const struct node *plot, int i)
{
    enum { FEW = 5 };
    const struct plot_tick *t = plot->plot.ticks;
    struct plot_word w = {.x = (float)t[i].x, .text = t[i].label};
    const int n = plot->plot.n_ticks;
    if (has_bars(plot)) {
        w.align = PLOT_CENTRED;
        w.room = n > FEW ? 0 : n == 1 ? c->width : (float)(i + 1 < n ? t[i + 1].x - t[i].x : t[i].x - t[i - 1].x);
    } else if (plot->plot.n_parts + i > 0 && t[i].x == plot->plot.n - 1)
        w.align = PLOT_ENDS;
    return w;
}

static void below(struct plot_canvas *c, const struct node *plot)
{
    const int n_parts = plot->plot.n_parts, n = n_parts + plot->plot.n_ticks;
    struct plot_word *list = xcalloc((size_t)n + 1, sizeof *list);
    char(*number)[16] = xcalloc((size_t)n_parts + 1, sizeof *number);
    for (int i = 0; i < n_parts; i++) {
        snprintf(number[i], sizeof number[i], "%d", plot->plot.parts[i].number);
        list[i] =
            (struct plot_word){.x = (float)plot->plot.parts[i].from, .text = number[i], .part = &plot->plot.parts[i]};
    }
    for (int i = n_parts; i < n; i++)
        list[i] = word_of_tick(c, plot, i - n_parts);
    words(c, list, n);
    xfree(number);
    xfree(list);
}

/* ---- lines ---- */

static bool begins_part(const struct node *plot, int x)
{
    for (int i = 0; i < plot->plot.n_parts; i++)
        if (plot->plot.parts[i].from == x)
            return true;
    return false;
}

struct stroke {
    struct draw_point *at;
    size_t n;
};

static void add(struct stroke *k, float x, float y)
{
    const bool flat = k->n >= 2 && k->at[k->n - 1].y == y && k->at[k->n - 2].y == y;
    k->n -= flat;
    k->at[k->n++] = (struct draw_point){x, y};
}

static void end(struct plot_canvas *c, enum plot_ink ink, struct stroke *k)
{
    if (k->n > 0)
        c->line(c, ink, k->at, k->n);
    k->n = 0;
}

/* The course of a match begins anew with each game; sums go on. */
static void line(struct plot_canvas *c, const struct node *plot, const struct series *s, struct stroke *k)
{
    const enum plot_ink ink = s->side == 1 ? PLOT_SECOND : PLOT_LINE;
    for (int x = 0; x < plot->plot.n; x++) {
        if (s->role == ROLE_PROGRESS && begins_part(plot, x))
            end(c, ink, k);
        if (!isnan(s->at[x]))
            add(k, (float)x, height_of(s, (double)s->at[x]));
    }
    end(c, ink, k);
}

static void band(struct plot_canvas *c, const struct node *plot, const struct series *s, struct stroke *k)
{
    for (int x = 0; s->from != NULL && !s->bars && x < plot->plot.n; x++)
        if (!isnan(s->from[x]))
            k->at[k->n++] = (struct draw_point){(float)x, height_of(s, (double)s->to[x])};
    for (int x = plot->plot.n; k->n > 0 && x-- > 0;)
        if (!isnan(s->from[x]))
            k->at[k->n++] = (struct draw_point){(float)x, height_of(s, (double)s->from[x])};
    if (k->n > 0)
        c->shape(c, PLOT_BAND, k->at, k->n);
    k->n = 0;
}

static void bar(struct plot_canvas *c, const struct series *s, int x, enum bar_tone tone)
{
    const float from = height_of(s, 0), to = height_of(s, (double)s->at[x]), m = (float)x;
    const struct draw_point at[] = {
        {m - bar_half, from}, {m - bar_half, to}, {m + bar_half, to}, {m + bar_half, from}, {m - bar_half, from}};
    if (tone == TONE_HOLLOW)
        c->line(c, PLOT_HOLLOW, at, 5);
    else
        c->shape(c, tone == TONE_LIGHT ? PLOT_LIGHT : PLOT_BAR, at, 4);
}

/* Tone by tone: those of one ink are one stroke. */
static void bars(struct plot_canvas *c, const struct node *plot, const struct series *s)
{
    for (int tone = TONE_FULL; tone <= TONE_HOLLOW; tone++)
        for (int x = 0; x < plot->plot.n; x++)
            if (!isnan(s->at[x]) && (s->tones != NULL ? s->tones[x] : TONE_FULL) == (enum bar_tone)tone)
                bar(c, s, x, (enum bar_tone)tone);
    for (int x = 0; s->from != NULL && x < plot->plot.n; x++)
        if (!isnan(s->from[x]))
            c->line(c, PLOT_RANGE,
                    (const struct draw_point[]){{(float)x, height_of(s, (double)s->to[x])},
                                                {(float)x, height_of(s, (double)s->from[x])}},
                    2);
}

/* ---- points ---- */

/* What is known at x, or last before it; a bar that is missing has no height, whatever stands before it. */
static float value_near(const struct series *s, int x)
{
    if (s->bars && isnan(s->at[x]))
        return 0;
    while (x > 0 && isnan(s->at[x]))
        x--;
    return s->at[x];
}

static void marks(struct plot_canvas *c, const struct node *plot, const struct series *s)
{
    for (int skill = SKILL_DOUBTFUL; skill <= SKILL_VERY_BAD; skill++)
        for (int i = 0; i < plot->plot.n_marks; i++) {
            const struct plot_mark *m = &plot->plot.marks[i];
            const float value = value_near(s, m->x);
            if (m->mark == (enum skill)skill && !isnan(value))
                c->point(c, PLOT_DOUBTFUL + (enum plot_ink)(skill - SKILL_DOUBTFUL),
                         (struct draw_point){(float)m->x, height_of(s, (double)value)});
        }
}

static void dots(struct plot_canvas *c, const struct node *plot, const struct series *s)
{
    for (int i = 0; i < plot->plot.n_dots; i++) {
        const struct plot_dot *d = &plot->plot.dots[i];
        const float x = (float)d->x;
        if (!isnan(d->from))
            c->line(c, PLOT_RANGE,
                    (const struct draw_point[]){{x, height_of(s, (double)d->to)}, {x, height_of(s, (double)d->from)}},
                    2);
    }
    for (int i = 0; c->dot != NULL && i < plot->plot.n_dots; i++) {
        const struct plot_dot *d = &plot->plot.dots[i];
        c->dot(c, (struct draw_point){(float)d->x, height_of(s, (double)d->at)}, d);
    }
}

/* ---- the whole ---- */

int plot_panel(const struct node *plot, int series, struct plot_canvas *c)
{
    const struct series *s = &plot->plot.series[series];
    struct stroke k = {xcalloc(2 * (size_t)plot->plot.n + 1, sizeof *k.at), 0};
    int i = series;
    axis(c, plot, s);
    band(c, plot, s, &k);
    do {
        struct series own = plot->plot.series[i++];
        own.low = s->low, own.high = s->high, own.step = s->step;
        if (own.bars)
            bars(c, plot, &own);
        else
            line(c, plot, &own, &k);
    } while (i < plot->plot.n_series && plot->plot.series[i].over);
    if (series == 0 && c->point != NULL)
        marks(c, plot, s);
    if (series == 0)
        dots(c, plot, s);
    if (series == 0 && c->below != NULL)
        below(c, plot);
    xfree(k.at);
    return i;
}

static void across(struct plot_canvas *c, enum plot_ink ink, double from, double to, float top, float bottom)
{
    const float a = (float)fmin(fmax(from, 0), 100), b = (float)fmin(fmax(to, 0), 100);
    c->shape(c, ink, (const struct draw_point[]){{a, top}, {b, top}, {b, bottom}, {a, bottom}}, 4);
}

void plot_bar(const struct number *n, struct plot_canvas *c)
{
    c->left = 0;
    c->width = 100;
    across(c, PLOT_TRACK, 0, 100, 12, 88);
    if (n->why != ABSENT_NOT || isnan(n->value))
        return;
    const double scale = 100 / n->full;
    across(c, PLOT_BAR, 0, scale * n->value, 12, 88);
    if (n->range > 0)
        c->line(c, PLOT_RANGE,
                (const struct draw_point[]){{(float)fmax(0, scale * (n->value - n->range)), 50},
                                            {(float)fmin(100, scale * (n->value + n->range)), 50}},
                2);
}
