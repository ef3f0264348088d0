/* Hypergammon near a limit of the cube: is every value the mean of the best replies to the 21 throws?
 * usage: limit DATABASE LIMITS CHEQUERS POSITIONS
 *
 * Of so many random positions, in every state of the cube up to the limit of the file, by each of the rules for
 * beavers, with Jacoby's rule and without; by plays and cube actions of the board and the cube model, which the maker
 * knows nothing of. Exit status 1 if a value is off by more than 5e-6 of the cube. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/bearoff.h"
#include "engine/hyper_limit.h"
#include "engine/met.h"
#include "engine/search.h"
#include "match/moves.h"
#include "match/position.h"

#define FAR 5e-6

struct state {
    const struct hyper_limit *limit;
    struct cube_model model;
};

/* What a play leaves its player, who is player 0: the other one takes the best cube action. */
static void leave(const struct state *s, const struct board *after, float left[CUBE_STATES_MAX])
{
    float value[CUBE_STATES_MAX];
    struct board next;
    board_flip(after, &next);
    const int won = board_won(after);
    if (won == 0 && !hyper_limit_values(s->limit, &s->model, &next, 1, ~0u, value))
        abort();
    for (int i = 0; i < s->model.n_states; i++)
        left[i] =
            won > 0 ? cube_final(&s->model, 0, i, won) : cube_turned(&s->model, cube_best(&s->model, 1, i, value));
}

static void add_throw(const struct state *s, const struct board *b, const struct search_throw *t,
                      double sum[CUBE_STATES_MAX])
{
    static struct board after[MOVES_MAX];
    float best[CUBE_STATES_MAX], left[CUBE_STATES_MAX];
    int n = moves_boards(b, t->high, t->low, after);
    if (n == 0)
        after[n++] = *b;
    leave(s, &after[0], best);
    for (int i = 1; i < n; i++) {
        leave(s, &after[i], left);
        for (int k = 0; k < s->model.n_states; k++)
            best[k] = fmaxf(best[k], left[k]);
    }
    for (int k = 0; k < s->model.n_states; k++)
        sum[k] += t->weight * (double)best[k] / 36;
}

/* The largest difference, in units of each state's cube. */
static double off_by(const struct state *s, const struct board *b)
{
    double mean[CUBE_STATES_MAX] = {0}, worst = 0;
    float value[CUBE_STATES_MAX];
    for (int t = 0; t < WORKER_THROWS; t++)
        add_throw(s, b, &search_throws[t], mean);
    if (!hyper_limit_values(s->limit, &s->model, b, 0, ~0u, value))
        abort();
    for (int k = 0; k < s->model.n_states; k++)
        worst = fmax(worst, fabs(mean[k] - (double)value[k]) / (1 << s->model.state[k].level));
    return worst;
}

static void put_side(struct board *b, int side, size_t id, int chequers)
{
    int8_t own[BEAROFF_WHOLE_BOARD];
    bearoff_placing(id, chequers, BEAROFF_WHOLE_BOARD, own);
    b->off[side] = (int8_t)chequers;
    for (int p = 1; p <= BEAROFF_WHOLE_BOARD; p++) {
        int8_t *at = &b->point[side == 0 ? p : BEAROFF_WHOLE_BOARD - p];
        *at = (int8_t)(*at + (side == 0 ? own[p - 1] : -own[p - 1]));
        b->off[side] = (int8_t)(b->off[side] - own[p - 1]);
    }
}

static size_t draw(uint64_t *seed, size_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*seed >> 33) % n;
}

/* A board with chequers of both, nobody standing where the other one does. */
static struct board random_board(uint64_t *seed, int chequers)
{
    const size_t n = bearoff_positions(chequers, BEAROFF_WHOLE_BOARD);
    for (;;) {
        struct board b = {0};
        const size_t id[2] = {1 + draw(seed, n - 1), 1 + draw(seed, n - 1)};
        put_side(&b, 0, id[0], chequers);
        put_side(&b, 1, id[1], chequers);
        if (bearoff_side_id(&b, 0, chequers, BEAROFF_WHOLE_BOARD) == (long)id[0] &&
            bearoff_side_id(&b, 1, chequers, BEAROFF_WHOLE_BOARD) == (long)id[1])
            return b;
    }
}

static double check(const struct hyper *h, const struct hyper_limits *f, int chequers, int rules, long positions)
{
    static const enum variant variants[] = {VARIANT_HYPERGAMMON_1, VARIANT_HYPERGAMMON_2, VARIANT_HYPERGAMMON_3};
    const enum hyper_raises raises = (enum hyper_raises)(rules / 2);
    const struct rules of = {.variant = variants[chequers - 1],
                             .cube = true,
                             .cube_limit = 1 << hyper_limits_turns(f),
                             .jacoby = rules % 2 != 0,
                             .beavers = raises != HYPER_NO_BEAVERS,
                             .one_beaver = raises == HYPER_ONE_BEAVER};
    struct hyper_limit *limit = hyper_limit_of_file(f, h, raises);
    struct state s = {.limit = limit};
    struct position start;
    uint64_t seed = 1;
    double worst = 0;
    position_start(&start, &of, 0, (const int[2]){0, 0}, false);
    cube_model_init(&s.model, &start, met_default());
    for (long i = 0; i < positions; i++) {
        const struct board b = random_board(&seed, chequers);
        worst = fmax(worst, off_by(&s, &b));
    }
    printf("%-11s %-10s %d states: off by %.1e at most\n",
           raises == HYPER_NO_BEAVERS ? "no beavers"
           : raises == HYPER_BEAVERS  ? "raccoons"
                                      : "one beaver",
           of.jacoby ? "Jacoby" : "no Jacoby", s.model.n_states, worst);
    hyper_limit_free(limit);
    return worst;
}

int main(int argc, char **argv)
{
    struct diags d;
    double worst = 0;
    if (argc != 5)
        return 2;
    const int chequers = atoi(argv[3]);
    diags_init(&d, argv[2]);
    struct hyper *h = hyper_open(argv[1], chequers, &d);
    struct hyper_limits *f = h != NULL ? hyper_limits_open(argv[2], chequers, &d) : NULL;
    if (f == NULL) {
        fprintf(stderr, "%s\n", d.at[0].message);
        return 2;
    }
    for (int rules = 0; rules < 2 * HYPER_RAISES; rules++)
        worst = fmax(worst, check(h, f, chequers, rules, atol(argv[4])));
    hyper_limits_close(f);
    hyper_close(h);
    diags_done(&d);
    return worst > FAR;
}
