/* Stratified dice from Latin squares; see throws.h. */
#include "rollout/throws.h"

#include "match/dice.h"

int throws_block(bool opening)
{
    return opening ? OPENING_THROWS : THROWS;
}

void throws_init(struct throws *t, uint64_t seed, uint64_t series, bool opening, bool independent)
{
    struct dice d = dice_of_game(seed, series);
    t->seed = seed, t->series = series, t->independent = independent;
    t->block = throws_block(opening);
    if (independent)
        return;
    for (int i = 0; i < THROWS_BLOCKS; i++)
        dice_shuffle(&d, t->first[i], t->block);
    for (int i = 1; i < THROWS_TURNS; i++) {
        dice_shuffle(&d, t->turn[i].of, THROWS);
        dice_shuffle(&d, t->turn[i].row, THROWS);
        dice_shuffle(&d, t->turn[i].column, THROWS);
    }
}

static void set_dice(int a, int b, int dice[2])
{
    dice[0] = a > b ? a : b;
    dice[1] = a > b ? b : a;
}

/* Of the 36 throws, or of the 30 whose dice differ. */
static void first_dice(int n, int block, int dice[2])
{
    const int per_die = block == THROWS ? 6 : 5;
    const int a = n / per_die, b = n % per_die;
    set_dice(a + 1, b + 1 + (per_die == 5 && b >= a), dice);
}

static void draw(const struct throws *t, int trial, int turn, int dice[2])
{
    struct dice d = dice_of_game(t->seed ^ (t->series << 32), (uint64_t)trial << 32 | (uint64_t)turn);
    if (turn == 0)
        first_dice(dice_below(&d, t->block), t->block, dice);
    else
        dice_roll(&d, dice);
}

void throws_at(const struct throws *t, int trial, int turn, int dice[2])
{
    if (t->independent || turn >= THROWS_TURNS) {
        draw(t, trial, turn, dice);
        return;
    }
    const int block = trial / t->block, first = t->first[block][trial % t->block];
    if (turn == 0) {
        first_dice(first, t->block, dice);
        return;
    }
    const struct throws_turn *at = &t->turn[turn];
    const int n = at->of[(at->row[first] + at->column[block]) % THROWS];
    set_dice(n / 6 + 1, n % 6 + 1, dice);
}
