/* The learner of the ranking net: rows, one layer, an equity; squared error. */
#include "train.h"

#include <string.h>

#include "engine/features.h"

/* One sample; returns its error. */
static float visit(const struct rank_params *w, struct rank_params *g, const struct sample *sample)
{
    uint16_t rows[NET_ACTIVE];
    _Alignas(64) float act[RANK_H], d[RANK_H];
    const int n = inputs_rows(&sample->board, rows);
    memcpy(act, w->bias, sizeof act);
    for (int r = 0; r < n; r++)
        for (int i = 0; i < RANK_H; i++)
            act[i] += w->row[rows[r]][i];
    float error = w->bias2 - sample_equity(sample);
    for (int i = 0; i < RANK_H; i++) {
        act[i] = act[i] < 0.0f ? 0.0f : act[i] > 1.0f ? 1.0f : act[i];
        error += act[i] * w->w[i];
    }
    g->bias2 += error;
    for (int i = 0; i < RANK_H; i++) {
        g->w[i] += error * act[i];
        d[i] = act[i] > 0.0f && act[i] < 1.0f ? error * w->w[i] : 0.0f;
        g->bias[i] += d[i];
    }
    for (int r = 0; r < n; r++)
        for (int i = 0; i < RANK_H; i++)
            g->row[rows[r]][i] += d[i];
    return error;
}

double learn_rank(struct adam *a, const struct window *const *w, const size_t *use, const struct learn_plan *plan,
                  struct rng *r)
{
    struct rank_params *p = (struct rank_params *)a->value, *g = (struct rank_params *)a->gradient[0];
    double loss = 0.0;
    for (int batch = 0; batch < plan->batches; batch++) {
        for (int i = 0; i < BATCH; i++) {
            const int c = i % 8 == 0 && w[NET_RACE]->n > 0 ? NET_RACE : NET_CONTACT;
            const float error = visit(p, g, window_draw(w[c], use[c], r));
            loss += error * error;
        }
        adam_step(a, 0, a->n, ++a->step, plan->rate, 1.0f / BATCH, plan->keep_average);
        rank_clip(p);
    }
    return plan->batches ? loss / ((double)plan->batches * BATCH) : 0.0;
}
