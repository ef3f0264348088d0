/* Slopes of the loss: from the curve over the rolls back through the layers. */
#include "train_race.h"

#include <math.h>

/* Weights of the parts of the loss; the squared error of a mean grows straight on from LINEAR rolls. */
#define MEAN_WEIGHT 10.0
#define FIRST_WEIGHT 0.3
#define LINEAR 0.2
#define STEEPEST 2.0f

/* Adds the slopes of the four outputs that shape one distribution; returns its loss. */
static double curve(const struct race_sums *s, int which, const uint16_t truth[BEAROFF_ROLLS], float *slope)
{
    const float *o = s->out + which * RACE_SHAPE;
    const double weight = which == 0 ? 1 : FIRST_WEIGHT;
    double q[BEAROFF_ROLLS], p[BEAROFF_ROLLS], off = 0, mean = 0, loss = 0;
    race_chances(s, which, q);
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        p[i] = truth[i] / (double)BEAROFF_CERTAIN;
        mean += i * q[i];
        off += i * (q[i] - p[i]);
    }
    const double pull = 2 * MEAN_WEIGHT * fmin(LINEAR, fmax(-LINEAR, off));
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        const double z = (i - s->mean[which]) / s->deviation[which], c = fmin(RACE_CLIP, fmax(-RACE_CLIP, z));
        const double d = weight * (q[i] - p[i] + pull * q[i] * (i - mean));
        const double bent = fabs(z) < RACE_CLIP
                                ? c * c * (3 * RACE_SKEW_UNIT * o[RACE_SKEW] + 4 * RACE_TAIL_UNIT * c * o[RACE_TAIL])
                                : 0;
        const double dz = d * (bent - z);
        slope[RACE_MEAN] -= (float)(dz / s->deviation[which]);
        slope[RACE_SPREAD] -= (float)(dz * z * 0.5);
        slope[RACE_SKEW] += (float)(d * RACE_SKEW_UNIT * c * c * c);
        slope[RACE_TAIL] += (float)(d * RACE_TAIL_UNIT * c * c * c * c);
        if (p[i] > 0)
            loss += p[i] * log(p[i] / fmax(q[i], 1e-12));
    }
    return weight * (loss + MEAN_WEIGHT * off * off);
}

/* One odd placing must not throw the net away. */
static void bound(float slope[RACE_OUTPUTS])
{
    for (int o = 0; o < RACE_OUTPUTS; o++)
        slope[o] = fminf(STEEPEST, fmaxf(-STEEPEST, slope[o]));
}

/* Slopes of one layer: of its weights, and of what it was fed with where that was on. */
static void back(const float *restrict weights, float *restrict gradient, float *restrict bias,
                 const float *restrict fed, const float *restrict slope, float *restrict fed_slope, int n_fed, int n)
{
    for (int i = 0; i < n; i++)
        bias[i] += slope[i];
    for (int f = 0; f < n_fed; f++) {
        if (fed_slope)
            fed_slope[f] = 0;
        if (fed[f] == 0)
            continue;
        float sum = 0;
        for (int i = 0; i < n; i++) {
            gradient[f * n + i] += fed[f] * slope[i];
            sum += weights[f * n + i] * slope[i];
        }
        if (fed_slope)
            fed_slope[f] = sum;
    }
}

double race_learn(const struct race_net *net, struct race_net *gradient, const int8_t own[RACE_POINTS],
                  const struct bearoff_distribution *truth)
{
    struct race_sums sums;
    float out[RACE_OUTPUTS] = {0}, upper[RACE_UPPER], unit[RACE_UNITS];
    race_forward(net, own, &sums);
    double loss = curve(&sums, 0, truth->all, out);
    if (truth->first[0] == 0) /* all 15 are there */
        loss += curve(&sums, 1, truth->first, out + RACE_SHAPE);
    bound(out);
    back(net->out[0], gradient->out[0], gradient->out_bias, sums.upper, out, upper, RACE_UPPER, RACE_OUTPUTS);
    back(net->upper[0], gradient->upper[0], gradient->upper_bias, sums.unit, upper, unit, RACE_UNITS, RACE_UPPER);
    back(net->in[0], gradient->in[0], gradient->in_bias, sums.in, unit, NULL, RACE_INPUTS, RACE_UNITS);
    return loss;
}

static void fill(float *at, size_t n, struct rng *r, float most)
{
    for (size_t i = 0; i < n; i++)
        at[i] = most * (2 * rng_unit(r) - 1);
}

void race_start(struct race_net *net, struct rng *r)
{
    *net = (struct race_net){0};
    fill(net->in[0], sizeof net->in / sizeof(float), r, 0.25f);
    fill(net->upper[0], sizeof net->upper / sizeof(float), r, 0.15f);
    fill(net->out[0], sizeof net->out / sizeof(float), r, 0.05f);
}
