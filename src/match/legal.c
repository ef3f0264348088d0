/* Legality of one play. A play that uses every die in steps that are legal one after the other is legal,
 * and that is cheap to see; only a play that is shorter than its roll, or written out of order, needs the generator. */
#include "match/legal.h"

enum { HOME = 6 };

/* All chequers home, none behind `from`. */
static bool is_rearmost_at_home(const struct board *b, int from)
{
    for (int p = from + 1; p <= BOARD_BAR; p++)
        if (b->point[p] > 0)
            return false;
    return true;
}

bool step_is_legal(const struct board *b, int from, int die)
{
    if (from < 1 || from > BOARD_BAR || b->point[from] <= 0 || (b->point[BOARD_BAR] > 0 && from != BOARD_BAR))
        return false;
    if (from > die)
        return b->point[from - die] >= -1;
    return is_rearmost_at_home(b, from == die ? HOME : from);
}

int step_execute(struct board *b, int from, int die, bool *hit)
{
    const int to = from > die ? from - die : 0;
    *hit = to > 0 && b->point[to] < 0;
    b->point[from]--;
    if (to == 0)
        b->off[0]++;
    else if (*hit) {
        b->point[to] = 1;
        b->point[BOARD_OPPONENT_BAR]--;
    } else
        b->point[to]++;
    return to;
}

bool roll_is_a_dance(const struct board *b, int die1, int die2)
{
    for (int from = BOARD_BAR; from >= 1; from--)
        if (b->point[from] > 0 && (step_is_legal(b, from, die1) || step_is_legal(b, from, die2)))
            return false;
    return true;
}

/* The steps in their order, dice in the order given. */
static bool steps_fit(const struct board *b, const int *dice, const struct play *play)
{
    struct board at = *b;
    bool hit;
    for (int i = 0; i < play->n; i++) {
        if (!step_is_legal(&at, play->step[i].from, dice[i]))
            return false;
        if (step_execute(&at, play->step[i].from, dice[i], &hit) != play->step[i].to)
            return false;
    }
    return true;
}

bool play_is_legal(const struct board *b, int die1, int die2, const struct play *play, const struct board *after)
{
    const int as_rolled[PLAY_STEPS] = {die1, die2, die1, die2}, turned[2] = {die2, die1};
    const int full = die1 == die2 ? PLAY_STEPS : 2;
    if (play->n == full && (steps_fit(b, as_rolled, play) || (full == 2 && steps_fit(b, turned, play))))
        return true;
    if (play->n == 0)
        return roll_is_a_dance(b, die1, die2);
    return moves_is_legal(b, die1, die2, after);
}
