/* Opening, closing and asking a collection; putting matches in is put.c's. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xmalloc.h"
#include "base/pack.h"
#include "collection/tables.h"
#include "collection/store_private.h"

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
    *s = (struct store){.db = db, .name = name, .is_read = mode == SQL_READ};
    return s;
}

bool store_is_only_read(const struct store *s)
{
    return s->is_read;
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

#define PERSON_ID(who) "COALESCE(p" who ".same_as, p" who ".id)"
#define PERSON_NAME(who) "COALESCE(s" who ".name, p" who ".name)"
#define PERSON_JOIN(who)                                                                                               \
    " LEFT JOIN players p" who " ON p" who ".id = m.player" who " LEFT JOIN players s" who " ON s" who ".id = p" who   \
    ".same_as"

/* Of the file that the match belongs to, see store_owns(). */
#define CONTENT_COLUMN(column)                                                                                         \
    "(SELECT c." column " FROM contents c JOIN sources f ON f.hash = c.hash JOIN holds h ON h.hash = c.hash"           \
    " WHERE h.match_id = m.id ORDER BY f.path LIMIT 1)"

/* clang-format off */
#define GAMES_OF_MATCH "(SELECT COUNT(*) FROM games g WHERE g.match_id = m.id)"
#define PATH_OF(match) "(SELECT MIN(f.path) FROM sources f JOIN holds h ON h.hash = f.hash WHERE h.match_id = m." match ")"
/* The columns of an answer behind the first, each with a name for its number. */
#define EACH_COLUMN(X, n_games, path, n_warnings, messages, whole) \
    X(ANALYSIS, "a.id") X(RECORD_KEY, "m.record_key") X(STEM, "m.stem") X(FORMAT, "m.format") X(LENGTH, "m.length") \
    X(VARIANT, "m.variant") X(SCORE_0, "m.score0") X(SCORE_1, "m.score1") X(WINNER, "m.winner") X(DATE, "m.date") \
    X(DATE_TEXT, "m.date_text") X(GUESS, "m.guess") X(GUESS_BY, "m.guess_by") X(EVENT, "m.event") X(ROUND, "m.round") X(PLACE, "m.place") X(ENGINE, "a.engine") \
    X(VERSION, "a.version") X(LEVEL, "a.level") X(OWN, "a.own") X(PLAYER_0, PERSON_ID("0")) X(NAME_0, "p0.name") \
    X(PERSON_0, PERSON_NAME("0")) X(PLAYER_1, PERSON_ID("1")) X(NAME_1, "p1.name") X(PERSON_1, PERSON_NAME("1")) \
    X(N_GAMES, n_games) X(PATH, path) X(N_WARNINGS, n_warnings) X(MESSAGES, messages) X(FINGERPRINT, "a.fingerprint") \
    X(WHOLE, whole) X(WHOLE_STEM, "(SELECT w.stem FROM matches w WHERE w.id = m.whole)")
#define NUMBERED(name, what) AT_##name,
#define WRITTEN(name, what) ", " what
enum { AT_ID, EACH_COLUMN(NUMBERED, , , , , ) };

#define MATCH_COLUMNS(n_games, path, n_warnings, messages, whole) \
    "SELECT m.id" EACH_COLUMN(WRITTEN, n_games, path, n_warnings, messages, whole) " FROM matches m" \
    " LEFT JOIN analyses a ON a.match_id = m.id AND a.chosen = 1" PERSON_JOIN("0") PERSON_JOIN("1") " WHERE 1 = 1"
static const char *const with_files =
    MATCH_COLUMNS(GAMES_OF_MATCH, PATH_OF("id"), CONTENT_COLUMN("n_warnings"), CONTENT_COLUMN("messages"),
                  PATH_OF("whole"));
static const char *const without_files = MATCH_COLUMNS("0", "NULL", "0", "NULL", "NULL");
/* clang-format on */

static bool is_stem(const char *text)
{
    static const char harmless[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    size_t length = 0, step = 1;
    while (step > 0) {
        step = strspn(text + length, harmless);
        step = step > 0 ? step : utf8_letter(span_of(text + length));
        length += step;
    }
    return length > 0 && length < STEM_ROOM && text[length] == '\0' && text[0] != '.' && text[0] != '-';
}

const char *stem_at(const struct sql_rows *r, int column)
{
    const char *stem = sql_get_word(r, column);
    if (is_stem(stem))
        return stem;
    sql_damaged(r);
    return "damaged";
}

static const char *text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

/* False if it is damaged: then nobody sees it. */
static bool read_match(const struct sql_rows *r, struct stored_match *m)
{
    *m = (struct stored_match){
        .id = sql_get_int(r, AT_ID),
        .analysis = sql_get_int(r, AT_ANALYSIS),
        .record_key = sql_get_word(r, AT_RECORD_KEY),
        .stem = stem_at(r, AT_STEM),
        .format = sql_get_text(r, AT_FORMAT),
        .length = sql_get_within(r, AT_LENGTH, 0, ROWS_AWAY_MOST),
        .variant = sql_get_within(r, AT_VARIANT, 0, VARIANTS - 1),
        .score = {sql_get_within(r, AT_SCORE_0, 0, ROWS_POINTS_MOST),
                  sql_get_within(r, AT_SCORE_1, 0, ROWS_POINTS_MOST)},
        .winner = sql_get_within_or(r, AT_WINNER, 0, 1, NOBODY),
        .date = sql_get_text(r, AT_DATE),
        .date_text = sql_get_text(r, AT_DATE_TEXT),
        .guess = sql_get_text(r, AT_GUESS),
        .guess_by = (enum guessed_by)sql_get_within_or(r, AT_GUESS_BY, GUESSED_BY_NAME, GUESSED_BY_TIME, GUESSED_NOT),
        .event = sql_get_text(r, AT_EVENT),
        .round = sql_get_text(r, AT_ROUND),
        .place = sql_get_text(r, AT_PLACE),
        .engine = sql_get_text(r, AT_ENGINE),
        .version = sql_get_text(r, AT_VERSION),
        .level = sql_get_text(r, AT_LEVEL),
        .own = sql_get_int(r, AT_OWN) != 0,
        .n_games = sql_get_within(r, AT_N_GAMES, 0, ROWS_NUMBER_MOST),
        .path = sql_get_text(r, AT_PATH),
        .n_warnings = (size_t)sql_get_within(r, AT_N_WARNINGS, 0, INT_MAX),
        .messages = sql_get_text(r, AT_MESSAGES),
        .whole = sql_get_text(r, AT_WHOLE),
        .whole_stem = sql_is_null(r, AT_WHOLE_STEM) ? NULL : stem_at(r, AT_WHOLE_STEM),
        .fingerprint = sql_is_null(r, AT_ANALYSIS) ? NULL : sql_get_word(r, AT_FINGERPRINT),
    };
    static const int of_player[2][3] = {{AT_PLAYER_0, AT_NAME_0, AT_PERSON_0}, {AT_PLAYER_1, AT_NAME_1, AT_PERSON_1}};
    for (int i = 0; i < 2; i++) {
        m->player[i] = sql_get_int(r, of_player[i][0]);
        m->name[i] = text_or_empty(sql_get_text(r, of_player[i][1]));
        m->person[i] = text_or_empty(sql_get_text(r, of_player[i][2]));
    }
    return sql_is_sound(r);
}

static bool visit_matches(struct store *s, const char *columns, const struct match_filter *f, match_visitor visit,
                          void *context)
{
    struct inquiry q = {.n = 0};
    struct stored_match m;
    strbuf_puts(&q.text, columns);
    inquiry_matches(&q, f);
    strbuf_puts(&q.text, MATCH_ORDER);
    struct sql_rows *r = inquiry_ask(&q, s->db, f->id == 0);
    for (bool more = true; r != NULL && more && sql_next(r);) {
        if (!read_match(r, &m))
            break;
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
    while (r != NULL && sql_next(r) && visit(context, sql_get_word(r, 0)))
        continue;
    return sql_done(r);
}

bool store_kept_last(struct store *s, enum kept *out)
{
    struct sql_rows *r = sql_ask(s->db, "SELECT kept FROM analyses ORDER BY id DESC LIMIT 1", SQL_NO_VALUES);
    *out = r != NULL && sql_next(r) ? (enum kept)sql_get_within(r, 0, 0, KEPT_KINDS - 1) : KEPT_ALL;
    return sql_done(r);
}

bool store_keeps_least(struct store *s, int64_t analysis, double error)
{
    return sql_number(s->db, "SELECT 1 FROM analyses WHERE id = ? AND (kept = ? OR (kept = ? AND threshold1 > ?))",
                      SQL(sql_int(analysis), sql_int(KEPT_LEAST), sql_int(KEPT_ERRORS), sql_real(error)), 0) == 1;
}

int64_t store_keep_less(struct store *s, enum kept kept)
{
    return sql_number(s->db, "SELECT COUNT(*) FROM analyses WHERE chosen = 1 AND kept < ?", SQL(sql_int((int)kept)), 0);
}

bool store_record(struct store *s, int64_t analysis, struct strbuf *out)
{
    struct sql_rows *r = sql_ask(s->db, "SELECT record FROM analyses WHERE id = ?", SQL(sql_int(analysis)));
    const bool found = r != NULL && sql_next(r) && unpack(sql_get_bytes(r, 0), out);
    return sql_done(r) && found;
}
