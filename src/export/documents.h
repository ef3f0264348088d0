/* Any document in the formats that need no match: for builders that are not writers of matches. */
#ifndef KIBITZER_EXPORT_DOCUMENTS_H
#define KIBITZER_EXPORT_DOCUMENTS_H

#include "export/print/document.h"

enum document_form { /* ORDER DOCUMENT_FORM */
                     DOCUMENT_HTML,
                     DOCUMENT_PDF,
                     DOCUMENT_TEXT,
                     DOCUMENT_MARKDOWN,
                     DOCUMENT_LATEX,
                     DOCUMENT_EPUB
};

/* Appended to `out`. False after a diagnostic. */
bool document_write(const struct printed_document *doc, enum document_form form, const struct export_options *o,
                    struct strbuf *out, struct diags *d);

/* As text with boards in letters, as Markdown, as LaTeX: into the sink's main part. */
void text_document(const struct printed_document *doc, struct sink *out, struct diags *d);
void markdown_document(const struct printed_document *doc, struct sink *out, struct diags *d);
void latex_document(const struct printed_document *doc, const struct export_options *o, struct sink *out,
                    struct diags *d);

#endif
