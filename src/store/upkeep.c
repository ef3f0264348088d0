/* Looking after a collection; see upkeep.h. */
#include "store/upkeep.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "match/phase.h"
#include "match/posid.h"
#include "store/grown.h"
#include "store/pack.h"
#include "store/store_private.h"

/* ---- checking ---- */

/* Rows of one text column are complaints. */
static bool ask_for_faults(struct store *s, const char *query, const char *what, complaint report, void *context)
{
    struct sql_rows *r = sql_ask(s->db, query, SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        struct strbuf line = {0};
        const char *text = sql_get_text(r, 0);
        strbuf_printf(&line, "%s%s", what, text != NULL ? text : "");
        if (text != NULL && strcmp(text, "ok") != 0)
            report(context, line.at);
        strbuf_done(&line);
    }
    return sql_done(r);
}

static bool check_structure(struct store *s, complaint report, void *context)
{
    if (sql_dialect(s->db)->check == NULL)
        return true;
    for (const char *const *query = sql_dialect(s->db)->check; *query != NULL; query++)
        if (!ask_for_faults(s, *query, "", report, context))
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
     " (SELECT COUNT(*) FROM assessments j WHERE j.analysis_id = a.id) <>"
     " (SELECT COUNT(*) + COALESCE(SUM(CASE WHEN t.cube_action = 2 THEN 1 ELSE 0 END), 0) FROM turns t"
     " WHERE t.match_id = m.id)",
     "an analysis does not judge every decision of match "},
    {"SELECT m.stem FROM matches m JOIN analyses a ON a.match_id = m.id JOIN assessments j ON j.analysis_id = a.id"
     " WHERE NOT EXISTS (SELECT 1 FROM turns t WHERE t.match_id = m.id AND t.n = j.turn)",
     "an analysis judges what was never decided in match "},
};

/* Matches whose phases and plans follow rules of an earlier version. */
#define OLD_RULES " FROM matches m WHERE COALESCE(m.rules_version, 0) < ?"

static bool check_rules(struct store *s, complaint report, void *context)
{
    struct strbuf line = {0};
    const int64_t n = sql_number(s->db, "SELECT COUNT(*)" OLD_RULES, SQL(sql_int(PHASE_RULES)), 0);
    strbuf_printf(&line, "phases and plans of %lld match%s follow older rules; `kibitzer db classify` makes them again",
                  (long long)n, n == 1 ? "" : "es");
    if (n > 0)
        report(context, line.at);
    strbuf_done(&line);
    return *store_error(s) == '\0';
}

/* What is kept beside the rows it follows from. */
static const struct {
    bool (*agree)(struct sql *db, int64_t analysis, bool *agree);
    const char *what;
} kept[] = {{sums_agree, "sums"}, {extracts_agree, "extracts"}};

static bool check_analysis(struct store *s, int64_t analysis, const char *stem, complaint report, void *context)
{
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof kept / sizeof *kept; i++) {
        struct strbuf line = {0};
        bool agree = true;
        strbuf_printf(&line, "the %s are not those of the decisions of match %s", kept[i].what, stem);
        ok = kept[i].agree(s->db, analysis, &agree);
        if (ok && !agree)
            report(context, line.at);
        strbuf_done(&line);
    }
    return ok;
}

static bool check_analyses(struct store *s, complaint report, void *context)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(
        s->db, "SELECT a.id, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id ORDER BY a.id", SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r))
        ok = check_analysis(s, sql_get_int(r, 0), sql_get_text(r, 1), report, context);
    return sql_done(r) && ok;
}

static bool check_records(struct store *s, complaint report, void *context)
{
    struct sql_rows *r = sql_ask_many(
        s->db, "SELECT a.record, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id", SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        struct strbuf text = {0}, line = {0};
        if (!unpack(sql_get_bytes(r, 0), &text)) {
            strbuf_printf(&line, "a record is damaged of match %s", sql_get_text(r, 1));
            report(context, line.at);
        }
        strbuf_done(&text);
        strbuf_done(&line);
    }
    return sql_done(r);
}

bool store_check(struct store *s, complaint report, void *context)
{
    if (!check_structure(s, report, context))
        return false;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (!ask_for_faults(s, faults[i][0], faults[i][1], report, context))
            return false;
    return check_rules(s, report, context) && check_analyses(s, report, context) && check_records(s, report, context);
}

/* ---- phases and plans ---- */

/* The board as the player who decides sees it: of takes and passes not the player on roll. */
static bool board_of(const struct sql_rows *r, enum variant variant, struct board *out)
{
    struct board b;
    char id[POSITION_ID_LENGTH + 1];
    const char *problem;
    size_t fault;
    const struct span bits = sql_get_bytes(r, 1);
    if (bits.length != POSITION_BYTES)
        return false;
    id_of_bytes((const uint8_t *)bits.at, POSITION_BYTES, id);
    if (!position_id_read(span_of(id), &b, &problem, &fault))
        return false;
    for (int i = 0; i < 2; i++)
        b.off[i] = (int8_t)(b.off[i] - BOARD_CHEQUERS + variant_chequers(variant));
    const int64_t action = sql_get_int(r, 2);
    *out = b;
    if (action == DECISION_TAKE || action == DECISION_PASS)
        board_flip(&b, out);
    return true;
}

static bool extract_again(struct store *s, int64_t match)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(s->db, "SELECT id FROM analyses WHERE match_id = ? ORDER BY id", SQL(sql_int(match)));
    while (r != NULL && ok && sql_next(r))
        ok = extracts_make(s->db, sql_get_int(r, 0));
    return sql_done(r) && ok;
}

static bool classify_turns(struct store *s, int64_t match, enum variant variant)
{
    bool ok = true;
    struct board b;
    struct sql_rows *r =
        sql_ask(s->db, "SELECT n, position, cube_action FROM turns WHERE match_id = ? ORDER BY n", SQL(sql_int(match)));
    while (r != NULL && ok && sql_next(r))
        if (board_of(r, variant, &b))
            ok = sql_run(s->db, "UPDATE turns SET phase = ?, plan = ? WHERE match_id = ? AND n = ?",
                         SQL(sql_int((int)phase_of(&b, variant)), sql_int((int)plan_of(&b, variant)), sql_int(match),
                             sql_get_value(r, 0)));
    return sql_done(r) && ok && extract_again(s, match) &&
           sql_run(s->db, "UPDATE matches SET rules_version = ? WHERE id = ?",
                   SQL(sql_int(PHASE_RULES), sql_int(match)));
}

bool store_classify(struct store *s, size_t *n)
{
    for (*n = 0;; ++*n) {
        int64_t match = 0, variant = 0;
        struct sql_rows *r =
            sql_ask(s->db, "SELECT m.id, m.variant" OLD_RULES " ORDER BY m.id LIMIT 1", SQL(sql_int(PHASE_RULES)));
        if (r != NULL && sql_next(r))
            match = sql_get_int(r, 0), variant = sql_get_int(r, 1);
        if (!sql_done(r))
            return false;
        if (match == 0)
            return true;
        if (!store_begin(s) || !store_end(s, classify_turns(s, match, (enum variant)variant)))
            return false;
    }
}

bool store_files(struct store *s, file_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask_many(s->db, "SELECT path, hash FROM sources ORDER BY path, hash", SQL_NO_VALUES);
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
        struct sql_rows *r = sql_ask_many(s->db, suspicions[i], SQL_NO_VALUES);
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

bool store_forget(struct store *s, const char *path, bool *found)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(path), key);
    *found = sql_number(s->db, "SELECT COUNT(*) FROM sources WHERE path_key = ?", SQL(sql_text(key)), 0) > 0;
    if (!*found)
        return *store_error(s) == '\0';
    if (!store_begin(s))
        return false;
    return store_end(s, sql_run(s->db, "DELETE FROM sources WHERE path_key = ?", SQL(sql_text(key))) &&
                            store_sweep(s, NULL, NULL));
}
