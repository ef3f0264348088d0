/* Many rows into one table: as fast as the database takes them. See sql.h. */
#include "base/arena.h"
#include "base/xmalloc.h"
#include "sql/sql_driver.h"

enum { BULK_ROWS = 2000, BULK_BYTES = 1 << 20 }; /* held here at most, and a row more */

struct sql_bulk {
    struct sql_load load;
    struct sql *db;
    struct sql_value *value;
    struct arena *arena; /* of texts and blobs */
    size_t bytes, capacity;
    struct strbuf one, group; /* statements for one row, and for as many as are taken at once */
};

static size_t rows_at_once(const struct sql_bulk *b)
{
    return (size_t)b->db->driver->rows_at_once;
}

static void write_insert(const struct sql_load *l, size_t n_rows, struct strbuf *out)
{
    strbuf_printf(out, "INSERT INTO %s (%s) VALUES ", l->table, l->columns);
    for (size_t row = 0; row < n_rows; row++) {
        strbuf_puts(out, row == 0 ? "(" : ", (");
        for (int i = 0; i < l->n_columns; i++)
            strbuf_puts(out, i == 0 ? "?" : ", ?");
        strbuf_putc(out, ')');
    }
}

struct sql_bulk *sql_bulk_new(struct sql *db, const char *table, const char *columns, int n_columns)
{
    struct sql_bulk *b = xcalloc(1, sizeof *b);
    *b = (struct sql_bulk){.load = {.table = table, .columns = columns, .n_columns = n_columns}, .db = db};
    if (rows_at_once(b) != 0)
        write_insert(&b->load, 1, &b->one);
    if (rows_at_once(b) > 1)
        write_insert(&b->load, rows_at_once(b), &b->group);
    b->arena = arena_new();
    return b;
}

static void keep_row(struct sql_bulk *b, const struct sql_value *values)
{
    const int n = b->load.n_columns;
    b->value = grow(b->value, b->load.n_rows, &b->capacity, (size_t)n * sizeof *b->value);
    struct sql_value *to = &b->value[b->load.n_rows++ * (size_t)n];
    for (int i = 0; i < n; i++) {
        to[i] = values[i];
        if (to[i].kind == SQL_TEXT || to[i].kind == SQL_BLOB) {
            to[i].bytes.at = arena_span(b->arena, values[i].bytes);
            b->bytes += to[i].bytes.length;
        }
    }
}

bool sql_bulk_add(struct sql_bulk *b, const struct sql_value *values)
{
    if (rows_at_once(b) == 1)
        return sql_run(b->db, strbuf_text(&b->one), values, b->load.n_columns);
    keep_row(b, values);
    return (b->load.n_rows < BULK_ROWS && b->bytes < BULK_BYTES) || sql_bulk_flush(b);
}

static bool insert_groups(struct sql_bulk *b)
{
    const size_t columns = (size_t)b->load.n_columns, group = rows_at_once(b);
    size_t done = 0;
    bool ok = true;
    for (; ok && b->load.n_rows - done >= group; done += group)
        ok = sql_run(b->db, strbuf_text(&b->group), b->value + done * columns, (int)(group * columns));
    for (; ok && done < b->load.n_rows; done++)
        ok = sql_run(b->db, strbuf_text(&b->one), b->value + done * columns, (int)columns);
    return ok;
}

static bool hand_over(struct sql_bulk *b)
{
    const struct sql_driver *driver = b->db->driver;
    const enum sql_loaded loaded = driver->load != NULL ? driver->load(b->db, &b->load) : SQL_LOAD_DECLINED;
    return loaded == SQL_LOADED || (loaded == SQL_LOAD_DECLINED && insert_groups(b));
}

bool sql_bulk_flush(struct sql_bulk *b)
{
    if (b->load.n_rows == 0)
        return true;
    b->load.values = b->value;
    b->db->error[0] = '\0';
    const bool ok = hand_over(b);
    b->load.n_rows = b->bytes = 0;
    arena_clear(b->arena);
    return ok;
}

bool sql_bulk_end(struct sql_bulk *b, bool keep)
{
    if (b == NULL)
        return false;
    const bool ok = keep && sql_bulk_flush(b);
    strbuf_done(&b->one);
    strbuf_done(&b->group);
    arena_free(b->arena);
    xfree(b->value);
    xfree(b);
    return ok;
}
