/* Writing decisions; see turns.h. */
#include "collection/turns.h"

#include <string.h>

#include "format/keys.h"
#include "match/difficulty.h"
#include "collection/seal.h"

static bool is_play(const struct decision_row *r)
{
    return r->kind == DECISION_PLAY || r->kind == DECISION_FORCED;
}

/* Who could have doubled and rolled has decided twice in one turn. */
static bool is_second(const struct decision_row *rows, size_t i)
{
    return i > 0 && is_play(&rows[i]) && rows[i - 1].kind == DECISION_NO_DOUBLE;
}

static const struct circumstances *circumstances_of(const struct game_facts *games, size_t n, int number)
{
    static const struct circumstances none = {.length = -1};
    for (size_t i = 0; i < n; i++)
        if (games[i].number == number)
            return &games[i].circumstances;
    return &none;
}

/* What follows from the other columns is left out: NULL. */
static struct sql_value state_value(const struct decision_row *r, const struct circumstances *c,
                                    uint8_t bits[MATCH_BYTES])
{
    char expected[MATCH_ID_LENGTH + 1];
    state_of(c, r, expected);
    if (strcmp(expected, r->state) == 0 || !id_to_bytes(r->state, bits, MATCH_BYTES))
        return sql_null();
    return sql_blob((struct span){(const char *)bits, MATCH_BYTES});
}

static bool put_turn(struct sql *db, int64_t match, const struct decision_row *first, const struct decision_row *last,
                     const struct circumstances *c)
{
    uint8_t position[POSITION_BYTES], state[MATCH_BYTES];
    if (!id_to_bytes(first->position, position, POSITION_BYTES))
        memset(position, 0, sizeof position);
    return sql_run(db,
                   "INSERT INTO turns (match_id, n, game, number, side, position, state, cube_action, dice, play,"
                   " n_legal, cube, cube_side, phase, plan) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   SQL(sql_int(match), sql_int(first->n), sql_int(first->game), sql_int(first->number),
                       sql_int(first->side), sql_blob((struct span){(const char *)position, POSITION_BYTES}),
                       state_value(last, c, state), is_play(first) ? sql_null() : sql_int((int)first->kind),
                       sql_int_unless(last->dice, 0), is_play(last) ? sql_int(last->play) : sql_null(),
                       sql_int_unless(last->n_legal, -1), sql_int(first->cube), sql_int(first->cube_side),
                       sql_int_unless(first->phase, -1), sql_int_unless(first->plan, -1)));
}

bool turns_put(struct sql *db, int64_t match, const struct decision_row *rows, size_t n, const struct game_facts *games,
               size_t n_games)
{
    for (size_t i = 0; i < n; i++) {
        const struct decision_row *first = &rows[i];
        if (i + 1 < n && is_second(rows, i + 1))
            i++;
        if (!put_turn(db, match, first, &rows[i], circumstances_of(games, n_games, first->game)))
            return false;
    }
    return true;
}

bool times_put(struct sql *db, int64_t match, const struct decision_row *rows, size_t n)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        if (rows[i].taken >= 0 || rows[i].video >= 0 || rows[i].remaining >= 0)
            ok = sql_run(db, "INSERT INTO times (match_id, n, taken, remaining, video) VALUES (?, ?, ?, ?, ?)",
                         SQL(sql_int(match), sql_int(rows[i].n), sql_int_unless(rows[i].taken, -1),
                             sql_int_unless(rows[i].remaining, -1), sql_int_unless(rows[i].video, -1)));
    return ok;
}

/* ---- levels ---- */

bool level_id(struct sql *db, const char *name, int64_t *out)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(name), key);
    *out = sql_number(db, "SELECT id FROM levels WHERE name_key = ?", SQL(sql_text(key)), 0);
    if (*out != 0 || *sql_error(db) != '\0')
        return *out != 0;
    *out = sql_number(db, "INSERT INTO levels (name_key, name) VALUES (?, ?) RETURNING id",
                      SQL(sql_text(key), sql_text(name)), 0);
    return *out != 0 && seal(db, SEALED_LEVEL, SQL(sql_int(*out)));
}

/* Levels come in runs: the last one is remembered. */
struct last_level {
    const char *name;
    int64_t id;
};

static bool level_value(struct sql *db, const char *name, struct last_level *last, struct sql_value *out)
{
    *out = sql_null();
    if (name == NULL)
        return true;
    if ((last->name == NULL || strcmp(name, last->name) != 0) && !level_id(db, name, &last->id))
        return false;
    last->name = name;
    *out = sql_int(last->id);
    return true;
}

/* ---- what is said about them ---- */

static bool put_assessment(struct sql *db, int64_t analysis, int turn, const struct decision_row *r,
                           struct last_level *last)
{
    struct sql_value level;
    return level_value(db, r->level, last, &level) &&
           sql_run(db,
                   "INSERT INTO assessments (analysis_id, turn, kind, counted, error, error_mwc, luck, luck_mwc,"
                   " close, cube_error, level, best, themes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   SQL(sql_int(analysis), sql_int(turn), sql_int((int)r->kind), sql_int((int)r->counted),
                       sql_amount(r->error), sql_amount(r->error_mwc), sql_amount(r->luck), sql_amount(r->luck_mwc),
                       sql_int_unless(r->close, -1), sql_int_unless(r->cube_error, -1), level,
                       sql_int_unless(r->best_code, BEST_UNKNOWN), sql_int((int64_t)r->themes)));
}

/* In the order of their key: rows that are appended fill their pages. */
bool assessments_put(struct sql *db, int64_t analysis, const struct decision_row *rows, size_t n)
{
    struct last_level last = {.name = NULL};
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        const struct decision_row *low = &rows[i], *high = NULL;
        const int turn = low->n;
        if (i + 1 < n && is_second(rows, i + 1))
            high = &rows[++i];
        if (high != NULL && high->kind < low->kind)
            low = high, high = &rows[i - 1];
        ok = put_assessment(db, analysis, turn, low, &last) &&
             (high == NULL || put_assessment(db, analysis, turn, high, &last));
    }
    return ok;
}

static void add_difficulty(struct difficulty *to, const struct decision_row *r)
{
    float hard[2];
    const bool answers = r->kind == DECISION_TAKE || r->kind == DECISION_PASS;
    if (r->counted == COUNTED_PLAY)
        difficulty_add(to, play_difficulty(r->note->play, hard) ? hard : NULL);
    else if (r->counted == COUNTED_CUBE)
        difficulty_add(to, cube_difficulty(r->note->cube, answers, hard) ? hard : NULL);
}

static bool put_difficulty(struct sql *db, int64_t analysis, int game, int side, const struct difficulty *d)
{
    return d->decisions == 0 || d->unknown > 0 ||
           sql_run(db,
                   "INSERT INTO difficulties (analysis_id, game, side, decisions, at_5, at_15, squares)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?)",
                   SQL(sql_int(analysis), sql_int(game), sql_int(side), sql_int(d->decisions), sql_amount(d->at_5),
                       sql_amount(d->at_15), sql_amount(d->squares)));
}

bool difficulties_put(struct sql *db, int64_t analysis, const struct decision_row *rows, size_t n)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n;) {
        const int game = rows[i].game;
        struct difficulty of[2] = {{.decisions = 0}, {.decisions = 0}};
        for (; i < n && rows[i].game == game; i++)
            add_difficulty(&of[rows[i].side], &rows[i]);
        ok = put_difficulty(db, analysis, game, 0, &of[0]) && put_difficulty(db, analysis, game, 1, &of[1]);
    }
    return ok;
}

bool themes_put(struct sql *db, int64_t analysis, const struct decision_row *rows, size_t n)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        const struct sql_value themes = sql_int((int64_t)rows[i].themes);
        ok = sql_run(
            db, "UPDATE assessments SET themes = ? WHERE analysis_id = ? AND turn = ? AND kind = ? AND themes <> ?",
            SQL(themes, sql_int(analysis), sql_int(rows[i - is_second(rows, i)].n), sql_int((int)rows[i].kind),
                themes));
    }
    return ok;
}
