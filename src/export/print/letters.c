/* Lines cut into runs: direction by FriBidi (the Unicode Bidirectional Algorithm), font letter by letter, script by
 * Unicode; HarfBuzz shapes each (fonts.c). The line as such goes from left to right: it is a piece of a sentence of
 * ours. */
#include "export/print/letters.h"

#include <fribidi.h>
#include <stdlib.h>
#include <string.h>

#include "base/on_demand.h"
#include "base/utf8.h"
#include "base/xmalloc.h"

/* ---- FriBidi ---- */

static struct {
    __typeof__(fribidi_get_bidi_types) *get_bidi_types;
    __typeof__(fribidi_get_bracket_types) *get_bracket_types;
    __typeof__(fribidi_get_par_embedding_levels_ex) *get_par_embedding_levels_ex;
} bidi;

static const struct on_demand_function functions[] = {
    {"fribidi_get_bidi_types", &bidi.get_bidi_types},
    {"fribidi_get_bracket_types", &bidi.get_bracket_types},
    {"fribidi_get_par_embedding_levels_ex", &bidi.get_par_embedding_levels_ex},
    {NULL, NULL}};
static const char *const files[] = {"libfribidi.so.0", NULL};
static struct on_demand fribidi = {.files = files, .functions = functions, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- letters ---- */

struct letter {
    uint32_t c, script;
    size_t from, to; /* bytes */
    int font;
    int level; /* odd: leftwards */
};

struct line {
    struct letter *at;
    size_t n, capacity;
};

static void split(const char *text, struct line *out)
{
    struct span rest = span_of(text);
    while (rest.length > 0) {
        const size_t step = utf8_length(rest), from = (size_t)(rest.at - text);
        out->at = grow(out->at, out->n, &out->capacity, sizeof *out->at);
        out->at[out->n++] =
            (struct letter){.c = utf8_code_point(rest), .from = from, .to = from + (step > 0 ? step : 1)};
        rest = span_sub(rest, step > 0 ? step : 1, rest.length);
    }
}

/* All go rightwards where FriBidi is missing. */
static void find_directions(struct line *l)
{
    FriBidiParType base = FRIBIDI_PAR_LTR;
    if (!on_demand_load(&fribidi))
        return;
    FriBidiChar *c = xcalloc(l->n + 1, sizeof *c);
    FriBidiCharType *type = xcalloc(l->n + 1, sizeof *type);
    FriBidiBracketType *bracket = xcalloc(l->n + 1, sizeof *bracket);
    FriBidiLevel *level = xcalloc(l->n + 1, sizeof *level);
    for (size_t i = 0; i < l->n; i++)
        c[i] = l->at[i].c;
    bidi.get_bidi_types(c, (FriBidiStrIndex)l->n, type);
    bidi.get_bracket_types(c, (FriBidiStrIndex)l->n, type, bracket);
    if (bidi.get_par_embedding_levels_ex(type, bracket, (FriBidiStrIndex)l->n, &base, level) != 0)
        for (size_t i = 0; i < l->n; i++)
            l->at[i].level = level[i];
    xfree(c);
    xfree(type);
    xfree(bracket);
    xfree(level);
}

/* Of a letter that belongs to no script, that of the one before; at the front, of the first that has one. */
static void find_scripts(struct line *l)
{
    uint32_t now = 0;
    for (size_t i = 0; i < l->n && now == 0; i++)
        now = fonts_script(l->at[i].c);
    for (size_t i = 0; i < l->n; i++) {
        const uint32_t own = fonts_script(l->at[i].c);
        l->at[i].script = now = own != 0 ? own : now;
    }
}

/* Accents and joiners: part of what stands before them. */
static bool leans(uint32_t c)
{
    return (c >= 0x300 && c < 0x370) || (c >= 0x1ab0 && c < 0x1b00) || (c >= 0x1dc0 && c < 0x1e00) || c == 0x200c ||
           c == 0x200d || (c >= 0x20d0 && c < 0x2100) || (c >= 0xfe00 && c < 0xfe10) || (c >= 0xfe20 && c < 0xfe30) ||
           (c >= 0xe0100 && c < 0xe01f0);
}

/* A letter and what leans on it come from one font. */
static void find_fonts(struct fonts *f, int own, struct line *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct letter *k = &l->at[i];
        if (leans(k->c) && i > 0) {
            struct letter *before = k - 1;
            k->font = before->font = before->font == LETTERS_PLAIN ? own : before->font;
            continue;
        }
        const bool simple = letters_simple(k->c) && k->level % 2 == 0;
        if (simple && fonts_have(f, own, k->c))
            k->font = LETTERS_PLAIN;
        else
            k->font = fonts_have(f, own, k->c) ? own : fonts_with(f, own, k->c); /* none: LETTERS_PLAIN */
    }
}

/* ---- runs ---- */

struct stretch { /* of a line */
    size_t from, to; /* letters */
};

static bool together(const struct letter *a, const struct letter *b)
{
    return a->font == b->font && a->level == b->level && (a->font == LETTERS_PLAIN || a->script == b->script);
}

/* Rule L2 of the algorithm: from the highest level down, what has at least that level is reversed. */
static void reorder(const struct line *l, struct stretch *s, size_t n)
{
    int highest = 0;
    for (size_t i = 0; i < l->n; i++)
        highest = l->at[i].level > highest ? l->at[i].level : highest;
    for (int level = highest; level > 0; level--)
        for (size_t i = 0, end; i < n; i = end + 1) {
            for (end = i; end < n && l->at[s[end].from].level >= level; end++)
                ;
            for (size_t a = i, b = end; b > a + 1; a++, b--) {
                const struct stretch k = s[a];
                s[a] = s[b - 1];
                s[b - 1] = k;
            }
        }
}

static void add_run(const struct fonts *f, const char *text, const struct line *l, struct stretch s,
                    struct lettering *out)
{
    const struct letter *a = &l->at[s.from];
    struct letter_run r = {.from = a->from, .to = l->at[s.to - 1].to, .font = a->font, .first = out->signs.n};
    if (a->font != LETTERS_PLAIN)
        fonts_shape(f, a->font, text, r.from, r.to, a->script, a->level % 2 != 0, &out->signs);
    r.n = out->signs.n - r.first;
    for (size_t i = 0; i < r.n; i++)
        r.width += (float)out->signs.at[r.first + i].advance / (float)fonts_units(f, a->font);
    out->run = grow(out->run, out->n, &out->capacity, sizeof *out->run);
    out->run[out->n++] = r;
}

/* What steers has been obeyed, and is not shown. */
static size_t find_stretches(const struct line *l, struct stretch *out)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++) {
        if (letters_steer(l->at[i].c))
            continue;
        if (n > 0 && out[n - 1].to == i && together(&l->at[i - 1], &l->at[i]))
            out[n - 1].to = i + 1;
        else
            out[n++] = (struct stretch){i, i + 1};
    }
    return n;
}

void letters_set(struct fonts *f, int own, const char *text, struct lettering *out)
{
    struct line l = {0};
    split(text, &l);
    find_directions(&l);
    find_scripts(&l);
    find_fonts(f, own, &l);
    struct stretch *s = xcalloc(l.n + 1, sizeof *s);
    const size_t n = find_stretches(&l, s);
    reorder(&l, s, n);
    for (size_t i = 0; i < n; i++)
        add_run(f, text, &l, s[i], out);
    xfree(s);
    xfree(l.at);
}
