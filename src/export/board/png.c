/* A board as PNG: the drawing through our rasteriser, the file through libpng; IDs in text chunks.
 * docs/formats/pictures.md. */
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <limits.h>
#include <string.h>

#include "base/utf8.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "export/board/picture.h"
#include "export/board/raster.h"
#include "format/posid.h"

struct png_canvas {
    struct canvas canvas;
    struct raster *raster;
    const struct theme *theme;
    struct draw_point corner;
    float scale;
};

static struct draw_point scaled(const struct png_canvas *s, struct draw_point at)
{
    return (struct draw_point){s->corner.x + at.x * s->scale, s->corner.y + at.y * s->scale};
}

static void paint_polygon(struct canvas *c, enum paint p, const struct draw_point *at, size_t n)
{
    enum { MOST = 64 };
    struct png_canvas *s = (struct png_canvas *)c;
    const struct theme_paint *t = &s->theme->paint[p];
    struct draw_point here[MOST] = {{0, 0}};
    if (n > MOST)
        return;
    for (size_t i = 0; i < n; i++)
        here[i] = scaled(s, at[i]);
    raster_polygon(s->raster, here, n, t->fill, t->opacity);
    for (size_t i = 0; i < n && t->edge_width > 0; i++)
        raster_line(s->raster, here[i], here[(i + 1) % n], t->edge_width * s->scale, t->edge);
}

static void paint_disc(struct canvas *c, enum paint p, struct draw_point centre, float radius)
{
    struct png_canvas *s = (struct png_canvas *)c;
    const struct theme_paint *t = &s->theme->paint[p];
    float half = t->edge_width / 2;
    struct draw_point here = scaled(s, centre);
    if (half > 0)
        raster_disc(s->raster, here, (radius + half) * s->scale, t->edge, 1);
    raster_disc(s->raster, here, (radius - half) * s->scale, t->fill, t->opacity);
}

static void paint_figures(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct png_canvas *s = (struct png_canvas *)c;
    raster_figures(s->raster, scaled(s, middle), size * s->scale, text, s->theme->paint[p].fill);
}

/* ---- the file ---- */

static void write_bytes(png_structp png, png_bytep bytes, size_t length)
{
    strbuf_add(png_get_io_ptr(png), (const char *)bytes, length);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

enum { TEXTS = 5 };

struct texts {
    struct strbuf title;
    char position[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
};

static void fill_texts(struct texts *t, const struct picture *p)
{
    utf8_clean(&t->title, p->title != NULL ? p->title : "Backgammon board");
    position_id(&p->position->board, t->position);
    match_id(p->position, t->match);
    xgid(p->position, t->xg);
}

static void set_texts(png_structp png, png_infop info, struct texts *t)
{
    char software[] = "kibitzer " KIBITZER_VERSION;
    char keys[TEXTS][16] = {"Title", "Software", "Position ID", "Match ID", "XGID"};
    char *values[TEXTS] = {t->title.at, software, t->position, t->match, t->xg};
    png_text texts[TEXTS];
    memset(texts, 0, sizeof texts);
    for (int i = 0; i < TEXTS; i++) {
        texts[i].compression = i == 0 ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE;
        texts[i].key = keys[i];
        texts[i].text = values[i];
    }
    png_set_text(png, info, texts, TEXTS);
}

/* ---- the palette: a picture has few colours, and the rare mixtures along edges bear rounding ---- */

enum { COLOURS = 256, SLOTS = 1 << 14 };

struct shade {
    uint32_t key; /* colour + 1; 0 = free */
    uint32_t pixels;
    int index; /* in the palette; -1 = not yet */
};

struct palette {
    png_color colours[COLOURS];
    int n;
    size_t n_shades;
    struct shade shade[SLOTS], *by_pixels[SLOTS / 2];
};

static int nearest(const struct palette *p, const uint8_t *rgb)
{
    int best = 0, least = INT_MAX;
    for (int i = 0; i < p->n; i++) {
        int red = p->colours[i].red - rgb[0], green = p->colours[i].green - rgb[1], blue = p->colours[i].blue - rgb[2];
        int distance = red * red + green * green + blue * blue;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

/* NULL: it is new, and the table half full: a full one would search for ever. */
static struct shade *shade_of(struct palette *p, const uint8_t *rgb)
{
    const uint32_t key = (uint32_t)(rgb[0] << 16 | rgb[1] << 8 | rgb[2]) + 1;
    uint32_t slot = key * 2654435761u >> 18;
    while (p->shade[slot].key != key && p->shade[slot].key != 0)
        slot = (slot + 1) % SLOTS;
    struct shade *s = &p->shade[slot];
    if (s->key == 0 && p->n_shades == SLOTS / 2)
        return NULL;
    if (s->key == 0) {
        *s = (struct shade){.key = key, .index = -1};
        p->by_pixels[p->n_shades++] = s;
    }
    return s;
}

/* An index of its own while there is room, then that of the nearest one. */
static void enter(struct palette *p, struct shade *s)
{
    const uint32_t c = s->key - 1;
    const uint8_t rgb[3] = {(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c};
    if (s->index >= 0)
        return;
    s->index = p->n < COLOURS ? p->n : nearest(p, rgb);
    if (p->n < COLOURS)
        p->colours[p->n++] = (png_color){rgb[0], rgb[1], rgb[2]};
}

static void enter_colour(struct palette *p, uint32_t c)
{
    enter(p, shade_of(p, (const uint8_t[]){(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c}));
}

static int more_pixels_first(const void *a, const void *b)
{
    const struct shade *s = *(struct shade *const *)a, *t = *(struct shade *const *)b;
    if (s->pixels != t->pixels)
        return s->pixels < t->pixels ? 1 : -1;
    return s->key < t->key ? -1 : s->key > t->key;
}

/* The theme's own colours first: they stay exact. Then those of most pixels; then the pixels become indices in place.
 */
static void palette_make(struct palette *p, struct raster *r, const struct theme *theme)
{
    struct shade *s;
    const size_t pixels = (size_t)r->width * (size_t)r->height;
    for (int i = 0; i < PAINTS; i++) {
        enter_colour(p, theme->paint[i].fill);
        enter_colour(p, theme->paint[i].edge);
    }
    for (size_t i = 0; i < pixels; i++)
        if ((s = shade_of(p, r->rgb + 3 * i)) != NULL)
            s->pixels++;
    qsort(p->by_pixels, p->n_shades, sizeof *p->by_pixels, more_pixels_first);
    for (size_t i = 0; i < p->n_shades; i++)
        enter(p, p->by_pixels[i]);
    for (size_t i = 0; i < pixels; i++) {
        s = shade_of(p, r->rgb + 3 * i);
        r->rgb[i] = (uint8_t)(s != NULL ? s->index : nearest(p, r->rgb + 3 * i));
    }
}

/* libpng leaves by longjmp on errors; everything it needs lives in the caller. */
static bool encode(png_structp png, png_infop info, const struct raster *r, const struct palette *p, struct texts *t,
                   struct strbuf *out)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_write_fn(png, out, write_bytes, flush_nothing);
    png_set_IHDR(png, info, (png_uint_32)r->width, (png_uint_32)r->height, 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, p->colours, p->n);
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_set_compression_level(png, 6);
    set_texts(png, info, t);
    png_write_info(png, info);
    for (int y = 0; y < r->height; y++)
        png_write_row(png, r->rgb + (size_t)y * (size_t)r->width);
    png_write_end(png, info);
    return true;
}

/* The same without a palette, of pixels with their opacity. */
static bool encode_clear(png_structp png, png_infop info, const struct raster *r, const uint8_t *rgba, struct texts *t,
                         struct strbuf *out)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_write_fn(png, out, write_bytes, flush_nothing);
    png_set_IHDR(png, info, (png_uint_32)r->width, (png_uint_32)r->height, 8, PNG_COLOR_TYPE_RGB_ALPHA,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 6);
    set_texts(png, info, t);
    png_write_info(png, info);
    for (int y = 0; y < r->height; y++)
        png_write_row(png, rgba + 4 * (size_t)y * (size_t)r->width);
    png_write_end(png, info);
    return true;
}

static void *take_memory(png_structp png, png_alloc_size_t size)
{
    (void)png;
    return xmalloc(size);
}

static void give_back(png_structp png, void *memory)
{
    (void)png;
    xfree(memory);
}

/* What goes into the file: pixels of a palette, or, where they are not NULL, with their opacity. */
static bool put_file(struct strbuf *out, const struct raster *r, const struct palette *palette, const uint8_t *rgba,
                     const struct picture *p)
{
    struct texts t = {0};
    size_t before = out->length;
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL, NULL, take_memory, give_back);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    fill_texts(&t, p);
    bool ok = info != NULL &&
              (rgba != NULL ? encode_clear(png, info, r, rgba, &t, out) : encode(png, info, r, palette, &t, out));
    if (!ok)
        out->length = before;
    png_destroy_write_struct(&png, &info);
    strbuf_done(&t.title);
    return ok;
}

bool raster_png(struct strbuf *out, struct raster *r, const struct picture *p)
{
    struct palette *palette = xcalloc(1, sizeof *palette);
    palette_make(palette, r, picture_theme(p));
    const bool ok = put_file(out, r, palette, NULL, p);
    xfree(palette);
    return ok;
}

void raster_board(struct raster *r, struct draw_point corner, float width, const struct position *at,
                  const struct draw_options *o, const struct theme *theme)
{
    struct png_canvas s = {.canvas = {.polygon = paint_polygon, .disc = paint_disc, .text = paint_figures},
                           .raster = r,
                           .theme = theme,
                           .corner = corner,
                           .scale = width / DRAW_WIDTH};
    draw_board(&s.canvas, at, o);
}

/* What a pixel is on black and on white tells how much of the ground is seen through it. */
static void clear_pixel(const uint8_t *black, const uint8_t *white, uint8_t *rgba)
{
    int opaque = 0;
    for (int i = 0; i < 3; i++)
        opaque = 255 - (white[i] - black[i]) > opaque ? 255 - (white[i] - black[i]) : opaque;
    opaque = opaque > 255 ? 255 : opaque;
    for (int i = 0; i < 3; i++) {
        const int colour = opaque > 0 ? (black[i] * 255 + opaque / 2) / opaque : 0;
        rgba[i] = (uint8_t)(colour > 255 ? 255 : colour);
    }
    rgba[3] = (uint8_t)opaque;
}

static bool put_clear(struct strbuf *out, const struct raster *black, const struct raster *white,
                      const struct picture *p)
{
    const size_t pixels = (size_t)black->width * (size_t)black->height;
    uint8_t *rgba = xmalloc_or_null(4 * pixels);
    for (size_t i = 0; rgba != NULL && i < pixels; i++)
        clear_pixel(black->rgb + 3 * i, white->rgb + 3 * i, rgba + 4 * i);
    const bool ok = rgba != NULL && put_file(out, black, NULL, rgba, p);
    xfree(rgba);
    return ok;
}

static bool rastered(struct raster *r, const struct picture *p, uint32_t ground)
{
    int width, height;
    if (!picture_size(p, &width, &height) || !raster_init(r, width, height, ground))
        return false;
    raster_board(r, (struct draw_point){0, 0}, (float)width, p->position, &p->draw, picture_theme(p));
    return true;
}

bool picture_png(struct strbuf *out, const struct picture *p)
{
    struct raster r, white;
    if (!rastered(&r, p, p->clear ? 0 : picture_theme(p)->paint[PAINT_FRAME].fill))
        return false;
    bool ok = !p->clear || rastered(&white, p, 0xffffff);
    if (ok && p->clear) {
        ok = put_clear(out, &r, &white, p);
        raster_done(&white);
    } else if (ok) {
        ok = raster_png(out, &r, p);
    }
    raster_done(&r);
    return ok;
}
