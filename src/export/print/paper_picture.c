/* Paper of one page that becomes a picture: words in SVG are text, which programs find and read aloud; in PNG they are
 * the outlines of letters. Boards are drawn as pictures of a board alone are (svg.c, png.c). */
#include <math.h>

#include "base/xmalloc.h"
#include "export/board/picture.h"
#include "export/board/raster.h"
#include "export/escape.h"
#include "export/print/paper.h"

struct picture_paper {
    struct paper paper;
    const struct picture *picture;
    int width, height;
    float scale; /* of points */
    struct strbuf body; /* SVG: shapes so far */
    struct raster raster; /* PNG */
};

static struct picture_paper *picture_of(struct paper *p)
{
    return (struct picture_paper *)p;
}

static struct paper *open_picture(const struct paper_kind *kind, const struct picture *picture)
{
    struct picture_paper *p = xcalloc(1, sizeof *p);
    paper_init(&p->paper, kind);
    p->picture = picture;
    if (p->paper.unicode)
        return &p->paper;
    paper_close(&p->paper);
    return NULL;
}

static void begin_page(struct paper *paper, float width, float height)
{
    struct picture_paper *p = picture_of(paper);
    p->width = p->picture->width > 0 ? p->picture->width : DRAW_WIDTH;
    p->scale = (float)p->width / width;
    p->height = (int)ceilf(height * p->scale);
}

static void close_picture(struct paper *paper)
{
    struct picture_paper *p = picture_of(paper);
    paper_done(paper);
    strbuf_done(&p->body);
    raster_done(&p->raster);
    xfree(p);
}

static void describe(struct paper *paper, const char *title, const char *subject, const char *date)
{
    (void)paper, (void)title, (void)subject, (void)date; /* `picture` has it */
}

/* ---- SVG: one unit is a pixel of the usual width, as on boards alone ---- */

static void attribute(struct strbuf *out, const char *name, float v)
{
    strbuf_printf(out, " %s=\"", name);
    strbuf_fixed(out, (double)v, 1);
    strbuf_putc(out, '"');
}

static void fill(struct strbuf *out, uint32_t colour)
{
    strbuf_printf(out, " fill=\"#%06x\"", (unsigned)colour);
}

static void svg_show(struct paper *paper, float x, float y, const struct paper_style *s, const char *shown)
{
    struct picture_paper *p = picture_of(paper);
    strbuf_printf(&p->body, "<text class=\"t%d\"", s->font);
    attribute(&p->body, "x", x * p->scale);
    attribute(&p->body, "y", y * p->scale);
    attribute(&p->body, "font-size", s->size * p->scale);
    attribute(&p->body, "textLength", paper_width(paper, s, shown) * p->scale); /* whatever font there is */
    fill(&p->body, s->colour);
    strbuf_puts(&p->body, " lengthAdjust=\"spacingAndGlyphs\">");
    escape_xml(&p->body, shown);
    strbuf_puts(&p->body, "</text>\n");
}

static void svg_rectangle(struct paper *paper, struct paper_area a, uint32_t colour)
{
    struct picture_paper *p = picture_of(paper);
    strbuf_puts(&p->body, "<rect");
    attribute(&p->body, "x", a.x * p->scale);
    attribute(&p->body, "y", a.y * p->scale);
    attribute(&p->body, "width", a.width * p->scale);
    attribute(&p->body, "height", a.height * p->scale);
    fill(&p->body, colour);
    strbuf_puts(&p->body, "/>\n");
}

static void edge(struct strbuf *out, float width, uint32_t colour)
{
    strbuf_printf(out, " stroke=\"#%06x\"", (unsigned)colour);
    attribute(out, "stroke-width", width);
    strbuf_puts(out, "/>\n");
}

static void svg_rule(struct paper *paper, float x0, float y0, float x1, float y1, float thickness, uint32_t colour)
{
    struct picture_paper *p = picture_of(paper);
    strbuf_puts(&p->body, "<line");
    attribute(&p->body, "x1", x0 * p->scale);
    attribute(&p->body, "y1", y0 * p->scale);
    attribute(&p->body, "x2", x1 * p->scale);
    attribute(&p->body, "y2", y1 * p->scale);
    edge(&p->body, thickness * p->scale, colour);
}

static void svg_disc(struct paper *paper, struct draw_point centre, float radius, struct paper_ink ink)
{
    struct picture_paper *p = picture_of(paper);
    strbuf_puts(&p->body, "<circle");
    attribute(&p->body, "cx", centre.x * p->scale);
    attribute(&p->body, "cy", centre.y * p->scale);
    attribute(&p->body, "r", radius * p->scale);
    fill(&p->body, ink.fill);
    edge(&p->body, ink.edge_width * p->scale, ink.edge);
}

static void svg_whole_board(struct paper *paper, float x, float y, float width, const struct position *at,
                            const struct draw_options *o, const struct theme *theme)
{
    struct picture_paper *p = picture_of(paper);
    (void)theme; /* the style sheet has it */
    strbuf_puts(&p->body, "<g transform=\"translate(");
    strbuf_fixed(&p->body, (double)(x * p->scale), 1);
    strbuf_putc(&p->body, ' ');
    strbuf_fixed(&p->body, (double)(y * p->scale), 1);
    strbuf_puts(&p->body, ") scale(");
    strbuf_fixed(&p->body, (double)(width * p->scale / DRAW_WIDTH), 4);
    strbuf_puts(&p->body, ")\">\n");
    svg_shapes(&p->body, at, o);
    strbuf_puts(&p->body, "\n</g>\n");
}

static bool svg_save(struct paper *paper, struct strbuf *out)
{
    struct picture_paper *p = picture_of(paper);
    svg_begin(out, p->picture->position, picture_theme(p->picture), p->width, p->height,
              (struct draw_point){(float)p->width, (float)p->height}, p->picture->title);
    strbuf_printf(out,
                  "text[class^=t]{text-anchor:start;white-space:pre}\n.t0{font-weight:400}\n</style>\n"
                  "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
                  p->width, p->height);
    strbuf_add(out, strbuf_text(&p->body), p->body.length);
    strbuf_puts(out, "</svg>\n");
    return true;
}

struct paper *paper_open_svg(const struct picture *picture)
{
    static const struct paper_kind kind = {
        .begin_page = begin_page,
        .show = svg_show,
        .board = svg_whole_board,
        .box = svg_rectangle,
        .rule = svg_rule,
        .disc = svg_disc,
        .describe = describe,
        .save = svg_save,
        .close = close_picture,
    };
    return open_picture(&kind, picture);
}

/* ---- PNG ---- */

static void png_page(struct paper *paper, float width, float height)
{
    struct picture_paper *p = picture_of(paper);
    begin_page(paper, width, height);
    if (!raster_init(&p->raster, p->width, p->height, 0xffffff))
        paper->error = 1;
}

static void png_letter(struct picture_paper *p, struct truetype_outline *letter, struct draw_point at, float size,
                       uint32_t colour)
{
    for (size_t i = 0; i < letter->n; i++)
        letter->at[i] = (struct draw_point){at.x + letter->at[i].x * size, at.y - letter->at[i].y * size};
    raster_contours(&p->raster, letter->at, letter->ends, letter->n_ends, colour, 1);
    letter->n = letter->n_ends = 0;
}

static void png_show(struct paper *paper, float x, float y, const struct paper_style *s, const char *shown)
{
    struct picture_paper *p = picture_of(paper);
    struct truetype_outline letter = {0};
    const struct truetype *font = paper->letters[s->font];
    const float size = s->size * p->scale;
    float left = x * p->scale;
    for (size_t bytes; *shown != '\0'; shown += bytes) {
        const uint32_t c = paper_letter(paper, shown, &bytes);
        truetype_outline(font, c, &letter);
        png_letter(p, &letter, (struct draw_point){left, y * p->scale}, size, s->colour);
        left += (float)truetype_advance(font, c) * size / 1000;
    }
    truetype_outline_done(&letter);
}

static void png_signs(struct paper *paper, float x, float y, const struct paper_style *s, const struct shown_signs *k)
{
    struct picture_paper *p = picture_of(paper);
    const struct fonts *fonts = paper_fonts(paper);
    const unsigned units = fonts_units(fonts, k->run->font);
    struct truetype_outline letter = {0};
    for (size_t i = 0; i < k->run->n; i++) {
        const struct sign *sign = &k->line->signs.at[k->run->first + i];
        struct truetype_shape shape;
        fonts_outline(fonts, k->run->font, k->line->signs.glyph + sign->first, sign->n, sign->advance, &shape);
        truetype_add_shape(&shape, units, &letter);
        truetype_shape_done(&shape);
        png_letter(p, &letter, (struct draw_point){x * p->scale, y * p->scale}, s->size * p->scale, s->colour);
        x += (float)sign->advance / (float)units * s->size;
    }
    truetype_outline_done(&letter);
}

static void png_rectangle(struct paper *paper, struct paper_area a, uint32_t colour)
{
    struct picture_paper *p = picture_of(paper);
    const float left = a.x * p->scale, top = a.y * p->scale, right = left + a.width * p->scale,
                bottom = top + a.height * p->scale;
    raster_polygon(&p->raster, (struct draw_point[]){{left, top}, {right, top}, {right, bottom}, {left, bottom}}, 4,
                   colour, 1);
}

static void png_rule(struct paper *paper, float x0, float y0, float x1, float y1, float thickness, uint32_t colour)
{
    struct picture_paper *p = picture_of(paper);
    raster_line(&p->raster, (struct draw_point){x0 * p->scale, y0 * p->scale},
                (struct draw_point){x1 * p->scale, y1 * p->scale}, thickness * p->scale, colour);
}

static void png_disc(struct paper *paper, struct draw_point centre, float radius, struct paper_ink ink)
{
    struct picture_paper *p = picture_of(paper);
    const struct draw_point at = {centre.x * p->scale, centre.y * p->scale};
    raster_disc(&p->raster, at, (radius + ink.edge_width / 2) * p->scale, ink.edge, 1);
    raster_disc(&p->raster, at, (radius - ink.edge_width / 2) * p->scale, ink.fill, 1);
}

static void png_whole_board(struct paper *paper, float x, float y, float width, const struct position *at,
                            const struct draw_options *o, const struct theme *theme)
{
    struct picture_paper *p = picture_of(paper);
    raster_board(&p->raster, (struct draw_point){x * p->scale, y * p->scale}, width * p->scale, at, o, theme);
}

static bool png_save(struct paper *paper, struct strbuf *out)
{
    struct picture_paper *p = picture_of(paper);
    return raster_png(out, &p->raster, p->picture);
}

struct paper *paper_open_png(const struct picture *picture)
{
    static const struct paper_kind kind = {
        .begin_page = png_page,
        .show = png_show,
        .signs = png_signs,
        .board = png_whole_board,
        .box = png_rectangle,
        .rule = png_rule,
        .disc = png_disc,
        .describe = describe,
        .save = png_save,
        .close = close_picture,
    };
    return open_picture(&kind, picture);
}
