/* Reference positions; see reference.h. */
#include "collection/reference.h"

#include <stdlib.h>

#include "base/xmalloc.h"

int reference_distance(const struct board *a, const struct board *b)
{
    int total = 0, own = 0, theirs = 0;
    for (int i = 0; i < BOARD_POINTS; i++) {
        const int x = a->point[i], y = b->point[i];
        own += (x > 0 ? x : 0) - (y > 0 ? y : 0);
        theirs += (x < 0 ? x : 0) - (y < 0 ? y : 0);
        total += abs(own) + abs(theirs);
    }
    return total;
}

static int count(theme_set t)
{
    int n = 0;
    for (; t != 0; t &= t - 1)
        n++;
    return n;
}

bool reference_stands_for(const struct costly_question *a, const struct costly_question *b)
{
    const theme_set both = a->themes & b->themes, either = a->themes | b->themes;
    return a->asks == b->asks && a->plan == b->plan && 3 * count(both) >= count(either) &&
           reference_distance(&a->position.board, &b->position.board) <= REFERENCE_PIPS;
}

struct choosing {
    const struct costly_list *list;
    bool *covered;
};

static double gain(const struct choosing *c, size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < c->list->n; k++)
        if (!c->covered[k] && reference_stands_for(&c->list->at[i], &c->list->at[k]))
            sum += c->list->at[k].total;
    return sum;
}

/* The costliest of several that are worth the same comes first in the list. What stands for itself alone is chosen
 * last. */
static size_t best_from(const struct choosing *c, const bool *chosen, double least)
{
    size_t best = c->list->n;
    double most = 0;
    for (size_t i = 0; i < c->list->n; i++) {
        const double g = chosen[i] || c->covered[i] || c->list->at[i].worst < least ? 0 : gain(c, i);
        if (g > most) {
            most = g;
            best = i;
        }
    }
    return best;
}

/* One that is worth studying by itself, if there is one. */
static size_t best_of(const struct choosing *c, const bool *chosen)
{
    const size_t best = best_from(c, chosen, REFERENCE_WORTH);
    return best < c->list->n ? best : best_from(c, chosen, 0);
}

static void cover(const struct choosing *c, size_t i, struct reference *out)
{
    for (size_t k = 0; k < c->list->n; k++)
        if (!c->covered[k] && reference_stands_for(&c->list->at[i], &c->list->at[k])) {
            c->covered[k] = true;
            out->at[out->n].errors++;
            out->at[out->n].lost += c->list->at[k].total;
        }
    out->at[out->n].share = out->at[out->n].lost / out->lost;
    out->share += out->at[out->n].share;
    out->n++;
}

static void move_to_front(struct costly_list *list, size_t from, size_t to)
{
    const struct costly_question q = list->at[from];
    for (size_t i = from; i > to; i--)
        list->at[i] = list->at[i - 1];
    list->at[to] = q;
}

/* What stands for most comes first. */
static void sort_chosen(struct reference *r, size_t at[REFERENCES])
{
    for (int i = 1; i < r->n; i++)
        for (int k = i; k > 0 && r->at[k].lost > r->at[k - 1].lost; k--) {
            const size_t place = at[k];
            const struct reference_chosen one = r->at[k];
            at[k] = at[k - 1], at[k - 1] = place;
            r->at[k] = r->at[k - 1], r->at[k - 1] = one;
        }
}

void reference_choose(struct costly_list *list, int most, struct reference *out)
{
    struct choosing c = {list, xcalloc(list->n + 1, sizeof *c.covered)};
    bool *chosen = xcalloc(list->n + 1, sizeof *chosen);
    size_t at[REFERENCES], i;
    *out = (struct reference){.of = list->n};
    for (i = 0; i < list->n; i++)
        out->lost += list->at[i].total;
    while (out->n < most && out->n < REFERENCES && (i = best_of(&c, chosen)) < list->n) {
        chosen[i] = true;
        at[out->n] = i;
        cover(&c, i, out);
    }
    sort_chosen(out, at);
    for (int k = 0; k < out->n; k++) {
        move_to_front(list, at[k], (size_t)k);
        for (int later = k + 1; later < out->n; later++)
            at[later] += at[later] < at[k];
    }
    xfree(c.covered);
    xfree(chosen);
}
