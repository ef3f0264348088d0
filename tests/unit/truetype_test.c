/* Outlines of signs, of a font made here: a square, the same made smaller by a composite glyph, and a round sign whose
 * points are all controls. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "export/print/truetype.h"
#include "support/assertions.h"

enum { SQUARE = 'A', COMPOSITE, ROUND, NOTHING };

static void put(struct strbuf *b, const int *numbers, size_t n, int bytes)
{
    for (size_t i = 0; i < n; i++)
        for (int k = bytes - 1; k >= 0; k--)
            strbuf_putc(b, (char)((unsigned)numbers[i] >> 8 * k & 255));
}

#define PUT(b, bytes, ...) put((b), (const int[]){__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (bytes))

/* 250 units, clockwise, by steps of one byte and of none. */
static void square(struct strbuf *b)
{
    PUT(b, 2, 1, 0, 0, 250, 250, 3, 0);
    PUT(b, 1, 0x31, 0x35, 0x33, 0x15); /* on the curve; steps: 0 0, 0 +250, +250 0, 0 -250 */
    PUT(b, 1, 250);
    PUT(b, 1, 250);
    PUT(b, 1, 250);
    PUT(b, 1, 0);
}

/* Half as large, moved by (100, -50). */
static void composite(struct strbuf *b)
{
    PUT(b, 2, 0xffff, 0, 0, 0, 0, 2 | 8, 1);
    PUT(b, 1, 100, -50);
    PUT(b, 2, 0x2000);
}

/* Four controls at the corners of a square of 400: words, the flag said once and repeated. */
static void round_sign(struct strbuf *b)
{
    PUT(b, 2, 1, 0, 0, 400, 400, 3, 0);
    PUT(b, 1, 8, 3);
    PUT(b, 2, 0, 0, 400, 0);
    PUT(b, 2, 0, 400, 0, -400);
}

static void table(struct strbuf *font, size_t entry, const char *tag, const struct strbuf *body)
{
    struct strbuf row = {0};
    strbuf_puts(&row, tag);
    PUT(&row, 4, 0, (int)font->length, (int)body->length);
    memcpy(font->at + 12 + 16 * entry, row.at, 16);
    strbuf_add(font, strbuf_text(body), body->length);
    strbuf_done(&row);
}

/* 'A', 'B' and 'C' are the glyphs 1 to 3; sizes are in thousandths. */
static void make_font(struct strbuf *font)
{
    enum { TABLES = 7, GLYPHS = 4 };
    static const char *const tags[TABLES] = {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"};
    struct strbuf t[TABLES] = {{0}};
    void (*const signs[])(struct strbuf *) = {square, composite, round_sign};
    PUT(&t[0], 2, 0, 1, 3, 1, 0, 12);
    PUT(&t[0], 2, 4, 32, 0, 4, 0, 0, 0, 'C', 0xffff, 0, 'A', 0xffff, 1 - 'A', 1, 0, 0);
    PUT(&t[5], 4, 0, 0);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        signs[i](&t[1]);
        PUT(&t[5], 4, (int)t[1].length);
    }
    for (int i = 0; i < 27; i++)
        PUT(&t[2], 2, i == 9 ? 1000 : i == 25 ? 1 : 0); /* units; long offsets */
    for (int i = 0; i < 18; i++)
        PUT(&t[3], 2, i == 17 ? GLYPHS : 0);
    for (int i = 0; i < GLYPHS; i++)
        PUT(&t[4], 2, 600, 0);
    PUT(&t[6], 2, 1, 0, GLYPHS);
    PUT(font, 2, 1, 0, TABLES, 0, 0, 0);
    for (int i = 0; i < 16 * TABLES; i++)
        strbuf_putc(font, '\0');
    for (size_t i = 0; i < TABLES; i++) {
        table(font, i, tags[i], &t[i]);
        strbuf_done(&t[i]);
    }
}

static struct truetype *open_font(const struct strbuf *font)
{
    char path[] = "/tmp/kibitzer-outline-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && os_write(fd, font->at, font->length));
    close(fd);
    struct truetype *f = truetype_open(path);
    unlink(path);
    return f;
}

static struct truetype *made_font(void)
{
    struct strbuf font = {0};
    make_font(&font);
    struct truetype *f = open_font(&font);
    assert_non_null(f);
    strbuf_done(&font);
    return f;
}

static void expect_corners(const struct truetype_outline *o, size_t from, float left, float bottom, float side)
{
    const float x[] = {0, 0, 1, 1}, y[] = {0, 1, 1, 0};
    for (size_t i = 0; i < 4; i++) {
        assert_float_equal(o->at[from + i].x, left + x[i] * side, 1e-6F);
        assert_float_equal(o->at[from + i].y, bottom + y[i] * side, 1e-6F);
    }
}

TEST(corners_are_those_of_the_glyph)
{
    struct truetype *f = made_font();
    struct truetype_outline o = {0};
    truetype_outline(f, SQUARE, &o);
    assert_int_equal(o.n_ends, 1);
    assert_int_equal(o.ends[0], 4);
    expect_corners(&o, 0, 0, 0, 0.25F);
    truetype_outline_done(&o);
    truetype_close(f);
}

TEST(components_are_scaled_and_moved_and_signs_stand_beside_each_other)
{
    struct truetype *f = made_font();
    struct truetype_outline o = {0};
    truetype_outline(f, SQUARE, &o);
    truetype_outline(f, COMPOSITE, &o);
    truetype_outline(f, NOTHING, &o); /* the sign for what is missing is empty here */
    assert_int_equal(o.n_ends, 2);
    assert_int_equal(o.ends[1], 8);
    expect_corners(&o, 4, 0.1F, -0.05F, 0.125F);
    truetype_outline_done(&o);
    truetype_close(f);
}

/* Between controls the curve touches the middles of the square's sides, and nothing of it lies outside. Four parabolas
 * leave a twenty-fourth of the square free at each corner. */
TEST(controls_bend_the_curve)
{
    struct truetype *f = made_font();
    struct truetype_outline o = {0};
    float area = 0;
    truetype_outline(f, ROUND, &o);
    assert_int_equal(o.n_ends, 1);
    assert_true(o.n >= 16);
    for (size_t i = 0; i < o.n; i++) {
        const struct draw_point a = o.at[i], b = o.at[(i + 1) % o.n];
        assert_true(a.x >= 0 && a.x <= 0.4F && a.y >= 0 && a.y <= 0.4F);
        area += (a.x * b.y - b.x * a.y) / 2;
    }
    assert_float_equal(-area, 0.16F * 5 / 6, 0.003F); /* clockwise */
    truetype_outline_done(&o);
    truetype_close(f);
}

TEST(a_damaged_font_gives_less_or_nothing)
{
    struct strbuf font = {0};
    make_font(&font);
    for (size_t at = 0; at < font.length; at++)
        for (int flip = 1; flip <= 255; flip += 127) {
            struct truetype_outline o = {0};
            font.at[at] = (char)(font.at[at] ^ flip);
            struct truetype *f = open_font(&font);
            for (uint32_t c = SQUARE; f != NULL && c <= NOTHING; c++)
                truetype_outline(f, c, &o);
            for (size_t i = 0; i < o.n_ends; i++)
                assert_true(o.ends[i] <= o.n && (i == 0 || o.ends[i] > o.ends[i - 1]));
            truetype_outline_done(&o);
            truetype_close(f);
            font.at[at] = (char)(font.at[at] ^ flip);
        }
    strbuf_done(&font);
}

TEST_MAIN(NULL, NULL)
