/* TrueType fonts: the table of characters, and subsets. A subset gets new glyph numbers in the order of
 * its letters, glyphs that others are made of behind them; the numbers inside composite glyphs are rewritten. Layout:
 * the OpenType specification. Numbers are big-endian; every read is checked, beyond the end there are zeros. */
#include "export/print/truetype.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "base/xmalloc.h"

enum { GLYPHS_MAX = 65536, FILE_MAX = 16 << 20 };

struct table {
    size_t at, length;
};

struct truetype {
    struct strbuf file;
    struct table cmap, glyf, head, hhea, hmtx, loca, maxp;
    unsigned n_glyphs;
    size_t map; /* the subtable of characters in use */
    unsigned map_format;
};

/* ---- numbers ---- */

static uint32_t number(const struct strbuf *b, size_t at, size_t bytes)
{
    uint32_t value = 0;
    if (at > b->length || b->length - at < bytes)
        return 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | (unsigned char)b->at[at + i];
    return value;
}

static uint32_t u16(const struct truetype *f, size_t at)
{
    return number(&f->file, at, 2);
}

static uint32_t u32(const struct truetype *f, size_t at)
{
    return number(&f->file, at, 4);
}

static void put(struct strbuf *out, uint32_t value, size_t bytes)
{
    while (bytes-- > 0)
        strbuf_putc(out, (char)(value >> 8 * bytes & 0xff));
}

static void patch16(struct strbuf *b, size_t at, uint32_t value)
{
    if (at + 2 > b->length)
        return;
    b->at[at] = (char)(value >> 8 & 0xff);
    b->at[at + 1] = (char)(value & 0xff);
}

/* ---- the file ---- */

static bool find_table(const struct truetype *f, const char *tag, struct table *t)
{
    enum { DIRECTORY = 12, ENTRY = 16 };
    unsigned n = u16(f, 4);
    for (unsigned i = 0; i < n; i++) {
        size_t at = DIRECTORY + (size_t)ENTRY * i;
        if (at + ENTRY > f->file.length || memcmp(f->file.at + at, tag, 4) != 0)
            continue;
        *t = (struct table){u32(f, at + 8), u32(f, at + 12)};
        return t->at <= f->file.length && t->length <= f->file.length - t->at;
    }
    return false;
}

/* Characters of the whole of Unicode where there is such a table, else those of the basic plane. */
static void choose_map(struct truetype *f)
{
    unsigned n = u16(f, f->cmap.at + 2);
    for (unsigned i = 0; i < n; i++) {
        size_t entry = f->cmap.at + 4 + (size_t)8 * i, at = f->cmap.at + u32(f, entry + 4);
        bool unicode =
            u16(f, entry) == 0 || (u16(f, entry) == 3 && (u16(f, entry + 2) == 1 || u16(f, entry + 2) == 10));
        unsigned format = u16(f, at);
        if (unicode && (format == 4 || format == 12) && format > f->map_format) {
            f->map = at;
            f->map_format = format;
        }
    }
}

struct truetype *truetype_open(const char *path)
{
    struct truetype *f = xcalloc(1, sizeof *f);
    bool good = file_read(path, FILE_MAX, &f->file) && find_table(f, "cmap", &f->cmap) &&
                find_table(f, "glyf", &f->glyf) && find_table(f, "head", &f->head) && find_table(f, "hhea", &f->hhea) &&
                find_table(f, "hmtx", &f->hmtx) && find_table(f, "loca", &f->loca) && find_table(f, "maxp", &f->maxp);
    if (good) {
        f->n_glyphs = u16(f, f->maxp.at + 4);
        choose_map(f);
    }
    if (good && f->map_format != 0)
        return f;
    truetype_close(f);
    return NULL;
}

void truetype_close(struct truetype *f)
{
    if (f == NULL)
        return;
    strbuf_done(&f->file);
    xfree(f);
}

/* ---- characters ---- */

static unsigned glyph_in_segments(const struct truetype *f, uint32_t c)
{
    unsigned twice = u16(f, f->map + 6) & ~1U;
    size_t ends = f->map + 14, starts = ends + twice + 2, deltas = starts + twice, offsets = deltas + twice;
    for (size_t i = 0; c < 0x10000 && i < twice; i += 2) {
        unsigned start = u16(f, starts + i), offset = u16(f, offsets + i);
        if (c > u16(f, ends + i))
            continue;
        if (c < start)
            return 0;
        if (offset == 0)
            return (c + u16(f, deltas + i)) & 0xffff;
        unsigned glyph = u16(f, offsets + i + offset + (size_t)2 * (c - start));
        return glyph != 0 ? (glyph + u16(f, deltas + i)) & 0xffff : 0;
    }
    return 0;
}

/* Groups are in the order of their characters. */
static unsigned glyph_in_groups(const struct truetype *f, uint32_t c)
{
    enum { HEAD = 16, GROUP = 12 };
    uint32_t low = 0, high = u32(f, f->map + 12);
    high = high < GLYPHS_MAX ? high : GLYPHS_MAX;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const size_t at = f->map + HEAD + (size_t)GROUP * middle;
        if (c < u32(f, at))
            high = middle;
        else if (c > u32(f, at + 4))
            low = middle + 1;
        else
            return u32(f, at + 8) + (c - u32(f, at));
    }
    return 0;
}

unsigned truetype_glyph(const struct truetype *f, uint32_t code_point)
{
    unsigned glyph = f->map_format == 4 ? glyph_in_segments(f, code_point) : glyph_in_groups(f, code_point);
    return glyph < f->n_glyphs ? glyph : 0;
}

unsigned truetype_advance(const struct truetype *f, uint32_t code_point)
{
    unsigned glyph = truetype_glyph(f, code_point), last = u16(f, f->hhea.at + 34), unit = u16(f, f->head.at + 18);
    if (last > 0 && glyph >= last)
        glyph = last - 1; /* the rest are as wide as the last one */
    return unit > 0 ? u16(f, f->hmtx.at + (size_t)4 * glyph) * 1000 / unit : 0;
}

/* ---- glyphs ---- */

static struct table glyph_data(const struct truetype *f, unsigned glyph)
{
    bool wide = u16(f, f->head.at + 50) != 0;
    size_t entry = f->loca.at + (size_t)glyph * (wide ? 4 : 2);
    size_t from = wide ? u32(f, entry) : 2 * (size_t)u16(f, entry);
    size_t to = wide ? u32(f, entry + 4) : 2 * (size_t)u16(f, entry + 2);
    if (from > to || to > f->glyf.length)
        return (struct table){0, 0};
    return (struct table){f->glyf.at + from, to - from};
}

/* Steps through the parts of a composite glyph: where the next one's glyph number stands, 0 = no more. `at` begins as
 * 0. */
static size_t next_component(const struct strbuf *b, struct table g, size_t *at)
{
    enum { WORDS = 1, SCALE = 8, MORE = 32, TWO_SCALES = 64, MATRIX = 128, HEAD = 10 };
    bool composite = g.length >= HEAD && number(b, g.at, 2) >= 0x8000;
    if (!composite || *at >= g.length)
        return 0;
    if (*at == 0)
        *at = HEAD;
    size_t here = g.at + *at;
    unsigned flags = number(b, here, 2);
    *at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0);
    if (!(flags & MORE))
        *at = g.length;
    return here + 2;
}

/* ---- outlines ---- */

enum { NESTED_MAX = 5, POINTS_MAX = 1 << 16, CURVE_STEPS = 6 };

/* Of a component into the glyph it is part of: x' = xx x + yx y + x0. */
struct placing {
    float xx, xy, yx, yy, x0, y0;
};

static float signed16(const struct truetype *f, size_t at)
{
    return (float)(int16_t)u16(f, at);
}

static void add_point(struct truetype_outline *out, struct draw_point at)
{
    out->at = grow(out->at, out->n, &out->capacity, sizeof *out->at);
    out->at[out->n++] = at;
}

static struct draw_point between(struct draw_point a, struct draw_point b, float share)
{
    return (struct draw_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static void add_curve(struct truetype_outline *out, struct draw_point a, struct draw_point control, struct draw_point b)
{
    for (int i = 1; i <= CURVE_STEPS; i++) {
        const float t = (float)i / CURVE_STEPS;
        add_point(out, between(between(a, control, t), between(control, b, t), t));
    }
}

/* Between two controls in a row there is a point on the curve, in their middle. */
static void add_contour(struct truetype_outline *out, const struct truetype_point *p, size_t n)
{
    const struct truetype_point *last = &p[n - 1];
    struct draw_point now = last->on_curve ? last->at : p[0].on_curve ? p[0].at : between(last->at, p[0].at, 0.5f);
    for (size_t i = 0; i < n; i++) {
        const struct truetype_point *next = &p[(i + 1) % n];
        if (p[i].on_curve) {
            add_point(out, now = p[i].at);
            continue;
        }
        const struct draw_point end = next->on_curve ? next->at : between(p[i].at, next->at, 0.5f);
        add_curve(out, now, p[i].at, end);
        now = end;
    }
    out->ends = grow(out->ends, out->n_ends, &out->end_capacity, sizeof *out->ends);
    out->ends[out->n_ends++] = out->n;
}

/* Each number of flags stands for itself and as many repetitions as the next byte says; returns what follows them. */
static size_t read_flags(const struct truetype *f, size_t at, uint8_t *flags, size_t n)
{
    enum { REPEATED = 8 };
    for (size_t i = 0; i < n;) {
        const uint8_t flag = (uint8_t)number(&f->file, at++, 1);
        const size_t times = flag & REPEATED ? 1 + (size_t)number(&f->file, at++, 1) : 1;
        for (size_t k = 0; k < times && i < n; k++)
            flags[i++] = flag;
    }
    return at;
}

/* One coordinate of all points, each as the step from the one before; `stride` floats apart. */
static size_t read_steps(const struct truetype *f, size_t at, const uint8_t *flags, size_t n, bool vertical,
                         struct truetype_point *p)
{
    const uint8_t byte = vertical ? 4 : 2, same_or_positive = vertical ? 32 : 16;
    float now = 0;
    for (size_t i = 0; i < n; i++) {
        const bool marked = (flags[i] & same_or_positive) != 0;
        if (flags[i] & byte)
            now += (marked ? 1 : -1) * (float)number(&f->file, at++, 1);
        else if (!marked)
            now += signed16(f, at), at += 2;
        *(vertical ? &p[i].at.y : &p[i].at.x) = now;
    }
    return at;
}

static void place_points(struct truetype_point *p, const uint8_t *flags, size_t n, const struct placing *t)
{
    for (size_t i = 0; i < n; i++) {
        const struct draw_point at = p[i].at;
        p[i].on_curve = flags[i] & 1;
        p[i].at = (struct draw_point){t->xx * at.x + t->yx * at.y + t->x0, t->xy * at.x + t->yy * at.y + t->y0};
    }
}

static void add_simple(const struct truetype *f, struct table g, const struct placing *t, struct truetype_outline *out)
{
    const size_t contours = u16(f, g.at), ends = g.at + 10, n = contours > 0 ? u16(f, ends + 2 * contours - 2) + 1 : 0;
    const size_t at = ends + 2 * contours + 2 + u16(f, ends + 2 * contours);
    if (n == 0 || n > g.length || out->n > POINTS_MAX)
        return;
    uint8_t *flags = xcalloc(n, 1);
    struct truetype_point *p = xcalloc(n, sizeof *p);
    size_t here = read_flags(f, at, flags, n);
    here = read_steps(f, here, flags, n, false, p);
    read_steps(f, here, flags, n, true, p);
    place_points(p, flags, n, t);
    for (size_t c = 0, first = 0; c < contours; c++) {
        const size_t end = u16(f, ends + 2 * c) + (size_t)1;
        if (end > first && end <= n)
            add_contour(out, p + first, end - first), first = end;
    }
    xfree(flags);
    xfree(p);
}

/* Where a component stands; `at` is that of its flags. Components placed by matching points stand at the origin. */
static struct placing placing_of(const struct truetype *f, size_t at)
{
    enum { WORDS = 1, OFFSETS = 2, SCALE = 8, TWO_SCALES = 64, MATRIX = 128 };
    const unsigned flags = u16(f, at);
    struct placing t = {.xx = 1, .yy = 1};
    const size_t numbers = at + (flags & WORDS ? 8 : 6);
    const float unit = 1 << 14;
    if (flags & OFFSETS) {
        t.x0 = flags & WORDS ? signed16(f, at + 4) : (float)(int8_t)number(&f->file, at + 4, 1);
        t.y0 = flags & WORDS ? signed16(f, at + 6) : (float)(int8_t)number(&f->file, at + 5, 1);
    }
    if (flags & (SCALE | TWO_SCALES | MATRIX))
        t.xx = t.yy = signed16(f, numbers) / unit;
    if (flags & TWO_SCALES)
        t.yy = signed16(f, numbers + 2) / unit;
    if (flags & MATRIX)
        t.xy = signed16(f, numbers + 2) / unit, t.yx = signed16(f, numbers + 4) / unit,
        t.yy = signed16(f, numbers + 6) / unit;
    return t;
}

static struct placing within(const struct placing *in, const struct placing *of)
{
    return (struct placing){.xx = of->xx * in->xx + of->yx * in->xy,
                            .xy = of->xy * in->xx + of->yy * in->xy,
                            .yx = of->xx * in->yx + of->yx * in->yy,
                            .yy = of->xy * in->yx + of->yy * in->yy,
                            .x0 = of->xx * in->x0 + of->yx * in->y0 + of->x0,
                            .y0 = of->xy * in->x0 + of->yy * in->y0 + of->y0};
}

static void add_glyph(const struct truetype *f, unsigned glyph, const struct placing *t, int depth,
                      struct truetype_outline *out)
{
    const struct table g = glyph_data(f, glyph);
    size_t at = 0, where;
    if (g.length < 10 || depth > NESTED_MAX)
        return;
    if (u16(f, g.at) < 0x8000)
        add_simple(f, g, t, out);
    while (out->n <= POINTS_MAX && (where = next_component(&f->file, g, &at)) != 0) {
        const struct placing own = placing_of(f, where - 2), placed = within(&own, t);
        if (u16(f, where) < f->n_glyphs)
            add_glyph(f, u16(f, where), &placed, depth + 1, out);
    }
}

void truetype_outline(const struct truetype *f, uint32_t code_point, struct truetype_outline *out)
{
    const unsigned units = u16(f, f->head.at + 18);
    const float scale = units > 0 ? 1 / (float)units : 0;
    add_glyph(f, truetype_glyph(f, code_point), &(struct placing){.xx = scale, .yy = scale}, 0, out);
}

void truetype_add_shape(const struct truetype_shape *s, unsigned units, struct truetype_outline *out)
{
    struct truetype_point *p = xcalloc(s->n + 1, sizeof *p);
    for (size_t i = 0; i < s->n; i++)
        p[i] = (struct truetype_point){{s->at[i].at.x / (float)units, s->at[i].at.y / (float)units}, s->at[i].on_curve};
    for (size_t c = 0, first = 0; c < s->n_ends; first = s->ends[c++])
        if (s->ends[c] > first)
            add_contour(out, p + first, s->ends[c] - first);
    xfree(p);
}

void truetype_shape_done(struct truetype_shape *s)
{
    xfree(s->at);
    xfree(s->ends);
    *s = (struct truetype_shape){0};
}

void truetype_outline_done(struct truetype_outline *o)
{
    xfree(o->at);
    xfree(o->ends);
    *o = (struct truetype_outline){0};
}

struct chosen {
    unsigned *glyph; /* by new number: the old one */
    uint16_t *renumbered; /* by old number: the new one, 0 = not chosen */
    size_t n;
};

static unsigned choose(struct chosen *c, unsigned glyph)
{
    if (glyph == 0 || glyph >= GLYPHS_MAX)
        return 0;
    if (c->renumbered[glyph] == 0) {
        c->renumbered[glyph] = (uint16_t)c->n;
        c->glyph[c->n++] = glyph;
    }
    return c->renumbered[glyph];
}

/* Those that the chosen ones are made of, and what these are made of in turn. */
static void choose_components(const struct truetype *f, struct chosen *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct table g = glyph_data(f, c->glyph[i]);
        size_t at = 0, where;
        while ((where = next_component(&f->file, g, &at)) != 0)
            if (u16(f, where) < f->n_glyphs)
                choose(c, u16(f, where));
    }
}

static struct chosen no_letters(void)
{
    return (struct chosen){.glyph = xcalloc(GLYPHS_MAX, sizeof(unsigned)),
                           .renumbered = xcalloc(GLYPHS_MAX, sizeof(uint16_t)),
                           .n = 1}; /* glyph 0 stays 0 */
}

static void chosen_done(struct chosen *c)
{
    xfree(c->glyph);
    xfree(c->renumbered);
}

void truetype_mark_components(const struct truetype *f, uint8_t *marked, size_t n)
{
    struct chosen c = no_letters();
    for (size_t i = 0; i < n; i++)
        if (marked[i] != 0)
            choose(&c, (unsigned)i);
    choose_components(f, &c);
    for (size_t i = 1; i < c.n; i++)
        if (c.glyph[i] < n)
            marked[c.glyph[i]] = 1;
    chosen_done(&c);
}

/* ---- the tables of a subset ---- */

static void may_break(struct truetype_subset *s, size_t at)
{
    s->breaks = grow(s->breaks, s->n_breaks, &s->break_capacity, sizeof *s->breaks);
    s->breaks[s->n_breaks++] = at;
}

static void pad(struct strbuf *b, size_t to)
{
    while (b->length % to != 0)
        strbuf_putc(b, '\0');
}

/* Glyph data in the new order with the new numbers, and where each begins. */
static void make_glyphs(const struct truetype *f, const struct chosen *c, struct strbuf *glyf, struct strbuf *loca)
{
    for (size_t i = 0; i < c->n; i++) {
        struct table g = glyph_data(f, c->glyph[i]), copy = {glyf->length, g.length};
        size_t at = 0, where;
        put(loca, (uint32_t)glyf->length, 4);
        strbuf_add(glyf, f->file.at + g.at, g.length);
        while ((where = next_component(glyf, copy, &at)) != 0) {
            unsigned old = number(glyf, where, 2);
            patch16(glyf, where, old < GLYPHS_MAX ? c->renumbered[old] : 0);
        }
        pad(glyf, 4);
    }
    put(loca, (uint32_t)glyf->length, 4);
}

static void make_widths(const struct truetype *f, const struct chosen *c, struct strbuf *hmtx)
{
    unsigned n = u16(f, f->hhea.at + 34);
    for (size_t i = 0; i < c->n; i++) {
        unsigned glyph = c->glyph[i], last = n > 0 ? n - 1 : 0;
        size_t bearing = glyph < n ? (size_t)4 * glyph + 2 : (size_t)4 * n + (size_t)2 * (glyph - n);
        put(hmtx, u16(f, f->hmtx.at + (size_t)4 * (glyph < n ? glyph : last)), 2);
        put(hmtx, u16(f, f->hmtx.at + bearing), 2);
    }
}

static void copy_table(const struct truetype *f, const char *tag, struct strbuf *out)
{
    struct table t;
    if (find_table(f, tag, &t))
        strbuf_add(out, f->file.at + t.at, t.length);
}

enum { CVT, FPGM, GLYF, HEAD, HHEA, HMTX, LOCA, MAXP, PREP, TABLES };
static const char *const tags[TABLES] = {"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"};

static void make_tables(const struct truetype *f, const struct chosen *c, struct strbuf table[TABLES])
{
    for (int i = 0; i < TABLES; i++)
        if (i != GLYF && i != HMTX && i != LOCA)
            copy_table(f, tags[i], &table[i]);
    make_glyphs(f, c, &table[GLYF], &table[LOCA]);
    make_widths(f, c, &table[HMTX]);
    patch16(&table[HEAD], 50, 1); /* places of glyphs in four bytes */
    patch16(&table[MAXP], 4, (uint32_t)c->n);
    patch16(&table[HHEA], 34, (uint32_t)c->n);
}

static uint32_t checksum(const struct strbuf *b)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < b->length; i += 4)
        sum += number(b, i, 4);
    return sum;
}

static void put_directory(struct strbuf *out, const struct strbuf table[TABLES])
{
    enum { DIRECTORY = 12, ENTRY = 16, RANGE = 128, SELECTOR = 3 }; /* the largest power of two in nine, times 16 */
    size_t at = DIRECTORY + ENTRY * TABLES;
    put(out, 0x00010000, 4);
    put(out, TABLES, 2), put(out, RANGE, 2), put(out, SELECTOR, 2), put(out, ENTRY * TABLES - RANGE, 2);
    for (int i = 0; i < TABLES; i++) {
        strbuf_add(out, tags[i], 4);
        put(out, checksum(&table[i]), 4);
        put(out, (uint32_t)at, 4);
        put(out, (uint32_t)table[i].length, 4);
        at += (table[i].length + 3) / 4 * 4;
    }
}

static void put_font(struct truetype_subset *s, struct strbuf table[TABLES])
{
    for (int i = 0; i < TABLES; i++)
        pad(&table[i], 4);
    put_directory(&s->font, table);
    for (int i = 0; i < TABLES; i++) {
        may_break(s, s->font.length);
        for (size_t k = 4; i == GLYF && k < table[LOCA].length; k += 4) {
            size_t glyph = number(&table[LOCA], k, 4);
            if (glyph < table[GLYF].length)
                may_break(s, s->font.length + glyph);
        }
        strbuf_add(&s->font, strbuf_text(&table[i]), table[i].length);
    }
    may_break(s, s->font.length);
}

/* ---- a font of shapes ---- */

enum { ON_CURVE = 1, SHORT_X = 2, SHORT_Y = 4, SAME_X = 16, SAME_Y = 32 };

struct box {
    int low_x, low_y, high_x, high_y;
};

static int lower(int a, int b)
{
    return a < b ? a : b;
}

static struct box box_of(const struct truetype_shape *s)
{
    struct box b = {0};
    for (size_t i = 0; i < s->n; i++) {
        const int x = (int)lroundf(s->at[i].at.x), y = (int)lroundf(s->at[i].at.y);
        if (i == 0)
            b = (struct box){x, y, x, y};
        b = (struct box){lower(b.low_x, x), lower(b.low_y, y), -lower(-b.high_x, -x), -lower(-b.high_y, -y)};
    }
    return b;
}

static void put_box(struct strbuf *out, struct box b)
{
    put(out, (uint32_t)b.low_x, 2), put(out, (uint32_t)b.low_y, 2);
    put(out, (uint32_t)b.high_x, 2), put(out, (uint32_t)b.high_y, 2);
}

/* A step of one coordinate: none, a byte or two. Returns the flags that say which. */
static unsigned put_step(struct strbuf *out, int step, unsigned is_short, unsigned same)
{
    if (step == 0)
        return same;
    if (abs(step) > 255) {
        put(out, (uint32_t)step, 2);
        return 0;
    }
    put(out, (uint32_t)abs(step), 1);
    return is_short | (step > 0 ? same : 0);
}

static void put_shape(struct strbuf *glyf, const struct truetype_shape *s)
{
    struct strbuf flags = {0}, x = {0}, y = {0};
    int last_x = 0, last_y = 0;
    put(glyf, (uint32_t)s->n_ends, 2);
    put_box(glyf, box_of(s));
    for (size_t i = 0; i < s->n_ends; i++)
        put(glyf, (uint32_t)(s->ends[i] - 1), 2);
    put(glyf, 0, 2); /* instructions */
    for (size_t i = 0; i < s->n; i++) {
        const int at_x = (int)lroundf(s->at[i].at.x), at_y = (int)lroundf(s->at[i].at.y);
        unsigned flag = s->at[i].on_curve ? ON_CURVE : 0;
        flag |= put_step(&x, at_x - last_x, SHORT_X, SAME_X);
        flag |= put_step(&y, at_y - last_y, SHORT_Y, SAME_Y);
        put(&flags, flag, 1);
        last_x = at_x, last_y = at_y;
    }
    strbuf_add(glyf, strbuf_text(&flags), flags.length);
    strbuf_add(glyf, strbuf_text(&x), x.length);
    strbuf_add(glyf, strbuf_text(&y), y.length);
    strbuf_done(&flags), strbuf_done(&x), strbuf_done(&y);
}

static void put_head(struct strbuf *out, unsigned units, struct box all)
{
    put(out, 0x00010000, 4), put(out, 0x00010000, 4), put(out, 0, 4);
    put(out, 0x5f0f3cf5, 4);
    put(out, 0, 2), put(out, units, 2);
    strbuf_fill(out, '\0', 16); /* dates */
    put_box(out, all);
    put(out, 0, 2), put(out, 8, 2), put(out, 2, 2), put(out, 1, 2), put(out, 0, 2); /* places in four bytes */
}

static void put_hhea(struct strbuf *out, struct box all, size_t glyphs)
{
    put(out, 0x00010000, 4);
    put(out, (uint32_t)all.high_y, 2), put(out, (uint32_t)all.low_y, 2);
    strbuf_fill(out, '\0', 26);
    put(out, (uint32_t)glyphs, 2);
}

static void put_maxp(struct strbuf *out, const struct truetype_shape *s, size_t n)
{
    size_t points = 0, contours = 0;
    for (size_t i = 0; i < n; i++) {
        points = s[i].n > points ? s[i].n : points;
        contours = s[i].n_ends > contours ? s[i].n_ends : contours;
    }
    put(out, 0x00010000, 4), put(out, (uint32_t)n + 1, 2);
    put(out, (uint32_t)points, 2), put(out, (uint32_t)contours, 2);
    strbuf_fill(out, '\0', 4);
    put(out, 2, 2);
    strbuf_fill(out, '\0', 16);
}

static struct box around(struct box a, struct box b)
{
    return (struct box){lower(a.low_x, b.low_x), lower(a.low_y, b.low_y), -lower(-a.high_x, -b.high_x),
                        -lower(-a.high_y, -b.high_y)};
}

void truetype_make(const struct truetype_shape *shapes, size_t n, unsigned units, struct truetype_subset *out)
{
    struct strbuf table[TABLES] = {{0}};
    struct box all = {0};
    *out = (struct truetype_subset){.glyph = xcalloc(n + 1, sizeof *out->glyph)};
    put(&table[LOCA], 0, 4), put(&table[LOCA], 0, 4); /* glyph 0 is empty */
    put(&table[HMTX], 0, 4);
    for (size_t i = 0; i < n; i++) {
        const struct box own = box_of(&shapes[i]);
        all = around(all, own);
        out->glyph[i] = (unsigned)i + 1;
        if (shapes[i].n > 0)
            put_shape(&table[GLYF], &shapes[i]);
        pad(&table[GLYF], 4);
        put(&table[LOCA], (uint32_t)table[GLYF].length, 4);
        put(&table[HMTX], shapes[i].advance, 2), put(&table[HMTX], (uint32_t)own.low_x, 2);
    }
    put_head(&table[HEAD], units, all);
    put_hhea(&table[HHEA], all, n + 1);
    put_maxp(&table[MAXP], shapes, n);
    put_font(out, table);
    const int sides[4] = {all.low_x, all.low_y, all.high_x, all.high_y};
    for (int i = 0; i < 4; i++)
        out->box[i] = (float)sides[i] / (float)units;
    for (int i = 0; i < TABLES; i++)
        strbuf_done(&table[i]);
}

/* ---- a subset ---- */

static void find_box(const struct truetype *f, float box[4])
{
    float units = (float)u16(f, f->head.at + 18);
    for (size_t i = 0; i < 4; i++)
        box[i] = (float)(int16_t)u16(f, f->head.at + 36 + 2 * i) / (units > 0 ? units : 1);
}

bool truetype_subset(const struct truetype *f, const uint32_t *codes, size_t n, struct truetype_subset *out)
{
    struct strbuf table[TABLES] = {{0}};
    struct chosen c = no_letters();
    *out = (struct truetype_subset){.glyph = xcalloc(n + 1, sizeof *out->glyph)};
    for (size_t i = 0; i < n; i++)
        out->glyph[i] = choose(&c, truetype_glyph(f, codes[i]));
    choose_components(f, &c);
    make_tables(f, &c, table);
    bool good = table[HEAD].length >= 54 && table[MAXP].length >= 6 && table[HHEA].length >= 36;
    if (good)
        put_font(out, table);
    find_box(f, out->box);
    for (int i = 0; i < TABLES; i++)
        strbuf_done(&table[i]);
    chosen_done(&c);
    return good;
}

void truetype_subset_done(struct truetype_subset *s)
{
    strbuf_done(&s->font);
    xfree(s->glyph);
    xfree(s->breaks);
}
