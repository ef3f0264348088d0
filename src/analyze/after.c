/* The rolls after a play; see after.h. */
#include "analyze/after.h"

#include "match/shots.h"

enum {
    FACES = 6,
    HOME_OF_OPPONENT = 19,
    HOME = 6,
    BLOCK = 4,
    FIRST_POINT = 2,
    LAST_POINT = 8,
    FIRST_BUILT = 4,
    LAST_BUILT = 7
};

static bool is_made(const struct board *b, int point)
{
    return b->point[point] >= 2;
}

static bool has_new_anchor(const struct board *before, const struct board *after)
{
    for (int p = HOME_OF_OPPONENT; p < BOARD_BAR; p++)
        if (is_made(after, p) && !is_made(before, p))
            return true;
    return false;
}

/* The lowest point of the other player's longest block of four or more that stands before chequers of one's own; 0 =
 * there is none. Seen by the player who wants to escape. */
static int block_to_pass(const struct board *b)
{
    int longest = BLOCK - 1, lowest = 0, run = 0;
    for (int p = 1; p < BOARD_BAR; p++) {
        run = b->point[p] <= -2 ? run + 1 : 0;
        bool behind = false;
        for (int q = p + 1; q <= BOARD_BAR; q++)
            behind = behind || b->point[q] > 0;
        if (run > longest && behind) {
            longest = run;
            lowest = p - run + 1;
        }
    }
    return lowest;
}

static uint32_t bit_if(bool holds, int effect)
{
    return holds ? (uint32_t)1 << effect : 0;
}

/* Seen by the player who rolls; `block`: to pass. */
static uint32_t effects_of(const struct board *b, int die1, int die2, const struct thrown *t, int block)
{
    uint32_t all = bit_if(shots_any(b, die1, die2), EFFECT_HIT) | bit_if(t->dances, EFFECT_DANCE);
    all |= bit_if(has_new_anchor(b, &t->after), EFFECT_ANCHOR) |
           bit_if(block > 0 && board_chequers(&t->after, block, BOARD_BAR) < board_chequers(b, block, BOARD_BAR),
                  EFFECT_ESCAPE);
    for (int p = FIRST_POINT; p <= LAST_POINT; p++)
        if (is_made(&t->after, p) && !is_made(b, p))
            all |= bit_if(true, EFFECT_POINT + p) | bit_if(p >= FIRST_BUILT && p <= LAST_BUILT, EFFECT_BUILD);
    return all;
}

static uint32_t shot_left(const struct board *after)
{
    struct shots s;
    shots_at(after, &s);
    return bit_if(s.rolls > 0, EFFECT_SHOT);
}

/* `sign`: of the mover's equity in that of who rolls. */
static void all_rolls(const struct engine *e, struct worker *w, const struct position *q, float sign, struct after *out)
{
    struct thrown t[ALL_THROWS];
    engine_thrown(e, w, q, t);
    const int block = block_to_pass(&q->board);
    const bool past = board_chequers(&q->board, HOME_OF_OPPONENT, BOARD_BAR) == 0;
    out->block = block > 0;
    for (int high = 1; high <= FACES; high++)
        for (int low = 1; low <= high; low++) {
            const int i = roll_index(high, low);
            out->value[i] = sign * t[i].cubeful;
            out->effects[i] = effects_of(&q->board, high, low, &t[i], block);
            if (sign > 0 && past)
                out->effects[i] |= shot_left(&t[i].after);
        }
}

void after_replies(const struct engine *e, struct worker *w, const struct position *p, const struct board *played,
                   struct after *out)
{
    struct position q = *p;
    q.board = *played;
    position_pass_turn(&q);
    all_rolls(e, w, &q, -1, out);
}

void after_own_rolls(const struct engine *e, struct worker *w, const struct position *p, const struct board *played,
                     struct after *out)
{
    struct position q = *p;
    q.board = *played;
    all_rolls(e, w, &q, 1, out);
}

int roll_weight(int roll)
{
    for (int face = 1; face <= FACES; face++)
        if (roll == roll_index(face, face))
            return 1;
    return 2;
}

int effect_count(const struct after *a, int effect)
{
    int n = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        n += (a->effects[i] >> effect & 1) != 0 ? roll_weight(i) : 0;
    return n;
}
