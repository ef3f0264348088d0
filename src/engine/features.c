/* Rows and the tables of escapes. What a feature means stands in inputs.h, how it is computed fast
 * in kernel.inc. */
#include "engine/features.h"

#include <pthread.h>

int inputs_rows(const struct board *b, uint16_t rows[NET_ACTIVE])
{
    int n = 0;
    for (int p = 1; p <= BOARD_BAR; p++)
        for (int k = 1; k <= b->point[p]; k++)
            rows[n++] = (uint16_t)row_of(0, p, k);
    for (int p = 1; p <= BOARD_BAR; p++)
        for (int k = 1; k <= -b->point[25 - p]; k++)
            rows[n++] = (uint16_t)row_of(1, p, k);
    for (int side = 0; side < 2; side++)
        for (int k = 1; k <= b->off[side]; k++)
            rows[n++] = (uint16_t)row_of_off(side, k);
    return n;
}

/* The farthest that `die1` and `die2` in this order bring a chequer along `closed`, where it can stop. */
static int walk(unsigned closed, const int *dice, int n)
{
    int at = 0;
    for (int i = 0; i < n; i++) {
        const int next = at + dice[i];
        if (next <= 12 && closed >> (next - 1) & 1)
            break;
        at = next;
    }
    return at;
}

static int farthest(unsigned closed, int die1, int die2)
{
    const int same[4] = {die1, die1, die1, die1}, one[2] = {die1, die2}, two[2] = {die2, die1};
    if (die1 == die2)
        return walk(closed, same, 4);
    const int a = walk(closed, one, 2), b = walk(closed, two, 2);
    return a > b ? a : b;
}

static struct input_tables tables;
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static int last_of(unsigned closed)
{
    return closed ? 32 - __builtin_clz(closed) : 0;
}

/* Of the 36 rolls, those that carry a chequer beyond the last closed point, the last near one, the first. */
static void count_rolls(unsigned closed)
{
    uint8_t *const rolls[3] = {&tables.last[closed], &tables.near[closed], &tables.first[closed]};
    const int barrier[3] = {last_of(closed), last_of(closed & 127), closed ? __builtin_ctz(closed) + 1 : 0};
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= die1; die2++) {
            const int far = farthest(closed, die1, die2);
            for (int i = 0; i < 3; i++)
                if (barrier[i] == 0 || far > barrier[i])
                    *rolls[i] = (uint8_t)(*rolls[i] + (die1 == die2 ? 1 : 2));
        }
}

static uint16_t row_between(int place, int n)
{
    if (place >= BOARD_POINTS)
        return (uint16_t)(n < 0 ? 0 : row_of_off(place - BOARD_POINTS, n + 1));
    if (n >= 0)
        return (uint16_t)(place == BOARD_OPPONENT_BAR ? 0 : row_of(0, place, n + 1));
    return (uint16_t)(place == BOARD_BAR ? 0 : row_of(1, 25 - place, -n));
}

static void build_tables(void)
{
    for (int place = 0; place < PLACES; place++)
        for (int n = -BOARD_CHEQUERS; n < BOARD_CHEQUERS; n++)
            tables.row[place][n + BOARD_CHEQUERS] = row_between(place, n);
    for (unsigned closed = 0; closed < 4096; closed++)
        count_rolls(closed);
}

const struct input_tables *input_tables(void)
{
    pthread_once(&tables_once, build_tables);
    return &tables;
}
