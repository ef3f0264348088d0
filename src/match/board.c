/* The board and its arithmetic. A signed count per point, so that turning the board is a reversal with
 * a change of sign. See board.h for the viewpoint rule. */
#include "match/board.h"

#include <stddef.h>
#include <string.h>

#include "base/format.h"

enum { HOME = 6 };

static void place(struct board *b, int point, int chequers)
{
    b->point[point] = (int8_t)(b->point[point] + chequers);
    b->point[25 - point] = (int8_t)(b->point[25 - point] - chequers);
}

static void start_backgammon(struct board *b)
{
    place(b, 24, 2);
    place(b, 13, 5);
    place(b, 8, 3);
    place(b, 6, 5);
}

/* Nackgammon moves one chequer each from the midpoint and the six point to the 23 point, twice over. */
static void start_nackgammon(struct board *b)
{
    place(b, 24, 2);
    place(b, 23, 2);
    place(b, 13, 4);
    place(b, 8, 3);
    place(b, 6, 4);
}

const char *const variant_names[VARIANTS] = {"backgammon", "nackgammon", "hypergammon1", "hypergammon2",
                                             "hypergammon3"};

void board_start(struct board *b, enum variant variant)
{
    memset(b, 0, sizeof *b);
    if (variant == VARIANT_BACKGAMMON)
        start_backgammon(b);
    else if (variant == VARIANT_NACKGAMMON)
        start_nackgammon(b);
    else
        for (int i = 0; i < variant_chequers(variant); i++)
            place(b, 24 - i, 1);
}

int variant_chequers(enum variant variant)
{
    switch (variant) {
    case VARIANT_HYPERGAMMON_1:
        return 1;
    case VARIANT_HYPERGAMMON_2:
        return 2;
    case VARIANT_HYPERGAMMON_3:
        return 3;
    default:
        return BOARD_CHEQUERS;
    }
}

void board_flip(const struct board *b, struct board *out)
{
    struct board flipped = {.off = {b->off[1], b->off[0]}};
    for (int p = 0; p < BOARD_POINTS; p++)
        flipped.point[p] = (int8_t)-b->point[25 - p];
    *out = flipped;
}

bool board_equal(const struct board *a, const struct board *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

int board_pips(const struct board *b)
{
    int pips = 0;
    for (int p = 1; p < BOARD_POINTS; p++)
        if (b->point[p] > 0)
            pips += p * b->point[p];
    return pips;
}

int board_opponent_pips(const struct board *b)
{
    int pips = 0;
    for (int p = 0; p < BOARD_BAR; p++)
        if (b->point[p] < 0)
            pips -= (25 - p) * b->point[p];
    return pips;
}

int board_in_play(const struct board *b)
{
    int n = 0;
    for (int p = 1; p < BOARD_POINTS; p++)
        if (b->point[p] > 0)
            n += b->point[p];
    return n;
}

int board_opponent_in_play(const struct board *b)
{
    int n = 0;
    for (int p = 0; p < BOARD_BAR; p++)
        if (b->point[p] < 0)
            n -= b->point[p];
    return n;
}

int board_chequers(const struct board *b, int from, int to)
{
    int n = 0;
    for (int p = from; p <= to; p++)
        n += b->point[p] > 0 ? b->point[p] : 0;
    return n;
}

bool board_is_home(const struct board *b)
{
    return board_chequers(b, 7, BOARD_BAR) == 0;
}

bool board_has_contact(const struct board *b)
{
    int rear = BOARD_BAR, opponent_rear = BOARD_OPPONENT_BAR;
    while (rear > 0 && b->point[rear] <= 0)
        rear--;
    while (opponent_rear < BOARD_BAR && b->point[opponent_rear] >= 0)
        opponent_rear++;
    return rear > opponent_rear;
}

/* Points for a winner who finished on `b` (seen by the winner). */
static int points_won(const struct board *b)
{
    if (b->off[0] == 0 || board_in_play(b) > 0)
        return 0;
    if (b->off[1] > 0)
        return 1;
    for (int p = BOARD_OPPONENT_BAR; p <= HOME; p++)
        if (b->point[p] < 0)
            return 3;
    return 2;
}

int board_won(const struct board *b)
{
    return points_won(b);
}

int board_lost(const struct board *b)
{
    if (b->off[1] == 0)
        return 0;
    struct board flipped;
    board_flip(b, &flipped);
    return points_won(&flipped);
}

const char *board_problem(const struct board *b, int chequers)
{
    int in_play[2] = {0, 0};
    for (int p = 0; p < BOARD_POINTS; p++) {
        in_play[0] += b->point[p] > 0 ? b->point[p] : 0;
        in_play[1] -= b->point[p] < 0 ? b->point[p] : 0;
    }
    const int mine = in_play[0] + b->off[0], theirs = in_play[1] + b->off[1];
    if (b->point[BOARD_OPPONENT_BAR] > 0 || b->point[BOARD_BAR] < 0)
        return W_("a chequer is on the other side's bar");
    if (b->off[0] < 0 || b->off[1] < 0)
        return W_("fewer than no chequers are borne off");
    if (mine > BOARD_CHEQUERS || theirs > BOARD_CHEQUERS)
        return W_("a side has more than fifteen chequers");
    if (chequers != 0 && (mine != chequers || theirs != chequers))
        return W_("a side has the wrong number of chequers");
    if (mine > 0 && theirs > 0 && in_play[0] == 0 && in_play[1] == 0)
        return W_("both sides have borne off all their chequers");
    for (size_t i = 0; i < sizeof b->spare; i++)
        if (b->spare[i] != 0)
            return W_("the spare bytes of the board are not zero");
    return NULL;
}
