/* Takes the swing between odd and even plies out of a net. An evaluator that thinks a little too well of
 * whoever has just played says so at every second ply with the other sign; so the mean of "1 ply minus 0 plies" over
 * positions of self-play is twice that little. Half of it, for each output of each net, goes into the bias of the last
 * layer. Only the net's own games are asked, no yardstick. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { OUTPUTS = 5, ROUNDS = 2 };

struct balance {
    const struct desk *desk;
    int seen;
    struct sum step[NET_CLASSES][OUTPUTS]; /* 1 ply - 0 plies; who has just played sees it, as the nets do */
    struct sum slope[NET_CLASSES][OUTPUTS]; /* p (1 - p): by how much an output follows its logit */
};

/* Seen by who has just played. */
static void probabilities(const struct desk *d, const struct board *on_roll, const struct level *l, double p[OUTPUTS])
{
    const struct position at = money(on_roll);
    struct evaluation e;
    engine_eval(d->engine, d->worker, &at, l, &e);
    const struct outcome o = outcome_flip(e.outcome);
    const float all[OUTPUTS] = {o.win, o.win_gammon, o.win_backgammon, o.lose_gammon, o.lose_backgammon};
    for (int i = 0; i < OUTPUTS; i++)
        p[i] = (double)all[i];
}

static void look(void *context, const struct board *on_roll)
{
    struct balance *b = context;
    const enum kind kind = kind_of(on_roll);
    struct level still, one;
    double p[OUTPUTS], q[OUTPUTS];
    if (kind == KIND_TABLES || b->seen++ % b->desk->every != 0)
        return;
    level_parse("0ply", &still);
    level_parse("1ply", &one);
    probabilities(b->desk, on_roll, &still, p);
    probabilities(b->desk, on_roll, &one, q);
    struct board after;
    const enum net_class class = seen_by_net(on_roll, &after);
    for (int i = 0; i < OUTPUTS; i++) {
        sum_add(&b->step[class][i], q[i] - p[i]);
        sum_add(&b->slope[class][i], p[i] * (1 - p[i]));
    }
}

/* What moves too little to be distinguished from chance, or hardly follows its logit, stays. */
static double shift(const struct sum *step, const struct sum *slope)
{
    const double mean = sum_mean(step), error = sum_error(step);
    if (sum_mean(slope) < 1e-3 || (mean < 2 * error && mean > -2 * error))
        return 0;
    return mean / 2 / sum_mean(slope);
}

static void correct(const struct balance *b, struct net *n)
{
    for (int class = 0; class < NET_CLASSES; class ++)
        for (int i = 0; i < OUTPUTS; i++) {
            const double by = shift(&b->step[class][i], &b->slope[class][i]);
            n->of[class].bias_out[i][0] += (float)by;
            printf("%-8s output %d  %6.0f positions  1ply - 0ply %+.5f +- %.5f  logit %+.5f\n", net_class_names[class],
                   i, b->step[class][i].n, sum_mean(&b->step[class][i]), sum_error(&b->step[class][i]), by);
        }
}

static void balance(const struct desk *d, int games, struct net *net)
{
    struct balance b = {.desk = d};
    self_play(d, games, look, &b);
    correct(&b, net);
    if (!strstr(net->record, "balanced"))
        strncat(net->record, "; balanced", sizeof net->record - strlen(net->record) - 1);
}

int measure_balance(const struct desk *d, int games, const char *from, const char *to)
{
    for (int i = 0; i < ROUNDS; i++)
        if (!remake_net(d, games, i == 0 ? from : to, to, balance))
            return 1;
    return 0;
}
