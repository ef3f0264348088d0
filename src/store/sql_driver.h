/* What a driver gives to sql.c; see sql.h for the meaning of each. Only sql.c and the drivers include this. */
#ifndef KIBITZER_SQL_DRIVER_H
#define KIBITZER_SQL_DRIVER_H

#include "store/sql.h"

struct sql_statement { /* drivers embed it first */
    struct sql *db;
    char *text;
    bool busy;
};

struct sql { /* drivers embed it first */
    const struct sql_driver *driver;
    struct strbuf error;
    bool lost;
    struct sql_statement **statement; /* prepared ones */
    size_t n_statements, capacity;
};

enum sql_step { SQL_STEP_ROW, SQL_STEP_END, SQL_STEP_FAILED };

struct sql_driver {
    struct sql_dialect dialect;
    const char *const *schemes; /* "postgresql://", NULL-terminated; NULL = files */
    struct sql *(*open)(const char *where, enum sql_mode mode, struct strbuf *why);
    void (*close)(struct sql *db);
    bool (*script)(struct sql *db, const char *text);
    struct sql_statement *(*prepare)(struct sql *db, const char *text);
    void (*release)(struct sql_statement *s);
    bool (*bind)(struct sql_statement *s, const struct sql_value *values, int n);
    enum sql_step (*step)(struct sql_statement *s);
    void (*reset)(struct sql_statement *s);
    struct sql_value (*column)(struct sql_statement *s, int i); /* text terminated; good until the next step */
    const char *begin, *commit, *rollback; /* scripts, of a transaction in which will be written */
};

extern const struct sql_driver sql_driver_sqlite, sql_driver_postgres, sql_driver_mariadb;

/* Keeps the message; false, for `return`. */
bool sql_fail(struct sql *db, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
