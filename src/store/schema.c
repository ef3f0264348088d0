/* The schema: one text for all databases; words in braces are what they disagree about (struct sql_dialect). */
#include "store/schema.h"

#include <string.h>

#include "base/version.h"
#include "store/convert.h"

/* Version 0 is an empty database; the scripts at [n] lead from version n to n + 1: the tables, the rows that must be
 * made anew (NULL = none), what goes then. What was released is never changed: a later version gets scripts of its own.
 * MariaDB ends a transaction with every table that is made or goes; so a step can be begun again at any point. */
struct step {
    const char *tables;
    bool (*convert)(struct sql *db);
    const char *leftovers;
};

static const char *const version_1 =
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
    "CREATE INDEX IF NOT EXISTS pages_match ON pages (match_id);";

/* Decisions as numbers, those of one turn in one row: half the bytes. Amounts are whole billionths. */
static const char *const version_2 =
    "CREATE TABLE IF NOT EXISTS levels (id {id}, name_key {key} NOT NULL UNIQUE, name {text} NOT NULL) {plain};"

    /* a moment in which a player decided, whoever judges it: about the cube, about a play, or both */
    "CREATE TABLE IF NOT EXISTS turns (match_id {integer} NOT NULL REFERENCES matches (id), n {integer} NOT NULL,"
    " game {integer} NOT NULL, number {integer} NOT NULL, side {small} NOT NULL, position {bits} NOT NULL,"
    " state {bits}, cube_action {small}, dice {small}, play {integer}, n_legal {small}, cube {integer} NOT NULL,"
    " cube_side {small} NOT NULL, phase {small}, plan {small}, PRIMARY KEY (match_id, n)) {clustered};"
    "CREATE INDEX IF NOT EXISTS turns_position ON turns (position);"

    /* what an analysis says about a decision of its match */
    "CREATE TABLE IF NOT EXISTS assessments (analysis_id {integer} NOT NULL REFERENCES analyses (id),"
    " turn {integer} NOT NULL, kind {small} NOT NULL, counted {small} NOT NULL, error {integer}, error_mwc {integer},"
    " luck {integer}, luck_mwc {integer}, close {small}, cube_error {small}, level {integer} REFERENCES levels (id),"
    " best {integer}, PRIMARY KEY (analysis_id, turn, kind)) {clustered};"

    "DROP TABLE IF EXISTS sums;"
    "CREATE TABLE sums (analysis_id {integer} NOT NULL REFERENCES analyses (id), side {small} NOT NULL,"
    " game {integer} NOT NULL, moves {integer} NOT NULL, unforced {integer} NOT NULL, plays {integer} NOT NULL,"
    " play_error {integer} NOT NULL, play_error_mwc {integer} NOT NULL, cubes {integer} NOT NULL,"
    " close {integer} NOT NULL, judged {integer} NOT NULL, cube_error {integer} NOT NULL,"
    " cube_error_mwc {integer} NOT NULL, counted_plays {integer} NOT NULL, counted_play_error {integer} NOT NULL,"
    " counted_cubes {integer} NOT NULL, counted_cube_error {integer} NOT NULL, counted_error_mwc {integer} NOT NULL,"
    " lucks {integer} NOT NULL, luck {integer} NOT NULL, luck_mwc {integer} NOT NULL, doubtful {integer} NOT NULL,"
    " bad {integer} NOT NULL, very_bad {integer} NOT NULL, worst {integer}, worst_number {integer},"
    " PRIMARY KEY (analysis_id, side, game)) {clustered};";

/* Sums say how often the cube was handled too boldly, and too timidly. */
static const char *const version_3 =
    "DROP TABLE IF EXISTS sums;"
    "CREATE TABLE sums (analysis_id {integer} NOT NULL REFERENCES analyses (id), side {small} NOT NULL,"
    " game {integer} NOT NULL, moves {integer} NOT NULL, unforced {integer} NOT NULL, plays {integer} NOT NULL,"
    " play_error {integer} NOT NULL, play_error_mwc {integer} NOT NULL, cubes {integer} NOT NULL,"
    " close {integer} NOT NULL, judged {integer} NOT NULL, cube_error {integer} NOT NULL,"
    " cube_error_mwc {integer} NOT NULL, counted_plays {integer} NOT NULL, counted_play_error {integer} NOT NULL,"
    " counted_cubes {integer} NOT NULL, counted_cube_error {integer} NOT NULL, counted_error_mwc {integer} NOT NULL,"
    " lucks {integer} NOT NULL, luck {integer} NOT NULL, luck_mwc {integer} NOT NULL, doubtful {integer} NOT NULL,"
    " bad {integer} NOT NULL, very_bad {integer} NOT NULL, bold {integer} NOT NULL, timid {integer} NOT NULL,"
    " worst {integer}, worst_number {integer}, PRIMARY KEY (analysis_id, side, game)) {clustered};";

/* All decisions of a player in an analysis in one row: see extracts.c. */
static const char *const version_4 =
    "CREATE TABLE IF NOT EXISTS extracts (analysis_id {integer} NOT NULL REFERENCES analyses (id), side {small} NOT "
    "NULL, bytes {blob} NOT NULL, PRIMARY KEY (analysis_id, side)) {plain};";

static const struct step steps[SCHEMA_VERSION] = {
    {.tables = version_1},
    {.tables = version_2,
     .convert = convert_version_1,
     .leftovers = "DROP TABLE IF EXISTS judgements; DROP TABLE IF EXISTS decisions"},
    {.tables = version_3, .convert = convert_version_2},
    {.tables = version_4, .convert = convert_version_3},
};

const char *const schema_tables[] = {"players",     "matches", "contents", "sources", "holds",
                                     "games",       "turns",   "analyses", "results", "levels",
                                     "assessments", "sums",    "extracts", "pages",   NULL};

static const char *word_of(const struct sql_dialect *d, struct span word)
{
    const struct {
        const char *word, *meaning;
    } words[] = {{"id", d->id},       {"key", d->key},         {"text", d->text},   {"blob", d->blob},
                 {"real", d->real},   {"integer", d->integer}, {"plain", d->plain}, {"clustered", d->clustered},
                 {"small", d->small}, {"bits", d->bits}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_equal(word, words[i].word))
            return words[i].meaning;
    return "";
}

void schema_step(int from, const struct sql_dialect *dialect, struct strbuf *out)
{
    for (const char *at = steps[from].tables; *at != '\0';) {
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

static bool make_tables(struct sql *db, int from)
{
    struct strbuf script = {0};
    schema_step(from, sql_dialect(db), &script);
    const bool ok = sql_script(db, strbuf_text(&script));
    strbuf_done(&script);
    return ok;
}

/* The version is set before what it no longer needs goes: that cannot be undone everywhere. */
static bool step_up(struct sql *db, int from)
{
    const struct step *step = &steps[from];
    const char *resume = sql_dialect(db)->resume;
    return make_tables(db, from) && (resume == NULL || sql_script(db, resume)) &&
           (step->convert == NULL || step->convert(db)) && set_version(db, from + 1) &&
           (step->leftovers == NULL || sql_script(db, step->leftovers));
}

/* All in one transaction, and looked at in it: two programs may find the same empty database, and tables that the other
 * one is making are not another program's. */
static bool bring_up_to_date(struct sql *db, struct diags *d)
{
    if (!sql_begin(db))
        return complain(d, db);
    int version = (int)sql_number(db, sql_dialect(db)->version, SQL_NO_VALUES, 0);
    const bool ours = is_ours(db, d);
    const int old = version;
    bool ok = ours && (version != 0 || set_version(db, 0)); /* where making tables ends a transaction: it is ours */
    for (; ok && version < SCHEMA_VERSION; version++)
        ok = step_up(db, version);
    if (ok && sql_commit(db)) {
        if (old != 0 && old != SCHEMA_VERSION)
            diag_at(d, SEVERITY_NOTE, 0, 0, "the collection was brought from version %d to version %d", old,
                    SCHEMA_VERSION);
        return true;
    }
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
    if (version == 0)
        diag_at(d, SEVERITY_ERROR, 0, 0, "is empty: no match was analysed into it");
    else
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "the collection has version %d and is only read here; `kibitzer db classify` brings it to version %d",
                version, SCHEMA_VERSION);
    return false;
}
