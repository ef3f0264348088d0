/* The tables of a collection, and how an older collection becomes one of today. What each column means stands in
 * docs/collection.md. */
#ifndef KIBITZER_SCHEMA_H
#define KIBITZER_SCHEMA_H

#include "base/diag.h"
#include "store/sql.h"

enum { SCHEMA_VERSION = 4 };

/* Makes the tables where there are none and brings those of an earlier version up to date; with `may_change` false
 * only looks. False with an error in `d` if the database is another program's, or of a newer version than this. */
bool schema_prepare(struct sql *db, bool may_change, struct diags *d);

/* The script that makes the tables which version `from` + 1 has and `from` has not. */
void schema_step(int from, const struct sql_dialect *dialect, struct strbuf *out);

/* All tables in an order in which each stands behind those it refers to, NULL-terminated. */
extern const char *const schema_tables[];

#endif
