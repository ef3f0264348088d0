/* The schema: one text for all databases; words in braces are what they disagree about (struct sql_dialect). */
#include "collection/tables.h"

#include <string.h>
#include <strings.h>

#include "base/version.h"

/* After the key, wide columns come before narrow ones: PostgreSQL fills rows up where they do not. There are no
 * migrations: no release wrote an earlier version, and what was analysed can be analysed again. MariaDB ends a
 * transaction with every table that is made, so making them can be begun again at any point. `digest`: see seal.h. */
static const char *const tables =
    /* people; same_as: the name under which they are counted, which has none itself */
    "CREATE TABLE IF NOT EXISTS players (id {id}, name_key {key} NOT NULL UNIQUE, name {text} NOT NULL,"
    " same_as {integer} REFERENCES players (id), digest {integer}) {plain};"
    "CREATE INDEX IF NOT EXISTS players_same ON players (same_as);"

    "CREATE TABLE IF NOT EXISTS matches (id {id}, record_key {key} NOT NULL UNIQUE, dice_key {key} NOT NULL,"
    " opening_key {key}, stem {key} NOT NULL, format {text}, length {integer} NOT NULL, variant {integer} NOT NULL,"
    " crawford {integer}, jacoby {integer}, beavers {integer},"
    " player0 {integer} REFERENCES players (id), player1 {integer} REFERENCES players (id),"
    " rating0 {text}, rating1 {text}, score0 {integer} NOT NULL, score1 {integer} NOT NULL, winner {integer},"
    " brought {integer} NOT NULL, date {key}, date_text {text}, event {text}, round {text}, place {text},"
    " annotator {text}, site {text}, guess {key}, guess_by {small}, rules_version {integer},"
    " whole {integer}, digest {integer}) {plain};"
    "CREATE INDEX IF NOT EXISTS matches_dice ON matches (dice_key);"
    "CREATE INDEX IF NOT EXISTS matches_opening ON matches (opening_key);"
    "CREATE INDEX IF NOT EXISTS matches_player0 ON matches (player0);"
    "CREATE INDEX IF NOT EXISTS matches_player1 ON matches (player1);"
    "CREATE INDEX IF NOT EXISTS matches_date ON matches (date);"

    /* bytes that were read, the places where they lay, the matches in them */
    "CREATE TABLE IF NOT EXISTS contents (hash {key} NOT NULL PRIMARY KEY, size {integer} NOT NULL,"
    " stem {key} NOT NULL, stem_fold {key} NOT NULL, n_matches {integer},"
    " n_errors {integer} NOT NULL, n_warnings {integer} NOT NULL, messages {text}, digest {integer}) {plain};"
    "CREATE INDEX IF NOT EXISTS contents_stem ON contents (stem_fold);"
    "CREATE TABLE IF NOT EXISTS sources (path_key {key} NOT NULL, hash {key} NOT NULL REFERENCES contents (hash),"
    " path {text} NOT NULL, digest {integer}, PRIMARY KEY (path_key, hash)) {plain};"
    "CREATE INDEX IF NOT EXISTS sources_hash ON sources (hash);"
    "CREATE TABLE IF NOT EXISTS holds (hash {key} NOT NULL REFERENCES contents (hash), number {integer} NOT NULL,"
    " match_id {integer} NOT NULL REFERENCES matches (id), digest {integer}, PRIMARY KEY (hash, number)) {clustered};"
    "CREATE INDEX IF NOT EXISTS holds_match ON holds (match_id);"

    "CREATE TABLE IF NOT EXISTS games (match_id {count} NOT NULL {of matches}, number {count} NOT NULL,"
    " score0 {count} NOT NULL, score1 {count} NOT NULL, points {count}, crawford {small} NOT NULL, winner {small},"
    " ending {small} NOT NULL, dice_key {key}, PRIMARY KEY (match_id, number)) {clustered};"
    "CREATE INDEX IF NOT EXISTS games_dice ON games (dice_key);"

    /* a moment in which a player decided, whoever judges it: about the cube, about a play, or both */
    "CREATE TABLE IF NOT EXISTS turns (match_id {count} NOT NULL {of matches}, n {count} NOT NULL,"
    " game {count} NOT NULL, number {count} NOT NULL, cube {count} NOT NULL, cube_side {small} NOT NULL,"
    " side {small} NOT NULL, play {integer}, cube_action {small}, dice {small}, n_legal {small}, phase {small},"
    " plan {small}, position {bits} NOT NULL, state {bits}, PRIMARY KEY (match_id, n)) {clustered};"
    "CREATE INDEX IF NOT EXISTS turns_position ON turns (position);"
    /* of decisions whose time is known, in ms; nor had version 11 */
    "CREATE TABLE IF NOT EXISTS times (match_id {count} NOT NULL {of matches}, n {count} NOT NULL, taken {integer},"
    " remaining {integer}, video {integer}, PRIMARY KEY (match_id, n)) {clustered};"

    "CREATE TABLE IF NOT EXISTS analyses (id {id}, match_id {integer} NOT NULL REFERENCES matches (id),"
    " fingerprint {key} NOT NULL, engine {text}, version {text}, level {text}, settings {text}, met {text},"
    " own {integer} NOT NULL, plies {integer}, threshold1 {real}, threshold2 {real}, threshold3 {real},"
    " chosen {integer} NOT NULL, record {blob} NOT NULL, kept {integer} NOT NULL, digest {integer}, UNIQUE (match_id, "
    "fingerprint)) {plain};"
    "CREATE TABLE IF NOT EXISTS results (analysis_id {count} NOT NULL {of analyses}, game {count} NOT NULL,"
    " gain {real}, PRIMARY KEY (analysis_id, game)) {clustered};"
    /* what version 9 had not */
    "CREATE TABLE IF NOT EXISTS unplayed (analysis_id {count} NOT NULL {of analyses}, game {count} NOT NULL,"
    " hidden {real}, ahead {real}, PRIMARY KEY (analysis_id, game)) {clustered};"
    /* how hard a player's decisions in a game were, where that is known of all of them (match/difficulty.h); amounts
       are whole billionths; nor had version 10 */
    "CREATE TABLE IF NOT EXISTS difficulties (analysis_id {count} NOT NULL {of analyses}, game {count} NOT NULL,"
    " side {small} NOT NULL, decisions {count} NOT NULL, at_5 {integer} NOT NULL,"
    " at_15 {integer} NOT NULL, squares {integer} NOT NULL, PRIMARY KEY (analysis_id, game, side)) {clustered};"

    /* what an analysis says about a decision of its match; amounts are whole billionths */
    "CREATE TABLE IF NOT EXISTS levels (id {id}, name_key {key} NOT NULL UNIQUE, name {text} NOT NULL,"
    " digest {integer}) {plain};"
    "CREATE TABLE IF NOT EXISTS assessments (analysis_id {count} NOT NULL {of analyses}, turn {count} NOT NULL,"
    " kind {small} NOT NULL, counted {small} NOT NULL, level {count} {of levels}, error {integer},"
    " error_mwc {integer}, luck {integer}, luck_mwc {integer}, best {integer}, themes {integer}, close {small}, "
    "cube_error {small},"
    " PRIMARY KEY (analysis_id, turn, kind)) {clustered};"

    /* sums over the assessments of a game, made by one query (sums.c): what many matches at a glance are made from */
    "CREATE TABLE IF NOT EXISTS sums (analysis_id {count} NOT NULL {of analyses}, side {small} NOT NULL,"
    " game {count} NOT NULL, moves {count} NOT NULL, play_error {integer} NOT NULL, play_error_mwc {integer} NOT NULL,"
    " cube_error {integer} NOT NULL, cube_error_mwc {integer} NOT NULL, counted_play_error {integer} NOT NULL,"
    " counted_cube_error {integer} NOT NULL, counted_error_mwc {integer} NOT NULL, luck {integer} NOT NULL,"
    " luck_mwc {integer} NOT NULL, worst {integer}, unforced {count} NOT NULL, plays {count} NOT NULL,"
    " cubes {count} NOT NULL, close {count} NOT NULL, judged {count} NOT NULL, counted_plays {count} NOT NULL,"
    " counted_cubes {count} NOT NULL, lucks {count} NOT NULL, doubtful {count} NOT NULL, bad {count} NOT NULL,"
    " very_bad {count} NOT NULL, bold {count} NOT NULL, timid {count} NOT NULL, worst_number {count},"
    " PRIMARY KEY (analysis_id, side, game)) {clustered};"

    /* all decisions of a player in an analysis in one row: see extracts.c */
    "CREATE TABLE IF NOT EXISTS extracts (analysis_id {count} NOT NULL {of analyses},"
    " side {small} NOT NULL, bytes {blob} NOT NULL, PRIMARY KEY (analysis_id, side)) {plain};"

    /* pages that were written, so that a run writes again only what is old */
    "CREATE TABLE IF NOT EXISTS pages (folder_key {key} NOT NULL, name_key {key} NOT NULL,"
    " match_id {integer} REFERENCES matches (id), settings {key} NOT NULL, digest {integer},"
    " PRIMARY KEY (folder_key, name_key)) {plain};"
    "CREATE INDEX IF NOT EXISTS pages_match ON pages (match_id);"

    /* what the owner says about matches, whatever their files say: see said.c */
    "CREATE TABLE IF NOT EXISTS said (record_key {key} NOT NULL, what {key} NOT NULL, text {text} NOT NULL,"
    " digest {integer}, PRIMARY KEY (record_key, what)) {plain};"

    /* which shares of something that was shared out were begun and done: see shares.c */
    "CREATE TABLE IF NOT EXISTS shares (source_key {key} NOT NULL, of_all {integer} NOT NULL, number {integer} NOT "
    "NULL, digest {integer},"
    " done {small} NOT NULL, source {text} NOT NULL, PRIMARY KEY (source_key, of_all, number)) {plain};";

const char *const schema_tables[] = {
    "players",  "matches",      "contents", "sources",     "holds", "games",    "turns", "times", "analyses", "results",
    "unplayed", "difficulties", "levels",   "assessments", "sums",  "extracts", "pages", "said",  "shares",   NULL};

static const char *word_of(const struct sql_dialect *d, struct span word)
{
    const struct {
        const char *word, *meaning;
    } words[] = {{"id", d->id},       {"key", d->key},         {"text", d->text},   {"blob", d->blob},
                 {"real", d->real},   {"integer", d->integer}, {"plain", d->plain}, {"clustered", d->clustered},
                 {"small", d->small}, {"bits", d->bits},       {"count", d->count}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_equal(word, words[i].word))
            return words[i].meaning;
    return "";
}

/* {of TABLE}: the rows of a match or an analysis refer to it. Servers look each of them up by itself, which takes
 * longer than to store it: there `db check` asks for rows that refer to nothing instead. */
static void write_word(const struct sql_dialect *d, struct span word, struct strbuf *out)
{
    static const char of[] = "of ";
    const size_t n = strlen(of);
    if (word.length <= n || memcmp(word.at, of, n) != 0)
        strbuf_puts(out, word_of(d, word));
    else if (d->refers)
        strbuf_printf(out, "REFERENCES %.*s (id)", (int)(word.length - n), word.at + n);
}

static void schema_script(const struct sql_dialect *dialect, struct strbuf *out)
{
    for (const char *at = tables; *at != '\0';) {
        if (*at != '{') {
            strbuf_putc(out, *at++);
            continue;
        }
        const size_t length = strcspn(at, "}");
        write_word(dialect, (struct span){at + 1, length - 1}, out);
        at += length + 1;
    }
}

static bool complain(struct diags *d, struct sql *db)
{
    diag_at(d, SEVERITY_ERROR, 0, 0, "the collection cannot be used: %s", sql_error(db));
    return false;
}

static bool is_known(int64_t version, struct diags *d)
{
    if (version > SCHEMA_VERSION)
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "the collection has version %lld, made by a newer kibitzer; %s knows version %d", (long long)version,
                KIBITZER_VERSION, SCHEMA_VERSION);
    else if (version < VERSION_LEAST)
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "the collection has version %lld, but only versions %d to %d are known: analyse the files again into a "
                "new collection",
                (long long)version, VERSION_LEAST, SCHEMA_VERSION);
    return version >= VERSION_LEAST && version <= SCHEMA_VERSION;
}

static bool is_ours(struct sql *db, struct diags *d)
{
    if (sql_number(db, sql_dialect(db)->foreign, SQL_NO_VALUES, 0) != 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "is a database of another program, not a collection");
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

/* What is compressed already, or too short for it. */
static const struct {
    const char *table, *column;
} packed[] = {{"analyses", "record"}, {"extracts", "bytes"}};

static bool make_tables(struct sql *db)
{
    const char *resume = sql_dialect(db)->resume, *pack = sql_dialect(db)->is_packed;
    struct strbuf script = {0};
    schema_script(sql_dialect(db), &script);
    for (size_t i = 0; pack != NULL && i < sizeof packed / sizeof *packed; i++)
        strbuf_printf(&script, pack, packed[i].table, packed[i].column);
    const bool ok = sql_script(db, strbuf_text(&script));
    strbuf_done(&script);
    return ok && (resume == NULL || sql_script(db, resume)) && set_version(db, SCHEMA_VERSION);
}

static bool is_table_of_ours(const char *name)
{
    for (const char *const *t = schema_tables; *t != NULL; t++)
        if (strcasecmp(*t, name) == 0)
            return true;
    return false;
}

/* Triggers would do what no statement of ours says; a view in place of a table would show what was never stored. */
static bool has_no_intruders(struct sql *db, struct diags *d)
{
    bool none = true;
    struct sql_rows *r = sql_ask(db, sql_dialect(db)->intruders, SQL_NO_VALUES);
    while (r != NULL && none && sql_next(r)) {
        const char *type = sql_get_word(r, 0), *name = sql_get_word(r, 1);
        none = strcmp(type, "trigger") != 0 && !is_table_of_ours(name);
        if (!none)
            diag_at(d, SEVERITY_ERROR, 0, 0, "holds the %s \"%s\", which kibitzer did not create: not used", type,
                    name);
    }
    return sql_done(r) ? none : complain(d, db);
}

/* The name of what a statement makes: the word behind "EXISTS". */
static struct span name_in(struct span statement)
{
    static const char before[] = " EXISTS ";
    const char *at = strstr(statement.at, before) + strlen(before);
    return (struct span){at, strcspn(at, " ")};
}

/* Does the database say of a table or index what our statement says, but for IF NOT EXISTS? */
static bool is_made_by(struct sql *db, struct span statement, const char *name, bool *same)
{
    static const char condition[] = "IF NOT EXISTS ";
    struct sql_rows *r = sql_ask(db, sql_dialect(db)->definition, SQL(sql_text(name)));
    const char *found = r != NULL && sql_next(r) ? sql_get_text(r, 0) : NULL;
    const size_t head = (size_t)(strstr(statement.at, condition) - statement.at), skip = head + strlen(condition);
    *same = found != NULL && strlen(found) == statement.length - strlen(condition) &&
            memcmp(found, statement.at, head) == 0 &&
            memcmp(found + head, statement.at + skip, statement.length - skip) == 0;
    return sql_done(r);
}

static bool is_as_made(struct sql *db, struct span statement, struct diags *d)
{
    const struct span word = name_in(statement);
    struct strbuf name = {0};
    bool same = false;
    strbuf_add(&name, word.at, word.length);
    const bool ok = is_made_by(db, statement, strbuf_text(&name), &same) || complain(d, db);
    if (ok && !same)
        diag_at(d, SEVERITY_ERROR, 0, 0, "\"%s\" is not as kibitzer creates it: not used", strbuf_text(&name));
    strbuf_done(&name);
    return ok && same;
}

static struct span without_blanks_behind(struct span text)
{
    while (text.length > 0 && text.at[text.length - 1] == ' ')
        text.length--;
    return text;
}

/* Tables that a version added, and the empty ones used in their place if an older collection may only be read. */
static const struct {
    int version;
    const char *name, *columns;
} later[] = {{10, "unplayed", "(analysis_id BIGINT, game INTEGER, hidden REAL, ahead REAL)"},
             {11, "difficulties",
              "(analysis_id BIGINT, game INTEGER, side INTEGER, decisions INTEGER, at_5 BIGINT,"
              " at_15 BIGINT, squares BIGINT)"},
             {12, "times", "(match_id BIGINT, n INTEGER, taken BIGINT, remaining BIGINT, video BIGINT)"}};

static bool is_later(struct span name, int64_t version)
{
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (version < later[i].version && span_equal(name, later[i].name))
            return true;
    return false;
}

/* Each table and index is the one that our script makes, where the database keeps the statement that made it. */
static bool are_as_made(struct sql *db, int64_t version, struct diags *d)
{
    struct strbuf script = {0};
    bool ok = true;
    if (sql_dialect(db)->definition == NULL)
        return true;
    schema_script(sql_dialect(db), &script);
    for (const char *at = strbuf_text(&script); ok && *at != '\0';) {
        const size_t length = strcspn(at, ";");
        const struct span statement = without_blanks_behind((struct span){at, length});
        ok = is_later(name_in(statement), version) || is_as_made(db, statement, d);
        at += length + (at[length] == ';');
    }
    strbuf_done(&script);
    return ok;
}

static int64_t version_of(struct sql *db)
{
    return sql_number(db, sql_dialect(db)->version, SQL_NO_VALUES, 0);
}

/* All in one transaction, and looked at in it: two programs may find the same empty database, and tables that the other
 * one is making are not another program's. */
static bool make(struct sql *db, struct diags *d)
{
    if (!sql_begin(db))
        return complain(d, db);
    const int64_t version = version_of(db);
    if (!is_ours(db, d) || (version != 0 && !is_known(version, d))) {
        sql_rollback(db);
        return false;
    }
    const bool made = version != 0 || (set_version(db, 0) && make_tables(db)); /* 0: where making tables ends a
                                                                                  transaction: it is ours */
    if (made && sql_commit(db))
        return true;
    sql_rollback(db);
    return complain(d, db);
}

bool schema_loosen(struct sql *db)
{
    const char *script = sql_dialect(db)->loosen;
    if (script == NULL)
        return true;
    if (sql_begin(db) && sql_script(db, script) && sql_commit(db))
        return true;
    sql_rollback(db);
    return false;
}

static bool is_loose(struct sql *db)
{
    const char *query = sql_dialect(db)->is_loose;
    return query != NULL && sql_number(db, query, SQL_NO_VALUES, 0) != 0;
}

/* Looked at again in the transaction: another program may have made them by then. */
bool schema_tighten(struct sql *db)
{
    if (!is_loose(db))
        return *sql_error(db) == '\0';
    if (sql_begin(db) && (!is_loose(db) || sql_script(db, sql_dialect(db)->tighten)) && sql_commit(db))
        return true;
    sql_rollback(db);
    return false;
}

/* Tables that it lacks, empty, for as long as it is open. */
static bool stand_in(struct sql *db, int64_t version)
{
    struct strbuf script = {0};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (version < later[i].version)
            strbuf_printf(&script, "CREATE TEMPORARY TABLE IF NOT EXISTS %s %s;", later[i].name, later[i].columns);
    const bool ok = sql_script(db, strbuf_text(&script));
    strbuf_done(&script);
    return ok;
}

/* Of an earlier version: all of it is as it was, and there are tables beside it. */
static bool bring_up_to_date(struct sql *db, int64_t version, bool may_change, struct diags *d)
{
    if (may_change && sql_begin(db)) {
        if (version_of(db) == SCHEMA_VERSION || make_tables(db)) /* another program may have been first */
            return sql_commit(db) || complain(d, db);
        sql_rollback(db);
        return complain(d, db);
    }
    const char *before = sql_dialect(db)->writable, *after = sql_dialect(db)->readable;
    return !may_change && (((before == NULL || sql_script(db, before)) && stand_in(db, version) &&
                            (after == NULL || sql_script(db, after))) ||
                           complain(d, db));
}

bool schema_prepare(struct sql *db, bool may_change, struct diags *d)
{
    const int64_t version = version_of(db);
    if (*sql_error(db) != '\0')
        return complain(d, db);
    const bool before = version >= VERSION_LEAST && version < SCHEMA_VERSION;
    if (before && is_ours(db, d) && !bring_up_to_date(db, version, may_change, d))
        return false;
    if (version == 0 && may_change)
        return make(db, d) && has_no_intruders(db, d) && are_as_made(db, SCHEMA_VERSION, d);
    if (!is_ours(db, d))
        return false;
    if (version != 0)
        return is_known(version, d) && has_no_intruders(db, d) &&
               are_as_made(db, may_change ? SCHEMA_VERSION : version, d) &&
               (!may_change || schema_tighten(db) || complain(d, db));
    diag_at(d, SEVERITY_ERROR, 0, 0, "is empty: no match was analysed into it");
    return false;
}
