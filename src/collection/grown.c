/* Bytes that others at the same place go on from, and what goes with them; see grown.h. */
#include "collection/grown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "collection/store_private.h"

/* ---- what belongs to nothing ---- */

static bool drop_analyses(struct store *s, int64_t match)
{
    const struct sql_value id = sql_int(match);
    int64_t analysis;
    bool ok = true;
    while (ok && (analysis = sql_number(s->db, "SELECT MIN(id) FROM analyses WHERE match_id = ?", &id, 1, 0)) != 0)
        ok = analysis_drop(s, analysis);
    return ok && *store_error(s) == '\0';
}

static bool drop_match(struct store *s, int64_t match)
{
    const struct sql_value id = sql_int(match);
    return drop_analyses(s, match) && sql_run(s->db, "DELETE FROM pages WHERE match_id = ?", &id, 1) &&
           sql_run(s->db, "UPDATE matches SET whole = NULL WHERE whole = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM turns WHERE match_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM times WHERE match_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM games WHERE match_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM matches WHERE id = ?", &id, 1);
}

bool match_drop_lonely(struct store *s, int64_t match)
{
    const struct sql_value id = sql_int(match);
    return sql_number(s->db, "SELECT COUNT(*) FROM holds WHERE match_id = ?", &id, 1, 0) != 0 || drop_match(s, match);
}

static bool drop_lonely(struct store *s, gone_visitor visit, void *context)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(
        s->db, "SELECT id, stem FROM matches WHERE id NOT IN (SELECT match_id FROM holds) ORDER BY id", SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r)) {
        if (visit != NULL)
            visit(context, &(struct gone_match){stem_at(r, 1)});
        ok = drop_match(s, sql_get_int(r, 0));
    }
    return sql_done(r) && ok;
}

bool store_sweep(struct store *s, gone_visitor visit, void *context)
{
    return sql_run(s->db, "DELETE FROM holds WHERE hash NOT IN (SELECT hash FROM sources)", SQL_NO_VALUES) &&
           sql_run(s->db, "DELETE FROM contents WHERE hash NOT IN (SELECT hash FROM sources)", SQL_NO_VALUES) &&
           drop_lonely(s, visit, context);
}

/* ---- what goes on from what ---- */

/* Matches of old bytes that the new ones have not, nor go on from: everything that was decided in the old one was
 * decided in the new one, which has more. */
static const char *const not_continued =
    "SELECT COUNT(*) FROM holds o JOIN matches x ON x.id = o.match_id LEFT JOIN holds w ON w.hash = ? AND w.number = "
    "o.number LEFT JOIN matches y ON y.id = w.match_id WHERE o.hash = ? AND (y.id IS NULL OR (x.id <> y.id AND NOT ("
    " x.winner IS NULL AND x.length = y.length AND x.variant = y.variant"
    " AND COALESCE(x.player0, 0) = COALESCE(y.player0, 0) AND COALESCE(x.player1, 0) = COALESCE(y.player1, 0)"
    " AND EXISTS (SELECT 1 FROM turns t WHERE t.match_id = x.id)"
    " AND (SELECT COUNT(*) FROM turns t WHERE t.match_id = x.id) <= (SELECT COUNT(*) FROM turns t WHERE t.match_id = "
    "y.id)"
    " AND NOT EXISTS (SELECT 1 FROM turns a WHERE a.match_id = x.id AND NOT EXISTS (SELECT 1 FROM turns b"
    " WHERE b.match_id = y.id AND " SAME_TURN ")))))";

/* More matches, or one that is not the same. */
static const char *const has_more =
    "SELECT (SELECT COUNT(*) FROM holds WHERE hash = ?) - (SELECT COUNT(*) FROM holds o JOIN holds w ON w.number ="
    " o.number AND w.match_id = o.match_id WHERE w.hash = ? AND o.hash = ?)";

static bool goes_on_from(struct store *s, const char *hash, const char *old)
{
    const struct sql_value now = sql_text(hash), before = sql_text(old);
    return sql_number(s->db, "SELECT COUNT(*) FROM holds WHERE hash = ?", &before, 1, 0) > 0 &&
           sql_number(s->db, has_more, SQL(now, now, before), 0) > 0 &&
           sql_number(s->db, not_continued, SQL(now, before), 1) == 0;
}

/* Matches of old bytes that are not corrected in the new ones: two thirds of the rolls fell there too, to the same
 * player, two moves or a few decisions from their place at most, and it has not lost its end. Two matches that were
 * really played have a fifth of their rolls in common so. */
#define IS_ALMOST                                                                                                      \
    "(SELECT COUNT(*) FROM turns t WHERE t.match_id = y.id) >= (SELECT COUNT(*) FROM turns t WHERE t.match_id = "      \
    "x.id) - "                                                                                                         \
    "4 AND 3 * (SELECT COUNT(*) FROM turns a WHERE a.match_id = x.id AND a.dice IS NOT NULL AND EXISTS (SELECT 1 "     \
    "FROM "                                                                                                            \
    "turns b WHERE b.match_id = y.id AND b.n BETWEEN a.n - 16 AND a.n + 16 AND b.number BETWEEN a.number - 2 AND"      \
    " a.number + 2 AND b.side = a.side AND b.dice = a.dice)) >= 2 * (SELECT COUNT(*) FROM turns t WHERE t.match_id ="  \
    " x.id AND t.dice IS NOT NULL) AND x.length = y.length AND x.variant = y.variant"
static const char *const not_corrected =
    "SELECT COUNT(*) FROM holds o JOIN matches x ON x.id = o.match_id WHERE o.hash = ?"
    " AND EXISTS (SELECT 1 FROM turns t WHERE t.match_id = x.id)" /* positions and empty matches are nobody's loss */
    " AND NOT EXISTS (SELECT 1 FROM holds w JOIN matches y ON y.id = w.match_id WHERE w.hash = ? AND (y.id = x.id OR ("
    "EXISTS (SELECT 1 FROM turns t WHERE t.match_id = x.id AND t.dice IS NOT NULL) AND " IS_ALMOST ")))";

static bool corrects(struct store *s, const char *hash, const char *old)
{
    const struct sql_value now = sql_text(hash), before = sql_text(old);
    return sql_number(s->db, "SELECT COUNT(*) FROM holds WHERE hash = ?", &before, 1, 0) > 0 &&
           sql_number(s->db, not_corrected, SQL(before, now), 1) == 0;
}

static bool give_way(struct store *s, const char *place, const char *old, gone_visitor visit, void *context)
{
    const bool own = !s->begun;
    if (own && !store_begin(s))
        return false;
    const bool ok =
        sql_run(s->db, "DELETE FROM sources WHERE path_key = ? AND hash = ?", SQL(sql_text(place), sql_text(old))) &&
        store_sweep(s, visit, context);
    return own ? store_end(s, ok) : ok;
}

struct earlier { /* bytes at the same place */
    char (*hash)[HASH_LENGTH + 1];
    size_t n, capacity;
};

static bool find_earlier(struct store *s, const char *place, const char *hash, struct earlier *out)
{
    struct sql_rows *r = sql_ask(s->db, "SELECT hash FROM sources WHERE path_key = ? AND hash <> ? ORDER BY hash",
                                 SQL(sql_text(place), sql_text(hash)));
    while (r != NULL && sql_next(r)) {
        out->hash = grow(out->hash, out->n, &out->capacity, sizeof *out->hash);
        snprintf(out->hash[out->n++], HASH_LENGTH + 1, "%s", sql_get_word(r, 0));
    }
    return sql_done(r);
}

bool store_supersede(struct store *s, const struct content *c, gone_visitor visit, void *context,
                     struct superseded *out)
{
    char place[KEY_LENGTH + 1];
    struct earlier earlier = {.n = 0};
    text_key(span_of(c->path), place);
    *out = (struct superseded){0};
    bool ok = find_earlier(s, place, c->hash, &earlier);
    for (size_t i = 0; ok && i < earlier.n && strcmp(c->path, "-") != 0; i++) {
        const bool grown = goes_on_from(s, c->hash, earlier.hash[i]);
        if (!grown && !corrects(s, c->hash, earlier.hash[i]))
            continue;
        ok = give_way(s, place, earlier.hash[i], visit, context);
        *(grown ? &out->grown : &out->corrected) += ok;
    }
    xfree(earlier.hash);
    return ok && *store_error(s) == '\0';
}

/* ---- suspects ---- */

/* What is known to be cut short is none. */
static const char *const suspects =
    "SELECT x.id FROM holds h JOIN matches x ON x.id = h.match_id WHERE h.hash = ? AND x.whole IS NULL AND ("
    "EXISTS (SELECT 1 FROM matches y WHERE y.dice_key = x.dice_key AND y.id <> x.id AND y.whole IS NULL)"
    " OR EXISTS (SELECT 1 FROM matches y WHERE y.opening_key = x.opening_key AND y.id <> x.id AND y.whole IS NULL)"
    " OR EXISTS (SELECT 1 FROM games g JOIN games k ON k.dice_key = g.dice_key AND k.match_id <> g.match_id"
    " JOIN matches y ON y.id = k.match_id WHERE g.match_id = x.id AND y.whole IS NULL)"
    " OR EXISTS (SELECT 1 FROM sources f JOIN sources e ON e.path_key = f.path_key AND e.hash <> f.hash"
    " JOIN holds k ON k.hash = e.hash JOIN matches y ON y.id = k.match_id"
    " WHERE f.hash = h.hash AND f.path <> '-' AND y.whole IS NULL))";

bool store_suspects_of(struct store *s, const char *hash, suspect_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask(s->db, suspects, SQL(sql_text(hash)));
    while (r != NULL && sql_next(r))
        visit(context, sql_get_int(r, 0));
    return sql_done(r);
}
