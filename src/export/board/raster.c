/* Shapes to pixels. Every edge adds, to each pixel it crosses, the signed area it leaves to its right;
 * a running sum along the row then is the coverage of each pixel, exact for any polygon (the method of font renderers,
 * described by R. Levien for font-rs). Figures are strokes of lines and arcs. */
#include "export/board/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

bool raster_init(struct raster *r, int width, int height, uint32_t background)
{
    size_t pixels = (size_t)width * (size_t)height;
    *r = (struct raster){.width = width, .height = height};
    r->rgb = xmalloc_or_null(pixels * 3);
    r->area = xcalloc_or_null((size_t)(width + 2) * (size_t)height, sizeof *r->area);
    if (r->rgb == NULL || r->area == NULL) {
        raster_done(r);
        return false;
    }
    for (size_t i = 0; i < pixels; i++) {
        r->rgb[3 * i] = (uint8_t)(background >> 16);
        r->rgb[3 * i + 1] = (uint8_t)(background >> 8);
        r->rgb[3 * i + 2] = (uint8_t)background;
    }
    return true;
}

void raster_done(struct raster *r)
{
    xfree(r->rgb);
    xfree(r->area);
    *r = (struct raster){0};
}

/* ---- coverage ---- */

static float clip(float v, float low, float high)
{
    return v < low ? low : v > high ? high : v;
}

/* The part of an edge inside one pixel row: from x0 to x1 while y covers `dy` of the row (signed by direction). */
static void add_span(float *row, float x0, float x1, float dy)
{
    float left = fminf(x0, x1), right = fmaxf(x0, x1);
    int first = (int)floorf(left), last = (int)floorf(right);
    if (first == last) {
        float middle = (left + right) / 2 - (float)first;
        row[first] += dy * (1 - middle);
        row[first + 1] += dy * middle;
        return;
    }
    float slope = 1 / (right - left), share = slope * ((float)first + 1 - left);
    float area = 0.5f * share * ((float)first + 1 - left); /* right of the edge in the first pixel */
    float sum = area;
    row[first] += dy * area;
    for (int x = first + 1; x < last; x++) {
        float next = slope * ((float)x + 0.5f - left);
        row[x] += dy * (next - sum);
        sum = next;
    }
    float rest = right - (float)last;
    float full = 1 - 0.5f * slope * rest * rest;
    row[last] += dy * (full - sum);
    row[last + 1] += dy * (1 - full);
}

static void add_edge(struct raster *r, struct draw_point a, struct draw_point b)
{
    float direction = 1;
    if (a.y == b.y)
        return;
    if (a.y > b.y) {
        struct draw_point t = a;
        a = b;
        b = t;
        direction = -1;
    }
    float slope = (b.x - a.x) / (b.y - a.y), w = (float)r->width;
    int from = (int)fmaxf(0, floorf(a.y)), to = (int)fminf((float)r->height, ceilf(b.y));
    for (int y = from; y < to; y++) {
        float y0 = fmaxf(a.y, (float)y), y1 = fminf(b.y, (float)y + 1);
        if (y1 <= y0)
            continue;
        float x0 = clip(a.x + slope * (y0 - a.y), 0, w), x1 = clip(a.x + slope * (y1 - a.y), 0, w);
        add_span(r->area + (size_t)y * (size_t)(r->width + 2), x0, x1, direction * (y1 - y0));
    }
}

static uint8_t mix(uint8_t below, uint32_t above, float share)
{
    return (uint8_t)((float)below + ((float)(above & 255) - (float)below) * share + 0.5f);
}

static void blend(uint8_t *pixel, uint32_t colour, float share)
{
    if (share >= 1) {
        pixel[0] = (uint8_t)(colour >> 16);
        pixel[1] = (uint8_t)(colour >> 8);
        pixel[2] = (uint8_t)colour;
        return;
    }
    pixel[0] = mix(pixel[0], colour >> 16, share);
    pixel[1] = mix(pixel[1], colour >> 8, share);
    pixel[2] = mix(pixel[2], colour, share);
}

/* Paints what the edges covered, and leaves the scratch clean. Coverage is rounded to sixteenths: nobody sees the
 * difference, and pictures with few colours make small files. */
static void paint(struct raster *r, int top, int bottom, int left, int right, uint32_t colour, float opacity)
{
    for (int y = top; y < bottom; y++) {
        float *row = r->area + (size_t)y * (size_t)(r->width + 2), sum = 0, share = 0;
        uint8_t *pixel = r->rgb + 3 * ((size_t)y * (size_t)r->width + (size_t)left);
        for (int x = left; x < right; x++, pixel += 3) {
            if (row[x] != 0) {
                sum += row[x];
                share = floorf(fminf(1, fabsf(sum)) * 16 + 0.5f) / 16 * opacity;
            }
            if (share > 0)
                blend(pixel, colour, share);
        }
        memset(row + left, 0, (size_t)(right - left + 2) * sizeof *row);
    }
}

void raster_contours(struct raster *r, const struct draw_point *at, const size_t *ends, size_t n_ends, uint32_t colour,
                     float opacity)
{
    float left = (float)r->width, right = 0, top = (float)r->height, bottom = 0;
    for (size_t c = 0, first = 0; c < n_ends; first = ends[c++])
        for (size_t i = first; i < ends[c]; i++) {
            left = fminf(left, at[i].x), right = fmaxf(right, at[i].x);
            top = fminf(top, at[i].y), bottom = fmaxf(bottom, at[i].y);
            add_edge(r, at[i], at[i + 1 < ends[c] ? i + 1 : first]);
        }
    int x0 = (int)clip(floorf(left), 0, (float)r->width), x1 = (int)clip(ceilf(right), 0, (float)r->width);
    int y0 = (int)clip(floorf(top), 0, (float)r->height), y1 = (int)clip(ceilf(bottom), 0, (float)r->height);
    paint(r, y0, y1, x0, x1, colour, opacity);
}

void raster_polygon(struct raster *r, const struct draw_point *at, size_t n, uint32_t colour, float opacity)
{
    raster_contours(r, at, &n, 1, colour, opacity);
}

void raster_disc(struct raster *r, struct draw_point centre, float radius, uint32_t colour, float opacity)
{
    enum { MOST = 96 };
    struct draw_point at[MOST];
    int n = (int)clip(8 + radius * 2, 12, MOST);
    for (int i = 0; i < n; i++) {
        float a = 2 * (float)M_PI * (float)i / (float)n;
        at[i] = (struct draw_point){centre.x + radius * cosf(a), centre.y + radius * sinf(a)};
    }
    raster_polygon(r, at, (size_t)n, colour, opacity);
}

void raster_line(struct raster *r, struct draw_point a, struct draw_point b, float thickness, uint32_t colour)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy), half = thickness / 2;
    if (length > 0) {
        float nx = -dy / length * half, ny = dx / length * half;
        struct draw_point at[4] = {
            {a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}};
        raster_polygon(r, at, 4, colour, 1);
    }
    raster_disc(r, a, half, colour, 1);
    raster_disc(r, b, half, colour, 1);
}

/* ---- figures ---- */

/* A stroke: an arc around (x, y) from angle a0 to a1 in degrees, counterclockwise from the right; or, with rx = 0, a
 * line from (x, y) to (a0, a1). The box is 0.58 wide and 1 high, y upwards. */
struct stroke {
    float x, y, rx, ry, a0, a1;
};

enum { STROKES = 3, ARC_STEPS = 14 };

static const struct glyph {
    char c;
    struct stroke stroke[STROKES];
} glyphs[] = {
    {'0', {{.29f, .5f, .27f, .5f, 0, 360}}},
    {'1', {{.1f, .8f, 0, 0, .33f, 1}, {.33f, 1, 0, 0, .33f, 0}}},
    {'2', {{.29f, .72f, .26f, .28f, -35, 165}, {.5f, .56f, 0, 0, .03f, 0}, {.03f, 0, 0, 0, .56f, 0}}},
    {'3', {{.27f, .76f, .24f, .24f, -90, 155}, {.27f, .26f, .28f, .26f, -155, 90}}},
    {'4', {{.44f, 0, 0, 0, .44f, 1}, {.44f, 1, 0, 0, .01f, .28f}, {.01f, .28f, 0, 0, .59f, .28f}}},
    {'5', {{.5f, 1, 0, 0, .1f, 1}, {.1f, 1, 0, 0, .07f, .55f}, {.26f, .32f, .29f, .32f, -150, 130}}},
    {'6', {{.3f, .31f, .26f, .31f, 0, 360}, {.5f, .31f, .46f, .69f, 95, 180}}},
    {'7', {{.02f, 1, 0, 0, .56f, 1}, {.56f, 1, 0, 0, .2f, 0}}},
    {'8', {{.29f, .76f, .23f, .24f, 0, 360}, {.29f, .26f, .27f, .26f, 0, 360}}},
    {'9', {{.28f, .69f, .26f, .31f, 0, 360}, {.08f, .69f, .46f, .69f, -85, 0}}},
    {'-', {{.08f, .42f, 0, 0, .5f, .42f}}},
    {'+', {{.06f, .45f, 0, 0, .52f, .45f}, {.29f, .22f, 0, 0, .29f, .68f}}},
    {'.', {{.29f, .02f, 0, 0, .29f, .03f}}},
    {'C', {{.32f, .5f, .3f, .5f, 55, 305}}},
    {'r', {{.1f, 0, 0, 0, .1f, .66f}, {.36f, .36f, .26f, .3f, 60, 180}}},
    {'/', {{.1f, -.08f, 0, 0, .48f, 1.05f}}},
};

struct pen {
    struct raster *r;
    float left, base, height, thickness;
    uint32_t colour;
};

static struct draw_point on_paper(const struct pen *p, float x, float y)
{
    return (struct draw_point){p->left + x * p->height, p->base - y * p->height};
}

static void draw_stroke(const struct pen *p, const struct stroke *s)
{
    if (s->rx == 0) {
        raster_line(p->r, on_paper(p, s->x, s->y), on_paper(p, s->a0, s->a1), p->thickness, p->colour);
        return;
    }
    struct draw_point last = {0, 0};
    for (int i = 0; i <= ARC_STEPS; i++) {
        float a = (s->a0 + (s->a1 - s->a0) * (float)i / ARC_STEPS) * (float)M_PI / 180;
        struct draw_point at = on_paper(p, s->x + s->rx * cosf(a), s->y + s->ry * sinf(a));
        if (i > 0)
            raster_line(p->r, last, at, p->thickness, p->colour);
        last = at;
    }
}

void raster_figures(struct raster *r, struct draw_point middle, float size, const char *text, uint32_t colour)
{
    const float advance = 0.80f; /* in heights */
    struct pen p = {.r = r, .height = size * 0.62f, .thickness = size * 0.125f, .colour = colour};
    float width = ((float)strlen(text) * advance - (advance - 0.58f)) * p.height;
    p.left = middle.x - width / 2;
    p.base = middle.y + p.height / 2;
    for (; *text != '\0'; text++, p.left += advance * p.height)
        for (size_t g = 0; g < sizeof glyphs / sizeof *glyphs; g++)
            for (int i = 0; i < STROKES && glyphs[g].c == *text; i++) {
                const struct stroke *s = &glyphs[g].stroke[i];
                if (s->x != 0 || s->y != 0)
                    draw_stroke(&p, s);
            }
}
