/* Positions and plays of the public library: thin over src/match and src/engine. See kibitzer_position.h. */
#include "kibitzer_position.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/answered.h"
#include "analyze/units.h"
#include "base/xmalloc.h"
#include "library/library.h"
#include "match/moves.h"
#include "match/notation.h"
#include "format/ogid.h"
#include "format/id_text.h"

_Static_assert((int)KIBITZER_BOARD == BOARD_POINTS && (int)KIBITZER_PLAYS_MAX == MOVES_MAX &&
                   (int)KIBITZER_PLAY == 2 * PLAY_STEPS,
               "the public arrays are those of board.h and moves.h");

/* ---- boards ---- */

/* All chequers that do not stand are off. */
struct board library_board(const int8_t points[KIBITZER_BOARD])
{
    struct board b = {.off = {0, 0}};
    memcpy(b.point, points, sizeof b.point);
    b.off[0] = (int8_t)(BOARD_CHEQUERS - board_in_play(&b));
    b.off[1] = (int8_t)(BOARD_CHEQUERS - board_opponent_in_play(&b));
    return b;
}

void kibitzer_board_start(int8_t board[KIBITZER_BOARD])
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    if (board != NULL)
        memcpy(board, b.point, sizeof b.point);
}

void kibitzer_board_flip(const int8_t board[KIBITZER_BOARD], int8_t out[KIBITZER_BOARD])
{
    int8_t turned[KIBITZER_BOARD];
    if (board == NULL || out == NULL)
        return;
    for (int i = 0; i < KIBITZER_BOARD; i++)
        turned[i] = (int8_t)-board[KIBITZER_BOARD - 1 - i];
    memcpy(out, turned, sizeof turned);
}

/* More than fifteen on one point would not fit the sums of library_board(). */
const char *library_board_problem(const int8_t points[KIBITZER_BOARD])
{
    int own = 0, others = 0;
    for (int i = 0; i < KIBITZER_BOARD; i++) {
        own += points[i] > 0 ? points[i] : 0;
        others -= points[i] < 0 ? points[i] : 0;
    }
    if (own > BOARD_CHEQUERS || others > BOARD_CHEQUERS)
        return W_("a side has more than fifteen chequers");
    const struct board b = library_board(points);
    return board_problem(&b, BOARD_CHEQUERS);
}

const char *kibitzer_board_problem(const int8_t board[KIBITZER_BOARD])
{
    return board != NULL ? library_board_problem(board) : "found NULL, expected a board";
}

int library_refuse_null(void)
{
    return library_refuse(KIBITZER_MISUSE, "found NULL, expected an argument as kibitzer_position.h has it");
}

/* ---- many boards ---- */

enum { SHARE = 256, FEW = 4 }; /* boards that a thread takes at a time; positions, which may be searched */

struct evaluating {
    struct kibitzer_engine *engine;
    const int8_t *boards;
    size_t n;
    float *out;
    int threads;
    const int32_t *states; /* of positions, */
    const char *name; /* of the level at which they are looked at */
    struct level level;
    struct worker_slot *slot[THREADS_MAX];
};

static void evaluate_share(void *evaluating, int hand, size_t share)
{
    struct evaluating *v = evaluating;
    struct board boards[SHARE] = {{.off = {0, 0}}};
    struct outcome outcomes[SHARE];
    const size_t from = share * SHARE, n = v->n - from < SHARE ? v->n - from : SHARE;
    for (size_t i = 0; i < n; i++)
        boards[i] = library_board(v->boards + (from + i) * KIBITZER_BOARD);
    engine_outcomes(v->engine->stock.engine, v->slot[hand]->worker, boards, n, outcomes);
    for (size_t i = 0; i < n; i++) {
        const struct outcome *o = &outcomes[i];
        const float chances[KIBITZER_CHANCES] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon,
                                                 o->lose_backgammon};
        memcpy(v->out + (from + i) * KIBITZER_CHANCES, chances, sizeof chances);
    }
}

/* KIBITZER_OK where the boards can be evaluated. */
static int look_at_boards(const struct evaluating *v)
{
    if (v->engine == NULL || (v->n != 0 && (v->boards == NULL || v->out == NULL)))
        return library_refuse_null();
    if (v->threads < 1)
        return library_refuse(KIBITZER_MISUSE, "found %d threads, expected at least one", v->threads);
    for (size_t i = 0; i < v->n; i++)
        if (library_board_problem(v->boards + i * KIBITZER_BOARD) != NULL)
            return library_refuse(KIBITZER_MISUSE, "board %zu: %s", i,
                                  library_board_problem(v->boards + i * KIBITZER_BOARD));
    return KIBITZER_OK;
}

static int share_out(struct evaluating *v, void (*work)(void *, int, size_t), size_t at_a_time)
{
    int threads = 0;
    const size_t shares = (v->n + at_a_time - 1) / at_a_time;
    const size_t wanted = shares < (size_t)v->threads ? shares : (size_t)v->threads;
    while (threads < (int)wanted && threads < THREADS_MAX &&
           (v->slot[threads] = engine_stock_worker(&v->engine->stock)) != NULL)
        threads++;
    if (threads == 0 && shares != 0)
        return library_refuse(KIBITZER_MISUSE, "more threads ask this engine at once than it has workers");
    threads_for(threads, shares, work, v, call_cancel_flag());
    for (int i = 0; i < threads; i++)
        engine_stock_back(v->slot[i]);
    return call_cancelled() ? KIBITZER_CANCELLED : KIBITZER_OK;
}

static int evaluate_all(void *evaluating)
{
    const int code = look_at_boards(evaluating);
    return code < 0 ? code : share_out(evaluating, evaluate_share, SHARE);
}

int kibitzer_evaluate(struct kibitzer_engine *e, const int8_t *boards, size_t n, float *out, int threads,
                      struct kibitzer_call *c)
{
    struct evaluating v = {.engine = e, .boards = boards, .n = n, .out = out, .threads = threads};
    return library_ask(c, evaluate_all, &v);
}

/* ---- legal plays ---- */

struct generating {
    const int8_t *board;
    int dice[2];
    int8_t *after, *plays;
    size_t room;
};

static bool are_dice(int a, int b)
{
    return a >= 1 && a <= 6 && b >= 1 && b <= 6;
}

static void put_play(const struct play *play, int8_t out[KIBITZER_PLAY])
{
    memset(out, -1, KIBITZER_PLAY);
    for (int i = 0; i < play->n; i++) {
        out[2 * i] = play->step[i].from;
        out[2 * i + 1] = play->step[i].to;
    }
}

static int generate(void *generating)
{
    const struct generating *g = generating;
    if (g->board == NULL || (g->room != 0 && g->after == NULL))
        return library_refuse_null();
    if (library_board_problem(g->board) != NULL || !are_dice(g->dice[0], g->dice[1]))
        return library_refuse(KIBITZER_MISUSE, "%s",
                              library_board_problem(g->board) != NULL ? library_board_problem(g->board)
                                                                      : "a die shows 1 to 6");
    const struct board b = library_board(g->board);
    struct move_list list = {0};
    const int n = moves_list(&b, g->dice[0], g->dice[1], &list);
    for (size_t i = 0; i < (size_t)n && i < g->room; i++) {
        memcpy(g->after + i * KIBITZER_BOARD, list.at[i].after.point, KIBITZER_BOARD);
        if (g->plays != NULL)
            put_play(&list.at[i].play, g->plays + i * KIBITZER_PLAY);
    }
    moves_free(&list);
    return n;
}

int kibitzer_legal_plays(const int8_t board[KIBITZER_BOARD], int die1, int die2, int8_t *after, int8_t *plays,
                         size_t room, struct kibitzer_call *c)
{
    struct generating g = {board, {die1, die2}, after, plays, room};
    return library_ask(c, generate, &g);
}

/* ---- positions ---- */

struct naming {
    const char *id;
    const int8_t *board;
    struct kibitzer_position *made;
};

static int read_id(void *naming)
{
    struct naming *n = naming;
    const char *problem = NULL;
    size_t fault = 0;
    if (n->id == NULL)
        return library_refuse_null();
    struct kibitzer_position *p = xcalloc(1, sizeof *p);
    if (!id_read_in_text(span_of(n->id), &p->position, &problem, &fault)) {
        xfree(p);
        return library_refuse(KIBITZER_UNKNOWN, "%s, at character %zu", problem, fault + 1);
    }
    n->made = p;
    return KIBITZER_OK;
}

struct kibitzer_position *kibitzer_position_new(const char *id, struct kibitzer_call *c)
{
    struct naming n = {.id = id};
    return library_call(c, read_id, &n) == KIBITZER_OK ? n.made : NULL;
}

/* Money play, the cube in the middle, nothing rolled. */
static struct position position_of(const int8_t points[KIBITZER_BOARD])
{
    static const struct rules money = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    static const int no_score[2] = {0, 0};
    struct position p = {0};
    position_start(&p, &money, 0, no_score, false);
    p.board = library_board(points);
    p.on_roll = p.turn = 1;
    p.state = GAME_PLAYING;
    return p;
}

static int take_board(void *naming)
{
    struct naming *n = naming;
    if (n->board == NULL)
        return library_refuse_null();
    if (library_board_problem(n->board) != NULL)
        return library_refuse(KIBITZER_MISUSE, "%s", library_board_problem(n->board));
    n->made = xcalloc(1, sizeof *n->made);
    n->made->position = position_of(n->board);
    return KIBITZER_OK;
}

struct kibitzer_position *kibitzer_position_of(const int8_t board[KIBITZER_BOARD], struct kibitzer_call *c)
{
    struct naming n = {.board = board};
    return library_call(c, take_board, &n) == KIBITZER_OK ? n.made : NULL;
}

void kibitzer_position_free(struct kibitzer_position *p)
{
    xfree(p);
}

void kibitzer_position_board(const struct kibitzer_position *p, int8_t out[KIBITZER_BOARD])
{
    if (p != NULL && out != NULL)
        memcpy(out, p->position.board.point, KIBITZER_BOARD);
}

/* Where a position keeps a number, and which values it may have. */
static const struct place_of_number {
    bool is_flag;
    size_t at;
    int least, most;
    bool is_power; /* of two, or the least */
} places[] = {
    [KIBITZER_POSITION_DIE_1] = {.at = offsetof(struct position, dice[0]), .most = 6},
    [KIBITZER_POSITION_DIE_2] = {.at = offsetof(struct position, dice[1]), .most = 6},
    [KIBITZER_POSITION_CUBE] = {false, offsetof(struct position, cube), 1, 1 << CUBE_MAX_LOG2, true},
    [KIBITZER_POSITION_CUBE_OWNER] = {.at = offsetof(struct position, cube_owner), .least = -1, .most = 1},
    [KIBITZER_POSITION_LENGTH] = {.at = offsetof(struct position, length), .most = MATCH_LENGTH_MAX},
    [KIBITZER_POSITION_SCORE] = {.most = MATCH_LENGTH_MAX}, /* by player */
    [KIBITZER_POSITION_OPPONENT_SCORE] = {.most = MATCH_LENGTH_MAX},
    [KIBITZER_POSITION_CRAWFORD] = {true, offsetof(struct position, crawford_game), 0, 1, false},
    [KIBITZER_POSITION_JACOBY] = {true, offsetof(struct position, rules.jacoby), 0, 1, false},
    [KIBITZER_POSITION_BEAVERS] = {true, offsetof(struct position, rules.beavers), 0, 1, false},
    [KIBITZER_POSITION_CUBE_LIMIT] = {false, offsetof(struct position, rules.cube_limit), 0, 1 << CUBE_MAX_LOG2, true},
    [KIBITZER_POSITION_PLAYER] = {.at = offsetof(struct position, on_roll), .most = 1}};

static bool is_number(enum kibitzer_position_number which)
{
    return (size_t)which < sizeof places / sizeof *places;
}

static const void *place_of(const struct position *p, enum kibitzer_position_number which)
{
    return which == KIBITZER_POSITION_SCORE            ? (const void *)&p->score[p->on_roll]
           : which == KIBITZER_POSITION_OPPONENT_SCORE ? (const void *)&p->score[1 - p->on_roll]
                                                       : (const char *)p + places[which].at;
}

static int owner_seen(const struct position *p)
{
    return p->cube_owner == CUBE_CENTRED ? 0 : p->cube_owner == p->on_roll ? 1 : -1;
}

enum { NO_SUCH_NUMBER = -2 };

/* What follows from the rest. */
static int number_of_game(const struct position *p, enum kibitzer_position_number which)
{
    int points;
    const int winner = library_winner(p, &points);
    switch (which) {
    case KIBITZER_POSITION_DECIDES:
        return p->turn == p->on_roll ? 1 : -1;
    case KIBITZER_POSITION_WAITS:
        return (int)p->offer;
    case KIBITZER_POSITION_WINNER:
        return winner == NOBODY ? 0 : winner == p->on_roll ? 1 : -1;
    case KIBITZER_POSITION_POINTS:
        return points;
    case KIBITZER_POSITION_STARTED:
        return p->state != GAME_NOT_STARTED;
    default:
        return NO_SUCH_NUMBER;
    }
}

int kibitzer_position_number(const struct kibitzer_position *p, enum kibitzer_position_number which)
{
    if (p == NULL)
        return NO_SUCH_NUMBER;
    if (!is_number(which))
        return number_of_game(&p->position, which);
    if (which == KIBITZER_POSITION_CUBE_OWNER)
        return owner_seen(&p->position);
    const void *at = place_of(&p->position, which);
    return places[which].is_flag ? *(const bool *)at : *(const int *)at;
}

struct changing {
    struct kibitzer_position *position;
    enum kibitzer_position_number which;
    int value;
};

/* The same position between the same players, numbered the other way round. */
static void swap_numbers(struct position *p)
{
    const int score = p->score[0];
    p->on_roll = 1 - p->on_roll;
    p->turn = 1 - p->turn;
    p->cube_owner = p->cube_owner == CUBE_CENTRED ? CUBE_CENTRED : 1 - p->cube_owner;
    p->score[0] = p->score[1];
    p->score[1] = score;
}

/* Puts one number in place, whatever it is; what may stand there is asked afterwards. */
static void put_number(struct position *p, enum kibitzer_position_number which, int value)
{
    void *at = (void *)(uintptr_t)place_of(p, which);
    if (places[which].is_flag)
        *(bool *)at = value != 0;
    else if (which == KIBITZER_POSITION_CUBE_OWNER)
        p->cube_owner = value == 0 ? CUBE_CENTRED : value == 1 ? p->on_roll : 1 - p->on_roll;
    else if (which == KIBITZER_POSITION_PLAYER) {
        if (value != p->on_roll)
            swap_numbers(p);
    } else
        *(int *)at = value;
}

static bool is_in_range(enum kibitzer_position_number which, int value)
{
    const struct place_of_number *n = is_number(which) ? &places[which] : NULL;
    return n != NULL && value >= n->least && value <= n->most &&
           (!n->is_power || value == n->least || (value > 1 && (value & (value - 1)) == 0));
}

static int refuse_number(const struct changing *g)
{
    if (!is_number(g->which))
        return library_refuse(KIBITZER_MISUSE, "found number %d of a position, expected one of kibitzer_position.h",
                              (int)g->which);
    const struct place_of_number *n = &places[g->which];
    if (n->is_power)
        return library_refuse(KIBITZER_MISUSE, "found %d, expected %sa power of two, at most %d", g->value,
                              n->least == 0 ? "0 or " : "", n->most);
    return library_refuse(KIBITZER_MISUSE, "found %d, expected %d to %d", g->value, n->least, n->most);
}

static int change(void *changing)
{
    const struct changing *g = changing;
    if (g->position == NULL)
        return library_refuse_null();
    if (!is_in_range(g->which, g->value))
        return refuse_number(g);
    put_number(&g->position->position, g->which, g->value);
    return KIBITZER_OK;
}

int kibitzer_position_set(struct kibitzer_position *p, enum kibitzer_position_number which, int value,
                          struct kibitzer_call *c)
{
    struct changing g = {p, which, value};
    return library_call(c, change, &g);
}

struct spelling {
    const struct kibitzer_position *position;
    const char *kind;
    struct strbuf text;
};

static int spell(void *spelling)
{
    struct spelling *s = spelling;
    char text[XGID_MAX] = "";
    if (s->position == NULL || s->kind == NULL)
        return library_refuse_null();
    const struct position *p = &s->position->position;
    if (strcmp(s->kind, "xgid") == 0) {
        xgid(p, text);
        strbuf_puts(&s->text, text);
    } else if (strcmp(s->kind, "gnubg") == 0) {
        position_id(&p->board, text);
        strbuf_printf(&s->text, "%s:", text);
        match_id(p, text);
        strbuf_puts(&s->text, text);
    } else if (strcmp(s->kind, "ogid") == 0) {
        ogid(p, text);
        strbuf_puts(&s->text, text);
    } else
        return library_refuse(KIBITZER_UNKNOWN, "no kind of ID is called \"%s\"; expected xgid, gnubg or ogid",
                              s->kind);
    return KIBITZER_OK;
}

char *kibitzer_position_id(const struct kibitzer_position *p, const char *kind, struct kibitzer_call *c)
{
    struct spelling s = {.position = p, .kind = kind};
    return library_call(c, spell, &s) == KIBITZER_OK ? s.text.at : NULL;
}

/* ---- questions ---- */

struct question {
    struct kibitzer_engine *engine;
    const struct engine *asked; /* of it, for this position */
    const struct kibitzer_position *position;
    const char *name; /* of the level, NULL = the usual one */
    struct level level;
    struct worker_slot *slot;
    double *out;
    const char **verdict;
    struct kibitzer_cursor *cursor;
};

const char *library_over(const struct position *p)
{
    if (board_won(&p->board) != 0 || board_lost(&p->board) != 0)
        return W_("the game is over in this position");
    return position_away(p, 0) <= 0 || position_away(p, 1) <= 0 ? "the match is over at this score" : NULL;
}

/* A code below 0 where the question cannot be asked; else q->slot is to be given back. */
static int begin_question(struct question *q)
{
    const char *problem = NULL;
    if (q->engine == NULL || q->position == NULL)
        return library_refuse_null();
    if (!level_parse(q->name != NULL ? q->name : "2ply", &q->level))
        return library_refuse(KIBITZER_UNKNOWN, "no level is called \"%s\"", q->name);
    q->asked = library_engine(q->engine, &q->position->position, &problem);
    if (q->asked == NULL)
        return library_refuse(KIBITZER_MISUSE, "%s", problem);
    q->slot = engine_stock_worker(&q->engine->stock);
    return q->slot != NULL
               ? KIBITZER_OK
               : library_refuse(KIBITZER_MISUSE, "more threads ask this engine at once than it has workers");
}

static void put_evaluation(const struct evaluation *e, double out[KIBITZER_EVALUATION])
{
    const double values[KIBITZER_EVALUATION] = {e->outcome.win,
                                                e->outcome.win_gammon,
                                                e->outcome.win_backgammon,
                                                e->outcome.lose_gammon,
                                                e->outcome.lose_backgammon,
                                                e->cubeless,
                                                e->cubeful};
    memcpy(out, values, sizeof values);
}

static int evaluate_position(void *question)
{
    struct question *q = question;
    struct evaluation e;
    if (q->out == NULL)
        return library_refuse_null();
    const int code = begin_question(q);
    if (code < 0)
        return code;
    const struct position p = position_undoubled(&q->position->position);
    engine_eval(q->asked, q->slot->worker, &p, &q->level, &e);
    put_evaluation(&e, q->out);
    engine_stock_back(q->slot);
    return KIBITZER_OK;
}

int kibitzer_position_evaluate(struct kibitzer_engine *e, const struct kibitzer_position *p, const char *level,
                               double out[KIBITZER_EVALUATION], struct kibitzer_call *c)
{
    struct question q = {.engine = e, .position = p, .name = level, .out = out};
    return library_ask(c, evaluate_position, &q);
}

typedef double conversion(const struct met *met, const struct position *p, int who, double value);

static double converted(const struct kibitzer_engine *e, const struct kibitzer_position *p, conversion *to,
                        double value)
{
    const char *problem;
    const struct engine *asked = e != NULL && p != NULL ? library_engine(e, &p->position, &problem) : NULL;
    if (asked == NULL || p->position.length == 0)
        return NAN;
    const struct met_score s = units_score(&p->position);
    const bool stake = met_stake(engine_met(asked), &s, p->position.cube) > 0;
    return stake ? to(engine_met(asked), &p->position, p->position.on_roll, value) : NAN;
}

double kibitzer_position_mwc(const struct kibitzer_engine *e, const struct kibitzer_position *p, double equity)
{
    return converted(e, p, units_mwc, equity);
}

double kibitzer_position_equity(const struct kibitzer_engine *e, const struct kibitzer_position *p, double mwc)
{
    return converted(e, p, units_equity, mwc);
}

/* What waits is answered, by the player who has to. */
static const char *decide_answer(const struct question *q, double out[KIBITZER_CUBE])
{
    struct answered a;
    if (!answered_by_look(q->asked, q->slot->worker, &q->position->position, &q->level, &a))
        return NULL;
    for (int i = 0; i < KIBITZER_CUBE; i++)
        out[i] = NAN;
    if (q->position->position.offer != OFFER_RESIGNATION)
        out[KIBITZER_DOUBLE_TAKE] = a.at[0].equity, out[KIBITZER_DOUBLE_PASS] = a.at[1].equity;
    out[KIBITZER_CUBE_BEST] = a.at[a.best].equity;
    return a.at[a.best].name;
}

static const char *decide_double(const struct question *q, double out[KIBITZER_CUBE])
{
    struct cube_answer a;
    const struct position p = position_undoubled(&q->position->position);
    const struct level level = level_of_cube(&q->level);
    const bool live = engine_cube(q->asked, q->slot->worker, &p, &level, &a);
    out[KIBITZER_NO_DOUBLE] = a.nd;
    out[KIBITZER_DOUBLE_TAKE] = live ? a.dt : NAN;
    out[KIBITZER_DOUBLE_PASS] = live ? a.dp : NAN;
    out[KIBITZER_CUBE_BEST] = live ? a.optimal : a.nd;
    return verdict_text(a.verdict, p.cube_owner != CUBE_CENTRED);
}

static int decide_cube(void *question)
{
    struct question *q = question;
    if (q->out == NULL)
        return library_refuse_null();
    const int code = begin_question(q);
    if (code < 0)
        return code;
    const char *verdict = decide_answer(q, q->out);
    if (verdict == NULL)
        verdict = decide_double(q, q->out);
    if (q->verdict != NULL)
        *q->verdict = verdict;
    engine_stock_back(q->slot);
    return KIBITZER_OK;
}

int kibitzer_position_cube(struct kibitzer_engine *e, const struct kibitzer_position *p, const char *level,
                           double out[KIBITZER_CUBE], const char **verdict, struct kibitzer_call *c)
{
    struct question q = {.engine = e, .position = p, .name = level, .out = out, .verdict = verdict};
    return library_ask(c, decide_cube, &q);
}

/* ---- many positions ---- */

static const char *state_problem(const int32_t state[KIBITZER_STATE])
{
    for (int i = 0; state != NULL && i < KIBITZER_STATE; i++)
        if (!is_in_range((enum kibitzer_position_number)(KIBITZER_POSITION_CUBE + i), state[i]))
            return W_("a number of its state is out of range");
    return NULL;
}

static struct position position_at(const struct evaluating *v, size_t i)
{
    struct position p = position_of(v->boards + i * KIBITZER_BOARD);
    for (int k = 0; v->states != NULL && k < KIBITZER_STATE; k++)
        put_number(&p, (enum kibitzer_position_number)(KIBITZER_POSITION_CUBE + k), v->states[i * KIBITZER_STATE + k]);
    return p;
}

/* Why position i cannot be asked about, or NULL. */
static const char *problem_at(const struct evaluating *v, size_t i)
{
    const char *problem = v->states != NULL ? state_problem(v->states + i * KIBITZER_STATE) : NULL;
    const struct position p = position_at(v, i);
    if (problem == NULL)
        library_engine(v->engine, &p, &problem);
    return problem;
}

static void evaluate_positions_share(void *evaluating, int hand, size_t share)
{
    struct evaluating *v = evaluating;
    for (size_t i = share * FEW; i < v->n && i < (share + 1) * FEW; i++) {
        const struct position p = position_at(v, i);
        struct evaluation e;
        double values[KIBITZER_EVALUATION];
        const char *unheard;
        engine_eval(library_engine(v->engine, &p, &unheard), v->slot[hand]->worker, &p, &v->level, &e);
        put_evaluation(&e, values);
        for (int k = 0; k < KIBITZER_EVALUATION; k++)
            v->out[i * KIBITZER_EVALUATION + k] = (float)values[k];
    }
}

static int evaluate_positions(void *evaluating)
{
    struct evaluating *v = evaluating;
    const int code = look_at_boards(v);
    if (code < 0)
        return code;
    if (!level_parse(v->name != NULL ? v->name : "2ply", &v->level))
        return library_refuse(KIBITZER_UNKNOWN, "no level is called \"%s\"", v->name);
    for (size_t i = 0; i < v->n; i++)
        if (problem_at(v, i) != NULL)
            return library_refuse(KIBITZER_MISUSE, "position %zu: %s", i, problem_at(v, i));
    return share_out(v, evaluate_positions_share, FEW);
}

int kibitzer_evaluate_states(struct kibitzer_engine *e, const int8_t *boards, const int32_t *states, size_t n,
                             const char *level, float *out, int threads, struct kibitzer_call *c)
{
    struct evaluating v = {
        .engine = e, .boards = boards, .n = n, .out = out, .threads = threads, .states = states, .name = level};
    return library_ask(c, evaluate_positions, &v);
}

/* ---- plays, best first ---- */

enum { PLAY_COLUMNS = 9 };

struct play_cursor {
    struct kibitzer_cursor base;
    struct ranked_plays plays;
    struct board board; /* before the play */
    struct strbuf text;
    int at;
};

static int next_play(struct kibitzer_cursor *k)
{
    struct play_cursor *c = (struct play_cursor *)k;
    if (c->at >= c->plays.n)
        return 0;
    const struct ranked_play *r = &c->plays.at[c->at];
    strbuf_clear(&c->text);
    notation_write(&c->text, &c->board, &r->play, NOTATION_MERGED);
    k->values[0] = (struct cursor_value){strbuf_text(&c->text), NAN};
    const double numbers[PLAY_COLUMNS - 1] = {r->cubeful,
                                              r->cubeless,
                                              r->outcome.win,
                                              r->outcome.win_gammon,
                                              r->outcome.win_backgammon,
                                              r->outcome.lose_gammon,
                                              r->outcome.lose_backgammon,
                                              r->plies};
    for (int i = 0; i < PLAY_COLUMNS - 1; i++)
        k->values[i + 1] = (struct cursor_value){NULL, numbers[i]};
    c->at++; /* now that memory did not run out */
    return 1;
}

static void plays_done(struct kibitzer_cursor *k)
{
    struct play_cursor *c = (struct play_cursor *)k;
    ranked_plays_done(&c->plays);
    strbuf_done(&c->text);
}

static int rank_plays(void *question)
{
    static const char *const names[PLAY_COLUMNS] = {"play",   "cubeful", "equity",  "win",  "win_g",
                                                    "win_bg", "lose_g",  "lose_bg", "plies"};
    struct question *q = question;
    if (q->position == NULL)
        return library_refuse_null();
    if (!are_dice(q->position->position.dice[0], q->position->position.dice[1]))
        return library_refuse(KIBITZER_MISUSE, "the position has not been rolled");
    const int code = begin_question(q);
    if (code < 0)
        return code;
    struct play_cursor *c = library_cursor_new(sizeof *c, names, PLAY_COLUMNS);
    c->base.next = next_play;
    c->base.done = plays_done;
    strbuf_add(&c->text, "", 0); /* belongs to the cursor, whichever call it grows in */
    c->board = q->position->position.board;
    engine_plays(q->asked, q->slot->worker, &q->position->position, &q->level, NULL, &c->plays);
    engine_stock_back(q->slot);
    q->cursor = &c->base;
    return KIBITZER_OK;
}

struct kibitzer_cursor *kibitzer_position_plays(struct kibitzer_engine *e, const struct kibitzer_position *p,
                                                const char *level, struct kibitzer_call *c)
{
    struct question q = {.engine = e, .position = p, .name = level};
    return library_ask(c, rank_plays, &q) == KIBITZER_OK ? q.cursor : NULL;
}
