/* Bringing one collection into another: rows are copied as they are, only their ids are new. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "collection/grown.h"
#include "collection/people.h"
#include "collection/said.h"
#include "collection/tables.h"
#include "collection/seal.h"
#include "collection/shares.h"
#include "collection/store_private.h"
#include "collection/turns.h"
#include "collection/upkeep.h"

#define GAMES "match_id, number, score0, score1, crawford, winner, points, ending, dice_key"
#define TURNS                                                                                                          \
    "match_id, n, game, number, side, position, state, cube_action, dice, play, n_legal, cube, cube_side, phase, plan"
#define ASSESSMENTS                                                                                                    \
    "analysis_id, turn, kind, counted, error, error_mwc, luck, luck_mwc, close, cube_error, best, themes, level"
#define RESULTS "analysis_id, game, gain"
#define UNPLAYED "analysis_id, game, hidden, ahead"
#define DIFFICULTIES "analysis_id, game, side, decisions, at_5, at_15, squares"
#define ANALYSES                                                                                                       \
    "match_id, fingerprint, engine, version, level, settings, met, own, plies, threshold1, threshold2, threshold3,"    \
    " chosen, record, kept, digest"
#define FACTS                                                                                                          \
    "stem, format, brought, rating0, rating1, date, date_text, event, round, place, annotator, site, guess, guess_by"
#define MATCHES                                                                                                        \
    FACTS ", record_key, dice_key, opening_key, length, variant, crawford, jacoby, beavers, score0, score1, winner,"   \
          " rules_version, digest, player0, player1"

enum { COLUMNS_MAX = 40, BATCH = 100, PLAYERS = 512 };

/* ORDER ROWS: what goes over as it is but for the id in its first column; of the last two the query is another. */
enum rows {
    ROWS_GAMES,
    ROWS_TURNS,
    ROWS_TIMES,
    ROWS_RESULTS,
    ROWS_UNPLAYED,
    ROWS_DIFFICULTIES,
    ROWS_ASSESSMENTS,
    ROWS_SUMS,
    ROWS_EXTRACTS,
    ROWS_SOURCES,
    ROWS_HOLDS,
    ROWS
};

static const struct rows_kind {
    const char *table, *columns, *query; /* query: with one value, the id */
} rows_kinds[ROWS] = {
#define ROWS_OF(table, columns, id, order)                                                                             \
    {                                                                                                                  \
        table, columns, "SELECT " columns " FROM " table " WHERE " id " = ? ORDER BY " order                           \
    }
    [ROWS_GAMES] = ROWS_OF("games", GAMES, "match_id", "number"),
    [ROWS_TURNS] = ROWS_OF("turns", TURNS, "match_id", "n"),
    [ROWS_TIMES] = ROWS_OF("times", "match_id, n, taken, remaining, video", "match_id", "n"),
    [ROWS_RESULTS] = ROWS_OF("results", RESULTS, "analysis_id", "game"),
    [ROWS_UNPLAYED] = ROWS_OF("unplayed", UNPLAYED, "analysis_id", "game"),
    [ROWS_DIFFICULTIES] = ROWS_OF("difficulties", DIFFICULTIES, "analysis_id", "game, side"),
    [ROWS_ASSESSMENTS] = ROWS_OF("assessments", ASSESSMENTS, "analysis_id", "turn, kind"),
    [ROWS_SUMS] = ROWS_OF("sums", SUMS_COLUMNS, "analysis_id", "side, game"),
    [ROWS_EXTRACTS] = ROWS_OF("extracts", "analysis_id, side, bytes", "analysis_id", "side"),
    [ROWS_SOURCES] = {"sources", "path_key, hash, path, digest", NULL},
    [ROWS_HOLDS] = {"holds", "hash, number, match_id, digest", NULL},
};

struct merging {
    struct store *to, *from;
    bool replaces; /* what came is newer than what is here */
    struct merged *out;
    struct sql_bulk *rows[ROWS];
    struct merged batch; /* what the transaction has brought */
    struct player {
        int64_t from, to;
    } player[PLAYERS]; /* whose numbers were looked up last, by the other collection's; 0 = none */
    int64_t level_from, level_to; /* the last level that was looked up, by both numbers */
};

/* ---- lists of columns ---- */

/* The next name of "one, two"; empty at the end. */
static struct span next_column(const char **rest)
{
    *rest += strspn(*rest, ", ");
    const struct span name = {*rest, strcspn(*rest, ",")};
    *rest += name.length;
    return name;
}

/* Which one `name` is, from 0; how many there are if none has that name. */
static int column_named(const char *columns, const char *name)
{
    int at = 0;
    for (struct span one; (one = next_column(&columns)).length > 0 && !span_equal(one, name); at++)
        ;
    return at;
}

static int count_columns(const char *columns)
{
    return column_named(columns, "");
}

static void put_insert(struct strbuf *out, const char *table, const char *columns)
{
    strbuf_printf(out, "INSERT INTO %s (%s) VALUES (", table, columns);
    for (int i = 0; i < count_columns(columns); i++)
        strbuf_puts(out, i == 0 ? "?" : ", ?");
    strbuf_putc(out, ')');
}

/* Returns the id that it has got, 0 on an error. */
static int64_t insert_row(struct sql *db, const char *table, const char *columns, const struct sql_value *values)
{
    struct strbuf text = {0};
    put_insert(&text, table, columns);
    strbuf_puts(&text, " RETURNING id");
    const int64_t id = sql_number(db, strbuf_text(&text), values, count_columns(columns), 0);
    strbuf_done(&text);
    return id;
}

/* ---- analyses ---- */

/* Levels are numbered by each collection for itself; they come in runs. */
static bool copy_level(struct merging *m, int64_t old, struct sql_value *out)
{
    *out = sql_null();
    if (old == 0)
        return true;
    if (old != m->level_from) {
        struct sql_rows *r = sql_ask(m->from->db, "SELECT name FROM levels WHERE id = ?", SQL(sql_int(old)));
        const bool ok = r != NULL && sql_next(r) && level_id(m->to->db, sql_get_word(r, 0), &m->level_to);
        if (!sql_done(r) || !ok)
            return false;
        m->level_from = old;
    }
    *out = sql_int(m->level_to);
    return true;
}

/* Copies the rows that belong to `old` under another id; the level of an assessment is another number too. */
static bool copy_rows(struct merging *m, enum rows which, int64_t old, int64_t id)
{
    const char *columns = rows_kinds[which].columns;
    const int n = count_columns(columns), level = column_named(columns, "level");
    struct sql_value v[COLUMNS_MAX] = {sql_int(id)};
    bool ok = true;
    struct sql_rows *r = sql_ask(m->from->db, rows_kinds[which].query, SQL(sql_int(old)));
    while (r != NULL && ok && sql_next(r)) {
        for (int i = 1; i < n; i++)
            v[i] = sql_get_value(r, i);
        ok = (level == n || copy_level(m, sql_get_int(r, level), &v[level])) && sql_bulk_add(m->rows[which], v);
    }
    return sql_done(r) && ok;
}

/* `alone`: there is no other to choose from. */
static bool copy_analysis(struct merging *m, int64_t match, int64_t old, bool alone)
{
    struct sql_value v[COLUMNS_MAX] = {sql_int(match)};
    int64_t id = 0;
    struct sql_rows *r = sql_ask(m->from->db, "SELECT " ANALYSES " FROM analyses WHERE id = ?", SQL(sql_int(old)));
    if (r != NULL && sql_next(r)) {
        for (int i = 1; i < count_columns(ANALYSES); i++)
            v[i] = sql_get_value(r, i);
        v[column_named(ANALYSES, "chosen")] = sql_int(alone);
        id = insert_row(m->to->db, "analyses", ANALYSES, v);
    }
    return sql_done(r) && id != 0 && copy_rows(m, ROWS_RESULTS, old, id) && copy_rows(m, ROWS_UNPLAYED, old, id) &&
           copy_rows(m, ROWS_DIFFICULTIES, old, id) && copy_rows(m, ROWS_ASSESSMENTS, old, id) &&
           copy_rows(m, ROWS_SUMS, old, id) && copy_rows(m, ROWS_EXTRACTS, old, id);
}

/* In place of one that is here, if it is to be replaced. */
static bool put_analysis(struct merging *m, int64_t match, const struct sql_rows *r, bool replace)
{
    const int64_t here = sql_number(m->to->db, "SELECT id FROM analyses WHERE match_id = ? AND fingerprint = ?",
                                    SQL(sql_int(match), sql_text(sql_get_word(r, 1))), 0);
    if (here != 0 && !replace)
        return true;
    return (here == 0 || analysis_drop(m->to, here)) && copy_analysis(m, match, sql_get_int(r, 0), false);
}

/* Those of a match that is new here, or belongs to a file of the other collection, replace ours. The usual match is new
 * and has one: nothing is asked about it then. Which one counts is asked of the sums. */
static bool copy_analyses(struct merging *m, int64_t match, int64_t old, bool is_new, bool replace)
{
    bool ok = true;
    const bool alone = is_new && sql_number(m->from->db, "SELECT COUNT(*) FROM analyses WHERE match_id = ?",
                                            SQL(sql_int(old)), 0) == 1;
    struct sql_rows *r = sql_ask(
        m->from->db, "SELECT id, fingerprint FROM analyses WHERE match_id = ? ORDER BY fingerprint", SQL(sql_int(old)));
    while (r != NULL && ok && sql_next(r))
        ok = alone ? copy_analysis(m, match, sql_get_int(r, 0), true) : put_analysis(m, match, r, replace);
    return sql_done(r) && ok && (alone || (sql_bulk_flush(m->rows[ROWS_SUMS]) && analysis_choose(m->to, match)));
}

/* ---- matches ---- */

static bool copy_name(struct merging *m, int64_t old, struct sql_value *out)
{
    struct player *last = &m->player[(uint64_t)old % PLAYERS];
    *out = sql_null();
    if (old == 0)
        return true;
    bool ok = true;
    if (last->from != old) {
        struct sql_rows *r = sql_ask(m->from->db, "SELECT name FROM players WHERE id = ?", SQL(sql_int(old)));
        ok = r != NULL && sql_next(r) && store_player_add(m->to, sql_get_word(r, 0), &last->to);
        ok = sql_done(r) && ok;
        last->from = ok ? old : 0;
    }
    *out = sql_int(last->to);
    return ok;
}

static int64_t copy_match(struct merging *m, const struct sql_rows *r, int64_t old)
{
    struct sql_value v[COLUMNS_MAX];
    const int n = count_columns(MATCHES), players = column_named(MATCHES, "player0");
    for (int i = 0; i < n; i++)
        v[i] = sql_get_value(r, i + 1);
    for (int i = players; i < players + 2; i++)
        if (!copy_name(m, sql_get_int(r, i + 1), &v[i]))
            return 0;
    const int64_t id = insert_row(m->to->db, "matches", MATCHES, v);
    return id != 0 && copy_rows(m, ROWS_GAMES, old, id) && copy_rows(m, ROWS_TURNS, old, id) &&
                   copy_rows(m, ROWS_TIMES, old, id)
               ? id
               : 0;
}

static bool update_facts(struct merging *m, const struct sql_rows *r, int64_t match)
{
    struct sql_value v[COLUMNS_MAX];
    struct strbuf text = {0};
    int n = 0;
    const char *rest = FACTS;
    for (struct span one; (one = next_column(&rest)).length > 0; n++) {
        strbuf_printf(&text, "%s %.*s = ?", n == 0 ? "UPDATE matches SET" : ",", (int)one.length, one.at);
        v[n] = sql_get_value(r, n + 1);
    }
    v[n] = sql_int(match);
    strbuf_puts(&text, " WHERE id = ?");
    const bool ok = sql_run(m->to->db, strbuf_text(&text), v, n + 1);
    strbuf_done(&text);
    return ok && seal(m->to->db, SEALED_MATCH, SQL(sql_int(match)));
}

/* ---- what files hold it ---- */

static bool knows_content(struct merging *m, const char *hash)
{
    return sql_number(m->to->db, "SELECT 1 FROM contents WHERE hash = ?", SQL(sql_text(hash)), 0) == 1;
}

/* What goes over as it is, behind the hash; and with it what is said about the match, h. */
#define EACH_CONTENT(X) X(size) X(stem) X(stem_fold) X(n_matches) X(n_errors) X(n_warnings) X(messages) X(digest)
#define NAMED(column) ", " #column
#define OF_CONTENT(column) ", c." #column
#define NUMBERED(column) HELD_##column,
enum { HELD_NUMBER, HELD_OWN_DIGEST, HELD_HASH, EACH_CONTENT(NUMBERED) HELD_COLUMNS };

static bool update_content(struct merging *m, const struct sql_rows *h, const char *hash)
{
    return sql_run(m->to->db, "UPDATE contents SET n_matches = COALESCE(n_matches, ?) WHERE hash = ?",
                   SQL(sql_get_value(h, HELD_n_matches), sql_text(hash))) &&
           seal(m->to->db, SEALED_CONTENT, SQL(sql_text(hash)));
}

static bool insert_content(struct merging *m, const struct sql_rows *h)
{
    struct sql_value v[HELD_COLUMNS - HELD_HASH];
    struct strbuf text = {0};
    for (int i = HELD_HASH; i < HELD_COLUMNS; i++)
        v[i - HELD_HASH] = sql_get_value(h, i);
    put_insert(&text, "contents", "hash" EACH_CONTENT(NAMED));
    const bool ok = sql_run(m->to->db, strbuf_text(&text), v, HELD_COLUMNS - HELD_HASH);
    strbuf_done(&text);
    return ok;
}

static bool has_place(struct merging *m, struct sql_value key, const char *hash)
{
    return sql_number(m->to->db, "SELECT 1 FROM sources WHERE path_key = ? AND hash = ?", SQL(key, sql_text(hash)),
                      0) == 1;
}

static bool copy_places(struct merging *m, const char *hash, bool known)
{
    bool ok = true;
    struct sql_rows *r =
        sql_ask(m->from->db, "SELECT path_key, path, digest FROM sources WHERE hash = ? ORDER BY path_key",
                SQL(sql_text(hash)));
    while (r != NULL && ok && sql_next(r)) {
        const struct sql_value v[] = {sql_get_value(r, 0), sql_text(hash), sql_get_value(r, 1), sql_get_value(r, 2)};
        ok = (known && has_place(m, v[0], hash)) || sql_bulk_add(m->rows[ROWS_SOURCES], v);
    }
    return sql_done(r) && ok;
}

/* What this collection has read stays as it was read here: do these bytes hold another match there? */
static bool is_read_otherwise(struct merging *m, const struct sql_rows *h, int64_t match)
{
    return !m->replaces &&
           sql_number(m->to->db, "SELECT 1 FROM holds WHERE hash = ? AND number = ? AND match_id <> ?",
                      SQL(sql_text(sql_get_word(h, HELD_HASH)), sql_get_value(h, HELD_NUMBER), sql_int(match)), 0) != 0;
}

/* Is that so of all bytes that hold a match? `here`: the same match in the other collection, 0 = it is not there. */
static bool is_all_otherwise(struct merging *m, int64_t old, int64_t here)
{
    bool all = true, any = false;
    struct sql_rows *r =
        sql_ask(m->from->db, "SELECT number, digest, hash FROM holds WHERE match_id = ?", SQL(sql_int(old)));
    while (r != NULL && all && sql_next(r))
        all = any = is_read_otherwise(m, r, here);
    return sql_done(r) && all && any;
}

/* What is known may be so since a moment ago: another match of the same file came before. */
static bool copy_hold(struct merging *m, const struct sql_rows *h, int64_t match)
{
    const char *hash = sql_get_word(h, HELD_HASH);
    const struct sql_value v[] = {sql_text(hash), sql_get_value(h, HELD_NUMBER), sql_int(match),
                                  sql_get_value(h, HELD_OWN_DIGEST)};
    if (is_read_otherwise(m, h, match))
        return true;
    if (knows_content(m, hash))
        return sql_bulk_flush(m->rows[ROWS_SOURCES]) && update_content(m, h, hash) && copy_places(m, hash, true) &&
               match_link(m->to, hash, sql_get_within(h, HELD_NUMBER, 0, INT_MAX), match);
    return insert_content(m, h) && copy_places(m, hash, false) && sql_bulk_add(m->rows[ROWS_HOLDS], v);
}

static bool copy_holds(struct merging *m, int64_t old, int64_t match)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(
        m->from->db,
        "SELECT h.number, h.digest, c.hash" EACH_CONTENT(OF_CONTENT) " FROM holds h JOIN contents c ON c.hash = h.hash"
                                                                     " WHERE h.match_id = ? ORDER BY h.hash, h.number",
        SQL(sql_int(old)));
    while (r != NULL && ok && sql_next(r))
        ok = copy_hold(m, r, match);
    return sql_done(r) && ok;
}

/* ---- the whole ---- */

/* Digests come along, so that `db check` proves the copy; what is damaged here stays where it is. */
static bool is_sound(struct sql *db, int64_t match)
{
    const struct sql_value id = sql_int(match);
    bool sound = false, ok = seal_holds(db, SEALED_MATCH, &id, 1, &sound);
    struct sql_rows *r = ok ? sql_ask(db, "SELECT id FROM analyses WHERE match_id = ? ORDER BY id", &id, 1) : NULL;
    while (r != NULL && ok && sound && sql_next(r))
        ok = seal_holds(db, SEALED_ANALYSIS, SQL(sql_int(sql_get_int(r, 0))), &sound);
    if (!sql_done(r) || !ok)
        return false;
    return sound || sql_fail(db, "a match is not as it was stored; `kibitzer db check` names it");
}

static bool first_place(struct store *from, int64_t match, struct strbuf *out)
{
    struct sql_rows *r = sql_ask(from->db,
                                 "SELECT MIN(s.path) FROM sources s JOIN holds h ON h.hash = s.hash"
                                 " WHERE h.match_id = ?",
                                 SQL(sql_int(match)));
    if (r != NULL && sql_next(r) && sql_get_text(r, 0) != NULL)
        strbuf_puts(out, sql_get_text(r, 0));
    return sql_done(r);
}

static bool merge_one(struct merging *m, const struct sql_rows *r)
{
    const int64_t old = sql_get_int(r, 0);
    struct strbuf place = {0};
    const struct sql_value key = sql_text(sql_get_word(r, 1 + column_named(MATCHES, "record_key")));
    int64_t match = sql_number(m->to->db, "SELECT id FROM matches WHERE record_key = ?", SQL(key), 0);
    if (is_all_otherwise(m, old, match)) {
        m->batch.otherwise++;
        return true;
    }
    bool ok = is_sound(m->from->db, old) && first_place(m->from, old, &place);
    const bool known = match != 0, owns = !known || store_owns(m->to, key.bytes.at, strbuf_text(&place));
    if (ok && !known)
        ok = (match = copy_match(m, r, old)) != 0;
    else if (ok && owns)
        ok = update_facts(m, r, match);
    ok = ok && copy_analyses(m, match, old, !known, owns) && copy_holds(m, old, match);
    m->batch.matches += ok;
    m->batch.known += ok && known;
    strbuf_done(&place);
    return ok;
}

/* Who is counted as whom; what was decided here stays. */
static bool merge_aliases(struct merging *m)
{
    bool ok = true;
    struct sql_rows *r =
        sql_ask(m->from->db, "SELECT q.name, p.name FROM players p JOIN players q ON q.id = p.same_as ORDER BY p.name",
                SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r)) {
        int64_t id;
        ok = store_player_add(m->to, sql_get_word(r, 1), &id) &&
             (sql_number(m->to->db, "SELECT same_as FROM players WHERE id = ?", SQL(sql_int(id)), 0) != 0 ||
              store_alias(m->to, sql_get_word(r, 0), sql_get_word(r, 1)) != ALIAS_FAILED);
    }
    return sql_done(r) && ok;
}

/* What is said here stays; and it holds for the rows that came, too. */
static bool merge_said(struct merging *m)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(m->from->db,
                                 "SELECT record_key, what, text FROM said WHERE what <> 'pages' AND what NOT LIKE "
                                 "'refused%' ORDER BY record_key, what",
                                 SQL_NO_VALUES); /* of folders only what was written here */
    while (r != NULL && ok && sql_next(r)) {
        const struct sql_value key = sql_get_value(r, 0), what = sql_get_value(r, 1);
        ok = sql_number(m->to->db, "SELECT 1 FROM said WHERE record_key = ? AND what = ?", SQL(key, what), 0) != 0 ||
             store_say(m->to, sql_get_word(r, 0), sql_get_word(r, 1), sql_get_word(r, 2));
    }
    return sql_done(r) && ok && said_settle(m->to);
}

static bool begin_batch(struct merging *m)
{
    m->batch = (struct merged){0};
    m->level_from = 0; /* what an earlier one brought may have been undone */
    return store_begin(m->to);
}

static bool end_batch(struct merging *m, bool ok)
{
    for (int i = 0; ok && i < ROWS; i++)
        ok = sql_bulk_flush(m->rows[i]);
    if (!store_end(m->to, ok))
        return false;
    m->out->matches += m->batch.matches;
    m->out->known += m->batch.known;
    m->out->otherwise += m->batch.otherwise;
    return true;
}

/* BATCH matches in a transaction, so that rows go over in thousands. */
static bool merge_all(struct merging *m)
{
    bool ok = true;
    int n = 0;
    struct sql_rows *r =
        sql_ask_many(m->from->db, "SELECT id, " MATCHES " FROM matches ORDER BY record_key", SQL_NO_VALUES);
    while (r != NULL && ok && !call_cancelled() && sql_next(r)) {
        ok = (n > 0 || begin_batch(m)) && merge_one(m, r);
        n = ok && n + 1 < BATCH ? n + 1 : 0;
        if (n == 0)
            ok = end_batch(m, ok);
    }
    if (n > 0)
        ok = end_batch(m, ok);
    return sql_done(r) && ok;
}

static bool merge_with(struct store *s, struct store *from, bool replaces, struct merged *out)
{
    struct merging m = {
        .to = s, .from = from, .replaces = replaces, .out = out}; /* a transaction that is undone is the last one */
    *out = (struct merged){0};
    for (int i = 0; i < ROWS; i++)
        m.rows[i] =
            sql_bulk_new(s->db, rows_kinds[i].table, rows_kinds[i].columns, count_columns(rows_kinds[i].columns));
    const bool ok = merge_all(&m) && !call_cancelled() && merge_aliases(&m) && store_begin(s) &&
                    store_end(s, merge_said(&m) && shares_merge(s, from));
    for (int i = 0; i < ROWS; i++)
        (void)sql_bulk_end(m.rows[i], false); /* what was to stay was handed over at the end of its batch */
    return ok;
}

bool store_merge(struct store *s, struct store *from, struct merged *out)
{
    return merge_with(s, from, false, out);
}

bool store_merge_begin(struct store *s)
{
    const bool empty = sql_number(s->db, "SELECT 1 FROM matches LIMIT 1", SQL_NO_VALUES, 0) == 0;
    return *store_error(s) == '\0' && (!empty || schema_loosen(s->db));
}

bool store_merge_end(struct store *s)
{
    return schema_tighten(s->db);
}

/* ---- bringing home ---- */

static bool copy_pages(struct store *s, struct store *from)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(from->db,
                                      "SELECT p.folder_key, p.name_key, p.settings, m.record_key FROM pages p"
                                      " JOIN matches m ON m.id = p.match_id",
                                      SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r)) {
        const int64_t match =
            sql_number(s->db, "SELECT id FROM matches WHERE record_key = ?", SQL(sql_get_value(r, 3)), 0);
        ok = match == 0 || store_page_put(s, &(struct page_written){sql_get_text(r, 0), sql_get_text(r, 1),
                                                                    sql_get_text(r, 2), match});
    }
    return sql_done(r) && ok;
}

/* Bytes that were read to their end, even where their last matches were stored before `s` went away. */
static bool complete_all(struct store *s, struct store *from)
{
    struct superseded ignored;
    bool ok = true;
    struct sql_rows *r = sql_ask_many(from->db,
                                      "SELECT f.path, f.hash, c.size, c.stem, c.n_matches, c.n_errors, c.n_warnings,"
                                      " c.messages FROM sources f JOIN contents c ON c.hash = f.hash"
                                      " WHERE c.n_matches IS NOT NULL ORDER BY f.path, f.hash",
                                      SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r)) {
        const struct content c = {.path = sql_get_text(r, 0),
                                  .hash = sql_get_text(r, 1),
                                  .size = sql_get_int(r, 2),
                                  .stem = sql_get_text(r, 3),
                                  .n_matches = (int)sql_get_int(r, 4),
                                  .n_errors = (size_t)sql_get_int(r, 5),
                                  .n_warnings = (size_t)sql_get_int(r, 6),
                                  .messages = sql_get_text(r, 7)};
        ok = store_content(s, &c) && store_supersede(s, &c, NULL, NULL, &ignored);
    }
    return sql_done(r) && ok;
}

bool store_bring_home(struct store *s, struct store *from, struct merged *out)
{
    return merge_with(s, from, true, out) && store_begin(s) &&
           store_end(s, copy_pages(s, from) && complete_all(s, from));
}
