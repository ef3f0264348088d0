/* A database in a file for other programs: it appears whole or not at all. */
#ifndef KIBITZER_DATABASE_FILE_H
#define KIBITZER_DATABASE_FILE_H

#include "base/diag.h"
#include "base/sink.h"
#include "sql/sql.h"

struct database_file {
    struct file_out out;
    struct sql *db;
};

/* False with an error in `d`; then nothing is to be released. `schema`: statements, or "". */
bool database_file_begin(struct database_file *f, const char *path, const char *schema, struct diags *d);
bool database_file_end(struct database_file *f, bool keep, struct diags *d);

/* ---- flat tables ---- */

struct table_column {
    const char *name;
    enum sql_kind kind; /* SQL_INTEGER, SQL_REAL or SQL_TEXT */
};

/* A new table, to be filled by sql_bulk_add() and ended before the file is; NULL with an error in `d`. `names` is
 * filled, and must outlive it, as the columns must. */
struct sql_bulk *database_file_table(struct database_file *f, const char *name, const struct table_column *columns,
                                     int n, struct strbuf *names, struct diags *d);
/* Views over the tables of `db export` (docs/collection.md), to be made once these are filled. */
bool database_file_views(struct database_file *f, struct diags *d);

#endif
