/* Two reports on the same match, but for what depends on where they lie: links to other pages, style sheets. */
#ifndef KIBITZER_VERIFY_PAGE_H
#define KIBITZER_VERIFY_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct page_difference { /* in the first of the two */
    size_t line, column; /* from 1 */
    char near[32]; /* the last anchor before it; empty = none */
};

/* Whole reports: HTML pages, or JSON documents without what was said when the match was read. */
bool page_same(struct span report, struct span made, bool html, struct page_difference *at);
/* The card of one decision on HTML pages, without its board. True if neither page has it. */
bool page_card_same(struct span report, struct span made, const char *anchor, struct page_difference *at);

/* Has the page an engine inside (analyze --live)? It is none of what is compared. */
bool page_is_live(struct span report);

#endif
