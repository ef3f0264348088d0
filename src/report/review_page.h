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
/* The event; of a pattern that goes on at will what is before its asterisk: "Tuesday" of "Tuesday*". */
void review_event(const char *event, struct strbuf *out);
/* What everything is compared with, and what is certain. */
void review_words(const struct review *r, struct strbuf *out);
/* Which matches to list by themselves: of many, those that are better or worse and those nearest to it. */
enum { REVIEW_SHOWN = 12 };
bool review_shows(const struct review *r, int part);
/* How many matches of the event are not listed, and why; "" = none. */
void review_left_out(const struct review *r, struct strbuf *out);

#endif
