/* Fonts of a PDF that libharu does not make: of signs (printed_font.h), not of characters. */
#ifndef KIBITZER_PDF_FONT_H
#define KIBITZER_PDF_FONT_H

#include <hpdf.h>

#include "export/print/printed_font.h"

/* Empty: to be named on pages while its signs are not all known. */
HPDF_Dict pdf_font_new(HPDF_Doc doc);
/* The i-th of the document, before it is saved. */
void pdf_font_fill(HPDF_Doc doc, HPDF_Dict font, const struct printed_font *k, const struct fonts *f, size_t i);

#endif
