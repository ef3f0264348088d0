/* The index page over all matches of a collection: one sortable table, totals for each player, and what went wrong.
 * It takes rows, from wherever they come; the page does not depend on the order in which they came (matches stand by
 * date, the newest first, then by file name). Longer lists continue on further pages, index-2.html, index-3.html ...,
 * so that a page and what is held in memory stay small whatever there is. Not a format in the table of writers: it
 * speaks of many files. */
#ifndef KIBITZER_INDEX_PAGE_H
#define KIBITZER_INDEX_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "match/ratio.h"
#include "match/statistics.h"
#include "document/node.h"

/* A match, or a file that could not be read. NULL = not given. */
struct index_row {
    const char *file; /* as shown to the user */
    const char *report; /* path of its HTML report from the index page's folder, with '/', not yet encoded for URLs;
                           NULL = none was written */
    const char *anchor; /* where it is in that report; NULL = it is the whole */
    const char *name[2]; /* "" or NULL = not given */
    const char *person[2]; /* under which name they are summed up; NULL = their own */
    const char *page[2]; /* paths of the pages about them, as `report`; NULL = there is none */
    const char *event, *date, *level;
    const char *day; /* what it is ordered by, yyyy-mm-dd or its beginning: the date, or else a guess */
    bool guessed; /* `day` is a guess, which is shown where there is no `date` */
    const char *whole, *whole_report; /* of a copy that was cut short: the file of the whole, and its report (or NULL);
                                         it stands in a list of its own likewise */
    bool position; /* it is no match: it stands in a list of its own, in no count and no rate */
    int winner; /* 0, 1, NOBODY */
    const char *messages; /* errors and warnings, one a line */
    bool read; /* false: it could not be; nothing but the messages counts */
    bool analysed; /* the statistics mean something */
    int length, n_games, score[2]; /* length 0 = money */
    struct statistics statistics;
    double net_luck[2]; /* one's own less the opponent's, MWC; NAN = not known, of a match that was not finished */
    struct ratio rating[2]; /* of the rating's errors, over games */
    int skills[2][4]; /* marked decisions of both players, cubes included, by enum skill */
    double worst; /* the costliest error, EMG; NAN = none */
    const char *worst_anchor; /* its place in the report; NULL or "" = the report does not show it */
    size_t n_warnings;
};

struct index_page;

struct index_page *index_page_new(void);
void index_page_free(struct index_page *ix); /* NULL is fine */

/* Adds a row; its texts are copied. */
void index_page_add(struct index_page *ix, const struct index_row *row);

enum { INDEX_ROWS = 1000 }; /* of each list on a page */
enum index_list {
    INDEX_MATCHES,
    INDEX_PLAYERS,
    INDEX_POSITIONS,
    INDEX_CUT,
    INDEX_LISTS
}; /* ORDER INDEX_LIST: those with tables */

/* Who the user is, before rows are added: a section about them is first on the first page, their side is first in rows.
 * It must live until the pages are built. */
struct career;
void index_page_about(struct index_page *ix, const struct career *you, const char *extension);

/* When all rows are in: how many pages they make, one at least; how many of these a list stands on. */
int index_page_count(struct index_page *ix);
int index_list_pages(struct index_page *ix, enum index_list list);
const char *index_list_name(enum index_list list);

/* The first page as a document, then the second ... `title` NULL = "Backgammon matches". */
void index_page_build(struct index_page *ix, const char *title, struct node_receiver *to);
/* The rows of a list on the page that was built last: a table alone. */
void index_list_build(const struct index_page *ix, enum index_list list, struct node_receiver *to);

/* Why what was built is not whole: what did not fit memory could not be written or read. NULL = it is. */
const char *index_page_problem(const struct index_page *ix);

#endif
