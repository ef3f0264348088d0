/* The tables of a collection for other programs; see export_tables.h. */
#include "command/export_tables.h"

#include <math.h>

#include "base/call.h"
#include "base/xmalloc.h"
#include "collection/field.h"
#include "collection/stats.h"
#include "command/db.h"
#include "command/stats_answer.h"
#include "format/posid.h"
#include "match/notation.h"
#include "match/phase.h"
#include "match/themes.h"

enum { DECIMALS = 9 };

struct match_row {
    const struct stored_match *m;
    const char *player[2], *winner;
};

#define OF_MATCH(field, ...) ANSWER(struct stored_match, field, NULL, __VA_ARGS__)
#define NAMED(key, field, ...) ANSWER_NAMED(key, struct stored_match, field, NULL, __VA_ARGS__)
static const struct answer_field stored_fields[] = {NAMED("match", record_key),
                                                    NAMED("page", stem),
                                                    OF_MATCH(date, .missing = ANSWER_ZERO),
                                                    OF_MATCH(date_text, .missing = ANSWER_ZERO),
                                                    OF_MATCH(event, .missing = ANSWER_ZERO),
                                                    OF_MATCH(round, .missing = ANSWER_ZERO),
                                                    OF_MATCH(place, .missing = ANSWER_ZERO),
                                                    OF_MATCH(length),
                                                    NAMED("score_0", score[0]),
                                                    NAMED("score_1", score[1]),
                                                    OF_MATCH(format),
                                                    OF_MATCH(path, .missing = ANSWER_ZERO),
                                                    NAMED("games", n_games),
                                                    OF_MATCH(engine, .missing = ANSWER_ZERO),
                                                    OF_MATCH(version, .missing = ANSWER_ZERO),
                                                    OF_MATCH(level, .missing = ANSWER_ZERO),
                                                    OF_MATCH(own),
                                                    {0}};
static const struct answer_rows stored_rows = {"StoredMatch", NULL, sizeof(struct stored_match), stored_fields};
static const struct answer_field match_fields[] = {
    ANSWER_TO(struct match_row, m, NULL, &stored_rows, .flags = ANSWER_INLINE),
    ANSWER_NAMED("player_0", struct match_row, player[0], NULL, .missing = ANSWER_ZERO),
    ANSWER_NAMED("player_1", struct match_row, player[1], NULL, .missing = ANSWER_ZERO),
    ANSWER(struct match_row, winner, NULL, .missing = ANSWER_ZERO),
    {0}};
static const struct answer_rows match_rows = {"ExportedMatch", NULL, sizeof(struct match_row), match_fields};

struct game_row {
    const char *match, *winner;
    const struct game *game;
};

static const struct answer_field played_fields[] = {
    ANSWER_NAMED("game", struct game, number, NULL),
    ANSWER_NAMED("score_0", struct game, score[0], NULL),
    ANSWER_NAMED("score_1", struct game, score[1], NULL),
    ANSWER_NAMED("crawford", struct game, crawford_game, NULL),
    ANSWER(struct game, points, NULL),
    ANSWER(struct game, ending, NULL, ANSWER_WORDS(ending_names), .missing = ANSWER_NULL),
    {0}};
static const struct answer_rows played_rows = {"PlayedGame", NULL, sizeof(struct game), played_fields};
static const struct answer_field game_fields[] = {
    ANSWER(struct game_row, match, NULL),
    ANSWER_TO(struct game_row, game, NULL, &played_rows, .flags = ANSWER_INLINE),
    ANSWER(struct game_row, winner, NULL, .missing = ANSWER_ZERO),
    {0}};
static const struct answer_rows game_rows = {"ExportedGame", NULL, sizeof(struct game_row), game_fields};

struct decision_out {
    const char *match, *date, *event;
    int length;
    const char *player, *opponent, *kind;
    const struct decision_row *d;
    int dice, legal, away, opponent_away, counted;
    const char *phase, *plan, *themes, *engine;
    bool own;
};

#define OF_ROW(field, ...) ANSWER(struct decision_row, field, NULL, __VA_ARGS__)
#define AMOUNT(field) OF_ROW(field, .decimals = DECIMALS, .missing = ANSWER_NULL)
static const struct answer_field row_fields[] = {OF_ROW(game),
                                                 ANSWER_NAMED("move", struct decision_row, number, NULL),
                                                 OF_ROW(n),
                                                 ANSWER_NAMED("position_id", struct decision_row, position, NULL),
                                                 ANSWER_NAMED("gnubg_match_id", struct decision_row, state, NULL),
                                                 OF_ROW(action, .missing = ANSWER_ZERO),
                                                 OF_ROW(best, .missing = ANSWER_ZERO),
                                                 OF_ROW(cube),
                                                 OF_ROW(cube_side),
                                                 AMOUNT(error),
                                                 AMOUNT(error_mwc),
                                                 AMOUNT(luck),
                                                 AMOUNT(luck_mwc),
                                                 OF_ROW(close, .missing = ANSWER_BELOW_ZERO),
                                                 OF_ROW(cube_error, .missing = ANSWER_BELOW_ZERO),
                                                 OF_ROW(level, .missing = ANSWER_ZERO),
                                                 {0}};
static const struct answer_rows row_rows = {"StoredDecision", NULL, sizeof(struct decision_row), row_fields};

#define OUT(field, ...) ANSWER(struct decision_out, field, NULL, __VA_ARGS__)
static const struct answer_field decision_fields[] = {
    OUT(match),
    OUT(date, .missing = ANSWER_ZERO),
    OUT(event, .missing = ANSWER_ZERO),
    OUT(length),
    OUT(player, .missing = ANSWER_ZERO),
    OUT(opponent, .missing = ANSWER_ZERO),
    OUT(kind),
    ANSWER_TO(struct decision_out, d, NULL, &row_rows, .flags = ANSWER_INLINE),
    OUT(dice, .missing = ANSWER_ZERO),
    OUT(legal, .missing = ANSWER_BELOW_ZERO),
    OUT(away),
    OUT(opponent_away),
    OUT(phase, .missing = ANSWER_ZERO),
    OUT(plan, .missing = ANSWER_ZERO),
    OUT(counted),
    OUT(themes, .missing = ANSWER_ZERO),
    OUT(engine, .missing = ANSWER_ZERO),
    OUT(own),
    {0}};
static const struct answer_rows decision_rows_of = {"ExportedDecision", NULL, sizeof(struct decision_out),
                                                    decision_fields};

struct candidate_row {
    const char *match, *play, *level;
    int n, rank;
    bool played;
    double equity, difference, value[5];
};

#define CHANCE(key, i)                                                                                                 \
    ANSWER_NAMED(key, struct candidate_row, value[i], NULL, .decimals = DECIMALS, .missing = ANSWER_NULL)
static const struct answer_field candidate_fields[] = {
    ANSWER(struct candidate_row, match, NULL),
    ANSWER(struct candidate_row, n, NULL),
    ANSWER(struct candidate_row, rank, NULL),
    ANSWER(struct candidate_row, play, NULL),
    ANSWER(struct candidate_row, played, NULL),
    ANSWER(struct candidate_row, equity, NULL, .decimals = DECIMALS, .missing = ANSWER_NULL),
    ANSWER(struct candidate_row, difference, NULL, .decimals = DECIMALS, .missing = ANSWER_NULL),
    CHANCE("win", 0),
    CHANCE("win_g", 1),
    CHANCE("win_bg", 2),
    CHANCE("lose_g", 3),
    CHANCE("lose_bg", 4),
    ANSWER(struct candidate_row, level, NULL, .missing = ANSWER_ZERO),
    {0}};
static const struct answer_rows candidate_rows = {"ExportedCandidate", NULL, sizeof(struct candidate_row),
                                                  candidate_fields};

/* ---- filling them ---- */

struct exporting {
    struct store *store;
    unsigned which;
    bool (*take)(void *context, enum export_table t, const void *record);
    void *context;
    int64_t match; /* whose words `words` has; 0 = none yet */
    struct decision_out words;
    const char *person[2];
    struct arena *arena; /* of these */
    bool failed; /* not for `take` */
};

static bool is_asked(const struct exporting *x, enum export_table t)
{
    return x->which >> t & 1;
}

static bool goes_on(bool good)
{
    return good && !call_cancelled();
}

static const char *word_or_null(struct arena *a, const char *text)
{
    return text != NULL && *text != '\0' ? arena_strdup(a, text) : NULL;
}

static bool keep_words(void *context, const struct stored_match *m)
{
    struct exporting *x = context;
    x->words = (struct decision_out){.match = arena_strdup(x->arena, m->record_key),
                                     .date = word_or_null(x->arena, m->date),
                                     .event = word_or_null(x->arena, m->event),
                                     .length = m->length,
                                     .engine = word_or_null(x->arena, m->engine),
                                     .own = m->own};
    for (int i = 0; i < 2; i++)
        x->person[i] = word_or_null(x->arena, m->person[i]);
    return false;
}

static bool begin_match(struct exporting *x, int64_t match)
{
    struct match_filter only = MATCH_FILTER_ALL;
    arena_clear(x->arena);
    only.id = x->match = match;
    return store_matches_alone(x->store, &only, keep_words, x);
}

static bool put_decision(void *context, const struct stored_decision *d)
{
    struct exporting *x = context;
    const struct decision_row *r = &d->row;
    struct strbuf themes = {0};
    if (d->match != x->match && !begin_match(x, d->match))
        return false;
    struct decision_out out = x->words;
    themes_text(r->themes, " ", &themes);
    out.d = r;
    out.player = x->person[r->side];
    out.opponent = x->person[1 - r->side];
    out.kind = decision_kind_name(r->kind);
    out.phase = r->phase >= 0 ? phase_name((enum phase)r->phase) : NULL;
    out.plan = r->plan >= 0 ? plan_name((enum plan)r->plan) : NULL;
    out.themes = strbuf_text(&themes);
    out.counted = (int)r->counted;
    out.away = r->away[0];
    out.opponent_away = r->away[1];
    out.dice = r->dice;
    out.legal = r->n_legal;
    const bool good = x->take(x->context, TABLE_DECISIONS, &out);
    strbuf_done(&themes);
    return goes_on(good);
}

static bool put_games(struct exporting *x, const struct match *m, const struct match_row *of)
{
    bool good = true;
    for (size_t i = 0; good && i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        good = x->take(x->context, TABLE_GAMES,
                       &(struct game_row){of->m->record_key, g->winner == NOBODY ? NULL : of->player[g->winner], g});
    }
    return good;
}

static bool put_candidate(struct exporting *x, struct candidate_row *c, const struct outcome *o)
{
    const float value[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    for (int i = 0; i < 5; i++)
        c->value[i] = (double)value[i];
    return x->take(x->context, TABLE_CANDIDATES, c);
}

static bool put_plays(struct exporting *x, struct candidate_row *c, const struct decision_row *d)
{
    const struct play_analysis *p = d->note->play;
    struct board at;
    size_t fault;
    const char *problem;
    struct strbuf text = {0}, level = {0};
    bool good = position_id_read(span_of(d->position), &at, &problem, &fault);
    for (int i = 0; good && i < p->n; i++) {
        strbuf_clear(&text);
        strbuf_clear(&level);
        notation_write(&text, &at, &p->candidates[i].play, NOTATION_MERGED);
        eval_level_name(&p->candidates[i].level, &level);
        c->rank = i + 1;
        c->play = strbuf_text(&text);
        c->level = strbuf_text(&level);
        c->played = i == p->played;
        c->equity = (double)p->candidates[i].equity;
        c->difference = c->equity - (double)p->candidates[0].equity;
        good = put_candidate(x, c, &p->candidates[i].outcome);
    }
    strbuf_done(&text);
    strbuf_done(&level);
    return good;
}

/* What could be done before a roll, of the player on roll: best first. */
static bool put_cube(struct exporting *x, struct candidate_row *c, const struct decision_row *d)
{
    const struct cube_analysis *a = d->note->cube;
    const bool answers = d->kind == DECISION_TAKE || d->kind == DECISION_PASS;
    const double equity[] = {(double)a->nd, (double)a->dt, (double)a->dp};
    static const char *const names[] = {"no double", "double, take", "double, pass"};
    const bool passed = d->kind == DECISION_PASS || (!answers && a->dp < a->dt),
               doubled = d->kind != DECISION_NO_DOUBLE;
    static const struct outcome unknown = {NAN, NAN, NAN, NAN, NAN};
    struct strbuf level = {0};
    bool good = true;
    eval_level_name(&a->level, &level);
    c->level = strbuf_text(&level);
    for (int i = 0; good && i < 3; i++) {
        c->rank = 1;
        for (int k = 0; k < 3; k++)
            c->rank += equity[k] > equity[i] || (k < i && equity[k] >= equity[i]);
        c->play = names[i];
        c->played = i == (!doubled ? 0 : passed ? 2 : 1);
        c->equity = equity[i];
        c->difference = NAN;
        good = put_candidate(x, c, i < 2 ? &a->branch[i].outcome : &unknown);
    }
    strbuf_done(&level);
    return good;
}

/* All that the analysis of the match looked at. */
static bool put_candidates(struct exporting *x, const struct match *m, const struct stored_match *of)
{
    struct decision_rows rows;
    bool good = true;
    rows_of(m, set_of_fingerprint(m, of->fingerprint), &rows);
    for (size_t i = 0; good && i < rows.n; i++) {
        const struct decision_row *d = &rows.at[i];
        struct candidate_row c = {.match = of->record_key, .n = d->n};
        if (d->note != NULL && d->dice != 0 && d->note->play != NULL)
            good = put_plays(x, &c, d);
        else if (d->note != NULL && d->dice == 0 && d->note->cube != NULL)
            good = put_cube(x, &c, d);
    }
    rows_done(&rows);
    return good;
}

static bool put_match(void *context, const struct stored_match *of)
{
    struct exporting *x = context;
    const struct match_row row = {
        .m = of,
        .player = {of->person[0], of->person[1]},
        .winner = of->winner == 0 || of->winner == 1 ? of->person[of->winner] : NULL,
    };
    if (of->analysis == 0)
        return true;
    const bool plays = is_asked(x, TABLE_GAMES) || is_asked(x, TABLE_CANDIDATES);
    struct match *m = plays ? db_record(x->store, of->analysis, of->stem) : NULL;
    const bool good = (!plays || m != NULL) &&
                      (!is_asked(x, TABLE_MATCHES) || x->take(x->context, TABLE_MATCHES, &row)) &&
                      (!is_asked(x, TABLE_GAMES) || put_games(x, m, &row)) &&
                      (!is_asked(x, TABLE_CANDIDATES) || put_candidates(x, m, of));
    match_free(m);
    x->failed = !good;
    return goes_on(good);
}

static bool put_players(struct exporting *x, const struct match_filter *f)
{
    const struct stats_query query = {.match = *f};
    struct stats st;
    struct field field;
    bool good = stats_of(x->store, &query, &st) && field_of(x->store, &field);
    if (good)
        stats_compare(&st, &field);
    const struct answer_list rows = stats_players(&st);
    for (size_t i = 0; good && i < rows.n; i++)
        good = x->take(x->context, TABLE_PLAYERS, (const char *)rows.at + i * stats_player_rows.size);
    xfree((void *)rows.at);
    stats_done(&st);
    return good;
}

static bool put_all(struct exporting *x, const struct match_filter *f)
{
    const struct decision_filter decisions = {.match = *f};
    if ((x->which & ~(1U << TABLE_PLAYERS | 1U << TABLE_DECISIONS)) != 0 &&
        (!store_matches(x->store, f, put_match, x) || x->failed))
        return false;
    if (is_asked(x, TABLE_PLAYERS) && !put_players(x, f))
        return false;
    if (!is_asked(x, TABLE_DECISIONS))
        return !call_cancelled();
    return store_decisions(x->store, &decisions, put_decision, x) && *store_error(x->store) == '\0' &&
           !call_cancelled();
}

bool export_each(struct store *s, unsigned which, const struct match_filter *f,
                 bool (*take)(void *context, enum export_table t, const void *record), void *context)
{
    struct exporting x = {.store = s, .which = which, .take = take, .context = context, .arena = arena_new()};
    const bool good = put_all(&x, f);
    arena_free(x.arena);
    return good;
}

/* ---- which there are ---- */

const char *const export_table_names[TABLE_NAMES] = {"matches", "games", "players", "decisions", "candidates"};

const struct answer_rows *export_table_rows(enum export_table t)
{
    static const struct answer_rows *const rows[] = {&match_rows, &game_rows, &stats_player_rows, &decision_rows_of,
                                                     &candidate_rows}; /* ORDER EXPORT_TABLE */
    return rows[t];
}
