/* Plies and events; see ogxm_play.h. */
#include "format/ogxm_play.h"

#include <string.h>

#include "base/format.h"
#include "match/legal.h"

enum { SEAT_BIT = 64, EXTRAS_BIT = 128, OGXM_MASK = 63 };

static const signed char rolls[OGXM_ROLLS][2] = {{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2},
                                                 {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 3}, {3, 4}, {3, 5},
                                                 {3, 6}, {4, 4}, {4, 5}, {4, 6}, {5, 5}, {5, 6}, {6, 6}};

const signed char *ogxm_roll(int action)
{
    return rolls[action];
}

/* ---- reading ---- */

static bool is_step(unsigned char byte)
{
    return (byte & 31) <= BOARD_BAR && byte >> 5 >= 1 && byte >> 5 <= 6;
}

static void read_steps(struct ogxm_in *in, struct ogxm_ply *p)
{
    const int most = p->dice[0] == p->dice[1] ? PLAY_STEPS : 2;
    while (p->n_steps < most) {
        const unsigned char byte = bytes_u8(&in->b);
        if (byte == 0)
            return;
        if (!is_step(byte) && in->problem == NULL)
            in->problem = W_("a step goes from nowhere or by no die");
        p->step[p->n_steps++] = byte;
    }
}

bool ogxm_read_ply(struct ogxm_in *in, struct ogxm_ply *out)
{
    const size_t from = in->b.at;
    const unsigned byte = bytes_u8(&in->b);
    *out = (struct ogxm_ply){.action = byte & OGXM_MASK, .seat = byte & SEAT_BIT ? 1 : 0};
    if (out->action < OGXM_ROLLS) {
        out->dice[0] = rolls[out->action][0];
        out->dice[1] = rolls[out->action][1];
        read_steps(in, out);
    }
    if (byte & EXTRAS_BIT)
        ogxm_record(in, &ogxm_extras, &out->extras);
    if (out->action == OGXM_RESERVED && in->problem == NULL)
        in->problem = W_("the action 35 is reserved");
    if (out->action == OGXM_EXTENDED && ogxm_has(&out->extras, EXTRA_ACTION))
        out->action = (unsigned)ogxm_number(out->extras.may[EXTRA_ACTION]);
    if (out->action == OGXM_EXTENDED && in->problem == NULL)
        in->problem = W_("an action above 62 has no number");
    out->bytes = span_sub(in->b.data, from, in->b.at - from);
    return ogxm_problem(in) == NULL;
}

/* ---- plays and boards ---- */

static int8_t turned(int point, int seat)
{
    return (int8_t)(seat == 0 ? BOARD_BAR - point : point);
}

struct play ogxm_play(const unsigned char *step, int n, int seat)
{
    struct play play = {.n = (int8_t)n};
    for (int i = 0; i < n && i < PLAY_STEPS; i++) {
        const int from = turned(step[i] & 31, seat), to = from - (step[i] >> 5);
        play.step[i] = (struct step){(int8_t)from, (int8_t)(to > 0 ? to : 0)};
    }
    return play;
}

static int8_t chequers_off(enum variant variant, int in_play)
{
    const int off = variant_chequers(variant) - in_play;
    return (int8_t)(off > 0 ? off : 0);
}

/* Counts that no board can have are those of the fullest one. */
struct board ogxm_board(struct span field, int seen_by, enum variant variant)
{
    struct board white = {0}, b;
    for (size_t i = 0; i < field.length && i < BOARD_POINTS; i++) {
        const int count = (signed char)field.at[i];
        white.point[BOARD_BAR - i] = (int8_t)(count > BOARD_CHEQUERS    ? BOARD_CHEQUERS
                                              : count < -BOARD_CHEQUERS ? -BOARD_CHEQUERS
                                                                        : count);
    }
    white.off[0] = chequers_off(variant, board_in_play(&white));
    white.off[1] = chequers_off(variant, board_opponent_in_play(&white));
    b = white;
    if (seen_by != 0)
        board_flip(&white, &b);
    return b;
}

void ogxm_put_board(struct strbuf *to, const struct board *b, int seen_by)
{
    struct board white = *b;
    if (seen_by != 0)
        board_flip(b, &white);
    for (int i = 0; i < BOARD_POINTS; i++)
        strbuf_putc(to, white.point[BOARD_BAR - i]);
}

void ogxm_opening(struct board *b, bool longgammon, enum variant variant)
{
    board_start(b, variant);
    if (longgammon)
        *b = (struct board){.point = {[1] = -BOARD_CHEQUERS, [24] = BOARD_CHEQUERS}};
}

/* ---- what a ply means ---- */

static struct event *add(struct ogxm_turn *t, enum event_kind kind, int player)
{
    struct event *e = &t->event[t->n++];
    *e = (struct event){.kind = kind, .player = (signed char)player};
    return e;
}

static void roll(const struct ogxm_ply *p, struct ogxm_turn *t)
{
    struct event *e = add(t, EVENT_PLAY, p->seat);
    event_set_dice(e, p->dice[0], p->dice[1]);
    e->play = ogxm_play(p->step, p->n_steps, p->seat);
}

static void set_position(const struct ogxm_ply *p, const struct match *m, const struct replay *at, struct ogxm_turn *t)
{
    const struct ogxm_record *x = &p->extras;
    const bool illegal = ogxm_has(x, EXTRA_ILLEGAL) && ogxm_has(x, EXTRA_DICE) && ogxm_has(x, EXTRA_BOARD);
    const int player = illegal ? !p->seat : p->seat;
    struct event *e = add(t, illegal ? EVENT_PLAY : EVENT_SET_BOARD, player);
    t->board = ogxm_has(x, EXTRA_BOARD) ? ogxm_board(x->may[EXTRA_BOARD], player, m->rules.variant)
                                        : position_board(&at->now, player);
    e->board = &t->board;
    if (illegal)
        e->flags = EVENT_ILLEGAL | EVENT_AFTER_GIVEN;
    else if (ogxm_has(x, EXTRA_DICE))
        e = add(t, EVENT_SET_DICE, player);
    if (ogxm_has(x, EXTRA_DICE))
        event_set_dice(e, x->may[EXTRA_DICE].at[0], x->may[EXTRA_DICE].at[1]);
    if (illegal)
        e->play.n = -1;
}

static void set_cube(const struct ogxm_ply *p, const struct replay *at, struct ogxm_turn *t)
{
    struct event *e = add(t, EVENT_SET_CUBE, at->now.on_roll);
    const int owner = ogxm_small_number(&p->extras, EXTRA_CUBE_OWNER, 2);
    e->value = ogxm_small_number(&p->extras, EXTRA_CUBE_VALUE, 1);
    e->owner = (signed char)(owner <= 1 ? owner : CUBE_CENTRED);
}

static void resign(const struct ogxm_ply *p, struct ogxm_turn *t)
{
    const int value = ogxm_small_number(&p->extras, EXTRA_RESIGN_VALUE, 0);
    add(t, EVENT_RESIGN, p->seat)->value = value <= 3 && p->action == OGXM_RESIGN_GAME ? value : 0;
    add(t, EVENT_RESIGN_ACCEPT, !p->seat);
}

static enum event_kind raise_named(unsigned action)
{
    return action == OGXM_DOUBLE ? EVENT_DOUBLE : action == OGXM_BEAVER ? EVENT_BEAVER : EVENT_RACCOON;
}

/* What a double or beaver makes of the cube. */
static int cube_after(const struct replay *at)
{
    return (at->now.offer == OFFER_NONE ? 2 : 4) * at->now.cube;
}

static void raise_cube(const struct ogxm_ply *p, const struct replay *at, struct ogxm_turn *t)
{
    const int value = ogxm_small_number(&p->extras, EXTRA_CUBE_VALUE, cube_after(at));
    add(t, raise_named(p->action), p->seat)->value = value;
    if (p->action != OGXM_RACCOON)
        return;
    struct event *e = add(t, EVENT_SET_CUBE, p->seat);
    e->value = value;
    e->owner = (signed char)p->seat;
}

void ogxm_turn(const struct ogxm_ply *p, const struct match *m, const struct replay *at, struct ogxm_turn *out)
{
    *out = (struct ogxm_turn){.ending = ENDING_NONE};
    if (p->action < OGXM_ROLLS) {
        roll(p, out);
        return;
    }
    switch (p->action) {
    case OGXM_DOUBLE:
    case OGXM_BEAVER:
    case OGXM_RACCOON:
        raise_cube(p, at, out);
        break;
    case OGXM_TAKE:
    case OGXM_DROP:
        add(out, p->action == OGXM_TAKE ? EVENT_TAKE : EVENT_DROP, p->seat);
        break;
    case OGXM_RESIGN_GAME:
    case OGXM_RESIGN_MATCH:
        resign(p, out);
        break;
    case OGXM_SET:
        set_position(p, m, at, out);
        break;
    case OGXM_SET_CUBE:
        set_cube(p, at, out);
        break;
    case OGXM_PASS:
        out->board = position_board(&at->now, !p->seat);
        add(out, EVENT_SET_BOARD, !p->seat)->board = &out->board;
        break;
    case OGXM_FORFEIT:
        out->ending = ENDING_FORFEIT;
        break;
    case OGXM_SETTLE:
        out->ending = ENDING_SETTLED;
        break;
    default:
        break;
    }
}

/* ---- writing plays ---- */

static unsigned roll_action(const int8_t dice[2])
{
    const int low = dice[0] < dice[1] ? dice[0] : dice[1], high = dice[0] + dice[1] - low;
    unsigned a = 0;
    while (a < OGXM_ROLLS && (rolls[a][0] != low || rolls[a][1] != high))
        a++;
    return a; /* OGXM_ROLLS: no roll */
}

static bool is_step_of(const struct board *b, struct step s, int8_t left[4])
{
    const int pips = s.from - s.to;
    for (int i = 0; i < 4; i++)
        if (left[i] != 0 && (left[i] == pips || (s.to == 0 && left[i] > pips)) && step_is_legal(b, s.from, left[i])) {
            left[i] = 0;
            return true;
        }
    return false;
}

/* Each step by one die, and none that is not possible when its turn comes. */
static bool is_in_order(const struct board *b, const int8_t dice[2], const struct play *p)
{
    struct board now = *b;
    int8_t left[4] = {dice[0], dice[1], 0, 0};
    if (dice[0] > dice[1])
        left[0] = dice[1], left[1] = dice[0]; /* a chequer is borne off by the lower die that does */
    if (dice[0] == dice[1])
        left[2] = left[3] = dice[0];
    for (int i = 0; i < p->n; i++)
        if (!is_step_of(&now, p->step[i], left) || !board_step(&now, p->step[i]))
            return false;
    return true;
}

/* Of an analysis that lists what the rules do not know. */
static bool is_made_of_steps(const struct play *p)
{
    for (int i = 0; i < p->n; i++)
        if (p->step[i].from - p->step[i].to < 1 || p->step[i].from - p->step[i].to > 6)
            return false;
    return p->n >= 0;
}

static bool legal_way(const struct board *b, const int8_t dice[2], const struct board *after, struct play *out)
{
    struct move_list list = {0};
    bool found = false;
    moves_list(b, dice[0], dice[1], &list);
    for (int i = 0; i < list.n && !found; i++)
        if (board_equal(&list.at[i].after, after)) {
            *out = list.at[i].play;
            found = true;
        }
    moves_free(&list);
    return found;
}

bool ogxm_put_steps(struct strbuf *to, const struct board *b, const int8_t dice[2], int seat, const struct play *play,
                    const struct board *after, bool counted)
{
    struct play p = *play;
    const int most = dice[0] == dice[1] ? PLAY_STEPS : 2;
    const bool fits = p.n >= 0 && p.n <= most && is_in_order(b, dice, &p);
    if (!fits && !legal_way(b, dice, after, &p) && !(counted && is_made_of_steps(&p)))
        return false;
    if (counted)
        ogxm_put_varint(to, (uint64_t)p.n);
    for (int i = 0; i < p.n; i++)
        strbuf_putc(to, (char)((p.step[i].from - p.step[i].to) << 5 | turned(p.step[i].from, seat)));
    if (!counted && p.n < most)
        strbuf_putc(to, 0);
    return true;
}

static void put_action(struct strbuf *to, unsigned action, int seat)
{
    strbuf_putc(to, (char)(action | (seat != 0 ? SEAT_BIT : 0)));
}

static void put_extended(struct strbuf *to, unsigned action, int seat, struct ogxm_out *extras)
{
    strbuf_putc(to, (char)(action | (seat != 0 ? SEAT_BIT : 0) | EXTRAS_BIT));
    ogxm_put_record(to, extras);
}

static void put_set(struct strbuf *to, const struct board *b, int seen_by, int seat, const int8_t dice[2], bool illegal)
{
    struct ogxm_out x = {0};
    if (dice != NULL && dice[0] > 0) {
        const bool swapped = dice[0] > dice[1];
        strbuf_putc(ogxm_bit(&x, EXTRA_DICE), dice[swapped]);
        strbuf_putc(&x.may, dice[!swapped]);
    }
    if (illegal)
        ogxm_bit(&x, EXTRA_ILLEGAL);
    ogxm_put_board(ogxm_bit(&x, EXTRA_BOARD), b, seen_by);
    put_extended(to, OGXM_SET, seat, &x);
}

static bool resigns_next(const struct game *g, size_t i, int player)
{
    for (i++; i < g->n_events && g->events[i].kind == EVENT_COMMENT; i++)
        continue;
    return i + 1 < g->n_events && g->events[i].kind == EVENT_RESIGN && g->events[i].player == player &&
           g->events[i + 1].kind == EVENT_RESIGN_ACCEPT && !(g->events[i].flags & EVENT_IMPLIED);
}

/* A roll without steps is a dance, unless the same player resigns next. Where it is not so, extras say it: steps, of
 * which there are none, or nothing. */
static size_t put_without_steps(struct strbuf *to, const struct game *g, size_t i, bool danced)
{
    const struct event *e = &g->events[i];
    const unsigned action = roll_action(e->dice);
    struct ogxm_out extras = {0};
    if (action == OGXM_ROLLS)
        return 0;
    const bool plain = danced != resigns_next(g, i, e->player);
    strbuf_putc(to, (char)(action | (e->player != 0 ? SEAT_BIT : 0) | (plain ? 0 : EXTRAS_BIT)));
    strbuf_putc(to, 0);
    if (plain)
        return 1;
    if (danced)
        ogxm_put_varint(ogxm_bit(&extras, EXTRA_STEPS), 0);
    ogxm_put_record(to, &extras);
    return 1;
}

/* A play that the rules do not know is the position that it led to. */
static size_t put_play(struct strbuf *to, const struct replay *at, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    struct replay after = *at;
    struct board played = position_board(&at->now, e->player);
    const struct board before = played;
    const unsigned action = roll_action(e->dice);
    if (action == OGXM_ROLLS)
        return 0; /* dice that are none, in a damaged file */
    replay_apply(&after, e, &played);
    if (e->play.n == 0 && !(e->flags & EVENT_AFTER_GIVEN))
        return put_without_steps(to, g, i, true);
    if (after.play_legal && !(e->flags & EVENT_AFTER_GIVEN)) {
        const size_t from = to->length;
        put_action(to, action, e->player);
        if (ogxm_put_steps(to, &before, e->dice, e->player, &e->play, &played, false))
            return 1;
        to->length = from;
    }
    put_set(to, &played, e->player, !e->player, e->dice, true);
    return 1;
}

static size_t put_cube(struct strbuf *to, const struct event *e)
{
    struct ogxm_out x = {0};
    if (e->value != 1)
        ogxm_put_varint(ogxm_bit(&x, EXTRA_CUBE_VALUE), (uint64_t)e->value);
    if (e->owner != CUBE_CENTRED)
        ogxm_put_varint(ogxm_bit(&x, EXTRA_CUBE_OWNER), (uint64_t)e->owner);
    put_extended(to, OGXM_SET_CUBE, 0, &x);
    return 1;
}

static bool is_accepted(const struct game *g, size_t i)
{
    return i + 1 < g->n_events && g->events[i + 1].kind == EVENT_RESIGN_ACCEPT;
}

/* Only what was accepted; a resignation that the result implies is in the result. */
static size_t put_resignation(struct strbuf *to, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    struct ogxm_out x = {0};
    if (!is_accepted(g, i) || (e->flags & EVENT_IMPLIED))
        return 0;
    if (e->value >= 1 && e->value <= 3)
        ogxm_put_varint(ogxm_bit(&x, EXTRA_RESIGN_VALUE), (uint64_t)e->value);
    if (x.mask != 0)
        put_extended(to, OGXM_RESIGN_GAME, e->player, &x);
    else
        put_action(to, OGXM_RESIGN_GAME, e->player);
    return 2;
}

static bool follows(const struct game *g, size_t i, enum event_kind kind)
{
    return i + 1 < g->n_events && g->events[i + 1].kind == kind;
}

/* The value only where the cube is not turned as it should be. */
static size_t put_raise(struct strbuf *to, const struct replay *at, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    const bool answers = at->now.offer == OFFER_DOUBLE && e->player == at->now.turn;
    const unsigned action = e->kind == EVENT_RACCOON             ? OGXM_RACCOON
                            : e->kind == EVENT_BEAVER || answers ? OGXM_BEAVER
                                                                 : OGXM_DOUBLE;
    struct ogxm_out x = {0};
    if (e->value > 0 && e->value != cube_after(at))
        ogxm_put_varint(ogxm_bit(&x, EXTRA_CUBE_VALUE), (uint64_t)e->value);
    if (x.mask != 0)
        put_extended(to, action, e->player, &x);
    else
        put_action(to, action, e->player);
    const bool his = e->kind == EVENT_RACCOON && follows(g, i, EVENT_SET_CUBE) && e[1].owner == e->player &&
                     e[1].value == (e->value > 0 ? e->value : cube_after(at));
    return his ? 2 : 1;
}

bool ogxm_put_beavered_cube(struct strbuf *to, const struct replay *after, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    if (e->kind != EVENT_RACCOON || follows(g, i, EVENT_SET_CUBE) || follows(g, i, EVENT_DROP))
        return false;
    const struct event keeps = {.value = after->offered, .owner = (signed char)after->now.cube_owner};
    put_cube(to, &keeps);
    return true;
}

static bool is_last(const struct game *g, size_t i)
{
    return i + 1 == g->n_events;
}

size_t ogxm_put_turn(struct strbuf *to, const struct replay *at, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    const bool raised = at->now.offer == OFFER_BEAVER || at->now.offer == OFFER_RACCOON;
    switch (e->kind) {
    case EVENT_PLAY:
        return put_play(to, at, g, i);
    case EVENT_ROLL:
        return put_without_steps(to, g, i, false);
    case EVENT_SET_DICE:
        return is_last(g, i) ? put_without_steps(to, g, i, false) : 0;
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
        return put_raise(to, at, g, i);
    case EVENT_TAKE: /* what was raised is taken by rolling on */
        if (raised)
            return 0;
        put_action(to, OGXM_TAKE, e->player);
        return 1;
    case EVENT_DROP:
        if (e->flags & EVENT_IMPLIED)
            return 0;
        put_action(to, OGXM_DROP, e->player);
        return 1;
    case EVENT_RESIGN:
        return put_resignation(to, g, i);
    case EVENT_SET_CUBE:
        return put_cube(to, e);
    case EVENT_SET_BOARD: {
        const bool rolled = i + 1 < g->n_events && e[1].kind == EVENT_SET_DICE && e[1].player == e->player;
        put_set(to, event_board(e), e->player, e->player, rolled ? e[1].dice : NULL, false);
        return rolled ? 2 : 1;
    }
    default:
        return 0;
    }
}

/* ---- comparing ---- */

static bool same_play(const struct event *a, const struct event *b, const struct replay *at)
{
    struct replay x = *at, y = *at;
    struct board after_a = {0}, after_b = {0};
    replay_apply(&x, a, &after_a);
    replay_apply(&y, b, &after_b);
    return board_equal(&after_a, &after_b) && x.play_legal == y.play_legal;
}

static bool same_event(const struct event *a, const struct event *b, const struct replay *at)
{
    const bool dice = (a->dice[0] == b->dice[0] && a->dice[1] == b->dice[1]) ||
                      (a->dice[0] == b->dice[1] && a->dice[1] == b->dice[0]);
    if (a->player != b->player || !dice)
        return false;
    const bool roll = (a->kind == EVENT_ROLL || a->kind == EVENT_SET_DICE) && b->kind == EVENT_PLAY;
    if (roll)
        return b->play.n == 0;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case EVENT_PLAY:
        return same_play(a, b, at);
    case EVENT_SET_BOARD:
        return board_equal(event_board(a), event_board(b));
    case EVENT_SET_CUBE:
        return a->value == b->value && a->owner == b->owner;
    default:
        return true;
    }
}

size_t ogxm_same_turn(const struct ogxm_turn *turn, const struct replay *at, const struct game *g, size_t i)
{
    struct replay now = *at;
    for (int k = 0; k < turn->n; k++) {
        if (i + (size_t)k >= g->n_events || !same_event(&g->events[i + (size_t)k], &turn->event[k], &now))
            return k == 1 && turn->event[0].kind == EVENT_RACCOON ? 1 : 0; /* the cube may be the beaverer's */
        replay_apply(&now, &turn->event[k], NULL);
    }
    return (size_t)turn->n;
}
