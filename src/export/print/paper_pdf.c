/* Paper that becomes a PDF: libharu does the file, this file its colours, its upside down coordinates and its lists of
 * pages and outline entries. */
#include <hpdf.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/attempt.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "export/print/paper.h"
#include "export/print/pdf_font.h"
#include "export/board/picture.h"

enum { PARTS_MAX = 64 };

struct pdf_part { /* of boards: a form XObject */
    struct part part;
    const struct theme *theme;
    HPDF_XObject form;
};

struct pdf {
    struct paper paper;
    HPDF_Doc doc;
    HPDF_Font font[PAPER_FONTS];
    HPDF_Page page; /* the one being written */
    struct pdf_part known[PARTS_MAX];
    int n_parts;
    HPDF_Page *pages;
    HPDF_Outline *outlines;
    size_t n_outlines, page_capacity, outline_capacity;
    uint32_t fill, edge; /* colours in force on the page: not given twice */
    unsigned fonts; /* of what was shown, a bit for each */
    struct printed_fonts more; /* beyond those two */
    HPDF_Dict *more_font; /* of each of them */
    size_t more_capacity;
};

static struct pdf *pdf_of(struct paper *p)
{
    return (struct pdf *)p;
}

/* ---- shapes ---- */

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

static float scale_of(const struct pdf *p)
{
    return p->paper.scale > 0 ? p->paper.scale : 1;
}

static void begin_page(struct paper *paper, float width, float height)
{
    struct pdf *p = pdf_of(paper);
    p->page = HPDF_AddPage(p->doc);
    p->pages = grow(p->pages, (size_t)paper->n_pages - 1, &p->page_capacity, sizeof *p->pages);
    p->pages[paper->n_pages - 1] = p->page;
    p->fill = p->edge = NO_COLOUR;
    for (int i = 0; i < PAPER_FONTS; i++)
        HPDF_Page_GetLocalFontName(p->page, p->font[i]); /* by the same names on all pages: forms use them */
    HPDF_Page_SetWidth(p->page, width * scale_of(p));
    HPDF_Page_SetHeight(p->page, height * scale_of(p));
    if (paper->scale > 0)
        HPDF_Page_Concat(p->page, scale_of(p), 0, 0, scale_of(p), 0, 0);
}

static void show(struct paper *paper, float x, float y, const struct paper_style *s, const char *shown)
{
    struct pdf *p = pdf_of(paper);
    fill_colour(p, s->colour);
    p->fonts |= 1u << s->font;
    HPDF_Page_BeginText(p->page);
    HPDF_Page_SetFontAndSize(p->page, p->font[s->font], s->size);
    HPDF_Page_TextOut(p->page, x, paper->height - y, shown);
    HPDF_Page_EndText(p->page);
}

static HPDF_Dict font_for(struct pdf *p, const struct printed_font *k)
{
    const size_t i = (size_t)(k - p->more.at);
    if (k->n == 0) {
        p->more_font = grow(p->more_font, i, &p->more_capacity, sizeof *p->more_font);
        p->more_font[i] = pdf_font_new(p->doc);
    }
    return p->more_font[i];
}

/* libharu shows characters, so these are written into the page beside it. */
static void show_signs(struct paper *paper, float x, float y, const struct paper_style *s, const struct shown_signs *k)
{
    struct pdf *p = pdf_of(paper);
    struct printed_font *font = printed_font_of(&p->more, k->run->font);
    struct strbuf out = {0};
    fill_colour(p, s->colour);
    strbuf_printf(&out, "BT\n/%s ", HPDF_Page_GetLocalFontName(p->page, font_for(p, font)));
    strbuf_fixed(&out, (double)s->size, 2);
    strbuf_puts(&out, " Tf 1 0 0 1 ");
    strbuf_fixed(&out, (double)x, 3);
    strbuf_putc(&out, ' ');
    strbuf_fixed(&out, (double)(paper->height - y), 3);
    strbuf_puts(&out, " Tm <");
    for (size_t i = 0; i < k->run->n; i++)
        strbuf_printf(&out, "%04X", printed_font_sign(font, &k->line->signs, k->run->first + i, k->text));
    strbuf_puts(&out, "> Tj\n");
    strbuf_puts(&out, "ET\n");
    HPDF_Stream_WriteStr(((HPDF_PageAttr)p->page->attr)->stream, out.at);
    strbuf_done(&out);
}

static void box(struct paper *paper, struct paper_area a, uint32_t colour)
{
    struct pdf *p = pdf_of(paper);
    fill_colour(p, colour);
    HPDF_Page_Rectangle(p->page, a.x, paper->height - a.y - a.height, a.width, a.height);
    HPDF_Page_Fill(p->page);
}

static void rule(struct paper *paper, float x0, float y0, float x1, float y1, float thickness, uint32_t colour)
{
    struct pdf *p = pdf_of(paper);
    line_colour(p, colour);
    HPDF_Page_SetLineWidth(p->page, thickness);
    HPDF_Page_MoveTo(p->page, x0, paper->height - y0);
    HPDF_Page_LineTo(p->page, x1, paper->height - y1);
    HPDF_Page_Stroke(p->page);
}

static void choose(struct pdf *p, struct paper_ink ink)
{
    fill_colour(p, ink.fill);
    if (ink.edge_width > 0) {
        line_colour(p, ink.edge);
        HPDF_Page_SetLineWidth(p->page, ink.edge_width);
    }
}

static void finish(struct pdf *p, struct paper_ink ink)
{
    if (ink.edge_width > 0)
        HPDF_Page_FillStroke(p->page);
    else
        HPDF_Page_Fill(p->page);
}

static void polygon(struct paper *paper, const struct draw_point *at, size_t n, struct paper_ink ink)
{
    struct pdf *p = pdf_of(paper);
    choose(p, ink);
    for (size_t i = 0; i < n; i++) {
        if (i == 0)
            HPDF_Page_MoveTo(p->page, at[i].x, paper->height - at[i].y);
        else
            HPDF_Page_LineTo(p->page, at[i].x, paper->height - at[i].y);
    }
    HPDF_Page_ClosePath(p->page);
    finish(p, ink);
}

static void disc(struct paper *paper, struct draw_point centre, float radius, struct paper_ink ink)
{
    struct pdf *p = pdf_of(paper);
    choose(p, ink);
    HPDF_Page_Circle(p->page, centre.x, paper->height - centre.y, radius);
    finish(p, ink);
}

/* ---- parts of boards ---- */

/* What is drawn on the page at hand goes into the form instead; the origin is the part's, y grows upwards. */
static void draw_into(struct pdf *p, HPDF_Dict form, const struct theme *t, const struct part *part)
{
    HPDF_PageAttr page = p->page->attr;
    HPDF_Stream stream = page->stream;
    const float height = p->paper.height;
    page->stream = form->stream;
    p->paper.height = 0;
    p->fill = p->edge = NO_COLOUR;
    p->fonts = 0;
    paper_part_shapes(&p->paper, t, part);
    p->fill = p->edge = NO_COLOUR;
    p->paper.height = height;
    page->stream = stream;
}

static HPDF_XObject make_form(struct pdf *p, const struct theme *t, const struct part *part)
{
    static const char *const names[PAPER_FONTS] = {"F1", "F2"};
    HPDF_Dict form = HPDF_DictStream_New(p->doc->mmgr, p->doc->xref);
    HPDF_Dict resources = HPDF_Dict_New(p->doc->mmgr), fonts = HPDF_Dict_New(p->doc->mmgr);
    if (form == NULL || resources == NULL || fonts == NULL)
        return NULL;
    form->header.obj_class |= HPDF_OSUBCLASS_XOBJECT;
    form->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    HPDF_Dict_AddName(form, "Type", "XObject");
    HPDF_Dict_AddName(form, "Subtype", "Form");
    HPDF_Dict_Add(form, "BBox",
                  HPDF_Box_Array_New(p->doc->mmgr, (HPDF_Box){-DRAW_WIDTH, -DRAW_WIDTH, DRAW_WIDTH, DRAW_WIDTH}));
    HPDF_Dict_Add(resources, "Font", fonts);
    HPDF_Dict_Add(form, "Resources", resources);
    draw_into(p, form, t, part);
    for (int i = 0; i < PAPER_FONTS; i++)
        if (p->fonts >> i & 1) /* readers open those that are named each time the form is drawn: most have no letters */
            HPDF_Dict_Add(fonts, names[i], p->font[i]);
    return form;
}

static bool draw_known_part(struct paper *paper, const struct theme *t, const struct part *part, float x, float y,
                            float scale)
{
    struct pdf *p = pdf_of(paper);
    int i = 0;
    while (i < p->n_parts && !(p->known[i].theme == t && part_equal(&p->known[i].part, part)))
        i++;
    if (i == PARTS_MAX)
        return false;
    if (i == p->n_parts)
        p->known[p->n_parts++] = (struct pdf_part){*part, t, make_form(p, t, part)};
    HPDF_Page_GSave(p->page);
    HPDF_Page_Concat(p->page, scale, 0, 0, scale, x, paper->height - y);
    HPDF_Page_ExecuteXObject(p->page, p->known[i].form);
    HPDF_Page_GRestore(p->page);
    return true;
}

/* ---- outline, links, information ---- */

static HPDF_Destination destination(const struct pdf *p, struct paper_place to)
{
    if (to.page < 1 || to.page > p->paper.n_pages)
        return NULL;
    HPDF_Destination d = HPDF_Page_CreateDestination(p->pages[to.page - 1]);
    HPDF_Destination_SetFitH(d,
                             (p->paper.height - to.y) * scale_of(p)); /* as wide as the window, this line at the top */
    return d;
}

static int outline(struct paper *paper, int parent, const char *title, struct paper_place to)
{
    struct pdf *p = pdf_of(paper);
    HPDF_Outline above = parent > 0 && (size_t)parent <= p->n_outlines ? p->outlines[parent - 1] : NULL;
    p->outlines = grow(p->outlines, p->n_outlines, &p->outline_capacity, sizeof *p->outlines);
    p->outlines[p->n_outlines] = HPDF_CreateOutline(p->doc, above, title, HPDF_GetEncoder(p->doc, "UTF-8"));
    HPDF_Outline_SetOpened(p->outlines[p->n_outlines], HPDF_FALSE);
    HPDF_Outline_SetDestination(p->outlines[p->n_outlines], destination(p, to));
    return (int)++p->n_outlines;
}

static void link_to(struct paper *paper, int page, struct paper_area a, struct paper_place to)
{
    struct pdf *p = pdf_of(paper);
    const float scale = scale_of(p), top = paper->height - a.y;
    HPDF_Rect area = {a.x * scale, (top - a.height) * scale, (a.x + a.width) * scale, top * scale};
    HPDF_Annotation link = HPDF_Page_CreateLinkAnnot(p->pages[page - 1], area, destination(p, to));
    HPDF_LinkAnnot_SetBorderStyle(link, 0, 0, 0);
}

static void describe(struct paper *paper, const char *title, const char *subject, const char *date)
{
    const struct pdf *p = pdf_of(paper);
    HPDF_SetInfoAttr(p->doc, HPDF_INFO_TITLE, title);
    if (subject != NULL)
        HPDF_SetInfoAttr(p->doc, HPDF_INFO_SUBJECT, subject);
    HPDF_SetInfoAttr(p->doc, HPDF_INFO_CREATOR, "kibitzer " KIBITZER_VERSION);
    int year, month, day, end = 0;
    static const int days[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}; /* libharu knows no leap days */
    if (date == NULL || sscanf(date, "%4d-%2d-%2d%n", &year, &month, &day, &end) != 3 || end != 10 || year < 1 ||
        month < 1 || month > 12 || day < 1 || day > days[month])
        year = 2000, month = day = 1; /* some date: without one readers show their own clock's */
    HPDF_SetInfoDateAttr(p->doc, HPDF_INFO_CREATION_DATE, (HPDF_Date){year, month, day, 0, 0, 0, 'Z', 0, 0});
}

/* ---- the file ---- */

/* libharu looks after few of the things that it has in hand when memory runs out, so it never sees NULL: the attempt
 * ends, and all its memory with it. What zlib holds while the document is saved (a quarter of a megabyte) is lost then.
 */
static void *take_memory(HPDF_UINT size)
{
    return xmalloc(size);
}

/* libharu embeds a shown glyph and its components, but not what these are made of in turn: a Greek omicron with an
 * accent lost the Latin o. */
static void embed_components(const struct pdf *p)
{
    for (int i = 0; i < PAPER_FONTS && p->paper.unicode; i++) {
        const HPDF_FontAttr font = p->font[i]->attr;
        const HPDF_TTFontDefAttr file = font->fontdef->attr;
        truetype_mark_components(p->paper.letters[i], file->glyph_tbl.flgs, file->num_glyphs);
    }
}

static bool save(struct paper *paper, struct strbuf *out)
{
    const struct pdf *p = pdf_of(paper);
    embed_components(p);
    for (size_t i = 0; i < p->more.n; i++)
        pdf_font_fill(p->doc, p->more_font[i], &p->more.at[i], paper_fonts(paper), i);
    if (p->n_outlines != 0)
        HPDF_SetPageMode(p->doc, HPDF_PAGE_MODE_USE_OUTLINE);
    if (HPDF_SaveToStream(p->doc) != HPDF_OK)
        return false;
    HPDF_UINT32 size = HPDF_GetStreamSize(p->doc), left = size;
    char *bytes = xmalloc(size > 0 ? size : 1);
    HPDF_ReadFromStream(p->doc, (HPDF_BYTE *)bytes, &left);
    bool whole = paper->error == 0 && left == size && size > 0;
    if (whole)
        strbuf_add(out, bytes, size);
    xfree(bytes);
    return whole;
}

static void close_pdf(struct paper *paper)
{
    struct pdf *p = pdf_of(paper);
    paper_done(paper);
    printed_fonts_done(&p->more);
    xfree(p->more_font);
    if (p->doc != NULL)
        HPDF_Free(p->doc);
    xfree(p->pages);
    xfree(p->outlines);
    xfree(p);
}

static const struct paper_kind kind = {
    .begin_page = begin_page,
    .show = show,
    .signs = show_signs,
    .box = box,
    .rule = rule,
    .polygon = polygon,
    .disc = disc,
    .part = draw_known_part,
    .outline = outline,
    .link = link_to,
    .describe = describe,
    .save = save,
    .close = close_pdf,
};

/* ---- fonts ---- */

/* libharu's own map from codes to characters is not valid (poppler complains for each page). Its codes are Unicode, so
 * the map is the identity: 256 ranges, as no range may go beyond one first byte. */
static void mend_unicode_map(HPDF_Font font)
{
    HPDF_Dict map = HPDF_Dict_GetItem(font, "ToUnicode", HPDF_OCLASS_DICT);
    char line[64];
    if (map == NULL || map->stream == NULL)
        return;
    HPDF_MemStream_FreeData(map->stream);
    HPDF_Stream_WriteStr(map->stream, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
                                      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
                                      "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
                                      "1 begincodespacerange <0000> <FFFF> endcodespacerange\n");
    for (unsigned i = 0; i < 256; i++) {
        if (i % 64 == 0)
            HPDF_Stream_WriteStr(map->stream, "64 beginbfrange\n");
        snprintf(line, sizeof line, "<%02X00> <%02XFF> <%02X00>\n", i, i, i);
        HPDF_Stream_WriteStr(map->stream, line);
        if (i % 64 == 63)
            HPDF_Stream_WriteStr(map->stream, "endbfrange\n");
    }
    HPDF_Stream_WriteStr(map->stream, "endcmap CMapName currentdict /CMap defineresource pop end end\n");
}

static void load_fonts(struct pdf *p)
{
    static const char *const plain[PAPER_FONTS] = {"Helvetica", "Helvetica-Bold"};
    HPDF_UseUTFEncodings(p->doc);
    HPDF_SetCurrentEncoder(p->doc, "UTF-8");
    for (int i = 0; i < PAPER_FONTS; i++) {
        if (!p->paper.unicode) {
            p->font[i] = HPDF_GetFont(p->doc, plain[i], "WinAnsiEncoding");
            continue;
        }
        const char *name = HPDF_LoadTTFontFromFile(p->doc, p->paper.font_file[i], HPDF_TRUE);
        p->font[i] = name != NULL ? HPDF_GetFont(p->doc, name, "UTF-8") : NULL;
        if (p->font[i] != NULL)
            mend_unicode_map(p->font[i]);
    }
}

static void keep_error(HPDF_STATUS status, HPDF_STATUS detail, void *context)
{
    struct paper *p = context;
    (void)detail;
    if (p->error == 0)
        p->error = status;
}

struct paper *paper_open_pdf(void)
{
    struct pdf *p = xcalloc(1, sizeof *p);
    paper_init(&p->paper, &kind);
    p->doc = HPDF_NewEx(keep_error, take_memory, xfree, 0, &p->paper);
    if (p->doc == NULL)
        attempt_fail();
    HPDF_SetCompressionMode(p->doc, HPDF_COMP_ALL);
    load_fonts(p);
    if (p->paper.error == 0)
        return &p->paper;
    paper_close(&p->paper);
    return NULL;
}

bool picture_pdf(struct strbuf *out, const struct picture *pic)
{
    int width, height;
    char ids[200];
    if (!picture_size(pic, &width, &height))
        return false;
    picture_ids(pic, ids, sizeof ids);
    struct paper *p = paper_open_pdf();
    if (p == NULL)
        return false;
    paper_describe(p, pic->title != NULL ? pic->title : "Backgammon board", ids, NULL);
    paper_page(p, (float)width, (float)height);
    paper_board(p, 0, 0, (float)width, pic->position, &pic->draw, picture_theme(pic));
    bool ok = paper_save(p, out);
    paper_close(p);
    return ok;
}
