/* Makes a net's file smaller when it is packed: the weights of the rows become multiples of ROW_STEP, which moves
 * values by 0.001. (Pair rows stay as they are: by twos they move values by 0.0023, and play is worse for it.) What a
 * sum gains by that on average, on positions of the net's own games, its bias takes back. And rows that no position of
 * a class of one side past has on become those of the net whose difference the file has: nothing changes by that. */
#include <math.h>
#include <string.h>

#include "engine/features.h"
#include "measure.h"

enum { ROW_STEP = 4 };

/* How often each row is on in so many positions of a class; the last one of a high stack counts by chequers. */
struct frequency {
    double positions, on[NET_ROWS];
};

static void look(void *context, const struct board *on_roll)
{
    struct frequency *of = context;
    struct board after;
    uint16_t rows[NET_ACTIVE];
    struct frequency *f = &of[seen_by_net(on_roll, &after)];
    const int n = inputs_rows(&after, rows);
    f->positions++;
    for (int i = 0; i < n; i++)
        f->on[rows[i]]++;
}

/* Halves go to the even multiple: amounts shall not grow. */
static void round_rows(struct net_weights *w, const struct frequency *f)
{
    for (int i = 0; i < NET_SUMS; i++) {
        double gain = 0.0;
        for (int r = 0; r < NET_ROWS; r++) {
            const int16_t before = w->row[r][i];
            w->row[r][i] = (int16_t)(lrint((double)before / ROW_STEP) * ROW_STEP);
            gain += (w->row[r][i] - before) * f->on[r];
        }
        if (f->positions > 0)
            w->bias1[i] = (int16_t)(w->bias1[i] - lrint(gain / f->positions));
    }
}

/* Nobody of the mover's is back in `past`, nobody of the opponent's in `behind`. */
static bool never_there(enum net_class c, int place, bool mine)
{
    return (c == NET_PAST && mine && place > BOARD_BAR - 7) || (c == NET_BEHIND && !mine && place < 7);
}

static void leave_rows(struct net_weights *w, const struct net_weights *base, enum net_class c)
{
    for (int side = 0; side < 2; side++)
        for (int point = 1; point <= BOARD_BAR; point++)
            if (never_there(c, side == 0 ? point : 25 - point, side == 0))
                memcpy(w->row[row_of(side, point, 1)], base->row[row_of(side, point, 1)],
                       ROWS_STACK * sizeof w->row[0]);
}

static void leave_pairs(struct net_weights *w, const struct net_weights *base, enum net_class c)
{
    for (int q = 1; q < BOARD_POINTS; q++)
        for (int p = 0; p < q; p++)
            for (int states = 0; states < 16; states++) {
                const int pair = pair_upper(q, states / 4) + pair_lower(p, states % 4);
                if (never_there(c, q, states / 4 < 2) || never_there(c, p, states % 4 < 2))
                    memcpy(w->pair[pair], base->pair[pair], sizeof w->pair[0]);
            }
}

static void make_coarse(const struct desk *d, int games, struct net *net)
{
    struct frequency of[NET_CLASSES] = {0};
    self_play(d, games, look, of);
    for (int k = 0; k < net->n; k++)
        round_rows(&net->of[k], &of[k]);
    for (int k = NET_PAST; k < net->n && net->n == NET_CLASSES; k++) { /* else `past` answers for `behind` too */
        const struct net_weights *base = &net->of[net_answering((enum net_class)k, k)];
        leave_rows(&net->of[k], base, (enum net_class)k);
        leave_pairs(&net->of[k], base, (enum net_class)k);
    }
}

int measure_coarse(const struct desk *d, int games, const char *from, const char *to)
{
    return !remake_net(d, games, from, to, make_coarse);
}
