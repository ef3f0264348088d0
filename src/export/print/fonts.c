/* Fonts by fontconfig and HarfBuzz; see fonts.h. What fontconfig prefers depends on the fonts that are installed and on
 * nothing else of the environment: the language is the reader's, not the locale's. */
#include "export/print/fonts.h"

#include <ctype.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/language.h"
#include "base/on_demand.h"
#include "base/xmalloc.h"

/* ---- the libraries ---- */

#define HB_FUNCTIONS(F)                                                                                                \
    F(blob_create_from_file)                                                                                           \
    F(blob_destroy)                                                                                                    \
    F(face_create)                                                                                                     \
    F(face_destroy)                                                                                                    \
    F(face_get_upem)                                                                                                   \
    F(font_create)                                                                                                     \
    F(font_destroy)                                                                                                    \
    F(font_get_nominal_glyph)                                                                                          \
    F(font_set_var_named_instance)                                                                                     \
    F(buffer_create)                                                                                                   \
    F(buffer_destroy)                                                                                                  \
    F(buffer_add_utf8)                                                                                                 \
    F(buffer_set_direction)                                                                                            \
    F(buffer_set_script)                                                                                               \
    F(buffer_set_language)                                                                                             \
    F(buffer_get_glyph_infos)                                                                                          \
    F(buffer_get_glyph_positions)                                                                                      \
    F(language_from_string)                                                                                            \
    F(shape)                                                                                                           \
    F(unicode_funcs_get_default)                                                                                       \
    F(unicode_script)                                                                                                  \
    F(draw_funcs_create)                                                                                               \
    F(draw_funcs_destroy)                                                                                              \
    F(draw_funcs_set_move_to_func)                                                                                     \
    F(draw_funcs_set_line_to_func)                                                                                     \
    F(draw_funcs_set_quadratic_to_func)                                                                                \
    F(draw_funcs_set_cubic_to_func)                                                                                    \
    F(draw_funcs_set_close_path_func)

static struct {
#define HB_POINTER(name) __typeof__(hb_##name) *name;
    HB_FUNCTIONS(HB_POINTER)
    void (*font_get_glyph_shape)(hb_font_t *, hb_codepoint_t, hb_draw_funcs_t *, void *); /* deprecated from 7 on */
} hb;

static const struct on_demand_function hb_functions[] = {
#define HB_ROW(name) {"hb_" #name, &hb.name},
    HB_FUNCTIONS(HB_ROW){"hb_font_get_glyph_shape", &hb.font_get_glyph_shape}, {NULL, NULL}};

#define FC_FUNCTIONS(F)                                                                                                \
    F(PatternCreate)                                                                                                   \
    F(PatternDestroy)                                                                                                  \
    F(PatternAddString)                                                                                                \
    F(PatternAddInteger)                                                                                               \
    F(PatternAddBool)                                                                                                  \
    F(PatternAddCharSet)                                                                                               \
    F(PatternGetString)                                                                                                \
    F(PatternGetInteger)                                                                                               \
    F(PatternGetCharSet)                                                                                               \
    F(CharSetCreate)                                                                                                   \
    F(CharSetDestroy)                                                                                                  \
    F(CharSetAddChar)                                                                                                  \
    F(CharSetHasChar)                                                                                                  \
    F(ConfigSubstitute)                                                                                                \
    F(DefaultSubstitute)                                                                                               \
    F(FontSort)                                                                                                        \
    F(FontSetDestroy)

static struct {
#define FC_POINTER(name) __typeof__(Fc##name) *name;
    FC_FUNCTIONS(FC_POINTER)
} fc;

static const struct on_demand_function fc_functions[] = {
#define FC_ROW(name) {"Fc" #name, &fc.name},
    FC_FUNCTIONS(FC_ROW){NULL, NULL}};

static const char *const hb_files[] = {"libharfbuzz.so.0", NULL}, *const fc_files[] = {"libfontconfig.so.1", NULL};
static struct on_demand harfbuzz = {.files = hb_files, .functions = hb_functions, .lock = PTHREAD_MUTEX_INITIALIZER},
                        fontconfig = {.files = fc_files, .functions = fc_functions, .lock = PTHREAD_MUTEX_INITIALIZER};

#ifdef SANITIZED
/* fontconfig loses a little of what it reads when it begins, once for a process. A test may have its own. */
__attribute__((visibility("default"), weak)) const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"), weak)) const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

/* ---- fonts ---- */

enum { FILE_MAX = 1024, CANDIDATES = 8, FONTS_MAX = 64, LACKING = 64 };

struct font {
    hb_font_t *font;
    char *file, *name;
    int index;
    unsigned weights; /* of own fonts that it stands beside, a bit for each */
    unsigned units;
};

struct fonts {
    struct font at[FONTS_MAX];
    int n;
    uint32_t lacking[LACKING]; /* letters that no font has: the latest that were looked for */
    size_t n_lacking;
};

struct candidate {
    char file[FILE_MAX];
    int index;
};

static void release_font(void *font)
{
    hb.font_destroy(font);
}

/* The file's name without what names in other files may not have. */
static char *name_of(const char *file)
{
    const char *from = strrchr(file, '/');
    char *name = xstrdup(from != NULL ? from + 1 : file), *to = name;
    for (const char *c = name; *c != '\0' && *c != '.'; c++)
        if (isalnum((unsigned char)*c))
            *to++ = *c;
    *to = '\0';
    return name;
}

/* Its number, -1 = there are too many. The upper half of an index names an instance of a variable font. */
static int open_font(struct fonts *f, const char *file, int index)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].index == index && strcmp(f->at[i].file, file) == 0)
            return i;
    if (f->n == FONTS_MAX)
        return -1;
    hb_blob_t *blob = hb.blob_create_from_file(file);
    hb_face_t *face = hb.face_create(blob, (unsigned)index & 0xffff);
    hb_font_t *font = hb.font_create(face); /* never NULL; what could not be read has no letters */
    struct font *k = &f->at[f->n];
    *k = (struct font){.font = font, .index = index, .units = hb.face_get_upem(face)};
    hb.face_destroy(face);
    hb.blob_destroy(blob);
    attempt_hold(font, release_font);
    if (index >> 16 > 0 && index >> 16 < 0x8000)
        hb.font_set_var_named_instance(font, (unsigned)(index >> 16) - 1);
    k->file = xstrdup(file);
    k->name = name_of(file);
    return f->n++;
}

static void close_last(struct fonts *f)
{
    struct font *k = &f->at[--f->n];
    attempt_release(k->font, release_font);
    xfree(k->file);
    xfree(k->name);
}

struct fonts *fonts_open(char *const *own, size_t n_own)
{
    if (!on_demand_load(&harfbuzz) || !on_demand_load(&fontconfig))
        return NULL;
    struct fonts *f = xcalloc(1, sizeof *f);
    for (size_t i = 0; i < n_own; i++)
        f->at[open_font(f, own[i], 0)].weights = 1u << i;
    return f;
}

void fonts_close(struct fonts *f)
{
    while (f != NULL && f->n > 0)
        close_last(f);
    xfree(f);
}

/* ---- finding one ---- */

static bool is_blank(uint32_t c)
{
    return c == ' ' || c == 0xa0 || (c >= 0x2000 && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) || c == 0x3000;
}

/* Pictures in colour are no letters to us: they have no outline. */
static bool has_outline(const struct fonts *f, int font, unsigned glyph)
{
    struct truetype_shape shape = {0};
    fonts_outline(f, font, &(struct sign_glyph){.glyph = glyph}, 1, 0, &shape);
    const bool drawn = shape.n > 0;
    truetype_shape_done(&shape);
    return drawn;
}

bool fonts_have(const struct fonts *f, int font, uint32_t letter)
{
    hb_codepoint_t glyph;
    return hb.font_get_nominal_glyph(f->at[font].font, letter, &glyph) != 0;
}

static bool can_draw(const struct fonts *f, int font, uint32_t letter)
{
    hb_codepoint_t glyph;
    return hb.font_get_nominal_glyph(f->at[font].font, letter, &glyph) != 0 &&
           (is_blank(letter) || has_outline(f, font, glyph));
}

static FcPattern *pattern_for(int weight, FcCharSet *letters)
{
    FcPattern *p = fc.PatternCreate();
    fc.PatternAddString(p, FC_FAMILY, (const FcChar8 *)"sans-serif");
    fc.PatternAddCharSet(p, FC_CHARSET, letters);
    fc.PatternAddString(p, FC_LANG, (const FcChar8 *)language_current()->code);
    fc.PatternAddInteger(p, FC_WEIGHT, weight == 0 ? FC_WEIGHT_REGULAR : FC_WEIGHT_BOLD);
    fc.PatternAddBool(p, FC_SCALABLE, FcTrue);
    fc.ConfigSubstitute(NULL, p, FcMatchPattern);
    fc.DefaultSubstitute(p);
    return p;
}

static bool take_candidate(const FcPattern *found, uint32_t letter, struct candidate *out)
{
    FcChar8 *file;
    FcCharSet *letters;
    if (fc.PatternGetCharSet(found, FC_CHARSET, 0, &letters) != FcResultMatch || !fc.CharSetHasChar(letters, letter) ||
        fc.PatternGetString(found, FC_FILE, 0, &file) != FcResultMatch || strlen((const char *)file) >= FILE_MAX)
        return false;
    strcpy(out->file, (const char *)file);
    if (fc.PatternGetInteger(found, FC_INDEX, 0, &out->index) != FcResultMatch)
        out->index = 0;
    return true;
}

/* No memory of ours is asked for in here: fontconfig's would be lost if there were none. */
static size_t candidates(int weight, uint32_t letter, struct candidate out[CANDIDATES])
{
    size_t n = 0;
    FcResult result;
    FcCharSet *letters = fc.CharSetCreate();
    fc.CharSetAddChar(letters, letter);
    FcPattern *p = pattern_for(weight, letters);
    FcFontSet *set = fc.FontSort(NULL, p, FcFalse, NULL, &result);
    for (int i = 0; set != NULL && i < set->nfont && n < CANDIDATES; i++)
        n += take_candidate(set->fonts[i], letter, &out[n]);
    if (set != NULL)
        fc.FontSetDestroy(set);
    fc.PatternDestroy(p);
    fc.CharSetDestroy(letters);
    return n;
}

static int find_font(struct fonts *f, int weight, uint32_t letter)
{
    struct candidate *found = xcalloc(CANDIDATES, sizeof *found);
    const size_t n = candidates(weight, letter, found);
    int font = -1;
    for (size_t i = 0; i < n && font < 0; i++) {
        const int before = f->n;
        font = open_font(f, found[i].file, found[i].index);
        if (font < 0 || can_draw(f, font, letter))
            continue;
        if (font == before)
            close_last(f);
        font = -1;
    }
    xfree(found);
    return font;
}

/* Letters for private use mean something in one font alone. */
static bool is_private(uint32_t c)
{
    return (c >= 0xe000 && c < 0xf900) || c >= 0xf0000;
}

int fonts_with(struct fonts *f, int weight, uint32_t letter)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].weights >> weight & 1 && fonts_have(f, i, letter))
            return i;
    for (size_t i = 0; i < f->n_lacking && i < LACKING; i++)
        if (f->lacking[i] == letter)
            return -1;
    const bool only_own = getenv("KIBITZER_FONTS") != NULL || is_private(letter);
    const int found = only_own ? -1 : find_font(f, weight, letter);
    if (found < 0)
        f->lacking[f->n_lacking++ % LACKING] = letter;
    else
        f->at[found].weights |= 1u << weight;
    return found;
}

unsigned fonts_units(const struct fonts *f, int font)
{
    return f->at[font].units;
}

const char *fonts_name(const struct fonts *f, int font)
{
    return f->at[font].name;
}

/* ---- signs ---- */

uint32_t fonts_script(uint32_t letter)
{
    const hb_script_t s = hb.unicode_script(hb.unicode_funcs_get_default(), letter);
    return s == HB_SCRIPT_COMMON || s == HB_SCRIPT_INHERITED || s == HB_SCRIPT_UNKNOWN ? 0 : (uint32_t)s;
}

static void release_buffer(void *buffer)
{
    hb.buffer_destroy(buffer);
}

/* Where the text of a cluster ends: where another begins, or all of it. */
static size_t cluster_end(const hb_glyph_info_t *info, unsigned n, size_t cluster, size_t to)
{
    size_t end = to;
    for (unsigned i = 0; i < n; i++)
        if (info[i].cluster > cluster && info[i].cluster < end)
            end = info[i].cluster;
    return end;
}

static void take_glyph(const hb_glyph_info_t *info, const hb_glyph_position_t *at, struct signs *out)
{
    struct sign *s = &out->at[out->n - 1];
    out->glyph = grow(out->glyph, out->n_glyphs, &out->glyph_capacity, sizeof *out->glyph);
    out->glyph[out->n_glyphs++] = (struct sign_glyph){info->codepoint, s->advance + at->x_offset, at->y_offset};
    s->n++;
    s->advance += at->x_advance;
}

static void take_signs(hb_buffer_t *b, size_t to, struct signs *out)
{
    unsigned n = 0;
    const hb_glyph_info_t *info = hb.buffer_get_glyph_infos(b, &n);
    const hb_glyph_position_t *at = hb.buffer_get_glyph_positions(b, &n);
    for (unsigned i = 0; i < n; i++) {
        if (i == 0 || info[i - 1].cluster != info[i].cluster) {
            out->at = grow(out->at, out->n, &out->capacity, sizeof *out->at);
            out->at[out->n++] = (struct sign){.first = out->n_glyphs,
                                              .from = info[i].cluster,
                                              .length = cluster_end(info, n, info[i].cluster, to) - info[i].cluster};
        }
        take_glyph(&info[i], &at[i], out);
    }
}

void signs_done(struct signs *s)
{
    xfree(s->at);
    xfree(s->glyph);
    *s = (struct signs){0};
}

void fonts_shape(const struct fonts *f, int font, const char *text, size_t from, size_t to, uint32_t script,
                 bool leftwards, struct signs *out)
{
    hb_buffer_t *b = hb.buffer_create();
    attempt_hold(b, release_buffer);
    hb.buffer_add_utf8(b, text, -1, (unsigned)from, (int)(to - from));
    hb.buffer_set_direction(b, leftwards ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb.buffer_set_script(b, script != 0 ? (hb_script_t)script : HB_SCRIPT_COMMON);
    hb.buffer_set_language(b, hb.language_from_string(language_current()->code, -1));
    hb.shape(f->at[font].font, b, NULL, 0);
    take_signs(b, to, out);
    attempt_release(b, release_buffer);
}

/* ---- outlines ---- */

/* HarfBuzz goes over the outline twice: memory is asked for between, not below it. */
struct drawing {
    struct truetype_shape *to; /* NULL: counting */
    struct draw_point origin; /* of the glyph */
    size_t n, n_ends;
    struct draw_point now;
};

static void add_point(struct drawing *k, float x, float y, bool on_curve)
{
    if (k->to != NULL)
        k->to->at[k->n] = (struct truetype_point){{x + k->origin.x, y + k->origin.y}, on_curve};
    k->n++;
    if (on_curve)
        k->now = (struct draw_point){x, y};
}

static void move_to(hb_draw_funcs_t *funcs, void *to, hb_draw_state_t *state, float x, float y, void *context)
{
    (void)funcs, (void)state, (void)context;
    add_point(to, x, y, true);
}

static void line_to(hb_draw_funcs_t *funcs, void *to, hb_draw_state_t *state, float x, float y, void *context)
{
    (void)funcs, (void)state, (void)context;
    add_point(to, x, y, true);
}

static void curve_to(hb_draw_funcs_t *funcs, void *to, hb_draw_state_t *state, float cx, float cy, float x, float y,
                     void *context)
{
    (void)funcs, (void)state, (void)context;
    add_point(to, cx, cy, false);
    add_point(to, x, y, true);
}

/* By two curves of the kind that TrueType has, which meet in its middle. */
static void cubic_to(hb_draw_funcs_t *funcs, void *to, hb_draw_state_t *state, float ax, float ay, float bx, float by,
                     float x, float y, void *context)
{
    struct drawing *k = to;
    const struct draw_point a = k->now;
    (void)funcs, (void)state, (void)context;
    const struct draw_point middle = {(a.x + 3 * ax + 3 * bx + x) / 8, (a.y + 3 * ay + 3 * by + y) / 8};
    add_point(k, (a.x + 3 * ax) / 4, (a.y + 3 * ay) / 4, false);
    add_point(k, middle.x, middle.y, true);
    add_point(k, (x + 3 * bx) / 4, (y + 3 * by) / 4, false);
    add_point(k, x, y, true);
}

static void close_path(hb_draw_funcs_t *funcs, void *to, hb_draw_state_t *state, void *context)
{
    struct drawing *k = to;
    (void)funcs, (void)state, (void)context;
    if (k->to != NULL)
        k->to->ends[k->n_ends] = k->n;
    k->n_ends++;
}

static void draw(const struct font *font, const struct sign_glyph *glyphs, size_t n, struct drawing *k)
{
    hb_draw_funcs_t *funcs = hb.draw_funcs_create();
    hb.draw_funcs_set_move_to_func(funcs, move_to, NULL, NULL);
    hb.draw_funcs_set_line_to_func(funcs, line_to, NULL, NULL);
    hb.draw_funcs_set_quadratic_to_func(funcs, curve_to, NULL, NULL);
    hb.draw_funcs_set_cubic_to_func(funcs, cubic_to, NULL, NULL);
    hb.draw_funcs_set_close_path_func(funcs, close_path, NULL, NULL);
    for (size_t i = 0; i < n; i++) {
        k->origin = (struct draw_point){(float)glyphs[i].x, (float)glyphs[i].y};
        hb.font_get_glyph_shape(font->font, glyphs[i].glyph, funcs, k);
    }
    hb.draw_funcs_destroy(funcs);
}

void fonts_outline(const struct fonts *f, int font, const struct sign_glyph *glyphs, size_t n, int advance,
                   struct truetype_shape *out)
{
    struct drawing k = {0};
    draw(&f->at[font], glyphs, n, &k);
    *out = (struct truetype_shape){.at = xcalloc(k.n + 1, sizeof *out->at),
                                   .ends = xcalloc(k.n_ends + 1, sizeof *out->ends)};
    k = (struct drawing){.to = out};
    draw(&f->at[font], glyphs, n, &k);
    out->n = k.n;
    out->n_ends = k.n_ends;
    out->advance = advance > 0 ? (unsigned)advance : 0;
}
