/* Classes of decisions; see classes.h. */
#include "collection/classes.h"

#include "collection/seal.h"
#include "collection/store_private.h"
#include "collection/turns.h"
#include "format/posid.h"

/* ---- boards ---- */

#define BOARD_COLUMNS "n, position, cube_action, side, state"
enum { BOARD_N, BOARD_POSITION, BOARD_ACTION, BOARD_SIDE, BOARD_STATE, BEHIND_BOARD };

/* Whoever answers is not on roll, except a player asked about a beaver: then the Match ID is kept. */
static bool is_on_roll(const struct sql_rows *r)
{
    const struct span state = sql_get_bytes(r, BOARD_STATE);
    const int64_t action = sql_get_int(r, BOARD_ACTION);
    char id[MATCH_ID_LENGTH + 1];
    struct position p;
    const char *problem;
    size_t fault;
    if (state.length != MATCH_BYTES)
        return action != DECISION_TAKE && action != DECISION_PASS;
    id_of_bytes((const uint8_t *)state.at, MATCH_BYTES, id);
    return !match_id_read(span_of(id), &p, &problem, &fault) || p.on_roll == sql_get_int(r, BOARD_SIDE);
}

/* The board as the player who decides sees it. */
static bool board_of(const struct sql_rows *r, enum variant variant, struct board *out)
{
    struct board b;
    char id[POSITION_ID_LENGTH + 1];
    const char *problem;
    size_t fault;
    const struct span bits = sql_get_bytes(r, BOARD_POSITION);
    if (bits.length != POSITION_BYTES)
        return false;
    id_of_bytes((const uint8_t *)bits.at, POSITION_BYTES, id);
    if (!position_id_read(span_of(id), &b, &problem, &fault))
        return false;
    for (int i = 0; i < 2; i++)
        b.off[i] = (int8_t)(b.off[i] - BOARD_CHEQUERS + variant_chequers(variant));
    *out = b;
    if (!is_on_roll(r))
        board_flip(&b, out);
    return true;
}

/* Are phase and plan of each decision those of its board? */
bool phases_agree(struct store *s, int64_t match, enum variant variant, bool *agree)
{
    struct board b;
    struct sql_rows *r = sql_ask(
        s->db, "SELECT " BOARD_COLUMNS ", phase, plan FROM turns WHERE match_id = ? ORDER BY n", SQL(sql_int(match)));
    for (*agree = true; r != NULL && *agree && sql_next(r);)
        if (board_of(r, variant, &b))
            *agree = sql_get_int(r, BEHIND_BOARD) == (int)phase_of(&b, variant) &&
                     sql_get_int(r, BEHIND_BOARD + 1) == (int)plan_of(&b, variant);
    return sql_done(r);
}

/* ---- themes: of an analysis, from its record ---- */

static bool put_themes(struct store *s, int64_t analysis, const struct match *m, const char *fingerprint)
{
    struct decision_rows rows;
    rows_of(m, set_of_fingerprint(m, fingerprint), &rows);
    const bool ok = themes_put(s->db, analysis, rows.at, rows.n) &&
                    sql_run(s->db, "DELETE FROM difficulties WHERE analysis_id = ?", SQL(sql_int(analysis))) &&
                    difficulties_put(s->db, analysis, rows.at, rows.n);
    rows_done(&rows);
    return ok && extracts_make(s->db, analysis) && seal(s->db, SEALED_ANALYSIS, SQL(sql_int(analysis)));
}

static bool classify_analysis(struct store *s, int64_t analysis, const char *fingerprint, const char *stem,
                              record_reader read)
{
    struct strbuf text = {0};
    bool holds = false;
    if (!seal_holds(s->db, SEALED_ANALYSIS, SQL(sql_int(analysis)), &holds))
        return false;
    struct match *m = holds && store_record(s, analysis, &text) ? read(&text, stem) : NULL;
    strbuf_done(&text);
    if (m == NULL)
        return sql_fail(s->db, "an analysis of match %s is damaged; `kibitzer db check` names what is", stem);
    const bool ok = put_themes(s, analysis, m, fingerprint);
    match_free(m);
    return ok;
}

static bool classify_analyses(struct store *s, int64_t match, record_reader read)
{
    bool ok = true;
    struct sql_rows *r =
        sql_ask(s->db,
                "SELECT a.id, a.fingerprint, m.stem FROM analyses a JOIN matches m ON m.id = a.match_id"
                " WHERE m.id = ? ORDER BY a.id",
                SQL(sql_int(match)));
    while (r != NULL && ok && sql_next(r))
        ok = classify_analysis(s, sql_get_int(r, 0), sql_get_word(r, 1), sql_get_word(r, 2), read);
    return sql_done(r) && ok;
}

/* ---- phases and plans: of turns, from their boards ---- */

static bool classify_match(struct store *s, int64_t match, enum variant variant, record_reader read)
{
    bool ok = true;
    struct board b;
    struct sql_rows *r =
        sql_ask(s->db, "SELECT " BOARD_COLUMNS " FROM turns WHERE match_id = ? ORDER BY n", SQL(sql_int(match)));
    while (r != NULL && ok && sql_next(r))
        if (board_of(r, variant, &b))
            ok = sql_run(s->db, "UPDATE turns SET phase = ?, plan = ? WHERE match_id = ? AND n = ?",
                         SQL(sql_int((int)phase_of(&b, variant)), sql_int((int)plan_of(&b, variant)), sql_int(match),
                             sql_get_value(r, BOARD_N)));
    return sql_done(r) && ok && classify_analyses(s, match, read) &&
           sql_run(s->db, "UPDATE matches SET rules_version = ? WHERE id = ?",
                   SQL(sql_int(CLASS_RULES), sql_int(match)));
}

bool store_classify(struct store *s, record_reader read, size_t *n)
{
    for (*n = 0;; ++*n) {
        int64_t match = 0, variant = 0;
        struct sql_rows *r =
            sql_ask(s->db, "SELECT m.id, m.variant" OLD_RULES " ORDER BY m.id LIMIT 1", SQL(sql_int(CLASS_RULES)));
        if (r != NULL && sql_next(r))
            match = sql_get_int(r, 0), variant = sql_get_within(r, 1, 0, VARIANTS - 1);
        if (!sql_done(r))
            return false;
        if (match == 0)
            return true;
        if (!store_begin(s) || !store_end(s, classify_match(s, match, (enum variant)variant, read)))
            return false;
    }
}
