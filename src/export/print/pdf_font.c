/* Composite fonts (ISO 32000, 9.7) whose codes are the numbers of their signs; see pdf_font.h. */
#include "export/print/pdf_font.h"

#include <stdio.h>

#include "base/xmalloc.h"

HPDF_Dict pdf_font_new(HPDF_Doc doc)
{
    HPDF_Dict font = HPDF_Dict_New(doc->mmgr);
    HPDF_Xref_Add(doc->xref, font);
    HPDF_Dict_AddName(font, "Type", "Font");
    HPDF_Dict_AddName(font, "Subtype", "Type0");
    HPDF_Dict_AddName(font, "Encoding", "Identity-H");
    return font;
}

static HPDF_Dict stream_of(HPDF_Doc doc, const struct strbuf *bytes)
{
    HPDF_Dict d = HPDF_DictStream_New(doc->mmgr, doc->xref);
    d->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    HPDF_Stream_Write(d->stream, (const HPDF_BYTE *)strbuf_text(bytes), (HPDF_UINT)bytes->length);
    return d;
}

/* What each sign stands for. */
static HPDF_Dict text_map(HPDF_Doc doc, const struct printed_font *k)
{
    enum { ROWS = 100 };
    struct strbuf map = {0}, rows = {0};
    strbuf_puts(&map, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
                      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
                      "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
                      "1 begincodespacerange <0000> <FFFF> endcodespacerange\n");
    for (size_t i = 0, n = 0; i < k->n; i++) {
        strbuf_printf(&rows, "<%04zX> <", i + 1);
        printed_font_utf16(&rows, k->at[i].text);
        strbuf_puts(&rows, ">\n");
        if (++n == ROWS || i + 1 == k->n) {
            strbuf_printf(&map, "%zu beginbfchar\n%sendbfchar\n", n, rows.at);
            strbuf_clear(&rows);
            n = 0;
        }
    }
    strbuf_puts(&map, "endcmap CMapName currentdict /CMap defineresource pop end end\n");
    HPDF_Dict d = stream_of(doc, &map);
    strbuf_done(&map);
    strbuf_done(&rows);
    return d;
}

static HPDF_Dict descriptor(HPDF_Doc doc, const char *name, const struct truetype_subset *s)
{
    enum { SYMBOLS = 4, STEM = 80 };
    HPDF_Dict d = HPDF_Dict_New(doc->mmgr), file = stream_of(doc, &s->font);
    HPDF_Array box = HPDF_Array_New(doc->mmgr);
    HPDF_Xref_Add(doc->xref, d);
    HPDF_Dict_AddNumber(file, "Length1", (HPDF_INT32)s->font.length);
    for (int i = 0; i < 4; i++)
        HPDF_Array_AddNumber(box, (HPDF_INT32)(s->box[i] * 1000));
    HPDF_Dict_AddName(d, "Type", "FontDescriptor");
    HPDF_Dict_AddName(d, "FontName", name);
    HPDF_Dict_AddNumber(d, "Flags", SYMBOLS);
    HPDF_Dict_Add(d, "FontBBox", box);
    HPDF_Dict_AddNumber(d, "ItalicAngle", 0);
    HPDF_Dict_AddNumber(d, "Ascent", (HPDF_INT32)(s->box[3] * 1000));
    HPDF_Dict_AddNumber(d, "Descent", (HPDF_INT32)(s->box[1] * 1000));
    HPDF_Dict_AddNumber(d, "CapHeight", (HPDF_INT32)(s->box[3] * 1000));
    HPDF_Dict_AddNumber(d, "StemV", STEM);
    HPDF_Dict_Add(d, "FontFile2", file);
    return d;
}

static HPDF_Array widths(HPDF_Doc doc, const unsigned *width, size_t n)
{
    HPDF_Array all = HPDF_Array_New(doc->mmgr), row = HPDF_Array_New(doc->mmgr);
    for (size_t i = 0; i < n; i++)
        HPDF_Array_AddNumber(row, (HPDF_INT32)width[i]);
    HPDF_Array_AddNumber(all, 1);
    HPDF_Array_Add(all, row);
    return all;
}

static HPDF_Dict signs(HPDF_Doc doc, const char *name, const struct printed_font *k, const struct fonts *f)
{
    unsigned *width = xcalloc(k->n + 1, sizeof *width);
    struct truetype_subset s;
    printed_font_make(k, f, &s, width);
    HPDF_Dict d = HPDF_Dict_New(doc->mmgr), system = HPDF_Dict_New(doc->mmgr);
    HPDF_Xref_Add(doc->xref, d);
    HPDF_Dict_AddName(d, "Type", "Font");
    HPDF_Dict_AddName(d, "Subtype", "CIDFontType2");
    HPDF_Dict_AddName(d, "BaseFont", name);
    HPDF_Dict_Add(system, "Registry", HPDF_String_New(doc->mmgr, "Adobe", NULL));
    HPDF_Dict_Add(system, "Ordering", HPDF_String_New(doc->mmgr, "Identity", NULL));
    HPDF_Dict_AddNumber(system, "Supplement", 0);
    HPDF_Dict_Add(d, "CIDSystemInfo", system);
    HPDF_Dict_AddName(d, "CIDToGIDMap", "Identity");
    HPDF_Dict_Add(d, "W", widths(doc, width, k->n));
    HPDF_Dict_Add(d, "FontDescriptor", descriptor(doc, name, &s));
    truetype_subset_done(&s);
    xfree(width);
    return d;
}

void pdf_font_fill(HPDF_Doc doc, HPDF_Dict font, const struct printed_font *k, const struct fonts *f, size_t i)
{
    enum { LETTERS = 26 };
    char name[64];
    snprintf(name, sizeof name, "KBTZ%c%c+%.48s", (int)('A' + i / LETTERS % LETTERS), (int)('A' + i % LETTERS),
             fonts_name(f, k->font));
    HPDF_Array below = HPDF_Array_New(doc->mmgr);
    HPDF_Array_Add(below, signs(doc, name, k, f));
    HPDF_Dict_AddName(font, "BaseFont", name);
    HPDF_Dict_Add(font, "DescendantFonts", below);
    HPDF_Dict_Add(font, "ToUnicode", text_map(doc, k));
}
