/* Figures of players as a document: a table of all, and one for each player's groups. */
#ifndef KIBITZER_STATS_PAGE_H
#define KIBITZER_STATS_PAGE_H

#include "collection/stats.h"
#include "document/node.h"

void stats_page(const struct stats *st, enum stats_by by, struct node_receiver *to);

#endif
