/* Adam (Kingma and Ba, 2015), beta 0.9 and 0.999, with a running average of the weights. */
#include "train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float *floats(size_t n)
{
    float *at = aligned_alloc(64, (n * sizeof *at + 63) / 64 * 64);
    if (!at)
        abort();
    memset(at, 0, n * sizeof *at);
    return at;
}

void adam_init(struct adam *a, size_t n)
{
    *a = (struct adam){.n = n, .value = floats(n), .first = floats(n), .second = floats(n), .average = floats(n)};
    for (int i = 0; i < SHARES; i++)
        a->gradient[i] = floats(n);
}

void adam_free(struct adam *a)
{
    free(a->value);
    for (int i = 0; i < SHARES; i++)
        free(a->gradient[i]);
    free(a->first);
    free(a->second);
    free(a->average);
    *a = (struct adam){0};
}

void adam_step(struct adam *a, size_t from, size_t to, uint64_t step_number, float rate, float scale,
               float keep_average)
{
    const double t = (double)step_number;
    const float step = rate * (float)(sqrt(1.0 - pow(0.999, t)) / (1.0 - pow(0.9, t)));
    const float tiny = 1e-8f, keep = t < 1000 ? fminf(keep_average, (float)(t / (t + 10))) : keep_average;
    float *restrict value = a->value, *restrict g = a->gradient[0], *restrict first = a->first;
    float *restrict second = a->second, *restrict average = a->average;
    for (int share = 1; share < SHARES; share++) {
        float *restrict more = a->gradient[share];
        for (size_t i = from; i < to; i++) {
            g[i] += more[i];
            more[i] = 0.0f;
        }
    }
    for (size_t i = from; i < to; i++) {
        const float slope = g[i] * scale;
        first[i] = 0.9f * first[i] + 0.1f * slope;
        second[i] = 0.999f * second[i] + 0.001f * slope * slope;
        value[i] -= step * first[i] / (__builtin_sqrtf(second[i]) + tiny);
        average[i] = keep * average[i] + (1.0f - keep) * value[i];
        g[i] = 0.0f;
    }
}
