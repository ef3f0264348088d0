/* A file that has grown at its place, as one that is written while a match is played: what it holds now goes on from
 * what it held before. */
#ifndef KIBITZER_GROWN_H
#define KIBITZER_GROWN_H

#include "store/store.h"

struct gone_match {
    const char *stem; /* of the pages that it had */
};
typedef void (*gone_visitor)(void *context, const struct gone_match *m);

/* Bytes that lay at the place of `c`, whose matches are all stored now, give way to it if each of their matches is in
 * it too, or the beginning of the one with the same number, and it holds more than they did. Matches that no other
 * place holds are forgotten and visited. In a transaction of its own. */
bool store_supersede(struct store *s, const struct content *c, gone_visitor visit, void *context);

/* Takes out what belongs to nothing any more after sources have gone. In the caller's transaction. `visit` may be NULL.
 */
bool store_sweep(struct store *s, gone_visitor visit, void *context);

#endif
