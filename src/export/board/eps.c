/* A board as Encapsulated PostScript: the drawing as paths in a coordinate system with y downwards, as draw.h has it.
 * docs/formats/pictures.md. */
#include <string.h>

#include "base/utf8.h"
#include "base/version.h"
#include "export/board/picture.h"

struct eps_canvas {
    struct canvas canvas;
    struct strbuf *out;
    const struct theme *theme;
};

static void colour(struct strbuf *out, uint32_t rgb)
{
    strbuf_printf(out, "%.3f %.3f %.3f C ", (double)(rgb >> 16 & 255) / 255, (double)(rgb >> 8 & 255) / 255,
                  (double)(rgb & 255) / 255);
}

/* Fills and strokes the path at hand. PostScript has no transparency: opacity is left out. */
static void finish(struct eps_canvas *s, enum paint p)
{
    const struct theme_paint *t = &s->theme->paint[p];
    if (t->edge_width > 0)
        strbuf_puts(s->out, "gsave ");
    colour(s->out, t->fill);
    strbuf_puts(s->out, "fill\n");
    if (t->edge_width > 0) {
        strbuf_puts(s->out, "grestore ");
        colour(s->out, t->edge);
        strbuf_printf(s->out, "%g setlinewidth stroke\n", (double)t->edge_width);
    }
}

static void eps_polygon(struct canvas *c, enum paint p, const struct draw_point *at, size_t n)
{
    struct eps_canvas *s = (struct eps_canvas *)c;
    for (size_t i = 0; i < n; i++)
        strbuf_printf(s->out, "%.2f %.2f %s ", (double)at[i].x, (double)at[i].y, i == 0 ? "M" : "L");
    strbuf_puts(s->out, "closepath ");
    finish(s, p);
}

static void eps_disc(struct canvas *c, enum paint p, struct draw_point centre, float radius)
{
    struct eps_canvas *s = (struct eps_canvas *)c;
    strbuf_printf(s->out, "%.2f %.2f %.2f 0 360 newpath arc closepath ", (double)centre.x, (double)centre.y,
                  (double)radius);
    finish(s, p);
}

/* Only figures are drawn, so nothing needs escaping but what is not one. */
static void eps_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct eps_canvas *s = (struct eps_canvas *)c;
    colour(s->out, s->theme->paint[p].fill);
    strbuf_puts(s->out, "(");
    for (; *text != '\0'; text++)
        strbuf_putc(s->out, strchr("()\\", *text) == NULL ? *text : ' ');
    strbuf_printf(s->out, ") %.2f %.2f %.2f T\n", (double)middle.x, (double)(middle.y + size * 0.36f), (double)size);
}

/* A comment line holds no line ends and stays below 255 bytes. */
static void comment(struct strbuf *out, const char *key, const char *text)
{
    struct strbuf clean = {0};
    utf8_clean(&clean, text);
    strbuf_printf(out, "%%%%%s: ", key);
    for (size_t i = 0; i < clean.length && i < 200; i++)
        strbuf_putc(out, clean.at[i] >= 0x20 && clean.at[i] < 0x7f ? clean.at[i] : '?');
    strbuf_putc(out, '\n');
    strbuf_done(&clean);
}

static void head(struct strbuf *out, const struct picture *p, int width, int height)
{
    char ids[200];
    strbuf_printf(out, "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %d %d\n", width, height);
    comment(out, "Creator", "kibitzer " KIBITZER_VERSION);
    comment(out, "Title", p->title != NULL ? p->title : "Backgammon board");
    strbuf_puts(out, "%%LanguageLevel: 2\n%%DocumentNeededResources: font Helvetica-Bold\n%%EndComments\n");
    picture_ids(p, ids, sizeof ids);
    strbuf_printf(out, "%% %s\n", ids);
    strbuf_puts(out, "gsave 20 dict begin\n/M {moveto} bind def /L {lineto} bind def /C {setrgbcolor} bind def\n"
                     "/T { gsave 3 1 roll translate 1 -1 scale /Helvetica-Bold findfont exch scalefont setfont\n"
                     "  newpath 0 0 M dup stringwidth pop -2 div 0 rmoveto show grestore } bind def\n");
    strbuf_printf(out, "%.5f dup scale 0 %d translate 1 -1 scale 1 setlinejoin\n", (double)width / DRAW_WIDTH,
                  DRAW_HEIGHT);
}

bool picture_eps(struct strbuf *out, const struct picture *p)
{
    int width, height;
    if (!picture_size(p, &width, &height))
        return false;
    struct eps_canvas s = {
        .canvas = {.polygon = eps_polygon, .disc = eps_disc, .text = eps_text}, .out = out, .theme = picture_theme(p)};
    head(out, p, width, height);
    draw_board(&s.canvas, p->position, &p->draw);
    strbuf_puts(out, "end grestore\n%%EOF\n");
    return true;
}
