/* Two reports compared byte by byte, but for the one place of a page that is written after it: links to the pages
 * before and after (export/html/page.h). */
#ifndef KIBITZER_VERIFY_PAGE_H
#define KIBITZER_VERIFY_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct page_difference { /* in the first of the two */
    size_t line, column; /* from 1 */
    char near[32]; /* the last anchor before it; empty = none */
    size_t made; /* where it is in the second, from 0 */
};

/* `made` is without such links; of a JSON document nothing may differ. */
bool page_same(struct span report, struct span made, bool html, struct page_difference *at);

#endif
