/* A narrow interface to databases: statements with values in, rows out. There is a driver for each kind of server
 * (sqlite.c, postgres.c, mariadb.c), and callers do not depend on which one is used. Values are never part of a
 * statement's text. A connection is used by one thread at a time. */
#ifndef KIBITZER_SQL_H
#define KIBITZER_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "base/strbuf.h"

struct sql; /* a connection */
struct sql_rows; /* an answer that is being read */

enum sql_kind { SQL_NULL, SQL_INTEGER, SQL_REAL, SQL_TEXT, SQL_BLOB };

struct sql_value {
    enum sql_kind kind;
    int64_t integer;
    double real;
    struct span bytes; /* of text and blob; not owned */
};

struct sql_value sql_null(void);
struct sql_value sql_int(int64_t n);
struct sql_value sql_int_unless(int64_t n, int64_t unknown); /* NULL for `unknown` */
struct sql_value sql_real(double x); /* NAN = NULL */
struct sql_value sql_text(const char *s); /* NULL = NULL */
struct sql_value sql_blob(struct span bytes);

/* The values of a statement, in the order of its question marks: sql_run(db, "... ?, ?", SQL(sql_int(1), ...)). */
#define SQL(...)                                                                                                       \
    (const struct sql_value[]){__VA_ARGS__},                                                                           \
        (int)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))
#define SQL_NO_VALUES NULL, 0

enum sql_mode {
    SQL_READ, /* must exist; nothing is changed */
    SQL_WRITE, /* must exist */
    SQL_CREATE /* made where it does not exist */
};

/* `where`: a file, or a URL that a driver knows ("postgresql://...", "mysql://..."). NULL with the reason in `why`, in
 * which no password stands. */
struct sql *sql_open(const char *where, enum sql_mode mode, struct strbuf *why);
void sql_close(struct sql *db); /* what was begun is undone; NULL is fine */
bool sql_is_server(const char *where); /* a URL rather than a file */
/* `where` without its password, for messages. */
void sql_name(const char *where, struct strbuf *out);

/* What went wrong last; "" = nothing did. */
const char *sql_error(const struct sql *db);
/* Makes it that something is wrong: with what was read, for whoever reads it. False, for `return`. */
bool sql_fail(struct sql *db, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sql_forgive(struct sql *db); /* what went wrong was said: it goes on */
bool sql_is_lost(const struct sql *db); /* the connection is lost: every further call fails */

bool sql_run(struct sql *db, const char *text, const struct sql_value *values, int n);
/* One statement without values, or several with semicolons between them: schemas. */
bool sql_script(struct sql *db, const char *text);

/* Begins to read an answer; NULL on an error. `text` is prepared once and kept: it should be a constant. */
struct sql_rows *sql_ask(struct sql *db, const char *text, const struct sql_value *values, int n);
/* Likewise, for an answer that may be as long as the collection: servers hand it over piece by piece. */
struct sql_rows *sql_ask_many(struct sql *db, const char *text, const struct sql_value *values, int n);
bool sql_next(struct sql_rows *r); /* false at the end and on an error */
bool sql_done(struct sql_rows *r); /* true if all went well; NULL is fine, and false */
int sql_columns(const struct sql_rows *r);
bool sql_is_null(const struct sql_rows *r, int column);
int64_t sql_get_int(const struct sql_rows *r, int column); /* NULL = 0 */
/* Of a column that can only hold `least` to `most`. Where something else stands the database is damaged: `least` comes
 * back, there are no further rows, and sql_done() is false. */
int sql_get_within(const struct sql_rows *r, int column, int least, int most);
/* Likewise of a column that may be NULL: `absent`. */
int sql_get_within_or(const struct sql_rows *r, int column, int least, int most, int absent);
/* What stands there cannot be there, as the caller has seen. */
void sql_damaged(const struct sql_rows *r);
bool sql_is_sound(const struct sql_rows *r); /* nothing of that kind was read */
/* Likewise of text that is never NULL: "". */
const char *sql_get_word(const struct sql_rows *r, int column);
double sql_get_real(const struct sql_rows *r, int column); /* NULL = NAN */
const char *sql_get_text(const struct sql_rows *r, int column); /* NULL = NULL; good until the next row */
struct span sql_get_bytes(const struct sql_rows *r, int column); /* likewise */

struct sql_value sql_get_value(const struct sql_rows *r,
                               int column); /* as it is, to be handed on before the next row */

/* The first column of the first row: `absent` where there is no row or NULL stands in it, and on an error. */
int64_t sql_number(struct sql *db, const char *text, const struct sql_value *values, int n, int64_t absent);

/* ---- many rows ---- */

/* Rows on their way into a table: held here until they are many, then handed over in the way that the database takes
 * them fastest. What they refer to must be there when they are added; questions do not see rows that are held. */
struct sql_bulk;

/* `columns` with commas between them; both texts must outlive it. */
struct sql_bulk *sql_bulk_new(struct sql *db, const char *table, const char *columns, int n_columns);
bool sql_bulk_add(struct sql_bulk *b, const struct sql_value *values); /* as many as columns; copied */
bool sql_bulk_flush(struct sql_bulk *b); /* hands over what is held */
/* Likewise, or drops it where `keep` is false, and releases. True if all was handed over; NULL is fine, and false. */
bool sql_bulk_end(struct sql_bulk *b, bool keep);

/* ---- transactions ---- */

/* A call that was cancelled (call.h) has a quarter of a second to end what it has begun. Then statements fail with
 * "interrupted" until the transaction is undone, one that is running in a file too. */
bool sql_begin(struct sql *db); /* for writing */
bool sql_commit(struct sql *db);
void sql_rollback(struct sql *db);
bool sql_given_up(const struct sql *db); /* was that why the last one was undone? */
/* After an attempt (attempt.h) in which memory ran out: answers that were being read are given up, and what was begun
 * is undone. */
void sql_recover(struct sql *db);

/* ---- what differs between them ---- */

struct sql_dialect {
    const char *name;
    /* Words of the schema text: a number that is given by the database, short and long text, bytes, numbers, the end of
     * a table's definition with an id of its own and of one that lies in the order of its key. */
    const char *id, *key, *text, *blob, *real, *integer, *plain, *clustered;
    const char *small, *bits; /* of -32768 to 32767; of few bytes, in an index too */
    const char *count; /* of 32 bits */
    const char
        *is_packed; /* a script with %s for a table and a column: compressing it is no use; NULL = nothing to do */
    bool refers; /* it looks for what a row refers to in little time */
    /* Queries: the schema's version (0 = there is none), the number of things in a database that are not ours; a script
     * with %d that sets the version. */
    const char *version, *foreign, *set_version;
    const char
        *intruders; /* type and name of each trigger and view: what would do other things than our statements say */
    const char
        *definition; /* the statement that made the table or index of a name; NULL = the database does not keep it */
    /* Indexes of the largest tables: a query (not 0 = one is missing), scripts that drop them and make those that are
     * missing. NULL = they stay. */
    const char *is_loose, *loosen, *tighten;
    const char *writable,
        *readable; /* around what makes a temporary table where all may only be read; NULL = nothing */
    const char *resume; /* begins a transaction again where making a table has ended it; NULL = it does not */
    const char *const *check; /* queries whose rows say what is wrong with the database, "ok" = nothing; NULL = none */
};

const struct sql_dialect *sql_dialect(const struct sql *db);

#endif
