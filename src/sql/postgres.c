/* PostgreSQL, through libpq, loaded when a URL asks for it. A URL may leave out what the environment or a password file
 * says; libpq looks there. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/attempt.h"
#include "base/on_demand.h"
#include "base/xmalloc.h"
#include "sql/sql_driver.h"

/* ---- libpq ---- */

#define PQ_FUNCTIONS(F)                                                                                                \
    F(status)                                                                                                          \
    F(exec)                                                                                                            \
    F(resultStatus)                                                                                                    \
    F(clear)                                                                                                           \
    F(errorMessage)                                                                                                    \
    F(connectdbParams)                                                                                                 \
    F(finish)                                                                                                          \
    F(setNoticeProcessor)                                                                                              \
    F(setClientEncoding)                                                                                               \
    F(prepare)                                                                                                         \
    F(freemem)                                                                                                         \
    F(transactionStatus)                                                                                               \
    F(execPrepared)                                                                                                    \
    F(execParams)                                                                                                      \
    F(ntuples)                                                                                                         \
    F(nfields)                                                                                                         \
    F(unescapeBytea)                                                                                                   \
    F(getvalue)                                                                                                        \
    F(getisnull)                                                                                                       \
    F(ftype)                                                                                                           \
    F(getlength)                                                                                                       \
    F(putCopyData)                                                                                                     \
    F(putCopyEnd)                                                                                                      \
    F(getResult)

static struct {
#define POINTER(name) __typeof__(PQ##name) *name;
    PQ_FUNCTIONS(POINTER)
} pq;

static const struct on_demand_function functions[] = {
#define ROW(name) {"PQ" #name, &pq.name},
    PQ_FUNCTIONS(ROW){NULL, NULL}};

static const char *const files[] = {"libpq.so.5", NULL};
static struct on_demand library = {.files = files, .functions = functions, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- connections ---- */

struct post {
    struct sql sql;
    PGconn *handle;
    unsigned n_prepared;
};

struct post_statement {
    struct sql_statement statement;
    char name[16]; /* of the statement, or of its cursor */
    PGresult *result;
    int row; /* of the result that is read; -1 = before the first */
    bool open; /* the cursor */
    char **text; /* values in the making */
    const char **value;
    int *length, *format;
    int n_values;
    unsigned char **bytes; /* of blobs that were read, by column */
    int n_bytes;
};

static PGconn *handle_of(struct sql *db)
{
    return ((struct post *)db)->handle;
}

/* A broken connection may look good until it is used again; a server that is there answers to nothing with nothing. */
static bool is_lost(PGconn *c)
{
    if (pq.status(c) == CONNECTION_BAD)
        return true;
    PGresult *r = pq.exec(c, "");
    const bool answered = pq.resultStatus(r) == PGRES_EMPTY_QUERY;
    pq.clear(r);
    return !answered;
}

static bool failed(struct sql *db)
{
    sql_fail(db, "%s", pq.errorMessage(handle_of(db)));
    db->lost = db->lost || is_lost(handle_of(db));
    return false;
}

static bool is_good(const PGresult *r)
{
    const ExecStatusType s = pq.resultStatus(r);
    return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK || s == PGRES_EMPTY_QUERY;
}

static bool post_script(struct sql *db, const char *text)
{
    PGresult *r = pq.exec(handle_of(db), text);
    const bool ok = is_good(r) || failed(db);
    pq.clear(r);
    return ok;
}

static void say_nothing(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* Writers wait for each other, as with a file; so does who makes the tables. */
#define LOCK "SELECT pg_advisory_xact_lock(1802068585)"

/* The server lets go of its lock when a machine that held it is no more. */
#define KEEPALIVE "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6; "

static const char only_reads[] = "SET default_transaction_read_only = on";

static bool begin_session(struct sql *db, enum sql_mode mode)
{
    if (mode == SQL_READ)
        return post_script(db, only_reads);
    return post_script(db, KEEPALIVE "BEGIN; " LOCK
                                     "; CREATE TABLE IF NOT EXISTS kibitzer (version BIGINT NOT NULL); COMMIT");
}

/* A server that does not answer is given up after a while; what the URL or the environment says comes first. */
static PGconn *connect_to(const char *where)
{
    const char *const names[] = {"keepalives_idle",
                                 "keepalives_interval",
                                 "keepalives_count",
                                 "tcp_user_timeout",
                                 "dbname",
                                 getenv("PGCONNECT_TIMEOUT") == NULL ? "connect_timeout" : NULL,
                                 NULL};
    const char *const values[] = {"30", "10", "6", "90000", where, "10", NULL};
    return pq.connectdbParams(names, values, 1);
}

static void close_handle(void *handle)
{
    pq.finish(handle);
}

static struct sql *post_open(const char *where, enum sql_mode mode, struct strbuf *why)
{
    if (!on_demand_load(&library)) {
        strbuf_say(why, "PostgreSQL is reached through libpq, which cannot be loaded: %s", library.why);
        return NULL;
    }
    struct post *db = xcalloc(1, sizeof *db);
    db->handle = connect_to(where);
    if (db->handle == NULL)
        attempt_fail();
    attempt_hold(db->handle, close_handle);
    pq.setNoticeProcessor(db->handle, say_nothing, NULL);
    if (pq.status(db->handle) == CONNECTION_OK && pq.setClientEncoding(db->handle, "UTF8") == 0 &&
        begin_session(&db->sql, mode))
        return &db->sql;
    const char *message = *db->sql.error != '\0' ? db->sql.error : pq.errorMessage(db->handle);
    strbuf_say(why, "%.*s", (int)strcspn(message, "\n"), message);
    attempt_release(db->handle, close_handle);
    xfree(db);
    return NULL;
}

static void post_close(struct sql *db)
{
    attempt_release(handle_of(db), close_handle);
    xfree(db);
}

/* ---- statements ---- */

/* Question marks become $1, $2 ...; our statements hold none in strings. */
static void number_values(const char *text, struct strbuf *out)
{
    int n = 0;
    for (; *text != '\0'; text++)
        if (*text == '?')
            strbuf_printf(out, "$%d", ++n);
        else
            strbuf_putc(out, *text);
}

static bool post_prepare(struct sql_statement *statement)
{
    struct post_statement *s = (struct post_statement *)statement;
    struct sql *db = statement->db;
    struct strbuf numbered = {0};
    snprintf(s->name, sizeof s->name, "s%u", ((struct post *)db)->n_prepared++);
    if (statement->many) /* cursors are declared, see open_cursor() */
        return true;
    number_values(statement->text, &numbered);
    PGresult *r = pq.prepare(handle_of(db), s->name, numbered.at, 0, NULL);
    const bool ok = is_good(r) || failed(db);
    pq.clear(r);
    strbuf_done(&numbered);
    return ok;
}

static void forget_values(struct post_statement *s)
{
    for (int i = 0; i < s->n_values; i++)
        xfree(s->text[i]);
    xfree(s->text);
    xfree(s->value);
    xfree(s->length);
    xfree(s->format);
    s->text = NULL, s->value = NULL, s->length = NULL, s->format = NULL;
    s->n_values = 0;
}

static void forget_bytes(struct post_statement *s)
{
    for (int i = 0; i < s->n_bytes; i++)
        pq.freemem(s->bytes[i]);
    xfree(s->bytes);
    s->bytes = NULL;
    s->n_bytes = 0;
}

static void forget_result(struct post_statement *s)
{
    pq.clear(s->result);
    s->result = NULL;
}

/* If the transaction has failed, the cursor goes with it. */
static void close_cursor(struct post_statement *s)
{
    char text[40];
    snprintf(text, sizeof text, "CLOSE %s", s->name);
    if (pq.transactionStatus(handle_of(s->statement.db)) != PQTRANS_INERROR)
        pq.clear(pq.exec(handle_of(s->statement.db), text));
    s->open = false;
}

static void post_reset(struct sql_statement *statement)
{
    struct post_statement *s = (struct post_statement *)statement;
    forget_values(s);
    forget_bytes(s);
    forget_result(s);
    if (s->open)
        close_cursor(s);
}

static char *copy(struct post_statement *s, struct span from)
{
    char *to = sql_keep(s->statement.db, xmalloc(from.length + 1));
    memcpy(to, from.length != 0 ? from.at : "", from.length);
    to[from.length] = '\0';
    return to;
}

static void set_value(struct post_statement *s, int i, const struct sql_value *v)
{
    char number[40];
    switch (v->kind) {
    case SQL_INTEGER:
        snprintf(number, sizeof number, "%lld", (long long)v->integer);
        s->text[i] = copy(s, span_of(number));
        break;
    case SQL_REAL:
        snprintf(number, sizeof number, "%.17g", v->real);
        s->text[i] = copy(s, span_of(number));
        break;
    case SQL_TEXT:
    case SQL_BLOB:
        s->text[i] = copy(s, v->bytes);
        break;
    case SQL_NULL:
        break;
    }
    s->value[i] = s->text[i];
    s->length[i] = (int)v->bytes.length;
    s->format[i] = v->kind == SQL_BLOB;
}

static bool post_bind(struct sql_statement *statement, const struct sql_value *values, int n)
{
    struct post_statement *s = (struct post_statement *)statement;
    struct sql *db = statement->db;
    const size_t room = (size_t)n + 1;
    s->text = sql_keep(db, xcalloc(room, sizeof *s->text));
    s->n_values = n;
    s->value = sql_keep(db, xcalloc(room, sizeof *s->value));
    s->length = sql_keep(db, xcalloc(room, sizeof *s->length));
    s->format = sql_keep(db, xcalloc(room, sizeof *s->format));
    for (int i = 0; i < n; i++)
        set_value(s, i, &values[i]);
    return true;
}

static void execute(struct post_statement *s)
{
    s->result = pq.execPrepared(handle_of(s->statement.db), s->name, s->n_values, s->value, s->length, s->format, 0);
    s->row = -1;
    forget_values(s);
}

/* It outlives the transaction that it is declared in, as answers that are held whole do. */
static void open_cursor(struct post_statement *s)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "DECLARE %s NO SCROLL CURSOR WITH HOLD FOR ", s->name);
    number_values(s->statement.text, &text);
    s->result =
        pq.execParams(handle_of(s->statement.db), text.at, s->n_values, NULL, s->value, s->length, s->format, 0);
    s->open = is_good(s->result);
    strbuf_done(&text);
    forget_values(s);
}

static void fetch_piece(struct post_statement *s)
{
    char text[60];
    snprintf(text, sizeof text, "FETCH %d FROM %s", SQL_PIECE, s->name);
    forget_result(s);
    s->result = pq.exec(handle_of(s->statement.db), text);
    s->row = -1;
}

static bool is_read(const struct post_statement *s)
{
    return s->row + 1 >= pq.ntuples(s->result);
}

static enum sql_step post_step(struct sql_statement *statement)
{
    struct post_statement *s = (struct post_statement *)statement;
    forget_bytes(s);
    if (statement->many) {
        if (!s->open && s->result == NULL)
            open_cursor(s);
        if (s->open && is_read(s))
            fetch_piece(s);
    } else if (s->result == NULL) {
        execute(s);
    }
    if (!is_good(s->result)) {
        failed(statement->db);
        return SQL_STEP_FAILED;
    }
    return ++s->row < pq.ntuples(s->result) ? SQL_STEP_ROW : SQL_STEP_END;
}

/* ---- columns ---- */

enum { OID_BYTEA = 17, OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_FLOAT8 = 701, OID_NUMERIC = 1700 };

static struct sql_value bytes_of(struct post_statement *s, int i)
{
    size_t length;
    if (s->bytes == NULL) {
        const int n = pq.nfields(s->result);
        s->bytes = sql_keep(s->statement.db, xcalloc((size_t)n + 1, sizeof *s->bytes));
        s->n_bytes = n;
    }
    pq.freemem(s->bytes[i]);
    s->bytes[i] = pq.unescapeBytea((const unsigned char *)pq.getvalue(s->result, s->row, i), &length);
    return sql_blob((struct span){(const char *)s->bytes[i], length});
}

static struct sql_value post_column(struct sql_statement *statement, int i)
{
    struct post_statement *s = (struct post_statement *)statement;
    if (pq.getisnull(s->result, s->row, i))
        return sql_null();
    const char *text = pq.getvalue(s->result, s->row, i);
    switch (pq.ftype(s->result, i)) {
    case OID_INT2:
    case OID_INT4:
    case OID_INT8:
        return sql_int(strtoll(text, NULL, 10));
    case OID_FLOAT8:
    case OID_NUMERIC:
        return (struct sql_value){.kind = SQL_REAL, .real = strtod(text, NULL)};
    case OID_BYTEA:
        return bytes_of(s, i);
    default:
        return (struct sql_value){.kind = SQL_TEXT, .bytes = {text, (size_t)pq.getlength(s->result, s->row, i)}};
    }
}

static int post_columns(struct sql_statement *statement)
{
    return pq.nfields(((struct post_statement *)statement)->result);
}

/* ---- many rows: COPY, in binary form ---- */

/* Most significant byte first. */
static void put_number(uint64_t n, int bytes, struct strbuf *out)
{
    char b[8];
    for (int i = 0; i < bytes; i++)
        b[i] = (char)(n >> 8 * (bytes - 1 - i));
    strbuf_add(out, b, (size_t)bytes);
}

static void put_field(uint64_t n, int bytes, struct strbuf *out)
{
    put_number((uint64_t)bytes, 4, out);
    put_number(n, bytes, out);
}

static bool put_integer(struct sql *db, int64_t n, int bytes, struct strbuf *out)
{
    const int64_t most = bytes == 8 ? INT64_MAX : ((int64_t)1 << (8 * bytes - 1)) - 1;
    if (n > most || n < -most - 1)
        return sql_fail(db, "%lld is too large for its column", (long long)n);
    put_field((uint64_t)n, bytes, out);
    return true;
}

static void put_real(double x, struct strbuf *out)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_field(bits, 8, out);
}

static void put_bytes(struct span bytes, struct strbuf *out)
{
    put_number(bytes.length, 4, out);
    strbuf_add(out, bytes.at, bytes.length);
}

static int width_of(unsigned type)
{
    return type == OID_INT2 ? 2 : type == OID_INT4 ? 4 : type == OID_INT8 ? 8 : 0;
}

/* The server takes the bytes for what its column holds: what is of another kind must not go there. */
static bool put_value(struct sql *db, unsigned type, const struct sql_value *v, struct strbuf *out)
{
    static const uint64_t null = (uint64_t)-1;
    const bool is_number = width_of(type) != 0 || type == OID_FLOAT8;
    if (v->kind == SQL_NULL)
        put_number(null, 4, out);
    else if (v->kind == SQL_INTEGER && width_of(type) != 0)
        return put_integer(db, v->integer, width_of(type), out);
    else if ((v->kind == SQL_INTEGER || v->kind == SQL_REAL) && type == OID_FLOAT8)
        put_real(v->kind == SQL_REAL ? v->real : (double)v->integer, out);
    else if ((v->kind == SQL_TEXT || v->kind == SQL_BLOB) && !is_number)
        put_bytes(v->bytes, out);
    else
        return sql_fail(db, "a value is of another kind than its column");
    return true;
}

static bool put_rows(struct sql *db, const struct sql_load *l, struct strbuf *out)
{
    static const char head[19] = "PGCOPY\n\377\r\n"; /* and flags and a length of 0 */
    const struct sql_value *v = l->values;
    strbuf_add(out, head, sizeof head);
    for (size_t row = 0; row < l->n_rows; row++) {
        put_number((uint64_t)l->n_columns, 2, out);
        for (int i = 0; i < l->n_columns; i++)
            if (!put_value(db, l->type[i], v++, out))
                return false;
    }
    put_number((uint64_t)-1, 2, out);
    return true;
}

static bool learn_types(struct sql *db, struct sql_load *l)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "SELECT %s FROM %s LIMIT 0", l->columns, l->table);
    PGresult *r = pq.exec(handle_of(db), strbuf_text(&text));
    const bool ok = is_good(r) || failed(db);
    for (int i = 0; ok && i < l->n_columns; i++)
        l->type[i] = pq.ftype(r, i);
    pq.clear(r);
    strbuf_done(&text);
    return ok;
}

static bool send_rows(struct sql *db, const struct sql_load *l, struct span rows)
{
    PGconn *c = handle_of(db);
    struct strbuf command = {0};
    strbuf_printf(&command, "COPY %s (%s) FROM STDIN (FORMAT binary)", l->table, l->columns);
    PGresult *r = pq.exec(c, strbuf_text(&command));
    bool ok = pq.resultStatus(r) == PGRES_COPY_IN;
    strbuf_done(&command);
    pq.clear(r);
    if (!ok || pq.putCopyData(c, rows.at, (int)rows.length) != 1 || pq.putCopyEnd(c, NULL) != 1)
        return failed(db);
    while ((r = pq.getResult(c)) != NULL) {
        ok = ok && is_good(r);
        pq.clear(r);
    }
    return ok || failed(db);
}

/* All is written before any is sent: nothing ends the attempt in between. */
static enum sql_loaded post_load(struct sql *db, struct sql_load *l)
{
    struct strbuf rows = {0};
    const bool ok = (l->type[0] != 0 || learn_types(db, l)) && put_rows(db, l, &rows) &&
                    send_rows(db, l, (struct span){strbuf_text(&rows), rows.length});
    strbuf_done(&rows);
    return ok ? SQL_LOADED : SQL_LOAD_FAILED;
}

const struct sql_driver sql_driver_postgres = {
    .dialect = {.name = "PostgreSQL",
                .id = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
                .key = "TEXT COLLATE \"C\"",
                .text = "TEXT COLLATE \"C\"",
                .blob = "BYTEA",
                .real = "DOUBLE PRECISION",
                .integer = "BIGINT",
                .small = "SMALLINT",
                .count = "INTEGER",
                .is_packed = "ALTER TABLE %s ALTER COLUMN %s SET STORAGE EXTERNAL;",
                .bits = "BYTEA",
                .plain = "",
                .clustered = "",
                .writable = "SET default_transaction_read_only = off",
                .readable = only_reads,
                .is_loose = "SELECT 3 - COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                            " WHERE n.nspname = current_schema() AND c.relkind = 'i'"
                            " AND c.relname IN ('turns_pkey', 'turns_position', 'assessments_pkey')",
                .loosen = "ALTER TABLE turns DROP CONSTRAINT IF EXISTS turns_pkey; DROP INDEX IF EXISTS turns_position;"
                          " ALTER TABLE assessments DROP CONSTRAINT IF EXISTS assessments_pkey",
                .tighten = "ALTER TABLE turns DROP CONSTRAINT IF EXISTS turns_pkey, ADD PRIMARY KEY (match_id, n);"
                           " CREATE INDEX IF NOT EXISTS turns_position ON turns (position);"
                           " ALTER TABLE assessments DROP CONSTRAINT IF EXISTS assessments_pkey,"
                           " ADD PRIMARY KEY (analysis_id, turn, kind)",
                .version = "SELECT MAX(version) FROM kibitzer",
                .foreign = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()"
                           " AND table_name <> 'kibitzer' AND NOT EXISTS (SELECT 1 FROM kibitzer)",
                .set_version = "DELETE FROM kibitzer; INSERT INTO kibitzer VALUES (%d)",
                .intruders = "SELECT 'trigger', t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                             " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal"
                             " AND n.nspname = current_schema() UNION ALL SELECT 'view', c.relname FROM pg_class c"
                             " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema()"
                             " AND c.relkind IN ('v', 'm', 'f')"},
    .schemes = (const char *const[]){"postgresql://", "postgres://", NULL},
    .statement_size = sizeof(struct post_statement),
    .open = post_open,
    .close = post_close,
    .script = post_script,
    .prepare = post_prepare,
    .release = post_reset,
    .bind = post_bind,
    .step = post_step,
    .reset = post_reset,
    .column = post_column,
    .columns = post_columns,
    .load = post_load,
    .begin = "BEGIN; " LOCK,
    .commit = "COMMIT",
    .rollback = "ROLLBACK",
};
