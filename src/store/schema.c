/* The schema: one text for all databases; words in braces are what they disagree about (struct sql_dialect). */
#include "store/schema.h"

#include <string.h>

#include "base/version.h"

/* Version 0 is an empty database; the script at [n] leads from version n to n + 1. A script that was released is never
 * changed: a later version gets a script of its own. */
static const char *const steps[SCHEMA_VERSION] = {
    /* people; same_as: the name under which they are counted, which has none itself */
    "CREATE TABLE IF NOT EXISTS players (id {id}, name_key {key} NOT NULL UNIQUE, name {text} NOT NULL,"
    " same_as {integer} REFERENCES players (id)) {plain};"
    "CREATE INDEX IF NOT EXISTS players_same ON players (same_as);"

    "CREATE TABLE IF NOT EXISTS matches (id {id}, record_key {key} NOT NULL UNIQUE, dice_key {key} NOT NULL, "
    "opening_key {key},"
    " stem {key} NOT NULL, format {text}, length {integer} NOT NULL, variant {integer} NOT "
    "NULL,"
    " crawford {integer}, jacoby {integer}, beavers {integer},"
    " player0 {integer} REFERENCES players (id), player1 {integer} REFERENCES players (id),"
    " rating0 {text}, rating1 {text}, score0 {integer} NOT NULL, score1 {integer} NOT NULL, winner {integer},"
    " brought {integer} NOT NULL, date {key}, date_text {text}, event {text}, round {text}, place {text}, annotator "
    "{text}, site {text},"
    " rules_version {integer}) {plain};"
    "CREATE INDEX IF NOT EXISTS matches_dice ON matches (dice_key);"
    "CREATE INDEX IF NOT EXISTS matches_opening ON matches (opening_key);"
    "CREATE INDEX IF NOT EXISTS matches_player0 ON matches (player0);"
    "CREATE INDEX IF NOT EXISTS matches_player1 ON matches (player1);"
    "CREATE INDEX IF NOT EXISTS matches_date ON matches (date);"

    /* bytes that were read, the places where they lay, the matches in them */
    "CREATE TABLE IF NOT EXISTS contents (hash {key} NOT NULL PRIMARY KEY, size {integer} NOT NULL,"
    " stem {key} NOT NULL, stem_fold {key} NOT NULL, n_matches {integer},"
    " n_errors {integer} NOT NULL, n_warnings {integer} NOT NULL, messages {text}) {plain};"
    "CREATE INDEX IF NOT EXISTS contents_stem ON contents (stem_fold);"
    "CREATE TABLE IF NOT EXISTS sources (path_key {key} NOT NULL, hash {key} NOT NULL REFERENCES contents (hash),"
    " path {text} NOT NULL, PRIMARY KEY (path_key, hash)) {plain};"
    "CREATE INDEX IF NOT EXISTS sources_hash ON sources (hash);"
    "CREATE TABLE IF NOT EXISTS holds (hash {key} NOT NULL REFERENCES contents (hash), number {integer} NOT NULL,"
    " match_id {integer} NOT NULL REFERENCES matches (id), PRIMARY KEY (hash, number)) {clustered};"
    "CREATE INDEX IF NOT EXISTS holds_match ON holds (match_id);"

    "CREATE TABLE IF NOT EXISTS games (match_id {integer} NOT NULL REFERENCES matches (id), number {integer} NOT NULL,"
    " score0 {integer} NOT NULL, score1 {integer} NOT NULL, crawford {integer} NOT NULL, winner {integer},"
    " points {integer}, ending {integer} NOT NULL, dice_key {key}, PRIMARY KEY (match_id, number)) {clustered};"
    "CREATE INDEX IF NOT EXISTS games_dice ON games (dice_key);"

    /* what was decided, whoever judges it */
    "CREATE TABLE IF NOT EXISTS decisions (match_id {integer} NOT NULL REFERENCES matches (id), side {integer} NOT "
    "NULL,"
    " kind {integer} NOT NULL, n {integer} NOT NULL, game {integer} NOT NULL, number {integer} NOT NULL,"
    " position {key} NOT NULL, state {key} NOT NULL, dice {integer}, action {text} NOT NULL, n_legal {integer},"
    " away {integer}, opponent_away {integer}, cube {integer} NOT NULL, cube_side {integer} NOT NULL,"
    " phase {integer}, plan {integer}, PRIMARY KEY (match_id, side, kind, n)) {clustered};"
    "CREATE INDEX IF NOT EXISTS decisions_position ON decisions (position);"

    "CREATE TABLE IF NOT EXISTS analyses (id {id}, match_id {integer} NOT NULL REFERENCES matches (id), fingerprint "
    "{key} NOT NULL,"
    " engine {text}, version {text}, level {text}, settings {text}, met {text}, own {integer} NOT NULL,"
    " plies {integer}, threshold1 {real}, threshold2 {real}, threshold3 {real}, chosen {integer} NOT NULL,"
    " record {blob} NOT NULL, UNIQUE (match_id, fingerprint)) {plain};"
    "CREATE TABLE IF NOT EXISTS results (analysis_id {integer} NOT NULL REFERENCES analyses (id), game {integer} NOT "
    "NULL,"
    " gain {real}, PRIMARY KEY (analysis_id, game)) {clustered};"

    /* what an analysis says about a decision of its match */
    "CREATE TABLE IF NOT EXISTS judgements (analysis_id {integer} NOT NULL REFERENCES analyses (id), side {integer} "
    "NOT NULL,"
    " kind {integer} NOT NULL, n {integer} NOT NULL, counted {integer} NOT NULL, error {real}, error_mwc {real}, luck "
    "{real}, luck_mwc {real},"
    " close {integer}, cube_error {integer}, level {text}, best {text},"
    " PRIMARY KEY (analysis_id, side, kind, n)) {clustered};"

    /* sums over the judgements of a game, made by one query (sums.c): what many matches at a glance are made from */
    "CREATE TABLE IF NOT EXISTS sums (analysis_id {integer} NOT NULL REFERENCES analyses (id), side {integer} NOT NULL,"
    " game {integer} NOT NULL, moves {integer} NOT NULL, unforced {integer} NOT NULL, plays {integer} NOT NULL,"
    " play_error {real} NOT NULL, play_error_mwc {real} NOT NULL, cubes {integer} NOT NULL,"
    " close {integer} NOT NULL, judged {integer} NOT NULL, cube_error {real} NOT NULL,"
    " cube_error_mwc {real} NOT NULL, counted_plays {integer} NOT NULL, counted_play_error {real} NOT NULL,"
    " counted_cubes {integer} NOT NULL, counted_cube_error {real} NOT NULL, counted_error_mwc {real} NOT NULL,"
    " lucks {integer} NOT NULL, luck {real} NOT NULL, luck_mwc {real} NOT NULL, doubtful {integer} NOT NULL,"
    " bad {integer} NOT NULL, very_bad {integer} NOT NULL, worst {real}, worst_number {integer}, PRIMARY KEY "
    "(analysis_id, side, game))"
    " {clustered};"

    /* pages that were written, so that a run writes again only what is old */
    "CREATE TABLE IF NOT EXISTS pages (folder_key {key} NOT NULL, name_key {key} NOT NULL, match_id {integer}"
    " REFERENCES matches (id), settings {key} NOT NULL, PRIMARY KEY (folder_key, name_key)) {plain};"
    "CREATE INDEX IF NOT EXISTS pages_match ON pages (match_id);",
};

const char *const schema_tables[] = {"players",   "matches",  "contents", "sources",    "holds", "games",
                                     "decisions", "analyses", "results",  "judgements", "pages", NULL};

static const char *word_of(const struct sql_dialect *d, struct span word)
{
    const struct {
        const char *word, *meaning;
    } words[] = {{"id", d->id},     {"key", d->key},         {"text", d->text},   {"blob", d->blob},
                 {"real", d->real}, {"integer", d->integer}, {"plain", d->plain}, {"clustered", d->clustered}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_equal(word, words[i].word))
            return words[i].meaning;
    return "";
}

void schema_step(int from, const struct sql_dialect *dialect, struct strbuf *out)
{
    for (const char *at = steps[from]; *at != '\0';) {
        if (*at != '{') {
            strbuf_putc(out, *at++);
            continue;
        }
        const size_t length = strcspn(at, "}");
        strbuf_puts(out, word_of(dialect, (struct span){at + 1, length - 1}));
        at += length + 1;
    }
}

static bool complain(struct diags *d, struct sql *db)
{
    diag_at(d, SEVERITY_ERROR, 0, 0, "the collection cannot be used: %s", sql_error(db));
    return false;
}

static bool is_not_newer(int version, struct diags *d)
{
    if (version > SCHEMA_VERSION)
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "the collection has version %d, made by a newer kibitzer; %s knows versions up to %d", version,
                KIBITZER_VERSION, SCHEMA_VERSION);
    return version <= SCHEMA_VERSION;
}

static bool is_ours(struct sql *db, struct diags *d)
{
    if (sql_number(db, sql_dialect(db)->foreign, SQL_NO_VALUES, 0) != 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "is a database, but of another program: it holds no collection of kibitzer's");
        return false;
    }
    return *sql_error(db) == '\0' || complain(d, db);
}

static bool set_version(struct sql *db, int version)
{
    struct strbuf script = {0};
    strbuf_printf(&script, sql_dialect(db)->set_version, version);
    const bool ok = sql_script(db, strbuf_text(&script));
    strbuf_done(&script);
    return ok;
}

static bool step_up(struct sql *db, int from)
{
    const struct sql_dialect *dialect = sql_dialect(db);
    struct strbuf script = {0};
    schema_step(from, dialect, &script);
    strbuf_printf(&script, dialect->set_version, from + 1);
    const bool ok = sql_script(db, strbuf_text(&script));
    strbuf_done(&script);
    return ok;
}

/* All in one transaction, and looked at in it: two programs may find the same empty database, and tables that the other
 * one is making are not another program's. */
static bool bring_up_to_date(struct sql *db, struct diags *d)
{
    if (!sql_begin(db))
        return complain(d, db);
    int version = (int)sql_number(db, sql_dialect(db)->version, SQL_NO_VALUES, 0);
    const bool ours = is_ours(db, d);
    bool ok = ours && (version != 0 || set_version(db, 0)); /* where making tables ends a transaction: it is ours */
    for (; ok && version < SCHEMA_VERSION; version++)
        ok = step_up(db, version);
    if (ok && sql_commit(db))
        return true;
    sql_rollback(db);
    return ours ? complain(d, db) : false;
}

bool schema_prepare(struct sql *db, bool may_change, struct diags *d)
{
    const int version = (int)sql_number(db, sql_dialect(db)->version, SQL_NO_VALUES, 0);
    if (*sql_error(db) != '\0')
        return complain(d, db);
    if (!is_not_newer(version, d))
        return false;
    if (version < SCHEMA_VERSION && may_change)
        return bring_up_to_date(db, d);
    if (!is_ours(db, d))
        return false;
    if (version == SCHEMA_VERSION)
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0,
            version == 0 ? "is empty: no match was analysed into it" : "has an older version and may only be read");
    return false;
}
