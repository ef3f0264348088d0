/* Every decision of a collection as a row of CSV, for programs that count: docs/collection.md has the columns. Rows
 * come match by match and are handed on as they come, so that a collection of any size takes the memory of a match. */
#ifndef KIBITZER_COLUMNS_H
#define KIBITZER_COLUMNS_H

#include <signal.h>

#include "base/sink.h"
#include "collection/store.h"

struct columns_written {
    uint64_t decisions, matches; /* matches: all that count, with decisions or without */
};

/* `zipped`: as gzip packs it, without a date. False on an error of the database, and if *stop (NULL = never) was set.
 */
bool columns_write(struct store *s, struct file_out *to, bool zipped, const volatile sig_atomic_t *stop,
                   struct columns_written *out);

#endif
