/* Names for what is made from inputs: the last part of the path without its extension; ASCII letters, digits, - and _
 * are kept, the rest becomes _; names that are equal but for capitals get .2, .3 ... in the order in which they are
 * asked for. */
#ifndef KIBITZER_STEMS_H
#define KIBITZER_STEMS_H

#include "base/arena.h"
#include "base/by_text.h"

struct stems {
    struct arena *arena; /* where the names live; the caller's */
    struct by_text counts;
    const char *reserved; /* or NULL */
};

/* `reserved`: a name in small letters that none gets, nor the same with - and a number behind it; or NULL. */
void stems_begin(struct stems *s, struct arena *arena, const char *reserved);
void stems_end(struct stems *s); /* the names stay */

char *stems_name(struct stems *s, const char *path);

#endif
