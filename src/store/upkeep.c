/* Looking after a collection; see upkeep.h. */
#include "store/upkeep.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "store/pack.h"
#include "store/store_private.h"

/* ---- checking ---- */

/* Rows of one text column are complaints. */
static bool ask_for_faults(struct store *s, const char *query, const char *what, complaint tell, void *context)
{
    struct sql_rows *r = sql_ask(s->db, query, SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        struct strbuf line = {0};
        const char *text = sql_get_text(r, 0);
        strbuf_printf(&line, "%s%s", what, text != NULL ? text : "");
        if (text != NULL && strcmp(text, "ok") != 0)
            tell(context, line.at);
        strbuf_done(&line);
    }
    return sql_done(r);
}

static bool check_structure(struct store *s, complaint tell, void *context)
{
    if (sql_dialect(s->db)->check == NULL)
        return true;
    for (const char *const *query = sql_dialect(s->db)->check; *query != NULL; query++)
        if (!ask_for_faults(s, *query, "", tell, context))
            return false;
    return true;
}

static const char *const faults[][2] = {
    {"SELECT m.stem FROM matches m WHERE (SELECT COUNT(*) FROM analyses a WHERE a.match_id = m.id AND a.chosen = 1) <> "
     "1",
     "not exactly one analysis counts of match "},
    {"SELECT m.stem FROM matches m WHERE NOT EXISTS (SELECT 1 FROM holds h WHERE h.match_id = m.id)",
     "no file holds match "},
    {"SELECT p.name FROM players p JOIN players q ON q.id = p.same_as WHERE q.same_as IS NOT NULL",
     "counted as somebody who is counted as a third: "},
    {"SELECT m.stem FROM matches m JOIN analyses a ON a.match_id = m.id WHERE"
     " (SELECT COUNT(*) FROM judgements j WHERE j.analysis_id = a.id) <>"
     " (SELECT COUNT(*) FROM decisions d WHERE d.match_id = m.id)",
     "an analysis does not judge every decision of match "},
    {"SELECT DISTINCT m.stem FROM matches m JOIN analyses a ON a.match_id = m.id JOIN"
     " (SELECT analysis_id, SUM(counted_plays + counted_cubes) AS counted, SUM(counted_play_error + counted_cube_error)"
     " AS error, SUM(luck) AS luck FROM sums GROUP BY analysis_id) q ON q.analysis_id = a.id JOIN"
     " (SELECT analysis_id, SUM(CASE WHEN counted > 0 THEN 1 ELSE 0 END) AS counted,"
     " SUM(CASE WHEN counted > 0 THEN error ELSE 0 END) AS error, SUM(COALESCE(luck, 0)) AS luck FROM judgements"
     " GROUP BY analysis_id) j ON j.analysis_id = a.id WHERE q.counted <> j.counted OR ABS(q.error - j.error) > 1e-9"
     " OR ABS(q.luck - j.luck) > 1e-9",
     "the sums are not those of the decisions of match "},
};

static bool check_records(struct store *s, complaint tell, void *context)
{
    struct sql_rows *r =
        sql_ask(s->db, "SELECT a.record, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id", SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        struct strbuf text = {0}, line = {0};
        if (!unpack(sql_get_bytes(r, 0), &text)) {
            strbuf_printf(&line, "a record is damaged of match %s", sql_get_text(r, 1));
            tell(context, line.at);
        }
        strbuf_done(&text);
        strbuf_done(&line);
    }
    return sql_done(r);
}

bool store_check(struct store *s, complaint tell, void *context)
{
    if (!check_structure(s, tell, context))
        return false;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (!ask_for_faults(s, faults[i][0], faults[i][1], tell, context))
            return false;
    return check_records(s, tell, context);
}

bool store_files(struct store *s, file_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask(s->db, "SELECT path, hash FROM sources ORDER BY path, hash", SQL_NO_VALUES);
    for (bool more = true; r != NULL && more && sql_next(r);)
        more = visit(context, &(struct source_file){sql_get_text(r, 0), sql_get_text(r, 1)});
    return sql_done(r);
}

/* ---- suspects ---- */

#define PATH_OF(match)                                                                                                 \
    "(SELECT MIN(f.path) FROM sources f JOIN holds h ON h.hash = f.hash WHERE h.match_id = " match ".id)"
#define ANALYSIS_OF(match) "(SELECT a.id FROM analyses a WHERE a.match_id = " match ".id AND a.chosen = 1)"
#define PAIR(why)                                                                                                      \
    "SELECT x.id, y.id, " ANALYSIS_OF("x") ", " ANALYSIS_OF("y") ", " PATH_OF("x") ", " PATH_OF("y") ", '" why "'"
#define SAME_DICE "x.dice_key = y.dice_key"
#define SAME_OPENING "x.opening_key = y.opening_key"
#define SAME_GAME                                                                                                      \
    "EXISTS (SELECT 1 FROM games g JOIN games k ON k.dice_key = g.dice_key WHERE g.match_id = x.id AND k.match_id ="   \
    " y.id)"

/* One reason for each pair, the strongest. */
static const char *const suspicions[] = {
    PAIR("the same dice") " FROM matches x JOIN matches y ON " SAME_DICE " AND x.record_key < y.record_key"
                          " ORDER BY x.record_key, y.record_key",
    PAIR("the same first rolls") " FROM matches x JOIN matches y ON " SAME_OPENING " AND x.record_key < y.record_key"
                                 " WHERE NOT " SAME_DICE " ORDER BY x.record_key, y.record_key",
    PAIR("a game with the same dice") " FROM (SELECT DISTINCT g.match_id AS one, k.match_id AS two FROM games g"
                                      " JOIN games k ON k.dice_key = g.dice_key AND k.match_id <> g.match_id) p"
                                      " JOIN matches x ON x.id = p.one JOIN matches y ON y.id = p.two"
                                      " WHERE x.record_key < y.record_key AND NOT " SAME_DICE
                                      " AND NOT COALESCE(" SAME_OPENING ", 1 = 0) ORDER BY x.record_key, y.record_key",
    PAIR("the same place") " FROM (SELECT DISTINCT h.match_id AS one, k.match_id AS two FROM sources f"
                           " JOIN sources e ON e.path_key = f.path_key AND e.hash <> f.hash"
                           " JOIN holds h ON h.hash = f.hash JOIN holds k ON k.hash = e.hash AND k.number = h.number"
                           " AND k.match_id <> h.match_id) p JOIN matches x ON x.id = p.one"
                           " JOIN matches y ON y.id = p.two WHERE x.record_key < y.record_key AND NOT " SAME_DICE
                           " AND NOT COALESCE(" SAME_OPENING ", 1 = 0) AND NOT " SAME_GAME
                           " ORDER BY x.record_key, y.record_key",
};

bool store_duplicates(struct store *s, suspects_visitor visit, void *context)
{
    bool more = true;
    for (size_t i = 0; more && i < sizeof suspicions / sizeof *suspicions; i++) {
        struct sql_rows *r = sql_ask(s->db, suspicions[i], SQL_NO_VALUES);
        while (r != NULL && more && sql_next(r))
            more = visit(context, &(struct suspects){{sql_get_int(r, 0), sql_get_int(r, 1)},
                                                     {sql_get_int(r, 2), sql_get_int(r, 3)},
                                                     {sql_get_text(r, 4), sql_get_text(r, 5)},
                                                     sql_get_text(r, 6)});
        if (!sql_done(r))
            return false;
    }
    return true;
}

/* ---- forgetting ---- */

/* Everything that belongs to nothing any more, in an order in which nothing is referred to. */
static const char *const orphans[] = {
    "DELETE FROM holds WHERE hash NOT IN (SELECT hash FROM sources)",
    "DELETE FROM contents WHERE hash NOT IN (SELECT hash FROM sources)",
    "DELETE FROM pages WHERE match_id IS NOT NULL AND match_id NOT IN (SELECT match_id FROM holds)",
    "DELETE FROM sums WHERE analysis_id IN (SELECT id FROM analyses WHERE match_id NOT IN (SELECT match_id FROM "
    "holds))",
    "DELETE FROM judgements WHERE analysis_id IN"
    " (SELECT id FROM analyses WHERE match_id NOT IN (SELECT match_id FROM holds))",
    "DELETE FROM results WHERE analysis_id IN (SELECT id FROM analyses WHERE match_id NOT IN (SELECT match_id FROM "
    "holds))",
    "DELETE FROM analyses WHERE match_id NOT IN (SELECT match_id FROM holds)",
    "DELETE FROM decisions WHERE match_id NOT IN (SELECT match_id FROM holds)",
    "DELETE FROM games WHERE match_id NOT IN (SELECT match_id FROM holds)",
    "DELETE FROM matches WHERE id NOT IN (SELECT match_id FROM holds)",
};

bool store_forget(struct store *s, const char *path, bool *found)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(path), key);
    *found = sql_number(s->db, "SELECT COUNT(*) FROM sources WHERE path_key = ?", SQL(sql_text(key)), 0) > 0;
    if (!*found)
        return *store_error(s) == '\0';
    if (!store_begin(s))
        return false;
    bool ok = sql_run(s->db, "DELETE FROM sources WHERE path_key = ?", SQL(sql_text(key)));
    for (size_t i = 0; ok && i < sizeof orphans / sizeof *orphans; i++)
        ok = sql_run(s->db, orphans[i], SQL_NO_VALUES);
    return store_end(s, ok);
}
