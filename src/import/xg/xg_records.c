/* eXtreme Gammon: the records of temp.xg, 2560 bytes each, turned into a match. Fields are read in
 * order by a cursor that aligns as Delphi did, so the code below reads like the published list of fields.
 *
 * VIEWPOINT of the file: positions of records are seen by player 1 always, but the one after a play by the mover, and
 * those inside the engine's structures by the active player. Player 1 is our player 0, -1 our player 1. Errors are
 * stored negative; -1000 = not analysed. */
#include "import/xg/xg.h"

#include <math.h>

#include "import/result.h"
#include "match/walk.h"

enum {
    RECORD_SIZE = 2560,
    TYPE_AT = 8,
    CANDIDATES = 32,
    PLAY_NUMBERS = 8,
    EVAL_NUMBERS = 7,
    CUBE_STRUCT_END = 132,
    TIMES_SINCE = 28, /* version that has what is left on the clock */
    NOT_POSSIBLE = -2 /* field doubled: no decision */
};

enum record_type { RECORD_MATCH, RECORD_GAME, RECORD_CUBE, RECORD_MOVE, RECORD_GAME_END, RECORD_MATCH_END };

struct reader {
    struct xg_source src;
    struct game *game;
    struct replay replay;
    struct cube_analysis *no_double; /* of the player about to roll: goes on the play */
    struct board start; /* of the game, by player 0; set up once it is known who rolls */
    int rolled[2]; /* dice that the last cube record names, until a move record uses them */
    int roller;
    int64_t left[2]; /* on the clock before the next roll or double, in seconds; -1 = not known */
    const struct move_record *unplayed; /* a roll that was resigned instead */
};

/* ---- fields ---- */

/* A position of 26 signed bytes as a board of the same viewpoint. */
static struct board read_board(struct reader *r, struct bytes *b)
{
    struct board board = {0};
    struct span s = bytes_take(b, BOARD_POINTS);
    for (size_t i = 0; i < s.length; i++)
        board.point[i] = (int8_t)s.at[i];
    int all = variant_chequers(r->src.m->rules.variant);
    board.off[0] = (int8_t)(all - board_in_play(&board));
    board.off[1] = (int8_t)(all - board_opponent_in_play(&board));
    return board;
}

static bool is_empty(const struct board *b)
{
    return board_in_play(b) == 0 && board_opponent_in_play(b) == 0;
}

static int player_of(int active)
{
    return active == -1 ? 1 : 0;
}

static void see_as(struct board *by_player_0, int player)
{
    if (player != 0)
        board_flip(by_player_0, by_player_0);
}

/* An equity or a difference of two; damaged files hold anything. */
static float equity_of(double stored)
{
    enum { BEYOND_ANY = 1000 };
    return fabs(stored) < BEYOND_ANY ? (float)stored : NAN; /* NAN is not below */
}

static float probability_of(float stored)
{
    return stored > 0 ? fminf(stored, 1.0f) : 0;
}

/* Losses: of plays and answers stored as negative numbers, of doubles as positive ones; -1000 = not analysed. */
static float error_of(double stored)
{
    return stored <= -999.0 ? NAN : fabsf(equity_of(stored));
}

static struct outcome read_outcome(struct bytes *b, float *equity)
{
    float n[EVAL_NUMBERS];
    for (int i = 0; i < EVAL_NUMBERS; i++)
        n[i] = bytes_f32(b);
    *equity = equity_of((double)n[6]);
    return (struct outcome){.lose_backgammon = probability_of(n[0]),
                            .lose_gammon = probability_of(n[1]),
                            .win = probability_of(n[3]),
                            .win_gammon = probability_of(n[4]),
                            .win_backgammon = probability_of(n[5])};
}

/* ---- rollouts ---- */

/* The record `index` of the rollouts for an analysis of that kind; false if it has none. */
static bool find_rollout(struct reader *r, int index, struct eval_level *level, struct xg_rollout *out)
{
    if (level->kind != EVAL_ROLLOUT)
        return false;
    if (!xg_rollout(&r->src, index, out)) {
        if (index >= 0)
            diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                        "found rollout number %d, expected one of %zu: errors and settings are not known", index,
                        xg_rollout_count(&r->src));
        return false;
    }
    level->trials = out->trials[0];
    level->cubeful = !out->cubeless;
    level->name = NULL; /* kind and number of games say more */
    return true;
}

static struct rollout_error *stderror_of(struct reader *r, const struct xg_rollout *rolled, int which)
{
    static const struct outcome unknown = {NAN, NAN, NAN, NAN, NAN};
    if (isnan(rolled->error[which]))
        return NULL;
    struct rollout_error *e = arena_alloc(r->src.m->arena, sizeof *e);
    *e = (struct rollout_error){unknown, NAN, rolled->error[which], NAN};
    if (rolled->cubeless)
        e->cubeless = rolled->error[which], e->cubeful = NAN;
    return e;
}

static void add_cube_rollout(struct reader *r, struct cube_analysis *c, int index)
{
    struct xg_rollout rolled;
    if (c == NULL || !find_rollout(r, index, &c->level, &rolled))
        return;
    for (int i = 0; i < 2; i++)
        c->branch[i].stderror = stderror_of(r, &rolled, i);
    c->rollout = rolled.settings;
    c->raw = rolled.words;
}

static void add_play_rollout(struct reader *r, struct candidate *c, int index)
{
    struct xg_rollout rolled;
    if (!find_rollout(r, index, &c->level, &rolled))
        return;
    c->stderror = stderror_of(r, &rolled, 0);
    c->rollout = rolled.settings;
    c->raw = rolled.words;
}

/* ---- events ---- */

static struct event *add_event(struct reader *r, enum event_kind kind, int player)
{
    struct event *e = game_add_event(r->src.m, r->game, kind, player);
    e->place.offset = (int)r->src.offset;
    if (kind <= EVENT_DOUBLE && (r->left[0] > 0 || r->left[1] > 0)) {
        struct timing *t = event_time(r->src.m, e);
        for (int i = 0; i < 2; i++) {
            t->left[i] = r->left[i] * 1000;
            r->left[i] = -1;
        }
    }
    return e;
}

static void apply(struct reader *r, const struct event *e)
{
    replay_apply(&r->replay, e, &(struct board){0}); /* match_check() reports what is wrong with it */
}

/* Puts the board of the record on the table where the replay arrived at another one. */
static void set_board(struct reader *r, const struct board *by_player_0, int player)
{
    const bool first = r->game->n_events == 0 && is_empty(by_player_0);
    struct board here = first ? r->start : *by_player_0, now = r->replay.now.board;
    see_as(&here, player);
    if (r->replay.now.on_roll != player)
        board_flip(&now, &now);
    if (is_empty(&here) || board_equal(&here, &now))
        return;
    if (board_problem(&here, variant_chequers(r->src.m->rules.variant)) != NULL) {
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found an impossible position, expected %d chequers a side",
                    variant_chequers(r->src.m->rules.variant));
        return;
    }
    if (r->game->n_events != 0)
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found another position than the plays before lead to: the position is set again");
    struct event *e = add_event(r, EVENT_SET_BOARD, player);
    event_set_board(r->src.m, e, &here);
    apply(r, e);
}

static void set_cube(struct reader *r, int code)
{
    if (code < -CUBE_MAX_LOG2 || code > CUBE_MAX_LOG2)
        return;
    int magnitude = code < 0 ? -code : code;
    int value = 1 << magnitude, owner = code == 0 ? CUBE_CENTRED : code < 0;
    struct position *now = &r->replay.now;
    bool centred = code == 0 && now->cube_owner == CUBE_CENTRED; /* automatic doubles do not show in the code */
    if (centred || (now->cube == value && now->cube_owner == owner) || now->crawford_game || now->offer != OFFER_NONE)
        return;
    if (r->game->n_events != 0 && r->game->events[r->game->n_events - 1].kind != EVENT_SET_BOARD)
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found the cube at %d, expected %d: the cube is set again", value, now->cube);
    struct event *e = add_event(r, EVENT_SET_CUBE, now->on_roll);
    e->value = value;
    e->owner = (signed char)owner;
    apply(r, e);
}

static enum cube_verdict verdict_of(int code, float dt)
{
    switch (code) {
    case 0:
        return VERDICT_NO_DOUBLE_TAKE;
    case 1:
        return VERDICT_DOUBLE_TAKE;
    case 2:
        return VERDICT_DOUBLE_PASS;
    case -1:
        return dt > 1.0f ? VERDICT_TOO_GOOD_PASS : VERDICT_TOO_GOOD_TAKE;
    default:
        return VERDICT_NONE;
    }
}

/* The structure behind a cube decision; NULL if nothing was analysed. Leaves the cursor behind it. */
static struct cube_analysis *read_cube_struct(struct reader *r, struct bytes *b)
{
    bytes_align(b, 4);
    size_t start = b->at;
    struct cube_analysis *c = arena_alloc(r->src.m->arena, sizeof *c);
    bytes_skip(b, BOARD_POINTS);
    c->level = xg_level(bytes_i32(b));
    bytes_i32(b), bytes_i32(b); /* points needed */
    bytes_i32(b), bytes_i32(b); /* cube */
    for (int i = 0; i < 4; i++)
        bytes_i16(b); /* Jacoby, Crawford, table, flag */
    int verdict = bytes_i16(b);
    float ignored;
    c->branch[0].outcome = read_outcome(b, &ignored);
    c->nd = equity_of((double)bytes_f32(b));
    c->dt = equity_of((double)bytes_f32(b));
    c->dp = equity_of((double)bytes_f32(b));
    bytes_i16(b), bytes_i16(b); /* level asked for, choice */
    c->branch[1].outcome = read_outcome(b, &ignored);
    for (int i = 0; i < 2; i++) {
        c->branch[i].mwc = NAN;
        c->branch[i].cubeless = outcome_equity(c->branch[i].outcome); /* money: XG stores no cubeless match equity */
        if (r->src.m->length != 0)
            c->branch[i].cubeless = NAN;
    }
    c->verdict = verdict_of(verdict, c->dt);
    c->double_error = c->double_error_mwc = c->answer_error = c->answer_error_mwc = NAN;
    b->at = start + CUBE_STRUCT_END;
    return verdict == -100 ? NULL : c;
}

struct cube_record {
    int player, doubled, taken, beaver, raccoon, cube;
    struct board board; /* by player 0 */
    struct cube_analysis *analysis;
    float double_error, take_error;
    struct span dice;
    int comment;
};

static struct cube_record read_cube(struct reader *r, struct bytes *b)
{
    struct cube_record c = {.player = player_of(bytes_i32(b))};
    c.doubled = bytes_i32(b);
    c.taken = bytes_i32(b);
    c.beaver = bytes_i32(b);
    c.raccoon = bytes_i32(b);
    c.cube = bytes_i32(b);
    c.board = read_board(r, b);
    c.analysis = read_cube_struct(r, b);
    c.double_error = error_of(bytes_f64(b));
    c.dice = bytes_short_string(b, 2);
    c.take_error = error_of(bytes_f64(b));
    add_cube_rollout(r, c.analysis, bytes_i32(b));
    bytes_i32(b), bytes_i32(b); /* computer's choice, level */
    bytes_f64(b), bytes_f64(b); /* beaver and raccoon errors */
    bytes_i32(b), bytes_i32(b); /* level asked for, validity */
    bytes_i8(b), bytes_i8(b);
    bytes_f64(b), bytes_f64(b);
    bytes_i8(b); /* flagged */
    c.comment = bytes_i32(b);
    bytes_i8(b), bytes_i8(b), bytes_i8(b);
    bytes_i32(b); /* automatic doubles */
    for (int i = 0; i < 2; i++) {
        const int left = bytes_i32(b);
        r->left[i] = r->src.version >= TIMES_SINCE && !b->overrun && left >= 0 ? left : -1;
    }
    if (c.doubled == NOT_POSSIBLE)
        c.analysis = NULL;
    if (c.analysis != NULL)
        c.analysis->double_error = c.double_error;
    return c;
}

/* `judged`: the double and the first answer to it, of which the file has errors. */
static struct event *cube_event(struct reader *r, enum event_kind kind, int player, int value,
                                const struct cube_record *c, bool judged)
{
    struct event *e = add_event(r, kind, player);
    e->value = value;
    if (c->analysis != NULL && judged) {
        struct cube_analysis *copy = arena_alloc(r->src.m->arena, sizeof *copy);
        *copy = *c->analysis;
        const bool answer = kind != EVENT_DOUBLE;
        copy->double_error = answer ? NAN : c->double_error;
        copy->answer_error = answer ? c->take_error : NAN;
        event_annotate(r->src.m, e, 0)->cube = copy;
    }
    apply(r, e);
    return &r->game->events[r->game->n_events - 1];
}

static void add_doubling(struct reader *r, const struct cube_record *c)
{
    int opponent = 1 - c->player, value = 2 * r->replay.now.cube;
    struct event *first = cube_event(r, EVENT_DOUBLE, c->player, value, c, true);
    xg_add_comment(&r->src, &first->comment, c->comment);
    if (c->taken == 2 || c->beaver > 0) {
        cube_event(r, EVENT_BEAVER, opponent, value *= 2, c, true);
        if (c->raccoon > 0)
            cube_event(r, EVENT_RACCOON, c->player, value * 2, c, false);
        int answerer = c->raccoon > 0 ? opponent : c->player;
        cube_event(r, EVENT_TAKE, answerer, 0, c, false)->flags |= EVENT_IMPLIED;
    } else if (c->taken == 1)
        cube_event(r, EVENT_TAKE, opponent, 0, c, true);
    else if (c->taken == 0)
        cube_event(r, EVENT_DROP, opponent, 0, c, true);
}

static bool valid_die(int die)
{
    return die >= 1 && die <= 6;
}

static void cube_record(struct reader *r, struct bytes *b)
{
    struct cube_record c = read_cube(r, b);
    set_board(r, &c.board, c.player);
    set_cube(r, c.cube);
    r->no_double = NULL;
    r->unplayed = NULL;
    if (c.doubled == 1)
        add_doubling(r, &c);
    else {
        r->no_double = c.analysis;
        if (c.comment >= 0) {
            struct event *e = add_event(r, EVENT_COMMENT, c.player);
            xg_add_comment(&r->src, &e->comment, c.comment);
            if (e->comment == NULL)
                r->game->n_events--;
        }
    }
    r->roller = c.player;
    for (size_t i = 0; i < 2; i++)
        r->rolled[i] = c.dice.length == 2 ? c.dice.at[i] - '0' : 0;
}

/* ---- moves ---- */

/* Pairs of from-1, to-1 (a bear-off: negative); a pair whose from is negative ends the list. */
static struct play play_of(const int numbers[PLAY_NUMBERS])
{
    struct play p = {0};
    for (int i = 0; i + 1 < PLAY_NUMBERS && numbers[i] >= 0 && numbers[i] < BOARD_BAR; i += 2) {
        int to = numbers[i + 1];
        p.step[p.n++] = (struct step){(int8_t)(numbers[i] + 1), (int8_t)(to < 0 || to > 23 ? 0 : to + 1)};
    }
    return p;
}

static void read_candidate_plays(struct reader *r, struct bytes *b, struct candidate *list)
{
    for (int i = 0; i < CANDIDATES; i++) {
        list[i].after = read_board(r, b);
        list[i].cubeless = list[i].mwc = NAN;
    }
    for (int i = 0; i < CANDIDATES; i++) {
        int numbers[PLAY_NUMBERS];
        for (int k = 0; k < PLAY_NUMBERS; k++)
            numbers[k] = bytes_i8(b);
        list[i].play = play_of(numbers);
        if (list[i].play.n > 0 && list[i].play.step[0].from == list[i].play.step[0].to)
            list[i].play = (struct play){0}; /* a dance: steps that go nowhere */
    }
    for (int i = 0; i < CANDIDATES; i++) {
        list[i].level = xg_level(bytes_i16(b));
        bytes_skip(b, 2);
    }
    for (int i = 0; i < CANDIDATES; i++)
        list[i].outcome = read_outcome(b, &list[i].equity);
}

/* The structure behind a chequer play; NULL if nothing was analysed. */
static struct play_analysis *read_move_struct(struct reader *r, struct bytes *b, bool *irrelevant)
{
    struct play_analysis *p = arena_alloc(r->src.m->arena, sizeof *p);
    struct candidate *list = arena_alloc(r->src.m->arena, CANDIDATES * sizeof *list);
    bytes_align(b, 4);
    bytes_skip(b, BOARD_POINTS);
    for (int i = 0; i < 9; i++)
        bytes_i32(b); /* dice, level, score, cube, its place, Crawford, Jacoby */
    int n = bytes_i32(b);
    read_candidate_plays(r, b, list);
    *irrelevant = bytes_i8(b) != 0;
    bytes_skip(b, 3);
    p->candidates = list;
    p->n_legal = n < 0 || n > MOVES_MAX ? 0 : n;
    p->n = p->n_legal < CANDIDATES ? p->n_legal : CANDIDATES;
    p->played = -1;
    p->error = p->error_mwc = NAN;
    return p->n != 0 ? p : NULL;
}

struct move_record {
    struct board before; /* by player 0 */
    struct board after; /* by the mover: the one exception among the records' own positions */
    int player, dice[2];
    struct play play;
    struct play_analysis *analysis;
    bool irrelevant;
    float error, luck;
    int comment;
};

static struct move_record read_move(struct reader *r, struct bytes *b)
{
    struct move_record v = {.before = read_board(r, b)};
    int numbers[PLAY_NUMBERS];
    v.after = read_board(r, b);
    v.player = player_of(bytes_i32(b));
    for (int i = 0; i < PLAY_NUMBERS; i++)
        numbers[i] = bytes_i32(b);
    v.play = play_of(numbers);
    v.dice[0] = bytes_i32(b);
    v.dice[1] = bytes_i32(b);
    bytes_i32(b); /* cube */
    bytes_f64(b); /* unused */
    bytes_i32(b); /* candidates, again inside the structure */
    v.analysis = read_move_struct(r, b, &v.irrelevant);
    bytes_i8(b); /* played */
    v.error = error_of(bytes_f64(b));
    v.luck = equity_of(bytes_f64(b)); /* -1000: not analysed */
    bytes_i32(b); /* computer's choice */
    bytes_f64(b); /* equity before */
    for (int i = 0; i < CANDIDATES; i++) {
        int rollout = bytes_i32(b);
        if (v.analysis != NULL && i < v.analysis->n)
            add_play_rollout(r, &v.analysis->candidates[i], rollout);
    }
    bytes_i32(b), bytes_i32(b), bytes_i32(b); /* levels, validity */
    bytes_skip(b, BOARD_POINTS);
    bytes_i8(b);
    bytes_f64(b);
    bytes_i8(b); /* flagged */
    v.comment = bytes_i32(b);
    return v;
}

static void annotate_roll(struct reader *r, struct event *e, const struct move_record *v)
{
    if (r->no_double == NULL && v->analysis == NULL && isnan(v->luck) && !v->irrelevant)
        return;
    struct annotation *a = event_annotate(r->src.m, e, 0);
    a->cube = r->no_double;
    a->luck = v->luck;
    a->play = v->analysis;
    if (v->irrelevant) {
        struct property *raw = NULL;
        property_add(r->src.m, &raw, "xg", "irrelevant", NULL);
        a->raw = raw;
    }
    if (a->play == NULL)
        return;
    a->play->irrelevant = v->irrelevant;
    if (e->kind != EVENT_PLAY)
        return;
    a->play->error = v->error;
    for (int i = a->play->n; i-- > 0;)
        if (board_equal(&a->play->candidates[i].after, &v->after))
            a->play->played = i;
}

/* A roll that was resigned instead of played is stored as steps that go nowhere. */
static bool was_played(const struct move_record *v)
{
    return v->play.n == 0 || v->play.step[0].from != v->play.step[0].to;
}

/* The play does not lead where the file says: the board after it is believed where it can occur. */
static void mark_illegal(struct reader *r, struct event *e, const struct board *after)
{
    e->flags |= EVENT_ILLEGAL;
    if (board_problem(after, variant_chequers(r->src.m->rules.variant)) == NULL) {
        e->flags |= EVENT_AFTER_GIVEN;
        event_set_board(r->src.m, e, after);
    } else
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found an impossible position after the play, expected %d chequers a side",
                    variant_chequers(r->src.m->rules.variant));
}

/* The end of the game adds the roll, once it is known that there was no other play. */
static void keep_unplayed(struct reader *r, const struct move_record *v)
{
    struct move_record *copy = arena_alloc(r->src.m->arena, sizeof *copy);
    *copy = *v;
    r->unplayed = copy;
    r->roller = v->player;
    r->rolled[0] = v->dice[0], r->rolled[1] = v->dice[1];
}

static void add_unplayed(struct reader *r)
{
    struct event *e = add_event(r, EVENT_ROLL, r->roller);
    event_set_dice(e, r->rolled[0], r->rolled[1]);
    if (r->unplayed != NULL) {
        xg_add_comment(&r->src, &e->comment, r->unplayed->comment);
        annotate_roll(r, e, r->unplayed);
    } else if (r->no_double != NULL)
        event_annotate(r->src.m, e, 0)->cube = r->no_double;
    apply(r, e);
}

static void move_record(struct reader *r, struct bytes *b)
{
    struct move_record v = read_move(r, b);
    if (!valid_die(v.dice[0]) || !valid_die(v.dice[1])) {
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found the dice %d %d, expected 1 to 6: play left out", v.dice[0], v.dice[1]);
        return;
    }
    set_board(r, &v.before, v.player);
    if (!was_played(&v)) {
        keep_unplayed(r, &v);
        return;
    }
    struct event *e = add_event(r, EVENT_PLAY, v.player);
    event_set_dice(e, v.dice[0], v.dice[1]);
    e->play = v.play;
    struct board before = v.before, reached;
    see_as(&before, v.player);
    if (is_empty(&before)) {
        before = r->replay.now.board;
        if (r->replay.now.on_roll != v.player)
            board_flip(&before, &before);
    }
    if (!board_play(&before, &v.play, &reached) || !board_equal(&reached, &v.after))
        mark_illegal(r, e, &v.after);
    xg_add_comment(&r->src, &e->comment, v.comment);
    annotate_roll(r, e, &v);
    apply(r, e);
    r->no_double = NULL;
    r->unplayed = NULL;
    r->rolled[0] = r->rolled[1] = 0;
}

/* ---- games ---- */

static void game_record(struct reader *r, struct bytes *b)
{
    struct game *g = r->game = match_add_game(r->src.m);
    g->place.offset = (int)r->src.offset;
    g->score[0] = bytes_i32(b);
    g->score[1] = bytes_i32(b);
    g->crawford_game = bytes_i8(b) != 0;
    r->start = read_board(r, b);
    bytes_i32(b); /* number */
    bytes_i8(b); /* in progress */
    int header = bytes_i32(b), footer = bytes_i32(b);
    xg_add_comment(&r->src, &g->comment, header);
    xg_add_comment(&r->src, &g->comment, footer);
    int doubles = bytes_i32(b);
    g->automatic_doubles = doubles > 0 && doubles < CUBE_MAX_LOG2 ? doubles : 0;
    r->no_double = NULL;
    r->unplayed = NULL;
    r->rolled[0] = r->rolled[1] = 0;
    replay_begin(&r->replay, r->src.m, g);
}

static void game_end_record(struct reader *r, struct bytes *b)
{
    enum { SETTLED = 1000 };
    struct game *g = r->game;
    if (g->n_events == 0)
        set_board(r, &(struct board){0}, 0);
    bytes_i32(b), bytes_i32(b); /* score after */
    bytes_i8(b); /* Crawford next */
    int winner = bytes_i32(b), points = bytes_i32(b), termination = bytes_i32(b);
    if (valid_die(r->rolled[0]) && valid_die(r->rolled[1]) && r->replay.winner == NOBODY)
        add_unplayed(r);
    bool stated = (winner == 1 || winner == -1) && points > 0 && points <= MATCH_LENGTH_MAX;
    struct stated_result result = {
        .winner = stated ? player_of(winner) : NOBODY, .points = points, .place = {.offset = (int)r->src.offset}};
    result_close(r->src.m, g, &r->replay, &result);
    if (stated && termination >= SETTLED)
        g->ending = ENDING_SETTLED;
    r->game = NULL;
}

static void read_record(struct reader *r, struct span record)
{
    enum record_type type = (enum record_type)record.at[TYPE_AT];
    struct bytes b = {.data = record, .at = TYPE_AT + 1, .aligned = true};
    if (type == RECORD_GAME)
        game_record(r, &b);
    else if (type == RECORD_MATCH_END || type == RECORD_MATCH)
        return;
    else if (r->game == NULL)
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found a record of type %d outside a game: left out", (int)type);
    else if (type == RECORD_CUBE)
        cube_record(r, &b);
    else if (type == RECORD_MOVE)
        move_record(r, &b);
    else if (type == RECORD_GAME_END)
        game_end_record(r, &b);
    else
        diag_offset(r->src.d, SEVERITY_WARNING, (long)r->src.offset,
                    "found a record of type %d, expected 0 to 5: left out", (int)type);
}

static void add_set(struct match *m)
{
    struct annotation_set set = {.engine = "eXtreme Gammon", .threshold = {0.02f, 0.02f, 0.08f}};
    match_add_set(m, &set);
}

static void report_the_rest(struct reader *r, const struct xg_members *members)
{
    size_t surplus = members->records.length % RECORD_SIZE;
    if (surplus != 0)
        diag_offset(r->src.d, SEVERITY_WARNING, (long)(members->records.length - surplus),
                    "found %zu bytes behind the last record, expected records of %d bytes (cut off?)", surplus,
                    RECORD_SIZE);
    xg_report_rollouts(&r->src);
}

struct match *xg_records(const struct xg_members *members, struct diags *d)
{
    struct match *m = match_new();
    struct reader r = {.src = {.m = m, .d = d}};
    struct bytes head = {.data = span_sub(members->records, 0, RECORD_SIZE), .at = TYPE_AT + 1, .aligned = true};
    m->format = "xg";
    m->generator = "eXtreme Gammon";
    if (members->records.length < RECORD_SIZE || members->records.at[TYPE_AT] != RECORD_MATCH) {
        diag_offset(d, SEVERITY_ERROR, 0, "found no match header, expected a record of %d bytes at the start",
                    RECORD_SIZE);
        match_free(m);
        return NULL;
    }
    add_set(m);
    xg_find_comments(&r.src, members->comments);
    xg_find_rollouts(&r.src, members->rollouts);
    if (!xg_match_header(&r.src, &head)) {
        match_free(m);
        return NULL;
    }
    for (size_t at = RECORD_SIZE; at + RECORD_SIZE <= members->records.length; at += RECORD_SIZE) {
        r.src.offset = at;
        read_record(&r, span_sub(members->records, at, RECORD_SIZE));
    }
    report_the_rest(&r, members);
    return m;
}
