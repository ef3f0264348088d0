/* Positions that self-play seldom reaches, made at random by template. What they have in common: the two sides are put
 * down one after the other, a pair or a chequer at a time, on points drawn by weight and not held by the other side.
 * Points are in the own numbering of the side that is being put down: 1 = ace point, 25 = bar. */
#include "train.h"

#include <string.h>

struct setup {
    struct board b;
    struct rng *r;
    int left[2]; /* chequers still in hand */
};

/* The signed count of `side` on its own point. */
static int8_t *spot(struct setup *s, int side, int point)
{
    return &s->b.point[side == 0 ? point : 25 - point];
}

static bool is_free_for(struct setup *s, int side, int point)
{
    return side == 0 ? *spot(s, side, point) >= 0 : *spot(s, side, point) <= 0;
}

static int put(struct setup *s, int side, int point, int n)
{
    if (n > s->left[side])
        n = s->left[side];
    if (!is_free_for(s, side, point))
        return 0;
    *spot(s, side, point) = (int8_t)(*spot(s, side, point) + (side == 0 ? n : -n));
    s->left[side] -= n;
    return n;
}

static int between(struct setup *s, int low, int high)
{
    return low + rng_below(s->r, high - low + 1);
}

static bool chance(struct setup *s, float p)
{
    return rng_unit(s->r) < p;
}

/* Puts `n` chequers on points low..high, `pairs` of the time two at once; what finds no room stays in hand. */
static void scatter(struct setup *s, int side, int n, int low, int high, float pairs)
{
    for (int tries = 0; n > 0 && tries < 200; tries++) {
        const int many = n > 1 && chance(s, pairs) ? 2 : 1;
        n -= put(s, side, between(s, low, high), many);
    }
}

/* Puts made points on `n` different points of low..high. */
static void make_points(struct setup *s, int side, int n, int low, int high)
{
    for (int tries = 0; n > 0 && tries < 60; tries++) {
        const int p = between(s, low, high);
        if (*spot(s, side, p) == 0 && put(s, side, p, 2) == 2)
            n--;
    }
}

static void bear_off(struct setup *s, int side, int n)
{
    if (n > s->left[side])
        n = s->left[side];
    s->b.off[side] = (int8_t)(s->b.off[side] + n);
    s->left[side] -= n;
}

/* Whatever is still in hand goes home, or wherever there is room. */
static void finish(struct setup *s)
{
    for (int side = 0; side < 2; side++) {
        scatter(s, side, s->left[side], 1, 12, 0.5f);
        scatter(s, side, s->left[side], 1, 24, 0.5f);
    }
}

/* One to three anchors deep in the other's home and 4 to 12 chequers back; the rest anywhere from a good board to a
 * crunched one. The other side brings its men home or has begun to bear off. */
static void backgame(struct setup *s)
{
    const int back = between(s, 4, chance(s, 0.5f) ? 7 : 12),
              anchors = 1 + (back > 3) * between(s, 0, back > 5 ? 2 : 1);
    make_points(s, 0, anchors, 19, 24);
    const int held = 15 - s->left[0];
    scatter(s, 0, back > held ? back - held : 0, 17, chance(s, 0.3f) ? 25 : 24, 0.4f);
    if (chance(s, 0.2f))
        bear_off(s, 1, between(s, 1, 9));
    if (chance(s, 0.4f)) { /* still bringing men round */
        scatter(s, 1, between(s, 1, 8), 7, 18, 0.6f);
        if (chance(s, 0.3f))
            scatter(s, 1, between(s, 1, 2), 19, 25, 0.3f);
    }
    scatter(s, 1, s->left[1], 1, 8, 0.7f);
    if (chance(s, 0.5f))
        scatter(s, 0, s->left[0], 3, 9, 0.7f);
    else
        scatter(s, 0, s->left[0], 1, between(s, 3, 16), 0.5f);
}

/* A prime or closed board holds one to three stragglers; their side may have borne off nearly all. */
static void containment(struct setup *s)
{
    make_points(s, 0, between(s, 3, 6), 2, between(s, 6, 10));
    scatter(s, 0, s->left[0] > 3 ? between(s, 0, 3) : 0, 10, 24, 0.3f);
    scatter(s, 0, s->left[0], 1, 12, 0.5f);
    const int stragglers = between(s, 1, 3);
    for (int i = 0; i < stragglers; i++)
        scatter(s, 1, 1, chance(s, 0.5f) ? 25 : 15, 25, 0);
    if (chance(s, 0.75f))
        bear_off(s, 1, between(s, 1, 15 - stragglers - (stragglers < 14)));
    scatter(s, 1, s->left[1], 1, 6, 0.6f);
}

/* Both sides hold primes, with one to three chequers behind each. */
static void primes(struct setup *s)
{
    for (int side = 0; side < 2; side++) {
        const int from = between(s, 2, 7), length = between(s, 3, 6);
        for (int p = from; p < from + length; p++)
            put(s, side, p, 2);
        scatter(s, side, between(s, 1, 4), 19, 25, 0.4f);
    }
    for (int side = 0; side < 2; side++)
        scatter(s, side, s->left[side], 1, 18, 0.4f);
}

/* Anything anywhere. */
static void wide(struct setup *s)
{
    for (int side = 0; side < 2; side++) {
        if (chance(s, 0.2f))
            bear_off(s, side, between(s, 1, 10));
        scatter(s, side, s->left[side], 1, between(s, 8, 25), 0.3f + 0.4f * rng_unit(s->r));
    }
}

/* One side bears off or has crunched; the other waits on the bar, on an ace point or with a few stragglers. */
static void late_shot(struct setup *s)
{
    const int waiting = between(s, 1, 4);
    if (chance(s, 0.6f))
        put(s, 0, between(s, 21, 25), waiting);
    else
        scatter(s, 0, waiting, 19, 25, 0.3f);
    bear_off(s, 1, between(s, 0, 12));
    scatter(s, 1, s->left[1], 1, chance(s, 0.7f) ? 6 : 9, 0.6f);
    scatter(s, 0, s->left[0], 1, chance(s, 0.7f) ? 7 : 13, 0.6f);
}

/* No contact, or hardly any: gammons and backgammons to be saved, long races, stragglers on the way. */
static void race(struct setup *s)
{
    const int off = between(s, 0, 12), reach = between(s, 1, 6);
    const bool behind = chance(s, 0.6f); /* one side bears off, the other is far behind */
    if (behind) {
        bear_off(s, 1, off);
        scatter(s, 1, s->left[1], 1, reach, 0.5f);
        scatter(s, 0, between(s, 1, 5), 13, 24, 0.3f);
        scatter(s, 0, s->left[0], 1, between(s, 6, 15), 0.4f);
    } else {
        const int border = between(s, 8, 16);
        if (chance(s, 0.2f))
            bear_off(s, 0, between(s, 1, 8));
        scatter(s, 0, s->left[0], 1, border, 0.4f);
        scatter(s, 1, s->left[1], 1, 24 - border, 0.4f);
    }
}

/* One side of a race with most of its chequers home and the rest before `border`. */
static void nearly_home(struct setup *s, int side, int border)
{
    bear_off(s, side, chance(s, 0.5f) ? between(s, 0, 4) : between(s, 0, 13));
    const int most = chance(s, 0.3f) ? s->left[side] : s->left[side] < 3 ? s->left[side] : 3;
    if (border > 6)
        scatter(s, side, between(s, 0, most), 7, border, 0.2f);
    scatter(s, side, s->left[side], 1, between(s, 3, 6), 0.4f);
}

static bool is_level(const struct board *b)
{
    const int mine = board_pips(b), theirs = board_opponent_pips(b),
              apart = mine > theirs ? mine - theirs : theirs - mine;
    return apart <= 8 + (mine + theirs) / 8;
}

static bool is_playable(const struct board *b)
{
    struct outcome any;
    return board_problem(b, BOARD_CHEQUERS) == NULL && board_in_play(b) > 0 && board_opponent_in_play(b) > 0 &&
           !table_outcome(b, &any);
}

void seed_position(struct board *b, struct rng *r)
{
    static void (*const templates[])(struct setup *) = {
        backgame, backgame, backgame,  backgame,  containment, containment, primes,
        wide,     wide,     late_shot, late_shot, race,        race,
    };
    do {
        struct setup s = {.r = r, .left = {BOARD_CHEQUERS, BOARD_CHEQUERS}};
        templates[rng_below(r, sizeof templates / sizeof *templates)](&s);
        finish(&s);
        *b = s.b;
        if (rng_unit(r) < 0.5f)
            board_flip(b, b);
    } while (!is_playable(b));
}

void race_position(struct board *b, struct rng *r)
{
    bool uneven;
    do {
        struct setup s = {.r = r, .left = {BOARD_CHEQUERS, BOARD_CHEQUERS}};
        const int border = between(&s, 6, 18);
        nearly_home(&s, 0, border);
        nearly_home(&s, 1, 24 - border);
        *b = s.b;
        uneven = !is_level(b) && rng_unit(r) < 0.85f;
    } while (uneven || !is_playable(b) || board_has_contact(b));
}
