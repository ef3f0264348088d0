/* Digests; see seal.h. */
#include "collection/seal.h"

#include <sha2.h>
#include <string.h>

#include "base/strbuf.h"

enum {
    QUERIES_MOST = 6,
    LATER = 4 /* of tables that version 9 had not: without rows the digest is as it was */,
    KEY_MOST = 3
};

struct thing {
    const char *what; /* for messages */
    const char *name; /* of each row: its key, its digest and its name */
    const char *digest, *set; /* of one row */
    int key_columns;
    const char *query[QUERIES_MOST]; /* all that the digest covers, by the key, in an order of its own */
};

/* ORDER SEALED */
static const struct thing things[SEALED_THINGS] = {
    {"match",
     "SELECT id, digest, stem FROM matches ORDER BY id",
     "SELECT digest FROM matches WHERE id = ?",
     "UPDATE matches SET digest = ? WHERE id = ?",
     1,
     {"SELECT m.record_key, m.dice_key, m.opening_key, m.stem, m.format, m.length, m.variant, m.crawford, m.jacoby,"
      " m.beavers, p.name, q.name, m.rating0, m.rating1, m.score0, m.score1, m.winner, m.brought, m.date, m.date_text,"
      " m.event, m.round, m.place, m.annotator, m.site, m.guess, m.guess_by FROM matches m LEFT JOIN players p ON p.id "
      "= m.player0"
      " LEFT JOIN players q ON q.id = m.player1 WHERE m.id = ?",
      "SELECT number, score0, score1, crawford, winner, points, ending, dice_key FROM games WHERE match_id = ?"
      " ORDER BY number",
      "SELECT n, game, number, side, position, state, cube_action, dice, play, n_legal, cube, cube_side FROM turns"
      " WHERE match_id = ? ORDER BY n"}},
    {"analysis of match",
     "SELECT a.id, a.digest, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id ORDER BY a.id",
     "SELECT digest FROM analyses WHERE id = ?",
     "UPDATE analyses SET digest = ? WHERE id = ?",
     1,
     {"SELECT m.record_key, a.fingerprint, a.engine, a.version, a.level, a.settings, a.met, a.own, a.plies,"
      " a.threshold1, a.threshold2, a.threshold3, a.record, a.kept FROM analyses a LEFT JOIN matches m ON m.id = "
      "a.match_id"
      " WHERE a.id = ?",
      "SELECT game, gain FROM results WHERE analysis_id = ? ORDER BY game",
      "SELECT j.turn, j.kind, j.counted, j.error, j.error_mwc, j.luck, j.luck_mwc, j.close, j.cube_error, l.name,"
      " j.best, j.themes FROM assessments j LEFT JOIN levels l ON l.id = j.level WHERE j.analysis_id = ? ORDER BY "
      "j.turn, j.kind",
      /* of the sums, what making them again does not show */
      "SELECT side, game, worst_number FROM sums WHERE analysis_id = ? ORDER BY side, game",
      [LATER] = "SELECT game, hidden, ahead FROM unplayed WHERE analysis_id = ? ORDER BY game",
      "SELECT game, side, decisions, at_5, at_15, squares FROM difficulties WHERE analysis_id = ?"
      " ORDER BY game, side"}},
    {"content of file",
     "SELECT hash, digest, stem FROM contents ORDER BY hash",
     "SELECT digest FROM contents WHERE hash = ?",
     "UPDATE contents SET digest = ? WHERE hash = ?",
     1,
     {"SELECT hash, size, stem, stem_fold, n_matches, n_errors, n_warnings, messages FROM contents WHERE hash = ?"}},
    {"place of file",
     "SELECT path_key, hash, digest, path FROM sources ORDER BY path_key, hash",
     "SELECT digest FROM sources WHERE path_key = ? AND hash = ?",
     "UPDATE sources SET digest = ? WHERE path_key = ? AND hash = ?",
     2,
     {"SELECT path_key, hash, path FROM sources WHERE path_key = ? AND hash = ?"}},
    {"link to content",
     "SELECT hash, number, digest, hash FROM holds ORDER BY hash, number",
     "SELECT digest FROM holds WHERE hash = ? AND number = ?",
     "UPDATE holds SET digest = ? WHERE hash = ? AND number = ?",
     2,
     {"SELECT h.hash, h.number, m.record_key FROM holds h LEFT JOIN matches m ON m.id = h.match_id WHERE h.hash = ?"
      " AND h.number = ?"}},
    {"player",
     "SELECT id, digest, name FROM players ORDER BY id",
     "SELECT digest FROM players WHERE id = ?",
     "UPDATE players SET digest = ? WHERE id = ?",
     1,
     {"SELECT p.name_key, p.name, q.name FROM players p LEFT JOIN players q ON q.id = p.same_as WHERE p.id = ?"}},
    {"level",
     "SELECT id, digest, name FROM levels ORDER BY id",
     "SELECT digest FROM levels WHERE id = ?",
     "UPDATE levels SET digest = ? WHERE id = ?",
     1,
     {"SELECT name_key, name FROM levels WHERE id = ?"}},
    {"page",
     "SELECT folder_key, name_key, digest, name_key FROM pages ORDER BY folder_key, name_key",
     "SELECT digest FROM pages WHERE folder_key = ? AND name_key = ?",
     "UPDATE pages SET digest = ? WHERE folder_key = ? AND name_key = ?",
     2,
     {"SELECT p.folder_key, p.name_key, p.settings, m.record_key FROM pages p LEFT JOIN matches m ON m.id = p.match_id"
      " WHERE p.folder_key = ? AND p.name_key = ?"}},
    {"words about match",
     "SELECT record_key, what, digest, what FROM said ORDER BY record_key, what",
     "SELECT digest FROM said WHERE record_key = ? AND what = ?",
     "UPDATE said SET digest = ? WHERE record_key = ? AND what = ?",
     2,
     {"SELECT record_key, what, text FROM said WHERE record_key = ? AND what = ?"}},
    {"share of",
     "SELECT source_key, of_all, number, digest, source FROM shares ORDER BY source_key, of_all, number",
     "SELECT digest FROM shares WHERE source_key = ? AND of_all = ? AND number = ?",
     "UPDATE shares SET digest = ? WHERE source_key = ? AND of_all = ? AND number = ?",
     3,
     {"SELECT source_key, of_all, number, done, source FROM shares WHERE source_key = ? AND of_all = ? AND number = "
      "?"}},
};

/* ---- a digest ---- */

/* Each value by its kind, its length and what it is; text and bytes are one kind, as they are for some database. */
static void write_value(const struct sql_value *v, struct strbuf *out)
{
    switch (v->kind) {
    case SQL_NULL:
        strbuf_puts(out, "-;");
        break;
    case SQL_INTEGER:
        strbuf_putc(out, 'i');
        strbuf_int(out, v->integer);
        strbuf_putc(out, ';');
        break;
    case SQL_REAL:
        strbuf_printf(out, "r%.17g;", v->real == 0 ? 0 : v->real);
        break;
    case SQL_TEXT:
    case SQL_BLOB:
        strbuf_putc(out, 't');
        strbuf_int(out, (long)v->bytes.length);
        strbuf_putc(out, ';');
        strbuf_add(out, v->bytes.at, v->bytes.length);
        break;
    }
}

static bool add_rows(SHA2_CTX *sum, struct sql *db, const char *query, const struct sql_value *key, int n)
{
    struct strbuf row = {0};
    struct sql_rows *r = sql_ask(db, query, key, n);
    while (r != NULL && sql_next(r)) {
        const int columns = sql_columns(r);
        row.length = 0;
        for (int i = 0; i < columns; i++) {
            const struct sql_value v = sql_get_value(r, i);
            write_value(&v, &row);
        }
        strbuf_putc(&row, '\n');
        SHA256Update(sum, (const uint8_t *)row.at, row.length);
    }
    strbuf_done(&row);
    return sql_done(r);
}

static bool digest_of(struct sql *db, const struct thing *t, const struct sql_value *key, int n, int64_t *out)
{
    SHA2_CTX sum;
    uint8_t bytes[SHA256_DIGEST_LENGTH];
    uint64_t head = 0;
    SHA256Init(&sum);
    for (int i = 0; i < QUERIES_MOST && t->query[i] != NULL; i++) {
        if (!add_rows(&sum, db, t->query[i], key, n))
            return false;
        if (i < LATER)
            SHA256Update(&sum, (const uint8_t *)"\n", 1);
    }
    SHA256Final(bytes, &sum);
    for (int i = 0; i < 8; i++)
        head = head << 8 | bytes[i];
    *out = (int64_t)(head >> 1); /* fits every database's integers */
    return true;
}

bool seal(struct sql *db, enum sealed what, const struct sql_value *key, int n)
{
    const struct thing *t = &things[what];
    struct sql_value v[1 + KEY_MOST];
    int64_t digest = 0;
    if (!digest_of(db, t, key, n, &digest))
        return false;
    v[0] = sql_int(digest);
    memcpy(&v[1], key, (size_t)n * sizeof *key);
    return sql_run(db, t->set, v, n + 1);
}

bool seal_holds(struct sql *db, enum sealed what, const struct sql_value *key, int n, bool *holds)
{
    const struct thing *t = &things[what];
    int64_t digest = 0;
    if (!digest_of(db, t, key, n, &digest))
        return false;
    *holds = sql_number(db, t->digest, key, n, -1) == digest;
    return *sql_error(db) == '\0';
}

/* ---- all of them ---- */

static bool check_things(struct sql *db, const struct thing *t, seal_visitor visit, void *context)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(db, t->name, SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r)) {
        struct sql_value key[KEY_MOST];
        int64_t digest = 0;
        for (int i = 0; i < t->key_columns; i++)
            key[i] = sql_get_value(r, i);
        ok = digest_of(db, t, key, t->key_columns, &digest);
        if (ok && (sql_is_null(r, t->key_columns) || sql_get_int(r, t->key_columns) != digest)) {
            const char *name = sql_get_text(r, t->key_columns + 1);
            visit(context, t->what, name != NULL ? name : "?");
        }
    }
    return sql_done(r) && ok;
}

bool seals_broken(struct sql *db, seal_visitor visit, void *context)
{
    for (int i = 0; i < SEALED_THINGS; i++)
        if (!check_things(db, &things[i], visit, context))
            return false;
    return true;
}
