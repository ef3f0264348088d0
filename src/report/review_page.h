/* A tournament's review as a document. */
#ifndef KIBITZER_REVIEW_PAGE_H
#define KIBITZER_REVIEW_PAGE_H

#include "collection/review.h"
#include "report/errors_page.h"

struct review_sheet {
    const char *name, *event;
    const struct review *review;
    const struct costly_list *worst; /* the costliest decisions there */
    const struct errors_page_options *options; /* how they are shown; `pages`: links to the matches */
};

void review_page(const struct review_sheet *s, struct node_receiver *to);
/* What everything is compared with, and what is certain. */
void review_words(const struct review *r, struct strbuf *out);

#endif
