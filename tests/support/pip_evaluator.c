/* The stand-in: one logistic curve over the pip difference and the blots. */
#include "pip_evaluator.h"

#include <math.h>

#include "engine/bearoff.h"

static float advantage(const struct board *b)
{
    float sum = (float)(board_opponent_pips(b) - board_pips(b)) - 4; /* the opponent is on roll */
    for (int p = 1; p < BOARD_BAR; p++)
        sum += b->point[p] == 1 ? -0.3f * (float)(25 - p) / 10 : b->point[p] == -1 ? 0.3f * (float)p / 10 : 0;
    return sum;
}

static struct outcome judge(const struct board *b)
{
    struct outcome o;
    if (outcome_if_over(b, &o))
        return o;
    const float win = 1 / (1 + expf(-advantage(b) / 20));
    o = (struct outcome){.win = win};
    if (b->off[1] == 0)
        o.win_gammon = 0.5f * win * win, o.win_backgammon = 0.02f * win * win;
    if (b->off[0] == 0)
        o.lose_gammon = 0.5f * (1 - win) * (1 - win), o.lose_backgammon = 0.02f * (1 - win) * (1 - win);
    return o;
}

static void eval(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                 struct outcome *out)
{
    (void)self, (void)w;
    for (size_t i = 0; i < n; i++)
        out[i] = judge(&boards[i]);
}

const struct evaluator pip_evaluator = {"pips", eval};
