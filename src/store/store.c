/* Opening, closing and asking a collection; putting matches in is put.c's. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "store/pack.h"
#include "store/schema.h"
#include "store/store_private.h"

struct store *store_open(const char *where, enum sql_mode mode, struct diags *d)
{
    struct strbuf why = {0};
    struct strbuf name = {0};
    sql_name(where, &name);
    struct sql *db = sql_open(where, mode, &why);
    if (db == NULL)
        diag_at(d, SEVERITY_ERROR, 0, 0, "the collection cannot be opened: %s", strbuf_text(&why));
    strbuf_done(&why);
    if (db == NULL || !schema_prepare(db, mode != SQL_READ, d)) {
        sql_close(db);
        strbuf_done(&name);
        return NULL;
    }
    struct store *s = xcalloc(1, sizeof *s);
    *s = (struct store){.db = db, .name = name};
    return s;
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    sql_close(s->db);
    strbuf_done(&s->name);
    xfree(s);
}

const char *store_name(const struct store *s)
{
    return strbuf_text(&s->name);
}

const char *store_error(const struct store *s)
{
    return sql_error(s->db);
}

bool store_is_lost(const struct store *s)
{
    return sql_is_lost(s->db);
}

struct sql *store_sql(struct store *s)
{
    return s->db;
}

bool store_begin(struct store *s)
{
    return s->begun = sql_begin(s->db);
}

bool store_end(struct store *s, bool keep)
{
    s->begun = false;
    if (keep && sql_commit(s->db))
        return true;
    sql_rollback(s->db);
    return false;
}

void store_recover(struct store *s)
{
    s->begun = false;
    sql_recover(s->db);
}

/* ---- matches ---- */

#define PERSON_COLUMNS(who)                                                                                            \
    "COALESCE(p" who ".same_as, p" who ".id), p" who ".name, COALESCE(s" who ".name, p" who ".name)"
#define PERSON_JOIN(who)                                                                                               \
    " LEFT JOIN players p" who " ON p" who ".id = m.player" who " LEFT JOIN players s" who " ON s" who ".id = p" who   \
    ".same_as"

/* Of the file that the match belongs to, see store_owns(). */
#define FILE_COLUMNS                                                                                                   \
    "(SELECT COUNT(*) FROM games g WHERE g.match_id = m.id),"                                                          \
    " (SELECT MIN(f.path) FROM sources f JOIN holds h ON h.hash = f.hash WHERE h.match_id = m.id)"
#define CONTENT_COLUMN(column)                                                                                         \
    "(SELECT c." column " FROM contents c JOIN sources f ON f.hash = c.hash JOIN holds h ON h.hash = c.hash"           \
    " WHERE h.match_id = m.id ORDER BY f.path LIMIT 1)"

/* clang-format off */
#define MATCH_COLUMNS(of_file) \
    "SELECT m.id, a.id, m.record_key, m.stem, m.format, m.length, m.variant, m.score0, m.score1, m.winner, m.date," \
    " m.date_text, m.event, m.round, m.place, a.engine, a.version, a.level, a.own, " PERSON_COLUMNS("0") ", " \
    PERSON_COLUMNS("1") ", " of_file ", a.fingerprint FROM matches m" \
    " LEFT JOIN analyses a ON a.match_id = m.id AND a.chosen = 1" PERSON_JOIN("0") PERSON_JOIN("1") " WHERE 1 = 1"
static const char *const with_files =
    MATCH_COLUMNS(FILE_COLUMNS ", " CONTENT_COLUMN("n_warnings") ", " CONTENT_COLUMN("messages"));
static const char *const without_files = MATCH_COLUMNS("0, NULL, 0, NULL");
/* clang-format on */

static const char *text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static void read_match(const struct sql_rows *r, struct stored_match *m)
{
    *m = (struct stored_match){
        .id = sql_get_int(r, 0),
        .analysis = sql_get_int(r, 1),
        .record_key = sql_get_text(r, 2),
        .stem = sql_get_text(r, 3),
        .format = sql_get_text(r, 4),
        .length = (int)sql_get_int(r, 5),
        .variant = (int)sql_get_int(r, 6),
        .score = {(int)sql_get_int(r, 7), (int)sql_get_int(r, 8)},
        .winner = sql_is_null(r, 9) ? NOBODY : (int)sql_get_int(r, 9),
        .date = sql_get_text(r, 10),
        .date_text = sql_get_text(r, 11),
        .event = sql_get_text(r, 12),
        .round = sql_get_text(r, 13),
        .place = sql_get_text(r, 14),
        .engine = sql_get_text(r, 15),
        .version = sql_get_text(r, 16),
        .level = sql_get_text(r, 17),
        .own = sql_get_int(r, 18) != 0,
        .n_games = (int)sql_get_int(r, 25),
        .path = sql_get_text(r, 26),
        .n_warnings = (size_t)sql_get_int(r, 27),
        .messages = sql_get_text(r, 28),
        .fingerprint = sql_get_text(r, 29),
    };
    for (int i = 0; i < 2; i++) {
        m->player[i] = sql_get_int(r, 19 + 3 * i);
        m->name[i] = text_or_empty(sql_get_text(r, 20 + 3 * i));
        m->person[i] = text_or_empty(sql_get_text(r, 21 + 3 * i));
    }
}

static bool visit_matches(struct store *s, const char *columns, const struct match_filter *f, match_visitor visit,
                          void *context)
{
    struct query q = {.n = 0};
    struct stored_match m;
    strbuf_puts(&q.text, columns);
    query_matches(&q, f);
    strbuf_puts(&q.text, MATCH_ORDER);
    struct sql_rows *r = query_ask(&q, s->db, f->id == 0);
    for (bool more = true; r != NULL && more && sql_next(r);) {
        read_match(r, &m);
        more = visit(context, &m);
    }
    return sql_done(r);
}

bool store_matches(struct store *s, const struct match_filter *f, match_visitor visit, void *context)
{
    return visit_matches(s, with_files, f, visit, context);
}

bool store_matches_alone(struct store *s, const struct match_filter *f, match_visitor visit, void *context)
{
    return visit_matches(s, without_files, f, visit, context);
}

bool store_paths(struct store *s, path_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask_many(s->db, "SELECT path FROM sources", SQL_NO_VALUES);
    while (r != NULL && sql_next(r) && visit(context, sql_get_text(r, 0)))
        continue;
    return sql_done(r);
}

bool store_record(struct store *s, int64_t analysis, struct strbuf *out)
{
    struct sql_rows *r = sql_ask(s->db, "SELECT record FROM analyses WHERE id = ?", SQL(sql_int(analysis)));
    const bool found = r != NULL && sql_next(r) && unpack(sql_get_bytes(r, 0), out);
    return sql_done(r) && found;
}
