/* Pictures of boards: pixels, files read back, bounds. */
#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/board/picture.h"
#include "export/board/raster.h"
#include "format/posid.h"
#include "support/assertions.h"
#include "support/script.h"

#define START "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"

static struct position start(void)
{
    struct position p;
    const char *problem;
    size_t fault;
    assert_true(any_id_read(span_of(START), &p, &problem, &fault));
    return p;
}

/* ---- the rasteriser ---- */

static int red_at(const struct raster *r, int x, int y)
{
    return r->rgb[3 * (y * r->width + x)];
}

TEST(coverage_is_the_area)
{
    struct raster r;
    assert_true(raster_init(&r, 8, 8, 0x000000));
    struct draw_point at[] = {{1, 1}, {4.5f, 1}, {4.5f, 3.25f}, {1, 3.25f}};
    raster_polygon(&r, at, 4, 0xff0000, 1);
    assert_int_equal(red_at(&r, 0, 1), 0);
    assert_int_equal(red_at(&r, 1, 1), 255);
    assert_int_equal(red_at(&r, 3, 2), 255);
    assert_in_range(red_at(&r, 4, 2), 127, 128);
    assert_in_range(red_at(&r, 2, 3), 63, 64);
    assert_int_equal(red_at(&r, 5, 2), 0);
    assert_int_equal(red_at(&r, 2, 4), 0);
    raster_done(&r);
}

TEST(a_triangle_covers_half_its_square_either_way_round)
{
    for (int turn = 0; turn < 2; turn++) {
        struct raster r;
        assert_true(raster_init(&r, 32, 32, 0x000000));
        struct draw_point at[] = {{0, 0}, {32, 0}, {0, 32}}, back[] = {{0, 32}, {32, 0}, {0, 0}};
        raster_polygon(&r, turn ? back : at, 3, 0xff0000, 1);
        long sum = 0;
        for (int i = 0; i < 32 * 32; i++)
            sum += r.rgb[3 * i];
        assert_in_range((unsigned long)sum, 255 * 510, 255 * 514);
        raster_done(&r);
    }
}

TEST(holes_of_a_shape_stay_empty)
{
    struct raster r;
    const struct draw_point at[] = {{1, 1}, {9, 1}, {9, 9}, {1, 9}, {3, 3}, {3, 6.5f}, {7, 6.5f}, {7, 3}};
    const size_t ends[] = {4, 8};
    assert_true(raster_init(&r, 10, 10, 0x000000));
    raster_contours(&r, at, ends, 2, 0xff0000, 1);
    assert_int_equal(red_at(&r, 2, 5), 255);
    assert_int_equal(red_at(&r, 5, 5), 0);
    assert_in_range(red_at(&r, 5, 6), 127, 128);
    assert_int_equal(red_at(&r, 5, 7), 255);
    assert_int_equal(red_at(&r, 0, 5), 0);
    raster_done(&r);
}

TEST(shapes_beyond_the_edge_are_cut_off)
{
    struct raster r;
    assert_true(raster_init(&r, 10, 10, 0x000000));
    raster_disc(&r, (struct draw_point){0, 5}, 30, 0xff0000, 1);
    assert_int_equal(red_at(&r, 0, 0), 255);
    assert_int_equal(red_at(&r, 9, 9), 255);
    raster_disc(&r, (struct draw_point){-50, -50}, 20, 0x00ff00, 1);
    raster_disc(&r, (struct draw_point){500, 5}, 20, 0x00ff00, 1);
    assert_int_equal(red_at(&r, 5, 5), 255);
    raster_done(&r);
}

TEST(every_figure_leaves_ink_of_its_own)
{
    long ink[10];
    for (int digit = 0; digit < 10; digit++) {
        struct raster r;
        char text[2] = {(char)('0' + digit), '\0'};
        assert_true(raster_init(&r, 40, 40, 0x000000));
        raster_figures(&r, (struct draw_point){20, 20}, 36, text, 0xff0000);
        ink[digit] = 0;
        for (int i = 0; i < 40 * 40; i++)
            ink[digit] += r.rgb[3 * i] * (1 + i % 40 / 20 + 2 * (i / 800));
        assert_true(ink[digit] > 0);
        assert_int_equal(red_at(&r, 0, 20), 0); /* centred: nothing at the border */
        for (int other = 0; other < digit; other++)
            assert_int_not_equal(ink[other], ink[digit]);
        raster_done(&r);
    }
}

/* ---- PNG ---- */

struct reader {
    const char *at;
    size_t left;
};

static void read_bytes(png_structp png, png_bytep to, size_t n)
{
    struct reader *r = png_get_io_ptr(png);
    assert_true(n <= r->left);
    memcpy(to, r->at, n);
    r->at += n;
    r->left -= n;
}

struct decoded {
    int width, height;
    uint8_t *rgb;
    char xgid[XGID_MAX], title[64];
};

static void decode(const struct strbuf *file, struct decoded *out)
{
    struct reader r = {file->at, file->length};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &r, read_bytes);
    png_read_png(png, info, PNG_TRANSFORM_EXPAND, NULL);
    out->width = (int)png_get_image_width(png, info);
    out->height = (int)png_get_image_height(png, info);
    out->rgb = malloc((size_t)(out->width * out->height * 3));
    png_bytepp rows = png_get_rows(png, info);
    for (int y = 0; y < out->height; y++)
        memcpy(out->rgb + 3 * y * out->width, rows[y], (size_t)(3 * out->width));
    png_textp texts;
    int n = png_get_text(png, info, &texts, NULL);
    for (int i = 0; i < n; i++) {
        if (strcmp(texts[i].key, "XGID") == 0)
            strncpy(out->xgid, texts[i].text, sizeof out->xgid - 1);
        if (strcmp(texts[i].key, "Title") == 0)
            strncpy(out->title, texts[i].text, sizeof out->title - 1);
    }
    png_destroy_read_struct(&png, &info, NULL);
}

static uint32_t pixel(const struct decoded *d, double x, double y)
{
    const uint8_t *p = d->rgb + 3 * ((int)(y * d->width / DRAW_WIDTH) * d->width + (int)(x * d->width / DRAW_WIDTH));
    return (uint32_t)(p[0] << 16 | p[1] << 8 | p[2]);
}

TEST(a_png_shows_the_board_and_names_it)
{
    struct position p = start();
    struct picture pic = {
        .position = &p, .draw = {.bottom = -1, .numbers = -1}, .width = 600, .title = "Opening \xc3\xa9"};
    struct strbuf file = {0};
    struct decoded d = {0};
    assert_true(picture_png(&file, &pic));
    decode(&file, &d);
    assert_int_equal(d.width, 600);
    assert_int_equal(d.height, 450);
    assert_memory_equal(d.xgid, "XGID=-b----E-C---eE---c-e----B-", 31);
    assert_string_equal(d.title, "Opening \xc3\xa9");
    assert_int_equal(pixel(&d, 3, 3), theme_colour.paint[PAINT_FRAME].fill);
    assert_int_equal(pixel(&d, 180, 242), theme_colour.paint[PAINT_TABLE].fill);
    assert_int_equal(pixel(&d, 564 - 200, 462 - 19 - 15), theme_colour.paint[PAINT_CHEQUER_1].fill); /* the 6 point */
    assert_int_equal(pixel(&d, 564, 22 + 19 + 15), theme_colour.paint[PAINT_CHEQUER_1].fill); /* the 24 point */
    assert_int_equal(pixel(&d, 564, 462 - 19 - 15),
                     theme_colour.paint[PAINT_CHEQUER_0].fill); /* player 0's on the ace */
    free(d.rgb);
    strbuf_done(&file);
}

TEST(any_size_from_stamp_to_poster_works)
{
    struct position p = start();
    struct strbuf file = {0};
    for (int width = 32; width <= 2048; width *= 4) {
        struct picture pic = {.position = &p, .draw = {.bottom = -1, .numbers = -1}, .width = width};
        struct decoded d = {0};
        strbuf_clear(&file);
        assert_true(picture_png(&file, &pic));
        decode(&file, &d);
        assert_int_equal(d.width, width);
        free(d.rgb);
    }
    struct picture huge = {.position = &p, .width = PICTURE_WIDTH_MAX + 1};
    strbuf_clear(&file);
    assert_false(picture_png(&file, &huge));
    assert_false(picture_eps(&file, &huge));
    assert_false(picture_svg(&file, &huge));
    assert_int_equal(file.length, 0);
    strbuf_done(&file);
}

TEST(print_pictures_hold_only_greys)
{
    struct position p = start();
    struct picture pic = {.position = &p, .draw = {.bottom = -1, .numbers = -1}, .theme = &theme_print, .width = 200};
    struct strbuf file = {0};
    struct decoded d = {0};
    assert_true(picture_png(&file, &pic));
    decode(&file, &d);
    for (int i = 0; i < d.width * d.height; i++)
        assert_true(abs(d.rgb[3 * i] - d.rgb[3 * i + 1]) <= 1 && abs(d.rgb[3 * i] - d.rgb[3 * i + 2]) <= 1);
    free(d.rgb);
    strbuf_done(&file);
}

/* ---- EPS, and the rows of the table ---- */

TEST(an_eps_holds_its_box_and_stays_ascii)
{
    struct position p = start();
    struct picture pic = {
        .position = &p, .draw = {.bottom = -1, .numbers = -1}, .width = 322, .title = "A\n%%EOF \xc3\xa9"};
    struct strbuf file = {0};
    assert_true(picture_eps(&file, &pic));
    assert_memory_equal(file.at, "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 322 242\n", 51);
    assert_non_null(strstr(file.at, "%%Title: A?%%EOF ??\n"));
    for (size_t i = 0; i < file.length; i++)
        assert_true(file.at[i] == '\n' || (file.at[i] >= 0x20 && file.at[i] < 0x7f));
    int depth = 0;
    for (const char *s = file.at; (s = strstr(s, "gsave")) != NULL; s += 5)
        depth++;
    for (const char *s = file.at; (s = strstr(s, "grestore")) != NULL; s += 8)
        depth--;
    assert_int_equal(depth, 0);
    strbuf_done(&file);
}

TEST(each_picture_format_draws_the_position_asked_for)
{
    static const char *const names[] = {"svg", "png", "eps"};
    static const char *const begin[] = {"<svg", "\x89PNG", "%!PS"};
    struct match *m = match_new();
    struct position p = start();
    for (int i = 0; i < 3; i++) {
        struct export_options o;
        struct sink s;
        struct diags d;
        export_defaults(&o);
        sink_init(&s);
        diags_init(&d, NULL);
        assert_false(exporter_find(names[i])->write(m, &o, &s, &d)); /* an empty record has no position */
        assert_int_equal(d.n_errors, 1);
        o.position = &p;
        o.style = "no such theme";
        assert_false(exporter_find(names[i])->write(m, &o, &s, &d));
        o.style = "print";
        assert_true(exporter_find(names[i])->write(m, &o, &s, &d));
        assert_memory_equal(sink_main(&s)->at, begin[i], 4);
        sink_done(&s);
        diags_done(&d);
    }
    match_free(m);
}

TEST_MAIN(NULL, NULL)
