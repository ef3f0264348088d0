/* Figures of players as a document: a table of all, and one for each player's groups; players of a
 * single group share one. */
#ifndef KIBITZER_STATS_PAGE_H
#define KIBITZER_STATS_PAGE_H

#include "collection/stats.h"
#include "document/draft.h"

/* "2 matches are not analysed: they are in no figure", one a line; nothing if nothing is left out. */
void left_out_text(const struct left_out *l, struct strbuf *out);
/* "1 player has fewer than 30 decisions: ...", where players are compared; nothing if there is none. */
void few_text(const struct stats *st, struct strbuf *out);

/* A group's name, in the reader's language. */
const char *group_words(struct draft *b, const struct figures *f);

extern const char themes_note[]; /* what the PR of a theme is, for legends */

extern const char difference_note[]; /* what a difference of groups by time is from */

/* Of figures that begin with those of a player, from `from` to `end`, the groups by time. */
void time_table(struct draft *b, const struct figures_list *list, size_t from, size_t end, enum role role);
void time_notes(struct draft *b); /* what to know of them */

/* `linked`: players have pages in the folder players beside this one. */
void stats_page(const struct stats *st, enum stats_by by, bool linked, struct node_receiver *to);

#endif
