/* Likeness; see like.h. */
#include "collection/like.h"

#include <stdlib.h>

int board_distance(const struct board *a, const struct board *b)
{
    int distance = 0, own = 0, other = 0; /* chequers beyond the point, more on a than on b */
    for (int p = BOARD_BAR; p > 0; p--) {
        own += (a->point[p] > 0 ? a->point[p] : 0) - (b->point[p] > 0 ? b->point[p] : 0);
        distance += abs(own);
    }
    for (int p = BOARD_OPPONENT_BAR; p < BOARD_BAR; p++) {
        other += (a->point[p] < 0 ? -a->point[p] : 0) - (b->point[p] < 0 ? -b->point[p] : 0);
        distance += abs(other);
    }
    return distance;
}
