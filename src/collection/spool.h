/* Puts records in order, however many there are: they are kept in a database of SQLite's own that nobody else sees,
 * which goes to a file in the folder of temporary ones where it grows, so that memory hardly grows with their number.
 */
#ifndef KIBITZER_SPOOL_H
#define KIBITZER_SPOOL_H

#include <stddef.h>

struct spool;

struct spool *spool_new(void);
void spool_free(struct spool *s); /* NULL is fine */

/* Copies a record into the list of that number. In a list the largest `day` comes first (no NULL: "" comes last), among
 * those of a day the least `name`; those that are equal go out as they came. */
void spool_add(struct spool *s, int list, const char *day, const char *name, const void *record, size_t length);

/* The records of a list in order, each aligned for anything and valid until the next call, after the last was added to
 * it; NULL at the end, or if something went wrong: spool_problem() says what, NULL = nothing. */
const void *spool_next(struct spool *s, int list, size_t *length);
const char *spool_problem(const struct spool *s);

#endif
