/* Lists of costly decisions as documents, shared by commands and pages. */
#ifndef KIBITZER_BATCH_COSTLY_H
#define KIBITZER_BATCH_COSTLY_H

#include "collection/career.h"
#include "report/errors_page.h"
#include "export/documents.h"

/* Records of a collection as they are asked for. The last few are kept: questions are often of the same matches. */
enum { RECORDS_KEPT = 16 };
struct costly_records {
    struct store *store;
    struct kept_record {
        int64_t analysis;
        struct match *match;
    } kept[RECORDS_KEPT];
    size_t next;
    struct quiz_values *values; /* for all quizzes; made by the first one */
};
void costly_records_done(struct costly_records *r);

/* Fills in the alternatives of each question from the record of its first place; says what there is none of. */
void costly_explain(struct costly_records *r, struct costly_list *list);

/* The same for errors of a player: why each was one. */
void costly_explain_errors(struct costly_records *r, const struct career *c, struct career_error *errors, int n);

/* For struct errors_page_options; the context is a struct costly_records. */
const struct match *costly_record(void *records, const struct error_place *p);

/* `page` with its look in `shown`, and with `r` as its records. */
struct errors_page_options costly_page(struct costly_records *r, const struct errors_page_options *page,
                                       struct export_options *shown);

/* `page` without `record` and `context`. False after a diagnostic. */
bool costly_write(struct costly_records *r, const struct costly_list *list, const struct errors_page_options *page,
                  enum document_form form, struct strbuf *out, struct diags *d);

#endif
