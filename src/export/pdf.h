/* Paper for the PDF writers: pages, text and boards through libharu. Coordinates in points from the top left corner.
 * Private to pdf*.c. Errors of the library are kept in `error`; everything after the first does nothing. */
#ifndef KIBITZER_PDF_H
#define KIBITZER_PDF_H

#include <hpdf.h>

#include "base/strbuf.h"
#include "export/draw.h"

enum { PDF_PLAIN, PDF_BOLD, PDF_FONTS };
enum pdf_align { PDF_LEFT, PDF_RIGHT, PDF_CENTRE };

struct pdf {
    HPDF_Doc doc;
    HPDF_Page page; /* the one being written */
    HPDF_Font font[PDF_FONTS];
    HPDF_Encoder encoder; /* of outline and document information */
    float height; /* of the page */
    bool unicode; /* a TrueType font was found; else Latin letters only */
    HPDF_STATUS error; /* of the library, 0 = none */
    uint32_t fill, edge; /* colours in force on the page: not told twice */
};

struct pdf_style {
    float size;
    int font;
    uint32_t colour;
    enum pdf_align align;
};

bool pdf_open(struct pdf *p); /* false: libharu could not start. `p` must not move afterwards */
void pdf_done(struct pdf *p);
/* Title and subject for the document information; `date` yyyy-mm-dd or NULL. No clock is asked. */
void pdf_describe(struct pdf *p, const char *title, const char *subject, const char *date);
bool pdf_save(struct pdf *p, struct strbuf *out); /* appends the file */

void pdf_page(struct pdf *p, float width, float height);

/* Text on the base line `y`, shortened with an ellipsis to `width` (0 = as long as it is). */
void pdf_text(struct pdf *p, float x, float y, float width, const struct pdf_style *s, const char *text);
float pdf_width(const struct pdf *p, const struct pdf_style *s, const char *text);
/* Bytes of `text` that fit into `width`, broken at a blank or a line feed; at least one character. */
size_t pdf_break(const struct pdf *p, const struct pdf_style *s, const char *text, float width);

void pdf_box(struct pdf *p, float x, float y, float width, float height, uint32_t colour);
void pdf_rule(struct pdf *p, float x0, float y0, float x1, float y1, float thickness, uint32_t colour);
void pdf_dot(struct pdf *p, float x, float y, float radius, uint32_t fill, uint32_t edge);
void pdf_board(struct pdf *p, float x, float y, float width, const struct position *at, const struct draw_options *o,
               const struct theme *theme);

HPDF_Destination pdf_place(struct pdf *p, float y); /* of the page at hand, for outline and links */
HPDF_Outline pdf_outline(struct pdf *p, HPDF_Outline parent, const char *title, HPDF_Destination to);

#endif
