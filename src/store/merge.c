/* Bringing one collection into another: rows are copied as they are, only their ids are new. */
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "store/people.h"
#include "store/store_private.h"
#include "store/turns.h"
#include "store/upkeep.h"

enum { COLUMNS_MAX = 40 };

static struct sql_value value_of(const struct sql_rows *r, int column)
{
    return sql_get_value(r, column);
}

/* Copies the rows of `from` that `query` (one value: an id) gives, with their first column replaced. */
static bool copy_rows(struct store *s, struct store *from, const char *query, int64_t old, const char *insert,
                      int64_t id, int columns)
{
    struct sql_value v[COLUMNS_MAX];
    bool ok = true;
    struct sql_rows *r = sql_ask(from->db, query, SQL(sql_int(old)));
    while (r != NULL && ok && sql_next(r)) {
        v[0] = sql_int(id);
        for (int i = 1; i < columns; i++)
            v[i] = value_of(r, i);
        ok = sql_run(s->db, insert, v, columns);
    }
    return sql_done(r) && ok;
}

#define GAMES "match_id, number, score0, score1, crawford, winner, points, ending, dice_key"
#define TURNS                                                                                                          \
    "match_id, n, game, number, side, position, state, cube_action, dice, play, n_legal, cube, cube_side, phase, plan"
#define ASSESSMENTS "analysis_id, turn, kind, counted, error, error_mwc, luck, luck_mwc, close, cube_error, best, level"
#define RESULTS "analysis_id, game, gain"
#define ANALYSES                                                                                                       \
    "match_id, fingerprint, engine, version, level, settings, met, own, plies, threshold1, threshold2, threshold3,"    \
    " chosen, record"
#define FACTS "stem, format, brought, rating0, rating1, date, date_text, event, round, place, annotator, site"
#define FACTS_SET                                                                                                      \
    "stem = ?, format = ?, brought = ?, rating0 = ?, rating1 = ?, date = ?, date_text = ?, event = ?, round = ?,"      \
    " place = ?, annotator = ?, site = ?"
#define MATCHES                                                                                                        \
    FACTS ", record_key, dice_key, opening_key, length, variant, crawford, jacoby, beavers, score0, score1, winner,"   \
          " rules_version"

enum { FACTS_N = 12, MATCHES_N = 24, ANALYSES_N = 14, TURNS_N = 15, ASSESSMENTS_N = 12 };

struct merging {
    struct store *to, *from;
    struct merged *out;
    int64_t level_from, level_to; /* the last level that was looked up, by both numbers */
};

/* ---- analyses ---- */

/* Levels are numbered by each collection for itself; they come in runs. */
static bool copy_level(struct merging *m, int64_t old, struct sql_value *out)
{
    *out = sql_null();
    if (old == 0)
        return true;
    if (old != m->level_from) {
        struct sql_rows *r = sql_ask(m->from->db, "SELECT name FROM levels WHERE id = ?", SQL(sql_int(old)));
        const bool ok = r != NULL && sql_next(r) && level_id(m->to->db, sql_get_text(r, 0), &m->level_to);
        if (!sql_done(r) || !ok)
            return false;
        m->level_from = old;
    }
    *out = sql_int(m->level_to);
    return true;
}

static bool copy_assessments(struct merging *m, int64_t old, int64_t id)
{
    struct sql_value v[ASSESSMENTS_N] = {sql_int(id)};
    bool ok = true;
    struct sql_rows *r =
        sql_ask(m->from->db, "SELECT " ASSESSMENTS " FROM assessments WHERE analysis_id = ? ORDER BY turn, kind",
                SQL(sql_int(old)));
    m->level_from = 0; /* what an earlier match brought may have been undone */
    while (r != NULL && ok && sql_next(r)) {
        for (int i = 1; i < ASSESSMENTS_N - 1; i++)
            v[i] = value_of(r, i);
        ok = copy_level(m, sql_get_int(r, ASSESSMENTS_N - 1), &v[ASSESSMENTS_N - 1]) &&
             sql_run(m->to->db, "INSERT INTO assessments (" ASSESSMENTS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     v, ASSESSMENTS_N);
    }
    return sql_done(r) && ok;
}

static bool copy_analysis(struct merging *m, int64_t match, int64_t old)
{
    struct sql_value v[ANALYSES_N];
    int64_t id = 0;
    struct sql_rows *r = sql_ask(m->from->db, "SELECT " ANALYSES " FROM analyses WHERE id = ?", SQL(sql_int(old)));
    if (r != NULL && sql_next(r)) {
        v[0] = sql_int(match);
        for (int i = 1; i < ANALYSES_N; i++)
            v[i] = value_of(r, i);
        v[12] = sql_int(0);
        id = sql_number(m->to->db,
                        "INSERT INTO analyses (" ANALYSES
                        ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                        v, ANALYSES_N, 0);
    }
    return sql_done(r) && id != 0 &&
           copy_rows(m->to, m->from, "SELECT " RESULTS " FROM results WHERE analysis_id = ? ORDER BY game", old,
                     "INSERT INTO results (" RESULTS ") VALUES (?, ?, ?)", id, 3) &&
           copy_assessments(m, old, id) && sums_make(m->to->db, id) && extracts_make(m->to->db, id);
}

/* Those of a match that is new here, or belongs to a file of the other collection, replace ours. */
static bool copy_analyses(struct merging *m, int64_t match, int64_t old, bool replace)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(
        m->from->db, "SELECT id, fingerprint FROM analyses WHERE match_id = ? ORDER BY fingerprint", SQL(sql_int(old)));
    while (r != NULL && ok && sql_next(r)) {
        const int64_t here = sql_number(m->to->db, "SELECT id FROM analyses WHERE match_id = ? AND fingerprint = ?",
                                        SQL(sql_int(match), sql_text(sql_get_text(r, 1))), 0);
        if (here != 0 && replace)
            ok = analysis_drop(m->to, here);
        if (ok && (here == 0 || replace))
            ok = copy_analysis(m, match, sql_get_int(r, 0));
    }
    return sql_done(r) && ok && analysis_choose(m->to, match);
}

/* ---- matches ---- */

static bool copy_name(struct merging *m, int64_t old, struct sql_value *out)
{
    *out = sql_null();
    if (old == 0)
        return true;
    int64_t id = 0;
    struct sql_rows *r = sql_ask(m->from->db, "SELECT name FROM players WHERE id = ?", SQL(sql_int(old)));
    const bool ok = r != NULL && sql_next(r) && store_player_add(m->to, sql_get_text(r, 0), &id);
    *out = sql_int(id);
    return sql_done(r) && ok;
}

static int64_t copy_match(struct merging *m, const struct sql_rows *r, int64_t old)
{
    struct sql_value v[MATCHES_N + 2];
    for (int i = 0; i < MATCHES_N; i++)
        v[i] = value_of(r, i + 1);
    if (!copy_name(m, sql_get_int(r, MATCHES_N + 1), &v[MATCHES_N]) ||
        !copy_name(m, sql_get_int(r, MATCHES_N + 2), &v[MATCHES_N + 1]))
        return 0;
    const int64_t id =
        sql_number(m->to->db,
                   "INSERT INTO matches (" MATCHES ", player0, player1) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,"
                   " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                   v, MATCHES_N + 2, 0);
    const bool ok =
        id != 0 &&
        copy_rows(m->to, m->from, "SELECT " GAMES " FROM games WHERE match_id = ? ORDER BY number", old,
                  "INSERT INTO games (" GAMES ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", id, 9) &&
        copy_rows(m->to, m->from, "SELECT " TURNS " FROM turns WHERE match_id = ? ORDER BY n", old,
                  "INSERT INTO turns (" TURNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id, TURNS_N);
    return ok ? id : 0;
}

static bool update_facts(struct merging *m, const struct sql_rows *r, int64_t match)
{
    struct sql_value v[FACTS_N + 1];
    for (int i = 0; i < FACTS_N; i++)
        v[i] = value_of(r, i + 1);
    v[FACTS_N] = sql_int(match);
    return sql_run(m->to->db, "UPDATE matches SET " FACTS_SET " WHERE id = ?", v, FACTS_N + 1);
}

/* ---- what files hold it ---- */

static bool copy_content(struct merging *m, const struct sql_rows *h)
{
    const char *hash = sql_get_text(h, 0);
    if (sql_number(m->to->db, "SELECT 1 FROM contents WHERE hash = ?", SQL(sql_text(hash)), 0) == 1)
        return sql_run(m->to->db, "UPDATE contents SET n_matches = COALESCE(n_matches, ?) WHERE hash = ?",
                       SQL(value_of(h, 5), sql_text(hash)));
    return sql_run(m->to->db,
                   "INSERT INTO contents (hash, size, stem, stem_fold, n_matches, n_errors, n_warnings, messages)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                   SQL(sql_text(hash), value_of(h, 2), value_of(h, 3), value_of(h, 4), value_of(h, 5), value_of(h, 6),
                       value_of(h, 7), value_of(h, 8)));
}

static bool copy_places(struct merging *m, const char *hash)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(m->from->db, "SELECT path_key, path FROM sources WHERE hash = ? ORDER BY path_key",
                                 SQL(sql_text(hash)));
    while (r != NULL && ok && sql_next(r))
        if (sql_number(m->to->db, "SELECT 1 FROM sources WHERE path_key = ? AND hash = ?",
                       SQL(value_of(r, 0), sql_text(hash)), 0) != 1)
            ok = sql_run(m->to->db, "INSERT INTO sources (path_key, hash, path) VALUES (?, ?, ?)",
                         SQL(value_of(r, 0), sql_text(hash), value_of(r, 1)));
    return sql_done(r) && ok;
}

static bool copy_holds(struct merging *m, int64_t old, int64_t match)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(m->from->db,
                                 "SELECT h.hash, h.number, c.size, c.stem, c.stem_fold, c.n_matches, c.n_errors,"
                                 " c.n_warnings, c.messages FROM holds h JOIN contents c ON c.hash = h.hash"
                                 " WHERE h.match_id = ? ORDER BY h.hash, h.number",
                                 SQL(sql_int(old)));
    while (r != NULL && ok && sql_next(r)) {
        const char *hash = sql_get_text(r, 0);
        ok = copy_content(m, r) && copy_places(m, hash) && match_link(m->to, hash, (int)sql_get_int(r, 1), match);
    }
    return sql_done(r) && ok;
}

/* ---- the whole ---- */

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
    bool ok = first_place(m->from, old, &place);
    const struct sql_value key = value_of(r, FACTS_N + 1);
    int64_t match = sql_number(m->to->db, "SELECT id FROM matches WHERE record_key = ?", SQL(key), 0);
    const bool known = match != 0, owns = !known || store_owns(m->to, key.bytes.at, strbuf_text(&place));
    if (ok && !known)
        ok = (match = copy_match(m, r, old)) != 0;
    else if (ok && owns)
        ok = update_facts(m, r, match);
    ok = ok && copy_analyses(m, match, old, owns) && copy_holds(m, old, match);
    m->out->matches += ok;
    m->out->known += ok && known;
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
        ok = store_player_add(m->to, sql_get_text(r, 1), &id) &&
             (sql_number(m->to->db, "SELECT same_as FROM players WHERE id = ?", SQL(sql_int(id)), 0) != 0 ||
              store_alias(m->to, sql_get_text(r, 0), sql_get_text(r, 1)) != ALIAS_FAILED);
    }
    return sql_done(r) && ok;
}

bool store_merge(struct store *s, struct store *from, struct merged *out)
{
    struct merging m = {.to = s, .from = from, .out = out};
    bool ok = true;
    struct sql_rows *r = sql_ask_many(
        from->db, "SELECT id, " MATCHES ", player0, player1 FROM matches ORDER BY record_key", SQL_NO_VALUES);
    *out = (struct merged){0};
    while (r != NULL && ok && sql_next(r))
        ok = store_begin(s) && store_end(s, merge_one(&m, r));
    return sql_done(r) && ok && merge_aliases(&m);
}
