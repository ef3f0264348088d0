/* Shots; see shots.h. Every way to play the roll is gone through, without the list of its results: what counts is only
 * how many dice a way uses and how many blots it hits. */
#include "match/shots.h"

#include "match/annotation.h"

enum { HOME = 6, FACES = 6, TWO = 2 };

struct rolling {
    int die[4], n; /* in the order in which they are played */
    int used, hits; /* the most dice that could be used, and the most blots hit by such a way */
    int enough; /* blots hit: more are not looked for */
};

static bool none_behind(const struct board *b, int point)
{
    for (int p = point + 1; p <= HOME; p++)
        if (b->point[p] > 0)
            return false;
    return true;
}

static bool may_step(const struct board *b, int from, int die)
{
    const int to = from - die;
    if (b->point[from] <= 0)
        return false;
    if (to > 0)
        return b->point[to] >= -1;
    return board_is_home(b) && (to == 0 || none_behind(b, from));
}

static int hits_of(const struct board *b, int from, int die)
{
    return from > die && b->point[from - die] == -1;
}

static void step(struct board *b, int from, int die)
{
    const int to = from - die;
    b->point[from]--;
    if (to <= 0) {
        b->off[0]++;
        return;
    }
    if (b->point[to] == -1) {
        b->point[to] = 0;
        b->point[BOARD_OPPONENT_BAR]--;
    }
    b->point[to]++;
}

static void note_way(struct rolling *r, int used, int hits)
{
    if (used > r->used)
        r->hits = 0;
    if (used >= r->used)
        r->hits = hits > r->hits ? hits : r->hits;
    r->used = used > r->used ? used : r->used;
}

/* Of equal dice the chequers are moved from the back: the order makes no difference. */
static void go_on(struct rolling *r, const struct board *b, int used, int hits, int from)
{
    const bool enters = b->point[BOARD_BAR] > 0;
    bool moved = false;
    if (r->used == r->n && r->hits >= r->enough)
        return;
    for (int p = enters ? BOARD_BAR : from; used < r->n && p >= (enters ? BOARD_BAR : 1); p--) {
        const int die = r->die[used];
        struct board next = *b;
        if (!may_step(b, p, die))
            continue;
        moved = true;
        step(&next, p, die);
        go_on(r, &next, used + 1, hits + hits_of(b, p, die), r->n > 2 ? p : BOARD_BAR);
    }
    if (!moved)
        note_way(r, used, hits);
}

static struct rolling in_order(const struct board *b, int first, int second, int enough)
{
    struct rolling r = {.die = {first, second, first, second}, .n = first == second ? 4 : 2, .enough = enough};
    go_on(&r, b, 0, 0, BOARD_BAR);
    return r;
}

/* Some chequer of the player on roll is as far behind a blot as a die, or some of the dice together, would bring it. */
static bool may_hit(const struct board *b, int high, int low)
{
    const int far[4] = {low, high == low ? 2 * low : high, high == low ? 3 * low : high + low, 4 * low};
    for (int p = 1; p < BOARD_BAR; p++)
        for (int i = 0; b->point[p] == -1 && i < (high == low ? 4 : 3); i++)
            if (p + far[i] <= BOARD_BAR && b->point[p + far[i]] > 0)
                return true;
    return false;
}

/* The most blots hit, or `enough` of them. */
static int most_hits(const struct board *b, int die1, int die2, int enough)
{
    const int high = die1 > die2 ? die1 : die2, low = die1 > die2 ? die2 : die1;
    if (!may_hit(b, high, low))
        return 0;
    const struct rolling r = in_order(b, high, low, enough);
    if (high == low || (r.used > 1 && r.hits >= enough))
        return r.hits;
    const struct rolling other = in_order(b, low, high, enough);
    if (r.used == other.used && r.used > 1)
        return r.hits > other.hits ? r.hits : other.hits;
    return other.used > r.used ? other.hits : r.hits; /* of one die alone the larger is played */
}

bool shots_any(const struct board *b, int die1, int die2)
{
    return most_hits(b, die1, die2, 1) > 0;
}

void shots_at(const struct board *after, struct shots *out)
{
    struct board b;
    *out = (struct shots){0};
    board_flip(after, &b);
    for (int high = 1; high <= FACES; high++)
        for (int low = 1; low <= high; low++) {
            const int hits = most_hits(&b, high, low, TWO), weight = high == low ? 1 : 2;
            out->rolls += hits > 0 ? weight : 0;
            out->twice += hits > 1 ? weight : 0;
            out->which |= hits > 0 ? 1U << roll_index(high, low) : 0;
        }
}
