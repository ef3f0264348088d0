/* What a run asks before it works, and what it remembers of its pages; see store.h. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collection/seal.h"
#include "match/swap.h"
#include "collection/store_private.h"

const char *fingerprint_wanted(const struct analysis_wanted *w, const char *name0, const char *name1)
{
    const char *const name[] = {name0 != NULL ? name0 : "", name1 != NULL ? name1 : ""};
    const int who = w->player != NULL ? player_named(name, w->player) : 0;
    return w->fingerprint[who == NOBODY ? 2 : who];
}

/* Has a match an analysis that is wanted: one with the fingerprint, or, to be kept, a file's own? */
static const char *const analysed = "SELECT 1 FROM matches m JOIN analyses a ON a.match_id = m.id WHERE m.id = ?"
                                    " AND CASE WHEN ? = 1 AND m.brought = 1 THEN a.own = 0 ELSE a.fingerprint = ? END";

/* The matches of the bytes that have one. */
static int count_analysed(struct store *s, const char *hash, const struct analysis_wanted *w)
{
    int n = 0;
    struct sql_rows *r = sql_ask(s->db,
                                 "SELECT m.id, p.name, q.name FROM holds h JOIN matches m ON m.id = h.match_id"
                                 " LEFT JOIN players p ON p.id = m.player0 LEFT JOIN players q ON q.id = m.player1"
                                 " WHERE h.hash = ?",
                                 SQL(sql_text(hash)));
    while (r != NULL && sql_next(r)) {
        const char *fingerprint = fingerprint_wanted(w, sql_get_text(r, 1), sql_get_text(r, 2));
        n += sql_number(s->db, analysed, SQL(sql_get_value(r, 0), sql_int(w->of_files), sql_text(fingerprint)), 0) == 1;
    }
    return sql_done(r) ? n : -1;
}

bool store_knows_content(struct store *s, const char *hash, const struct analysis_wanted *w, struct content_known *out)
{
    *out = (struct content_known){.n_matches = -1};
    struct sql_rows *r = sql_ask(s->db, "SELECT n_matches, n_errors FROM contents WHERE hash = ?", SQL(sql_text(hash)));
    if (r != NULL && sql_next(r) && !sql_is_null(r, 0)) {
        out->n_matches = sql_get_within(r, 0, 0, INT_MAX);
        out->n_errors = (size_t)sql_get_within(r, 1, 0, INT_MAX);
    }
    if (!sql_done(r))
        return false;
    if (out->n_matches < 0)
        return true;
    const int n = count_analysed(s, hash, w);
    out->complete = n == out->n_matches;
    return n >= 0;
}

/* Of several places the one that sorts first owns the match: whatever the order in which files are done. */
static const char *const owner = "SELECT MIN(s.path) FROM sources s JOIN holds h ON h.hash = s.hash"
                                 " JOIN matches m ON m.id = h.match_id WHERE m.record_key = ?";

bool store_owns(struct store *s, const char *record_key, const char *path)
{
    struct sql_rows *r = sql_ask(s->db, owner, SQL(sql_text(record_key)));
    const char *first = r != NULL && sql_next(r) ? sql_get_text(r, 0) : NULL; /* MIN() of nothing is NULL */
    const bool owns = first == NULL || strcmp(path, first) <= 0;
    (void)sql_done(r);
    return owns;
}

bool store_holds_before(struct store *s, const char *record_key, const char *hash, int number)
{
    return sql_number(s->db,
                      "SELECT MIN(h.number) FROM matches m JOIN holds h ON h.match_id = m.id AND h.hash = ?"
                      " WHERE m.record_key = ?",
                      SQL(sql_text(hash), sql_text(record_key)), number) < number;
}

bool store_has(struct store *s, const char *record_key, const char *fingerprint)
{
    return sql_number(s->db,
                      "SELECT 1 FROM analyses a JOIN matches m ON m.id = a.match_id"
                      " WHERE m.record_key = ? AND a.fingerprint = ?",
                      SQL(sql_text(record_key), sql_text(fingerprint)), 0) == 1;
}

bool store_stem_is_free(struct store *s, const char *stem)
{
    char fold[STEM_ROOM];
    stem_fold(stem, fold);
    return sql_number(s->db, "SELECT COUNT(*) FROM contents WHERE stem_fold = ?", SQL(sql_text(fold)), 0) == 0;
}

bool store_stem(struct store *s, const char *hash, char out[STEM_ROOM])
{
    struct sql_rows *r = sql_ask(s->db, "SELECT stem FROM contents WHERE hash = ?", SQL(sql_text(hash)));
    const bool found = r != NULL && sql_next(r);
    snprintf(out, STEM_ROOM, "%s", found ? stem_at(r, 0) : "");
    return sql_done(r);
}

/* clang-format off */
#define OWNER_OF_MATCH \
    "(SELECT f.hash FROM sources f JOIN holds k ON k.hash = f.hash WHERE k.match_id = m.id ORDER BY f.path, f.hash" \
    " LIMIT 1)"
#define BARE_OR_NOT "CASE WHEN " IS_BARE " THEN 1 ELSE 0 END"
#define EACH_COLUMN(X) \
    X(ANALYSIS, "a.id") X(STEM, "m.stem") X(FINGERPRINT, "a.fingerprint") X(HASH, "h.hash") X(FILE_STEM, "c.stem") \
    X(NUMBER, "h.number") X(BARE, BARE_OR_NOT) X(OWN, "a.own") X(CHOSEN, "a.chosen") X(NAME_0, "p.name") \
    X(NAME_1, "q.name") X(KEPT, "a.kept")
/* clang-format on */
#define NUMBERED(name, what) AT_##name,
#define WRITTEN(name, what) ", " what
enum { AT_MATCH, EACH_COLUMN(NUMBERED) };
static const char *const held_columns = "SELECT m.id" EACH_COLUMN(
    WRITTEN) " FROM holds h JOIN contents c ON c.hash = h.hash"
             " JOIN matches m ON m.id = h.match_id JOIN analyses a ON a.match_id = m.id"
             " LEFT JOIN players p ON p.id = m.player0 LEFT JOIN players q ON q.id = m.player1 WHERE 1 = 1";

static bool is_wanted(const struct sql_rows *r, const struct analysis_wanted *w)
{
    if (w == NULL)
        return sql_get_int(r, AT_CHOSEN) != 0;
    return (w->of_files && sql_get_int(r, AT_OWN) == 0) ||
           strcmp(sql_get_word(r, AT_FINGERPRINT),
                  fingerprint_wanted(w, sql_get_text(r, AT_NAME_0), sql_get_text(r, AT_NAME_1))) == 0;
}

bool store_matches_held(struct store *s, const char *hash, const struct analysis_wanted *w, match_held_visitor visit,
                        void *context)
{
    struct inquiry q = {.n = 0};
    strbuf_puts(&q.text, held_columns);
    if (hash != NULL)
        inquiry_add(&q, " AND h.hash = ?", sql_text(hash));
    strbuf_puts(&q.text, " ORDER BY h.hash, h.number, a.own DESC");
    struct sql_rows *r = inquiry_ask(&q, s->db, hash == NULL);
    for (bool more = true; r != NULL && more && sql_next(r);)
        if (is_wanted(r, w))
            more =
                visit(context, &(struct match_held){.match = sql_get_int(r, AT_MATCH),
                                                    .analysis = sql_get_int(r, AT_ANALYSIS),
                                                    .stem = stem_at(r, AT_STEM),
                                                    .fingerprint = sql_get_word(r, AT_FINGERPRINT),
                                                    .hash = sql_get_word(r, AT_HASH),
                                                    .file_stem = stem_at(r, AT_FILE_STEM),
                                                    .number = sql_get_within(r, AT_NUMBER, 0, INT_MAX),
                                                    .bare = sql_get_int(r, AT_BARE) != 0,
                                                    .kept = (enum kept)sql_get_within(r, AT_KEPT, 0, KEPT_KINDS - 1)});
    return sql_done(r);
}

/* A match that the bytes hold many times is looked up once. */
static const char *const holds_of =
    "SELECT SUM(h.n), SUM(CASE WHEN m.whole IS NULL THEN 0 ELSE h.n END), SUM(CASE WHEN " OWNER_OF_MATCH
    " <> h.hash THEN h.n ELSE 0 END), SUM(h.n * " BARE_OR_NOT ") FROM (SELECT hash, match_id, COUNT(*) AS n FROM holds"
    " WHERE hash = ? GROUP BY hash, match_id) h JOIN matches m ON m.id = h.match_id";

bool store_content_holds(struct store *s, const char *hash, struct content_holds *out)
{
    struct sql_rows *r = sql_ask(s->db, holds_of, SQL(sql_text(hash)));
    *out = (struct content_holds){0};
    if (r != NULL && sql_next(r))
        *out = (struct content_holds){sql_get_int(r, 0), sql_get_int(r, 1), sql_get_int(r, 2), sql_get_int(r, 3)};
    return sql_done(r);
}

/* ---- pages ---- */

bool store_page_is(struct store *s, const struct page_written *p)
{
    return sql_number(s->db, "SELECT 1 FROM pages WHERE folder_key = ? AND name_key = ? AND settings = ?",
                      SQL(sql_text(p->folder_key), sql_text(p->name_key), sql_text(p->settings)), 0) == 1;
}

bool store_page_put(struct store *s, const struct page_written *p)
{
    return sql_run(s->db, "DELETE FROM pages WHERE folder_key = ? AND name_key = ?",
                   SQL(sql_text(p->folder_key), sql_text(p->name_key))) &&
           sql_run(s->db, "INSERT INTO pages (folder_key, name_key, match_id, settings) VALUES (?, ?, ?, ?)",
                   SQL(sql_text(p->folder_key), sql_text(p->name_key), p->match != 0 ? sql_int(p->match) : sql_null(),
                       sql_text(p->settings))) &&
           seal(s->db, SEALED_PAGE, SQL(sql_text(p->folder_key), sql_text(p->name_key)));
}

bool store_is_empty(struct store *s)
{
    return sql_number(s->db, "SELECT COUNT(*) FROM matches", SQL_NO_VALUES, 0) == 0;
}

bool store_state(struct store *s, struct strbuf *out)
{
    static const char *const counts[] = {
        "SELECT COUNT(*) FROM matches",
        "SELECT COALESCE(SUM(id * 7 + whole), 0) FROM matches WHERE whole IS NOT NULL",
        "SELECT COUNT(*) FROM sources",
        "SELECT COUNT(*) FROM players WHERE same_as IS NOT NULL",
        "SELECT COALESCE(SUM(digest % 1000000007), 0) FROM said WHERE what <> 'pages' AND what NOT LIKE 'refused%'",
        "SELECT COALESCE(SUM(digest % 1000000007), 0) FROM players",
        "SELECT COALESCE(MAX(id), 0) FROM analyses",
        "SELECT COUNT(*) FROM analyses",
        "SELECT COALESCE(SUM(id), 0) FROM analyses WHERE chosen = 1",
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        strbuf_printf(out, "%lld ", (long long)sql_number(s->db, counts[i], SQL_NO_VALUES, -1));
    return *store_error(s) == '\0';
}
