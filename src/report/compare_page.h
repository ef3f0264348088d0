/* Two analyses side by side as a document: totals, the disagreements with their boards, every decision. */
#ifndef KIBITZER_COMPARE_PAGE_H
#define KIBITZER_COMPARE_PAGE_H

#include "document/node.h"
#include "match/compared.h"

struct compare_page_options {
    int worst; /* the greatest disagreements stand with their boards, the others in a table */
    bool decisions; /* every decision too */
};

void compare_page(const struct comparison *c, const struct compare_page_options *o, struct node_receiver *to);

#endif
