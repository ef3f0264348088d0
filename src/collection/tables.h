/* The tables of a collection. What each column means: docs/collection.md. */
#ifndef KIBITZER_COLLECTION_TABLES_H
#define KIBITZER_COLLECTION_TABLES_H

#include "base/diag.h"
#include "sql/sql.h"

enum { SCHEMA_VERSION = 12, VERSION_LEAST = 9 /* from here on they are brought up to date where they are opened */ };

/* Makes the tables where there are none, unless `may_change` is false. False with an error in `d` if the database is
 * another program's, or of another version than this. */
bool schema_prepare(struct sql *db, bool may_change, struct diags *d);

/* Before many rows go into empty tables: drops the largest indexes of a server's, which are made in one go much faster
 * than row by row. What uses the collection meanwhile is right, and slow. Making those that are missing is also a part
 * of preparing for writing: whatever ends a program in between, the next one makes them. */
bool schema_loosen(struct sql *db);
bool schema_tighten(struct sql *db);

/* All tables in an order in which each stands behind those it refers to, NULL-terminated. */
extern const char *const schema_tables[];

#endif
