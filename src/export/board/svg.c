/* Boards as SVG. Colours are classes, one letter for each paint, so that a page's style sheet (dark mode,
 * print) can restyle every board, and things that recur are symbols. docs/formats/pictures.md. */
#include "export/board/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/escape.h"
#include "export/export.h"
#include "match/posid.h"

struct svg_canvas {
    struct canvas canvas;
    struct strbuf *out;
    struct svg_symbols *symbols; /* NULL = everything is drawn where it stands */
    struct strbuf *held; /* with symbols: what becomes one symbol with what follows */
    bool die_held;
    struct strbuf *arrows; /* with symbols: they come last, in a group of their own */
};

/* ORDER PAINT: "bA" and so on; a letter each */
static char paint_letter(enum paint p)
{
    return (char)('A' + (int)p);
}

/* Up to one decimal, no trailing zeros: 12, 12.5. */
static void number(struct strbuf *out, float v)
{
    long tenths = lroundf(v * 10);
    strbuf_printf(out, "%s%ld", tenths < 0 ? "-" : "", labs(tenths) / 10);
    if (tenths % 10 != 0)
        strbuf_printf(out, ".%ld", labs(tenths) % 10);
}

static void attribute(struct strbuf *out, const char *name, float v)
{
    strbuf_printf(out, " %s=\"", name);
    number(out, v);
    strbuf_putc(out, '"');
}

static void svg_polygon(struct canvas *c, enum paint p, const struct draw_point *at, size_t n)
{
    struct strbuf *out = ((struct svg_canvas *)c)->out;
    strbuf_printf(out, "<path class=\"b%c\" d=\"M", paint_letter(p));
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            strbuf_putc(out, i == 1 ? 'L' : ' ');
        number(out, at[i].x);
        strbuf_putc(out, ' ');
        number(out, at[i].y);
    }
    strbuf_puts(out, "z\"/>");
}

static void svg_disc(struct canvas *c, enum paint p, struct draw_point centre, float radius)
{
    struct strbuf *out = ((struct svg_canvas *)c)->out;
    strbuf_printf(out, "<circle class=\"b%c\"", paint_letter(p));
    attribute(out, "cx", centre.x);
    attribute(out, "cy", centre.y);
    attribute(out, "r", radius);
    strbuf_puts(out, "/>");
}

/* The base line is put a third of the size below the middle: figures then sit centred in every common font. */
static void svg_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct strbuf *out = ((struct svg_canvas *)c)->out;
    strbuf_printf(out, "<text class=\"b%c\"", paint_letter(p));
    attribute(out, "x", middle.x);
    attribute(out, "y", middle.y + size * 0.36f);
    if (size != 14) /* the style sheet's own size */
        attribute(out, "font-size", size);
    strbuf_putc(out, '>');
    escape_xml(out, text);
    strbuf_puts(out, "</text>");
}

static struct svg_canvas canvas_begin(struct strbuf *out)
{
    return (struct svg_canvas){
        .canvas = {.polygon = svg_polygon, .disc = svg_disc, .text = svg_text},
        .out = out,
    };
}

/* ---- boards of a page: what recurs is a symbol, and refers to a symbol of its shape ---- */

static void part_name(char name[8], const struct part *part)
{
    switch (part->kind) {
    case PART_STACK:
        snprintf(name, 8, "s%d%d", part->player, part->count);
        break;
    case PART_SLABS:
        snprintf(name, 8, "o%d%d", part->player, part->count);
        break;
    case PART_DIE:
        snprintf(name, 8, "d%d%d", part->player, part->count);
        break;
    case PART_NUMBERS:
        snprintf(name, 8, "n%d%d", part->player, part->home_left);
        break;
    case PART_CUBE:
        snprintf(name, 8, "qb");
        break;
    case PART_BOARD:
    case PART_KINDS:
        snprintf(name, 8, "bd");
        break;
    }
}

/* Two letters, a small and a large one: no anchor of a report looks like that. */
static void symbol_name(char name[4], size_t index)
{
    snprintf(name, 4, "%c%c", (char)('a' + index / 26 % 26), (char)('A' + index % 26));
}

/* Refers to the symbol of all that is held, which is kept. */
static void use_held(struct svg_canvas *s)
{
    struct svg_symbols *symbols = s->symbols;
    size_t i = 0;
    char name[4];
    if (s->held->length == 0)
        return;
    while (i < symbols->n && strcmp(symbols->markup[i], s->held->at) != 0)
        i++;
    if (i == symbols->n) {
        symbols->markup = grow(symbols->markup, symbols->n, &symbols->capacity, sizeof *symbols->markup);
        symbols->markup[symbols->n++] = xstrdup(s->held->at);
    }
    strbuf_clear(s->held);
    symbol_name(name, i);
    strbuf_printf(s->out, "<use href=\"#%s\"/>", name);
}

static void inline_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct svg_canvas *s = (struct svg_canvas *)c;
    struct svg_canvas apart = canvas_begin(s->held);
    svg_text(&apart.canvas, p, middle, size, text);
    use_held(s);
}

/* The board waits for its numbers, the first die for the second, the cube for its figure. */
static bool waits(struct svg_canvas *s, const struct part *part)
{
    if (part->kind == PART_DIE)
        return s->die_held = !s->die_held;
    return part->kind == PART_BOARD || part->kind == PART_CUBE;
}

static bool inline_part(struct canvas *c, const struct part *part, struct draw_point at)
{
    struct svg_canvas *s = (struct svg_canvas *)c;
    char name[8];
    part_name(name, part);
    strbuf_printf(s->held, "<use href=\"#%s\"", name);
    if (at.x != 0 || at.y != 0) {
        attribute(s->held, "x", at.x);
        attribute(s->held, "y", at.y);
    }
    strbuf_puts(s->held, "/>");
    if (!waits(s, part))
        use_held(s);
    return true;
}

static void inline_arrow(struct canvas *c, enum paint p, struct draw_point from, struct draw_point to)
{
    struct strbuf *out = ((struct svg_canvas *)c)->arrows;
    const char *class = p == PAINT_ARROW_PLAYED ? "ap" : p == PAINT_ARROW_BEST ? "ab" : "af";
    strbuf_printf(out, "<path class=\"%s\" d=\"M%ld %ldL%ld %ld\"/>", class, lroundf(from.x), lroundf(from.y),
                  lroundf(to.x), lroundf(to.y));
}

void svg_board_inline(struct strbuf *out, struct svg_symbols *symbols, const struct position *p,
                      const struct draw_options *o)
{
    struct svg_canvas s = canvas_begin(out);
    struct strbuf arrows = {0}, held = {0};
    s.symbols = symbols;
    s.held = &held;
    s.arrows = &arrows;
    s.canvas.text = inline_text;
    s.canvas.part = inline_part;
    s.canvas.arrow = inline_arrow;
    draw_board(&s.canvas, p, o);
    use_held(&s);
    strbuf_done(&held);
    if (arrows.length > 0)
        strbuf_printf(out, "<g>%s</g>", arrows.at);
    strbuf_done(&arrows);
}

static void define(struct svg_canvas *s, const struct part *part)
{
    char name[8];
    part_name(name, part);
    strbuf_printf(s->out, "<g id=\"%s\">", name);
    draw_part(&s->canvas, part, (struct draw_point){0, 0});
    strbuf_puts(s->out, "</g>\n");
}

static void define_shapes(struct strbuf *out)
{
    struct svg_canvas s = canvas_begin(out);
    define(&s, &(struct part){.kind = PART_BOARD});
    define(&s, &(struct part){.kind = PART_CUBE});
    for (int player = 0; player < 2; player++) {
        for (int mirror = 0; mirror < 2; mirror++)
            define(&s, &(struct part){.kind = PART_NUMBERS, .player = player, .home_left = mirror != 0});
        for (int n = 1; n <= 5; n++) {
            define(&s, &(struct part){.kind = PART_STACK, .player = player, .count = n});
            define(&s, &(struct part){.kind = PART_SLABS, .player = player, .count = n});
        }
        for (int n = 1; n <= 6; n++)
            define(&s, &(struct part){.kind = PART_DIE, .player = player, .count = n});
    }
}

static void define_marker(struct strbuf *out, const char *name)
{
    strbuf_printf(out,
                  "<marker id=\"m%s\" class=\"h%s\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerWidth=\"3.2\" "
                  "markerHeight=\"3.2\" orient=\"auto\"><path d=\"M0 0L10 5 0 10z\"/></marker>\n",
                  name, name);
}

void svg_symbols_define(struct strbuf *out, struct svg_symbols *symbols)
{
    char name[4];
    strbuf_puts(out, "<svg class=\"defs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>\n");
    define_shapes(out);
    define_marker(out, "p");
    define_marker(out, "b");
    define_marker(out, "f");
    for (size_t i = 0; i < symbols->n; i++) {
        symbol_name(name, i);
        const char *markup = symbols->markup[i], *second = strchr(markup + 1, '<');
        if (second == NULL && strncmp(markup, "<use", 4) == 0)
            strbuf_printf(out, "<use id=\"%s\"%s\n", name, markup + 4);
        else
            strbuf_printf(out, "<g id=\"%s\">%s</g>\n", name, markup);
        xfree(symbols->markup[i]);
    }
    strbuf_puts(out, "</defs></svg>\n");
    xfree(symbols->markup);
    *symbols = (struct svg_symbols){0};
}

void svg_css(struct strbuf *out, const struct theme *theme, const char *scope)
{
    for (int p = 0; p < PAINTS; p++) {
        const struct theme_paint *t = &theme->paint[p];
        strbuf_printf(out, "%s.b%c{fill:#%06x", scope, paint_letter((enum paint)p), (unsigned)t->fill);
        if (t->edge_width > 0)
            strbuf_printf(out, ";stroke:#%06x;stroke-width:%g", (unsigned)t->edge, (double)t->edge_width);
        if (t->opacity < 1)
            strbuf_printf(out, ";fill-opacity:%g", (double)t->opacity);
        strbuf_puts(out, "}\n");
    }
}

void svg_board(struct strbuf *out, const struct position *p, const struct draw_options *o, const struct theme *theme,
               int width, const char *title)
{
    int w = width > 0 ? width : DRAW_WIDTH;
    strbuf_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                  "role=\"img\">\n<title>",
                  w, (w * DRAW_HEIGHT + DRAW_WIDTH / 2) / DRAW_WIDTH, DRAW_WIDTH, DRAW_HEIGHT);
    escape_xml(out, title != NULL ? title : "Backgammon board");
    strbuf_puts(out, "</title>\n<desc>");
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    position_id(&p->board, id);
    match_id(p, match);
    xgid(p, xg);
    strbuf_printf(out, "%s:%s %s; ", id, match, xg);
    draw_describe(out, p);
    strbuf_puts(out, "</desc>\n<style>\nsvg{font:600 14px \"DejaVu Sans\",Verdana,sans-serif;text-anchor:middle}\n");
    svg_css(out, theme, "");
    strbuf_puts(out, "</style>\n");
    struct svg_canvas s = canvas_begin(out);
    draw_board(&s.canvas, p, o);
    strbuf_puts(out, "\n</svg>\n");
}
