/* Putting matches into a collection: each in one transaction. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "collection/classes.h"
#include "base/pack.h"
#include "collection/people.h"
#include "collection/seal.h"
#include "collection/store_private.h"
#include "collection/turns.h"

struct match_entry {
    const struct match *match;
    int set;
    enum kept kept;
    char record_key[KEY_LENGTH + 1], dice_key[KEY_LENGTH + 1], opening_key[KEY_LENGTH + 1];
    char fingerprint[KEY_LENGTH + 1];
    struct decision_rows rows;
    struct strbuf packed;
};

struct match_entry *match_entry_new(const struct match *m, int set, enum kept kept, struct span record)
{
    struct match_entry *e = xcalloc(1, sizeof *e);
    e->match = m;
    e->set = set;
    e->kept = kept;
    match_key(m, e->record_key);
    dice_key(m, e->dice_key);
    opening_key(m, e->opening_key);
    analysis_fingerprint(&m->sets[set], e->fingerprint);
    rows_of(m, set, &e->rows);
    pack(record, &e->packed);
    return e;
}

void match_entry_free(struct match_entry *e)
{
    if (e == NULL)
        return;
    rows_done(&e->rows);
    strbuf_done(&e->packed);
    xfree(e);
}

/* ---- contents ---- */

static struct sql_value text_or_null(const char *text)
{
    return text != NULL && *text != '\0' ? sql_text(text) : sql_null();
}

const char *match_entry_fingerprint(const struct match_entry *e)
{
    return e->fingerprint;
}

/* Two stems that differ by capitals are one on some file systems. */
void stem_fold(const char *stem, char out[STEM_ROOM])
{
    struct strbuf small = {0};
    utf8_lower(&small, stem);
    snprintf(out, STEM_ROOM, "%s", strbuf_text(&small));
    strbuf_done(&small);
}

double match_entry_worst(const struct match_entry *e)
{
    double worst = NAN;
    for (size_t i = 0; i < e->rows.n; i++)
        if (e->rows.at[i].error > 0 && !(worst >= e->rows.at[i].error))
            worst = e->rows.at[i].error;
    return worst;
}

static bool knows_content(struct store *s, const char *hash)
{
    return sql_number(s->db, "SELECT 1 FROM contents WHERE hash = ?", SQL(sql_text(hash)), 0) == 1;
}

int64_t store_place_holds(struct store *s, const char *path)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(path), key);
    return sql_number(s->db,
                      "SELECT COUNT(DISTINCT h.match_id) FROM sources f JOIN holds h ON h.hash = f.hash"
                      " WHERE f.path_key = ?",
                      SQL(sql_text(key)), 0);
}

static bool put_place(struct store *s, const struct content *c)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(c->path), key);
    const struct sql_value hash = sql_text(c->hash);
    return sql_number(s->db, "SELECT 1 FROM sources WHERE path_key = ? AND hash = ?", SQL(sql_text(key), hash), 0) ==
               1 ||
           (sql_run(s->db, "INSERT INTO sources (path_key, hash, path) VALUES (?, ?, ?)",
                    SQL(sql_text(key), hash, sql_text(c->path))) &&
            seal(s->db, SEALED_SOURCE, SQL(sql_text(key), hash)));
}

bool store_place(struct store *s, const struct content *c)
{
    return (!knows_content(s, c->hash) && *store_error(s) == '\0') || put_place(s, c);
}

static bool put_messages(struct store *s, const struct content *c)
{
    return sql_run(s->db,
                   "UPDATE contents SET n_matches = ?, n_errors = ?, n_warnings = ?, messages = ? WHERE hash = ?",
                   SQL(sql_int(c->n_matches), sql_int((int64_t)c->n_errors), sql_int((int64_t)c->n_warnings),
                       text_or_null(c->messages), sql_text(c->hash)));
}

/* Bytes that are read otherwise than before hold fewer matches. */
static bool drop_surplus(struct store *s, const struct content *c)
{
    const struct sql_value hash = sql_text(c->hash), most = sql_int(c->n_matches);
    int64_t match;
    bool ok = true;
    while (ok && (match = sql_number(s->db, "SELECT MIN(match_id) FROM holds WHERE hash = ? AND number > ?",
                                     SQL(hash, most), 0)) != 0)
        ok = sql_run(s->db, "DELETE FROM holds WHERE hash = ? AND number > ? AND match_id = ?",
                     SQL(hash, most, sql_int(match))) &&
             match_drop_lonely(s, match);
    return ok && *store_error(s) == '\0';
}

static bool insert_content(struct store *s, const struct content *c)
{
    char fold[STEM_ROOM];
    stem_fold(c->stem, fold);
    return sql_run(s->db,
                   "INSERT INTO contents (hash, size, stem, stem_fold, n_errors, n_warnings) VALUES (?, ?, ?, ?, 0, 0)",
                   SQL(sql_text(c->hash), sql_int(c->size), sql_text(c->stem), sql_text(fold)));
}

bool store_content(struct store *s, const struct content *c)
{
    const bool known = knows_content(s, c->hash), changes = !known || c->n_matches >= 0;
    return (known || insert_content(s, c)) && put_place(s, c) &&
           (c->n_matches < 0 || (put_messages(s, c) && drop_surplus(s, c))) &&
           (!changes || seal(s->db, SEALED_CONTENT, SQL(sql_text(c->hash))));
}

/* ---- a match without its analysis ---- */

/* The id of a name, which becomes known; NULL where there is none. */
static bool name_id(struct store *s, const char *name, struct sql_value *out)
{
    int64_t id = 0;
    *out = sql_null();
    if (*name == '\0')
        return true;
    const bool ok = store_player_add(s, name, &id);
    *out = sql_int(id);
    return ok;
}

static int winner_of(const struct match *m, const int score[2])
{
    for (int who = 0; who < 2; who++)
        if (m->length > 0 && score[who] >= m->length)
            return who;
    return NOBODY;
}

/* ORDER MATCH_FACTS: the columns that the file of a match decides about. */
enum { MATCH_FACTS = 14 };
#define MATCH_FACTS_COLUMNS                                                                                            \
    "stem, format, brought, rating0, rating1, date, date_text, event, round, place, annotator, site, guess, guess_by"

static bool brings_analysis(const struct match *m)
{
    for (size_t i = 0; i < m->n_sets; i++)
        if (!m->sets[i].own)
            return true;
    return false;
}

static void match_facts(const struct match *m, const struct origin *from, struct sql_value out[MATCH_FACTS])
{
    const bool guessed = from->guess.by != GUESSED_NOT;
    const struct match_info *i = &m->info;
    const bool dated = i->date != NULL && date_is_iso(i->date);
    const struct sql_value facts[MATCH_FACTS] = {sql_text(from->stem),
                                                 text_or_null(m->format),
                                                 sql_int(brings_analysis(m)),
                                                 text_or_null(m->player[0].rating),
                                                 text_or_null(m->player[1].rating),
                                                 dated ? sql_text(i->date) : sql_null(),
                                                 dated ? sql_null() : text_or_null(i->date),
                                                 text_or_null(i->event),
                                                 text_or_null(i->round),
                                                 text_or_null(i->place),
                                                 text_or_null(i->annotator),
                                                 text_or_null(i->site),
                                                 guessed ? sql_text(from->guess.date) : sql_null(),
                                                 guessed ? sql_int(from->guess.by) : sql_null()};
    memcpy(out, facts, sizeof facts);
}

static int64_t insert_match(struct store *s, const struct match_entry *e, const struct origin *from)
{
    const struct match *m = e->match;
    const bool is_match = m->length > 0;
    struct sql_value v[MATCH_FACTS + 12];
    int score[2], n = MATCH_FACTS;
    match_final_score(m, score);
    match_facts(m, from, v);
    v[n++] = sql_text(e->record_key);
    v[n++] = sql_text(e->dice_key);
    v[n++] = text_or_null(e->opening_key);
    v[n++] = sql_int(m->length);
    v[n++] = sql_int((int)m->rules.variant);
    v[n++] = is_match ? sql_int(m->rules.crawford) : sql_null();
    v[n++] = is_match || !(m->jacoby_known || m->rules.jacoby) ? sql_null() : sql_int(m->rules.jacoby);
    v[n++] = is_match && m->rules.cube_limit == 0 ? sql_null() : sql_int(rules_code(&m->rules, m->length));
    v[n++] = sql_int(score[0]);
    v[n++] = sql_int(score[1]);
    v[n++] = sql_int_unless(winner_of(m, score), NOBODY);
    const int64_t id =
        sql_number(s->db,
                   "INSERT INTO matches (" MATCH_FACTS_COLUMNS ", record_key, dice_key, opening_key,"
                   " length, variant, crawford, jacoby, beavers, score0, score1, winner) VALUES"
                   " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                   v, n, 0);
    struct sql_value player[2];
    return id != 0 && name_id(s, m->player[0].name, &player[0]) && name_id(s, m->player[1].name, &player[1]) &&
                   sql_run(s->db, "UPDATE matches SET player0 = ?, player1 = ?, rules_version = ? WHERE id = ?",
                           SQL(player[0], player[1], sql_int(CLASS_RULES), sql_int(id)))
               ? id
               : 0;
}

/* The match belongs to another file now, or to the same one with more on the command line. */
static bool update_match(struct store *s, const struct match_entry *e, int64_t match, const struct origin *from)
{
    struct sql_value v[MATCH_FACTS + 1];
    match_facts(e->match, from, v);
    v[MATCH_FACTS] = sql_int(match);
    return sql_run(s->db,
                   "UPDATE matches SET stem = ?, format = ?, brought = ?, rating0 = ?, rating1 = ?, date = ?,"
                   " date_text = ?, event = ?, round = ?, place = ?, annotator = ?, site = ?, guess = ?, guess_by = ?"
                   " WHERE id = ?",
                   v, MATCH_FACTS + 1) &&
           seal(s->db, SEALED_MATCH, SQL(sql_int(match)));
}

static bool insert_games(struct store *s, const struct match *m, int64_t match)
{
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        char key[KEY_LENGTH + 1];
        game_key(g, key);
        if (!sql_run(s->db,
                     "INSERT INTO games (match_id, number, score0, score1, crawford, winner, points, ending, dice_key)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     SQL(sql_int(match), sql_int(g->number), sql_int(g->score[0]), sql_int(g->score[1]),
                         sql_int(g->crawford_game), sql_int_unless(g->winner, NOBODY),
                         g->winner == NOBODY ? sql_null() : sql_int(g->points), sql_int((int)g->ending),
                         text_or_null(key))))
            return false;
    }
    return true;
}

static bool insert_decisions(struct store *s, const struct match_entry *e, int64_t match)
{
    const struct match *m = e->match;
    struct game_facts *games = xcalloc(m->n_games + 1, sizeof *games);
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        games[i] = (struct game_facts){g->number,
                                       {.length = m->length,
                                        .jacoby = m->length == 0 && m->rules.jacoby,
                                        .score = {g->score[0], g->score[1]},
                                        .crawford_game = g->crawford_game}};
    }
    const bool ok = turns_put(s->db, match, e->rows.at, e->rows.n, games, m->n_games) &&
                    times_put(s->db, match, e->rows.at, e->rows.n);
    xfree(games);
    return ok;
}

static int64_t new_match(struct store *s, const struct match_entry *e, const struct origin *from)
{
    const int64_t match = insert_match(s, e, from);
    const bool ok = match != 0 && insert_games(s, e->match, match) && insert_decisions(s, e, match) &&
                    seal(s->db, SEALED_MATCH, SQL(sql_int(match)));
    return ok ? match : 0;
}

/* ---- an analysis ---- */

static int64_t insert_analysis(struct store *s, const struct match_entry *e, int64_t match)
{
    const struct annotation_set *set = &e->match->sets[e->set];
    return sql_number(s->db,
                      "INSERT INTO analyses (match_id, fingerprint, engine, version, level, settings, met, own, plies,"
                      " threshold1, threshold2, threshold3, chosen, kept, record)"
                      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?) RETURNING id",
                      SQL(sql_int(match), sql_text(e->fingerprint), text_or_null(set->engine),
                          text_or_null(set->version), text_or_null(set->level), text_or_null(set->settings),
                          text_or_null(set->met), sql_int(set->own), sql_int_unless(e->rows.plies, -1),
                          sql_real((double)set->threshold[0]), sql_real((double)set->threshold[1]),
                          sql_real((double)set->threshold[2]), sql_int(e->kept),
                          sql_blob((struct span){strbuf_text(&e->packed), e->packed.length})),
                      0);
}

/* What a game was worth to player 0. Of a game that was abandoned it is not known: somebody gave it away. Nor is it
 * where the record has a gap. */
static double gain_of(const struct statistics *st)
{
    const struct side_statistics *s = st->side;
    return s[0].abandoned + s[1].abandoned + s[0].unread + s[1].unread > 0 ? (double)NAN : st->actual[0];
}

static bool insert_results(struct store *s, const struct match_entry *e, int64_t analysis)
{
    for (size_t i = 0; i < e->match->n_games; i++) {
        const struct game *g = &e->match->games[i];
        const struct statistics *st = g->statistics != NULL ? &g->statistics[e->set] : NULL;
        if (st == NULL || !st->finished)
            continue;
        const struct sql_value of = sql_int(analysis), game = sql_int(g->number);
        if (!sql_run(s->db, "INSERT INTO results (analysis_id, game, gain) VALUES (?, ?, ?)",
                     SQL(of, game, sql_real(gain_of(st)))))
            return false;
        if ((st->hidden[0] != 0 || st->ahead[0] != 0) &&
            !sql_run(s->db, "INSERT INTO unplayed (analysis_id, game, hidden, ahead) VALUES (?, ?, ?, ?)",
                     SQL(of, game, sql_real(st->hidden[0]), sql_real(st->ahead[0]))))
            return false;
    }
    return true;
}

bool analysis_drop(struct store *s, int64_t analysis)
{
    const struct sql_value id = sql_int(analysis);
    return sql_run(s->db, "DELETE FROM assessments WHERE analysis_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM sums WHERE analysis_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM extracts WHERE analysis_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM results WHERE analysis_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM unplayed WHERE analysis_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM difficulties WHERE analysis_id = ?", &id, 1) &&
           sql_run(s->db, "DELETE FROM analyses WHERE id = ?", &id, 1);
}

/* The analysis that counts: our own before a file's, then the fullest, then the deepest, then what two runs agree
 * about. */
bool analysis_best(struct store *s, int64_t match, int64_t *best)
{
    *best = sql_number(s->db,
                       "SELECT id FROM analyses a WHERE match_id = ? ORDER BY own DESC,"
                       " (SELECT SUM(q.plays + q.judged) FROM sums q WHERE q.analysis_id = a.id) DESC,"
                       " COALESCE(plies, -1) DESC, version DESC, fingerprint LIMIT 1",
                       SQL(sql_int(match)), 0);
    return *store_error(s) == '\0';
}

bool analysis_choose(struct store *s, int64_t match)
{
    int64_t best;
    return analysis_best(s, match, &best) &&
           sql_run(s->db, "UPDATE analyses SET chosen = CASE id WHEN ? THEN 1 ELSE 0 END WHERE match_id = ?",
                   SQL(sql_int(best), sql_int(match)));
}

static bool put_analysis(struct store *s, const struct match_entry *e, bool owns, struct match_put *out)
{
    const int64_t old = sql_number(s->db, "SELECT id FROM analyses WHERE match_id = ? AND fingerprint = ?",
                                   SQL(sql_int(out->match), sql_text(e->fingerprint)), 0);
    out->linked = old != 0 && !owns;
    if (out->linked)
        return true;
    if (old != 0 && !analysis_drop(s, old))
        return false;
    out->analysis = insert_analysis(s, e, out->match);
    return out->analysis != 0 && insert_results(s, e, out->analysis) &&
           difficulties_put(s->db, out->analysis, e->rows.at, e->rows.n) &&
           assessments_put(s->db, out->analysis, e->rows.at, e->rows.n) && sums_make(s->db, out->analysis) &&
           extracts_make(s->db, out->analysis) && seal(s->db, SEALED_ANALYSIS, SQL(sql_int(out->analysis))) &&
           analysis_choose(s, out->match);
}

/* ---- the whole ---- */

static int64_t find_match(struct store *s, const char *record_key, char stem[STEM_ROOM])
{
    struct sql_rows *r = sql_ask(s->db, "SELECT id, stem FROM matches WHERE record_key = ?", SQL(sql_text(record_key)));
    int64_t id = 0;
    if (r != NULL && sql_next(r)) {
        id = sql_get_int(r, 0);
        snprintf(stem, STEM_ROOM, "%s", stem_at(r, 1));
    }
    return sql_done(r) ? id : 0;
}

/* Bytes that are read otherwise than before hold another match there. */
bool match_link(struct store *s, const char *hash, int number, int64_t match)
{
    const int64_t before = sql_number(s->db, "SELECT match_id FROM holds WHERE hash = ? AND number = ?",
                                      SQL(sql_text(hash), sql_int(number)), 0);
    return sql_run(s->db, "DELETE FROM holds WHERE hash = ? AND number = ?", SQL(sql_text(hash), sql_int(number))) &&
           sql_run(s->db, "INSERT INTO holds (hash, number, match_id) VALUES (?, ?, ?)",
                   SQL(sql_text(hash), sql_int(number), sql_int(match))) &&
           seal(s->db, SEALED_HOLD, SQL(sql_text(hash), sql_int(number))) &&
           (before == 0 || before == match || match_drop_lonely(s, before));
}

static bool put_all(struct store *s, const struct match_entry *e, const struct origin *from, struct match_put *out)
{
    const bool owns = store_owns(s, e->record_key, from->path);
    out->match = find_match(s, e->record_key, out->old_stem);
    out->known = out->match != 0;
    if (!out->known)
        out->match = new_match(s, e, from);
    else if (owns && !update_match(s, e, out->match, from))
        return false;
    snprintf(out->stem, sizeof out->stem, "%s", out->known && !owns ? out->old_stem : from->stem);
    if (!out->known)
        snprintf(out->old_stem, sizeof out->old_stem, "%s", from->stem);
    return out->match != 0 && *store_error(s) == '\0' && put_analysis(s, e, owns, out) &&
           match_link(s, from->hash, from->number, out->match);
}

bool store_put_match(struct store *s, const struct match_entry *e, const struct origin *from, struct match_put *out)
{
    *out = (struct match_put){.match = 0};
    const bool own = !s->begun;
    if (own && !store_begin(s))
        return false;
    const bool ok = put_all(s, e, from, out);
    return own ? store_end(s, ok) : ok;
}

bool store_link(struct store *s, const char *hash, int number, const char *record_key, bool *found)
{
    char stem[STEM_ROOM];
    const int64_t match = find_match(s, record_key, stem);
    *found = match != 0;
    return *store_error(s) == '\0' && (match == 0 || match_link(s, hash, number, match));
}
