/* Tables for other programs; see table_files.h. */
#include "command/table_files.h"

#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "collection/database_file.h"

enum { PIECE = 1 << 16, GZIP = 15 + 16, MEMORY = 8, COLUMNS_MAX = 64 };

struct table {
    struct table *next;
    const struct answer_rows *rows;
    /* of CSV: */
    char *path;
    struct file_out file;
    struct answer_document document;
    struct answer_writer *writer;
    struct strbuf text; /* not handed on yet */
    bool zipped;
    z_stream zip;
    Bytef *piece; /* that zip fills */
    /* of a database: */
    struct sql_bulk *bulk;
    struct table_column column[COLUMNS_MAX];
    char *name[COLUMNS_MAX];
    struct sql_value value[COLUMNS_MAX];
    struct strbuf words[COLUMNS_MAX], names;
    int n;
};

struct tables {
    enum tables_kind kind;
    const char *path;
    bool safe, good;
    struct database_file database;
    struct table *first;
};

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), n = strlen(ending);
    return length > n && path[length - n - 1] != '/' && strcasecmp(path + length - n, ending) == 0;
}

enum tables_kind tables_kind_of(const char *path)
{
    static const char *const databases[] = {".db", ".sqlite", ".sqlite3"};
    if (path == NULL || *path == '\0' || strcmp(path, "-") == 0 || strstr(path, "://") != NULL)
        return TABLES_NONE;
    if (ends_with(path, ".csv") || ends_with(path, ".csv.gz"))
        return TABLES_CSV;
    for (size_t i = 0; i < sizeof databases / sizeof *databases; i++)
        if (ends_with(path, databases[i]))
            return TABLES_DATABASE;
    return path_is_folder(path) || strchr(path_name(path), '.') == NULL ? TABLES_FOLDER : TABLES_NONE;
}

/* ---- bytes of CSV ---- */

static voidpf zip_alloc(voidpf context, uInt n, uInt size)
{
    (void)context;
    return xmalloc_or_null((size_t)n * size);
}

static void zip_free(voidpf context, voidpf p)
{
    (void)context;
    xfree(p);
}

static void zip_begin(struct table *t)
{
    t->zip = (z_stream){.zalloc = zip_alloc, .zfree = zip_free};
    if (deflateInit2(&t->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        attempt_fail();
    t->piece = xmalloc(PIECE);
}

static void zip_text(struct table *t, int flush)
{
    t->zip.next_in = (Bytef *)t->text.at;
    t->zip.avail_in = (uInt)t->text.length;
    do {
        t->zip.next_out = t->piece;
        t->zip.avail_out = PIECE;
        (void)deflate(&t->zip, flush);
        file_out_add(&t->file, t->piece, PIECE - t->zip.avail_out);
    } while (t->zip.avail_out == 0);
}

static void hand_on(struct table *t, int flush)
{
    if (t->zipped)
        zip_text(t, flush);
    else
        file_out_add(&t->file, strbuf_text(&t->text), t->text.length);
    strbuf_clear(&t->text);
}

static bool csv_begin(struct tables *all, struct table *t, const char *name)
{
    struct strbuf path = {0};
    if (all->kind == TABLES_FOLDER)
        strbuf_printf(&path, "%s/%s.csv", all->path, name);
    else
        strbuf_puts(&path, all->path);
    t->path = path.at;
    output_sweep(t->path);
    file_out_begin(&t->file, t->path);
    if (t->file.problem != 0)
        return false;
    t->zipped = ends_with(t->path, ".gz");
    if (t->zipped)
        zip_begin(t);
    t->document = (struct answer_document){name, 1, NULL, NULL, .rows = t->rows, .several = ANSWER_SEVERAL};
    t->writer =
        answer_begin(&t->document, NULL, &(struct answer_form){.style = ANSWER_CSV, .safe = all->safe}, &t->text);
    return true;
}

/* All but its name. */
static bool csv_settle(struct table *t, bool keep)
{
    if (t->writer != NULL)
        answer_end(t->writer, NULL);
    if (t->writer != NULL && keep)
        hand_on(t, Z_FINISH);
    if (t->piece != NULL)
        (void)deflateEnd(&t->zip);
    xfree(t->piece);
    return keep && file_out_settle(&t->file);
}

/* A message says what is wrong with it, whether it was to be kept or not. */
static bool csv_end(struct table *t, bool keep)
{
    const bool ok = file_out_end(&t->file, keep);
    if (t->file.problem != 0)
        say_error("%s: cannot be written: %s", t->path, file_problem(t->file.problem));
    return ok;
}

/* ---- rows of a database ---- */

static void add_column(void *context, const struct answer_cell *cell)
{
    struct table *t = context;
    if (t->n == COLUMNS_MAX)
        return;
    t->name[t->n] = xstrdup(cell->name);
    t->column[t->n] = (struct table_column){t->name[t->n], cell->kind == ANSWER_STRING ? SQL_TEXT
                                                           : cell->kind == ANSWER_REAL ? SQL_REAL
                                                                                       : SQL_INTEGER};
    t->n++;
}

static void set_value(void *context, const struct answer_cell *cell)
{
    struct table *t = context;
    struct strbuf *words = &t->words[t->n];
    struct sql_value *v = &t->value[t->n++];
    strbuf_clear(words);
    strbuf_puts(words, cell->text);
    *v = cell->missing                 ? sql_null()
         : cell->kind == ANSWER_STRING ? sql_text(strbuf_text(words))
         : cell->kind == ANSWER_REAL   ? sql_real(cell->real)
                                       : sql_int(cell->integer);
}

/* ---- all ---- */

struct tables *tables_begin(const char *path, bool safe, struct diags *d)
{
    struct tables *t = xcalloc(1, sizeof *t);
    *t = (struct tables){.kind = tables_kind_of(path), .path = path, .safe = safe, .good = true};
    if (t->kind == TABLES_DATABASE ? database_file_begin(&t->database, path, "", d)
                                   : t->kind != TABLES_FOLDER || folder_make(path))
        return t;
    xfree(t);
    return NULL;
}

struct table *tables_add(struct tables *all, const char *name, const struct answer_rows *rows, struct diags *d)
{
    struct table *t = xcalloc(1, sizeof *t);
    t->rows = rows;
    t->next = all->first;
    all->first = t;
    if (all->kind != TABLES_DATABASE) {
        all->good = csv_begin(all, t, name);
    } else {
        answer_cells(rows, NULL, add_column, t);
        t->bulk = database_file_table(&all->database, name, t->column, t->n, &t->names, d);
        all->good = t->bulk != NULL;
    }
    return all->good ? t : NULL;
}

bool table_add_row(struct table *t, const void *record)
{
    if (t->bulk != NULL) {
        t->n = 0;
        answer_cells(t->rows, record, set_value, t);
        return sql_bulk_add(t->bulk, t->value);
    }
    answer_row(t->writer, record);
    if (t->text.length >= PIECE)
        hand_on(t, Z_NO_FLUSH);
    return t->file.problem == 0;
}

static bool table_end(struct tables *all, struct table *t, bool keep)
{
    const bool good = all->kind != TABLES_DATABASE ? csv_end(t, keep) : sql_bulk_end(t->bulk, keep) || !keep;
    strbuf_done(&t->text);
    strbuf_done(&t->names);
    xfree(t->path);
    for (int i = 0; i < COLUMNS_MAX; i++) {
        strbuf_done(&t->words[i]);
        xfree(t->name[i]);
    }
    xfree(t);
    return good;
}

bool tables_end(struct tables *all, bool keep, bool views, struct diags *d)
{
    bool good = all->good && keep;
    for (struct table *t = all->first; all->kind != TABLES_DATABASE && t != NULL; t = t->next)
        good = csv_settle(t, good);
    keep = good;
    for (struct table *t = all->first, *next; t != NULL; t = next) {
        next = t->next;
        good = table_end(all, t, keep) && good;
    }
    if (all->kind == TABLES_DATABASE && good && views)
        good = database_file_views(&all->database, d);
    if (all->kind == TABLES_DATABASE)
        good = database_file_end(&all->database, good, d) && good;
    xfree(all);
    return good;
}
