/* Placings to learn from. */
#include "train_race.h"

#include <string.h>

enum { HOME = 6, STRAGGLERS = 4 };

/* n chequers on some points, the highest of them `top`: each of these at least one, the others anywhere among them. */
static void place(int8_t own[RACE_POINTS], int n, int top, struct rng *r)
{
    int at[RACE_POINTS], k = 1;
    const int most = n < top ? n : top, wanted = 1 + rng_below(r, most);
    bool taken[RACE_POINTS + 1] = {false};
    memset(own, 0, RACE_POINTS);
    at[0] = top;
    taken[top] = true;
    while (k < wanted) {
        const int p = 1 + rng_below(r, top);
        if (!taken[p])
            at[k++] = p;
        taken[p] = true;
    }
    for (int i = 0; i < n; i++)
        own[at[i < k ? i : rng_below(r, k)] - 1]++;
}

/* n chequers as games leave them: most at home on low points, up to four stragglers anywhere. */
static void straggle(int8_t own[RACE_POINTS], int n, struct rng *r)
{
    const int most = n < STRAGGLERS ? n : STRAGGLERS, back = rng_below(r, most + 1);
    if (n > back)
        place(own, n - back, 1 + rng_below(r, HOME), r);
    else
        memset(own, 0, RACE_POINTS);
    for (int i = 0; i < back; i++)
        own[rng_below(r, RACE_POINTS)]++;
}

void race_placing(int8_t own[RACE_POINTS], struct rng *r)
{
    const bool whole = rng_below(r, 2) > 0, natural = rng_below(r, 2) > 0;
    const int n = whole ? BOARD_CHEQUERS : 1 + rng_below(r, BOARD_CHEQUERS);
    if (natural)
        straggle(own, n, r);
    else
        place(own, n, 1 + rng_below(r, RACE_POINTS), r);
}
