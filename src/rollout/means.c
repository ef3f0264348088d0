/* Means and errors; see means.h. */
#include "rollout/means.h"

#include <math.h>

#include "base/xmalloc.h"
#include "engine/cube.h"

enum { BLOCKS_LEAST = 4 }; /* for a spread of their means */

double sums_cubeless(const struct rollout *r, const double figure[ROLLOUT_FIGURES])
{
    struct cube_model m;
    cube_model_init(&m, &r->position, engine_met(r->engine));
    const double *price = m.price[r->position.on_roll];
    return 2 * figure[FIGURE_WIN] - 1 + price[0] * figure[FIGURE_WIN_GAMMON] - price[1] * figure[FIGURE_LOSE_GAMMON] +
           price[2] * figure[FIGURE_WIN_BACKGAMMON] - price[3] * figure[FIGURE_LOSE_BACKGAMMON];
}

void sums_add(struct rollout_series *s, int trial, int block, const double figure[ROLLOUT_FIGURES])
{
    const size_t index = (size_t)(trial / block);
    if (index == s->n) {
        s->at = grow(s->at, s->n, &s->capacity, sizeof *s->at);
        s->at[s->n++] = (struct rollout_block){0};
    }
    struct rollout_block *b = &s->at[index];
    b->n++;
    for (int i = 0; i < ROLLOUT_FIGURES; i++) {
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
        if (r->candidates[i].series[0].n > whole)
            r->candidates[i].series[0].n = whole;
}

/* ---- means and errors of blocks of unlike size: the variance of a block's mean goes with 1 / n ---- */

struct pile {
    size_t blocks;
    int trials;
    double sum, squares;
};

static void pile_add(struct pile *p, int n, double sum)
{
    p->blocks++;
    p->trials += n;
    p->sum += sum;
}

static double pile_mean(const struct pile *p)
{
    return p->sum / p->trials;
}

/* To be called for each block once the mean is known. */
static void pile_spread(struct pile *p, int n, double sum)
{
    const double d = sum / n - pile_mean(p);
    p->squares += n * d * d;
}

static double pile_error(const struct pile *p)
{
    return p->blocks >= BLOCKS_LEAST ? sqrt(p->squares / (double)(p->blocks - 1) / p->trials) : NAN;
}

/* ---- estimates ---- */

/* Calls the blocks of `c` one after the other. */
#define EACH_BLOCK(r, c, b)                                                                                            \
    for (size_t each_ = 0; each_ < (r)->n_seeds; each_++)                                                              \
        for (const struct rollout_block *b = (c)->series[each_].at, *end_ = b != NULL ? b + (c)->series[each_].n : b;  \
             b < end_; b++)

static double error_by_trials(const struct rollout *r, const struct rollout_candidate *c, int figure, double mean,
                              int trials)
{
    double squares = 0;
    EACH_BLOCK(r, c, b)
    squares += b->squares[figure];
    return trials > 1 ? sqrt(fmax(0, squares / trials - mean * mean) / (trials - 1)) : NAN;
}

static void set_figure(const struct rollout *r, const struct rollout_candidate *c, int figure,
                       struct rollout_estimate *e)
{
    struct pile p = {0};
    EACH_BLOCK(r, c, b)
    pile_add(&p, b->n, b->sum[figure]);
    EACH_BLOCK(r, c, b)
    pile_spread(&p, b->n, b->sum[figure]);
    e->trials = p.trials;
    e->mean[figure] = pile_mean(&p);
    e->error[figure] =
        p.blocks >= BLOCKS_LEAST ? pile_error(&p) : error_by_trials(r, c, figure, e->mean[figure], p.trials);
}

void rollout_scale(const struct rollout *r, struct cube_model *out)
{
    const struct met *met = engine_met(r->engine);
    cube_model_init(out, &r->position, met);
    cube_model_widen(out, &r->position, met);
}

/* Normalised equity of a value = slope * value + offset; NAN where nothing is at stake. */
struct scale {
    double slope, offset;
    struct cube_model model;
};

static void scale_of(const struct rollout *r, struct scale *out)
{
    rollout_scale(r, &out->model);
    const struct cube_model *m = &out->model;
    const int who = r->position.on_roll;
    const double win = m->win[who][0][0], lose = m->lose[who][0][0];
    out->slope = m->money ? 1 : win > lose ? 2 / (win - lose) : (double)NAN;
    out->offset = m->money ? 0 : -(win + lose) / (win - lose);
}

static void estimate(const struct rollout *r, struct rollout_candidate *c, const struct scale *s)
{
    struct rollout_estimate *e = &c->now;
    *e = (struct rollout_estimate){.behind = NAN, .behind_error = NAN};
    for (int i = 0; i < ROLLOUT_FIGURES; i++)
        set_figure(r, c, i, e);
    e->equity = s->slope * e->mean[FIGURE_VALUE] + s->offset;
    e->equity_error = s->slope * e->error[FIGURE_VALUE];
    e->mwc = cube_mwc(&s->model, r->position.on_roll, e->mean[FIGURE_VALUE]);
    e->mwc_error = e->error[FIGURE_VALUE] / (s->model.wide > 0 ? s->model.wide : 1);
    if (!cube_has_stake(&s->model)) {
        e->mean[FIGURE_CUBELESS] = e->error[FIGURE_CUBELESS] = NAN;
        e->mwc = s->model.centre[r->position.on_roll], e->mwc_error = 0;
    }
}

/* The blocks of a series that both have. */
static size_t common(const struct rollout_series *a, const struct rollout_series *b)
{
    return a->n < b->n ? a->n : b->n;
}

struct sums_difference sums_difference(const struct rollout *r, int a, int b)
{
    const struct rollout_series *sa = r->candidates[a].series, *sb = r->candidates[b].series;
    struct pile p = {0};
    for (int spread = 0; spread < 2; spread++)
        for (size_t k = 0; k < r->n_seeds; k++)
            for (size_t i = 0; i < common(&sa[k], &sb[k]); i++)
                (spread ? pile_spread : pile_add)(&p, sa[k].at[i].n,
                                                  sa[k].at[i].sum[FIGURE_VALUE] - sb[k].at[i].sum[FIGURE_VALUE]);
    return (struct sums_difference){pile_mean(&p), pile_error(&p)};
}

void sums_estimate(struct rollout *r)
{
    struct scale s;
    scale_of(r, &s);
    for (int i = 0; i < r->n; i++)
        estimate(r, &r->candidates[i], &s);
    const int best = rollout_best(r);
    for (int i = 0; i < r->n; i++) {
        const struct sums_difference d = sums_difference(r, best, i);
        r->candidates[i].now.behind = s.slope * d.mean;
        r->candidates[i].now.behind_error = s.slope * d.error;
    }
}

/* ---- too close to call ---- */

/* Equity of a candidate; that of a pass is exact. */
static double equity_at(const struct rollout *r, int i, double *error)
{
    const bool rolled = i < r->n;
    *error = rolled ? r->candidates[i].now.equity_error : 0;
    return rolled ? r->candidates[i].now.equity : 1;
}

static double difference_error(const struct rollout *r, int a, int b, double alone)
{
    struct scale s;
    if (a >= r->n || b >= r->n)
        return alone;
    scale_of(r, &s);
    const double joint = s.slope * sums_difference(r, a, b).error;
    return isnan(joint) ? alone : joint;
}

/* False where the better one is known, or nothing is. */
static bool lead_is_close(const struct rollout *r, int a, int b, struct rollout_lead *out)
{
    double error[2];
    const double lead = equity_at(r, a, &error[0]) - equity_at(r, b, &error[1]);
    const double range = 1.96 * difference_error(r, a, b, hypot(error[0], error[1]));
    *out = (struct rollout_lead){lead >= 0 ? a : b, lead >= 0 ? b : a, fabs(lead), range};
    return out->by < range;
}

/* The best of the plays but one; -1 = there is none. */
static int second_best(const struct rollout *r, int best)
{
    int second = -1;
    for (int i = 0; i < r->n; i++)
        if (i != best && !r->candidates[i].dropped && r->candidates[i].now.trials > 0 &&
            (second < 0 || r->candidates[i].now.equity > r->candidates[second].now.equity))
            second = i;
    return second;
}

int rollout_close(const struct rollout *r, struct rollout_lead out[ROLLOUT_LEADS])
{
    const int best = rollout_best(r);
    if (r->n < 2)
        return 0;
    if (r->candidates[0].kind == CANDIDATE_PLAY) {
        const int second = second_best(r, best);
        return second >= 0 && lead_is_close(r, best, second, out);
    }
    int n = lead_is_close(r, 0, r->candidates[1].now.equity < 1 ? 1 : ROLLOUT_PASS, out);
    n += lead_is_close(r, 1, ROLLOUT_PASS, out + n);
    return n;
}
