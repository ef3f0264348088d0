/* Courses between two observations; see courses.h. */
#include "watched/branch.h"

#include <math.h>

#include "base/xmalloc.h"
#include "match/annotation.h"
#include "match/moves.h"
#include "match/notation.h"

/* Logarithms of priors. They are rough, and the same for every machine: the observations decide. */
#define MISSED_DICE (-3.5F)
#define MISSED_BOARD (-3.5F)
#define SEEN_AGAIN (-2.5F) /* the same dice or board once more */
#define SEEN_EARLY (-2.5F) /* a board between the roll and the play */
#define OF_THE_OTHER (-7.0F) /* `by` is wrong */
#define ASTRAY (-9.0F) /* an observation of something that did not happen */
#define ASTRAY_BOARD (-14.0F) /* below the best that it could have shown */
#define DOUBLED (-0.5F)
#define UNSEEN_ACTION (-2.5F)
#define FALSE_ALARM (-2.0F) /* a cube that was not turned */
#define UNSEEN_DOUBLE (-8.5F) /* and its take, before any roll */
#define UNSEEN_END (-9.0F)
#define ILLEGAL_PLAY (-15.0F)
#define UNMADE (-1.5F) /* a play that cannot be made on this board: its dice may be right */
#define OPENED_DOUBLET (-20.0F)
#define LOST (-1.0F) /* no board was seen for so long that rolls are given up */
#define FOUND_AGAIN (-18.0F) /* the next board, whatever it shows */

#define FAR_UNSEEN 14.0

/* Unseen events are only searched for after the likeliest states. */
static bool looks_far(const struct courses *c)
{
    return c->from < c->unseen && c->alpha > c->before - FAR_UNSEEN;
}

/* The game's first roll was this player's. */
static struct branch begun_by(const struct branch *k, int who)
{
    struct branch begun = *k;
    begun.s.on_roll = (int8_t)who;
    begun.s.started = true;
    return begun;
}

/* A cube that is still offered has been taken, and nobody saw it. False if that cannot be. */
static bool take_unseen(struct courses *c, struct branch *k)
{
    if (!k->s.offered)
        return true;
    if (!branch_turn_cube(c, k, true))
        return false;
    k->w += UNSEEN_ACTION;
    return true;
}

/* ---- a board ---- */

/* Only the mover's chequers have moved, and some of the opponent's were hit: a play against the rules, as the
 * picture shows it. */
static bool could_be_made(const struct standing *s, int chequers, struct board *after)
{
    int own = 0, hit = 0;
    for (int p = 1; p < BOARD_BAR; p++) {
        const int before = s->board.point[p] < 0 ? -s->board.point[p] : 0,
                  now = after->point[p] < 0 ? -after->point[p] : 0;
        if (now > before || (before - now > 0 && (before != 1 || now != 0)))
            return false;
        hit += before - now;
        own += after->point[p] > 0 ? after->point[p] : 0;
    }
    after->off[1] = s->board.off[1];
    after->off[0] = (int8_t)(chequers - own - after->point[BOARD_BAR]);
    return -after->point[BOARD_OPPONENT_BAR] == hit - s->board.point[BOARD_OPPONENT_BAR] &&
           after->off[0] >= s->board.off[0] && !board_equal(after, &s->board);
}

/* The board as it was seen, if it can be one. */
static bool seen_whole_board(const struct courses *c, int player, struct board *out)
{
    if (!seen_board_top(c->at, player, out))
        return false;
    for (int side = 0; side < 2; side++)
        out->off[side] = (int8_t)(out->off[side] - BOARD_CHEQUERS + variant_chequers(c->rules.variant));
    return out->off[0] >= 0 && out->off[1] >= 0;
}

/* The board after it: as it was seen, or as a person has given it. */
static bool illegal_board(const struct courses *c, const struct standing *s, int index, struct board *after)
{
    struct play play;
    const char *problem;
    int dice[2];
    roll_dice(index, dice);
    if (c->at->fixed_play == NULL)
        return seen_board_top(c->at, s->on_roll, after) && could_be_made(s, variant_chequers(c->rules.variant), after);
    (void)notation_read(span_of(c->at->fixed_play), &s->board, dice[0], dice[1], &play, &problem, NULL);
    return play.n > 0 && board_play(&s->board, &play, after);
}

static void try_illegal(struct courses *c, const struct branch *k)
{
    static const struct play none = {0};
    const int item = k->s.n_queue == 1 ? k->s.queue[0] : ITEM_UNKNOWN;
    if (k->s.n_queue != 1 || !k->s.started || k->s.offered || item > ITEM_UNKNOWN)
        return;
    for (int i = 0; i < ROLLS; i++) {
        int dice[2];
        struct board after;
        roll_dice(i, dice);
        if ((item != i && item != ITEM_UNKNOWN) || !illegal_board(c, &k->s, i, &after) ||
            moves_is_legal(&k->s.board, dice[0], dice[1], &after))
            continue;
        struct branch next = *k;
        next.w += ILLEGAL_PLAY + (item == i ? 0 : branch_roll_prior(i)) +
                  branch_fixed_likely(c->at, &k->s.board, i, &after) + seen_board_likely(c->at, &after, k->s.on_roll);
        if (c->alpha + (double)next.w < c->best - BRANCH_FAR)
            continue;
        struct branch made = branch_played(c, &next, i, &none, &after, true);
        branch_emit(c, &made);
    }
}

/* Is given each end that is tried; `unseen`: what it costs if the observation does not show it. */
typedef void after_end(struct courses *c, struct branch *k, float unseen);

/* The player on roll wins by a drop: of the cube that is offered, or of one that nobody saw. */
static void try_drop(struct courses *c, const struct branch *from, int winner, after_end *then)
{
    const struct standing *s = &from->s;
    struct branch k = *from;
    if (branch_rolls(s) > 0 || (!s->offered && !branch_may_double(c, s, winner)))
        return;
    if (s->offered) {
        k.w += UNSEEN_ACTION;
    } else {
        k.w += UNSEEN_ACTION + DOUBLED;
        (void)branch_turn_cube(c, &k, false);
    }
    branch_event(c, &k, EVENT_DROP, !winner);
    branch_end_game(c, &k, winner, s->cube);
    then(c, &k, s->offered ? 0 : UNSEEN_END);
}

static void try_resignation(struct courses *c, const struct branch *from, int winner, int kind, after_end *then)
{
    const struct standing *s = &from->s;
    struct branch k = *from;
    k.w -= 0.5F + (float)(kind - 1);
    if (branch_rolls(s) > 0 && s->queue[0] != ITEM_UNKNOWN) {
        int dice[2];
        roll_dice(s->queue[0], dice);
        struct happened *h = branch_event(c, &k, EVENT_ROLL, s->on_roll);
        h->dice[0] = (int8_t)dice[0];
        h->dice[1] = (int8_t)dice[1];
    }
    branch_event(c, &k, EVENT_RESIGN, !winner)->value = (int8_t)kind;
    branch_event(c, &k, EVENT_RESIGN_ACCEPT, winner);
    branch_end_game(c, &k, winner, kind * s->cube);
    then(c, &k, UNSEEN_END);
}

/* The board is that of a new game: how did the last one end? */
static void try_ends(struct courses *c, const struct branch *from, after_end *then)
{
    const struct standing *s = &from->s;
    if (!s->started || s->over || s->n_queue > 1)
        return;
    for (int winner = 0; winner < 2; winner++) {
        if (winner == branch_next_roller(s))
            try_drop(c, from, winner, then);
        for (int kind = 1; kind <= 3; kind++)
            try_resignation(c, from, winner, kind, then);
    }
}

static void shows_start(struct courses *c, struct branch *k, float unseen)
{
    k->w += unseen + seen_board_likely(c->at, &k->s.board, 0);
    branch_emit(c, k);
}

/* The new game has a first ply already; its roll was not seen. */
static void shows_opening(struct courses *c, struct branch *k, float unseen)
{
    for (int who = 0; who < 2 && !k->s.over; who++) {
        struct branch begun = begun_by(k, who);
        begun.w += unseen + MISSED_DICE;
        if (branch_push(&begun, ITEM_UNKNOWN))
            branch_play_queue(c, &begun, 1, NULL);
    }
}

static bool looks_like_start(const struct courses *c)
{
    struct standing fresh = {0};
    branch_start_game(c, &fresh);
    return seen_board_likely(c->at, &fresh.board, 0) > c->at->top - 12;
}

static void with_unknown(struct courses *c, const struct branch *from, int more, float cost)
{
    struct branch k = *from;
    k.w += cost;
    bool fits = true;
    for (int i = 0; i < more; i++)
        fits = fits && branch_push(&k, ITEM_UNKNOWN);
    if (fits && !k.s.offered)
        branch_play_queue(c, &k, branch_rolls(&k.s), NULL);
}

/* The board as it was before the roll, or before the last of several: it shows no play that a person could correct. */
static void sees_no_play(struct courses *c, const struct branch *from)
{
    const struct standing *s = &from->s;
    const int rolls = branch_rolls(s);
    if (rolls == 0)
        branch_emit_with(c, from, seen_board_likely(c->at, &s->board, s->on_roll) + (s->started ? SEEN_AGAIN : 0));
    else if (rolls == 1 && s->n_queue == 1)
        branch_emit_with(c, from, seen_board_likely(c->at, &s->board, s->on_roll) + SEEN_EARLY);
    else if (rolls > 1 && s->queue[s->n_queue - 1] <= ITEM_UNKNOWN)
        branch_play_queue(c, &(struct branch){.s = *s, .w = from->w + SEEN_EARLY, .last = from->last}, rolls - 1, NULL);
}

/* The board after rolls that were given up: whatever it shows. `early`: it was seen before the last of them was played.
 */
static void find_board(struct courses *c, const struct branch *from, bool early)
{
    static const struct play none = {0};
    struct branch k = *from;
    struct board after;
    branch_give_up_until(c, &k, early ? 2 : 1);
    branch_take_actions(c, &k);
    const int mover = k.s.on_roll, index = k.s.queue[0];
    if (branch_rolls(&k.s) != (early ? 2 : 1) || index >= ROLLS || k.s.offered || !seen_whole_board(c, mover, &after))
        return;
    k.w += FOUND_AGAIN + (early ? SEEN_EARLY : 0) + branch_fixed_likely(c->at, &k.s.board, index, &after) +
           seen_board_likely(c->at, &after, mover);
    k = branch_played(c, &k, index, &none, &after, true);
    k.s.lost = 0;
    branch_take_actions(c, &k);
    branch_emit(c, &k);
}

static void from_board_lost(struct courses *c, const struct branch *from)
{
    struct branch k = *from;
    find_board(c, from, false);
    find_board(c, from, true);
    if (!looks_far(c) || !looks_like_start(c))
        return;
    branch_give_up_until(c, &k, 0);
    branch_take_actions(c, &k);
    try_ends(c, &k, shows_start);
}

static void from_board(struct courses *c, const struct branch *from)
{
    const struct standing *s = &from->s;
    const int rolls = branch_rolls(s);
    const bool fixed = seen_is_fixed(c->at);
    branch_emit_astray(c, from, c->at->certain || fixed ? LOG_RULED_OUT : c->at->top + ASTRAY_BOARD);
    if (s->lost) {
        from_board_lost(c, from);
        return;
    }
    if (!fixed)
        sees_no_play(c, from);
    if (rolls > 0 && (rolls < 2 || looks_far(c)))
        branch_play_queue(c, from, rolls, NULL);
    else if (rolls == 0 && s->started && looks_far(c))
        with_unknown(c, from, 1, MISSED_DICE);
    if (!s->started && looks_far(c))
        shows_opening(c, &(struct branch){.s = *s, .w = from->w, .last = from->last}, 0);
    if (looks_far(c) && looks_like_start(c))
        try_ends(c, from, shows_start);
    try_illegal(c, from);
}

static void further_from_board(struct courses *c, const struct branch *from)
{
    const int rolls = branch_rolls(&from->s);
    if (!from->s.started || from->s.lost)
        return;
    with_unknown(c, from, rolls == 0 ? 2 : 1, MISSED_BOARD + (rolls == 0 ? 2 : 1) * MISSED_DICE);
    if (rolls < 2)
        with_unknown(c, from, rolls == 0 ? 3 : 2, 2 * MISSED_BOARD + (rolls == 0 ? 3 : 2) * MISSED_DICE);
    try_ends(c, from, shows_opening);
}

/* ---- dice ---- */

static float dice_likely(const struct seen *o, int index)
{
    return o->unseen ? 0 : o->roll[index];
}

static void throw_dice(struct courses *c, const struct branch *from, float cost, bool opening)
{
    for (int i = 0; i < ROLLS && !c->at->unseen; i++) {
        struct branch k = *from;
        int dice[2];
        roll_dice(i, dice);
        k.w +=
            cost + dice_likely(c->at, i) + branch_roll_prior(i) + (opening && dice[0] == dice[1] ? OPENED_DOUBLET : 0);
        if (branch_push(&k, i))
            branch_emit(c, &k);
    }
    struct branch k = *from;
    k.w += cost;
    if (c->at->unseen && branch_push(&k, ITEM_UNKNOWN))
        branch_emit(c, &k);
}

/* The same dice once more, or dice that had not been seen before. A reading that does not name them is as good as
 * left out. */
static void see_dice_again(struct courses *c, const struct branch *from)
{
    const int last = from->s.n_queue - 1, item = last >= 0 ? from->s.queue[last] : ITEM_TAKE;
    for (int i = 0; i < ROLLS; i++) {
        struct branch k = *from;
        if (item != i && item != ITEM_UNKNOWN)
            continue;
        k.s.queue[last] = (int8_t)(c->at->unseen ? item : i);
        k.astray = !c->at->unseen && !c->at->named[i];
        k.w += SEEN_AGAIN + dice_likely(c->at, i) + (item == ITEM_UNKNOWN ? branch_roll_prior(i) : 0);
        if (item <= ITEM_UNKNOWN)
            branch_emit(c, &k);
    }
}

/* The cube was turned before the roll, and nobody saw it: later observations may show it. */
static void throw_dice_doubled(struct courses *c, const struct branch *from, float cost)
{
    struct branch k = *from;
    k.w += UNSEEN_DOUBLE;
    if (c->from < COURSES_DOUBLED && looks_far(c) && branch_may_double(c, &k.s, branch_next_roller(&k.s)) &&
        branch_turn_cube(c, &k, false) && branch_turn_cube(c, &k, true))
        throw_dice(c, &k, cost, false);
}

/* So that this many rolls can be added. */
static struct branch with_room(struct courses *c, const struct branch *from, int rolls)
{
    struct branch k = *from;
    branch_give_up_until(c, &k, QUEUE_ROLLS - rolls);
    k.w += k.s.lost && !from->s.lost ? LOST : 0;
    return k;
}

static void from_dice(struct courses *c, const struct branch *from)
{
    struct branch k = *from;
    const int by = c->at->by;
    branch_emit_astray(c, from, c->at->certain ? LOG_RULED_OUT : ASTRAY);
    if (!take_unseen(c, &k))
        return;
    if (!k.s.started) {
        for (int who = 0; who < 2; who++) {
            const struct branch begun = begun_by(&k, who);
            throw_dice(c, &begun, by == NOBODY || by == who ? -0.7F : OF_THE_OTHER, true);
        }
        return;
    }
    const int rolls = branch_rolls(&k.s), next = branch_next_roller(&k.s);
    const float no_board = rolls > 0 && !k.s.lost ? MISSED_BOARD : 0;
    if (by == NOBODY || by == next) {
        const struct branch later = with_room(c, &k, 1);
        throw_dice(c, &later, no_board, false);
        throw_dice_doubled(c, &later, no_board);
    } else if (rolls == 0)
        throw_dice(c, &k, OF_THE_OTHER, false);
    if (rolls > 0 && (by == NOBODY || by != next))
        see_dice_again(c, &k);
    if (by == next || !looks_far(c))
        return;
    struct branch missed = with_room(c, &k, 2);
    missed.w += MISSED_DICE + MISSED_BOARD + (by == NOBODY ? -2.0F : 0);
    if (branch_push(&missed, ITEM_UNKNOWN))
        throw_dice(c, &missed, no_board, false);
}

/* ---- the cube ---- */

/* A drop, or another end, while rolls wait in the queue: how they were played was not seen. */
static void end_with(struct courses *c, const struct branch *k, int winner, int points)
{
    struct branch_list list = {0};
    const int rolls = branch_rolls(&k->s);
    struct branch now = *k;
    if (rolls > 0 && !k->s.lost)
        branch_play_queue(c, k, rolls, &list);
    else
        branch_give_up_until(c, &now, 0);
    if (rolls == 0 || k->s.lost)
        branch_list_add(&list, &now);
    for (size_t i = 0; i < list.n; i++) {
        struct branch ended = list.at[i];
        if (ended.ended)
            continue;
        branch_take_actions(c, &ended);
        branch_event(c, &ended, EVENT_DROP, !winner);
        branch_end_game(c, &ended, winner, points);
        branch_emit(c, &ended);
    }
    branch_list_done(&list);
}

static void answer(struct courses *c, const struct branch *from, float cost)
{
    const int doubler = branch_next_roller(&from->s);
    const float who = c->at->by == NOBODY || c->at->by == !branch_next_roller(&from->s) ? 0 : OF_THE_OTHER;
    struct branch taken = *from, dropped = *from;
    taken.w += cost + who + c->at->action[SEEN_TAKE];
    dropped.w += cost + who + c->at->action[SEEN_DROP];
    if (branch_turn_cube(c, &taken, true))
        branch_emit(c, &taken);
    if (c->alpha + (double)dropped.w > c->best - BRANCH_FAR && (branch_rolls(&from->s) == 0 || looks_far(c)))
        end_with(c, &dropped, doubler, from->s.cube);
}

static void from_cube(struct courses *c, const struct branch *from)
{
    const struct seen *o = c->at;
    const float turned = o->cube_value > 0 && o->cube_value != 2 * from->s.cube ? UNSEEN_ACTION : 0;
    struct branch k = *from;
    if (o->unseen || from->s.over) {
        branch_emit(c, from);
        return;
    }
    struct branch none = *from;
    none.w += o->action[SEEN_NONE] + FALSE_ALARM;
    for (int i = 0; i < SEEN_NONE; i++)
        none.astray = none.astray || o->action[i] > o->action[SEEN_NONE];
    branch_emit(c, &none);
    branch_emit_astray(c, from, o->certain ? LOG_RULED_OUT : ASTRAY);
    if (from->s.offered) {
        answer(c, from, 0);
        branch_emit_with(c, from, o->action[SEEN_DOUBLE] + SEEN_AGAIN);
        return;
    }
    const int next = branch_next_roller(&k.s);
    const bool other = o->by != NOBODY && o->by != next && o->action[SEEN_DOUBLE] > o->action[SEEN_TAKE];
    if (other && looks_far(c) && branch_push(&k, ITEM_UNKNOWN)) /* a ply was not seen before it */
        k.w += MISSED_DICE + MISSED_BOARD;
    if (!branch_may_double(c, &k.s, branch_next_roller(&k.s)) || !branch_turn_cube(c, &k, false))
        return;
    k.w += DOUBLED + turned;
    branch_emit_with(c, &k, o->action[SEEN_DOUBLE] + (!other && o->by != NOBODY && o->by != next ? OF_THE_OTHER : 0));
    answer(c, &k, UNSEEN_ACTION);
}

/* ---- finished turns ---- */

/* The roll was thrown, and how it was played is not known. */
static void emit_unmade(struct courses *c, struct branch k, int index)
{
    if (seen_is_fixed(c->at) || (k.s.n_queue == 0 && !branch_push(&k, index)))
        return;
    k.s.queue[0] = (int8_t)index;
    branch_emit_astray(c, &k, UNMADE);
}

/* `only`: the roll, if it was seen before, or ITEM_UNKNOWN. */
static void make_named_play(struct courses *c, const struct branch *from, const struct seen_play *p, int only)
{
    const int index = roll_index(p->dice[0], p->dice[1]);
    struct play play;
    struct board after;
    const char *problem;
    if (only != ITEM_UNKNOWN && only != index)
        return;
    const bool legal = notation_read(span_of(p->text), &from->s.board, p->dice[0], p->dice[1], &play, &problem, NULL);
    struct branch next = *from;
    next.w += p->likely + (only == ITEM_UNKNOWN ? branch_roll_prior(index) : 0);
    if (!legal)
        emit_unmade(c, next, index);
    if (play.n < 0 || !board_play(&from->s.board, &play, &after))
        return;
    next.w += (legal ? 0 : ILLEGAL_PLAY) + branch_fixed_likely(c->at, &from->s.board, index, &after);
    next = branch_played(c, &next, index, &play, &after, !legal);
    branch_emit(c, &next);
}

/* Plays that the line does not name. */
static void make_other_plays(struct courses *c, const struct branch *from)
{
    const struct seen *o = c->at;
    struct branch rest = *from;
    struct branch_list list = {0};
    rest.w += seen_is_fixed(o) ? 0 : o->plays_rest;
    if (!looks_far(c) || (!seen_is_fixed(o) && o->plays_rest <= LOG_RULED_OUT))
        return;
    if (rest.s.n_queue == 0 && !branch_push(&rest, ITEM_UNKNOWN))
        return;
    if (rest.s.queue[0] == ITEM_UNKNOWN) /* it is shared by the plays of all rolls */
        rest.w -= logf(ROLLS);
    branch_play_next(c, &rest, &list);
    for (size_t i = 0; i < list.n; i++) {
        const struct happened *h = &c->happened[list.at[i].last];
        list.at[i].astray = o->n_plays > 0 && !seen_is_fixed(o);
        branch_emit_with(c, &list.at[i],
                         branch_fixed_likely(o, &rest.s.board, roll_index(h->dice[0], h->dice[1]), &h->after));
    }
    branch_list_done(&list);
}

static void make_turn(struct courses *c, const struct branch *from)
{
    const int only = from->s.n_queue > 0 ? from->s.queue[0] : ITEM_UNKNOWN;
    for (int i = 0; i < c->at->n_plays; i++)
        make_named_play(c, from, &c->at->plays[i], only);
    make_other_plays(c, from);
}

static void from_turn(struct courses *c, const struct branch *from)
{
    struct branch k = *from;
    struct branch_list list = {0};
    const int by = c->at->by;
    if (c->at->unseen) {
        branch_emit(c, from);
        return;
    }
    branch_emit_astray(c, from, c->at->certain ? LOG_RULED_OUT : ASTRAY_BOARD);
    if (k.s.lost || !take_unseen(c, &k))
        return;
    if (!k.s.started) {
        for (int who = 0; who < 2; who++) {
            struct branch begun = begun_by(&k, who);
            begun.w += by == NOBODY || by == who ? -0.7F : OF_THE_OTHER;
            make_turn(c, &begun);
        }
        return;
    }
    const int rolls = branch_rolls(&k.s);
    const bool in_turn = by == NOBODY || by == (rolls > 0 ? !branch_next_roller(&k.s) : branch_next_roller(&k.s));
    if (!in_turn && rolls == 0 && looks_far(c) && branch_push(&k, ITEM_UNKNOWN))
        k.w += MISSED_DICE + MISSED_BOARD;
    const int before = in_turn ? (rolls > 0 ? rolls - 1 : 0) : branch_rolls(&k.s); /* plies that were not seen */
    if (before > 0 && looks_far(c))
        branch_play_queue(c, &k, before, &list);
    else if (before == 0)
        branch_list_add(&list, &k);
    for (size_t i = 0; i < list.n; i++) {
        struct branch now = list.at[i];
        branch_take_actions(c, &now);
        if (!now.ended)
            make_turn(c, &now);
    }
    branch_list_done(&list);
}

/* ---- ends ---- */

static void ends_so(struct courses *c, struct branch *k, float unseen)
{
    const bool same = k->s.ended == c->at->winner && (c->at->points == 0 || k->s.ended_points == c->at->points);
    k->w += same ? c->at->end_likely : unseen + c->at->end_rest;
    k->astray = !same;
    branch_emit(c, k);
}

static void from_end(struct courses *c, const struct branch *from)
{
    const struct standing *s = &from->s;
    struct branch_list list = {0};
    if (!s->started) {
        const bool same = s->ended == c->at->winner && (c->at->points == 0 || s->ended_points == c->at->points);
        if (same)
            branch_emit_with(c, from, c->at->end_likely);
        else
            branch_emit_astray(c, from, c->at->end_rest);
        return;
    }
    branch_emit_astray(c, from, c->at->end_rest);
    if (s->lost) {
        struct branch k = *from;
        branch_give_up_until(c, &k, 0);
        branch_take_actions(c, &k);
        try_ends(c, &k, ends_so);
        return;
    }
    if (branch_rolls(s) > 0 && !s->offered && looks_far(c))
        branch_play_queue(c, from, branch_rolls(s), &list);
    for (size_t i = 0; i < list.n; i++)
        if (list.at[i].ended)
            ends_so(c, &list.at[i], 0);
    branch_list_done(&list);
    try_ends(c, from, ends_so);
}

/* ---- a layer ---- */

void courses_begin(struct courses *c, const struct seen_head *head)
{
    *c = (struct courses){.rules = head->rules, .length = head->length};
}

void courses_done(struct courses *c)
{
    xfree(c->found);
    xfree(c->happened);
    moves_free(&c->plays);
}

void courses_layer(struct courses *c, const struct seen *o, int unseen, double before)
{
    c->at = o;
    c->unseen = unseen;
    c->before = before;
    c->n_found = c->n_happened = 0;
    c->best = -1e300;
}

/* A person gave the score here. */
static void rule_scores_out(struct courses *c, size_t from)
{
    const int *score = c->at->fixed_score;
    for (size_t i = from; score[0] >= 0 && i < c->n_found; i++)
        if (c->found[i].state.score[0] != score[0] || c->found[i].state.score[1] != score[1])
            c->found[i].weight += LOG_RULED_OUT;
}

/* A player who goes on playing has not finished the match. */
static float after_the_match(const struct seen *o)
{
    if (o->kind == SEEN_BOARD && !o->unseen)
        return o->top + ASTRAY_BOARD;
    return o->kind == SEEN_END ? 0 : o->kind == SEEN_TURN ? ASTRAY_BOARD : ASTRAY;
}

void courses_from(struct courses *c, int from, const struct standing *s, double alpha)
{
    struct branch k = {.s = *s, .last = -1};
    const size_t first = c->n_found;
    c->from = from;
    c->alpha = alpha;
    k.astray = s->over && c->at->kind != SEEN_END && !c->at->unseen;
    if (s->over)
        branch_emit_with(c, &k, after_the_match(c->at));
    else if (c->at->kind == SEEN_DICE)
        from_dice(c, &k);
    else if (c->at->kind == SEEN_BOARD && !c->at->unseen)
        from_board(c, &k);
    else if (c->at->kind == SEEN_CUBE)
        from_cube(c, &k);
    else if (c->at->kind == SEEN_TURN)
        from_turn(c, &k);
    else if (c->at->kind == SEEN_END)
        from_end(c, &k);
    else
        branch_emit(c, &k);
    rule_scores_out(c, first);
}

bool courses_look_further(const struct courses *c)
{
    return c->at->kind == SEEN_BOARD && !c->at->unseen && c->unseen > 0 &&
           c->best - c->before - (double)c->at->top < -12;
}

void courses_further(struct courses *c, int from, const struct standing *s, double alpha)
{
    struct branch k = {.s = *s, .last = -1};
    const size_t first = c->n_found;
    c->from = from;
    c->alpha = alpha;
    if (!s->over)
        further_from_board(c, &k);
    rule_scores_out(c, first);
}

void courses_pending(const struct standing *s, struct reported_match *out)
{
    out->on_roll = branch_next_roller(s);
    if (s->n_queue > 0 && s->queue[s->n_queue - 1] <= ITEM_UNKNOWN) {
        out->on_roll = !out->on_roll;
        out->rolled_unseen = s->queue[s->n_queue - 1] == ITEM_UNKNOWN;
        if (!out->rolled_unseen)
            roll_dice(s->queue[s->n_queue - 1], out->dice);
    }
}

int courses_before_pending(struct courses *c, const struct standing *s)
{
    struct branch k = {.s = *s, .last = -1};
    const int pending = s->n_queue > 0 && s->queue[s->n_queue - 1] <= ITEM_UNKNOWN;
    branch_give_up_until(c, &k, pending);
    branch_take_actions(c, &k);
    return k.last;
}
