/* Links from a page of a long list to its other pages, index.html, index-2.html ...: to the previous and the next one,
 * to those nearby, and in steps of ten and a hundred. */
#ifndef KIBITZER_PAGE_LINKS_H
#define KIBITZER_PAGE_LINKS_H

#include "document/draft.h"

struct page_links {
    const char *name; /* the anchor of the list on each page */
    int page, pages; /* from 1 */
    long first, last, count; /* rows on this page, from 1; of the whole list */
};

/* Nothing if there is only one page. */
void put_page_links(struct draft *b, const struct page_links *l, bool folded);

#endif
