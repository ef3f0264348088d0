/* Did it help? Leaks before a day and since, as a document. */
#ifndef KIBITZER_HELPED_PAGE_H
#define KIBITZER_HELPED_PAGE_H

#include "collection/helped.h"
#include "document/node.h"

struct helped_sheet {
    const char *name, *since;
    const struct progress *progress;
};

void helped_page(const struct helped_sheet *s, struct node_receiver *to);

#endif
