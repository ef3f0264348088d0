/* MariaDB and MySQL, through libmariadb, loaded when a URL asks for it. What a URL leaves out is taken from the option
 * files' group [client] and from MYSQL_PWD. */
#include <errmsg.h>
#include <mysqld_error.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <mysql.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/format.h"
#include "base/attempt.h"
#include "base/on_demand.h"
#include "base/xmalloc.h"
#include "sql/sql_driver.h"

/* ---- libmariadb ---- */

#define MY_FUNCTIONS(F)                                                                                                \
    F(mysql_errno)                                                                                                     \
    F(mysql_error)                                                                                                     \
    F(mysql_real_query)                                                                                                \
    F(mysql_store_result)                                                                                              \
    F(mysql_free_result)                                                                                               \
    F(mysql_next_result)                                                                                               \
    F(mariadb_get_infov)                                                                                               \
    F(mysql_get_socket)                                                                                                \
    F(mysql_close)                                                                                                     \
    F(mysql_init)                                                                                                      \
    F(mysql_options)                                                                                                   \
    F(mysql_real_connect)                                                                                              \
    F(mysql_stmt_errno)                                                                                                \
    F(mysql_stmt_error)                                                                                                \
    F(mysql_stmt_result_metadata)                                                                                      \
    F(mysql_num_fields)                                                                                                \
    F(mysql_fetch_field_direct)                                                                                        \
    F(mysql_stmt_init)                                                                                                 \
    F(mysql_stmt_prepare)                                                                                              \
    F(mysql_stmt_close)                                                                                                \
    F(mysql_stmt_attr_set)                                                                                             \
    F(mysql_stmt_bind_param)                                                                                           \
    F(mysql_stmt_execute)                                                                                              \
    F(mysql_stmt_bind_result)                                                                                          \
    F(mysql_stmt_store_result)                                                                                         \
    F(mysql_stmt_fetch_column)                                                                                         \
    F(mysql_stmt_fetch)                                                                                                \
    F(mysql_stmt_free_result)

static struct {
#define POINTER(name) __typeof__(name) *name;
    MY_FUNCTIONS(POINTER)
} my;

static const struct on_demand_function functions[] = {
#define ROW(name) {#name, &my.name},
    MY_FUNCTIONS(ROW){NULL, NULL}};

static const char *const files[] = {"libmariadb.so.3", NULL};
static struct on_demand library = {.files = files, .functions = functions, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- connections ---- */

struct maria {
    struct sql sql;
    MYSQL *handle;
    bool loads; /* the server takes many rows of values for one statement */
};

enum { BINARY_CHARSET = 63 };

struct cell { /* of the row that is read */
    int64_t integer;
    double real;
    char *text;
    unsigned long length, room;
    my_bool is_null;
    bool is_binary;
};

struct maria_statement {
    struct sql_statement statement;
    MYSQL_STMT *handle;
    MYSQL_BIND *result;
    struct cell *cell;
    unsigned n_columns;
};

static MYSQL *handle_of(struct sql *db)
{
    return ((struct maria *)db)->handle;
}

static bool failed_with(struct sql *db, unsigned code, const char *message)
{
    static const unsigned lost[] = {CR_SERVER_GONE_ERROR, CR_SERVER_LOST,     CR_CONN_HOST_ERROR,
                                    CR_CONNECTION_ERROR,  ER_SERVER_SHUTDOWN, ER_CONNECTION_KILLED};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        db->lost = db->lost || code == lost[i];
    return sql_fail(db, "%s", message);
}

static bool failed(struct sql *db)
{
    return failed_with(db, my.mysql_errno(handle_of(db)), my.mysql_error(handle_of(db)));
}

/* All answers are taken, else the next statement would find them in its way. */
static bool maria_script(struct sql *db, const char *text)
{
    MYSQL *h = handle_of(db);
    if (my.mysql_real_query(h, text, strlen(text)) != 0)
        return failed(db);
    int more;
    do {
        MYSQL_RES *r = my.mysql_store_result(h);
        my.mysql_free_result(r);
        more = my.mysql_next_result(h);
    } while (more == 0);
    return more < 0 || failed(db);
}

/* ---- opening ---- */

struct address {
    char *user, *password, *host, *database, *socket;
    unsigned port;
};

/* A part of a URL with its %xx resolved; NULL where it is empty. */
static char *part(const char *at, size_t length)
{
    char *to = xmalloc(length + 1);
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        const bool coded = at[i] == '%' && i + 2 < length && hex_digit(at[i + 1]) >= 0 && hex_digit(at[i + 2]) >= 0;
        to[n++] = coded ? (char)(16 * hex_digit(at[i + 1]) + hex_digit(at[i + 2])) : at[i];
        i += coded ? 2 : 0;
    }
    to[n] = '\0';
    if (n == 0) {
        xfree(to);
        return NULL;
    }
    return to;
}

/* mysql://user:password@host:port/database?socket=PATH */
static void read_address(const char *url, struct address *a)
{
    const char *at = strstr(url, "://") + 3, *end = at + strcspn(at, "/?"), *user_end = NULL;
    *a = (struct address){.port = 0};
    for (const char *c = at; c < end; c++)
        if (*c == '@')
            user_end = c;
    if (user_end != NULL) {
        const size_t user = strcspn(at, ":@");
        a->user = part(at, user);
        if (at + user < user_end)
            a->password = part(at + user + 1, (size_t)(user_end - at) - user - 1);
        at = user_end + 1;
    }
    const size_t host = strcspn(at, ":/?");
    a->host = part(at, host);
    if (at[host] == ':')
        a->port = (unsigned)strtoul(at + host + 1, NULL, 10);
    if (*end == '/')
        a->database = part(end + 1, strcspn(end + 1, "?"));
    const char *socket = strstr(end, "socket=");
    if (socket != NULL)
        a->socket = part(socket + 7, strcspn(socket + 7, "&"));
}

static void address_done(struct address *a)
{
    xfree(a->user);
    xfree(a->password);
    xfree(a->host);
    xfree(a->database);
    xfree(a->socket);
}

#define LOCK "DO GET_LOCK(CONCAT('kibitzer.', DATABASE()), 600)"
#define UNLOCK "DO RELEASE_LOCK(CONCAT('kibitzer.', DATABASE()))"

static const char only_reads[] = "SET SESSION TRANSACTION READ ONLY";

static bool begin_session(struct sql *db, enum sql_mode mode)
{
    if (!maria_script(db, "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_ALL_TABLES,"
                          "NO_ENGINE_SUBSTITUTION'; SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"))
        return false;
    if (mode == SQL_READ)
        return maria_script(db, only_reads);
    return maria_script(db, LOCK "; CREATE TABLE IF NOT EXISTS kibitzer (version BIGINT NOT NULL); " UNLOCK);
}

/* A server that does not answer is given up after a while. True, for `&&`: a socket that is a file knows no silence. */
static bool notice_silence(MYSQL *handle)
{
    static const struct {
        int level, name, value;
    } options[] = {{SOL_SOCKET, SO_KEEPALIVE, 1},
                   {IPPROTO_TCP, TCP_KEEPIDLE, 30},
                   {IPPROTO_TCP, TCP_KEEPINTVL, 10},
                   {IPPROTO_TCP, TCP_KEEPCNT, 6},
                   {IPPROTO_TCP, TCP_USER_TIMEOUT, 90000}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        (void)setsockopt((int)my.mysql_get_socket(handle), options[i].level, options[i].name, &options[i].value,
                         sizeof options[i].value);
    return true;
}

/* MySQL does not. */
static bool takes_many_rows(MYSQL *handle)
{
    unsigned long capabilities = 0, further = 0;
    return my.mariadb_get_infov(handle, MARIADB_CONNECTION_SERVER_CAPABILITIES, &capabilities) == 0 &&
           my.mariadb_get_infov(handle, MARIADB_CONNECTION_EXTENDED_SERVER_CAPABILITIES, &further) == 0 &&
           (capabilities & CLIENT_MYSQL) == 0 && (further & (MARIADB_CLIENT_STMT_BULK_OPERATIONS >> 32)) != 0;
}

static void close_handle(void *handle)
{
    my.mysql_close(handle);
}

static struct sql *maria_open(const char *where, enum sql_mode mode, struct strbuf *why)
{
    if (!on_demand_load(&library)) {
        strbuf_say(why, "MariaDB is reached through libmariadb, which cannot be loaded: %s", library.why);
        return NULL;
    }
    struct maria *db = xcalloc(1, sizeof *db);
    struct address a;
    read_address(where, &a);
    db->handle = my.mysql_init(NULL);
    if (db->handle == NULL)
        attempt_fail();
    attempt_hold(db->handle, close_handle);
    my.mysql_options(db->handle, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    my.mysql_options(db->handle, MYSQL_OPT_CONNECT_TIMEOUT, &(const unsigned){10});
    my.mysql_options(db->handle, MYSQL_READ_DEFAULT_GROUP, "client");
    const bool ok = my.mysql_real_connect(db->handle, a.host, a.user, a.password, a.database, a.port, a.socket,
                                          CLIENT_MULTI_STATEMENTS) != NULL &&
                    notice_silence(db->handle) && begin_session(&db->sql, mode);
    address_done(&a);
    db->loads = ok && takes_many_rows(db->handle);
    if (ok)
        return &db->sql;
    strbuf_puts(why, *db->sql.error != '\0' ? db->sql.error : my.mysql_error(db->handle));
    attempt_release(db->handle, close_handle);
    xfree(db);
    return NULL;
}

static void maria_close(struct sql *db)
{
    attempt_release(handle_of(db), close_handle);
    xfree(db);
}

/* ---- statements ---- */

static bool statement_failed(struct sql_statement *statement)
{
    MYSQL_STMT *h = ((struct maria_statement *)statement)->handle;
    return failed_with(statement->db, my.mysql_stmt_errno(h), my.mysql_stmt_error(h));
}

static enum enum_field_types kind_of(enum enum_field_types type)
{
    switch (type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
        return MYSQL_TYPE_LONGLONG;
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE:
    case MYSQL_TYPE_DECIMAL:
    case MYSQL_TYPE_NEWDECIMAL:
        return MYSQL_TYPE_DOUBLE;
    default:
        return MYSQL_TYPE_STRING;
    }
}

static void free_metadata(void *metadata)
{
    my.mysql_free_result(metadata);
}

/* Numbers go to the cell; of texts only the length, they are fetched when it is known. */
static void bind_columns(struct maria_statement *s)
{
    MYSQL_RES *meta = my.mysql_stmt_result_metadata(s->handle);
    if (meta == NULL)
        return;
    attempt_hold(meta, free_metadata);
    const unsigned n = my.mysql_num_fields(meta);
    if (s->result == NULL)
        s->result = sql_keep(s->statement.db, xcalloc(n, sizeof *s->result));
    if (s->cell == NULL)
        s->cell = sql_keep(s->statement.db, xcalloc(n, sizeof *s->cell));
    for (unsigned i = 0; i < n; i++) {
        MYSQL_BIND *b = &s->result[i];
        b->buffer_type = kind_of(my.mysql_fetch_field_direct(meta, i)->type);
        b->buffer = b->buffer_type == MYSQL_TYPE_LONGLONG ? (void *)&s->cell[i].integer
                    : b->buffer_type == MYSQL_TYPE_DOUBLE ? (void *)&s->cell[i].real
                                                          : NULL;
        s->cell[i].is_binary = my.mysql_fetch_field_direct(meta, i)->charsetnr == BINARY_CHARSET;
        b->length = &s->cell[i].length;
        b->is_null = &s->cell[i].is_null;
    }
    s->n_columns = n;
    attempt_release(meta, free_metadata);
}

static bool maria_prepare(struct sql_statement *statement)
{
    struct maria_statement *s = (struct maria_statement *)statement;
    if (s->handle == NULL)
        s->handle = my.mysql_stmt_init(handle_of(statement->db));
    if (s->handle == NULL)
        attempt_fail();
    if (my.mysql_stmt_prepare(s->handle, statement->text, strlen(statement->text)) != 0)
        return statement_failed(statement);
    bind_columns(s);
    return true;
}

static void maria_release(struct sql_statement *statement)
{
    struct maria_statement *s = (struct maria_statement *)statement;
    if (s->handle != NULL)
        my.mysql_stmt_close(s->handle);
    for (unsigned i = 0; i < s->n_columns; i++)
        xfree(s->cell[i].text);
    xfree(s->cell);
    xfree(s->result);
}

static void set_value(MYSQL_BIND *b, const struct sql_value *v)
{
    switch (v->kind) {
    case SQL_INTEGER:
        b->buffer_type = MYSQL_TYPE_LONGLONG;
        b->buffer = (void *)&v->integer;
        break;
    case SQL_REAL:
        b->buffer_type = MYSQL_TYPE_DOUBLE;
        b->buffer = (void *)&v->real;
        break;
    case SQL_TEXT:
    case SQL_BLOB:
        b->buffer_type = v->kind == SQL_TEXT ? MYSQL_TYPE_STRING : MYSQL_TYPE_LONG_BLOB;
        b->buffer = (void *)(v->bytes.length != 0 ? v->bytes.at : "");
        b->buffer_length = v->bytes.length;
        break;
    case SQL_NULL:
        b->buffer_type = MYSQL_TYPE_NULL;
        break;
    }
}

/* Where an answer may be long the server keeps it. */
static bool choose_cursor(struct maria_statement *s)
{
    const unsigned long kind = CURSOR_TYPE_READ_ONLY, rows = SQL_PIECE;
    return !s->statement.many || (my.mysql_stmt_attr_set(s->handle, STMT_ATTR_CURSOR_TYPE, &kind) == 0 &&
                                  my.mysql_stmt_attr_set(s->handle, STMT_ATTR_PREFETCH_ROWS, &rows) == 0);
}

/* Executed here, while the values are there. */
static bool maria_bind(struct sql_statement *statement, const struct sql_value *values, int n)
{
    struct maria_statement *s = (struct maria_statement *)statement;
    MYSQL_BIND *bind = xcalloc((size_t)n + 1, sizeof *bind);
    for (int i = 0; i < n; i++)
        set_value(&bind[i], &values[i]);
    bool ok = (n == 0 || my.mysql_stmt_bind_param(s->handle, bind) == 0) && choose_cursor(s) &&
              my.mysql_stmt_execute(s->handle) == 0;
    if (ok && s->n_columns == 0) /* what RETURNING gives is known only now */
        bind_columns(s);
    if (ok && s->n_columns != 0)
        ok = my.mysql_stmt_bind_result(s->handle, s->result) == 0 &&
             (statement->many || my.mysql_stmt_store_result(s->handle) == 0);
    xfree(bind);
    return ok || statement_failed(statement);
}

static bool fetch_texts(struct maria_statement *s)
{
    for (unsigned i = 0; i < s->n_columns; i++) {
        struct cell *c = &s->cell[i];
        if (c->is_null || s->result[i].buffer_type != MYSQL_TYPE_STRING)
            continue;
        if (c->room < c->length + 1) {
            const size_t room = c->length + 1;
            c->text = c->text != NULL ? xrealloc(c->text, room) : sql_keep(s->statement.db, xmalloc(room));
            c->room = room;
        }
        MYSQL_BIND b = {.buffer_type = MYSQL_TYPE_STRING,
                        .buffer = c->text,
                        .buffer_length = c->length,
                        .length = &c->length,
                        .is_null = &c->is_null};
        if (my.mysql_stmt_fetch_column(s->handle, &b, i, 0) != 0)
            return false;
        c->text[c->length] = '\0';
    }
    return true;
}

static enum sql_step maria_step(struct sql_statement *statement)
{
    struct maria_statement *s = (struct maria_statement *)statement;
    if (s->n_columns == 0)
        return SQL_STEP_END;
    const int got = my.mysql_stmt_fetch(s->handle);
    if (got == MYSQL_NO_DATA)
        return SQL_STEP_END;
    if ((got == 0 || got == MYSQL_DATA_TRUNCATED) && fetch_texts(s))
        return SQL_STEP_ROW;
    statement_failed(statement);
    return SQL_STEP_FAILED;
}

static void maria_reset(struct sql_statement *statement)
{
    my.mysql_stmt_free_result(((struct maria_statement *)statement)->handle);
}

static struct sql_value maria_column(struct sql_statement *statement, int i)
{
    const struct maria_statement *s = (const struct maria_statement *)statement;
    const struct cell *c = &s->cell[i];
    if (c->is_null)
        return sql_null();
    switch (s->result[i].buffer_type) {
    case MYSQL_TYPE_LONGLONG:
        return sql_int(c->integer);
    case MYSQL_TYPE_DOUBLE:
        return (struct sql_value){.kind = SQL_REAL, .real = c->real};
    default:
        return (struct sql_value){.kind = c->is_binary ? SQL_BLOB : SQL_TEXT, .bytes = {c->text, c->length}};
    }
}

static int maria_columns(struct sql_statement *statement)
{
    return (int)((const struct maria_statement *)statement)->n_columns;
}

/* ---- many rows: one statement, executed once with the values of all rows ---- */

struct batch { /* columns of values, as libmariadb takes them */
    MYSQL_BIND *bind;
    void *room;
};

/* What a column holds: the kind of its values but for NULL; false where they are of several kinds. */
static bool kind_of_column(const struct sql_load *l, int column, enum sql_kind *out)
{
    *out = SQL_NULL;
    for (size_t row = 0; row < l->n_rows; row++) {
        const enum sql_kind k = l->values[row * (size_t)l->n_columns + (size_t)column].kind;
        if (k != SQL_NULL && *out != SQL_NULL && k != *out)
            return false;
        *out = k != SQL_NULL ? k : *out;
    }
    return true;
}

static enum enum_field_types type_of(enum sql_kind kind)
{
    return kind == SQL_REAL   ? MYSQL_TYPE_DOUBLE
           : kind == SQL_TEXT ? MYSQL_TYPE_STRING
           : kind == SQL_BLOB ? MYSQL_TYPE_LONG_BLOB
                              : MYSQL_TYPE_LONGLONG;
}

union cell_value {
    int64_t integer;
    double real;
    const char *text;
};

struct batch_column {
    union cell_value *value;
    unsigned long *length;
    char *indicator;
};

static void fill_column(const struct sql_load *l, int column, const struct batch_column *c)
{
    for (size_t row = 0; row < l->n_rows; row++) {
        const struct sql_value *v = &l->values[row * (size_t)l->n_columns + (size_t)column];
        c->indicator[row] = v->kind == SQL_NULL ? STMT_INDICATOR_NULL : STMT_INDICATOR_NONE;
        c->length[row] = v->bytes.length;
        if (v->kind == SQL_INTEGER || v->kind == SQL_NULL)
            c->value[row].integer = v->integer;
        else if (v->kind == SQL_REAL)
            c->value[row].real = v->real;
        else
            c->value[row].text = v->bytes.length != 0 ? v->bytes.at : "";
    }
}

/* One piece of memory: nothing is left behind if it runs out. False where the rows do not go this way. */
static bool make_batch(const struct sql_load *l, struct batch *out)
{
    const size_t n = l->n_rows, columns = (size_t)l->n_columns,
                 column = n * (sizeof(union cell_value) + sizeof(unsigned long) + sizeof(char));
    enum sql_kind kind[SQL_LOAD_COLUMNS];
    for (int i = 0; i < l->n_columns; i++)
        if (!kind_of_column(l, i, &kind[i]))
            return false;
    out->room = xcalloc(columns, column + sizeof(MYSQL_BIND));
    out->bind = out->room;
    union cell_value *value = (union cell_value *)(void *)(out->bind + columns);
    unsigned long *length = (unsigned long *)(void *)(value + columns * n);
    char *indicator = (char *)(length + columns * n);
    for (int i = 0; i < l->n_columns; i++, value += n, length += n, indicator += n) {
        const struct batch_column c = {value, length, indicator};
        fill_column(l, i, &c);
        out->bind[i].buffer_type = type_of(kind[i]);
        out->bind[i].buffer = value;
        out->bind[i].length = length;
        out->bind[i].u.indicator = indicator;
    }
    return true;
}

static bool execute_batch(struct sql *db, const char *text, struct batch *b, unsigned rows)
{
    MYSQL_STMT *h = my.mysql_stmt_init(handle_of(db));
    if (h == NULL)
        return sql_fail(db, "out of memory");
    const bool ok = (my.mysql_stmt_prepare(h, text, strlen(text)) == 0 &&
                     my.mysql_stmt_attr_set(h, STMT_ATTR_ARRAY_SIZE, &rows) == 0 &&
                     my.mysql_stmt_bind_param(h, b->bind) == 0 && my.mysql_stmt_execute(h) == 0) ||
                    failed_with(db, my.mysql_stmt_errno(h), my.mysql_stmt_error(h));
    my.mysql_stmt_close(h);
    return ok;
}

/* As with INSERT, what does not fit is an error: LOAD DATA would make a warning of it, and MySQL refuses it. */
static enum sql_loaded maria_load(struct sql *db, struct sql_load *l)
{
    struct batch b;
    struct strbuf text = {0};
    if (!((struct maria *)db)->loads || l->n_rows < 2 || !make_batch(l, &b))
        return SQL_LOAD_DECLINED;
    strbuf_printf(&text, "INSERT INTO %s (%s) VALUES (", l->table, l->columns);
    for (int i = 0; i < l->n_columns; i++)
        strbuf_puts(&text, i == 0 ? "?" : ", ?");
    strbuf_putc(&text, ')');
    const bool ok = execute_batch(db, strbuf_text(&text), &b, (unsigned)l->n_rows);
    strbuf_done(&text);
    xfree(b.room);
    return ok ? SQL_LOADED : SQL_LOAD_FAILED;
}

#define TABLE "ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin"

const struct sql_driver sql_driver_mariadb = {
    .dialect = {.name = "MariaDB",
                .id = "BIGINT AUTO_INCREMENT PRIMARY KEY",
                .key = "VARCHAR(191)",
                .text = "LONGTEXT",
                .blob = "LONGBLOB",
                .real = "DOUBLE",
                .integer = "BIGINT",
                .small = "SMALLINT",
                .count = "INT",
                .bits = "VARBINARY(16)",
                .resume = "START TRANSACTION",
                .plain = TABLE,
                .clustered = TABLE,
                .writable = "SET SESSION TRANSACTION READ WRITE",
                .readable = only_reads,
                .is_loose = "SELECT COUNT(*) = 0 FROM information_schema.statistics WHERE table_schema = DATABASE()"
                            " AND index_name = 'turns_position'",
                .loosen = "DROP INDEX IF EXISTS turns_position ON turns",
                .tighten = "CREATE INDEX IF NOT EXISTS turns_position ON turns (position)",
                .version = "SELECT MAX(version) FROM kibitzer",
                .foreign = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"
                           " AND table_name <> 'kibitzer' AND NOT EXISTS (SELECT 1 FROM kibitzer)",
                .set_version = "DELETE FROM kibitzer; INSERT INTO kibitzer VALUES (%d)",
                .intruders = "SELECT 'trigger', trigger_name FROM information_schema.triggers"
                             " WHERE event_object_schema = DATABASE() UNION ALL SELECT 'view', table_name"
                             " FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'VIEW'"},
    .schemes = (const char *const[]){"mysql://", "mariadb://", NULL},
    .statement_size = sizeof(struct maria_statement),
    .open = maria_open,
    .close = maria_close,
    .script = maria_script,
    .prepare = maria_prepare,
    .release = maria_release,
    .bind = maria_bind,
    .step = maria_step,
    .reset = maria_reset,
    .column = maria_column,
    .columns = maria_columns,
    .load = maria_load,
    .rows_at_once = 64,
    .begin = LOCK "; START TRANSACTION",
    .commit = "COMMIT; " UNLOCK,
    .rollback = "ROLLBACK; " UNLOCK,
};
