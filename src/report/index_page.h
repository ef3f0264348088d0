/* The index page over all matches of a collection: one sortable table, totals for each player, and what went wrong.
 * It takes rows, from wherever they come; the page does not depend on the order in which they came (rows stand by file
 * name). Not a format in the table of writers: it speaks of many files. */
#ifndef KIBITZER_INDEX_PAGE_H
#define KIBITZER_INDEX_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "match/statistics.h"
#include "report/node.h"

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
    const char *messages; /* errors and warnings, one a line */
    bool read; /* false: it could not be; nothing but the messages counts */
    bool analysed; /* the statistics mean something */
    int length, n_games, score[2]; /* length 0 = money */
    struct statistics statistics;
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

/* The page as a document. `title` NULL = "Backgammon matches". */
void index_page_build(const struct index_page *ix, const char *title, struct node_receiver *to);

#endif
