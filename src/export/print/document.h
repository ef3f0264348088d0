/* Any document on paper: for builders that are not writers of matches. */
#ifndef KIBITZER_PRINT_DOCUMENT_H
#define KIBITZER_PRINT_DOCUMENT_H

#include "base/diag.h"
#include "base/sink.h"
#include "document/node.h"
#include "report/report_options.h"

struct printed_document {
    /* Hands the document on, the same each time: it is called twice, the first time only to be measured. */
    void (*build)(void *context, struct node_receiver *to, struct diags *d);
    void *context;
    const char *date; /* for the file's own facts, or NULL */
    int columns; /* of text; 0 = the usual 80 */
    bool book; /* on paper: letters of 9 points at least, a page begins with each section, references by page */
};

/* The report on a match, as such a document. */
struct printed_report {
    const struct match *match;
    const struct export_options *options;
};
void printed_report_build(void *report, struct node_receiver *to, struct diags *d);

/* As PDF in the sink's main part; of the options style and paper count. False after a diagnostic. */
bool print_pdf(const struct printed_document *doc, const struct export_options *o, struct sink *out, struct diags *d);

#endif
