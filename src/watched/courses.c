/* Courses between two observations; see courses.h. */
#include "watched/courses.h"

#include <math.h>
#include <string.h>

#include "base/xmalloc.h"
#include "match/legal.h"
#include "match/notation.h"
#include "match/walk.h"

/* Logarithms of priors. They are rough, and the same for every machine: what is seen decides. */
#define MISSED_DICE (-3.5F)
#define MISSED_BOARD (-3.5F)
#define SEEN_AGAIN (-2.5F) /* the same dice or board once more */
#define SEEN_EARLY (-2.5F) /* a board between the roll and the play */
#define OF_THE_OTHER (-7.0F) /* `by` is wrong */
#define ASTRAY (-9.0F) /* an observation of nothing */
#define ASTRAY_BOARD (-14.0F) /* below the best that it could have shown */
#define DOUBLED (-0.5F)
#define UNSEEN_ACTION (-2.5F)
#define FALSE_ALARM (-2.0F) /* a cube that was not turned */
#define UNSEEN_DOUBLE (-8.5F) /* and its take, before any roll */
#define UNSEEN_END (-9.0F)
#define ILLEGAL_PLAY (-15.0F)
#define OPENED_DOUBLET (-20.0F)

enum { KEPT_UNSEEN = 40 }; /* boards that are followed through a ply that was not seen */
#define FAR 28.0
#define FAR_UNSEEN 14.0

static bool is_fixed(const struct seen *o)
{
    return o->fixed_play != NULL || o->fixed_dice[0] != 0;
}

/* A course that is being made. */
struct course {
    struct standing s;
    float w, hint; /* hint: what the observation says of a ply before the last, used to choose alone */
    int last;
    struct board shown; /* the last board of a game that is over, seen by its winner */
    bool ended;
};

struct course_list {
    struct course *at;
    size_t n, capacity;
};

/* ---- the match ---- */

static void start_game(const struct courses *c, struct standing *s)
{
    board_start(&s->board, c->rules.variant);
    s->cube = 1;
    s->owner = CUBE_CENTRED;
    s->on_roll = s->offered = s->started = s->n_queue = 0;
    memset(s->queue, 0, sizeof s->queue);
    s->over = c->length > 0 && (s->score[0] >= c->length || s->score[1] >= c->length);
    s->crawford = c->length > 1 && c->rules.crawford && !s->crawford_done &&
                  (s->score[0] == c->length - 1) != (s->score[1] == c->length - 1);
    s->crawford_done = s->crawford_done || s->crawford;
}

struct standing courses_start(const struct courses *c)
{
    struct standing s = {.ended = NOBODY};
    start_game(c, &s);
    return s;
}

static void end_game(const struct courses *c, struct course *k, int winner, int points)
{
    struct standing *s = &k->s;
    s->score[winner] += points;
    if (c->length > 0 && s->score[winner] > c->length)
        s->score[winner] = c->length;
    s->ended = (int8_t)winner;
    s->ended_points = points;
    s->game++;
    start_game(c, s);
    k->ended = true;
}

static int points_of(const struct courses *c, const struct standing *s, int kind)
{
    const struct position p = {.cube = s->cube, .cube_owner = s->owner, .length = c->length, .rules = c->rules};
    return walk_points(&p, kind);
}

static int n_rolls(const struct standing *s)
{
    int n = 0;
    for (int i = 0; i < s->n_queue; i++)
        n += s->queue[i] <= ITEM_UNKNOWN;
    return n;
}

/* Who is on roll once what waits was played. */
static int next_roller(const struct standing *s)
{
    return s->on_roll ^ (n_rolls(s) & 1);
}

static bool may_double(const struct courses *c, const struct standing *s, int who)
{
    return c->rules.cube && s->started && !s->offered && !s->crawford && !s->over &&
           (s->owner == CUBE_CENTRED || s->owner == who) && s->cube < 1 << CUBE_MAX_LOG2;
}

/* ---- making courses ---- */

static void emit(struct courses *c, const struct course *k)
{
    const double all = c->alpha + (double)k->w;
    c->emitted++;
    if (all < c->best - FAR)
        return;
    if (all > c->best)
        c->best = all;
    c->found = grow(c->found, c->n_found, &c->found_capacity, sizeof *c->found);
    c->found[c->n_found++] = (struct found){k->s, c->from, k->last, k->w};
}

static void emit_less(struct courses *c, const struct course *k, float w)
{
    struct course less = *k;
    less.w += w;
    emit(c, &less);
}

static struct happened *happen(struct courses *c, struct course *k, enum event_kind kind, int player)
{
    c->happened = grow(c->happened, c->n_happened, &c->happened_capacity, sizeof *c->happened);
    struct happened *h = &c->happened[c->n_happened];
    *h = (struct happened){
        .kind = kind, .player = (int8_t)player, .game = k->s.game, .before = k->s.board, .earlier = k->last};
    k->last = (int)c->n_happened++;
    return h;
}

static bool push(struct course *k, int item)
{
    if (k->s.n_queue >= QUEUE_MAX || (item <= ITEM_UNKNOWN && n_rolls(&k->s) >= QUEUE_ROLLS))
        return false;
    k->s.queue[k->s.n_queue++] = (int8_t)item;
    return true;
}

static int answerer_of(const struct standing *s)
{
    return !next_roller(s);
}

/* Cube actions wait behind rolls that do, as events come in order. */
static bool turn_cube(struct courses *c, struct course *k, bool take)
{
    const int doubler = next_roller(&k->s);
    if (n_rolls(&k->s) > 0) {
        if (!push(k, take ? ITEM_TAKE : ITEM_DOUBLE))
            return false;
    } else {
        happen(c, k, take ? EVENT_TAKE : EVENT_DOUBLE, take ? !doubler : doubler);
    }
    k->s.offered = !take;
    if (take) {
        k->s.cube *= 2;
        k->s.owner = (int8_t)!doubler;
    }
    return true;
}

static void roll_of(int index, int dice[2])
{
    int high = 1;
    while (high * (high + 1) / 2 <= index)
        high++;
    dice[0] = high;
    dice[1] = index - high * (high - 1) / 2 + 1;
}

static float log_prior(int index)
{
    int dice[2];
    roll_of(index, dice);
    return dice[0] == dice[1] ? -3.583519F : -2.890372F; /* 1/36, 1/18 */
}

static void courses_done_list(struct course_list *list)
{
    xfree(list->at);
    *list = (struct course_list){0};
}

static void add(struct course_list *list, const struct course *k)
{
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n++] = *k;
}

/* `k` once the player on roll has made this play, which takes the first item off the queue. */
static struct course played(struct courses *c, const struct course *k, int index, const struct play *play,
                            const struct board *after, bool illegal)
{
    struct course next = *k;
    struct standing *s = &next.s;
    const int mover = s->on_roll;
    int dice[2];
    roll_of(index, dice);
    struct happened *h = happen(c, &next, EVENT_PLAY, mover);
    h->dice[0] = (int8_t)dice[0];
    h->dice[1] = (int8_t)dice[1];
    h->play = *play;
    h->after = *after;
    h->illegal = illegal;
    if (s->n_queue > 0) {
        memmove(s->queue, s->queue + 1, QUEUE_MAX);
        s->queue[--s->n_queue] = 0;
    }
    next.shown = *after;
    board_flip(after, &s->board);
    s->on_roll = (int8_t)!mover;
    const int kind = board_won(after);
    if (kind != 0)
        end_game(c, &next, mover, points_of(c, s, kind));
    return next;
}

/* What of the plays is worth following: a bound, so that most are never made. */
struct ply {
    const struct course *k;
    int index; /* roll */
    float w; /* of the roll */
    bool final; /* the observation shows the board after it; else one more ply, at least, comes between */
    float share; /* how much the observation says of a ply before the last, 0..1 */
};

static float final_likely(const struct courses *c, const struct course *k, int mover)
{
    struct standing fresh = {0};
    const float shown = seen_board_likely(c->at, &k->shown, mover);
    if (!k->ended)
        return shown;
    start_game(c, &fresh);
    const float again = seen_board_likely(c->at, &fresh.board, 0) - 1;
    return shown > again ? shown : again;
}

/* Everything that a person said about the play; 0 or LOG_RULED_OUT. */
static float fixed_likely(const struct courses *c, const struct ply *p, const struct board *after)
{
    const struct seen *o = c->at;
    struct play play;
    struct board there;
    const char *problem;
    int dice[2];
    if (!p->final || !is_fixed(o))
        return 0;
    roll_of(p->index, dice);
    if (o->fixed_dice[0] != 0 && roll_index(o->fixed_dice[0], o->fixed_dice[1]) != p->index)
        return LOG_RULED_OUT;
    if (o->fixed_play == NULL)
        return 0;
    (void)notation_read(span_of(o->fixed_play), &p->k->s.board, dice[0], dice[1], &play, &problem, NULL);
    return play.n >= 0 && board_play(&p->k->s.board, &play, &there) && board_equal(&there, after) ? 0 : LOG_RULED_OUT;
}

/* Cube actions at the head of the queue. */
static void take_actions(struct courses *c, struct course *k)
{
    while (k->s.n_queue > 0 && k->s.queue[0] > ITEM_UNKNOWN) {
        const bool take = k->s.queue[0] == ITEM_TAKE;
        happen(c, k, take ? EVENT_TAKE : EVENT_DOUBLE, take ? !k->s.on_roll : k->s.on_roll);
        memmove(k->s.queue, k->s.queue + 1, QUEUE_MAX);
        k->s.queue[--k->s.n_queue] = 0;
    }
}

static void try_play(struct courses *c, const struct ply *p, const struct play *play, const struct board *after,
                     float w, struct course_list *out)
{
    const int mover = p->k->s.on_roll;
    const bool wins = board_won(after) != 0;
    float all = p->k->w + w + fixed_likely(c, p, after), hint = 0;
    if (p->final && !wins)
        all += seen_board_likely(c->at, after, mover);
    else if (!p->final)
        hint = p->k->hint + p->share * seen_side_likely(c->at, after, mover);
    if (c->alpha + (double)(all + hint) < c->best - FAR)
        return;
    struct course next = played(c, p->k, p->index, play, after, false);
    next.w = all;
    next.hint = hint;
    if (wins && p->final)
        next.w += final_likely(c, &next, mover);
    if (p->final) {
        take_actions(c, &next);
        emit(c, &next);
    } else {
        add(out, &next);
    }
}

static void try_roll(struct courses *c, const struct ply *p, struct course_list *out)
{
    static const struct play dance = {0};
    int dice[2];
    roll_of(p->index, dice);
    c->work++;
    const int n = moves_list(&p->k->s.board, dice[0], dice[1], &c->plays);
    if (n == 0)
        try_play(c, p, &dance, &p->k->s.board, p->w, out);
    const float each = n > 0 ? p->w - logf((float)n) : 0;
    for (int i = 0; i < n; i++)
        try_play(c, p, &c->plays.at[i].play, &c->plays.at[i].after, each, out);
}

/* The next roll of the queue, or each that it may have been. */
static void try_item(struct courses *c, const struct course *k, bool final, float share, struct course_list *out)
{
    const int item = k->s.queue[0];
    for (int i = 0; i < ROLLS; i++)
        if (item == i || item == ITEM_UNKNOWN)
            try_roll(c, &(struct ply){k, i, item == i ? 0 : log_prior(i), final, share}, out);
}

static void keep_best(struct course_list *list)
{
    for (size_t i = 0; i < list->n && i < KEPT_UNSEEN; i++) /* few are wanted of many */
        for (size_t k = i + 1; k < list->n; k++)
            if (list->at[k].w + list->at[k].hint > list->at[i].w + list->at[i].hint) {
                const struct course swapped = list->at[i];
                list->at[i] = list->at[k];
                list->at[k] = swapped;
            }
    list->n = list->n < KEPT_UNSEEN ? list->n : KEPT_UNSEEN;
}

/* Plays the first `plies` rolls that wait; those that are not the last of them by what the observation says. With
 * `out` the last ply is put there, not weighed against a board. */
static void play_queue(struct courses *c, const struct course *from, int plies, struct course_list *out)
{
    struct course_list now = {0}, next = {0};
    add(&now, from);
    for (int left = plies; left > 0; left--) {
        for (size_t i = 0; i < now.n; i++) {
            struct course k = now.at[i];
            take_actions(c, &k);
            if (k.s.n_queue > 0 && !(k.ended && left < plies))
                try_item(c, &k, left == 1 && out == NULL, out != NULL ? 0 : left > 2 ? 0.3F : 1, &next);
        }
        courses_done_list(&now);
        keep_best(&next);
        now = next;
        next = (struct course_list){0};
    }
    for (size_t i = 0; out != NULL && i < now.n; i++)
        add(out, &now.at[i]);
    courses_done_list(&now);
}

/* What was not seen is looked for behind the likeliest states alone. */
static bool looks_far(const struct courses *c)
{
    return c->from < c->unseen && c->alpha > c->before - FAR_UNSEEN;
}

/* ---- a board ---- */

/* Sides as they were, but that the mover's chequers stand elsewhere and some of the other's were hit: a play that the
 * rules do not know, as the picture shows it. */
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

/* What stands there after it: as seen, or as a person has said. */
static bool illegal_board(const struct courses *c, const struct standing *s, int index, struct board *after)
{
    struct play play;
    const char *problem;
    int dice[2];
    roll_of(index, dice);
    if (c->at->fixed_play == NULL)
        return seen_board_top(c->at, s->on_roll, after) && could_be_made(s, variant_chequers(c->rules.variant), after);
    (void)notation_read(span_of(c->at->fixed_play), &s->board, dice[0], dice[1], &play, &problem, NULL);
    return play.n > 0 && board_play(&s->board, &play, after);
}

static void try_illegal(struct courses *c, const struct course *k)
{
    static const struct play none = {0};
    const int item = k->s.n_queue == 1 ? k->s.queue[0] : ITEM_UNKNOWN;
    if (k->s.n_queue != 1 || !k->s.started || k->s.offered || item > ITEM_UNKNOWN)
        return;
    for (int i = 0; i < ROLLS; i++) {
        int dice[2];
        struct board after;
        roll_of(i, dice);
        if ((item != i && item != ITEM_UNKNOWN) || !illegal_board(c, &k->s, i, &after) ||
            moves_is_legal(&k->s.board, dice[0], dice[1], &after))
            continue;
        const struct ply p = {k, i, 0, true, 0};
        struct course next = *k;
        next.w += ILLEGAL_PLAY + (item == i ? 0 : log_prior(i)) + fixed_likely(c, &p, &after) +
                  seen_board_likely(c->at, &after, k->s.on_roll);
        if (c->alpha + (double)next.w < c->best - FAR)
            continue;
        struct course made = played(c, &next, i, &none, &after, true);
        emit(c, &made);
    }
}

/* The board is that of a new game: how did the last one end? `then`: what is done with each. */
static void try_ends(struct courses *c, const struct course *from, void (*then)(struct courses *c, struct course *k))
{
    const struct standing *s = &from->s;
    if (!s->started || s->over || s->n_queue > 1)
        return;
    for (int winner = 0; winner < 2; winner++) {
        const int roller = next_roller(s);
        if (s->offered && winner == roller && n_rolls(s) == 0) {
            struct course k = *from;
            k.w += UNSEEN_ACTION;
            happen(c, &k, EVENT_DROP, !winner);
            end_game(c, &k, winner, s->cube);
            then(c, &k);
        } else if (!s->offered && winner == roller && n_rolls(s) == 0 && may_double(c, s, winner)) {
            struct course k = *from;
            k.w += UNSEEN_ACTION + UNSEEN_END + DOUBLED;
            (void)turn_cube(c, &k, false);
            happen(c, &k, EVENT_DROP, !winner);
            end_game(c, &k, winner, s->cube);
            then(c, &k);
        }
        for (int kind = 1; kind <= 3; kind++) {
            struct course k = *from;
            k.w += UNSEEN_END - 0.5F - (float)(kind - 1);
            if (n_rolls(s) > 0 && s->queue[0] != ITEM_UNKNOWN) {
                int dice[2];
                roll_of(s->queue[0], dice);
                struct happened *h = happen(c, &k, EVENT_ROLL, s->on_roll);
                h->dice[0] = (int8_t)dice[0];
                h->dice[1] = (int8_t)dice[1];
            }
            happen(c, &k, EVENT_RESIGN, !winner)->value = (int8_t)kind;
            happen(c, &k, EVENT_RESIGN_ACCEPT, winner);
            end_game(c, &k, winner, kind * s->cube);
            then(c, &k);
        }
    }
}

static void shows_start(struct courses *c, struct course *k)
{
    k->w += seen_board_likely(c->at, &k->s.board, 0);
    emit(c, k);
}

/* The new game has a first ply already, whose roll was the last one seen. */
static void shows_opening(struct courses *c, struct course *k)
{
    for (int who = 0; who < 2 && !k->s.over; who++) {
        struct course begun = *k;
        begun.s.on_roll = (int8_t)who;
        begun.s.started = true;
        begun.w += MISSED_DICE;
        if (push(&begun, ITEM_UNKNOWN))
            play_queue(c, &begun, 1, NULL);
    }
}

static bool looks_like_start(const struct courses *c)
{
    struct standing fresh = {0};
    start_game(c, &fresh);
    return seen_board_likely(c->at, &fresh.board, 0) > c->at->top - 12;
}

static void with_unknown(struct courses *c, const struct course *from, int more, float cost)
{
    struct course k = *from;
    k.w += cost;
    bool fits = true;
    for (int i = 0; i < more; i++)
        fits = fits && push(&k, ITEM_UNKNOWN);
    if (fits && !k.s.offered)
        play_queue(c, &k, n_rolls(&k.s), NULL);
}

/* The board as it was before the roll, or before the last of several: no play is seen that a person could speak of. */
static void sees_no_play(struct courses *c, const struct course *from)
{
    const struct standing *s = &from->s;
    const int rolls = n_rolls(s);
    if (rolls == 0)
        emit_less(c, from, seen_board_likely(c->at, &s->board, s->on_roll) + (s->started ? SEEN_AGAIN : 0));
    else if (rolls == 1 && s->n_queue == 1)
        emit_less(c, from, seen_board_likely(c->at, &s->board, s->on_roll) + SEEN_EARLY);
    else if (rolls > 1 && s->queue[s->n_queue - 1] <= ITEM_UNKNOWN)
        play_queue(c, &(struct course){.s = *s, .w = from->w + SEEN_EARLY, .last = from->last}, rolls - 1, NULL);
    emit_less(c, from, c->at->certain ? LOG_RULED_OUT : c->at->top + ASTRAY_BOARD);
}

static void from_board(struct courses *c, const struct course *from)
{
    const struct standing *s = &from->s;
    const int rolls = n_rolls(s);
    if (!is_fixed(c->at))
        sees_no_play(c, from);
    else
        emit_less(c, from, LOG_RULED_OUT);
    if (rolls > 0 && (rolls < 2 || looks_far(c)))
        play_queue(c, from, rolls, NULL);
    else if (rolls == 0 && s->started && looks_far(c))
        with_unknown(c, from, 1, MISSED_DICE);
    if (!s->started && looks_far(c))
        shows_opening(c, &(struct course){.s = *s, .w = from->w, .last = from->last});
    if (looks_far(c) && looks_like_start(c))
        try_ends(c, from, shows_start);
    try_illegal(c, from);
}

static void further_from_board(struct courses *c, const struct course *from)
{
    const int rolls = n_rolls(&from->s);
    if (!from->s.started)
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

static void throw_dice(struct courses *c, const struct course *from, float cost, bool opening)
{
    for (int i = 0; i < ROLLS && !c->at->unseen; i++) {
        struct course k = *from;
        int dice[2];
        roll_of(i, dice);
        k.w += cost + dice_likely(c->at, i) + log_prior(i) + (opening && dice[0] == dice[1] ? OPENED_DOUBLET : 0);
        if (push(&k, i))
            emit(c, &k);
    }
    struct course k = *from;
    k.w += cost;
    if (c->at->unseen && push(&k, ITEM_UNKNOWN))
        emit(c, &k);
}

/* The same dice once more; those that were not seen are now. */
static void see_dice_again(struct courses *c, const struct course *from)
{
    const int last = from->s.n_queue - 1, item = last >= 0 ? from->s.queue[last] : ITEM_TAKE;
    for (int i = 0; i < ROLLS; i++) {
        struct course k = *from;
        if (item != i && item != ITEM_UNKNOWN)
            continue;
        k.s.queue[last] = (int8_t)(c->at->unseen ? item : i);
        k.w += SEEN_AGAIN + dice_likely(c->at, i) + (item == ITEM_UNKNOWN ? log_prior(i) : 0);
        if (item <= ITEM_UNKNOWN)
            emit(c, &k);
    }
}

/* The cube was turned before the roll, and nobody saw it: what comes later may tell. */
static void throw_dice_doubled(struct courses *c, const struct course *from, float cost)
{
    struct course k = *from;
    k.w += UNSEEN_DOUBLE;
    if (c->from < COURSES_DOUBLED && looks_far(c) && may_double(c, &k.s, next_roller(&k.s)) &&
        turn_cube(c, &k, false) && turn_cube(c, &k, true))
        throw_dice(c, &k, cost, false);
}

static void from_dice(struct courses *c, const struct course *from)
{
    struct course k = *from;
    const int by = c->at->by;
    emit_less(c, from, c->at->certain ? LOG_RULED_OUT : ASTRAY);
    if (k.s.offered) {
        if (!turn_cube(c, &k, true))
            return;
        k.w += UNSEEN_ACTION;
    }
    if (!k.s.started) {
        for (int who = 0; who < 2; who++) {
            struct course begun = k;
            begun.s.on_roll = (int8_t)who;
            begun.s.started = true;
            throw_dice(c, &begun, by == NOBODY || by == who ? -0.7F : OF_THE_OTHER, true);
        }
        return;
    }
    const int rolls = n_rolls(&k.s), next = next_roller(&k.s);
    if (by == NOBODY || by == next) {
        throw_dice(c, &k, rolls > 0 ? MISSED_BOARD : 0, false);
        throw_dice_doubled(c, &k, rolls > 0 ? MISSED_BOARD : 0);
    } else if (rolls == 0)
        throw_dice(c, &k, OF_THE_OTHER, false);
    if (rolls > 0 && (by == NOBODY || by != next))
        see_dice_again(c, &k);
    struct course missed = k;
    missed.w += MISSED_DICE + MISSED_BOARD + (by == NOBODY ? -2.0F : 0);
    if (by != next && looks_far(c) && push(&missed, ITEM_UNKNOWN))
        throw_dice(c, &missed, rolls > 0 ? MISSED_BOARD : 0, false);
}

/* ---- the cube ---- */

/* A drop, or another end, while rolls wait: nothing tells how they were played. */
static void end_with(struct courses *c, const struct course *k, int winner, int points)
{
    struct course_list list = {0};
    const int rolls = n_rolls(&k->s);
    if (rolls > 0)
        play_queue(c, k, rolls, &list);
    else
        add(&list, k);
    for (size_t i = 0; i < list.n; i++) {
        struct course ended = list.at[i];
        if (ended.ended)
            continue;
        take_actions(c, &ended);
        happen(c, &ended, EVENT_DROP, !winner);
        end_game(c, &ended, winner, points);
        emit(c, &ended);
    }
    courses_done_list(&list);
}

static void answer(struct courses *c, const struct course *from, float cost)
{
    const int doubler = next_roller(&from->s);
    const float who = c->at->by == NOBODY || c->at->by == answerer_of(&from->s) ? 0 : OF_THE_OTHER;
    struct course taken = *from, dropped = *from;
    taken.w += cost + who + c->at->action[SEEN_TAKE];
    dropped.w += cost + who + c->at->action[SEEN_DROP];
    if (turn_cube(c, &taken, true))
        emit(c, &taken);
    if (c->alpha + (double)dropped.w > c->best - FAR && (n_rolls(&from->s) == 0 || looks_far(c)))
        end_with(c, &dropped, doubler, from->s.cube);
}

static void from_cube(struct courses *c, const struct course *from)
{
    const struct seen *o = c->at;
    const float turned = o->cube_value > 0 && o->cube_value != 2 * from->s.cube ? UNSEEN_ACTION : 0;
    struct course k = *from;
    if (o->unseen || from->s.over) {
        emit(c, from);
        return;
    }
    emit_less(c, from, o->action[SEEN_NONE] + FALSE_ALARM);
    emit_less(c, from, o->certain ? LOG_RULED_OUT : ASTRAY);
    if (from->s.offered) {
        answer(c, from, 0);
        emit_less(c, from, o->action[SEEN_DOUBLE] + SEEN_AGAIN);
        return;
    }
    const int next = next_roller(&k.s);
    const bool other = o->by != NOBODY && o->by != next && o->action[SEEN_DOUBLE] > o->action[SEEN_TAKE];
    if (other && looks_far(c) && push(&k, ITEM_UNKNOWN)) /* a ply was not seen before it */
        k.w += MISSED_DICE + MISSED_BOARD;
    if (!may_double(c, &k.s, next_roller(&k.s)) || !turn_cube(c, &k, false))
        return;
    k.w += DOUBLED + turned;
    emit_less(c, &k, o->action[SEEN_DOUBLE] + (!other && o->by != NOBODY && o->by != next ? OF_THE_OTHER : 0));
    answer(c, &k, UNSEEN_ACTION);
}

/* ---- finished turns ---- */

static void make_turn(struct courses *c, const struct course *from, int only)
{
    const struct seen *o = c->at;
    for (int i = 0; i < o->n_plays; i++) {
        const struct seen_play *p = &o->plays[i];
        const int index = roll_index(p->dice[0], p->dice[1]);
        struct play play;
        struct board after;
        const char *problem;
        if (only != ITEM_UNKNOWN && only != index)
            continue;
        const bool legal =
            notation_read(span_of(p->text), &from->s.board, p->dice[0], p->dice[1], &play, &problem, NULL);
        if (play.n < 0 || !board_play(&from->s.board, &play, &after))
            continue;
        const struct ply ply = {from, index, 0, true, 0};
        struct course next = *from;
        next.w += p->likely + (only == ITEM_UNKNOWN ? log_prior(index) : 0) + (legal ? 0 : ILLEGAL_PLAY) +
                  fixed_likely(c, &ply, &after);
        next = played(c, &next, index, &play, &after, !legal);
        emit(c, &next);
    }
    struct course rest = *from;
    rest.w += is_fixed(o) ? 0 : o->plays_rest;
    if (!looks_far(c) || (!is_fixed(o) && o->plays_rest <= LOG_RULED_OUT))
        return;
    if (rest.s.n_queue == 0 && !push(&rest, ITEM_UNKNOWN))
        return;
    struct course_list list = {0};
    const struct ply any = {&rest, 0, 0, true, 0};
    try_item(c, &rest, false, 0, &list);
    for (size_t i = 0; i < list.n; i++) {
        const struct happened *h = &c->happened[list.at[i].last];
        struct ply ply = any;
        ply.index = roll_index(h->dice[0], h->dice[1]);
        emit_less(c, &list.at[i], fixed_likely(c, &ply, &h->after));
    }
    courses_done_list(&list);
}

static void from_turn(struct courses *c, const struct course *from)
{
    struct course k = *from;
    struct course_list list = {0};
    const int by = c->at->by;
    if (c->at->unseen) {
        emit(c, from);
        return;
    }
    emit_less(c, from, c->at->certain ? LOG_RULED_OUT : ASTRAY_BOARD);
    if (k.s.offered) {
        if (!turn_cube(c, &k, true))
            return;
        k.w += UNSEEN_ACTION;
    }
    if (!k.s.started) {
        for (int who = 0; who < 2; who++) {
            struct course begun = k;
            begun.s.on_roll = (int8_t)who;
            begun.s.started = true;
            begun.w += by == NOBODY || by == who ? -0.7F : OF_THE_OTHER;
            make_turn(c, &begun, ITEM_UNKNOWN);
        }
        return;
    }
    const int rolls = n_rolls(&k.s);
    const bool in_turn = by == NOBODY || by == (rolls > 0 ? !next_roller(&k.s) : next_roller(&k.s));
    if (!in_turn && rolls == 0 && looks_far(c) && push(&k, ITEM_UNKNOWN))
        k.w += MISSED_DICE + MISSED_BOARD;
    const int before = in_turn ? (rolls > 0 ? rolls - 1 : 0) : n_rolls(&k.s); /* plies that were not seen */
    if (before > 0 && looks_far(c))
        play_queue(c, &k, before, &list);
    else if (before == 0)
        add(&list, &k);
    for (size_t i = 0; i < list.n; i++) {
        struct course now = list.at[i];
        take_actions(c, &now);
        if (!now.ended)
            make_turn(c, &now, now.s.n_queue > 0 ? now.s.queue[0] : ITEM_UNKNOWN);
    }
    courses_done_list(&list);
}

/* ---- ends ---- */

static void ends_so(struct courses *c, struct course *k)
{
    const bool same = k->s.ended == c->at->winner && (c->at->points == 0 || k->s.ended_points == c->at->points);
    k->w += (same ? c->at->end_likely - UNSEEN_END : c->at->end_rest);
    emit(c, k);
}

static void from_end(struct courses *c, const struct course *from)
{
    const struct standing *s = &from->s;
    struct course_list list = {0};
    if (!s->started) {
        const bool same = s->ended == c->at->winner && (c->at->points == 0 || s->ended_points == c->at->points);
        emit_less(c, from, same ? c->at->end_likely : c->at->end_rest);
        return;
    }
    emit_less(c, from, c->at->end_rest);
    if (n_rolls(s) > 0 && !s->offered && looks_far(c))
        play_queue(c, from, n_rolls(s), &list);
    for (size_t i = 0; i < list.n; i++)
        if (list.at[i].ended) {
            list.at[i].w += UNSEEN_END; /* which ends_so() gives back */
            ends_so(c, &list.at[i]);
        }
    courses_done_list(&list);
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

/* Who goes on playing has not finished the match. */
static float after_the_match(const struct seen *o)
{
    if (o->kind == SEEN_BOARD && !o->unseen)
        return o->top + ASTRAY_BOARD;
    return o->kind == SEEN_END ? 0 : o->kind == SEEN_TURN ? ASTRAY_BOARD : ASTRAY;
}

void courses_from(struct courses *c, int from, const struct standing *s, double alpha)
{
    struct course k = {.s = *s, .last = -1};
    const size_t first = c->n_found;
    c->from = from;
    c->alpha = alpha;
    if (s->over)
        emit_less(c, &k, after_the_match(c->at));
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
        emit(c, &k);
    rule_scores_out(c, first);
}

bool courses_look_further(const struct courses *c)
{
    return c->at->kind == SEEN_BOARD && !c->at->unseen && c->unseen > 0 &&
           c->best - c->before - (double)c->at->top < -12;
}

void courses_further(struct courses *c, int from, const struct standing *s, double alpha)
{
    struct course k = {.s = *s, .last = -1};
    const size_t first = c->n_found;
    c->from = from;
    c->alpha = alpha;
    if (!s->over)
        further_from_board(c, &k);
    rule_scores_out(c, first);
}

void courses_pending(const struct standing *s, struct told_match *out)
{
    out->on_roll = next_roller(s);
    if (s->n_queue > 0 && s->queue[s->n_queue - 1] <= ITEM_UNKNOWN) {
        out->on_roll = !out->on_roll;
        out->rolled_unseen = s->queue[s->n_queue - 1] == ITEM_UNKNOWN;
        if (!out->rolled_unseen)
            roll_of(s->queue[s->n_queue - 1], out->dice);
    }
}
