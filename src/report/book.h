/* A player's year as a book: the figures, what cost most and what was studied, the most instructive errors by theme, a
 * quiz with its answers, the openings, the best match in full, and a glossary. Other builders make most of it. */
#ifndef KIBITZER_BOOK_H
#define KIBITZER_BOOK_H

#include "collection/career.h"
#include "document/node.h"
#include "report/errors_page.h"
#include "report/helped_page.h"

enum { BOOK_DECISIONS = 50 }; /* the best match is among those with so many that count */

struct book {
    const char *name; /* of the player */
    const char *period; /* "2025", as readers write it; NULL = all matches */
    bool year;
    const struct career *career;
    const struct helped_sheet *studied; /* or NULL */
    const struct costly_list *errors; /* explained, in the order of their themes */
    const enum decision_theme *theme; /* of each: THEMES = none */
    const struct costly_list *quiz;
    const struct errors_page_options *page; /* of both: without title, links and quiz */
    const struct match *best; /* or NULL */
    const struct export_options *best_shown;
};

void book_build(const struct book *k, struct node_receiver *to, struct diags *d);

/* The match with the lowest PR among the finished ones with BOOK_DECISIONS decisions that count; without such a one
 * that with most decisions. NULL = there is none. */
const struct career_match *book_best_match(const struct career *c);

#endif
