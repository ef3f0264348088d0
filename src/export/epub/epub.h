/* A document as EPUB 3: each of its sections is a file of XHTML, boards are SVG in it, without a script.
 * docs/formats/epub.md */
#ifndef KIBITZER_EPUB_H
#define KIBITZER_EPUB_H

#include "export/print/document.h"

/* Appended to the sink's main part. False after a diagnostic. */
bool epub_document(const struct printed_document *doc, const struct export_options *o, struct sink *out,
                   struct diags *d);

#endif
