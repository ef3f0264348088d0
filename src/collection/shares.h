/* Which shares of the work are in a collection: a part of a run that was shared out knows of how many it is one, so
 * that who brings parts together knows what is missing. */
#ifndef KIBITZER_SHARES_H
#define KIBITZER_SHARES_H

#include "collection/store.h"

struct share {
    const char *source; /* what was shared out: the folders and files that were named */
    int number, of; /* 1 .. of */
    bool done; /* all of its files were worked through; false = begun */
};

bool store_share_put(struct store *s, const struct share *share);

/* By source, then by number of shares, then by number. */
typedef bool (*share_visitor)(void *context, const struct share *share);
bool store_shares(struct store *s, share_visitor visit, void *context);

/* What was shared out and is there in part only, a line each: "shares of /home/ann/matches: 7 of 16 present; missing:
 * 2, 5-11; not finished: 3". Something that is there whole in one way is not asked for in another. */
typedef void (*shares_reporter)(void *context, const char *line);
bool store_shares_missing(struct store *s, shares_reporter report, void *context);

/* The shares of `from` are those of `s` too. What is whole in `from` is not a part, and leaves no trace unless `s` has
 * a part of it. In the caller's transaction. */
bool shares_merge(struct store *s, struct store *from);

#endif
