/* Paper for the PDF writers. The one idea: libharu does the file, this file keeps its errors, its fonts and its upside
 * down coordinates in one place. Names need a TrueType font: DejaVu is embedded (as a subset) where it is found. */
#include "export/pdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "export/picture.h"
#include "match/posid.h"

static void keep_error(HPDF_STATUS status, HPDF_STATUS detail, void *context)
{
    struct pdf *p = context;
    (void)detail;
    if (p->error == 0)
        p->error = status;
}

/* ---- fonts ---- */

static HPDF_Font load_font(struct pdf *p, const char *file)
{
    static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF",
                                          "/usr/share/fonts/dejavu-sans-fonts", "/usr/local/share/fonts"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folders[i], file);
        if (access(path, R_OK) != 0)
            continue;
        const char *name = HPDF_LoadTTFontFromFile(p->doc, path, HPDF_TRUE);
        return name != NULL ? HPDF_GetFont(p->doc, name, "UTF-8") : NULL;
    }
    return NULL;
}

static void load_fonts(struct pdf *p)
{
    HPDF_UseUTFEncodings(p->doc);
    HPDF_SetCurrentEncoder(p->doc, "UTF-8");
    p->encoder = HPDF_GetEncoder(p->doc, "UTF-8");
    p->font[PDF_PLAIN] = load_font(p, "DejaVuSans.ttf");
    p->font[PDF_BOLD] = load_font(p, "DejaVuSans-Bold.ttf");
    p->unicode = p->font[PDF_PLAIN] != NULL && p->font[PDF_BOLD] != NULL;
    if (p->unicode)
        return;
    p->font[PDF_PLAIN] = HPDF_GetFont(p->doc, "Helvetica", "WinAnsiEncoding");
    p->font[PDF_BOLD] = HPDF_GetFont(p->doc, "Helvetica-Bold", "WinAnsiEncoding");
}

bool pdf_open(struct pdf *p)
{
    *p = (struct pdf){0};
    p->doc = HPDF_New(keep_error, p);
    if (p->doc == NULL)
        return false;
    HPDF_SetCompressionMode(p->doc, HPDF_COMP_ALL);
    load_fonts(p);
    return p->error == 0;
}

void pdf_done(struct pdf *p)
{
    if (p->doc != NULL)
        HPDF_Free(p->doc);
    p->doc = NULL;
}

/* ---- text ---- */

enum { TEXT_MAX = 600 };

static uint32_t code_point(const unsigned char *s, size_t n)
{
    static const unsigned char mask[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t c = s[0] & mask[n];
    for (size_t i = 1; i < n; i++)
        c = c << 6 | (s[i] & 0x3fu);
    return c;
}

/* Windows-1252 for the fonts that every reader has: Latin letters and the signs that our own words use. */
static char latin(uint32_t c)
{
    static const struct {
        uint32_t from;
        char to;
    } signs[] = {{0x2212, '-'},    {0x2013, '\x96'}, {0x2014, '\x97'},
                 {0x2026, '\x85'}, {0x2019, '\x92'}, {0x20ac, '\x80'}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].from == c)
            return signs[i].to;
    return c < 0x100 && (c < 0x80 || c >= 0xa0) ? (char)c : '?';
}

/* What the font can show: valid, one line, code points of two bytes (libharu knows no more), a sane length. */
static void showable(const struct pdf *p, char out[TEXT_MAX + 1], const char *text)
{
    struct strbuf clean = {0};
    size_t n = 0;
    utf8_clean(&clean, text);
    for (size_t i = 0, step; i < clean.length && n < TEXT_MAX - 3; i += step) {
        const unsigned char *s = (const unsigned char *)clean.at + i;
        step = utf8_length((struct span){clean.at + i, clean.length - i});
        uint32_t c = code_point(s, step);
        if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
            out[n++] = ' ';
        } else if (!p->unicode) {
            out[n++] = latin(c);
        } else {
            memcpy(out + n, step < 4 ? clean.at + i : "\xef\xbf\xbd", step < 4 ? step : 3);
            n += step < 4 ? step : 3;
        }
    }
    out[n] = '\0';
    strbuf_done(&clean);
}

static float width_of(const struct pdf *p, const struct pdf_style *s, const char *shown)
{
    HPDF_TextWidth w = HPDF_Font_TextWidth(p->font[s->font], (const HPDF_BYTE *)shown, (HPDF_UINT)strlen(shown));
    return (float)w.width * s->size / 1000;
}

float pdf_width(const struct pdf *p, const struct pdf_style *s, const char *text)
{
    char shown[TEXT_MAX + 1];
    showable(p, shown, text);
    return width_of(p, s, shown);
}

/* Cuts whole characters off the end until the text and an ellipsis fit. */
static void shorten(const struct pdf *p, const struct pdf_style *s, char *shown, float width)
{
    const char *dots = p->unicode ? "\xe2\x80\xa6" : "\x85";
    size_t n = strlen(shown);
    if (width_of(p, s, shown) <= width)
        return;
    do {
        do
            n--;
        while (n > 0 && p->unicode && ((unsigned char)shown[n] & 0xc0) == 0x80);
        memcpy(shown + n, dots, strlen(dots) + 1);
    } while (n > 0 && width_of(p, s, shown) > width);
}

enum { NO_COLOUR = 1 << 24 };

static void fill_colour(struct pdf *p, uint32_t c)
{
    if (c != p->fill)
        HPDF_Page_SetRGBFill(p->page, (float)(c >> 16 & 255) / 255, (float)(c >> 8 & 255) / 255,
                             (float)(c & 255) / 255);
    p->fill = c;
}

static void line_colour(struct pdf *p, uint32_t c)
{
    if (c != p->edge)
        HPDF_Page_SetRGBStroke(p->page, (float)(c >> 16 & 255) / 255, (float)(c >> 8 & 255) / 255,
                               (float)(c & 255) / 255);
    p->edge = c;
}

void pdf_text(struct pdf *p, float x, float y, float width, const struct pdf_style *s, const char *text)
{
    char shown[TEXT_MAX + 1];
    showable(p, shown, text);
    if (shown[0] == '\0' || p->error != 0)
        return;
    if (width > 0)
        shorten(p, s, shown, width);
    if (s->align != PDF_LEFT) {
        float own = width_of(p, s, shown);
        x += s->align == PDF_RIGHT ? width - own : (width - own) / 2;
    }
    fill_colour(p, s->colour);
    HPDF_Page_BeginText(p->page);
    HPDF_Page_SetFontAndSize(p->page, p->font[s->font], s->size);
    HPDF_Page_TextOut(p->page, x, p->height - y, shown);
    HPDF_Page_EndText(p->page);
}

size_t pdf_break(const struct pdf *p, const struct pdf_style *s, const char *text, float width)
{
    size_t good = 0, n = 0;
    char word[TEXT_MAX + 1];
    while (text[n] != '\0' && text[n] != '\n' && n < TEXT_MAX - 8) {
        size_t step = utf8_length(span_of(text + n));
        n += step != 0 ? step : 1;
        memcpy(word, text, n);
        word[n] = '\0';
        if (pdf_width(p, s, word) > width)
            return good != 0 ? good : n;
        if (text[n] == ' ' || text[n] == '\n' || text[n] == '\0')
            good = n;
    }
    return n;
}

/* ---- shapes ---- */

void pdf_page(struct pdf *p, float width, float height)
{
    if (p->error != 0)
        return;
    p->page = HPDF_AddPage(p->doc);
    p->height = height;
    p->fill = p->edge = NO_COLOUR;
    HPDF_Page_SetWidth(p->page, width);
    HPDF_Page_SetHeight(p->page, height);
}

void pdf_box(struct pdf *p, float x, float y, float width, float height, uint32_t colour)
{
    if (p->error != 0)
        return;
    fill_colour(p, colour);
    HPDF_Page_Rectangle(p->page, x, p->height - y - height, width, height);
    HPDF_Page_Fill(p->page);
}

void pdf_rule(struct pdf *p, float x0, float y0, float x1, float y1, float thickness, uint32_t colour)
{
    if (p->error != 0)
        return;
    line_colour(p, colour);
    HPDF_Page_SetLineWidth(p->page, thickness);
    HPDF_Page_MoveTo(p->page, x0, p->height - y0);
    HPDF_Page_LineTo(p->page, x1, p->height - y1);
    HPDF_Page_Stroke(p->page);
}

void pdf_dot(struct pdf *p, float x, float y, float radius, uint32_t fill, uint32_t edge)
{
    if (p->error != 0)
        return;
    fill_colour(p, fill);
    line_colour(p, edge);
    HPDF_Page_SetLineWidth(p->page, 0.6f);
    HPDF_Page_Circle(p->page, x, p->height - y, radius);
    HPDF_Page_FillStroke(p->page);
}

/* ---- boards ---- */

struct pdf_canvas {
    struct canvas canvas;
    struct pdf *pdf;
    const struct theme *theme;
    float x, y, scale;
};

static struct draw_point on_page(const struct pdf_canvas *c, struct draw_point at)
{
    return (struct draw_point){c->x + at.x * c->scale, c->pdf->height - (c->y + at.y * c->scale)};
}

static void choose(struct pdf_canvas *c, const struct theme_paint *t)
{
    fill_colour(c->pdf, t->fill);
    if (t->edge_width > 0) {
        line_colour(c->pdf, t->edge);
        HPDF_Page_SetLineWidth(c->pdf->page, t->edge_width * c->scale);
    }
}

static void finish(struct pdf_canvas *c, const struct theme_paint *t)
{
    if (t->edge_width > 0)
        HPDF_Page_FillStroke(c->pdf->page);
    else
        HPDF_Page_Fill(c->pdf->page);
}

static void paint_polygon(struct canvas *canvas, enum paint p, const struct draw_point *at, size_t n)
{
    struct pdf_canvas *c = (struct pdf_canvas *)canvas;
    const struct theme_paint *t = &c->theme->paint[p];
    choose(c, t);
    for (size_t i = 0; i < n; i++) {
        struct draw_point here = on_page(c, at[i]);
        if (i == 0)
            HPDF_Page_MoveTo(c->pdf->page, here.x, here.y);
        else
            HPDF_Page_LineTo(c->pdf->page, here.x, here.y);
    }
    HPDF_Page_ClosePath(c->pdf->page);
    finish(c, t);
}

static void paint_disc(struct canvas *canvas, enum paint p, struct draw_point centre, float radius)
{
    struct pdf_canvas *c = (struct pdf_canvas *)canvas;
    const struct theme_paint *t = &c->theme->paint[p];
    struct draw_point here = on_page(c, centre);
    choose(c, t);
    HPDF_Page_Circle(c->pdf->page, here.x, here.y, radius * c->scale);
    finish(c, t);
}

static void paint_figures(struct canvas *canvas, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct pdf_canvas *c = (struct pdf_canvas *)canvas;
    struct pdf_style s = {.size = size * c->scale, .font = PDF_BOLD, .colour = c->theme->paint[p].fill};
    float width = pdf_width(c->pdf, &s, text);
    pdf_text(c->pdf, c->x + middle.x * c->scale - width / 2, c->y + (middle.y + size * 0.36f) * c->scale, 0, &s, text);
}

void pdf_board(struct pdf *p, float x, float y, float width, const struct position *at, const struct draw_options *o,
               const struct theme *theme)
{
    if (p->error != 0)
        return;
    struct pdf_canvas c = {.canvas = {.polygon = paint_polygon, .disc = paint_disc, .text = paint_figures},
                           .pdf = p,
                           .theme = theme,
                           .x = x,
                           .y = y,
                           .scale = width / DRAW_WIDTH};
    draw_board(&c.canvas, at, o);
}

/* ---- the file ---- */

HPDF_Destination pdf_place(struct pdf *p, float y)
{
    if (p->error != 0)
        return NULL;
    HPDF_Destination d = HPDF_Page_CreateDestination(p->page);
    HPDF_Destination_SetFitH(d, p->height - y); /* as wide as the window, this line at the top */
    return d;
}

HPDF_Outline pdf_outline(struct pdf *p, HPDF_Outline parent, const char *title, HPDF_Destination to)
{
    struct strbuf clean = {0};
    if (p->error != 0)
        return NULL;
    utf8_clean(&clean, title);
    HPDF_Outline o = HPDF_CreateOutline(p->doc, parent, strbuf_text(&clean), p->encoder);
    HPDF_Outline_SetDestination(o, to);
    strbuf_done(&clean);
    return o;
}

static void info(struct pdf *p, HPDF_InfoType type, const char *text)
{
    bool unicode = p->unicode;
    char shown[TEXT_MAX + 1];
    p->unicode = true; /* document information is not bound to a font */
    showable(p, shown, text);
    p->unicode = unicode;
    HPDF_SetInfoAttr(p->doc, type, shown);
}

void pdf_describe(struct pdf *p, const char *title, const char *subject, const char *date)
{
    info(p, HPDF_INFO_TITLE, title);
    if (subject != NULL)
        info(p, HPDF_INFO_SUBJECT, subject);
    info(p, HPDF_INFO_CREATOR, "kibitzer " KIBITZER_VERSION);
    int year, month, day, end = 0;
    static const int days[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}; /* libharu knows no leap days */
    if (date == NULL || sscanf(date, "%4d-%2d-%2d%n", &year, &month, &day, &end) != 3 || end != 10 || year < 1 ||
        month < 1 || month > 12 || day < 1 || day > days[month])
        year = 2000, month = day = 1; /* some date: without one readers show their own clock's */
    HPDF_SetInfoDateAttr(p->doc, HPDF_INFO_CREATION_DATE, (HPDF_Date){year, month, day, 0, 0, 0, 'Z', 0, 0});
}

bool pdf_save(struct pdf *p, struct strbuf *out)
{
    if (p->error != 0 || HPDF_SaveToStream(p->doc) != HPDF_OK)
        return false;
    HPDF_UINT32 size = HPDF_GetStreamSize(p->doc), left = size;
    char *bytes = xmalloc(size > 0 ? size : 1);
    HPDF_ReadFromStream(p->doc, (HPDF_BYTE *)bytes, &left);
    bool whole = p->error == 0 && left == size && size > 0;
    if (whole)
        strbuf_add(out, bytes, size);
    free(bytes);
    return whole;
}

bool picture_pdf(struct strbuf *out, const struct picture *pic)
{
    int width, height;
    struct pdf p;
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX], ids[200];
    if (!picture_size(pic, &width, &height))
        return false;
    position_id(&pic->position->board, id);
    match_id(pic->position, match);
    xgid(pic->position, xg);
    snprintf(ids, sizeof ids, "%s:%s %s", id, match, xg);
    bool ok = pdf_open(&p);
    if (ok) {
        pdf_describe(&p, pic->title != NULL ? pic->title : "Backgammon board", ids, NULL);
        pdf_page(&p, (float)width, (float)height);
        pdf_board(&p, 0, 0, (float)width, pic->position, &pic->draw, picture_theme(pic));
        ok = pdf_save(&p, out);
    }
    pdf_done(&p);
    return ok;
}
