/* Lists of costly decisions as documents, shared by commands and pages. */
#ifndef KIBITZER_BATCH_COSTLY_H
#define KIBITZER_BATCH_COSTLY_H

#include "report/errors_page.h"
#include "export/documents.h"

/* Fills in the alternatives of each question from the record of its first place; says what there is none of. */
void costly_explain(struct store *s, struct costly_list *list);

/* For struct errors_page_options; the context is the store. */
struct match *costly_record(void *store, const struct error_place *p);

/* `page` with its look in `shown`, and with the records of `s` as its own. */
struct errors_page_options costly_page(struct store *s, const struct errors_page_options *page,
                                       struct export_options *shown);

/* `page` without `record` and `context`. False after a diagnostic. */
bool costly_write(struct store *s, const struct costly_list *list, const struct errors_page_options *page,
                  enum document_form form, struct strbuf *out, struct diags *d);

#endif
