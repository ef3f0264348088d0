/* Asking for decisions: match by match, so that nothing is sorted but matches and no answer is long. In brief they come
 * from extracts, else from the rows. */
#include <string.h>

#include "collection/store_private.h"
#include "collection/turns.h"

/* The columns of an answer behind the first, each with a name for its number. */
/* clang-format off */
#define EACH_COLUMN(X, level) \
    X(N, "t.n") X(GAME, "t.game") X(NUMBER, "t.number") X(KIND, "j.kind") X(POSITION, "t.position") \
    X(STATE, "t.state") X(DICE, "t.dice") X(PLAY, "t.play") X(N_LEGAL, "t.n_legal") X(CUBE, "t.cube") \
    X(CUBE_SIDE, "t.cube_side") X(PHASE, "t.phase") X(PLAN, "t.plan") X(CUBE_ACTION, "t.cube_action") \
    X(COUNTED, "j.counted") X(ERROR, "j.error") X(ERROR_MWC, "j.error_mwc") X(LUCK, "j.luck") \
    X(LUCK_MWC, "j.luck_mwc") X(CLOSE, "j.close") X(CUBE_ERROR, "j.cube_error") X(LEVEL, level) \
    X(BEST, "j.best") X(THEMES, "j.themes") X(SCORE_0, "g.score0") X(SCORE_1, "g.score1") X(CRAWFORD, "g.crawford")
/* clang-format on */
#define NUMBERED(name, what) AT_##name,
#define WRITTEN(name, what) ", " what
enum { AT_SIDE, EACH_COLUMN(NUMBERED, ) };

/* Of the chosen analysis: all that it says about its match. The turns come first, as they lie; of one side then only
 * what is said about its own is looked up. A level is a word. */
#define DECISION_COLUMNS(level)                                                                                        \
    "SELECT t.side" EACH_COLUMN(WRITTEN, level) " FROM turns t CROSS JOIN assessments j"                               \
                                                " JOIN games g ON g.match_id = t.match_id AND g.number = t.game"
#define DECISIONS_OF_MATCH " WHERE t.match_id = ? AND j.analysis_id = ? AND j.turn = t.n"

static const char *const with_words =
    DECISION_COLUMNS("l.name") " LEFT JOIN levels l ON l.id = j.level" DECISIONS_OF_MATCH;
static const char *const without_words = DECISION_COLUMNS("NULL") DECISIONS_OF_MATCH;

/* As the rows lie, so that nothing is sorted. In a turn the cube comes first: rolling (kind 2) waits behind the play
 * (1) here, show() puts it right. */
#define DECISION_ORDER " ORDER BY t.n, j.kind"

#define MATCH_COLUMNS(which)                                                                                           \
    "SELECT m.id, a.id, m.length, m.jacoby, COALESCE(p0.same_as, p0.id), COALESCE(p1.same_as, p1.id), m.beavers"       \
    " FROM matches m JOIN analyses a ON a.match_id = m.id AND " which                                                  \
    " LEFT JOIN players p0 ON p0.id = m.player0 LEFT JOIN players p1 ON p1.id = m.player1 WHERE 1 = 1"
static const char *const match_columns = MATCH_COLUMNS("a.chosen = 1");
static const char *const match_of_analysis = MATCH_COLUMNS("a.id = ?");

struct decision_reader {
    struct sql *db;
    const struct decision_filter *filter;
    decision_visitor visit;
    void *context;
    bool more;
    struct circumstances match; /* that is read: its length and rules */
    int64_t id, analysis, player[2];
    const struct decision_row *only; /* of its turn alone, or NULL */
    struct strbuf action, best; /* words of the row at hand */
    struct extracts extracts;
    struct waiting { /* a play, for the roll of its turn to come first */
        bool is_there;
        int turn;
        struct stored_decision decision;
        struct strbuf action, best, level;
    } waiting;
};

/* Of `n` that there are, -1 = not known. */
static int one_of(const struct sql_rows *r, int column, int n)
{
    return sql_get_within_or(r, column, 0, n - 1, -1);
}

static int number(const struct sql_rows *r, int column)
{
    return sql_get_within(r, column, 0, ROWS_NUMBER_MOST);
}

static int points(const struct sql_rows *r, int column)
{
    return sql_get_within(r, column, 0, ROWS_POINTS_MOST);
}

static void read_position(const struct sql_rows *r, struct decision_row *d)
{
    const struct span bits = sql_get_bytes(r, AT_POSITION);
    if (bits.length == POSITION_BYTES)
        id_of_bytes((const uint8_t *)bits.at, POSITION_BYTES, d->position);
}

/* The Match ID where it says something that the other columns do not, else what it follows from. */
static void read_state(const struct sql_rows *r, const struct circumstances *match, struct stored_decision *d)
{
    const struct span state = sql_get_bytes(r, AT_STATE);
    d->given = *match;
    d->given.score[0] = points(r, AT_SCORE_0);
    d->given.score[1] = points(r, AT_SCORE_1);
    d->given.crawford_game = sql_get_int(r, AT_CRAWFORD) != 0;
    if (state.length == MATCH_BYTES)
        id_of_bytes((const uint8_t *)state.at, MATCH_BYTES, d->row.state);
}

/* What the players need, by the score of the game, or by the Match ID where it says something else. */
static void find_score(const struct stored_decision *d, struct decision_row *row)
{
    int length = d->given.length, score[2] = {d->given.score[0], d->given.score[1]};
    struct position p;
    const char *problem;
    size_t fault;
    if (row->state[0] != '\0' && match_id_read(span_of(row->state), &p, &problem, &fault))
        score[0] = p.score[0], score[1] = p.score[1], length = p.length;
    row->away[0] = length > 0 ? length - score[row->side] : 0;
    row->away[1] = length > 0 ? length - score[1 - row->side] : 0;
}

static void read_turn(const struct sql_rows *r, struct decision_row *d)
{
    *d = (struct decision_row){.side = sql_get_within(r, AT_SIDE, 0, 1),
                               .n = number(r, AT_N),
                               .game = number(r, AT_GAME),
                               .number = number(r, AT_NUMBER),
                               .kind = (enum decision_kind)sql_get_within(r, AT_KIND, DECISION_PLAY, DECISION_FORCED),
                               .action = "",
                               .n_legal = -1,
                               .cube = sql_get_within(r, AT_CUBE, 1, ROWS_POINTS_MOST),
                               .cube_side = sql_get_within(r, AT_CUBE_SIDE, -1, 1),
                               .phase = one_of(r, AT_PHASE, PHASES),
                               .plan = one_of(r, AT_PLAN, PLANS)};
    if (d->kind != DECISION_PLAY && d->kind != DECISION_FORCED)
        return;
    d->n += sql_get_int(r, AT_CUBE_ACTION) == DECISION_NO_DOUBLE;
    d->dice = sql_get_within(r, AT_DICE, 0, 66);
    d->play = sql_get_int(r, AT_PLAY);
    d->n_legal = sql_get_within_or(r, AT_N_LEGAL, 0, ROWS_NUMBER_MOST, -1);
}

static void read_assessment(const struct sql_rows *r, struct decision_row *d)
{
    d->counted = (enum counted)sql_get_within(r, AT_COUNTED, COUNTED_NOT, COUNTED_CUBE);
    d->error = sql_get_amount(r, AT_ERROR);
    d->error_mwc = sql_get_amount(r, AT_ERROR_MWC);
    d->luck = sql_get_amount(r, AT_LUCK);
    d->luck_mwc = sql_get_amount(r, AT_LUCK_MWC);
    d->close = one_of(r, AT_CLOSE, 2);
    d->cube_error = one_of(r, AT_CUBE_ERROR, CUBE_ERRORS);
    d->level = sql_get_text(r, AT_LEVEL);
    d->themes = (theme_set)sql_get_int(r, AT_THEMES);
    d->best_code = sql_is_null(r, AT_BEST) ? BEST_UNKNOWN : sql_get_int(r, AT_BEST);
}

void decision_words(struct stored_decision *d, struct strbuf *action, struct strbuf *best)
{
    struct decision_row *row = &d->row;
    const bool play = row->kind == DECISION_PLAY || row->kind == DECISION_FORCED;
    if (row->state[0] == '\0')
        state_of(&d->given, row, row->state);
    row->action = play ? play_words(row->position, row->play, action) : action_words(row->kind, row->cube_side);
    if (row->action == NULL)
        row->action = "";
    row->best = best_words(row, row->action, best);
}

/* False if it is damaged: then nobody sees it. */
static bool read_row(struct decision_reader *k, const struct sql_rows *r, struct stored_decision *d)
{
    *d = (struct stored_decision){.match = k->id, .analysis = k->analysis};
    read_turn(r, &d->row);
    read_assessment(r, &d->row);
    read_position(r, &d->row);
    read_state(r, &k->match, d);
    find_score(d, &d->row);
    if (!row_is_sound(&d->row)) {
        sql_damaged(r);
        return false;
    }
    d->player = k->player[d->row.side];
    if (!k->filter->brief)
        decision_words(d, &k->action, &k->best);
    return true;
}

static const char *keep_text(struct strbuf *to, const char *text)
{
    strbuf_clear(to);
    strbuf_puts(to, text != NULL ? text : "");
    return text != NULL ? strbuf_text(to) : NULL;
}

static void wait_with(struct decision_reader *k, int turn, const struct stored_decision *d)
{
    struct waiting *w = &k->waiting;
    w->is_there = true;
    w->turn = turn;
    w->decision = *d;
    w->decision.row.action = keep_text(&w->action, d->row.action);
    w->decision.row.best = keep_text(&w->best, d->row.best);
    w->decision.row.level = keep_text(&w->level, d->row.level);
}

static void show_waiting(struct decision_reader *k)
{
    if (k->waiting.is_there && k->more)
        k->more = k->visit(k->context, &k->waiting.decision);
    k->waiting.is_there = false;
}

static void show(struct decision_reader *k, const struct sql_rows *r)
{
    struct stored_decision d;
    const int turn = number(r, AT_N);
    if (k->waiting.is_there && k->waiting.turn != turn)
        show_waiting(k);
    if (!read_row(k, r, &d))
        return;
    if (d.row.kind == DECISION_PLAY && sql_get_int(r, AT_CUBE_ACTION) == DECISION_NO_DOUBLE) {
        wait_with(k, turn, &d);
        return;
    }
    k->more = k->more && k->visit(k->context, &d);
    show_waiting(k);
}

static void decision_conditions(struct inquiry *q, const struct decision_reader *k, uint8_t bits[POSITION_BYTES])
{
    const struct decision_filter *f = k->filter;
    const int64_t who = f->match.player;
    if (who != 0 && k->player[0] != k->player[1])
        inquiry_add(q, " AND t.side = ?", sql_int(k->player[0] == who ? 0 : 1));
    if (f->counted_only)
        strbuf_puts(&q->text, " AND j.counted > 0");
    if (f->error_above > 0)
        inquiry_add(q, " AND j.error > ?", sql_amount(f->error_above));
    if (k->only != NULL) { /* the play of a turn comes behind rolling */
        inquiry_add(q, " AND t.n >= ?", sql_int(k->only->n - 1));
        inquiry_add(q, " AND t.n <= ?", sql_int(k->only->n));
    }
    if (f->position != NULL)
        inquiry_add(q, " AND t.position = ?", sql_blob((struct span){(const char *)bits, POSITION_BYTES}));
}

static struct sql_rows *ask_match(struct decision_reader *k, const char *how)
{
    struct inquiry q = {.n = 0};
    uint8_t bits[POSITION_BYTES] = {0};
    if (k->filter->position != NULL)
        (void)id_to_bytes(k->filter->position, bits, POSITION_BYTES);
    strbuf_puts(&q.text, how);
    inquiry_add(&q, k->filter->brief ? without_words : with_words, sql_int(k->id));
    q.value[q.n++] = sql_int(k->analysis);
    decision_conditions(&q, k, bits);
    strbuf_puts(&q.text, DECISION_ORDER);
    return inquiry_ask(&q, k->db, false);
}

static bool show_match(struct decision_reader *k)
{
    struct sql_rows *r = ask_match(k, "");
    while (r != NULL && k->more && sql_next(r))
        show(k, r);
    show_waiting(k);
    return sql_done(r);
}

/* ---- in brief ---- */

static bool fits(const struct decision_filter *f, const struct decision_row *d)
{
    return (!f->counted_only || d->counted != COUNTED_NOT) && (!(f->error_above > 0) || d->error > f->error_above);
}

static void show_extracts(struct decision_reader *k)
{
    struct stored_decision d = {.match = k->id, .analysis = k->analysis, .given = k->match};
    while (k->more && extracts_next(&k->extracts, &d.row))
        if (fits(k->filter, &d.row)) {
            d.player = k->player[d.row.side];
            k->more = k->visit(k->context, &d);
        }
}

static bool show_match_in_brief(struct decision_reader *k)
{
    const int64_t who = k->filter->match.player;
    const int side = who == 0 || k->player[0] == k->player[1] ? NOBODY : k->player[0] == who ? 0 : 1;
    bool there = false;
    if (k->filter->position != NULL)
        return show_match(k);
    if (!extracts_open(&k->extracts, k->db, k->analysis, side, &there))
        return false;
    if (!there)
        return show_match(k);
    show_extracts(k);
    return !k->more || k->extracts.rest[0].length + k->extracts.rest[1].length == 0 ||
           sql_fail(k->db, "an extract is damaged; `kibitzer db check` names what is");
}

/* ---- matches ---- */

static struct sql_rows *ask_matches(struct decision_reader *k, const char *how)
{
    struct inquiry q = {.n = 0};
    uint8_t bits[POSITION_BYTES];
    strbuf_puts(&q.text, how);
    strbuf_puts(&q.text, match_columns);
    inquiry_matches(&q, &k->filter->match);
    if (k->filter->position != NULL) {
        if (!id_to_bytes(k->filter->position, bits, POSITION_BYTES))
            memset(bits, 0xff, sizeof bits); /* no position's */
        inquiry_add(&q, " AND m.id IN (SELECT match_id FROM turns WHERE position = ?)",
                    sql_blob((struct span){(const char *)bits, POSITION_BYTES}));
    }
    strbuf_puts(&q.text, MATCH_ORDER);
    return inquiry_ask(&q, k->db, true);
}

static void begin_match(struct decision_reader *k, const struct sql_rows *r)
{
    k->id = sql_get_int(r, 0);
    k->analysis = sql_get_int(r, 1);
    k->match = (struct circumstances){.length = sql_get_within(r, 2, 0, ROWS_AWAY_MOST),
                                      .jacoby = sql_get_int(r, 3) == 1,
                                      .beavers = (int)sql_get_int(r, 6)};
    k->player[0] = sql_get_int(r, 4);
    k->player[1] = sql_get_int(r, 5);
}

static void reader_done(struct decision_reader *k)
{
    extracts_done(&k->extracts);
    strbuf_done(&k->action);
    strbuf_done(&k->best);
    strbuf_done(&k->waiting.action);
    strbuf_done(&k->waiting.best);
    strbuf_done(&k->waiting.level);
}

bool store_decisions(struct store *s, const struct decision_filter *f, decision_visitor visit, void *context)
{
    struct decision_reader k = {.db = s->db, .filter = f, .visit = visit, .context = context, .more = true};
    bool ok = true;
    struct sql_rows *r = ask_matches(&k, "");
    while (r != NULL && ok && k.more && sql_next(r)) {
        begin_match(&k, r);
        ok = f->brief ? show_match_in_brief(&k) : show_match(&k);
    }
    ok = sql_done(r) && ok;
    reader_done(&k);
    return ok;
}

bool decisions_of_analysis(struct sql *db, int64_t analysis, decision_visitor visit, void *context)
{
    const struct decision_filter all = {.match = MATCH_FILTER_ALL, .brief = true};
    struct decision_reader k = {.db = db, .filter = &all, .visit = visit, .context = context, .more = true};
    bool ok = true;
    struct sql_rows *r = sql_ask(db, match_of_analysis, SQL(sql_int(analysis)));
    if (r != NULL && sql_next(r)) {
        begin_match(&k, r);
        ok = show_match(&k);
    }
    ok = sql_done(r) && ok;
    reader_done(&k);
    return ok;
}

struct picking {
    int n;
    decision_visitor visit;
    void *context;
};

static bool pick(void *context, const struct stored_decision *d)
{
    const struct picking *p = context;
    return d->row.n != p->n || p->visit(p->context, d);
}

bool store_decision(struct store *s, const struct stored_decision *brief, decision_visitor visit, void *context)
{
    const struct decision_filter all = {.match = MATCH_FILTER_ALL};
    struct picking p = {brief->row.n, visit, context};
    struct decision_reader k = {.db = s->db,
                                .filter = &all,
                                .visit = pick,
                                .context = &p,
                                .more = true,
                                .match = brief->given,
                                .id = brief->match,
                                .analysis = brief->analysis,
                                .player = {brief->player, brief->player},
                                .only = &brief->row};
    const bool ok = show_match(&k);
    reader_done(&k);
    return ok;
}

static bool print_plan(struct sql_rows *r, struct strbuf *out)
{
    while (r != NULL && sql_next(r))
        strbuf_printf(out, "%s\n", sql_get_text(r, 3));
    return sql_done(r);
}

bool store_decisions_plan(struct store *s, const struct decision_filter *f, struct strbuf *out)
{
    struct decision_reader k = {.db = s->db, .filter = f, .player = {f->match.player, 0}};
    return print_plan(ask_matches(&k, "EXPLAIN QUERY PLAN "), out) &&
           print_plan(f->brief ? extracts_plan(s->db) : ask_match(&k, "EXPLAIN QUERY PLAN "), out);
}

bool store_positions(struct store *s, position_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask_many(s->db, "SELECT DISTINCT position FROM turns", SQL_NO_VALUES);
    for (bool more = true; r != NULL && more && sql_next(r);) {
        const struct span bits = sql_get_bytes(r, 0);
        char id[POSITION_ID_LENGTH + 1];
        if (bits.length != POSITION_BYTES)
            continue;
        id_of_bytes((const uint8_t *)bits.at, POSITION_BYTES, id);
        more = visit(context, id);
    }
    return sql_done(r);
}
