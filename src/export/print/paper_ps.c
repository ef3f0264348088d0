/* Paper that becomes PostScript (language level 2) with the comments of the Document Structuring Conventions 3.0. Pages
 * are written first, into memory; which letters they use and which parts of boards is then known, and
 * only these are defined in front of them: letters as a subset of the font (Type 42), parts as procedures. Outline,
 * links and description are pdfmarks, which printers pass over and converters to PDF understand. docs/formats/ps.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "export/board/picture.h"
#include "export/print/paper.h"
#include "export/print/printed_font.h"

/* A font of PostScript shows 256 codes: letters fill one after the other, the first with ASCII in its usual places. */
enum { FIRST_CODE = 32, CODES = 223, ASCII = 95, PARTS_MAX = 64, NOTHING = 1 << 24 };

/* What is in force on the page: not given twice. */
struct state {
    uint32_t colour;
    float width, size;
    int font;
    size_t slot;
};

static const struct state state_unknown = {NOTHING, -1, -1, -1, 0};

struct ps_part {
    struct part part;
    const struct theme *theme;
};

struct ps {
    struct paper paper;
    struct strbuf pages, parts, marks; /* bodies of pages; procedures; pdfmarks */
    struct strbuf *out; /* where shapes go: `pages`, or `parts` while one is made */
    struct state now;
    uint32_t *letters; /* by number */
    size_t n_letters, letter_capacity;
    struct printed_fonts more; /* of signs, beyond the two of letters */
    struct ps_part known[PARTS_MAX];
    int n_parts;
    struct ps_entry *entries; /* of the outline */
    size_t n_entries, entry_capacity;
    char title[PAPER_TEXT_MAX + 1], date[16];
    char ids[PAPER_TEXT_MAX + 1]; /* of a picture */
    bool encapsulated;
    float page_width, page_height;
};

struct ps_entry {
    char *title; /* as a hexadecimal string */
    struct paper_place to;
    int parent, children;
};

static struct ps *ps_of(struct paper *p)
{
    return (struct ps *)p;
}

/* ---- words ---- */

/* At most three decimals, without zeros at the end. */
static void put(struct strbuf *out, float x)
{
    size_t start = out->length;
    strbuf_fixed(out, (double)x, 3);
    if (memchr(out->at + start, '.', out->length - start) == NULL)
        return;
    while (out->at[out->length - 1] == '0')
        out->length--;
    if (out->at[out->length - 1] == '.')
        out->length--;
    out->at[out->length] = '\0';
}

static void put2(struct strbuf *out, float x, float y)
{
    put(out, x);
    strbuf_putc(out, ' ');
    put(out, y);
    strbuf_putc(out, ' ');
}

/* A byte of a string in parentheses. */
static void put_byte(struct strbuf *out, unsigned char c)
{
    if (c == '(' || c == ')' || c == '\\')
        strbuf_printf(out, "\\%c", c);
    else if (c < 0x20 || c > 0x7e)
        strbuf_printf(out, "\\%03o", c);
    else
        strbuf_putc(out, (char)c);
}

/* As a hexadecimal string, as pdfmarks want it. */
static void put_utf16(struct strbuf *out, const char *text)
{
    strbuf_puts(out, "<FEFF");
    printed_font_utf16(out, text);
    strbuf_putc(out, '>');
}

/* ---- state ---- */

static void colour(struct ps *p, uint32_t c)
{
    if (c == p->now.colour)
        return;
    for (int shift = 16; shift >= 0; shift -= 8) {
        put(p->out, (float)(c >> shift & 255) / 255);
        strbuf_putc(p->out, ' ');
    }
    strbuf_puts(p->out, "C\n");
    p->now.colour = c;
}

static void line_width(struct ps *p, float width)
{
    if (width == p->now.width)
        return;
    put(p->out, width);
    strbuf_puts(p->out, " W\n");
    p->now.width = width;
}

/* ---- text ---- */

/* P0, B0: the paper's own fonts; G0s0: others. A number for each 223 codes. */
static void put_font_key(struct strbuf *out, int which, size_t slot)
{
    static const char own[PAPER_FONTS] = {'P', 'B'};
    if (which < PAPER_FONTS)
        strbuf_printf(out, "/%c%zu ", own[which], slot);
    else
        strbuf_printf(out, "/G%ds%zu ", which - PAPER_FONTS, slot);
}

static void font(struct ps *p, int which, size_t slot, float size)
{
    if (which == p->now.font && slot == p->now.slot && size == p->now.size)
        return;
    put_font_key(p->out, which, slot);
    put(p->out, size);
    strbuf_puts(p->out, " F\n");
    p->now.font = which;
    p->now.slot = slot;
    p->now.size = size;
}

/* The number of a letter, which gets one when it is met first. ASCII has its own from the start. */
static size_t letter_number(struct ps *p, uint32_t c)
{
    if (c >= FIRST_CODE && c < FIRST_CODE + ASCII)
        return c - FIRST_CODE;
    for (size_t i = ASCII; i < p->n_letters; i++)
        if (p->letters[i] == c)
            return i;
    p->letters = grow(p->letters, p->n_letters, &p->letter_capacity, sizeof *p->letters);
    p->letters[p->n_letters] = c;
    return p->n_letters++;
}

/* Runs of letters of one font each; the first is moved to its place, the others follow on. */
static void show(struct paper *paper, float x, float y, const struct paper_style *s, const char *shown)
{
    struct ps *p = ps_of(paper);
    bool begun = false;
    colour(p, s->colour);
    while (*shown != '\0') {
        struct strbuf run = {0};
        size_t slot = 0, bytes;
        for (bool first = true; *shown != '\0'; first = false, shown += bytes) {
            uint32_t c = paper_letter(paper, shown, &bytes);
            size_t n = paper->unicode ? letter_number(p, c) : c - FIRST_CODE;
            if (!first && paper->unicode && n / CODES != slot)
                break;
            slot = paper->unicode ? n / CODES : 0;
            put_byte(&run, (unsigned char)(FIRST_CODE + (paper->unicode ? n % CODES : n)));
        }
        font(p, s->font, slot, s->size);
        if (!begun)
            put2(p->out, x, paper->height - y);
        strbuf_printf(p->out, "(%s) %s\n", strbuf_text(&run), begun ? "S" : "T");
        begun = true;
        strbuf_done(&run);
    }
}

static size_t sign_number(struct ps *p, const struct shown_signs *k, size_t i)
{
    return printed_font_sign(printed_font_of(&p->more, k->run->font), &k->line->signs, k->run->first + i, k->text) - 1;
}

static void show_signs(struct paper *paper, float x, float y, const struct paper_style *s, const struct shown_signs *k)
{
    struct ps *p = ps_of(paper);
    const int which = PAPER_FONTS + (int)(printed_font_of(&p->more, k->run->font) - p->more.at);
    colour(p, s->colour);
    for (size_t i = 0; i < k->run->n;) {
        struct strbuf codes = {0};
        const bool begins = i == 0;
        const size_t slot = sign_number(p, k, i) / CODES;
        do
            put_byte(&codes, (unsigned char)(FIRST_CODE + sign_number(p, k, i) % CODES));
        while (++i < k->run->n && sign_number(p, k, i) / CODES == slot);
        font(p, which, slot, s->size);
        if (begins)
            put2(p->out, x, paper->height - y);
        strbuf_printf(p->out, "(%s) %s\n", codes.at, begins ? "T" : "S");
        strbuf_done(&codes);
    }
}

/* ---- shapes ---- */

static void begin_page(struct paper *paper, float width, float height)
{
    struct ps *p = ps_of(paper);
    if (paper->n_pages > 1)
        strbuf_puts(&p->pages, "sheet restore showpage\n");
    strbuf_printf(&p->pages, "%%%%Page: %d %d\n%%%%PageBoundingBox: 0 0 %.0f %.0f\n/sheet save def\n", paper->n_pages,
                  paper->n_pages, (double)width, (double)height);
    p->now = state_unknown;
    p->page_width = width;
    p->page_height = height;
}

static void box(struct paper *paper, struct paper_area a, uint32_t c)
{
    struct ps *p = ps_of(paper);
    colour(p, c);
    put2(p->out, a.x, paper->height - a.y - a.height);
    put2(p->out, a.width, a.height);
    strbuf_puts(p->out, "R\n");
}

static void rule(struct paper *paper, float x0, float y0, float x1, float y1, float thickness, uint32_t c)
{
    struct ps *p = ps_of(paper);
    colour(p, c);
    line_width(p, thickness);
    put2(p->out, x1, paper->height - y1);
    put2(p->out, x0, paper->height - y0);
    strbuf_puts(p->out, "L\n");
}

/* Fills, and edges, the path at hand. */
static void finish(struct ps *p, struct paper_ink ink)
{
    if (ink.edge_width <= 0) {
        strbuf_puts(p->out, "fill\n");
        return;
    }
    strbuf_puts(p->out, "gsave fill grestore\n");
    colour(p, ink.edge);
    line_width(p, ink.edge_width);
    strbuf_puts(p->out, "stroke\n");
}

static void polygon(struct paper *paper, const struct draw_point *at, size_t n, struct paper_ink ink)
{
    struct ps *p = ps_of(paper);
    colour(p, ink.fill);
    for (size_t i = 0; i < n; i++) {
        put2(p->out, at[i].x, paper->height - at[i].y);
        strbuf_puts(p->out, i == 0 ? "M " : "N ");
    }
    strbuf_puts(p->out, "closepath ");
    finish(p, ink);
}

static void disc(struct paper *paper, struct draw_point centre, float radius, struct paper_ink ink)
{
    struct ps *p = ps_of(paper);
    colour(p, ink.fill);
    put2(p->out, centre.x, paper->height - centre.y);
    put(p->out, radius);
    strbuf_puts(p->out, " O ");
    finish(p, ink);
}

/* ---- parts of boards ---- */

/* A procedure that draws the part where the origin is, one point to a unit. */
static void define_part(struct ps *p, const struct theme *t, const struct part *part)
{
    const struct state page = p->now;
    const float height = p->paper.height;
    p->known[p->n_parts] = (struct ps_part){*part, t};
    p->out = &p->parts;
    p->now = state_unknown;
    p->paper.height = 0; /* upwards from the origin */
    strbuf_printf(p->out, "/X%d {\n", p->n_parts++);
    paper_part_shapes(&p->paper, t, part);
    strbuf_puts(p->out, "} bind def\n");
    p->paper.height = height;
    p->now = page;
    p->out = &p->pages;
}

static bool draw_known_part(struct paper *paper, const struct theme *t, const struct part *part, float x, float y,
                            float scale)
{
    struct ps *p = ps_of(paper);
    int i = 0;
    while (i < p->n_parts && !(p->known[i].theme == t && part_equal(&p->known[i].part, part)))
        i++;
    if (i == PARTS_MAX)
        return false;
    if (i == p->n_parts)
        define_part(p, t, part);
    put2(p->out, x, paper->height - y);
    put(p->out, scale);
    strbuf_printf(p->out, " /X%d X\n", i);
    return true;
}

/* ---- outline, links, description ---- */

static int outline(struct paper *paper, int parent, const char *title, struct paper_place to)
{
    struct ps *p = ps_of(paper);
    struct strbuf hex = {0};
    put_utf16(&hex, title);
    p->entries = grow(p->entries, p->n_entries, &p->entry_capacity, sizeof *p->entries);
    p->entries[p->n_entries] = (struct ps_entry){.title = hex.at, .to = to, .parent = parent};
    if (parent > 0 && (size_t)parent <= p->n_entries)
        p->entries[parent - 1].children++;
    return (int)++p->n_entries;
}

static void put_view(struct strbuf *out, const struct ps *p, struct paper_place to)
{
    strbuf_printf(out, "/Page %d /View [/FitH %.0f]", to.page, (double)(p->page_height - to.y));
}

static void link_to(struct paper *paper, int page, struct paper_area a, struct paper_place to)
{
    struct ps *p = ps_of(paper);
    strbuf_puts(&p->marks, "[/Rect [");
    put2(&p->marks, a.x, p->page_height - a.y - a.height);
    put2(&p->marks, a.x + a.width, p->page_height - a.y);
    strbuf_printf(&p->marks, "] /Border [0 0 0] /SrcPg %d ", page);
    put_view(&p->marks, p, to);
    strbuf_puts(&p->marks, " /Subtype /Link /ANN pdfmark\n");
}

static void describe(struct paper *paper, const char *title, const char *subject, const char *date)
{
    struct ps *p = ps_of(paper);
    snprintf(p->title, sizeof p->title, "%s", title);
    if (date != NULL && strlen(date) < sizeof p->date && strspn(date, "0123456789-") == strlen(date))
        snprintf(p->date, sizeof p->date, "%s", date);
    strbuf_puts(&p->marks, "[/Title ");
    put_utf16(&p->marks, title);
    if (subject != NULL) {
        strbuf_puts(&p->marks, " /Subject ");
        put_utf16(&p->marks, subject);
    }
    strbuf_puts(&p->marks, " /Creator (kibitzer " KIBITZER_VERSION ") /DOCINFO pdfmark\n");
}

static void put_outline(struct strbuf *out, const struct ps *p)
{
    for (size_t i = 0; i < p->n_entries; i++) {
        strbuf_puts(out, "[");
        if (p->entries[i].children > 0)
            strbuf_printf(out, "/Count -%d ", p->entries[i].children); /* folded */
        put_view(out, p, p->entries[i].to);
        strbuf_printf(out, " /Title %s /OUT pdfmark\n", p->entries[i].title);
    }
}

/* ---- fonts ---- */

static void put_name(struct strbuf *out, uint32_t c)
{
    strbuf_printf(out, c < 0x10000 ? "uni%04X" : "u%05X", (unsigned)c);
}

static uint32_t letter(const struct ps *p, size_t n)
{
    return n < ASCII ? (uint32_t)(FIRST_CODE + n) : p->letters[n];
}

static const char *const font_names[PAPER_FONTS] = {"KibitzerDejaVuSans", "KibitzerDejaVuSans-Bold"};

/* A font of the file: one of the paper's own, which all have the same letters, or one of signs. */
struct ps_font {
    const struct ps *p;
    int which;
    const struct printed_font *signs; /* NULL: letters */
    size_t n; /* of either */
};

static void put_ps_name(struct strbuf *out, const struct ps_font *k)
{
    if (k->signs == NULL)
        strbuf_puts(out, font_names[k->which]);
    else
        strbuf_printf(out, "Kibitzer%s-%d", fonts_name(paper_fonts(&k->p->paper), k->signs->font),
                      k->which - PAPER_FONTS);
}

/* From such names programs know what a sign stands for. */
static void put_sign_name(struct strbuf *out, const struct ps_font *k, size_t n)
{
    strbuf_putc(out, '/');
    if (k->signs == NULL) {
        put_name(out, letter(k->p, n));
        return;
    }
    struct span rest = span_of(k->signs->at[n].text);
    for (bool first = true; rest.length > 0; first = false) {
        const size_t step = utf8_length(rest);
        strbuf_puts(out, first ? "" : "_");
        put_name(out, utf8_code_point(rest));
        rest = span_sub(rest, step != 0 ? step : 1, rest.length);
    }
    strbuf_printf(out, ".%zu", n);
}

static void put_encoding(struct strbuf *out, const struct ps_font *k, size_t slot)
{
    size_t from = slot * CODES, to = from + CODES < k->n ? from + CODES : k->n;
    strbuf_printf(out, "256 array 0 1 255 {1 index exch /.notdef put} for\n");
    for (size_t n = from; n < to; n++) {
        strbuf_printf(out, "dup %zu ", FIRST_CODE + n - from);
        put_sign_name(out, k, n);
        strbuf_puts(out, " put\n");
    }
}

/* The font as strings in hexadecimal, each shorter than 64 KB, cut only where a table or a glyph begins. */
static void put_sfnts(struct strbuf *out, const struct truetype_subset *s)
{
    enum { STRING_MAX = 65000, LINE = 36 };
    static const char digits[] = "0123456789abcdef";
    size_t from = 0;
    strbuf_puts(out, "/sfnts [\n");
    for (size_t k = 0; k < s->n_breaks; k++) {
        bool last = k + 1 == s->n_breaks;
        if (!last && s->breaks[k + 1] - from <= STRING_MAX)
            continue;
        strbuf_putc(out, '<');
        for (size_t i = from; i < s->breaks[k]; i++) {
            unsigned char c = (unsigned char)s->font.at[i];
            strbuf_putc(out, digits[c >> 4]);
            strbuf_putc(out, digits[c & 15]);
            if ((i - from) % LINE == LINE - 1)
                strbuf_putc(out, '\n');
        }
        strbuf_puts(out, "00>\n"); /* a byte of padding, as the format wants */
        from = s->breaks[k];
    }
    strbuf_puts(out, "] def\n");
}

static void put_glyph_names(struct strbuf *out, const struct ps_font *k, const struct truetype_subset *s)
{
    strbuf_printf(out, "/CharStrings %zu dict dup begin\n/.notdef 0 def\n", k->n + 1);
    for (size_t n = 0; n < k->n; n++) {
        put_sign_name(out, k, n);
        strbuf_printf(out, " %u def\n", s->glyph[n]);
    }
    strbuf_puts(out, "end readonly def\n");
}

/* The first font with its letters; those of the other codes share them. */
static void put_font_of(struct strbuf *out, const struct ps_font *k, const struct truetype_subset *s)
{
    struct strbuf name = {0};
    put_ps_name(&name, k);
    strbuf_printf(out,
                  "%%%%BeginResource: font %s\n11 dict begin\n/FontName /%s def\n/FontType 42 def\n"
                  "/FontMatrix [1 0 0 1 0 0] def\n/PaintType 0 def\n/FontBBox [%.4f %.4f %.4f %.4f] def\n"
                  "/Encoding ",
                  name.at, name.at, (double)s->box[0], (double)s->box[1], (double)s->box[2], (double)s->box[3]);
    put_encoding(out, k, 0);
    strbuf_puts(out, "readonly def\n");
    put_glyph_names(out, k, s);
    put_sfnts(out, s);
    strbuf_puts(out, "FontName currentdict end definefont pop\n%%EndResource\n");
    put_font_key(out, k->which, 0);
    strbuf_printf(out, "/%s findfont def\n", name.at);
    for (size_t slot = 1; slot * CODES < k->n; slot++) {
        strbuf_printf(out, "/%s findfont ", name.at);
        put_encoding(out, k, slot);
        strbuf_printf(out, "/%s-%zu recode ", name.at, slot);
        put_font_key(out, k->which, slot);
        strbuf_puts(out, "exch def\n");
    }
    strbuf_done(&name);
}

static bool put_own_font(struct strbuf *out, const struct ps *p, int which)
{
    struct truetype_subset s;
    uint32_t *codes = xcalloc(p->n_letters, sizeof *codes);
    for (size_t n = 0; n < p->n_letters; n++)
        codes[n] = letter(p, n);
    const bool good = truetype_subset(p->paper.letters[which], codes, p->n_letters, &s);
    if (good)
        put_font_of(out, &(struct ps_font){p, which, NULL, p->n_letters}, &s);
    truetype_subset_done(&s);
    xfree(codes);
    return good;
}

static void put_other_font(struct strbuf *out, const struct ps *p, size_t i)
{
    const struct printed_font *k = &p->more.at[i];
    struct truetype_subset s;
    unsigned *width = xcalloc(k->n + 1, sizeof *width);
    printed_font_make(k, paper_fonts(&p->paper), &s, width);
    put_font_of(out, &(struct ps_font){p, PAPER_FONTS + (int)i, k, k->n}, &s);
    truetype_subset_done(&s);
    xfree(width);
}

/* Helvetica with the codes of Windows-1252 that paper.c uses. */
static void put_base_fonts(struct strbuf *out)
{
    static const char *const names[PAPER_FONTS] = {"Helvetica", "Helvetica-Bold"};
    for (int i = 0; i < PAPER_FONTS; i++)
        strbuf_printf(out,
                      "%%%%IncludeResource: font %s\n/%s findfont ISOLatin1Encoding 256 array copy\n"
                      "dup 45 /hyphen put dup 128 /Euro put dup 133 /ellipsis put dup 146 /quoteright put\n"
                      "dup 150 /endash put dup 151 /emdash put /%s-Latin recode /%c0 exch def\n",
                      names[i], names[i], names[i], "PB"[i]);
}

/* ---- the file ---- */

static void put_header(struct strbuf *out, const struct ps *p)
{
    const bool embedded = p->paper.unicode;
    strbuf_printf(out, "%%!PS-Adobe-3.0%s\n%%%%Title: (", p->encapsulated ? " EPSF-3.0" : "");
    for (const char *c = p->title; *c != '\0' && c - p->title < 60; c++) /* a line stays below 255 bytes */
        put_byte(out, (unsigned char)*c);
    strbuf_puts(out, ")\n%%Creator: (kibitzer " KIBITZER_VERSION ")\n");
    if (p->date[0] != '\0')
        strbuf_printf(out, "%%%%CreationDate: (%s)\n", p->date);
    strbuf_printf(out,
                  "%%%%Pages: %d\n%%%%PageOrder: Ascend\n%%%%BoundingBox: 0 0 %.0f %.0f\n"
                  "%%%%DocumentMedia: Plain %.0f %.0f 0 () ()\n%%%%LanguageLevel: 2\n%%%%DocumentData: Clean7Bit\n",
                  p->paper.n_pages, (double)p->page_width, (double)p->page_height, (double)p->page_width,
                  (double)p->page_height);
    if (embedded) {
        strbuf_printf(out, "%%%%DocumentSuppliedResources: font %s %s\n", font_names[0], font_names[1]);
        for (size_t i = 0; i < p->more.n; i++) {
            strbuf_puts(out, "%%+ font ");
            put_ps_name(out, &(struct ps_font){p, PAPER_FONTS + (int)i, &p->more.at[i], 0});
            strbuf_putc(out, '\n');
        }
    } else
        strbuf_puts(out, "%%DocumentNeededResources: font Helvetica Helvetica-Bold\n");
    strbuf_puts(out, "%%EndComments\n");
    if (p->encapsulated)
        strbuf_printf(out, "%% %s\n", p->ids);
}

static void put_prolog(struct strbuf *out, const struct ps *p)
{
    strbuf_puts(out, "%%BeginProlog\n200 dict begin\n"
                     "/C /setrgbcolor load def /W /setlinewidth load def /M /moveto load def /N /lineto load def\n"
                     "/R /rectfill load def /S /show load def /T {3 1 roll moveto show} bind def\n"
                     "/L {newpath moveto lineto stroke} bind def /O {newpath 0 360 arc closepath} bind def\n"
                     "/F {exch load exch scalefont setfont} bind def\n"
                     "/X {gsave 4 2 roll translate exch dup scale load exec grestore} bind def\n"
                     "/recode { % font encoding name -> font\n"
                     "  3 -1 roll dup length dict begin {1 index /FID ne {def} {pop pop} ifelse} forall\n"
                     "  exch /Encoding exch def currentdict end definefont } bind def\n"
                     "/pdfmark where {pop} {/pdfmark /cleartomark load def} ifelse\n");
    strbuf_add(out, strbuf_text(&p->parts), p->parts.length);
    strbuf_puts(out, "%%EndProlog\n");
}

static bool put_setup(struct strbuf *out, const struct ps *p)
{
    bool good = true;
    strbuf_puts(out, "%%BeginSetup\n");
    if (!p->encapsulated)
        strbuf_printf(out,
                      "%%%%BeginFeature: *PageSize Plain\n/setpagedevice where {pop << /PageSize [%.0f %.0f] >> "
                      "setpagedevice} if\n%%%%EndFeature\n",
                      (double)p->page_width, (double)p->page_height);
    if (p->paper.unicode)
        good = put_own_font(out, p, PAPER_PLAIN) && put_own_font(out, p, PAPER_BOLD);
    else
        put_base_fonts(out);
    for (size_t i = 0; i < p->more.n; i++)
        put_other_font(out, p, i);
    strbuf_add(out, strbuf_text(&p->marks), p->marks.length);
    put_outline(out, p);
    strbuf_puts(out, "%%EndSetup\n");
    return good;
}

static bool save(struct paper *paper, struct strbuf *out)
{
    struct ps *p = ps_of(paper);
    put_header(out, p);
    put_prolog(out, p);
    if (!put_setup(out, p))
        return false;
    strbuf_add(out, strbuf_text(&p->pages), p->pages.length);
    strbuf_puts(out, paper->n_pages > 0 ? "sheet restore showpage\n" : "");
    strbuf_puts(out, "%%Trailer\nend\n%%EOF\n");
    return true;
}

static void close_ps(struct paper *paper)
{
    struct ps *p = ps_of(paper);
    paper_done(paper);
    strbuf_done(&p->pages);
    strbuf_done(&p->parts);
    strbuf_done(&p->marks);
    for (size_t i = 0; i < p->n_entries; i++)
        xfree(p->entries[i].title);
    xfree(p->entries);
    xfree(p->letters);
    printed_fonts_done(&p->more);
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
    .close = close_ps,
};

struct paper *paper_open_ps(void)
{
    struct ps *p = xcalloc(1, sizeof *p);
    p->out = &p->pages;
    for (p->n_letters = 0; p->n_letters < ASCII; p->n_letters++) { /* numbers of their own */
        p->letters = grow(p->letters, p->n_letters, &p->letter_capacity, sizeof *p->letters);
        p->letters[p->n_letters] = (uint32_t)(FIRST_CODE + p->n_letters);
    }
    paper_init(&p->paper, &kind);
    return &p->paper;
}

struct paper *paper_open_eps(const struct picture *picture)
{
    struct ps *p = ps_of(paper_open_ps());
    p->encapsulated = true;
    picture_ids(picture, p->ids, sizeof p->ids);
    return &p->paper;
}
