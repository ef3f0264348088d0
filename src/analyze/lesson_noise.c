/* Noise of evaluations; see lesson_noise.h. */
#include "analyze/lesson_noise.h"

#include <math.h>
#include <stddef.h>

/* The scatter of single decisions, d / 500, of the table in docs/analysis.md; deeper than 2 plies, and
 * of levels that other programs know by name, it is no larger. */
static const float measured[] = {8.8f / 500, 6.0f / 500, 4.1f / 500};

enum { MEASURED = sizeof measured / sizeof *measured };

float noise_of_level(const struct eval_level *l, const struct rollout_error *a, const struct rollout_error *b)
{
    if (l->kind == EVAL_ROLLOUT)
        return a != NULL && b != NULL ? hypotf(a->cubeful, b->cubeful) : 0;
    if (l->kind == EVAL_PLY && l->plies < MEASURED)
        return measured[l->plies > 0 ? l->plies : 0];
    return measured[MEASURED - 1];
}
