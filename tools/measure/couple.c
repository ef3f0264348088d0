/* Puts the units of a net in an order that the kernels like. The second layer takes units by twos and
 * passes over two that are both zero (kernel.inc), so units that are on together shall stand together. Nothing else
 * changes: the net gives the same bits. Couples are found greedily on positions of the net's own games and then
 * improved by exchanges, each group of units by itself. */
#include <stdio.h>
#include <string.h>

#include "base/xmalloc.h"
#include "engine/features.h"
#include "engine/kernel.h"
#include "measure.h"

struct couples {
    const struct net *net;
    double n[NET_CLASSES];
    double both[NET_CLASSES][NET_UNITS][NET_UNITS]; /* boards on which two units are on; on the diagonal, one */
    double shared[NET_UNITS][NET_UNITS]; /* the same of `contact`, `past` and `behind` together */
};

/* Which units are not zero. */
static void units_on(const struct net_weights *w, const struct board *b, bool on[NET_UNITS])
{
    int16_t f[1][NET_FEATURES];
    uint16_t rows[NET_ACTIVE];
    int sum[NET_SUMS];
    const int n = inputs_rows(b, rows);
    net_kernel_choose()->features(input_tables(), &b, 1, f);
    for (int i = 0; i < NET_SUMS; i++) {
        int fed = 0;
        sum[i] = w->bias1[i];
        for (int r = 0; r < n; r++)
            sum[i] += w->row[rows[r]][i];
        for (int k = 0; k < NET_FEATURES && i < NET_FED; k++)
            fed += f[0][k] * w->feature[k / 2][i][k % 2];
        sum[i] += fed >> 8;
    }
    for (int u = 0; u < NET_UNITS; u++)
        on[u] = sum[value_of_unit(u)] > 0 && sum[value_of_unit(u) + NET_GROUP] > 0;
}

static void look(void *context, const struct board *on_roll)
{
    struct couples *c = context;
    const enum kind kind = kind_of(on_roll);
    struct board after;
    bool on[NET_UNITS];
    if (kind == KIND_TABLES)
        return;
    const enum net_class class = seen_by_net(on_roll, &after);
    units_on(&c->net->of[class], &after, on);
    c->n[class]++;
    for (int i = 0; i < NET_UNITS; i++)
        for (int j = 0; on[i] && j < NET_UNITS; j++)
            c->both[class][i][j] += on[j];
}

/* The two free units of a group that are on together most often. */
static void closest(double (*both)[NET_UNITS], const bool *taken, int group, int *one, int *other)
{
    double most = -1;
    for (int i = group; i < group + NET_GROUP; i++)
        for (int j = group; j < i; j++)
            if (!taken[i] && !taken[j] && both[i][j] > most) {
                most = both[i][j];
                *one = j;
                *other = i;
            }
}

/* Exchanges partners of two couples where that makes them closer; whether it did. */
static bool exchange(double (*both)[NET_UNITS], int *a, int *b)
{
    for (int i = 0; i < 2; i++) {
        if (both[a[0]][b[i]] + both[a[1]][b[1 - i]] > both[a[0]][a[1]] + both[b[0]][b[1]]) {
            const int partner = a[1];
            a[1] = b[i];
            b[i] = partner;
            return true;
        }
    }
    return false;
}

static void couple(double (*both)[NET_UNITS], int group, int *order)
{
    bool taken[NET_UNITS] = {false}, better = true;
    for (int at = group; at < group + NET_GROUP; at += 2) {
        closest(both, taken, group, &order[at], &order[at + 1]);
        taken[order[at]] = taken[order[at + 1]] = true;
    }
    while (better) {
        better = false;
        for (int a = group; a < group + NET_GROUP; a += 2)
            for (int b = group; b < a; b += 2)
                better |= exchange(both, order + a, order + b);
    }
}

/* Couples of which one or both are on. */
static double couples_on(double (*both)[NET_UNITS], const int *order)
{
    double n = 0;
    for (int at = 0; at < NET_UNITS; at += 2) {
        const int i = order[at], j = order[at + 1];
        n += both[i][i] + both[j][j] - both[i][j];
    }
    return n;
}

/* Unit order[u] of `from` becomes unit u of `to`. */
static void rearrange(const struct net_weights *from, const int *order, struct net_weights *to)
{
    for (int u = 0; u < NET_UNITS; u++) {
        for (int gate = 0; gate < 2 * NET_GROUP; gate += NET_GROUP) {
            const int old = value_of_unit(order[u]) + gate, new = value_of_unit(u) + gate;
            for (int r = 0; r < NET_ROWS; r++)
                to->row[r][new] = from->row[r][old];
            to->bias1[new] = from->bias1[old];
            for (int f = 0; f < NET_FEATURES && new < NET_FED; f++)
                to->feature[f / 2][new][f % 2] = from->feature[f / 2][old][f % 2];
        }
        for (int j = 0; j < NET_H2; j++)
            to->w2[u / 2][j][u % 2] = from->w2[order[u] / 2][j][order[u] % 2];
    }
}

/* A file has the nets of `past` and `behind` as differences from that of contact (net.c), so these keep one order. */
static bool in_common(int class)
{
    return class == NET_CONTACT || class == NET_PAST || class == NET_BEHIND;
}

static void rearrange_all(struct couples *c, struct net *net)
{
    for (int i = 0; i < NET_UNITS; i++)
        for (int j = 0; j < NET_UNITS; j++)
            c->shared[i][j] = c->both[NET_CONTACT][i][j] + c->both[NET_PAST][i][j] + c->both[NET_BEHIND][i][j];
    for (int class = 0; class < NET_CLASSES; class ++) {
        int order[NET_UNITS], before[NET_UNITS];
        for (int u = 0; u < NET_UNITS; u++)
            before[u] = u;
        for (int group = 0; group < NET_UNITS; group += NET_GROUP)
            couple(in_common(class) ? c->shared : c->both[class], group, order);
        const struct net_weights was = net->of[class];
        rearrange(&was, order, &net->of[class]);
        printf("%-8s %6.0f positions  couples on: %.1f of %d, before %.1f\n", net_class_names[class], c->n[class],
               couples_on(c->both[class], order) / c->n[class], NET_UNITS / 2,
               couples_on(c->both[class], before) / c->n[class]);
    }
}

static void couple_all(const struct desk *d, int games, struct net *net)
{
    struct couples *c = xcalloc(1, sizeof *c);
    c->net = net;
    self_play(d, games, look, c);
    rearrange_all(c, net);
    xfree(c);
}

int measure_couple(const struct desk *d, int games, const char *from, const char *to)
{
    return !remake_net(d, games, from, to, couple_all);
}
