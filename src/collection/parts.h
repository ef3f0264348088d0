/* Copies that were cut short: a download that broke off, a match that was saved after three games. Such a match is the
 * beginning of another in the collection; `whole` in its row says of which, and no index, player, rate or sum counts
 * it. Which ones they are follows from the matches and aliases alone, whatever the order in which these came. */
#ifndef KIBITZER_PARTS_H
#define KIBITZER_PARTS_H

#include "collection/store.h"

/* Matches that are the beginning of another one (same persons, length and variant, nobody has won, every decision is in
 * both, the other goes on), or no longer, and are not noted as that. `whole` 0: of none. A visitor that returns false
 * ends it: then this is false, as on an error of the database. */
typedef bool (*part_visitor)(void *context, int64_t match, int64_t whole);
bool parts_find(struct store *s, part_visitor visit, void *context);

struct parts_new { /* release `match` */
    int64_t *match;
    size_t n, capacity;
};

/* Notes them, in one transaction: to be called when matches have come or gone, or aliases have changed. `found` (may be
 * NULL) receives those that were counted until now. */
bool parts_settle(struct store *s, struct parts_new *found);

#endif
