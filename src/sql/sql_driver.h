/* What a driver gives to sql.c; see sql.h for the meaning of each. Only sql.c and the drivers include this. */
#ifndef KIBITZER_SQL_DRIVER_H
#define KIBITZER_SQL_DRIVER_H

#include "sql/sql.h"

/* Drivers embed it first; sql.c makes it, zeroed but for what stands here. */
struct sql_statement {
    struct sql *db;
    struct sql_statement *next; /* of the connection's */
    char *text;
    bool prepared, busy;
    bool damaged; /* what was read cannot be there */
    bool many; /* its answer may be long: a server keeps it and hands over SQL_PIECE rows at a time */
};

enum { SQL_ERROR_ROOM = 1000, SQL_PIECE = 500 };

struct sql { /* drivers embed it first */
    const struct sql_driver *driver;
    char error[SQL_ERROR_ROOM]; /* "" = none */
    bool lost;
    bool begun; /* a transaction */
    double cancelled; /* since when the call is, in a transaction; seconds, 0 = it is not */
    bool given_up; /* see sql_given_up() */
    bool undo_is_due; /* it failed for want of memory: tried again before anything else is done */
    struct sql_statement *statements;
};

enum sql_step { SQL_STEP_ROW, SQL_STEP_END, SQL_STEP_FAILED };

enum { SQL_LOAD_COLUMNS = 40 };

struct sql_load { /* rows for a table, see bulk.c */
    const char *table, *columns;
    int n_columns;
    unsigned type[SQL_LOAD_COLUMNS]; /* of its columns, where the driver has asked for them */
    const struct sql_value *values; /* row after row */
    size_t n_rows;
};

enum sql_loaded { SQL_LOADED, SQL_LOAD_FAILED, SQL_LOAD_DECLINED /* this server, or these rows, by INSERT */ };

/* Memory may run out in any of these, see attempt.h: what a driver keeps it stores in one step, as sql_keep() gives it,
 * and reset() and release() take a statement in every state that this can leave it in. */
struct sql_driver {
    struct sql_dialect dialect;
    const char *const *schemes; /* "postgresql://", NULL-terminated; NULL = files */
    size_t statement_size;
    struct sql *(*open)(const char *where, enum sql_mode mode, struct strbuf *why);
    void (*close)(struct sql *db);
    bool (*script)(struct sql *db, const char *text);
    bool (*prepare)(struct sql_statement *s); /* of s->text */
    void (*release)(struct sql_statement *s); /* all but itself */
    bool (*bind)(struct sql_statement *s, const struct sql_value *values, int n);
    enum sql_step (*step)(struct sql_statement *s);
    void (*reset)(struct sql_statement *s);
    struct sql_value (*column)(struct sql_statement *s, int i); /* text terminated; good until the next step */
    int64_t (*integer)(struct sql_statement *s, int i); /* short ways to the same, or NULL: as sql_get_int() */
    bool (*is_null)(struct sql_statement *s, int i);
    const char *(*text)(struct sql_statement *s, int i); /* NULL: texts from column() are terminated, bytes too */
    int (*columns)(struct sql_statement *s);
    enum sql_loaded (*load)(struct sql *db, struct sql_load *l); /* many rows at once; NULL = INSERT will do ... */
    int rows_at_once; /* ... with so many rows in a statement; 0 = never */
    const char *begin, *commit, *rollback; /* scripts, of a transaction in which will be written */
    bool (*undo)(struct sql *db); /* in place of the script `rollback`: needs little memory, ends no attempt; NULL =
                                     there is none */
};

/* Shall what is running be ended now, because the call was cancelled? */
bool sql_gives_up(struct sql *db);

extern const struct sql_driver sql_driver_sqlite, sql_driver_postgres, sql_driver_mariadb;

/* Moves `p`, just allocated, to the attempt that holds the connection, and returns it. */
void *sql_keep(struct sql *db, void *p);

#endif
