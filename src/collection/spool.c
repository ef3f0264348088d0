/* Lists of records in one table; see spool.h. */
#include "collection/spool.h"

#include <stdio.h>
#include <string.h>

#include "base/xmalloc.h"
#include "sql/sql.h"

enum { LISTS_MAX = 16, PROBLEM_ROOM = 200 };

struct spool {
    struct sql *db; /* NULL: it could not be opened */
    struct sql_rows *rows[LISTS_MAX]; /* of lists that are read */
    bool ended[LISTS_MAX];
    void *record; /* given last */
    size_t capacity;
    char problem[PROBLEM_ROOM]; /* the first; "" = none */
};

/* What is sorted goes to a file too. Nothing needs to outlive the program. */
static const char *const beginning = "PRAGMA temp_store = FILE; PRAGMA cache_size = -4000; PRAGMA journal_mode = OFF; "
                                     "PRAGMA synchronous = OFF; BEGIN; "
                                     "CREATE TABLE records (n INTEGER PRIMARY KEY, list INTEGER NOT NULL, "
                                     "day TEXT NOT NULL, name TEXT NOT NULL, record BLOB NOT NULL)";

static void note(struct spool *s, const char *why)
{
    if (s->problem[0] == '\0')
        snprintf(s->problem, sizeof s->problem, "%s", why);
}

struct spool *spool_new(void)
{
    struct spool *s = xcalloc(1, sizeof *s);
    struct strbuf why = {0};
    s->db = sql_open("", SQL_CREATE, &why);
    if (s->db == NULL)
        note(s, strbuf_text(&why));
    else if (!sql_script(s->db, beginning))
        note(s, sql_error(s->db));
    strbuf_done(&why);
    return s;
}

void spool_free(struct spool *s)
{
    if (s == NULL)
        return;
    sql_close(s->db);
    xfree(s->record);
    xfree(s);
}

void spool_add(struct spool *s, int list, const char *day, const char *name, const void *record, size_t length)
{
    if (s->problem[0] == '\0' &&
        !sql_run(s->db, "INSERT INTO records (list, day, name, record) VALUES (?, ?, ?, ?)",
                 SQL(sql_int(list), sql_text(day), sql_text(name), sql_blob((struct span){record, length}))))
        note(s, sql_error(s->db));
}

const void *spool_next(struct spool *s, int list, size_t *length)
{
    if (s->problem[0] != '\0' || s->ended[list])
        return NULL;
    if (s->rows[list] == NULL)
        s->rows[list] =
            sql_ask(s->db, "SELECT record FROM records WHERE list = ? ORDER BY day DESC, name, n", SQL(sql_int(list)));
    if (s->rows[list] == NULL || !sql_next(s->rows[list])) {
        s->ended[list] = true;
        if (!sql_done(s->rows[list]))
            note(s, sql_error(s->db));
        return NULL;
    }
    const struct span record = sql_get_bytes(s->rows[list], 0);
    if (record.length > s->capacity) {
        s->record = xrealloc(s->record, record.length);
        s->capacity = record.length;
    }
    *length = record.length;
    return memcpy(s->record, record.at, record.length);
}

const char *spool_problem(const struct spool *s)
{
    return s->problem[0] != '\0' ? s->problem : NULL;
}
