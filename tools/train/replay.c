/* Lists of samples, the window of the latest ones, and the latest doubts. */
#include "train.h"

#include <stdlib.h>

float sample_equity(const struct sample *s)
{
    const float *t = s->target;
    return outcome_equity((struct outcome){t[0], t[1], t[2], t[3], t[4]});
}

struct sample *samples_add(struct samples *s)
{
    if (s->n == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 4096;
        struct sample *more = aligned_alloc(32, s->capacity * sizeof *more);
        if (!more)
            abort();
        for (size_t i = 0; i < s->n; i++)
            more[i] = s->at[i];
        free(s->at);
        s->at = more;
    }
    return &s->at[s->n++];
}

void samples_free(struct samples *s)
{
    free(s->at);
    *s = (struct samples){0};
}

void window_init(struct window *w, size_t capacity)
{
    *w = (struct window){.capacity = capacity, .at = aligned_alloc(32, capacity * sizeof *w->at)};
    if (!w->at)
        abort();
}

void window_free(struct window *w)
{
    free(w->at);
    *w = (struct window){0};
}

void window_add(struct window *w, const struct samples *s)
{
    for (size_t i = 0; i < s->n; i++) {
        w->at[w->next] = s->at[i];
        w->next = (w->next + 1) % w->capacity;
        w->n += w->n < w->capacity;
    }
    w->total += s->n;
}

const struct sample *window_draw(const struct window *w, size_t use, struct rng *r)
{
    const size_t last = use < w->n ? use : w->n, back = 1 + (size_t)rng_below(r, (int)last);
    return &w->at[(w->next + w->capacity - back) % w->capacity];
}

const struct sample *window_rival(const struct window *w, const struct sample *s)
{
    return s->has_rival ? &w->at[((size_t)(s - w->at) + 1) % w->capacity] : NULL;
}

void doubts_add(struct doubts *d, const struct board *b)
{
    d->at[d->total++ % DOUBTS] = *b;
}

const struct board *doubts_draw(const struct doubts *d, struct rng *r)
{
    const uint64_t n = d->total < DOUBTS ? d->total : DOUBTS;
    return n > 0 ? &d->at[rng_below(r, (int)n)] : NULL;
}
