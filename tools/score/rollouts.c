/* Makes yardsticks of our own: positions from games the net plays against itself, each rolled out with variance
 * reduction to the end (every play by the net, every luck taken out by its own expectation; so the net's errors in
 * value cancel, only those in play remain). KIND: `race` (outside the databases), `contact`, or `seeded` (contact,
 * games that begin with a template of seeds.c). Nothing that is written here is ever learnt from. rollouts NET KIND
 * POSITIONS GAMES SEED   prints lines in the form of score_probs.py, equity's standard error last. With the KIND
 * `given` the positions come from standard input, a line of 26 numbers each (the mover's view, after the play). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train.h"

#include "match/moves.h"

struct kind {
    const char *name;
    enum net_class of;
    float seeded, scrambled;
    int key; /* of the random numbers */
};

static const struct kind kinds[] = {
    {"race", NET_RACE, 0.3f, 0.2f, 77},
    {"contact", NET_CONTACT, 0.0f, 0.1f, 78},
    {"seeded", NET_CONTACT, 1.0f, 0.0f, 79},
};

/* A position of a game in which there is something left to decide; the side to move has just moved. */
static void find_position(const struct net_evaluator *e, const struct kind *kind, struct rng *r, struct board *out)
{
    const struct play_plan plan = {
        .method = METHOD_TD, .games = 1, .seeded = kind->seeded, .scrambled = kind->scrambled, .races = 1.0f};
    for (;;) {
        struct played played = {.games = 0};
        play_games(e, &plan, r, &played);
        const size_t n = played.of[kind->of].n;
        struct outcome o = {0};
        if (n > 0) {
            *out = played.of[kind->of].at[rng_below(r, (int)n)].board;
            e->base.eval(&e->base, NULL, out, 1, &o);
        }
        played_free(&played);
        if (o.win > 0.03f && o.win < 0.97f)
            return;
    }
}

static void print_position(const struct kind *kind, int id, const struct board *b, const double *mean, double error)
{
    printf("%c%05d\t%s\t-\t", kind->name[0] - 'a' + 'A', id, kind->name);
    for (int p = 0; p < BOARD_POINTS; p++)
        printf("%s%d", p ? " " : "", p == BOARD_OPPONENT_BAR ? -b->point[p] : b->point[p]);
    for (int i = 0; i < OUTPUTS; i++)
        printf("\t%.6f", mean[i]);
    printf("\t%.6f\n", error);
}

static void roll_out(const struct net_evaluator *e, const struct kind *kind, int id, const struct board *b, int games,
                     struct rng *r)
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
    print_position(kind, id, b, sum, sqrt(variance / games));
}

static const struct kind given = {"given", NET_CONTACT, 0.0f, 0.0f, 80};

/* The next of the positions given: opponent's bar, points 1 to 24, own bar. */
static bool read_position(struct board *out)
{
    *out = (struct board){.off = {BOARD_CHEQUERS, BOARD_CHEQUERS}};
    for (int p = 0; p < BOARD_POINTS; p++) {
        int n;
        if (scanf("%d", &n) != 1 || abs(n) > out->off[n < 0])
            return false;
        if (p == BOARD_OPPONENT_BAR)
            n = -abs(n);
        out->point[p] = (int8_t)n;
        out->off[n < 0] = (int8_t)(out->off[n < 0] - abs(n));
    }
    return true;
}

static const struct kind *kind_named(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return strcmp(name, given.name) == 0 ? &given : NULL;
}

int main(int argc, char **argv)
{
    struct diags d;
    diags_init(&d, argc > 1 ? argv[1] : NULL);
    const struct kind *kind = argc == 6 ? kind_named(argv[2]) : NULL;
    struct net *net = kind ? net_load(argv[1], &d) : NULL;
    if (!net) {
        diags_print(&d, SEVERITY_NOTE, stderr);
        fputs("usage: rollouts NET race|contact|seeded|given POSITIONS GAMES SEED\n", stderr);
        return 2;
    }
    struct net_evaluator e;
    net_evaluator_init(&e, net);
    table_init();
    printf("#id\tclass\tposid\tboard26\tp_win\tp_gw\tp_bw\tp_gl\tp_bl\tse\n");
    for (int i = 0; i < atoi(argv[3]); i++) {
        struct rng r = rng_keyed(strtoull(argv[5], NULL, 10), (uint64_t)i, (uint64_t)kind->key);
        struct board b;
        if (kind != &given)
            find_position(&e, kind, &r, &b);
        else if (!read_position(&b))
            break;
        roll_out(&e, kind, i, &b, atoi(argv[4]), &r);
    }
    table_done();
    net_free(net);
    diags_done(&d);
    return 0;
}
