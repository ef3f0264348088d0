/* Single numbers; see numbers.h. */
#include "match/numbers.h"

enum { FACES = 6, FIRST_BUILT = 4, LAST_BUILT = 7 };

int blots_exposed(const struct board *after)
{
    bool behind = after->point[BOARD_OPPONENT_BAR] < 0;
    int n = 0;
    for (int p = 1; p < BOARD_BAR; p++) {
        n += behind && after->point[p] == 1;
        behind = behind || after->point[p] < 0;
    }
    return n;
}

/* Chequers that may leave without giving up a point. */
static int spares(const struct board *b, int point)
{
    const int n = point < BOARD_BAR ? b->point[point] : 0;
    return n > 2 ? n - 2 : n == 1 ? 1 : 0;
}

/* ---- the opponent's ---- */

static bool is_worth_covering(int p)
{
    return (p >= 2 && p <= 8) || (p >= 18 && p <= 23);
}

/* Seen by the opponent: the dice with which one chequer reaches this end. */
static unsigned faces_to(const struct board *b, int point)
{
    const bool hits = b->point[point] == -1, covers = b->point[point] == 1 && is_worth_covering(point);
    const bool enters = b->point[BOARD_BAR] > 0;
    unsigned faces = 0;
    for (int n = 1; (hits || covers) && n <= FACES && point + n <= BOARD_BAR; n++) {
        const int from = point + n;
        if (enters ? from == BOARD_BAR : hits ? b->point[from] > 0 : spares(b, from) > 0)
            faces |= 1U << n;
    }
    return faces;
}

/* Ends that the opponent reaches with one chequer and one die: to hit a blot, to cover one of his own. */
struct needs {
    int ends;
    unsigned faces, twice; /* dice that reach one, that reach two or more: a bit 1 << n for each n from 1 to 6 */
};

static void needs_of_opponent(const struct board *after, struct needs *out)
{
    struct board b;
    board_flip(after, &b);
    *out = (struct needs){0};
    for (int p = 1; p < BOARD_BAR; p++) {
        const unsigned faces = faces_to(&b, p);
        out->ends += faces != 0;
        out->twice |= out->faces & faces;
        out->faces |= faces;
    }
}

int duplicated_number(const struct board *a, const struct board *b)
{
    struct needs of_a, of_b;
    int face = 1;
    if (blots_exposed(a) == 0 || blots_exposed(a) < blots_exposed(b))
        return 0;
    needs_of_opponent(a, &of_a);
    needs_of_opponent(b, &of_b);
    if (of_a.twice == 0 || of_a.ends < of_b.ends || __builtin_popcount(of_a.faces) >= __builtin_popcount(of_b.faces))
        return 0;
    while ((of_a.twice >> face & 1) == 0)
        face++;
    return face;
}

/* ---- one's own ---- */

static bool builds(const struct board *b, int point, int high, int low)
{
    const int from_high = spares(b, point + high), from_low = spares(b, point + low);
    if (b->point[point] >= 2 || b->point[point] < -1)
        return false;
    if (b->point[point] == 1)
        return from_high > 0 || from_low > 0;
    return high == low ? from_high > 1 : from_high > 0 && from_low > 0;
}

int rolls_that_build(const struct board *after, int *builders)
{
    int rolls = 0;
    *builders = 0;
    for (int p = FIRST_BUILT + 1; p <= LAST_BUILT + FACES; p++)
        *builders += spares(after, p);
    for (int high = 1; high <= FACES; high++)
        for (int low = 1; low <= high; low++) {
            bool any = false;
            for (int p = FIRST_BUILT; p <= LAST_BUILT; p++)
                any = any || builds(after, p, high, low);
            rolls += any ? high == low ? 1 : 2 : 0;
        }
    return rolls;
}
