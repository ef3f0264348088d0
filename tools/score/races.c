/* Makes the yardstick of races: positions without contact that the bearoff databases do not reach, from games the
 * net plays against itself, each rolled out with variance reduction to the end (every play by the net, every luck
 * taken out by its own expectation; so the net's errors in value cancel, only those in play remain).
 *   races NET POSITIONS GAMES SEED   prints lines in the form of score_probs.py */
#include <math.h>
#include <stdlib.h>

#include "train.h"

#include "match/moves.h"

/* The next race of a game between fresh contact and the bear-off; the side to move has just moved. */
static void find_race(const struct net_evaluator *e, struct rng *r, struct board *out)
{
    const struct play_plan plan = {.method = METHOD_TD, .games = 1, .seeded = 0.3f, .scrambled = 0.2f, .races = 1.0f};
    for (;;) {
        struct played played = {.games = 0};
        play_games(e, &plan, r, &played);
        const size_t n = played.of[NET_RACE].n;
        struct outcome o = {0};
        if (n > 0) {
            *out = played.of[NET_RACE].at[rng_below(r, (int)n)].board;
            e->base.eval(&e->base, NULL, out, 1, &o);
        }
        for (int c = 0; c < NET_CLASSES; c++)
            samples_free(&played.of[c]);
        if (o.win > 0.03f && o.win < 0.97f)
            return;
    }
}

static void print_position(int id, const struct board *b, const double *mean, double error)
{
    printf("R%05d\trace\t-\t", id);
    for (int p = 0; p < BOARD_POINTS; p++)
        printf("%s%d", p ? " " : "", p == BOARD_OPPONENT_BAR ? -b->point[p] : b->point[p]);
    for (int i = 0; i < OUTPUTS; i++)
        printf("\t%.6f", mean[i]);
    printf("\t%.6f\n", error);
}

static void roll_out(const struct net_evaluator *e, int id, const struct board *b, int games, struct rng *r)
{
    double sum[OUTPUTS] = {0}, squares = 0.0, equity_sum = 0.0;
    for (int i = 0; i < games; i++) {
        const struct outcome o = play_rollout(e, b, r);
        const double v[OUTPUTS] = {(double)o.win, (double)o.win_gammon, (double)o.win_backgammon, (double)o.lose_gammon,
                                   (double)o.lose_backgammon};
        const double equity = (double)outcome_equity(o);
        for (int k = 0; k < OUTPUTS; k++)
            sum[k] += v[k] / games;
        equity_sum += equity;
        squares += equity * equity;
    }
    const double mean = equity_sum / games, variance = fmax(0.0, squares / games - mean * mean);
    print_position(id, b, sum, sqrt(variance / games));
}

int main(int argc, char **argv)
{
    struct diags d;
    diags_init(&d, argc > 1 ? argv[1] : NULL);
    struct net *net = argc == 5 ? net_load(argv[1], &d) : NULL;
    if (!net) {
        diags_print(&d, SEVERITY_NOTE, stderr);
        fputs("usage: races NET POSITIONS GAMES SEED\n", stderr);
        return 2;
    }
    struct net_evaluator e;
    net_evaluator_init(&e, net);
    table_init();
    printf("#id\tclass\tposid\tboard26\tp_win\tp_gw\tp_bw\tp_gl\tp_bl\tse\n");
    for (int i = 0; i < atoi(argv[2]); i++) {
        struct rng r = rng_keyed(strtoull(argv[4], NULL, 10), (uint64_t)i, 77);
        struct board b;
        find_race(&e, &r, &b);
        roll_out(&e, i, &b, atoi(argv[3]), &r);
    }
    table_done();
    net_free(net);
    diags_done(&d);
    return 0;
}
