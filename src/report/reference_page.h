/* Reference positions as a document. */
#ifndef KIBITZER_REFERENCE_PAGE_H
#define KIBITZER_REFERENCE_PAGE_H

#include "collection/reference.h"
#include "report/errors_page.h"

struct reference_sheet {
    const char *name;
    const struct reference *reference;
    const struct costly_list *list; /* those chosen, explained */
    const struct errors_page_options *options;
    const char *quiz; /* the page that asks them, or NULL */
};

void reference_page(const struct reference_sheet *s, struct node_receiver *to);
/* "Stands for 12 errors and 8.1% of what was lost: holding; blot-count, hit" */
void reference_stands(const struct reference *r, int i, const struct costly_question *c, struct strbuf *out);
/* "12 of 624 errors stand for 61% of what all of them lost." */
void reference_words(const struct reference *r, struct strbuf *out);

#endif
