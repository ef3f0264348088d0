/* The move generator. A play is a set of steps, and most orders of the same steps give the same board,
 * so almost all duplicates are avoided by the order of enumeration instead of being found afterwards:
 *
 *  - Doubles: steps are taken from the rearmost point forward. A set of steps that can be played at all can be played
 *    in this order, and different sets give different boards, so there are no duplicates.
 *  - Two dice: all plays with the larger die first, then those with the smaller die first that bring something new:
 *    one chequer moved twice over a point that the other order cannot use or hits on, or steps that only bring the
 *    last chequer home before another is borne off (those are compared with what is already there).
 *
 * Points are bit masks while looking for steps: bit p = point p, bit 25 = the bar. */
#include "match/moves.h"

#include <stdlib.h>

#include "base/xmalloc.h"

enum { HOME_MASK = 0x7e, BEYOND_HOME = 0x3ffff80, BAR_BIT = 1 << BOARD_BAR };

struct position {
    struct board board;
    uint32_t own; /* points with chequers of the mover */
    uint32_t closed; /* points made by the opponent */
};

struct output {
    struct board *boards;
    struct play *plays; /* NULL where nobody asks */
    int n;
};

static int highest(uint32_t mask)
{
    return 31 - __builtin_clz(mask);
}

static void position_of(const struct board *b, struct position *p)
{
    p->board = *b;
    p->own = p->closed = 0;
    for (int i = 1; i < BOARD_POINTS; i++) {
        p->own |= (uint32_t)(b->point[i] > 0) << i;
        p->closed |= (uint32_t)(b->point[i] <= -2) << i;
    }
}

/* The points from which a chequer can be moved by `die`, as a mask. */
static uint32_t sources(const struct position *p, int die)
{
    uint32_t from = p->own & ~(p->closed << die) & 0xfffffffeu << die;
    if (p->own & BAR_BIT)
        return from & BAR_BIT;
    if (p->own == 0 || (p->own & BEYOND_HOME))
        return from;
    const int rear = highest(p->own);
    if (rear <= die)
        return from | 1u << rear;
    return from | (p->own & 1u << die);
}

static inline int target(int from, int die)
{
    return from > die ? from - die : 0;
}

/* Executes a step that is known to be legal. */
static inline void move_chequer(struct board *b, int from, int to)
{
    b->point[from]--;
    if (to == 0)
        b->off[0]++;
    else if (b->point[to] < 0) {
        b->point[to] = 1;
        b->point[BOARD_OPPONENT_BAR]--;
    } else
        b->point[to]++;
}

static inline void step_to(const struct position *p, int from, int die, struct position *next)
{
    const int to = target(from, die);
    *next = *p;
    move_chequer(&next->board, from, to);
    if (p->board.point[from] == 1)
        next->own &= ~(1u << from);
    if (to > 0)
        next->own |= 1u << to;
}

static inline void emit(struct output *out, const struct board *parent, const struct play *played, int from, int to)
{
    out->boards[out->n] = *parent;
    move_chequer(&out->boards[out->n], from, to);
    if (out->plays) {
        struct play *play = &out->plays[out->n];
        *play = *played;
        play->step[play->n++] = (struct step){(int8_t)from, (int8_t)to};
    }
    out->n++;
}

static inline struct play extended(const struct play *played, int from, int to)
{
    struct play play = *played;
    play.step[play.n++] = (struct step){(int8_t)from, (int8_t)to};
    return play;
}

/* Every step by `die` from the points of `from`, as the last of a play. */
static inline void emit_all(struct output *out, const struct position *p, const struct play *played, uint32_t from,
                            int die)
{
    for (; from; from &= ~(1u << highest(from)))
        emit(out, &p->board, played, highest(from), target(highest(from), die));
}

/* ---- doubles ---- */

/* How many steps of `die` can be played at most, up to `left`. Any rearmost-first play that gets stuck is no longer
 * than the greedy one that always moves the rearmost chequer that can move. */
static int steps_possible(const struct position *p, int die, int left)
{
    struct position at = *p, next;
    int steps = 0;
    for (uint32_t from; steps < left && (from = sources(&at, die)) != 0; steps++) {
        step_to(&at, highest(from), die, &next);
        at = next;
    }
    return steps;
}

/* Plays exactly `left` further steps, none from behind `limit`. */
static void doubles(struct output *out, const struct position *p, const struct play *played, int die, int left,
                    int limit)
{
    uint32_t from = sources(p, die) & (uint32_t)((2ull << limit) - 1);
    if (left == 1) {
        emit_all(out, p, played, from, die);
        return;
    }
    for (; from; from &= ~(1u << highest(from))) {
        const int point = highest(from);
        struct position next;
        struct play play = {0};
        step_to(p, point, die, &next);
        if (out->plays)
            play = extended(played, point, target(point, die));
        doubles(out, &next, &play, die, left - 1, point);
    }
}

/* ---- two different dice ---- */

/* Takes the last board back if it was there before. */
static void drop_if_known(struct output *out)
{
    const struct board *last = &out->boards[out->n - 1];
    for (const struct board *b = out->boards; b < last; b++)
        if (board_equal(b, last)) {
            out->n--;
            return;
        }
}

/* All plays with the die `first` played first. From the chequer behind, the second die may fill the gap that the first
 * has left: that is the chequer behind moving twice, already given unless it would have hit or been stopped. */
static void in_order(struct output *out, const struct position *p, int first, int second)
{
    for (uint32_t from = sources(p, first); from; from &= ~(1u << highest(from))) {
        const int point = highest(from), behind = point + second;
        struct position next;
        struct play play = {0};
        step_to(p, point, first, &next);
        if (out->plays)
            play = extended(&play, point, target(point, first));
        uint32_t on = sources(&next, second);
        if (next.own & BEYOND_HOME) {
            if (behind <= 24 && p->board.point[behind - first] >= 0)
                on &= ~(1u << behind);
            emit_all(out, &next, &play, on, second);
            continue;
        }
        for (; on; on &= ~(1u << highest(on))) {
            emit(out, &next.board, &play, highest(on), target(highest(on), second));
            drop_if_known(out);
        }
    }
}

/* Can the second step, on to the same chequer, bring a board that the other order does not? `from` is its start. */
static bool is_new_by_passing(const struct position *p, int from, int second)
{
    const int other_way = from - second; /* where the other order would touch down */
    return other_way <= 0 || p->board.point[other_way] < 0;
}

/* The points whose step by `second`, after `point` to `to` by `first`, can bring a board that in_order(second, first)
 * has not given. Without bearing off that is only the same chequer going on; after entering it is any. */
static uint32_t worth_trying(const struct position *p, const struct position *next, int point, int to, int second)
{
    const uint32_t from = sources(next, second);
    if ((next->own & BEYOND_HOME) == 0 || point == BOARD_BAR)
        return from;
    const bool hit = p->board.point[to] < 0;
    return hit || is_new_by_passing(p, point, second) ? from & 1u << to : 0;
}

/* The plays with `first` played first that in_order(second, first) has not given yet. */
static void in_other_order(struct output *out, const struct position *p, int first, int second)
{
    for (uint32_t from = sources(p, first); from; from &= ~(1u << highest(from))) {
        const int point = highest(from), to = target(point, first);
        struct position next;
        struct play play = {0};
        step_to(p, point, first, &next);
        if (out->plays)
            play = extended(&play, point, to);
        const bool entered_last = point == BOARD_BAR && p->board.point[BOARD_BAR] == 1;
        const bool sure = entered_last && (next.own & BEYOND_HOME) != 0;
        for (uint32_t on = worth_trying(p, &next, point, to, second); on; on &= ~(1u << highest(on))) {
            emit(out, &next.board, &play, highest(on), target(highest(on), second));
            if (!sure || highest(on) == to)
                drop_if_known(out);
        }
    }
}

static void single_steps(struct output *out, const struct position *p, int die)
{
    const struct play nothing = {0};
    emit_all(out, p, &nothing, sources(p, die), die);
}

static int generate(const struct board *b, int die1, int die2, struct output *out)
{
    const int large = die1 > die2 ? die1 : die2, small = die1 > die2 ? die2 : die1;
    const struct play nothing = {0};
    struct position p;
    position_of(b, &p);
    if (large == small) {
        const int steps = steps_possible(&p, large, PLAY_STEPS);
        if (steps > 0)
            doubles(out, &p, &nothing, large, steps, BOARD_BAR);
        return out->n;
    }
    in_order(out, &p, large, small);
    in_other_order(out, &p, small, large);
    if (out->n == 0)
        single_steps(out, &p, large);
    if (out->n == 0)
        single_steps(out, &p, small);
    return out->n;
}

int moves_boards(const struct board *b, int die1, int die2, struct board *out)
{
    struct output sink = {.boards = out};
    return generate(b, die1, die2, &sink);
}

static void reserve(struct move_list *list, int n)
{
    if (n < 1 || n <= list->capacity)
        return;
    list->at = xrealloc(list->at, (size_t)n * sizeof *list->at);
    list->capacity = n;
}

int moves_list(const struct board *b, int die1, int die2, struct move_list *list)
{
    struct board boards[MOVES_MAX];
    struct play plays[MOVES_MAX];
    struct output sink = {.boards = boards, .plays = plays};
    list->n = generate(b, die1, die2, &sink);
    reserve(list, list->n);
    for (int i = 0; i < list->n; i++)
        list->at[i] = (struct legal_play){.play = plays[i], .after = boards[i]};
    return list->n;
}

void moves_free(struct move_list *list)
{
    xfree(list->at);
    *list = (struct move_list){0};
}

bool board_step(struct board *b, struct step s)
{
    if (s.from < 1 || s.from > BOARD_BAR || s.to < 0 || s.to >= BOARD_BAR || b->point[s.from] <= 0)
        return false;
    if (s.to > 0 && b->point[s.to] <= -2)
        return false;
    move_chequer(b, s.from, s.to);
    return true;
}

bool board_play(const struct board *b, const struct play *play, struct board *after)
{
    *after = *b;
    for (int i = 0; i < play->n; i++)
        if (!board_step(after, play->step[i]))
            return false;
    return true;
}

bool moves_is_legal(const struct board *b, int die1, int die2, const struct board *after)
{
    struct board boards[MOVES_MAX];
    const int n = moves_boards(b, die1, die2, boards);
    for (int i = 0; i < n; i++)
        if (board_equal(&boards[i], after))
            return true;
    return n == 0 && board_equal(b, after);
}
