/* The learner of a net: forward, backward, Adam, one sample after the other within a share
 * of a batch. Loops run over units that
 * lie side by side, so the compiler turns them into vectors without changing any sum. */
#include "train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/features.h"
#include "engine/kernel.h"

typedef float f32x8 __attribute__((vector_size(32)));
typedef float f32x16 __attribute__((vector_size(64)));
typedef int32_t i32x16 __attribute__((vector_size(64)));

struct state {
    uint16_t rows[NET_ACTIVE];
    int n_rows, n_features, n_active, n_pairs;
    uint16_t pair[NET_PAIRS / 16];
    int feature[NET_FEATURES], active[NET_UNITS];
    float x[NET_FEATURES];
    _Alignas(64) float sum[NET_SUMS], unit[NET_UNITS], hidden[NET_H2], z2[NET_H2], deep[NET_H3], z_deep[NET_H3],
        p[NET_OUT];
    _Alignas(64) float d_sum[NET_SUMS], d_unit[NET_UNITS], d_hidden[NET_H2], d_deep[NET_H3], d_out[NET_OUT];
};

static int pairs_of(const struct board *b, uint16_t *out)
{
    int lower[BOARD_POINTS], places = 0, n = 0;
    for (int p = 0; p < BOARD_POINTS; p++) {
        if (b->point[p] == 0)
            continue;
        const int count = b->point[p], state = count > 0 ? count > 1 : 2 + (count < -1), upper = pair_upper(p, state);
        for (int i = 0; i < places; i++)
            out[n++] = (uint16_t)(upper + lower[i]);
        lower[places++] = pair_lower(p, state);
    }
    return n;
}

static void inputs(const struct board *b, const int16_t f[NET_FEATURES], struct state *s)
{
    s->n_rows = inputs_rows(b, s->rows);
    s->n_pairs = pairs_of(b, s->pair);
    int n = 0;
    for (int i = 0; i < NET_FEATURES; i++) { /* without a branch: none could be foretold */
        s->feature[n] = i;
        s->x[n] = (float)f[i] * (1.0f / FEATURE_ONE);
        n += f[i] != 0;
    }
    s->n_features = n;
}

/* The sums of the first layer, kept in registers: rows into all of them, features into the first NET_FED. */
static void first_layer(const struct params *restrict w, struct state *restrict s)
{
    f32x16 z[NET_SUMS / 16];
    memcpy(z, w->bias1, sizeof z);
    for (int r = 0; r < s->n_rows; r++) {
        const f32x16 *row = (const f32x16 *)w->row[s->rows[r]];
        for (int v = 0; v < NET_SUMS / 16; v++)
            z[v] += row[v];
    }
    for (int f = 0; f < s->n_features; f++) {
        const f32x16 *row = (const f32x16 *)w->feature[s->feature[f]];
        for (int v = 0; v < NET_FED / 16; v++)
            z[v] += row[v] * s->x[f];
    }
    memcpy(s->sum, z, sizeof z);
}

/* x where the mask has ones, else 0. */
static f32x16 where(i32x16 mask, f32x16 x)
{
    return (f32x16)((i32x16)x & mask);
}

/* x within 0..most. */
static f32x16 clipped(f32x16 x, float most)
{
    const f32x16 top = (f32x16){0} + most;
    return where((x > 0.0f) & (x < top), x) + where(x >= top, top);
}

static void activate(struct state *s)
{
    int n = 0;
    for (int i = 0; i < NET_UNITS; i += 16) {
        const f32x16 *sum = (const f32x16 *)&s->sum[value_of_unit(i)];
        *(f32x16 *)&s->unit[i] = clipped(sum[0], 1.0f) * clipped(sum[NET_GROUP / 16], 2.0f);
    }
    for (int i = 0; i < NET_UNITS; i++) {
        s->active[n] = i;
        n += s->unit[i] > 0.0f;
    }
    s->n_active = n;
}

static float leaky(float z)
{
    return z > 0.0f ? z : z * LEAK;
}

static void third_layer(const struct params *restrict w, struct state *restrict s)
{
    f32x16 z[NET_H3 / 16];
    memcpy(z, w->bias_deep, sizeof z);
    for (int j = 0; j < NET_H2; j++)
        for (int v = 0; v < NET_H3 / 16; v++)
            z[v] += *(const f32x16 *)&w->deep[j][16 * v] * s->hidden[j];
    memcpy(s->z_deep, z, sizeof z);
    for (int i = 0; i < NET_H3; i++)
        s->deep[i] = leaky(s->z_deep[i]);
}

static void upper_layers(const struct params *restrict w, struct state *restrict s)
{
    f32x16 z2[NET_H2 / 16];
    f32x8 z;
    memcpy(z2, w->bias2, sizeof z2);
    for (int k = 0; k < s->n_active; k++) {
        const f32x16 *row = (const f32x16 *)w->w2[s->active[k]];
        for (int v = 0; v < NET_H2 / 16; v++)
            z2[v] += row[v] * s->unit[s->active[k]];
    }
    for (int k = 0; k < s->n_pairs; k++) {
        const f32x16 *row = (const f32x16 *)w->pair[s->pair[k]];
        for (int v = 0; v < NET_H2 / 16; v++)
            z2[v] += row[v];
    }
    memcpy(s->z2, z2, sizeof s->z2);
    for (int j = 0; j < NET_H2; j++)
        s->hidden[j] = leaky(s->z2[j]);
    third_layer(w, s);
    memcpy(&z, w->bias3, sizeof z);
    for (int j = 0; j < NET_H2; j++)
        z += *(const f32x8 *)w->w3[j] * s->hidden[j];
    for (int i = 0; i < NET_H3; i++)
        z += *(const f32x8 *)w->w4[i] * s->deep[i];
    for (int o = 0; o < OUTPUTS; o++)
        s->p[o] = 1.0f / (1.0f + expf(-z[o]));
}

static float sum_of_five(f32x8 v)
{
    return ((v[0] + v[1]) + (v[2] + v[3])) + v[4];
}

/* Slopes of the sums of the third layer, and the gradient of the output rows. */
static void backward_top(const struct params *restrict w, struct params *restrict g, struct state *restrict s)
{
    f32x8 d_out;
    memcpy(&d_out, s->d_out, sizeof d_out);
    for (int i = 0; i < NET_H3; i++) {
        const float d = sum_of_five(*(const f32x8 *)w->w4[i] * d_out);
        *(f32x8 *)g->w4[i] += d_out * s->deep[i];
        s->d_deep[i] = s->z_deep[i] > 0.0f ? d : d * LEAK;
        g->bias_deep[i] += s->d_deep[i];
    }
    for (int j = 0; j < NET_H2; j++) {
        s->d_hidden[j] = sum_of_five(*(const f32x8 *)w->w3[j] * d_out);
        *(f32x8 *)g->w3[j] += d_out * s->hidden[j];
    }
    *(f32x8 *)g->bias3 += d_out;
}

/* Slopes of the sums of the second layer, and the gradient of the third. */
static void backward_third(const struct params *restrict w, struct params *restrict g, struct state *restrict s)
{
    f32x16 d_deep[NET_H3 / 16];
    memcpy(d_deep, s->d_deep, sizeof d_deep);
    for (int j = 0; j < NET_H2; j++) {
        f32x16 all = {0};
        for (int v = 0; v < NET_H3 / 16; v++) {
            all += d_deep[v] * *(const f32x16 *)&w->deep[j][16 * v];
            *(f32x16 *)&g->deep[j][16 * v] += d_deep[v] * s->hidden[j];
        }
        float d = s->d_hidden[j];
        for (int k = 0; k < 16; k++)
            d += all[k];
        s->d_hidden[j] = s->z2[j] > 0.0f ? d : d * LEAK;
        g->bias2[j] += s->d_hidden[j];
    }
}

/* Slopes of the sums of the first layer. */
static void backward_second(const float (*restrict w2_turned)[NET_UNITS], struct params *restrict g,
                            struct state *restrict s)
{
    enum { STRIP = 8 };
    f32x16 d[NET_H2 / 16];
    memcpy(d, s->d_hidden, sizeof d);
    for (int k = 0; k < s->n_active; k++) {
        f32x16 *row = (f32x16 *)g->w2[s->active[k]];
        for (int v = 0; v < NET_H2 / 16; v++)
            row[v] += d[v] * s->unit[s->active[k]];
    }
    for (int k = 0; k < s->n_pairs; k++) {
        f32x16 *row = (f32x16 *)g->pair[s->pair[k]];
        for (int v = 0; v < NET_H2 / 16; v++)
            row[v] += d[v];
    }
    for (int strip = 0; strip < NET_UNITS; strip += 16 * STRIP) {
        f32x16 sum[STRIP] = {{0}};
        for (int j = 0; j < NET_H2; j++)
            for (int v = 0; v < STRIP; v++)
                sum[v] += *(const f32x16 *)&w2_turned[j][strip + 16 * v] * s->d_hidden[j];
        memcpy(s->d_unit + strip, sum, sizeof sum);
    }
    for (int i = 0; i < NET_UNITS; i += 16) {
        const int at = value_of_unit(i);
        const f32x16 value = *(const f32x16 *)&s->sum[at], gate = *(const f32x16 *)&s->sum[at + NET_GROUP],
                     d_unit = *(const f32x16 *)&s->d_unit[i];
        *(f32x16 *)&s->d_sum[at] = where((value > 0.0f) & (value < 1.0f), d_unit * clipped(gate, 2.0f));
        *(f32x16 *)&s->d_sum[at + NET_GROUP] = where((gate > 0.0f) & (gate < 2.0f), d_unit * clipped(value, 1.0f));
    }
}

static void backward_first(struct params *restrict g, const struct state *restrict s)
{
    f32x16 d[NET_SUMS / 16], *bias = (f32x16 *)g->bias1;
    memcpy(d, s->d_sum, sizeof d);
    for (int v = 0; v < NET_SUMS / 16; v++)
        bias[v] += d[v];
    for (int r = 0; r < s->n_rows; r++) {
        f32x16 *row = (f32x16 *)g->row[s->rows[r]];
        for (int v = 0; v < NET_SUMS / 16; v++)
            row[v] += d[v];
    }
    for (int f = 0; f < s->n_features; f++) {
        f32x16 *row = (f32x16 *)g->feature[s->feature[f]];
        for (int v = 0; v < NET_FED / 16; v++)
            row[v] += d[v] * s->x[f];
    }
}

/* Cross entropy of `p` beyond the entropy of the target itself: 0 for a perfect answer. */
static double loss_of(float p, float target)
{
    const double y = target < 0.0f   ? 0.0
                     : target > 1.0f ? 1.0
                                     : target,
                 q = p < 1e-7f       ? 1e-7
                     : p > 1 - 1e-7f ? 1 - 1e-7
                                     : p;
    double loss = 0.0;
    if (y > 0.0)
        loss += y * log(y / q);
    if (y < 1.0)
        loss += (1.0 - y) * log((1.0 - y) / (1.0 - q));
    return loss;
}

static void turn_w2(const struct params *w, float (*turned)[NET_UNITS])
{
    for (int i = 0; i < NET_UNITS; i++)
        for (int j = 0; j < NET_H2; j++)
            turned[j][i] = w->w2[i][j];
}

/* How much the difference between a play and its rival counts beside the level of each: squared error of the equity. */
#define RIVAL_WEIGHT 12.0f

/* A net chooses the worse of the two with the chance that the logistic function has for their difference in these units
 * of equity: so near a tie that only pairs that it may take the wrong way round teach it. */
#define CHOICE_UNIT 0.005f

static void forward(const struct params *w, const struct sample *sample, const int16_t *f, struct state *s)
{
    inputs(&sample->board, f, s);
    first_layer(w, s);
    activate(s);
    upper_layers(w, s);
    for (int o = 0; o < OUTPUTS; o++)
        s->d_out[o] = s->p[o] - sample->target[o];
}

static void backward(const struct params *w, const float (*w2_turned)[NET_UNITS], struct params *g, struct state *s)
{
    backward_top(w, g, s);
    backward_third(w, g, s);
    backward_second(w2_turned, g, s);
    backward_first(g, s);
}

static const float in_equity[OUTPUTS] = {2.0f, 1.0f, 1.0f, -1.0f, -1.0f};

static float equity_of(const float *p)
{
    float e = -1.0f;
    for (int o = 0; o < OUTPUTS; o++)
        e += in_equity[o] * p[o];
    return e;
}

/* Adds to the slopes of both what the error of their difference says, and what the choice between them loses: chance of
 * the worse one times its difference from the better one, with the weight `choice`. */
static void compare(struct state *a, const struct sample *sample_a, struct state *b, const struct sample *sample_b,
                    float choice)
{
    const float found = equity_of(a->p) - equity_of(b->p),
                expected = equity_of(sample_a->target) - equity_of(sample_b->target),
                chance = 1.0f / (1.0f + expf(-found / CHOICE_UNIT)),
                of_choice = expected * chance * (1.0f - chance) / CHOICE_UNIT,
                d = RIVAL_WEIGHT * (found - expected) - choice * of_choice;
    for (int o = 0; o < OUTPUTS; o++) {
        a->d_out[o] += d * in_equity[o] * a->p[o] * (1.0f - a->p[o]);
        b->d_out[o] -= d * in_equity[o] * b->p[o] * (1.0f - b->p[o]);
    }
}

static double loss_of_all(const struct state *s, const struct sample *sample)
{
    double loss = 0.0;
    for (int o = 0; o < OUTPUTS; o++)
        loss += loss_of(s->p[o], sample->target[o]);
    return loss;
}

/* ---- a batch, by shares ---- */

/* The samples of a batch, a rival after its play. */
struct draw {
    int n, begin[SHARES + 1]; /* each share's first */
    const struct sample *sample[BATCH + 1];
    const struct board *board[BATCH + 1];
    int16_t feature[BATCH + 1][NET_FEATURES];
};

static void draw_one(struct draw *d, const struct sample *s)
{
    d->sample[d->n] = s;
    d->board[d->n++] = &s->board;
}

static void draw_batch(struct draw *d, const struct window *window, size_t use, struct rng *r)
{
    int share = 0;
    for (d->n = 0; d->n < BATCH;) {
        const struct sample *sample = window_draw(window, use, r), *rival = window_rival(window, sample);
        if (d->n >= share * BATCH / SHARES)
            d->begin[share++] = d->n;
        draw_one(d, sample);
        if (rival)
            draw_one(d, rival);
    }
    d->begin[SHARES] = d->n;
}

/* What the shares of a learner's work have in common, and what each has for itself. */
struct learner {
    struct adam *adam;
    const struct window *window;
    const struct learn_plan *plan;
    struct draw draw;
    _Alignas(64) float w2_turned[NET_H2][NET_UNITS];
    struct {
        struct state play, rival;
        double loss, looked_at;
    } of[SHARES];
    size_t from, to; /* the floats to step */
    uint64_t step;
    int batches; /* summed up in the gradient */
};

static void learn_share(void *context, int share)
{
    struct learner *l = context;
    struct draw *d = &l->draw;
    const struct params *w = (const struct params *)l->adam->value;
    struct params *g = (struct params *)l->adam->gradient[share];
    struct state *s = &l->of[share].play, *s_rival = &l->of[share].rival;
    const int begin = d->begin[share], end = d->begin[share + 1];
    net_kernel_choose()->features(input_tables(), d->board + begin, (size_t)(end - begin), d->feature + begin);
    for (int i = begin; i < end; i++) {
        const struct sample *sample = d->sample[i], *rival = window_rival(l->window, sample);
        forward(w, sample, d->feature[i], s);
        if (i % 16 == 0) {
            l->of[share].loss += loss_of_all(s, sample);
            l->of[share].looked_at++;
        }
        if (rival) {
            i++;
            forward(w, rival, d->feature[i], s_rival);
            compare(s, sample, s_rival, rival, l->plan->choice);
            backward(w, l->w2_turned, g, s_rival);
        }
        backward(w, l->w2_turned, g, s);
    }
}

static void step_share(void *context, int share)
{
    const struct learner *l = context;
    const size_t n = l->to - l->from, from = l->from + n * (size_t)share / SHARES,
                 to = l->from + n * (size_t)(share + 1) / SHARES;
    adam_step(l->adam, from, to, l->step, l->plan->rate, 1.0f / (float)(BATCH * l->batches),
              powf(l->plan->keep_average, (float)l->batches));
}

/* Everything but the pair rows after every batch, these after every PAIR_EVERY-th. */
static void step(struct learner *l, int batch, struct crew *crew)
{
    struct adam *a = l->adam;
    const size_t pairs = offsetof(struct params, pair) / sizeof(float);
    l->from = 0;
    l->to = pairs;
    l->step = ++a->step;
    l->batches = 1;
    crew_run(crew, step_share, l, SHARES);
    params_clip((struct params *)a->value);
    if (batch % PAIR_EVERY != PAIR_EVERY - 1)
        return;
    l->from = pairs;
    l->to = a->n;
    l->step = ++a->slow_step;
    l->batches = PAIR_EVERY;
    crew_run(crew, step_share, l, SHARES);
    params_clip_pairs((struct params *)a->value);
}

double learn_net(struct adam *a, const struct window *window, size_t use, const struct learn_plan *plan, struct rng *r,
                 struct crew *crew)
{
    struct learner *l = aligned_alloc(64, (sizeof *l + 63) / 64 * 64);
    if (!l)
        abort();
    memset(l, 0, sizeof *l);
    l->adam = a;
    l->window = window;
    l->plan = plan;
    for (int batch = 0; batch < plan->batches; batch++) {
        turn_w2((const struct params *)a->value, l->w2_turned);
        draw_batch(&l->draw, window, use, r);
        crew_run(crew, learn_share, l, SHARES);
        step(l, batch, crew);
    }
    double loss = 0.0, looked_at = 0.0;
    for (int i = 0; i < SHARES; i++) {
        loss += l->of[i].loss;
        looked_at += l->of[i].looked_at;
    }
    free(l);
    return looked_at > 0.0 ? loss / looked_at : 0.0;
}
