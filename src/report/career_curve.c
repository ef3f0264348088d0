/* PR over time; see career_curve.h. */
#include "base/language.h"
#include "report/career_curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/xmalloc.h"
#include "report/axis.h"

enum { GRID = 400, SCALE = 500, LINES = 7 };

struct drawing {
    const struct career *c;
    struct career_curve *out;
    const struct career_match **match; /* with a day, known or guessed */
    size_t n;
    int first, days; /* first day, and how many later the last one is */
    const char *up, *extension;
};

/* ---- days ---- */

/* Days since 0000-03-01 of a proleptic Gregorian calendar; what a date leaves open is its beginning. */
static int day_of(const char *date)
{
    int y = 0, m = 1, d = 1;
    sscanf(date, "%d-%d-%d", &y, &m, &d);
    y -= m <= 2;
    m += m <= 2 ? 12 : 0;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * (m - 3) + 2) / 5 + d - 1;
}

static int across(const struct drawing *w, int day)
{
    const int n = w->out->n;
    return w->days > 0 ? (int)lround((double)(day - w->first) * (n - 1) / w->days) : 0;
}

/* ---- line and band ---- */

/* Whole matches back from the i-th until there are decisions enough. */
static struct ratio window(const struct drawing *w, size_t i)
{
    struct ratio r = {0};
    for (size_t k = i + 1; k-- > 0 && r.n < CAREER_WINDOW;)
        ratio_add(&r, w->match[k]->own.e, w->match[k]->own.n);
    return r;
}

static void draw_line(struct drawing *w)
{
    struct career_curve *v = w->out;
    for (int x = 0; x < v->n; x++)
        v->line[x] = v->from[x] = v->to[x] = NAN;
    for (size_t i = 0; i < w->n; i++) {
        const struct ratio r = window(w, i);
        const int x = across(w, day_of(w->match[i]->day));
        const double value = SCALE * ratio_value(&r), range = SCALE * ratio_interval(&r);
        v->line[x] = (float)value;
        v->from[x] = (float)fmax(0, value - range);
        v->to[x] = (float)(value + range);
        if (isnan(range))
            v->from[x] = v->to[x] = NAN;
    }
}

/* ---- dots ---- */

static void label(struct drawing *w, struct plot_dot *d, const char *when, const char *what, const struct ratio *r)
{
    struct strbuf text = {0};
    const double range = SCALE * ratio_interval(r);
    tr_add(&text, "{0}, {1}: PR {2}", when, what, TR_REAL(SCALE * ratio_value(r), 2));
    if (!isnan(range))
        tr_add(&text, " ({0}\xe2\x80\x93{1})", TR_REAL(fmax(0, SCALE * ratio_value(r) - range), 1),
               TR_REAL(SCALE * ratio_value(r) + range, 1));
    d->at = (float)(SCALE * ratio_value(r));
    d->from = isnan(range) ? NAN : (float)fmax(0, SCALE * ratio_value(r) - range);
    d->to = (float)(SCALE * ratio_value(r) + range);
    d->label = arena_strdup(w->out->arena, strbuf_text(&text));
    strbuf_done(&text);
}

static void dot_of_match(struct drawing *w, const struct career_match *m)
{
    struct plot_dot *d = &w->out->dots[w->out->n_dots];
    char page[STEM_ROOM + 32];
    if (m->own.n == 0)
        return;
    snprintf(page, sizeof page, "%s%s.%s", w->up, m->stem, w->extension);
    *d = (struct plot_dot){.x = across(w, day_of(m->day)), .hollow = m->won == 0};
    d->page = arena_strdup(w->out->arena, page);
    struct strbuf when = {0};
    strbuf_puts(&when, m->date == NULL ? "\xe2\x89\x88 " : "");
    tr_date(&when, m->day);
    label(w, d, strbuf_text(&when), m->opponent_name, &m->games);
    strbuf_done(&when);
    w->out->n_dots++;
}

static bool same_time(const struct career_match *a, const struct career_match *b, size_t digits)
{
    return strncmp(a->day, b->day, digits) == 0;
}

/* From the i-th match on; returns the first of the next time. */
static size_t dot_of_time(struct drawing *w, size_t i, size_t digits)
{
    struct plot_dot *d = &w->out->dots[w->out->n_dots];
    struct ratio r = {0};
    size_t k = i;
    for (; k < w->n && same_time(w->match[i], w->match[k], digits); k++)
        ratio_add(&r, w->match[k]->own.e, w->match[k]->own.n);
    if (r.units == 0)
        return k;
    char part[16];
    struct strbuf when = {0}, what = {0};
    snprintf(part, sizeof part, "%.*s", (int)digits, w->match[i]->day);
    tr_date(&when, part);
    tr_add_counted(&what, "{0} match", "{0} matches", (long)(k - i), TR_INT(k - i));
    *d = (struct plot_dot){.x = across(w, day_of(w->match[i + (k - i) / 2]->day))};
    label(w, d, strbuf_text(&when), strbuf_text(&what), &r);
    strbuf_done(&when);
    strbuf_done(&what);
    w->out->n_dots++;
    return k;
}

static size_t times(const struct drawing *w, size_t digits)
{
    size_t n = 0;
    for (size_t i = 0; i < w->n; i++)
        n += i == 0 || !same_time(w->match[i - 1], w->match[i], digits);
    return n;
}

static void draw_dots(struct drawing *w)
{
    struct career_curve *v = w->out;
    v->of_matches = w->n <= CAREER_DOTS;
    v->of_months = !v->of_matches && times(w, 7) <= CAREER_DOTS;
    v->dots = xcalloc(w->n + 1, sizeof *v->dots);
    for (size_t i = 0; i < w->n;)
        if (v->of_matches)
            dot_of_match(w, w->match[i++]);
        else
            i = dot_of_time(w, i, v->of_months ? 7 : 4);
}

/* ---- axes ---- */

static void scale(struct career_curve *v)
{
    const struct axis_data all = {.series = &v->series, .n_series = 1, .n = v->n, .dots = v->dots, .n_dots = v->n_dots};
    axis_fit(&v->series, &all, 0.5, LINES);
}

static void add_tick(struct drawing *w, const char *date, size_t digits)
{
    struct career_curve *v = w->out;
    char text[16];
    snprintf(text, sizeof text, "%.*s", (int)digits, date);
    v->ticks[v->n_ticks++] = (struct plot_tick){across(w, day_of(date)), arena_strdup(v->arena, text)};
}

/* Years, else months, that begin in between, no more than there is room for. */
static void draw_ticks(struct drawing *w)
{
    const char *first = w->match[0]->day, *last = w->match[w->n - 1]->day;
    int y0 = 0, m0 = 1, y1 = 0, m1 = 1;
    sscanf(first, "%d-%d", &y0, &m0);
    sscanf(last, "%d-%d", &y1, &m1);
    const bool years = y1 - y0 >= 2;
    const int from = years ? y0 + 1 : 12 * y0 + m0, to = years ? y1 : 12 * y1 + m1 - 1;
    const int step = (to - from) / CAREER_TICKS + 1;
    for (int t = from; t <= to && w->out->n_ticks < CAREER_TICKS; t += step) {
        char date[32];
        snprintf(date, sizeof date, "%04d-%02d-01", years ? t : t / 12, years ? 1 : t % 12 + 1);
        if (across(w, day_of(date)) < 0.85 * w->out->n)
            add_tick(w, date, years ? 4 : 7);
    }
    if (w->out->n_ticks < 2) {
        w->out->n_ticks = 0;
        add_tick(w, first, 10);
        add_tick(w, last, 10);
    }
}

/* ---- the whole ---- */

static void draw(struct drawing *w)
{
    struct career_curve *v = w->out;
    w->first = day_of(w->match[0]->day);
    w->days = day_of(w->match[w->n - 1]->day) - w->first;
    if (w->days <= 0)
        return;
    v->n = w->days < GRID ? w->days + 1 : GRID;
    v->line = xcalloc((size_t)v->n, sizeof *v->line);
    v->from = xcalloc((size_t)v->n, sizeof *v->from);
    v->to = xcalloc((size_t)v->n, sizeof *v->to);
    v->series = (struct series){
        .role = ROLE_PROGRESS, .unit = UNIT_PR, .side = NOBODY, .at = v->line, .from = v->from, .to = v->to};
    draw_line(w);
    draw_dots(w);
    scale(v);
    draw_ticks(w);
}

/* Matches come by date, guesses behind them; those of a day stay in their order. */
static int by_day(const void *a, const void *b)
{
    const struct career_match *x = *(const struct career_match *const *)a, *y = *(const struct career_match *const *)b;
    const int order = strcmp(x->day, y->day);
    return order != 0 ? order : (x > y) - (x < y);
}

struct career_curve *career_curve_new(const struct career *c, const char *up, const char *extension)
{
    struct career_curve *v = xcalloc(1, sizeof *v);
    struct drawing w = {.c = c, .out = v, .up = up, .extension = extension};
    v->arena = arena_new();
    w.match = xcalloc(c->n_matches + 1, sizeof *w.match);
    for (size_t i = 0; i < c->n_matches; i++)
        if (c->match[i].day != NULL)
            w.match[w.n++] = &c->match[i];
    if (w.n > 1) {
        qsort(w.match, w.n, sizeof *w.match, by_day);
        draw(&w);
    }
    xfree(w.match);
    return v;
}

void career_curve_free(struct career_curve *v)
{
    xfree(v->line);
    xfree(v->from);
    xfree(v->to);
    xfree(v->dots);
    arena_free(v->arena);
    xfree(v);
}
