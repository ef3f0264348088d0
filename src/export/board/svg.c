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
#include "format/posid.h"

struct svg_canvas {
    struct canvas canvas;
    struct strbuf *out;
};

/* In hundredths of a grid as wide as a point and as high as a chequer. */
struct stack {
    long x, y; /* of its first chequer: the one nearest to the edge of the board */
    int count;
    bool down; /* where the next one lies */
};

/* Chequers of one player: the corners of a path, of which a marker makes discs. */
struct dots {
    struct stack at[28];
    size_t n;
};

/* A board on a page: what is the same on many boards is a symbol. */
struct inline_canvas {
    struct canvas canvas;
    struct svg_symbols *symbols;
    int bottom; /* the player who sits there */
    struct strbuf base; /* board, numbers and cube: one symbol */
    struct dots dots[2];
    struct strbuf held; /* of what lies upon these: what becomes one symbol with what follows */
    bool die_held;
    struct strbuf things, arrows;
    enum paint kind; /* of the arrows, if they have one in common */
    bool mixed;
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

/* "M0 0L10 0 10 10z" */
static void outline(struct strbuf *out, const struct draw_point *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        strbuf_putc(out, i == 0 ? 'M' : i == 1 ? 'L' : ' ');
        number(out, at[i].x);
        strbuf_putc(out, ' ');
        number(out, at[i].y);
    }
    strbuf_putc(out, 'z');
}

static void svg_polygon(struct canvas *c, enum paint p, const struct draw_point *at, size_t n)
{
    struct strbuf *out = ((struct svg_canvas *)c)->out;
    strbuf_printf(out, "<path class=\"b%c\" d=\"", paint_letter(p));
    outline(out, at, n);
    strbuf_puts(out, "\"/>");
}

static void svg_disc(struct canvas *c, enum paint p, struct draw_point centre, float radius)
{
    struct strbuf *out = ((struct svg_canvas *)c)->out;
    strbuf_printf(out, "<circle class=\"b%c\"", paint_letter(p));
    if (centre.x != 0)
        attribute(out, "cx", centre.x);
    if (centre.y != 0)
        attribute(out, "cy", centre.y);
    attribute(out, "r", radius);
    strbuf_puts(out, "/>");
}

/* The base line is put a third of the size below the middle: figures then sit centred in every common font. */
static float base_line(float middle, float size)
{
    return middle + size * 0.36f;
}

static void svg_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct strbuf *out = ((struct svg_canvas *)c)->out;
    strbuf_printf(out, "<text class=\"b%c\"", paint_letter(p));
    attribute(out, "x", middle.x);
    attribute(out, "y", base_line(middle.y, size));
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
    case PART_STACK:
    case PART_BOARD:
    case PART_KINDS:
        snprintf(name, 8, "bd");
        break;
    }
}

/* Where the symbol of a part has its origin: where it lies most often, so that most references need no place. */
static struct draw_point origin_of(enum part_kind kind)
{
    return kind == PART_DIE     ? (struct draw_point){440, 242}
           : kind == PART_SLABS ? (struct draw_point){614, 0}
                                : (struct draw_point){0, 0};
}

/* A letter, or two, a small and a large one: no anchor of a report looks like that. */
static void symbol_name(char name[4], size_t index)
{
    if (index < 26)
        snprintf(name, 4, "%c", (char)('a' + index));
    else
        snprintf(name, 4, "%c%c", (char)('a' + (index / 26 - 1) % 26), (char)('A' + index % 26));
}

/* Refers to the symbol of all that is held, which is kept. */
static void use_held(struct svg_symbols *symbols, struct strbuf *held, struct strbuf *out)
{
    size_t i = 0;
    char name[4];
    if (held->length == 0)
        return;
    while (i < symbols->n && strcmp(symbols->markup[i], held->at) != 0)
        i++;
    if (i == symbols->n) {
        symbols->markup = grow(symbols->markup, symbols->n, &symbols->capacity, sizeof *symbols->markup);
        symbols->markup[symbols->n++] = xstrdup(held->at);
    }
    strbuf_clear(held);
    symbol_name(name, i);
    strbuf_printf(out, "<use href=\"#%s\"/>", name);
}

static void inline_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct inline_canvas *s = (struct inline_canvas *)c;
    struct svg_canvas apart = canvas_begin(p == PAINT_CUBE_FIGURE ? &s->base : &s->held);
    svg_text(&apart.canvas, p, middle, size, text);
    use_held(s->symbols, &s->held, &s->things);
}

/* ORDER DOTS: `.k0` in report.css turns these units into those of the drawing. */
enum { GRID_LEFT = 80, GRID_TOP = 41, GRID_WIDTH = 40, GRID_HEIGHT = 38 };

static void hundredths(struct strbuf *out, long v)
{
    strbuf_printf(out, "%s%ld", v < 0 ? "-" : "", labs(v) / 100);
    if (v % 100 != 0)
        strbuf_printf(out, v % 10 != 0 ? ".%02ld" : ".%ld", v % 10 != 0 ? labs(v) % 100 : labs(v) % 100 / 10);
}

/* `turned`: as it looks from the other side. */
static void add_stack(struct dots *d, const struct part *part, struct draw_point lowest, bool turned)
{
    const float higher = (float)((part->count - 1) * GRID_HEIGHT);
    if (turned)
        lowest.y = DRAW_HEIGHT - lowest.y + higher;
    bool down = lowest.y < DRAW_HEIGHT / 2.0f;
    if (d->n < sizeof d->at / sizeof *d->at)
        d->at[d->n++] =
            (struct stack){lroundf(100 * (lowest.x - GRID_LEFT) / GRID_WIDTH),
                           lroundf(100 * (lowest.y - (down ? higher : 0) - GRID_TOP) / GRID_HEIGHT), part->count, down};
}

static int by_row(const void *a, const void *b)
{
    const struct stack *x = a, *y = b;
    return x->down != y->down ? x->down - y->down : (x->x > y->x) - (x->x < y->x);
}

static void move_to(struct strbuf *out, char how, long x, long y)
{
    strbuf_putc(out, how);
    hundredths(out, x);
    strbuf_puts(out, y < 0 ? "" : " ");
    hundredths(out, y);
}

/* "M9.1 10.58v-1-1m-1 2M0 0": from where the pen stands, or from the corner where that is shorter. */
static void write_path(struct dots *d, struct strbuf *out)
{
    struct strbuf apart = {0};
    long x = 0, y = 0;
    qsort(d->at, d->n, sizeof *d->at, by_row);
    for (size_t i = 0; i < d->n; i++) {
        const struct stack *s = &d->at[i];
        const size_t before = out->length;
        strbuf_clear(&apart);
        move_to(&apart, 'M', s->x, s->y);
        move_to(out, 'm', s->x - x, s->y - y);
        if (i == 0 || apart.length < out->length - before) {
            out->length = before;
            strbuf_add(out, apart.at, apart.length);
        }
        for (int k = 1; k < s->count; k++)
            strbuf_puts(out, k == 1 ? (s->down ? "v1" : "v-1") : s->down ? " 1" : "-1");
        x = s->x;
        y = s->y + (s->down ? 100 : -100) * (s->count - 1);
    }
    strbuf_done(&apart);
}

static void reference(struct strbuf *out, const struct part *part, struct draw_point at)
{
    const struct draw_point origin = origin_of(part->kind);
    char name[8];
    part_name(name, part);
    strbuf_printf(out, "<use href=\"#%s\"", name);
    if (at.x != origin.x)
        attribute(out, "x", at.x - origin.x);
    if (at.y != origin.y)
        attribute(out, "y", at.y - origin.y);
    strbuf_puts(out, "/>");
}

static bool inline_part(struct canvas *c, const struct part *part, struct draw_point at)
{
    struct inline_canvas *s = (struct inline_canvas *)c;
    if (part->kind == PART_STACK) {
        add_stack(&s->dots[part->player != 0], part, at, part->player != s->bottom);
        return true;
    }
    bool thing = part->kind == PART_DIE || part->kind == PART_SLABS;
    reference(thing ? &s->held : &s->base, part, at);
    s->die_held = part->kind == PART_DIE && !s->die_held; /* the first waits for the second */
    if (!s->die_held)
        use_held(s->symbols, &s->held, &s->things);
    return true;
}

static const char *arrow_class(enum paint p)
{
    return p == PAINT_ARROW_PLAYED ? "ap" : p == PAINT_ARROW_BEST ? "ab" : "af";
}

/* "M160 443h364", or with l and both; the group has the class if all have it in common. */
static void inline_arrow(struct canvas *c, enum paint p, struct draw_point from, struct draw_point to)
{
    struct inline_canvas *s = (struct inline_canvas *)c;
    long x = lroundf(to.x) - lroundf(from.x), y = lroundf(to.y) - lroundf(from.y);
    s->mixed = s->mixed || (s->arrows.length > 0 && s->kind != p) || p != PAINT_ARROW_FINE;
    s->kind = p;
    strbuf_puts(&s->arrows, "<path");
    if (s->mixed)
        strbuf_printf(&s->arrows, " class=\"%s\"", arrow_class(p));
    strbuf_printf(&s->arrows, " d=\"M%ld %ld", lroundf(from.x), lroundf(from.y));
    if (y == 0)
        strbuf_printf(&s->arrows, "h%ld\"/>", x);
    else if (x == 0)
        strbuf_printf(&s->arrows, "v%ld\"/>", y);
    else
        strbuf_printf(&s->arrows, "l%ld%s%ld\"/>", x, y < 0 ? "" : " ", y);
}

/* Capital letters alone: "A" ... "Z", "AA" ... */
static void path_name(char name[12], size_t nth)
{
    char *at = name;
    size_t places = 1, first = 26;
    for (; nth >= first && places < 10; first *= 26, places++)
        nth -= first;
    for (at += places, *at = '\0'; at-- > name; nth /= 26)
        *at = (char)('A' + nth % 26);
}

/* A path gets a name when it is referred to first. */
static void name_chequers(struct svg_symbols *symbols, int who, struct strbuf *out)
{
    struct svg_chequers *c = &symbols->chequers[who], *other = &symbols->chequers[1 - who];
    char id[24];
    if (c->name[0] != '\0')
        return;
    path_name(c->name, symbols->named++);
    snprintf(id, sizeof id, " id=\"%s\"", c->name);
    strbuf_insert(out, c->at, id);
    if (other->at > c->at)
        other->at += strlen(id);
}

/* Spelled out where they have moved since the last board, as their owner sees them. */
static void put_chequers(struct inline_canvas *s, int who, struct strbuf *out)
{
    struct svg_chequers *last = &s->symbols->chequers[who];
    struct strbuf path = {0};
    bool at_top = who != s->bottom;
    if (s->dots[who].n == 0)
        return;
    write_path(&s->dots[who], &path);
    if (last->path != NULL && strcmp(last->path, strbuf_text(&path)) == 0) {
        name_chequers(s->symbols, who, out);
        strbuf_printf(out, "<use%s href=\"#%s\"/>", at_top != last->at_top ? " class=\"z\"" : "", last->name);
    } else {
        xfree(last->path);
        last->path = xstrdup(strbuf_text(&path));
        last->at_top = at_top;
        last->name[0] = '\0';
        strbuf_puts(out, "<path");
        last->at = out->length;
        strbuf_printf(out, " class=\"k%d%s\" d=\"%s\"/>", who, at_top ? " z" : "", path.at);
    }
    strbuf_done(&path);
}

static void put_board(struct inline_canvas *s, struct strbuf *out)
{
    use_held(s->symbols, &s->base, out);
    put_chequers(s, 0, out);
    put_chequers(s, 1, out);
    strbuf_puts(out, strbuf_text(&s->things));
    if (s->arrows.length > 0)
        strbuf_printf(out, s->mixed ? "<g>%s</g>" : "<g class=\"af\">%s</g>", s->arrows.at);
}

void svg_board_inline(struct strbuf *out, struct svg_symbols *symbols, const struct position *p,
                      const struct draw_options *o)
{
    struct inline_canvas s = {
        .canvas = {.text = inline_text, .part = inline_part, .arrow = inline_arrow},
        .symbols = symbols,
        .bottom = o->bottom >= 0 ? o->bottom : p->turn,
    };
    draw_board(&s.canvas, p, o);
    put_board(&s, out);
    struct strbuf *const parts[] = {&s.base, &s.held, &s.things, &s.arrows};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        strbuf_done(parts[i]);
}

/* ---- shapes, as far as a symbol refers to them ---- */

static bool is_used(const struct svg_symbols *symbols, const char *name)
{
    char link[12];
    snprintf(link, sizeof link, "\"#%s", name);
    for (size_t i = 0; i < symbols->n; i++)
        if (strstr(symbols->markup[i], link) != NULL)
            return true;
    return false;
}

/* Few elements, as a browser copies them for each board: one path of all polygons of a paint, one text of all figures
 * of a height. Paths lie upon each other in the order of paints. */
struct merged_canvas {
    struct canvas canvas;
    struct strbuf *out, path[PAINTS], places, figures;
    enum paint paint; /* of the figures */
    float height;
};

static void merged_polygon(struct canvas *c, enum paint p, const struct draw_point *at, size_t n)
{
    outline(&((struct merged_canvas *)c)->path[p], at, n);
}

static void end_figures(struct merged_canvas *m)
{
    if (m->figures.length == 0)
        return;
    strbuf_printf(m->out, "<text class=\"b%c\" x=\"%s\"", paint_letter(m->paint), m->places.at);
    attribute(m->out, "y", m->height);
    strbuf_printf(m->out, ">%s</text>", m->figures.at);
    strbuf_clear(&m->places);
    strbuf_clear(&m->figures);
}

/* Each figure has a place of its own, as two numbers are one text. */
static void merged_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct merged_canvas *m = (struct merged_canvas *)c;
    const float width = size * 0.64f, first = middle.x - width * (float)(strlen(text) - 1) / 2;
    if (m->height != base_line(middle.y, size))
        end_figures(m);
    m->height = base_line(middle.y, size);
    m->paint = p;
    for (size_t i = 0; text[i] != '\0'; i++) {
        strbuf_puts(&m->places, m->places.length > 0 ? " " : "");
        number(&m->places, first + width * (float)i);
        strbuf_putc(&m->figures, text[i]);
    }
}

static void define(struct strbuf *out, const struct svg_symbols *symbols, const struct part *part)
{
    char name[8];
    part_name(name, part);
    if (!is_used(symbols, name))
        return;
    strbuf_printf(out, "<g id=\"%s\">", name);
    struct merged_canvas m = {.canvas = {.polygon = merged_polygon, .text = merged_text}, .out = out};
    draw_part(&m.canvas, part, (struct draw_point){0, 0});
    for (int p = 0; p < PAINTS; p++) {
        if (m.path[p].length > 0)
            strbuf_printf(out, "<path class=\"b%c\" d=\"%s\"/>", paint_letter((enum paint)p), m.path[p].at);
        strbuf_done(&m.path[p]);
    }
    end_figures(&m);
    strbuf_puts(out, "</g>\n");
    strbuf_done(&m.places);
    strbuf_done(&m.figures);
}

/* Piles of slabs begin with the shapes of the one before, dice with those of the first, which has no spots. */
static void define_row(struct strbuf *out, const struct svg_symbols *symbols, struct part part, int least, int most)
{
    struct strbuf shapes = {0};
    struct svg_canvas s = canvas_begin(&shapes);
    char name[8], before[8] = "";
    size_t common = 0;
    part_name(name, &part);
    name[2] = '\0';
    for (part.count = least; is_used(symbols, name) && part.count <= most; part.count++) {
        part_name(name, &part);
        strbuf_clear(&shapes);
        draw_part(&s.canvas, &part, origin_of(part.kind));
        strbuf_printf(out, "<g id=\"%s\">", name);
        if (common > 0)
            strbuf_printf(out, "<use href=\"#%s\"/>", before);
        strbuf_printf(out, "%s</g>\n", shapes.at + common);
        if (part.kind == PART_SLABS || common == 0) {
            common = shapes.length;
            memcpy(before, name, sizeof before);
        }
        name[2] = '\0';
    }
    strbuf_done(&shapes);
}

static void define_shapes(struct strbuf *out, const struct svg_symbols *symbols)
{
    define(out, symbols, &(struct part){.kind = PART_BOARD});
    define(out, symbols, &(struct part){.kind = PART_CUBE});
    for (int player = 0; player < 2; player++) {
        for (int mirror = 0; mirror < 2; mirror++)
            define(out, symbols, &(struct part){.kind = PART_NUMBERS, .player = player, .home_left = mirror != 0});
        define_row(out, symbols, (struct part){.kind = PART_SLABS, .player = player}, 1, 5);
        define_row(out, symbols, (struct part){.kind = PART_DIE, .player = player}, 0, 6); /* first one without spots */
    }
}

/* The disc on every corner of a path `.k0` or `.k1`, whose units are a point wide and a chequer high. */
static void define_chequer(struct strbuf *out, int player)
{
    struct svg_canvas s = canvas_begin(out);
    strbuf_printf(out,
                  "<marker id=\"c%d\" viewBox=\"-%d -%d %d %d\" markerUnits=\"userSpaceOnUse\" markerWidth=\"1\" "
                  "markerHeight=\"1\" preserveAspectRatio=\"none\" overflow=\"visible\">",
                  player, GRID_WIDTH / 2, GRID_HEIGHT / 2, GRID_WIDTH, GRID_HEIGHT);
    draw_part(&s.canvas, &(struct part){.kind = PART_STACK, .player = player, .count = 1}, (struct draw_point){0, 0});
    strbuf_puts(out, "</marker>\n");
}

static void define_marker(struct strbuf *out, const char *name)
{
    strbuf_printf(out,
                  "<marker id=\"m%s\" class=\"h%s\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerWidth=\"3.2\" "
                  "markerHeight=\"3.2\" orient=\"auto\"><path d=\"M0 0L10 5 0 10z\"/></marker>\n",
                  name, name);
}

static bool is_one_element(const char *markup)
{
    const char *second = strchr(markup + 1, '<');
    return second == NULL || (second[1] == '/' && strchr(second + 1, '<') == NULL);
}

void svg_symbols_define(struct strbuf *out, struct svg_symbols *symbols)
{
    char name[4];
    strbuf_puts(out, "<svg class=\"defs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>\n");
    define_chequer(out, 0);
    define_chequer(out, 1);
    define_marker(out, "p");
    define_marker(out, "b");
    define_marker(out, "f");
    strbuf_puts(out, "</defs></svg>\n<svg display=\"none\"><defs>\n");
    define_shapes(out, symbols);
    for (size_t i = 0; i < symbols->n; i++) {
        symbol_name(name, i);
        const char *markup = symbols->markup[i];
        const int tag = (int)strcspn(markup, " ");
        if (is_one_element(markup))
            strbuf_printf(out, "%.*s id=\"%s\"%s\n", tag, markup, name, markup + tag);
        else
            strbuf_printf(out, "<g id=\"%s\">%s</g>\n", name, markup);
        xfree(symbols->markup[i]);
    }
    strbuf_puts(out, "</defs></svg>\n");
    xfree(symbols->markup);
    xfree(symbols->chequers[0].path);
    xfree(symbols->chequers[1].path);
    *symbols = (struct svg_symbols){0};
}

/* The classes that colour a board, `.bA {...}`. */
void svg_theme_rules(struct strbuf *out, const struct theme *theme)
{
    for (int p = 0; p < PAINTS; p++) {
        const struct theme_paint *t = &theme->paint[p];
        strbuf_printf(out, ".b%c{fill:#%06x", paint_letter((enum paint)p), (unsigned)t->fill);
        if (t->edge_width > 0)
            strbuf_printf(out, ";stroke:#%06x;stroke-width:%g", (unsigned)t->edge, (double)t->edge_width);
        if (t->opacity < 1)
            strbuf_printf(out, ";fill-opacity:%g", (double)t->opacity);
        strbuf_puts(out, "}\n");
    }
}

void svg_begin(struct strbuf *out, const struct position *p, const struct theme *theme, int width, int height,
               struct draw_point units, const char *title)
{
    strbuf_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %.0f %.0f\" "
                  "role=\"img\">\n<title>",
                  width, height, (double)units.x, (double)units.y);
    escape_xml(out, title != NULL ? title : "Backgammon board");
    strbuf_puts(out, "</title>\n<desc>");
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    position_id(&p->board, id);
    match_id(p, match);
    xgid(p, xg);
    strbuf_printf(out, "%s:%s %s; ", id, match, xg);
    draw_describe_score(out, p);
    draw_describe(out, p);
    strbuf_puts(out, "</desc>\n<style>\nsvg{font:600 14px \"DejaVu Sans\",Verdana,sans-serif;text-anchor:middle}\n");
    svg_theme_rules(out, theme);
}

void svg_shapes(struct strbuf *out, const struct position *p, const struct draw_options *o)
{
    struct svg_canvas s = canvas_begin(out);
    draw_board(&s.canvas, p, o);
}

void svg_board(struct strbuf *out, const struct position *p, const struct draw_options *o, const struct theme *theme,
               int width, const char *title)
{
    const int w = width > 0 ? width : DRAW_WIDTH, h = (w * DRAW_HEIGHT + DRAW_WIDTH / 2) / DRAW_WIDTH;
    svg_begin(out, p, theme, w, h, (struct draw_point){DRAW_WIDTH, DRAW_HEIGHT}, title);
    strbuf_puts(out, "</style>\n");
    svg_shapes(out, p, o);
    strbuf_puts(out, "\n</svg>\n");
}
