/* Noise from the position itself: a hash of the board, turned into a nearly normal number by adding up twelve uniform
 * ones, in integers, so that it is the same everywhere. */
#include "engine/noise.h"

#include <math.h>

#include "engine/cache.h"

enum { SUMMANDS = 12 };

static float normal(const struct board *b, unsigned seed)
{
    uint64_t h = cache_hash(0x6b69626974 ^ (uint64_t)seed << 40, b, sizeof *b);
    int64_t sum = 0;
    for (int i = 0; i < SUMMANDS; i++) {
        h = cache_hash((uint64_t)i, &h, sizeof h);
        sum += (int64_t)(h >> 32) - (int64_t)0x80000000;
    }
    return (float)((double)sum / 4294967296.0);
}

static void eval(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                 struct outcome *out)
{
    const struct noise_evaluator *e = (const struct noise_evaluator *)self;
    e->otherwise->eval(e->otherwise, w, boards, n, out);
    for (size_t i = 0; i < n; i++)
        if (!board_won(&boards[i]) && !board_lost(&boards[i])) {
            const float shifted = out[i].win + e->deviation * normal(&boards[i], e->seed);
            out[i].win = fmaxf(out[i].win_gammon, fminf(1 - out[i].lose_gammon, shifted));
        }
}

void noise_evaluator_init(struct noise_evaluator *e, const struct evaluator *otherwise, float deviation, unsigned seed)
{
    *e = (struct noise_evaluator){{"noise", eval}, otherwise, deviation, seed};
}
