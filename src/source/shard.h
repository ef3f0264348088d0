/* One of N shares of the work, for schedulers that run a command many times. */
#ifndef KIBITZER_SHARD_H
#define KIBITZER_SHARD_H

#include "base/option.h"

struct shard {
    int index, of; /* 1 .. of; 1 of 1 = all of it */
};

extern const struct option_group shard_group; /* over a struct shard; zeros = not given */

/* Where no option said which share it is, the environment of an array of jobs does, else it is 1 of 1. False after a
 * message: also where the environment shows an array and not which share of it this is. */
bool shard_settle(struct shard *s);

/* Is a file with these bytes (bytes_hash()) in the share? By the bytes alone, so that it stays there whatever other
 * files there are. */
bool shard_takes(struct shard s, const char *hash);

#endif
