/* Records that become tables for other programs: files of CSV, or a database in a file. A table is described by the
 * rows of document/answer.h, so that its columns bear the names that keys of JSON have. */
#ifndef KIBITZER_TABLE_FILES_H
#define KIBITZER_TABLE_FILES_H

#include "base/diag.h"
#include "document/answer.h"

struct table;
struct tables;

enum tables_kind {
    TABLES_NONE, /* the name says none of these */
    TABLES_CSV, /* x.csv, x.csv.gz: one table */
    TABLES_DATABASE, /* x.db, x.sqlite, x.sqlite3 */
    TABLES_FOLDER /* a folder: NAME.csv for each */
};
enum tables_kind tables_kind_of(const char *path); /* NULL is none */

/* `safe`: CSV for spreadsheets. NULL after an error in `d` or a message. All files appear with tables_end(..., true),
 * all of them or none. */
struct tables *tables_begin(const char *path, bool safe, struct diags *d);
/* NULL: nothing can be written, tables_end() says why. */
struct table *tables_add(struct tables *t, const char *name, const struct answer_rows *rows, struct diags *d);
bool table_add_row(struct table *t, const void *record); /* false: nothing can be written any more */
/* `views`: of `db export`, in a database. False after an error in `d` or a message, unless `keep` is false. */
bool tables_end(struct tables *t, bool keep, bool views, struct diags *d);

#endif
