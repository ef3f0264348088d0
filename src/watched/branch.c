/* Branches; see branch.h. */
#include "watched/branch.h"

#include <math.h>
#include <string.h>

#include "base/xmalloc.h"
#include "match/annotation.h"
#include "match/legal.h"
#include "match/notation.h"
#include "match/walk.h"

enum { KEPT_UNSEEN = 40 }; /* boards that are followed through a ply that was not seen */

/* ---- the state ---- */

void branch_start_game(const struct courses *c, struct standing *s)
{
    board_start(&s->board, c->rules.variant);
    s->cube = 1;
    s->owner = CUBE_CENTRED;
    s->on_roll = s->offered = s->started = s->n_queue = 0;
    s->lost = 0;
    memset(s->queue, 0, sizeof s->queue);
    s->over = c->length > 0 && (s->score[0] >= c->length || s->score[1] >= c->length);
    s->crawford = c->length > 1 && c->rules.crawford && !s->crawford_done &&
                  (s->score[0] == c->length - 1) != (s->score[1] == c->length - 1);
    s->crawford_done = s->crawford_done || s->crawford;
}

struct standing courses_start(const struct courses *c)
{
    struct standing s = {.ended = NOBODY};
    branch_start_game(c, &s);
    return s;
}

void branch_end_game(const struct courses *c, struct branch *k, int winner, int points)
{
    struct standing *s = &k->s;
    s->score[winner] += points;
    if (c->length > 0 && s->score[winner] > c->length)
        s->score[winner] = c->length;
    s->ended = (int8_t)winner;
    s->ended_points = points;
    s->game++;
    branch_start_game(c, s);
    k->ended = true;
}

static int points_of(const struct courses *c, const struct standing *s, int kind)
{
    const struct position p = {.cube = s->cube, .cube_owner = s->owner, .length = c->length, .rules = c->rules};
    return walk_points(&p, kind);
}

int branch_rolls(const struct standing *s)
{
    int n = 0;
    for (int i = 0; i < s->n_queue; i++)
        n += s->queue[i] <= ITEM_UNKNOWN;
    return n;
}

int branch_next_roller(const struct standing *s)
{
    return s->on_roll ^ (branch_rolls(s) & 1);
}

bool branch_may_double(const struct courses *c, const struct standing *s, int who)
{
    return c->rules.cube && s->started && !s->offered && !s->crawford && !s->over &&
           (s->owner == CUBE_CENTRED || s->owner == who) && s->cube < 1 << CUBE_MAX_LOG2;
}

/* ---- steps ---- */

void branch_emit(struct courses *c, const struct branch *k)
{
    const double all = c->alpha + (double)k->w;
    c->emitted++;
    if (all < c->best - BRANCH_FAR)
        return;
    if (all > c->best)
        c->best = all;
    c->found = grow(c->found, c->n_found, &c->found_capacity, sizeof *c->found);
    c->found[c->n_found++] = (struct found){k->s, c->from, k->last, k->w, k->astray};
}

void branch_emit_with(struct courses *c, const struct branch *k, float w)
{
    struct branch less = *k;
    less.w += w;
    branch_emit(c, &less);
}

void branch_emit_astray(struct courses *c, const struct branch *k, float w)
{
    struct branch not = *k;
    not .astray = true;
    branch_emit_with(c, &not, w);
}

struct happened *branch_event(struct courses *c, struct branch *k, enum event_kind kind, int player)
{
    c->happened = grow(c->happened, c->n_happened, &c->happened_capacity, sizeof *c->happened);
    struct happened *h = &c->happened[c->n_happened];
    *h = (struct happened){
        .kind = kind, .player = (int8_t)player, .game = k->s.game, .before = k->s.board, .earlier = k->last};
    k->last = (int)c->n_happened++;
    return h;
}

bool branch_push(struct branch *k, int item)
{
    if (k->s.n_queue >= QUEUE_MAX || (item <= ITEM_UNKNOWN && branch_rolls(&k->s) >= QUEUE_ROLLS))
        return false;
    k->s.queue[k->s.n_queue++] = (int8_t)item;
    return true;
}

bool branch_turn_cube(struct courses *c, struct branch *k, bool take)
{
    const int doubler = branch_next_roller(&k->s);
    if (branch_rolls(&k->s) > 0) {
        if (!branch_push(k, take ? ITEM_TAKE : ITEM_DOUBLE))
            return false;
    } else {
        branch_event(c, k, take ? EVENT_TAKE : EVENT_DOUBLE, take ? !doubler : doubler);
    }
    k->s.offered = !take;
    if (take) {
        k->s.cube *= 2;
        k->s.owner = (int8_t)!doubler;
    }
    return true;
}

float branch_roll_prior(int index)
{
    int dice[2];
    roll_dice(index, dice);
    return dice[0] == dice[1] ? -3.583519F : -2.890372F; /* 1/36, 1/18 */
}

void branch_list_done(struct branch_list *list)
{
    xfree(list->at);
    *list = (struct branch_list){0};
}

void branch_list_add(struct branch_list *list, const struct branch *k)
{
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n++] = *k;
}

static void take_item(struct standing *s)
{
    if (s->n_queue > 0) {
        memmove(s->queue, s->queue + 1, QUEUE_MAX);
        s->queue[--s->n_queue] = 0;
    }
}

struct branch branch_played(struct courses *c, const struct branch *k, int index, const struct play *play,
                            const struct board *after, bool illegal)
{
    struct branch next = *k;
    struct standing *s = &next.s;
    const int mover = s->on_roll;
    int dice[2];
    roll_dice(index, dice);
    struct happened *h = branch_event(c, &next, EVENT_PLAY, mover);
    h->dice[0] = (int8_t)dice[0];
    h->dice[1] = (int8_t)dice[1];
    h->play = *play;
    h->after = *after;
    h->illegal = illegal;
    take_item(s);
    next.shown = *after;
    board_flip(after, &s->board);
    s->on_roll = (int8_t)!mover;
    const int kind = board_won(after);
    if (kind != 0)
        branch_end_game(c, &next, mover, points_of(c, s, kind));
    return next;
}

/* A roll whose plays are tried, and how they are weighed. */
struct ply {
    const struct branch *k;
    int index; /* roll */
    float w; /* of the roll */
    bool final; /* the observation shows the board after it; else at least one more ply follows before it */
    float share; /* how much the observation says about a ply before the last, 0 to 1 */
};

static float final_likely(const struct courses *c, const struct branch *k, int mover)
{
    struct standing fresh = {0};
    const float shown = seen_board_likely(c->at, &k->shown, mover);
    if (!k->ended)
        return shown;
    branch_start_game(c, &fresh);
    const float again = seen_board_likely(c->at, &fresh.board, 0) - 1;
    return shown > again ? shown : again;
}

float branch_fixed_likely(const struct seen *o, const struct board *before, int index, const struct board *after)
{
    struct play play;
    struct board there;
    const char *problem;
    int dice[2];
    if (!seen_is_fixed(o))
        return 0;
    roll_dice(index, dice);
    if (o->fixed_dice[0] != 0 && roll_index(o->fixed_dice[0], o->fixed_dice[1]) != index)
        return LOG_RULED_OUT;
    if (o->fixed_play == NULL)
        return 0;
    (void)notation_read(span_of(o->fixed_play), before, dice[0], dice[1], &play, &problem, NULL);
    return play.n >= 0 && board_play(before, &play, &there) && board_equal(&there, after) ? 0 : LOG_RULED_OUT;
}

void branch_take_actions(struct courses *c, struct branch *k)
{
    while (k->s.n_queue > 0 && k->s.queue[0] > ITEM_UNKNOWN) {
        const bool take = k->s.queue[0] == ITEM_TAKE;
        branch_event(c, k, take ? EVENT_TAKE : EVENT_DOUBLE, take ? !k->s.on_roll : k->s.on_roll);
        take_item(&k->s);
    }
}

/* The only play of the first roll, or that there is none; false if there are more, or it ends the game. */
static bool only_play(struct courses *c, const struct standing *s, struct play *play, struct board *after)
{
    int dice[2];
    if (s->lost || s->queue[0] >= ROLLS)
        return false;
    roll_dice(s->queue[0], dice);
    c->work++;
    const int n = moves_list(&s->board, dice[0], dice[1], &c->plays);
    *play = n == 1 ? c->plays.at[0].play : (struct play){0};
    *after = n == 1 ? c->plays.at[0].after : s->board;
    return n < 2 && board_won(after) == 0;
}

void branch_give_up(struct courses *c, struct branch *k)
{
    struct standing *s = &k->s;
    struct play play;
    struct board after;
    int dice[2] = {0, 0};
    branch_take_actions(c, k);
    if (s->n_queue == 0)
        return;
    if (only_play(c, s, &play, &after)) {
        *k = branch_played(c, k, s->queue[0], &play, &after, false);
        return;
    }
    if (s->queue[0] < ROLLS)
        roll_dice(s->queue[0], dice);
    struct happened *h = branch_event(c, k, EVENT_PLAY, s->on_roll);
    h->dice[0] = (int8_t)dice[0];
    h->dice[1] = (int8_t)dice[1];
    h->illegal = h->unknown = true;
    h->after = s->board;
    take_item(s);
    board_flip(&h->after, &s->board);
    s->on_roll = (int8_t)!s->on_roll;
    s->lost = 1;
}

void branch_give_up_until(struct courses *c, struct branch *k, int rolls)
{
    while (branch_rolls(&k->s) > rolls)
        branch_give_up(c, k);
}

static void try_play(struct courses *c, const struct ply *p, const struct play *play, const struct board *after,
                     float w, struct branch_list *out)
{
    const int mover = p->k->s.on_roll;
    const bool wins = board_won(after) != 0;
    const float fixed = p->final ? branch_fixed_likely(c->at, &p->k->s.board, p->index, after) : 0;
    float all = p->k->w + w + fixed, hint = 0;
    if (p->final && !wins)
        all += seen_board_likely(c->at, after, mover);
    else if (!p->final)
        hint = p->k->hint + p->share * seen_side_likely(c->at, after, mover);
    if (c->alpha + (double)(all + hint) < c->best - BRANCH_FAR)
        return;
    struct branch next = branch_played(c, p->k, p->index, play, after, false);
    next.w = all;
    next.hint = hint;
    if (wins && p->final)
        next.w += final_likely(c, &next, mover);
    if (p->final) {
        branch_take_actions(c, &next);
        branch_emit(c, &next);
    } else {
        branch_list_add(out, &next);
    }
}

static void try_roll(struct courses *c, const struct ply *p, struct branch_list *out)
{
    static const struct play dance = {0};
    int dice[2];
    roll_dice(p->index, dice);
    c->work++;
    const int n = moves_list(&p->k->s.board, dice[0], dice[1], &c->plays);
    if (n == 0)
        try_play(c, p, &dance, &p->k->s.board, p->w, out);
    const float each = n > 0 ? p->w - logf((float)n) : 0;
    for (int i = 0; i < n; i++)
        try_play(c, p, &c->plays.at[i].play, &c->plays.at[i].after, each, out);
}

/* The next roll of the queue, or all rolls if it was not seen. */
static void try_item(struct courses *c, const struct branch *k, bool final, float share, struct branch_list *out)
{
    const int item = k->s.queue[0];
    for (int i = 0; i < ROLLS; i++)
        if (item == i || item == ITEM_UNKNOWN)
            try_roll(c, &(struct ply){k, i, item == i ? 0 : branch_roll_prior(i), final, share}, out);
}

static void keep_best(struct branch_list *list)
{
    for (size_t i = 0; i < list->n && i < KEPT_UNSEEN; i++) /* few of many are needed */
        for (size_t k = i + 1; k < list->n; k++)
            if (list->at[k].w + list->at[k].hint > list->at[i].w + list->at[i].hint) {
                const struct branch swapped = list->at[i];
                list->at[i] = list->at[k];
                list->at[k] = swapped;
            }
    list->n = list->n < KEPT_UNSEEN ? list->n : KEPT_UNSEEN;
}

void branch_play_next(struct courses *c, const struct branch *k, struct branch_list *out)
{
    try_item(c, k, false, 0, out);
}

void branch_play_queue(struct courses *c, const struct branch *from, int plies, struct branch_list *out)
{
    struct branch_list now = {0}, next = {0};
    branch_list_add(&now, from);
    for (int left = plies; left > 0; left--) {
        for (size_t i = 0; i < now.n; i++) {
            struct branch k = now.at[i];
            branch_take_actions(c, &k);
            if (k.s.n_queue > 0 && !(k.ended && left < plies))
                try_item(c, &k, left == 1 && out == NULL, out != NULL ? 0 : left > 2 ? 0.3F : 1, &next);
        }
        branch_list_done(&now);
        keep_best(&next);
        now = next;
        next = (struct branch_list){0};
    }
    for (size_t i = 0; out != NULL && i < now.n; i++)
        branch_list_add(out, &now.at[i]);
    branch_list_done(&now);
}
