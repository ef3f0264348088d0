/* SQLite: the database in a file. Several programs may use one file; who wants to write waits for the other. */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/attempt.h"
#include "base/date.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "sql/sql_driver.h"

/* "kibi": by this number in its head a file shows whose it is. */
#define OURS "1802068585"
#define FOREIGN "SELECT count(*) FROM sqlite_master, pragma_application_id WHERE application_id <> " OURS

enum {
    WAIT_MS = 30000, /* for another program to finish writing */
    STEPS = 100000 /* of SQLite's machine between two questions whether to go on: milliseconds */
};

struct lite {
    struct sql sql;
    sqlite3 *handle;
    sqlite3_stmt *rollback; /* prepared early: it must be possible when memory has run out */
};

struct lite_statement {
    struct sql_statement statement;
    sqlite3_stmt *handle;
};

static sqlite3 *handle_of(struct sql *db)
{
    return ((struct lite *)db)->handle;
}

static const char *system_error(sqlite3 *h)
{
    const int code = os_error(sqlite3_system_errno(h));
    return code == ENOSPC  ? "the disk is full"
           : code == EROFS ? "it may only be read"
           : code != 0     ? strerror(code)
                           : NULL;
}

/* What has gone wrong last. */
static const char *explanation(sqlite3 *h)
{
    const char *system = NULL;
    switch (sqlite3_errcode(h) & 0xff) {
    case SQLITE_NOTADB:
        return W_("it is not an SQLite database");
    case SQLITE_CORRUPT:
        return W_("it is damaged; `kibitzer db check` names what is");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return W_("another program has locked it");
    case SQLITE_READONLY:
        return W_("it may only be read");
    case SQLITE_INTERRUPT:
        return "interrupted";
    case SQLITE_FULL:
        return W_("the disk is full");
    case SQLITE_CANTOPEN:
        system = system_error(h);
        return system != NULL ? system : "it cannot be opened";
    case SQLITE_IOERR:
        system = system_error(h);
        return system != NULL ? system : sqlite3_errmsg(h);
    default:
        return sqlite3_errmsg(h);
    }
}

/* Without memory the attempt ends, as everywhere. */
static bool failed(struct sql *db)
{
    sqlite3 *h = handle_of(db);
    if ((sqlite3_errcode(h) & 0xff) == SQLITE_NOMEM)
        attempt_fail();
    return sql_fail(db, "%s", explanation(h));
}

static bool lite_script(struct sql *db, const char *text)
{
    return sqlite3_exec(handle_of(db), text, NULL, NULL, NULL) == SQLITE_OK || failed(db);
}

/* Is a journal of a program that was killed beside it? */
static bool has_journal(const char *where)
{
    struct os_facts f;
    struct strbuf path = {0};
    strbuf_printf(&path, "%s-wal", where);
    const bool there = os_facts(path.at, &f) && f.size > 0;
    strbuf_done(&path);
    return there;
}

/* Readers of a file in a folder where nothing may be written cannot share it; nobody can change it there either. What
 * its journal holds is read without the memory that readers share (https://www.sqlite.org/wal.html#noshm). */
static void open_unchangeable(const char *where, sqlite3 **handle)
{
    const bool journal = has_journal(where);
    struct strbuf uri = {0};
    strbuf_puts(&uri, "file:");
    for (const char *at = where; *at != '\0'; at++)
        if (strchr("?#%", *at) != NULL)
            strbuf_printf(&uri, "%%%02x", (unsigned)*at);
        else
            strbuf_putc(&uri, *at);
    if (journal)
        strbuf_printf(&uri, "?vfs=%s-none", sqlite3_vfs_find(NULL)->zName);
    else
        strbuf_puts(&uri, "?immutable=1");
    (void)sqlite3_open_v2(strbuf_text(&uri), handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    strbuf_done(&uri);
    if (*handle == NULL)
        attempt_fail();
    if (journal)
        (void)sqlite3_exec(*handle, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
}

static bool can_be_read(sqlite3 *h)
{
    return sqlite3_exec(h, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK;
}

static bool may_only_be_read(sqlite3 *h)
{
    const int code = sqlite3_errcode(h) & 0xff;
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
}

/* The file may be anybody's work: what it says of itself sets nothing in motion, and every page is looked at. */
static void distrust(sqlite3 *h)
{
    static const struct {
        int what, on;
    } settings_of[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                       {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                       {SQLITE_DBCONFIG_ENABLE_VIEW, 0}};
    for (size_t i = 0; i < sizeof settings_of / sizeof *settings_of; i++)
        (void)sqlite3_db_config(h, settings_of[i].what, settings_of[i].on, NULL);
    (void)sqlite3_exec(h, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
    /* Nor has a collection virtual tables: what stands behind them (full text, R-trees) is large, and keeps statements
     * of its own that would be released twice. */
    (void)sqlite3_drop_modules(h, NULL);
}

/* A reader opens the file for writing too, where it may: only then does SQLite remove the files beside it again. What
 * it must not do, query_only forbids. */
static void open_handle(struct lite *db, const char *where, enum sql_mode mode)
{
    const int flags = SQLITE_OPEN_READWRITE | (mode == SQL_CREATE ? SQLITE_OPEN_CREATE : 0);
    (void)sqlite3_open_v2(where, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (db->handle == NULL)
        attempt_fail();
    sqlite3_busy_timeout(db->handle, WAIT_MS);
    distrust(db->handle);
    if (mode == SQL_READ && !can_be_read(db->handle) && may_only_be_read(db->handle) && os_access(where, R_OK)) {
        sqlite3_close(db->handle);
        open_unchangeable(where, &db->handle);
        distrust(db->handle);
    }
}

/* A journal that is written ahead lets readers go on while a match is stored, and outlives a program that is killed. */
static const char *const settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; "
                                    "PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY";

static const char *const reading = "PRAGMA query_only = ON";

/* With what was prepared: an attempt that ends knows the connection alone. Statements that SQLite has prepared for
 * itself, inside of one of ours (pragma_integrity_check), go when that one is reset. */
static void close_handle(void *handle)
{
    for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(handle, s)) != NULL;)
        sqlite3_reset(s);
    for (sqlite3_stmt *s; (s = sqlite3_next_stmt(handle, NULL)) != NULL;)
        sqlite3_finalize(s);
    sqlite3_close(handle);
}

/* Another program's database is left as it is: schema.c refuses it. */
static bool is_foreign(sqlite3 *h)
{
    sqlite3_stmt *s = NULL;
    const bool foreign = sqlite3_prepare_v2(h, FOREIGN, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW &&
                         sqlite3_column_int(s, 0) != 0;
    sqlite3_finalize(s);
    return foreign;
}

static int gives_up(void *db)
{
    return sql_gives_up(db);
}

/* Of two programs that give a new file its journal at once, SQLite turns one away without waiting. */
static bool say_settings(sqlite3 *h, const char *session)
{
    const double until = clock_seconds() + WAIT_MS / 1000.0;
    int code;
    while ((code = sqlite3_exec(h, session, NULL, NULL, NULL)) == SQLITE_BUSY && clock_seconds() < until)
        sqlite3_sleep(10);
    return code == SQLITE_OK;
}

static bool begin_session(struct lite *db, enum sql_mode mode)
{
    sqlite3_progress_handler(db->handle, STEPS, gives_up, db);
    const char *session = mode == SQL_READ ? reading : is_foreign(db->handle) ? "" : settings;
    return can_be_read(db->handle) && say_settings(db->handle, session) &&
           sqlite3_prepare_v3(db->handle, "ROLLBACK", -1, SQLITE_PREPARE_PERSISTENT, &db->rollback, NULL) == SQLITE_OK;
}

static bool is_write_protected(const char *where)
{
    return os_access(where, F_OK) && !os_access(where, W_OK) && (errno == EROFS || errno == EACCES);
}

static const char *why_not(sqlite3 *h, const char *where, enum sql_mode mode)
{
    if (!path_has_folder(where))
        return file_problem(FOLDER_IS_MISSING);
    if (mode != SQL_CREATE && !os_access(where, F_OK))
        return W_("there is no such file");
    if (mode != SQL_READ && is_write_protected(where))
        return W_("it may only be read");
    return explanation(h);
}

static struct sql *lite_open(const char *where, enum sql_mode mode, struct strbuf *why)
{
    struct os_facts f;
    if (os_facts(where, &f) && f.kind == OS_DEVICE) {
        strbuf_puts(why, file_problem(FILE_IS_NONE));
        return NULL;
    }
    if (os_is_remote(where)) { /* the memory that users of a written-ahead journal share ends at the machine */
        strbuf_say(why, "it is on a network drive, expected a local disk");
        return NULL;
    }
    struct lite *db = xcalloc(1, sizeof *db);
    open_handle(db, where, mode);
    if (begin_session(db, mode)) {
        attempt_hold(db->handle, close_handle);
        return &db->sql;
    }
    const bool no_memory = (sqlite3_errcode(db->handle) & 0xff) == SQLITE_NOMEM;
    if (!no_memory)
        strbuf_puts(why, why_not(db->handle, where, mode));
    close_handle(db->handle);
    xfree(db);
    if (no_memory)
        attempt_fail();
    return NULL;
}

static void lite_close(struct sql *db)
{
    attempt_release(handle_of(db), close_handle);
    xfree(db);
}

static bool lite_undo(struct sql *db)
{
    struct lite *l = (struct lite *)db;
    if (sqlite3_get_autocommit(l->handle) == 0)
        (void)sqlite3_step(l->rollback);
    (void)sqlite3_reset(l->rollback);
    return sqlite3_get_autocommit(l->handle) != 0;
}

static bool lite_prepare(struct sql_statement *statement)
{
    struct lite_statement *s = (struct lite_statement *)statement;
    return sqlite3_prepare_v3(handle_of(statement->db), statement->text, -1, SQLITE_PREPARE_PERSISTENT, &s->handle,
                              NULL) == SQLITE_OK ||
           failed(statement->db);
}

static void lite_release(struct sql_statement *statement)
{
    sqlite3_finalize(((struct lite_statement *)statement)->handle);
}

/* What is read as empty may lie nowhere; to bind that would be NULL. */
static const char *or_empty(struct span bytes)
{
    return bytes.at != NULL ? bytes.at : "";
}

static int bind_one(sqlite3_stmt *s, int at, const struct sql_value *v)
{
    switch (v->kind) {
    case SQL_INTEGER:
        return sqlite3_bind_int64(s, at, v->integer);
    case SQL_REAL:
        return sqlite3_bind_double(s, at, v->real);
    case SQL_TEXT:
        return sqlite3_bind_text64(s, at, or_empty(v->bytes), v->bytes.length, SQLITE_TRANSIENT, SQLITE_UTF8);
    case SQL_BLOB:
        return sqlite3_bind_blob64(s, at, or_empty(v->bytes), v->bytes.length, SQLITE_TRANSIENT);
    case SQL_NULL:
        break;
    }
    return sqlite3_bind_null(s, at);
}

static bool lite_bind(struct sql_statement *statement, const struct sql_value *values, int n)
{
    sqlite3_stmt *s = ((struct lite_statement *)statement)->handle;
    for (int i = 0; i < n; i++)
        if (bind_one(s, i + 1, &values[i]) != SQLITE_OK)
            return failed(statement->db);
    return true;
}

static enum sql_step lite_step(struct sql_statement *statement)
{
    switch (sqlite3_step(((struct lite_statement *)statement)->handle)) {
    case SQLITE_ROW:
        return SQL_STEP_ROW;
    case SQLITE_DONE:
        return SQL_STEP_END;
    default:
        failed(statement->db);
        return SQL_STEP_FAILED;
    }
}

static void lite_reset(struct sql_statement *statement)
{
    sqlite3_stmt *s = ((struct lite_statement *)statement)->handle;
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
}

static struct sql_value lite_column(struct sql_statement *statement, int i)
{
    sqlite3_stmt *s = ((struct lite_statement *)statement)->handle;
    switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
        return sql_int(sqlite3_column_int64(s, i));
    case SQLITE_FLOAT:
        return (struct sql_value){.kind = SQL_REAL, .real = sqlite3_column_double(s, i)};
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(s, i);
        if (text == NULL)
            attempt_fail();
        return (struct sql_value){.kind = SQL_TEXT, .bytes = {text, (size_t)sqlite3_column_bytes(s, i)}};
    }
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_column_blob(s, i);
        return sql_blob((struct span){bytes, (size_t)sqlite3_column_bytes(s, i)});
    }
    default:
        return sql_null();
    }
}

static int64_t lite_integer(struct sql_statement *statement, int i)
{
    return sqlite3_column_int64(((struct lite_statement *)statement)->handle, i);
}

static bool lite_is_null(struct sql_statement *statement, int i)
{
    return sqlite3_column_type(((struct lite_statement *)statement)->handle, i) == SQLITE_NULL;
}

/* Terminated, whatever stands there. */
static const char *lite_text(struct sql_statement *statement, int i)
{
    sqlite3_stmt *s = ((struct lite_statement *)statement)->handle;
    if (sqlite3_column_type(s, i) == SQLITE_NULL)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(s, i);
    if (text == NULL)
        attempt_fail();
    return text;
}

static int lite_columns(struct sql_statement *statement)
{
    return sqlite3_column_count(((struct lite_statement *)statement)->handle);
}

static const char *const checks[] = {
    "SELECT integrity_check FROM pragma_integrity_check",
    "SELECT 'a row of ' || \"table\" || ' refers to nothing in ' || parent FROM pragma_foreign_key_check",
    NULL,
};

const struct sql_driver sql_driver_sqlite = {
    .dialect = {.name = "SQLite",
                .id = "INTEGER PRIMARY KEY",
                .key = "TEXT",
                .text = "TEXT",
                .blob = "BLOB",
                .real = "REAL",
                .integer = "INTEGER",
                .small = "INTEGER",
                .count = "INTEGER",
                .refers = true,
                .bits = "BLOB",
                .plain = "",
                .clustered = "WITHOUT ROWID",
                .version = "SELECT user_version FROM pragma_user_version",
                .foreign = FOREIGN,
                .set_version = "PRAGMA application_id = " OURS "; PRAGMA user_version = %d",
                .intruders = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')",
                .writable = "PRAGMA query_only = OFF",
                .readable = reading,
                .definition = "SELECT sql FROM sqlite_master WHERE name = ?",
                .check = checks},
    .statement_size = sizeof(struct lite_statement),
    .open = lite_open,
    .close = lite_close,
    .script = lite_script,
    .prepare = lite_prepare,
    .release = lite_release,
    .bind = lite_bind,
    .step = lite_step,
    .reset = lite_reset,
    .column = lite_column,
    .integer = lite_integer,
    .is_null = lite_is_null,
    .text = lite_text,
    .columns = lite_columns,
    .rows_at_once = 1,
    .begin = "BEGIN IMMEDIATE",
    .commit = "COMMIT",
    .undo = lite_undo,
};
