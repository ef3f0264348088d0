/* Arithmetic of the five probabilities; see outcome.h. */
#include "match/outcome.h"

struct outcome outcome_flip(struct outcome o)
{
    return (struct outcome){
        .win = 1.0f - o.win,
        .win_gammon = o.lose_gammon,
        .win_backgammon = o.lose_backgammon,
        .lose_gammon = o.win_gammon,
        .lose_backgammon = o.win_backgammon,
    };
}

float outcome_equity(struct outcome o)
{
    return 2.0f * o.win - 1.0f + o.win_gammon + o.win_backgammon - o.lose_gammon - o.lose_backgammon;
}
