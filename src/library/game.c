/* Games played on from positions: the public library's door to the replay of match/walk.h. See kibitzer_position.h. */
#include <string.h>

#include "base/xmalloc.h"
#include "kibitzer_position.h"
#include "library/library.h"
#include "match/notation.h"
#include "match/walk.h"

int library_winner(const struct position *p, int *points)
{
    const int won = board_won(&p->board), lost = board_lost(&p->board);
    *points = 0;
    if (p->state == GAME_DROPPED) {
        *points = p->cube;
        return 1 - p->turn;
    }
    if (won == 0 && lost == 0)
        return NOBODY;
    *points = walk_points(p, won != 0 ? won : lost);
    return won != 0 ? p->on_roll : 1 - p->on_roll;
}

const char *kibitzer_position_problem(const struct kibitzer_position *of)
{
    if (of == NULL)
        return W_("found NULL, expected a position");
    const struct position *p = &of->position;
    const bool one_away = position_away(p, 0) == 1 || position_away(p, 1) == 1;
    if ((p->dice[0] == 0) != (p->dice[1] == 0))
        return W_("one die has been rolled, the other not");
    if (position_away(p, 0) <= 0 || position_away(p, 1) <= 0)
        return W_("the match is over at this score");
    if (p->crawford_game && !one_away)
        return p->length == 0 ? "there is no Crawford game in money play"
                              : "in the Crawford game a player needs one point";
    return p->rules.cube_limit != 0 && p->cube > p->rules.cube_limit ? "the cube is higher than its limit" : NULL;
}

static struct kibitzer_position *made_of(const struct position *p)
{
    struct kibitzer_position *made = xcalloc(1, sizeof *made);
    made->position = *p;
    return made;
}

struct acting {
    const struct kibitzer_position *from;
    int length; /* of a match that begins */
    const char *action;
    struct kibitzer_position *made;
};

static int copy(void *acting)
{
    struct acting *a = acting;
    if (a->from == NULL)
        return library_refuse_null();
    a->made = made_of(&a->from->position);
    return KIBITZER_OK;
}

struct kibitzer_position *kibitzer_position_copy(const struct kibitzer_position *p, struct kibitzer_call *c)
{
    struct acting a = {.from = p};
    return library_call(c, copy, &a) == KIBITZER_OK ? a.made : NULL;
}

/* ---- games ---- */

static int start(void *acting)
{
    static const struct rules usual = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    static const int no_score[2] = {0, 0};
    struct acting *a = acting;
    struct position p;
    if (a->length < 0 || a->length > MATCH_LENGTH_MAX)
        return library_refuse(KIBITZER_MISUSE, "found %d points, expected 0 (money play) to %d", a->length,
                              MATCH_LENGTH_MAX);
    position_start(&p, &usual, a->length, no_score, false);
    p.state = GAME_NOT_STARTED;
    a->made = made_of(&p);
    return KIBITZER_OK;
}

struct kibitzer_position *kibitzer_position_start(int length, struct kibitzer_call *c)
{
    struct acting a = {.length = length};
    return library_call(c, start, &a) == KIBITZER_OK ? a.made : NULL;
}

/* The first game, and no other, in which a player needs one point. */
static bool crawford_is_next(const struct position *before, const int score[2])
{
    const int one_away = before->length - 1;
    const bool was = before->score[0] == one_away || before->score[1] == one_away;
    return before->rules.crawford && before->length > 1 && !was && (score[0] == one_away || score[1] == one_away);
}

static int next_game(void *acting)
{
    struct acting *a = acting;
    int points;
    if (a->from == NULL)
        return library_refuse_null();
    const struct position *p = &a->from->position;
    const int winner = library_winner(p, &points);
    if (winner == NOBODY)
        return library_refuse(KIBITZER_MISUSE, "this game is not over");
    int score[2] = {p->score[0], p->score[1]};
    score[winner] += points;
    if (p->length > 0 && score[winner] >= p->length)
        return library_refuse(KIBITZER_MISUSE, "the match is over: %d-%d", score[0], score[1]);
    struct position next;
    position_start(&next, &p->rules, p->length, score, crawford_is_next(p, score));
    next.state = GAME_NOT_STARTED;
    a->made = made_of(&next);
    return KIBITZER_OK;
}

struct kibitzer_position *kibitzer_position_next_game(const struct kibitzer_position *p, struct kibitzer_call *c)
{
    struct acting a = {.from = p};
    return library_call(c, next_game, &a) == KIBITZER_OK ? a.made : NULL;
}

/* ---- actions ---- */

static const char *throw_dice(struct position *p, int die1, int die2)
{
    if (p->dice[0] != 0)
        return W_("the dice have been rolled already");
    if (p->state == GAME_NOT_STARTED) {
        if (die1 == die2)
            return W_("the first throw of a game is not a double: each player throws one die");
        if (p->on_roll != (die1 > die2 ? 0 : 1))
            position_pass_turn(p);
        p->state = GAME_PLAYING;
    }
    p->dice[0] = die1;
    p->dice[1] = die2;
    return NULL;
}

static const char *move(struct replay *r, const char *text)
{
    struct event e = {.kind = EVENT_PLAY, .player = r->now.on_roll & 1};
    const char *problem = NULL;
    if (r->now.dice[0] == 0)
        return W_("neither a throw, a play after a throw, nor double, take, pass, beaver or raccoon");
    e.dice[0] = (int8_t)r->now.dice[0];
    e.dice[1] = (int8_t)r->now.dice[1];
    if (!notation_read(span_of(text), &r->now.board, e.dice[0], e.dice[1], &e.play, &problem, NULL))
        return problem;
    return replay_apply(r, &e, NULL);
}

static const struct word {
    const char *name;
    enum event_kind kind;
} words[] = {{"double", EVENT_DOUBLE}, {"redouble", EVENT_DOUBLE}, {"take", EVENT_TAKE},      {"pass", EVENT_DROP},
             {"drop", EVENT_DROP},     {"beaver", EVENT_BEAVER},   {"raccoon", EVENT_RACCOON}};

static const struct word *word_called(const char *action)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, action) == 0)
            return &words[i];
    return NULL;
}

static const char *cube_action(struct replay *r, enum event_kind kind)
{
    const struct event e = {.kind = kind, .player = replay_actor(r, kind) & 1};
    if (kind == EVENT_DOUBLE && r->now.state == GAME_NOT_STARTED)
        return W_("nobody has rolled yet in this game");
    if (kind == EVENT_DOUBLE && position_is_doubled(&r->now))
        return W_("a double waits for its answer");
    return replay_apply(r, &e, NULL);
}

static bool is_die(char c)
{
    return c >= '1' && c <= '6';
}

static const char *do_action(struct replay *r, const char *action)
{
    const struct word *word = word_called(action);
    const bool answers = word != NULL && word->kind != EVENT_DOUBLE;
    int points;
    if (library_winner(&r->now, &points) != NOBODY)
        return W_("the game is over");
    if (r->now.offer == OFFER_RESIGNATION)
        return W_("a resignation waits for its answer");
    if (position_is_doubled(&r->now) && !answers)
        return W_("a double waits for its answer");
    if (word != NULL)
        return cube_action(r, word->kind);
    if (is_die(action[0]) && is_die(action[1]) && action[2] == '\0')
        return throw_dice(&r->now, action[0] - '0', action[1] - '0');
    return move(r, action);
}

static int act(void *acting)
{
    struct acting *a = acting;
    if (a->from == NULL || a->action == NULL)
        return library_refuse_null();
    struct replay r = {.now = a->from->position, .winner = NOBODY, .started = true};
    r.offered = 2 * r.now.cube <= 1 << CUBE_MAX_LOG2 ? 2 * r.now.cube : r.now.cube;
    const char *problem = do_action(&r, a->action);
    if (problem != NULL)
        return library_refuse(KIBITZER_MISUSE, "%s: %s", a->action, problem);
    a->made = made_of(&r.now);
    return KIBITZER_OK;
}

struct kibitzer_position *kibitzer_position_after(const struct kibitzer_position *p, const char *action,
                                                  struct kibitzer_call *c)
{
    struct acting a = {.from = p, .action = action};
    return library_call(c, act, &a) == KIBITZER_OK ? a.made : NULL;
}

/* ---- plays in letters ---- */

struct writing {
    const int8_t *board, *play;
    struct strbuf text;
};

static bool read_steps(const int8_t steps[KIBITZER_PLAY], struct play *play)
{
    *play = (struct play){.n = 0};
    while (play->n < PLAY_STEPS && steps[2 * play->n] != -1) {
        const struct step s = {steps[2 * play->n], steps[2 * play->n + 1]};
        if (s.from < 1 || s.from > 25 || s.to < 0 || s.to > 24)
            return false;
        play->step[play->n++] = s;
    }
    return true;
}

static int write_play(void *writing)
{
    struct writing *w = writing;
    struct play play;
    if (w->board == NULL || w->play == NULL)
        return library_refuse_null();
    if (library_board_problem(w->board) != NULL)
        return library_refuse(KIBITZER_MISUSE, "%s", library_board_problem(w->board));
    const struct board b = library_board(w->board);
    struct board after;
    if (!read_steps(w->play, &play) || !board_play(&b, &play, &after))
        return library_refuse(KIBITZER_MISUSE, "this play cannot be made on this board");
    notation_write(&w->text, &b, &play, NOTATION_MERGED);
    return KIBITZER_OK;
}

char *kibitzer_play_text(const int8_t board[KIBITZER_BOARD], const int8_t play[KIBITZER_PLAY], struct kibitzer_call *c)
{
    struct writing w = {.board = board, .play = play};
    return library_call(c, write_play, &w) == KIBITZER_OK ? w.text.at : NULL;
}
