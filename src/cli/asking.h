/* What commands that ask a collection have in common: which one, whose decisions of which matches, and where the answer
 * goes. */
#ifndef KIBITZER_ASKING_H
#define KIBITZER_ASKING_H

#include "cli/collection.h"

/* Where analyze keeps a collection unless it is asked otherwise. */
#define ANALYZE_FOLDER "./kibitzer-report"

/* Rows for their options. */
/* clang-format off */
#define ASK_OPTIONS \
    DB_OPTION, \
    {"player", 0, "NAME", NULL, "only this player's decisions, by name or alias"}, \
    {"opponent", 0, "NAME", NULL, "matches against this player"}, \
    {"since", 0, "DATE", NULL, "matches from this day, month or year on (2025-03-01, 2025-03, 2025)"}, \
    {"until", 0, "DATE", NULL, "matches up to it, all of it included"}, \
    {"length", 0, "N", NULL, "matches to N points; 0 or money = money sessions"}, \
    {"event", 0, "NAME", NULL, "matches of this event"}, \
    {"output", 'o', "FILE", "-", "where the answer goes"}
/* clang-format on */

struct asking {
    struct collection collection;
    struct match_filter filter;
};

/* Opens the collection, reads the filter, has the answer made by `answer` (an enum exit_code) and closes the
 * collection. An enum exit_code, after a message where it is not EXIT_CLEAN. */
int asking_run(const struct args *a, int (*answer)(struct asking *k, const struct args *a, void *query), void *query);

/* EXIT_NOTHING, having said what the database did not do. */
int asking_failed(struct asking *k);
/* Writes the answer to --output; an enum exit_code. */
int answer_write(const struct args *a, const struct strbuf *text);

#endif
