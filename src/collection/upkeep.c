/* Looking after a collection; see upkeep.h. */
#include "collection/upkeep.h"

#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "collection/classes.h"
#include "collection/grown.h"
#include "base/pack.h"
#include "collection/parts.h"
#include "collection/people.h"
#include "collection/seal.h"
#include "collection/store_private.h"

/* ---- what there is ---- */

#define MATCHES_THAT_COUNT "FROM matches m WHERE m.whole IS NULL AND NOT " IS_BARE
#define THAT_COUNT " WHERE match_id IN (SELECT m.id " MATCHES_THAT_COUNT ")"

int64_t store_count_matches(struct store *s)
{
    return sql_number(s->db, "SELECT COUNT(*) " MATCHES_THAT_COUNT, SQL_NO_VALUES, 0);
}

bool store_counts(struct store *s, struct stored_counts *out)
{
    const struct {
        int64_t *n;
        const char *query;
    } rows[] = {
        {&out->version, sql_dialect(s->db)->version},
        {&out->cut_short, "SELECT COUNT(*) FROM matches WHERE whole IS NOT NULL"},
        {&out->positions, "SELECT COUNT(*) FROM matches m WHERE " IS_BARE},
        {&out->games, "SELECT COUNT(*) FROM games" THAT_COUNT},
        {&out->decisions,
         "SELECT COUNT(*) + COALESCE(SUM(CASE WHEN cube_action = 2 THEN 1 ELSE 0 END), 0) FROM turns" THAT_COUNT},
        {&out->players, "SELECT COUNT(*) FROM players p WHERE same_as IS NULL AND " PLAYER_IS_THERE("p")},
        {&out->aliases, "SELECT COUNT(*) FROM players WHERE same_as IS NOT NULL"},
        {&out->files, "SELECT COUNT(*) FROM sources"},
        {&out->different_files, "SELECT COUNT(*) FROM contents"},
        {&out->analyses, "SELECT COUNT(*) FROM analyses"},
        {&out->keep_errors, "SELECT COUNT(*) FROM analyses WHERE kept = 1"},
        {&out->keep_none, "SELECT COUNT(*) FROM analyses WHERE kept = 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i].n = sql_number(s->db, rows[i].query, SQL_NO_VALUES, 0);
    out->matches = store_count_matches(s);
    return *store_error(s) == '\0';
}

bool store_engines(struct store *s, void (*visit)(void *context, const struct stored_engine *e), void *context)
{
    struct sql_rows *r = sql_ask(s->db,
                                 "SELECT engine, version, level, COUNT(*) FROM analyses GROUP BY engine, version, level"
                                 " ORDER BY engine, version, level",
                                 SQL_NO_VALUES);
    while (r != NULL && sql_next(r))
        visit(context, &(struct stored_engine){sql_is_null(r, 0) ? NULL : sql_get_word(r, 0),
                                               sql_is_null(r, 1) ? NULL : sql_get_word(r, 1),
                                               sql_is_null(r, 2) ? NULL : sql_get_word(r, 2), sql_get_int(r, 3)});
    return sql_done(r);
}

/* ---- checking ---- */

/* Rows of one text column are complaints, `what` and a format with one %s. */
static bool ask_for_faults(struct store *s, const char *query, const char *what, const char *format, complaint report,
                           void *context)
{
    struct sql_rows *r = sql_ask(s->db, query, SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        struct strbuf line = {0};
        const char *text = sql_get_text(r, 0);
        strbuf_puts(&line, what);
        strbuf_say(&line, format, text != NULL ? text : "");
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
        if (!ask_for_faults(s, *query, "", "%s", report, context))
            return false;
    return true;
}

static const char *const faults[][2] = {
    {"SELECT m.stem FROM matches m WHERE (SELECT COUNT(*) FROM analyses a WHERE a.match_id = m.id AND a.chosen = 1) <> "
     "1",
     F_("not exactly one analysis counts of match %s")},
    {"SELECT m.stem FROM matches m WHERE NOT EXISTS (SELECT 1 FROM holds h WHERE h.match_id = m.id)",
     F_("no file holds match %s")},
    {"SELECT m.stem FROM matches m JOIN analyses a ON a.match_id = m.id WHERE a.kept NOT IN (0, 1, 2)",
     F_("it is not known how many plays the record keeps of match %s")},
    {"SELECT p.name FROM players p JOIN players q ON q.id = p.same_as WHERE q.same_as IS NOT NULL",
     F_("counted as somebody who is counted as a third: %s")},
    {"SELECT m.stem FROM matches m JOIN analyses a ON a.match_id = m.id WHERE"
     " (SELECT COUNT(*) FROM assessments j WHERE j.analysis_id = a.id) <>"
     " (SELECT COUNT(*) + COALESCE(SUM(CASE WHEN t.cube_action = 2 THEN 1 ELSE 0 END), 0) FROM turns t"
     " WHERE t.match_id = m.id)",
     F_("an analysis does not judge every decision of match %s")},
    {"SELECT m.stem FROM matches m JOIN analyses a ON a.match_id = m.id JOIN assessments j ON j.analysis_id = a.id"
     " WHERE NOT EXISTS (SELECT 1 FROM turns t WHERE t.match_id = m.id AND t.n = j.turn)",
     F_("an analysis judges what was never decided in match %s")},
};

/* Where the database does not see to it itself (schema.c). */
static const struct {
    const char *child, *column, *parent;
} references[] = {
    {"games", "match_id", "matches"},           {"turns", "match_id", "matches"},
    {"times", "match_id", "matches"},           {"results", "analysis_id", "analyses"},
    {"unplayed", "analysis_id", "analyses"},    {"difficulties", "analysis_id", "analyses"},
    {"assessments", "analysis_id", "analyses"}, {"assessments", "level", "levels"},
    {"sums", "analysis_id", "analyses"},        {"extracts", "analysis_id", "analyses"},
};

static bool check_references(struct store *s, complaint report, void *context)
{
    bool ok = true;
    for (size_t i = 0; ok && !sql_dialect(s->db)->refers && i < sizeof references / sizeof *references; i++) {
        struct strbuf query = {0}, line = {0};
        strbuf_printf(&query,
                      "SELECT DISTINCT '' || c.%s FROM %s c WHERE c.%s IS NOT NULL"
                      " AND NOT EXISTS (SELECT 1 FROM %s p WHERE p.id = c.%s)",
                      references[i].column, references[i].child, references[i].column, references[i].parent,
                      references[i].column);
        strbuf_say(&line, "rows of %s refer to nothing in %s: ", references[i].child, references[i].parent);
        ok = ask_for_faults(s, strbuf_text(&query), strbuf_text(&line), "%s", report, context);
        strbuf_done(&query);
        strbuf_done(&line);
    }
    return ok;
}

/* ---- what is as it was stored ---- */

struct hearing {
    complaint report;
    void *context;
};

static void hear_of_broken(void *context, const char *what, const char *name)
{
    const struct hearing *h = context;
    struct strbuf line = {0};
    strbuf_say(&line, "not as it was stored: %s %s", what, name);
    h->report(h->context, line.at);
    strbuf_done(&line);
}

/* ---- what is kept beside what it follows from ---- */

static bool check_rules(struct store *s, complaint report, void *context)
{
    struct strbuf line = {0};
    const int64_t n = sql_number(s->db, "SELECT COUNT(*)" OLD_RULES, SQL(sql_int(CLASS_RULES)), 0);
    strbuf_say(&line,
               tr_counted("phases, plans or themes of %lld match follow other rules; `kibitzer db classify` makes them "
                          "again",
                          "phases, plans or themes of %lld matches follow other rules; `kibitzer db classify` makes "
                          "them again",
                          (long)n),
               (long long)n);
    if (n > 0)
        report(context, line.at);
    strbuf_done(&line);
    return *store_error(s) == '\0';
}

/* What is kept beside the rows it follows from. */
static const struct {
    bool (*agree)(struct sql *db, int64_t analysis, bool *agree);
    const char *what;
} kept[] = {{sums_agree, W_("sums")}, {extracts_agree, W_("extracts")}};

static bool check_analysis(struct store *s, int64_t analysis, const char *stem, complaint report, void *context)
{
    for (size_t i = 0; !store_is_lost(s) && i < sizeof kept / sizeof *kept; i++) {
        struct strbuf line = {0};
        bool agree = true;
        strbuf_say(&line, "the %s are not those of the decisions of match %s", kept[i].what, stem);
        if (!kept[i].agree(s->db, analysis, &agree)) { /* what is damaged cannot be added up */
            strbuf_printf(&line, ": %s", store_error(s));
            agree = false;
            sql_forgive(s->db);
        }
        if (!agree)
            report(context, line.at);
        strbuf_done(&line);
    }
    return !store_is_lost(s);
}

static bool check_analyses(struct store *s, complaint report, void *context)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(
        s->db, "SELECT a.id, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id ORDER BY a.id", SQL_NO_VALUES);
    while (r != NULL && ok && !call_cancelled() && sql_next(r))
        ok = check_analysis(s, sql_get_int(r, 0), sql_get_word(r, 1), report, context);
    return sql_done(r) && ok;
}

static bool check_records(struct store *s, complaint report, void *context)
{
    struct sql_rows *r = sql_ask_many(
        s->db, "SELECT a.record, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id", SQL_NO_VALUES);
    while (r != NULL && !call_cancelled() && sql_next(r)) {
        struct strbuf text = {0}, line = {0};
        if (!unpack(sql_get_bytes(r, 0), &text)) {
            strbuf_say(&line, "a record is damaged of match %s", sql_get_word(r, 1));
            report(context, line.at);
        }
        strbuf_done(&text);
        strbuf_done(&line);
    }
    return sql_done(r);
}

static bool check_phases(struct store *s, complaint report, void *context)
{
    bool ok = true;
    struct sql_rows *r =
        sql_ask_many(s->db, "SELECT id, variant, stem, rules_version FROM matches ORDER BY id", SQL_NO_VALUES);
    while (r != NULL && ok && !call_cancelled() && sql_next(r)) {
        struct strbuf line = {0};
        bool agree = true;
        if (sql_get_int(r, 3) == CLASS_RULES)
            ok = phases_agree(s, sql_get_int(r, 0), (enum variant)sql_get_within(r, 1, 0, VARIANTS - 1), &agree);
        strbuf_say(&line, "phases or plans are not those of the boards of match %s", sql_get_word(r, 2));
        if (!agree)
            report(context, line.at);
        strbuf_done(&line);
    }
    return sql_done(r) && ok;
}

static bool check_chosen(struct store *s, complaint report, void *context)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(s->db,
                                      "SELECT m.id, a.id, m.stem FROM matches m JOIN analyses a ON a.match_id = m.id"
                                      " WHERE a.chosen <> 0 ORDER BY m.id",
                                      SQL_NO_VALUES);
    while (r != NULL && ok && !call_cancelled() && sql_next(r)) {
        struct strbuf line = {0};
        int64_t best = 0;
        ok = analysis_best(s, sql_get_int(r, 0), &best);
        strbuf_say(&line, "another analysis should count of match %s", sql_get_word(r, 2));
        if (ok && best != sql_get_int(r, 1))
            report(context, line.at);
        strbuf_done(&line);
    }
    return sql_done(r) && ok;
}

static bool hear_of_part(void *context, int64_t match, int64_t whole)
{
    const struct hearing *h = context;
    struct strbuf line = {0};
    strbuf_say(&line,
               whole != 0 ? F_("match %lld is now the beginning of another one, which is not noted; `kibitzer db "
                               "classify` notes it")
                          : F_("match %lld is no longer the beginning of another one, which is not noted; `kibitzer db "
                               "classify` notes it"),
               (long long)match);
    h->report(h->context, line.at);
    strbuf_done(&line);
    return true;
}

static bool check_parts(struct store *s, complaint report, void *context)
{
    return parts_find(s, hear_of_part, &(struct hearing){report, context});
}

bool store_check(struct store *s, complaint report, void *context)
{
    struct hearing h = {report, context};
    if (!check_structure(s, report, context) || !seals_broken(s->db, hear_of_broken, &h))
        return false;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (!ask_for_faults(s, faults[i][0], "", faults[i][1], report, context))
            return false;
    static bool (*const steps[])(struct store * s, complaint report, void *context) = {
        check_references, check_rules, check_phases, check_parts, check_chosen, check_analyses, check_records};
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !call_cancelled(); i++)
        if (!steps[i](s, report, context))
            return false;
    return true;
}

/* ---- files ---- */

bool store_files(struct store *s, file_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask_many(s->db, "SELECT path, hash FROM sources ORDER BY path, hash", SQL_NO_VALUES);
    for (bool more = true; r != NULL && more && sql_next(r);)
        more = visit(context, &(struct source_file){sql_get_word(r, 0), sql_get_word(r, 1)});
    return sql_done(r);
}

/* ---- forgetting ---- */

#define FORGOTTEN " FROM sources WHERE path_key = ? AND SUBSTR(hash, 1, ?) = ?"

bool store_forget(struct store *s, const char *path, const char *hash, bool *found)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(path), key);
    const struct sql_value which[] = {sql_text(key), sql_int((int64_t)strlen(hash)), sql_text(hash)};
    *found = sql_number(s->db, "SELECT COUNT(*)" FORGOTTEN, which, 3, 0) > 0;
    if (!*found)
        return *store_error(s) == '\0';
    if (!store_begin(s))
        return false;
    return store_end(s, sql_run(s->db, "DELETE" FORGOTTEN, which, 3) && store_sweep(s, NULL, NULL));
}
