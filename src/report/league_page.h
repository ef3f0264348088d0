/* A league table as a document. */
#ifndef KIBITZER_LEAGUE_PAGE_H
#define KIBITZER_LEAGUE_PAGE_H

#include "collection/league.h"
#include "document/node.h"

void league_page(const struct league *l, struct node_receiver *to);

#endif
