/* Files that have changed in place: the new content either continues the old one, if the file is written while a
 * match is played, or corrects a mistake in it. */
#ifndef KIBITZER_GROWN_H
#define KIBITZER_GROWN_H

#include "collection/store.h"

struct gone_match {
    const char *stem; /* of the pages that it had */
};
typedef void (*gone_visitor)(void *context, const struct gone_match *m);

/* What became of bytes that lay at a place before. */
struct superseded {
    size_t grown, corrected; /* contents that were replaced */
};

/* Bytes that lay at the place of `c`, whose matches are all stored now, are replaced by it if it has grown: each of
 * their matches is in it too, or the beginning of the one with the same number, and it holds more than they did; or if
 * it was corrected: each of their matches is in it too, or one that is almost the same. Matches that no other place
 * holds are forgotten and visited. In a transaction of its own. */
bool store_supersede(struct store *s, const struct content *c, gone_visitor visit, void *context,
                     struct superseded *out);

/* Matches of these bytes that may be others of the collection: in another file, or what lay at the same place. */
typedef void (*suspect_visitor)(void *context, int64_t match);
bool store_suspects_of(struct store *s, const char *hash, suspect_visitor visit, void *context);

/* Removes what no longer belongs to anything after sources have gone. In the caller's transaction. `visit` may be NULL.
 */
bool store_sweep(struct store *s, gone_visitor visit, void *context);

#endif
