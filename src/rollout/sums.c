/* Means and errors; the contract is in sums.h. */
#include "rollout/sums.h"

#include <math.h>

#include "base/xmalloc.h"
#include "engine/cube.h"

enum { BLOCKS_LEAST = 4 }; /* for a spread of their means */

double sums_cubeless(const struct rollout *r, const double figure[FIGURES])
{
    struct cube_model m;
    cube_model_init(&m, &r->position, engine_met(r->engine));
    const double *price = m.price[r->position.on_roll];
    return 2 * figure[FIGURE_WIN] - 1 + price[0] * figure[FIGURE_WIN_GAMMON] - price[1] * figure[FIGURE_LOSE_GAMMON] +
           price[2] * figure[FIGURE_WIN_BACKGAMMON] - price[3] * figure[FIGURE_LOSE_BACKGAMMON];
}

void sums_add(struct rollout_candidate *c, int trial, int block, const double figure[FIGURES])
{
    const size_t index = (size_t)(trial / block);
    if (index == c->n_blocks) {
        c->blocks = grow(c->blocks, c->n_blocks, &c->capacity, sizeof *c->blocks);
        c->blocks[c->n_blocks++] = (struct rollout_block){0};
    }
    struct rollout_block *b = &c->blocks[index];
    b->n++;
    for (int i = 0; i < FIGURES; i++) {
        b->sum[i] += figure[i];
        b->squares[i] += figure[i] * figure[i];
    }
}

void sums_drop_short_block(struct rollout *r, int block)
{
    if (r->done % block == 0)
        return;
    const size_t whole = (size_t)(r->done / block);
    r->done = (int)whole * block;
    for (int i = 0; i < r->n; i++)
        if (r->candidates[i].n_blocks > whole)
            r->candidates[i].n_blocks = whole;
}

/* ---- estimates ---- */

static double mean_of_block(const struct rollout_block *b, int figure)
{
    return b->sum[figure] / b->n;
}

/* Blocks of unlike size: the variance of a block's mean goes with 1 / n. */
static double error_by_blocks(const struct rollout_candidate *c, int figure, double mean, int trials)
{
    double squares = 0;
    for (size_t i = 0; i < c->n_blocks; i++) {
        const double d = mean_of_block(&c->blocks[i], figure) - mean;
        squares += c->blocks[i].n * d * d;
    }
    return sqrt(squares / (double)(c->n_blocks - 1) / trials);
}

static double error_by_trials(const struct rollout_candidate *c, int figure, double mean, int trials)
{
    double squares = 0;
    for (size_t i = 0; i < c->n_blocks; i++)
        squares += c->blocks[i].squares[figure];
    return trials > 1 ? sqrt(fmax(0, squares / trials - mean * mean) / (trials - 1)) : NAN;
}

static void set_figure(const struct rollout_candidate *c, int figure, struct rollout_estimate *e)
{
    double sum = 0;
    for (size_t i = 0; i < c->n_blocks; i++)
        sum += c->blocks[i].sum[figure];
    e->mean[figure] = sum / e->trials;
    e->error[figure] = c->n_blocks >= BLOCKS_LEAST ? error_by_blocks(c, figure, e->mean[figure], e->trials)
                                                   : error_by_trials(c, figure, e->mean[figure], e->trials);
}

/* Normalised equity of a value = slope * value + offset. */
struct scale {
    double slope, offset;
};

static struct scale scale_of(const struct rollout *r)
{
    struct cube_model m;
    cube_model_init(&m, &r->position, engine_met(r->engine));
    const int who = r->position.on_roll;
    const double win = m.win[who][0][0], lose = m.lose[who][0][0];
    if (m.money || win <= lose)
        return (struct scale){1, 0};
    return (struct scale){2 / (win - lose), -(win + lose) / (win - lose)};
}

static void estimate(struct rollout_candidate *c, const struct scale *s)
{
    struct rollout_estimate *e = &c->now;
    *e = (struct rollout_estimate){.behind = NAN, .behind_error = NAN};
    for (size_t i = 0; i < c->n_blocks; i++)
        e->trials += c->blocks[i].n;
    for (int i = 0; i < FIGURES; i++)
        set_figure(c, i, e);
    e->equity = s->slope * e->mean[FIGURE_VALUE] + s->offset;
    e->equity_error = s->slope * e->error[FIGURE_VALUE];
}

struct sums_difference sums_difference(const struct rollout *r, int a, int b)
{
    const struct rollout_candidate *ca = &r->candidates[a], *cb = &r->candidates[b];
    const size_t n = ca->n_blocks < cb->n_blocks ? ca->n_blocks : cb->n_blocks;
    double sum = 0, squares = 0;
    int trials = 0;
    for (size_t i = 0; i < n; i++) {
        sum += ca->blocks[i].sum[FIGURE_VALUE] - cb->blocks[i].sum[FIGURE_VALUE];
        trials += ca->blocks[i].n;
    }
    const double mean = sum / trials;
    for (size_t i = 0; i < n; i++) {
        const double d =
            mean_of_block(&ca->blocks[i], FIGURE_VALUE) - mean_of_block(&cb->blocks[i], FIGURE_VALUE) - mean;
        squares += ca->blocks[i].n * d * d;
    }
    return (struct sums_difference){mean, n >= BLOCKS_LEAST ? sqrt(squares / (double)(n - 1) / trials) : NAN};
}

void sums_estimate(struct rollout *r)
{
    const struct scale s = scale_of(r);
    for (int i = 0; i < r->n; i++)
        estimate(&r->candidates[i], &s);
    const int best = rollout_best(r);
    for (int i = 0; i < r->n; i++) {
        const struct sums_difference d = sums_difference(r, best, i);
        r->candidates[i].now.behind = s.slope * d.mean;
        r->candidates[i].now.behind_error = s.slope * d.error;
    }
}
