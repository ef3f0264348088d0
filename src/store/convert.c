/* Rows of earlier versions; see convert.h. */
#include "store/convert.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/xmalloc.h"
#include "match/notation.h"
#include "store/store_private.h"
#include "store/turns.h"

/* ---- version 1: texts ---- */

struct old_match {
    int64_t id;
    struct circumstances common;
    struct game_facts *games;
    size_t n_games, games_room;
    struct decision_row *rows;
    size_t n_rows, rows_room;
    struct arena *arena; /* of texts */
};

static bool read_games(struct sql *db, struct old_match *m)
{
    struct sql_rows *r =
        sql_ask(db, "SELECT number, score0, score1, crawford FROM games WHERE match_id = ? ORDER BY number",
                SQL(sql_int(m->id)));
    while (r != NULL && sql_next(r)) {
        m->games = grow(m->games, m->n_games, &m->games_room, sizeof *m->games);
        struct game_facts *g = &m->games[m->n_games++];
        *g = (struct game_facts){(int)sql_get_int(r, 0), m->common};
        g->circumstances.score[0] = (int)sql_get_int(r, 1);
        g->circumstances.score[1] = (int)sql_get_int(r, 2);
        g->circumstances.crawford_game = sql_get_int(r, 3) != 0;
    }
    return sql_done(r);
}

static int64_t code_of_play(const struct decision_row *r, const char *text)
{
    struct board b;
    struct play play;
    const char *problem;
    size_t fault;
    if (notation_says_dance(span_of(text)) || !position_id_read(span_of(r->position), &b, &problem, &fault))
        return 0;
    (void)notation_read(span_of(text), &b, r->dice / 10, r->dice % 10, &play, &problem, &fault);
    return play.n > 0 ? play_pack(&play) : 0;
}

static const char *kept(struct old_match *m, const struct sql_rows *r, int column)
{
    const char *text = sql_get_text(r, column);
    return text != NULL ? arena_strdup(m->arena, text) : NULL;
}

static int int_or(const struct sql_rows *r, int column, int absent)
{
    return sql_is_null(r, column) ? absent : (int)sql_get_int(r, column);
}

static void read_decision(struct old_match *m, const struct sql_rows *r)
{
    m->rows = grow(m->rows, m->n_rows, &m->rows_room, sizeof *m->rows);
    struct decision_row *d = &m->rows[m->n_rows++];
    *d = (struct decision_row){.side = (int)sql_get_int(r, 0),
                               .n = (int)sql_get_int(r, 1),
                               .game = (int)sql_get_int(r, 2),
                               .number = (int)sql_get_int(r, 3),
                               .kind = (enum decision_kind)sql_get_int(r, 4),
                               .dice = (int)sql_get_int(r, 7),
                               .action = kept(m, r, 8),
                               .n_legal = int_or(r, 9, -1),
                               .cube = (int)sql_get_int(r, 10),
                               .cube_side = (int)sql_get_int(r, 11),
                               .phase = int_or(r, 12, -1),
                               .plan = int_or(r, 13, -1)};
    strncpy(d->position, sql_get_text(r, 5), POSITION_ID_LENGTH);
    strncpy(d->state, sql_get_text(r, 6), MATCH_ID_LENGTH);
    if (d->dice != 0)
        d->play = code_of_play(d, d->action);
}

static bool read_decisions(struct sql *db, struct old_match *m)
{
    struct sql_rows *r =
        sql_ask(db,
                "SELECT side, n, game, number, kind, position, state, dice, action, n_legal, cube, cube_side, phase,"
                " plan FROM decisions WHERE match_id = ? ORDER BY n",
                SQL(sql_int(m->id)));
    while (r != NULL && sql_next(r))
        read_decision(m, r);
    return sql_done(r);
}

static int64_t code_of_verdict(const char *text)
{
    for (int v = VERDICT_NONE + 1; v < VERDICTS; v++)
        for (int redouble = 0; redouble < 2; redouble++)
            if (strcmp(text, verdict_text((enum cube_verdict)v, redouble)) == 0)
                return v;
    return BEST_UNKNOWN;
}

static int64_t code_of_best(const struct decision_row *r, const char *text)
{
    if (text == NULL)
        return BEST_UNKNOWN;
    if (r->dice != 0)
        return strcmp(text, r->action) == 0 ? BEST_AS_PLAYED : code_of_play(r, text);
    if (r->kind == DECISION_NO_DOUBLE || r->kind == DECISION_DOUBLE)
        return code_of_verdict(text);
    return strcmp(text, "take") == 0 ? DECISION_TAKE : DECISION_PASS;
}

static void read_judgement(struct old_match *m, const struct sql_rows *r)
{
    const int64_t n = sql_get_int(r, 0);
    if (n < 0 || n >= (int64_t)m->n_rows)
        return;
    struct decision_row *d = &m->rows[n];
    d->counted = (enum counted)sql_get_int(r, 1);
    d->error = sql_get_real(r, 2);
    d->error_mwc = sql_get_real(r, 3);
    d->luck = sql_get_real(r, 4);
    d->luck_mwc = sql_get_real(r, 5);
    d->close = int_or(r, 6, -1);
    d->cube_error = int_or(r, 7, -1);
    d->level = kept(m, r, 8);
    d->best_code = code_of_best(d, sql_get_text(r, 9));
}

static bool convert_analysis(struct sql *db, struct old_match *m, int64_t analysis)
{
    struct sql_rows *r =
        sql_ask(db,
                "SELECT n, counted, error, error_mwc, luck, luck_mwc, close, cube_error, level, best FROM judgements"
                " WHERE analysis_id = ? ORDER BY n",
                SQL(sql_int(analysis)));
    while (r != NULL && sql_next(r))
        read_judgement(m, r);
    return sql_done(r) && assessments_put(db, analysis, m->rows, m->n_rows);
}

static bool convert_analyses(struct sql *db, struct old_match *m)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(db, "SELECT id FROM analyses WHERE match_id = ? ORDER BY id", SQL(sql_int(m->id)));
    while (r != NULL && ok && sql_next(r))
        ok = convert_analysis(db, m, sql_get_int(r, 0));
    return sql_done(r) && ok;
}

static bool convert_match(struct sql *db, const struct sql_rows *r)
{
    struct old_match m = {.id = sql_get_int(r, 0),
                          .common = {.length = (int)sql_get_int(r, 1), .jacoby = sql_get_int(r, 2) == 1},
                          .arena = arena_new()};
    const bool ok = read_games(db, &m) && read_decisions(db, &m) &&
                    turns_put(db, m.id, m.rows, m.n_rows, m.games, m.n_games) && convert_analyses(db, &m);
    xfree(m.games);
    xfree(m.rows);
    arena_free(m.arena);
    return ok;
}

bool convert_version_1(struct sql *db)
{
    bool ok = sql_script(db, "DELETE FROM assessments; DELETE FROM turns"); /* of an attempt that was broken off */
    struct sql_rows *r =
        ok ? sql_ask_many(db, "SELECT id, length, jacoby FROM matches ORDER BY id", SQL_NO_VALUES) : NULL;
    while (r != NULL && ok && sql_next(r))
        ok = convert_match(db, r);
    return sql_done(r) && ok;
}

/* ---- version 2: other sums; version 3: no extracts ---- */

static bool for_each_analysis(struct sql *db, bool (*make)(struct sql *db, int64_t analysis))
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(db, "SELECT id FROM analyses ORDER BY id", SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r))
        ok = make(db, sql_get_int(r, 0));
    return sql_done(r) && ok;
}

bool convert_version_2(struct sql *db)
{
    return for_each_analysis(db, sums_make);
}

bool convert_version_3(struct sql *db)
{
    return for_each_analysis(db, extracts_make);
}
