/* The evaluator's own error; see judged.h. */
#include "collection/judged.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* make evaluator-error; docs/analysis.md. */
static const struct {
    const char *level;
    struct judge is;
} measured[] = {{"0ply", {0.27, 1.00, 8.8}}, {"1ply", {0.15, 0.72, 6.0}}, {"2ply", {0.11, 0, 4.1}}};

const struct judge *judge_of(bool own, const char *level)
{
    for (size_t i = 0; own && level != NULL && i < sizeof measured / sizeof *measured; i++)
        if (strcmp(level, measured[i].level) == 0)
            return &measured[i].is;
    return NULL;
}

void judged_add(struct judged *s, const struct judge *e, int decisions)
{
    if (decisions == 0)
        return;
    s->n += decisions;
    s->unknown = s->unknown || e == NULL;
    if (e == NULL)
        return;
    s->common += decisions * e->common;
    s->squares += decisions * e->decision * e->decision;
    s->of_match += decisions * e->match;
}

void judged_end_match(struct judged *s)
{
    s->squares += s->of_match * s->of_match;
    s->of_match = 0;
}

double judged_error(const struct judged *s)
{
    return s->n == 0 || s->unknown ? (double)NAN : sqrt(s->common * s->common + s->squares) / s->n;
}
