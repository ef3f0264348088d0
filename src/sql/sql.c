/* What all drivers have in common: choosing one, prepared statements kept for the next time, values. */
#include "sql/sql.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/format.h"
#include "base/call.h"
#include "base/date.h"
#include "base/xmalloc.h"
#include "sql/sql_driver.h"

/* Servers are there where their libraries were when this was built (Makefile). */
static const struct sql_driver *const drivers[] = {
    &sql_driver_sqlite,
#ifdef WITH_postgres
    &sql_driver_postgres,
#endif
#ifdef WITH_mariadb
    &sql_driver_mariadb,
#endif
};

enum { N_DRIVERS = sizeof drivers / sizeof *drivers };

/* ---- values ---- */

struct sql_value sql_null(void)
{
    return (struct sql_value){.kind = SQL_NULL};
}

struct sql_value sql_int(int64_t n)
{
    return (struct sql_value){.kind = SQL_INTEGER, .integer = n};
}

struct sql_value sql_int_unless(int64_t n, int64_t unknown)
{
    return n == unknown ? sql_null() : sql_int(n);
}

struct sql_value sql_real(double x)
{
    return isnan(x) ? sql_null() : (struct sql_value){.kind = SQL_REAL, .real = x};
}

struct sql_value sql_text(const char *s)
{
    return s == NULL ? sql_null() : (struct sql_value){.kind = SQL_TEXT, .bytes = span_of(s)};
}

struct sql_value sql_blob(struct span bytes)
{
    return (struct sql_value){.kind = SQL_BLOB, .bytes = bytes};
}

/* ---- opening ---- */

static const struct sql_driver *driver_for(const char *where)
{
    const struct sql_driver *files = NULL;
    for (int i = 0; i < N_DRIVERS; i++) {
        if (drivers[i]->schemes == NULL)
            files = drivers[i];
        else
            for (const char *const *s = drivers[i]->schemes; *s != NULL; s++)
                if (strncmp(where, *s, strlen(*s)) == 0)
                    return drivers[i];
    }
    return sql_is_server(where) ? NULL : files;
}

bool sql_is_server(const char *where)
{
    return strstr(where, "://") != NULL;
}

/* A URL is scheme://user:password@host...; a password may also be among the parameters. */
void sql_name(const char *where, struct strbuf *out)
{
    const char *host = strstr(where, "://");
    if (host == NULL) {
        strbuf_puts(out, where);
        return;
    }
    host += 3;
    const size_t authority = strcspn(host, "/?");
    const char *at = NULL, *colon = memchr(host, ':', authority);
    for (size_t i = 0; i < authority; i++)
        if (host[i] == '@')
            at = host + i;
    if (at != NULL && colon != NULL && colon < at) {
        strbuf_add(out, where, (size_t)(colon - where));
        where = at;
    }
    strbuf_add(out, where, strcspn(where, "?"));
}

struct sql *sql_open(const char *where, enum sql_mode mode, struct strbuf *why)
{
    const struct sql_driver *driver = driver_for(where);
    if (driver == NULL) {
        strbuf_say(why, "this kibitzer was built without a driver for %.*s; it has:", (int)strcspn(where, ":"), where);
        for (int i = 0; i < N_DRIVERS; i++)
            strbuf_say(why, " %s", drivers[i]->dialect.name);
        return NULL;
    }
    struct sql *db = driver->open(where, mode, why);
    if (db != NULL)
        db->driver = driver;
    return db;
}

void sql_close(struct sql *db)
{
    if (db == NULL)
        return;
    for (struct sql_statement *s = db->statements, *next; s != NULL; s = next) {
        next = s->next;
        db->driver->release(s);
        xfree(s);
    }
    db->driver->close(db);
}

const struct sql_dialect *sql_dialect(const struct sql *db)
{
    return &db->driver->dialect;
}

/* ---- errors ---- */

bool sql_fail(struct sql *db, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)format_in(language_current(), db->error, sizeof db->error, format, list);
    va_end(list);
    db->error[strcspn(db->error, "\n")] = '\0';
    return false;
}

const char *sql_error(const struct sql *db)
{
    return db->error;
}

void sql_forgive(struct sql *db)
{
    db->error[0] = '\0';
}

bool sql_is_lost(const struct sql *db)
{
    return db->lost;
}

/* ---- statements ---- */

struct sql_rows { /* never made: an answer is the statement that gives it */
    struct sql_statement statement;
};

static struct sql_statement *statement_of(const struct sql_rows *r)
{
    return (struct sql_statement *)r;
}

static void undo(struct sql *db)
{
    db->begun = false;
    if (db->driver->undo != NULL)
        db->undo_is_due = !db->driver->undo(db);
    else
        (void)db->driver->script(db, db->driver->rollback);
}

static void begin_anew(struct sql *db)
{
    if (db->undo_is_due)
        undo(db);
    db->error[0] = '\0';
}

void *sql_keep(struct sql *db, void *p)
{
    attempt_pass_on(p, db);
    return p;
}

static struct sql_statement *new_statement(struct sql *db, const char *text, bool many)
{
    const size_t size = db->driver->statement_size, length = strlen(text);
    struct sql_statement *s = sql_keep(db, xcalloc(1, size + length + 1));
    s->db = db;
    s->many = many;
    s->text = memcpy((char *)s + size, text, length);
    s->next = db->statements;
    return db->statements = s;
}

/* NULL on an error; what could not be prepared is tried again the next time. */
static struct sql_statement *prepared(struct sql *db, const char *text, bool many)
{
    struct sql_statement *s = db->statements;
    while (s != NULL && (s->busy || s->many != many || strcmp(s->text, text) != 0))
        s = s->next;
    if (s == NULL)
        s = new_statement(db, text, many);
    s->prepared = s->prepared || db->driver->prepare(s);
    return s->prepared ? s : NULL;
}

bool sql_gives_up(struct sql *db)
{
    enum { PATIENCE_MS = 250 };
    if (!db->begun || !call_cancelled())
        return false;
    const double seconds = clock_seconds();
    if (!(db->cancelled > 0))
        db->cancelled = seconds;
    if (seconds - db->cancelled > PATIENCE_MS / 1000.0)
        db->given_up = true;
    return db->given_up;
}

bool sql_given_up(const struct sql *db)
{
    return db->given_up;
}

static struct sql_rows *ask(struct sql *db, const char *text, const struct sql_value *values, int n, bool many)
{
    begin_anew(db);
    if (sql_gives_up(db)) {
        sql_fail(db, "interrupted");
        return NULL;
    }
    struct sql_statement *s = prepared(db, text, many);
    if (s == NULL)
        return NULL;
    s->busy = true;
    if (!db->driver->bind(s, values, n)) {
        (void)sql_done((struct sql_rows *)s);
        return NULL;
    }
    return (struct sql_rows *)s;
}

struct sql_rows *sql_ask(struct sql *db, const char *text, const struct sql_value *values, int n)
{
    return ask(db, text, values, n, false);
}

struct sql_rows *sql_ask_many(struct sql *db, const char *text, const struct sql_value *values, int n)
{
    return ask(db, text, values, n, true);
}

bool sql_next(struct sql_rows *r)
{
    struct sql_statement *s = statement_of(r);
    return !s->damaged && s->db->driver->step(s) == SQL_STEP_ROW;
}

bool sql_done(struct sql_rows *r)
{
    if (r == NULL)
        return false;
    struct sql_statement *s = statement_of(r);
    s->db->driver->reset(s);
    s->busy = false;
    if (s->damaged)
        sql_fail(s->db, "it contains impossible values; `kibitzer db check` names what is damaged");
    s->damaged = false;
    return s->db->error[0] == '\0';
}

bool sql_run(struct sql *db, const char *text, const struct sql_value *values, int n)
{
    struct sql_rows *r = sql_ask(db, text, values, n);
    while (r != NULL && sql_next(r))
        continue;
    return sql_done(r);
}

bool sql_script(struct sql *db, const char *text)
{
    begin_anew(db);
    return db->driver->script(db, text);
}

/* ---- columns ---- */

static struct sql_value column(const struct sql_rows *r, int i)
{
    struct sql_statement *s = statement_of(r);
    return s->db->driver->column(s, i);
}

struct sql_value sql_get_value(const struct sql_rows *r, int i)
{
    return column(r, i);
}

/* Figures read millions of numbers: where the driver has a short way, it is taken. */
bool sql_is_null(const struct sql_rows *r, int i)
{
    struct sql_statement *s = statement_of(r);
    if (s->db->driver->is_null != NULL)
        return s->db->driver->is_null(s, i);
    return column(r, i).kind == SQL_NULL;
}

/* What no 64 bits hold is no number of ours. */
static int64_t whole(double x)
{
    return fabs(x) < 9e18 ? (int64_t)x : INT64_MIN;
}

int64_t sql_get_int(const struct sql_rows *r, int i)
{
    struct sql_statement *s = statement_of(r);
    if (s->db->driver->integer != NULL)
        return s->db->driver->integer(s, i);
    const struct sql_value v = column(r, i);
    return v.kind == SQL_INTEGER ? v.integer
           : v.kind == SQL_REAL  ? whole(v.real)
           : v.kind == SQL_TEXT  ? strtoll(v.bytes.at, NULL, 10)
                                 : 0;
}

void sql_damaged(const struct sql_rows *r)
{
    statement_of(r)->damaged = true;
}

bool sql_is_sound(const struct sql_rows *r)
{
    return !statement_of(r)->damaged;
}

int sql_get_within(const struct sql_rows *r, int i, int least, int most)
{
    const int64_t n = sql_get_int(r, i);
    if (n >= least && n <= most)
        return (int)n;
    sql_damaged(r);
    return least;
}

int sql_get_within_or(const struct sql_rows *r, int i, int least, int most, int absent)
{
    return sql_is_null(r, i) ? absent : sql_get_within(r, i, least, most);
}

double sql_get_real(const struct sql_rows *r, int i)
{
    const struct sql_value v = column(r, i);
    const double x = v.kind == SQL_REAL      ? v.real
                     : v.kind == SQL_INTEGER ? (double)v.integer
                     : v.kind == SQL_TEXT    ? strtod(v.bytes.at, NULL)
                                             : (double)NAN;
    if (v.kind != SQL_NULL && !isfinite(x))
        sql_damaged(r);
    return x;
}

const char *sql_get_text(const struct sql_rows *r, int i)
{
    struct sql_statement *s = statement_of(r);
    if (s->db->driver->text != NULL)
        return s->db->driver->text(s, i);
    const struct sql_value v = column(r, i);
    return v.kind == SQL_TEXT || v.kind == SQL_BLOB ? v.bytes.at : NULL;
}

const char *sql_get_word(const struct sql_rows *r, int i)
{
    const char *text = sql_get_text(r, i);
    if (text != NULL)
        return text;
    sql_damaged(r);
    return "";
}

int sql_columns(const struct sql_rows *r)
{
    struct sql_statement *s = statement_of(r);
    return s->db->driver->columns(s);
}

struct span sql_get_bytes(const struct sql_rows *r, int i)
{
    return column(r, i).bytes;
}

int64_t sql_number(struct sql *db, const char *text, const struct sql_value *values, int n, int64_t absent)
{
    struct sql_rows *r = sql_ask(db, text, values, n);
    int64_t result = r != NULL && sql_next(r) && !sql_is_null(r, 0) ? sql_get_int(r, 0) : absent;
    return sql_done(r) ? result : absent;
}

/* ---- transactions ---- */

bool sql_begin(struct sql *db)
{
    db->given_up = false;
    db->cancelled = 0;
    return db->begun = sql_script(db, db->driver->begin);
}

bool sql_commit(struct sql *db)
{
    db->begun = false;
    return sql_script(db, db->driver->commit);
}

void sql_rollback(struct sql *db)
{
    char why[SQL_ERROR_ROOM]; /* the reason matters, not what undoing says */
    memcpy(why, db->error, sizeof why);
    undo(db);
    memcpy(db->error, why, sizeof why);
}

void sql_recover(struct sql *db)
{
    for (struct sql_statement *s = db->statements; s != NULL; s = s->next)
        if (s->busy)
            (void)sql_done((struct sql_rows *)s);
    undo(db);
    sql_fail(db, "out of memory");
}
