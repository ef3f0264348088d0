/* Sorts records, however many there are: beyond some megabytes they are written to an unnamed file in $TMPDIR, so
 * that memory hardly grows with their number. */
#ifndef KIBITZER_SPOOL_H
#define KIBITZER_SPOOL_H

#include <stdbool.h>
#include <stddef.h>

struct spool;

/* `order` compares two records; those that are equal go out as they came. */
struct spool *spool_new(int (*order)(const void *a, const void *b));
void spool_free(struct spool *s); /* NULL is fine */

/* Copies a record. Records are handed to `order` and given back aligned for anything. */
void spool_add(struct spool *s, const void *record, size_t length);
size_t spool_count(const struct spool *s);

/* After the last record: spool_next() returns them in order, each valid until the next call; NULL at the end, or if the
 * file could not be written or read: spool_ok() reports which, with errno set. */
void spool_sort(struct spool *s);
const void *spool_next(struct spool *s, size_t *length);
bool spool_ok(const struct spool *s);

#endif
