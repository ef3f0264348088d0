/* Makes a net's file smaller when it is packed: the rows and pair rows of all nets but that of races become multiples
 * of a few units, which is far below what their training left undecided. (Races are exact to a fifth of what contact
 * is, and do feel it.) What that adds to a sum on average, on positions of the net's own games, its bias takes back.
 * And rows that no position of a class of one side past has on become those of the net whose difference the file has.
 * Nothing changes in a net that has been through it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inputs.h"
#include "engine/net.h"
#include "measure.h"

enum { ROW_STEP = 4, PAIR_STEP = 2 };

struct shift {
    double positions, of_sum[NET_SUMS], of_pairs[NET_H2]; /* what rounding has added, in units of the integers */
};

struct coarse {
    const struct net *fine, *rounded;
    struct shift shift[NET_CLASSES];
};

static int16_t rounded(int16_t weight, int step)
{
    return (int16_t)(lrint((double)weight / step) * step); /* halves to even ones: amounts shall not grow */
}

static void round_net(struct net_weights *w)
{
    for (int r = 0; r < NET_ROWS; r++)
        for (int i = 0; i < NET_SUMS; i++)
            w->row[r][i] = rounded(w->row[r][i], ROW_STEP);
    for (int p = 0; p < NET_PAIRS; p++)
        for (int i = 0; i < NET_H2; i++)
            w->pair[p][i] = rounded(w->pair[p][i], PAIR_STEP);
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

static void make_coarse(struct net *net)
{
    for (int c = 0; c < net->n; c++)
        if (c != NET_RACE)
            round_net(&net->of[c]);
    for (int c = NET_PAST; c < net->n && net->n == NET_CLASSES; c++) { /* else `past` answers for `behind` too */
        const struct net_weights *base = &net->of[net_answering((enum net_class)c, c)];
        leave_rows(&net->of[c], base, (enum net_class)c);
        leave_pairs(&net->of[c], base, (enum net_class)c);
    }
}

static void add_rows(struct shift *s, const struct board *b, const struct net_weights *fine,
                     const struct net_weights *rough)
{
    uint16_t rows[NET_ACTIVE];
    const int n = inputs_rows(b, rows);
    for (int r = 0; r < n; r++)
        for (int i = 0; i < NET_SUMS; i++)
            s->of_sum[i] += rough->row[rows[r]][i] - fine->row[rows[r]][i];
}

static void add_pairs(struct shift *s, const struct board *b, const struct net_weights *fine,
                      const struct net_weights *rough)
{
    int place[BOARD_POINTS], state[BOARD_POINTS], n = 0;
    for (int p = 0; p < BOARD_POINTS; p++)
        if (b->point[p] != 0) {
            place[n] = p;
            state[n++] = b->point[p] > 0 ? b->point[p] > 1 : 2 + (b->point[p] < -1);
        }
    for (int upper = 1; upper < n; upper++)
        for (int lower = 0; lower < upper; lower++) {
            const int pair = pair_upper(place[upper], state[upper]) + pair_lower(place[lower], state[lower]);
            for (int i = 0; i < NET_H2; i++)
                s->of_pairs[i] += rough->pair[pair][i] - fine->pair[pair][i];
        }
}

static void look(void *context, const struct board *on_roll)
{
    struct coarse *c = context;
    struct board after;
    board_flip(on_roll, &after);
    const enum net_class of = net_class_of(&after);
    c->shift[of].positions++;
    add_rows(&c->shift[of], &after, &c->fine->of[of], &c->rounded->of[of]);
    add_pairs(&c->shift[of], &after, &c->fine->of[of], &c->rounded->of[of]);
}

static void take_back(struct net_weights *w, const struct shift *s)
{
    for (int i = 0; i < NET_SUMS && s->positions > 0; i++)
        w->bias1[i] = (int16_t)(w->bias1[i] - lround(s->of_sum[i] / s->positions));
    for (int i = 0; i < NET_H2 && s->positions > 0; i++)
        w->bias2[i] -= (float)(s->of_pairs[i] / s->positions / PAIR_ONE);
}

int measure_coarse(const struct desk *d, int games, const char *from, const char *to)
{
    struct desk asked = desk_open(from, NULL, d->every);
    struct coarse *c = calloc(1, sizeof *c);
    struct diags diags;
    bool done = false;
    diags_init(&diags, from);
    struct net *before = asked.engine && c ? net_load(from, &diags) : NULL;
    struct net *after = before ? net_load(from, &diags) : NULL;
    if (after) {
        make_coarse(after);
        c->fine = before;
        c->rounded = after;
        self_play(&asked, games, look, c);
        for (int class = 0; class < after->n; class ++)
            take_back(&after->of[class], &c->shift[class]);
        done = net_save(after, to, &diags);
    }
    diags_print(&diags, SEVERITY_NOTE, stderr);
    diags_done(&diags);
    net_free(after);
    net_free(before);
    free(c);
    desk_close(&asked);
    return !done;
}
