/* Digests of stored content, computed when it is stored and the same in every database. A later difference means
 * damage. Content that can be recomputed and compared has no digest: sums, extracts, phases and plans. */
#ifndef KIBITZER_SEAL_H
#define KIBITZER_SEAL_H

#include "sql/sql.h"

/* ORDER SEALED: the tables with a column `digest`, and the key that names a row of them. */
enum sealed {
    SEALED_MATCH, /* id: with its games and turns */
    SEALED_ANALYSIS, /* id: with its results and assessments */
    SEALED_CONTENT, /* hash */
    SEALED_SOURCE, /* path_key, hash */
    SEALED_HOLD, /* hash, number */
    SEALED_PLAYER, /* id */
    SEALED_LEVEL, /* id */
    SEALED_PAGE, /* folder_key, name_key */
    SEALED_SAID, /* record_key, what */
    SEALED_SHARE, /* source_key, of_all, number */
    SEALED_THINGS
};

/* The row's digest becomes that of what is there. */
bool seal(struct sql *db, enum sealed what, const struct sql_value *key, int n);
/* Is it that of what is there? */
bool seal_holds(struct sql *db, enum sealed what, const struct sql_value *key, int n, bool *holds);

/* Every row whose digest is another: `name` is the match's, the path's ... */
typedef void (*seal_visitor)(void *context, const char *what, const char *name);
bool seals_broken(struct sql *db, seal_visitor visit, void *context);

#endif
