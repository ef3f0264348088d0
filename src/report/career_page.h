/* All that a collection knows about a player, as a document. Links lead from a folder beside the reports of matches. */
#ifndef KIBITZER_CAREER_PAGE_H
#define KIBITZER_CAREER_PAGE_H

#include "collection/career.h"
#include "document/node.h"

/* The page as a document. Links lead from a folder beside the reports of matches (`extension` of these: "html").
 * `study`: examples, and where the quiz is; its name and its study are the career's. */
struct study_sheet;
void career_page(const struct career *c, const char *extension, const struct study_sheet *study,
                 struct node_receiver *to);

/* In brief, as a section of an index in the folder of reports: figures, and the newest errors. */
void career_section(const struct career *c, const char *extension, struct node_receiver *to);

#endif
