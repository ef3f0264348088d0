/* The most instructive errors; see instructive.h. */
#include "collection/instructive.h"

#include <string.h>

#include "collection/reference.h"

static void move_to_front(struct costly_list *list, size_t from, size_t to)
{
    const struct costly_question q = list->at[from];
    memmove(&list->at[to + 1], &list->at[to], (from - to) * sizeof *list->at);
    list->at[to] = q;
}

static bool is_stood_for(const struct costly_list *list, size_t chosen, size_t i)
{
    for (size_t k = 0; k < chosen; k++)
        if (reference_stands_for(&list->at[k], &list->at[i]))
            return true;
    return false;
}

size_t instructive_distinct(struct costly_list *list, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n && n < most; i++)
        if (!is_stood_for(list, n, i))
            move_to_front(list, i, n++);
    return n;
}

size_t instructive_explained(struct costly_list *list, size_t n, size_t most)
{
    size_t chosen = 0;
    for (size_t i = 0; i < n && chosen < most; i++)
        if (list->at[i].marked && list->at[i].why != NULL)
            move_to_front(list, i, chosen++);
    return chosen;
}

/* Of the errors from `from` on; THEMES = none of them has any. */
static enum decision_theme costliest(const struct costly_list *list, size_t from)
{
    enum decision_theme most = THEMES;
    double lost = 0;
    for (enum decision_theme t = 0; t < THEMES; t++) {
        double sum = 0;
        for (size_t i = from; i < list->n; i++)
            sum += (list->at[i].themes >> t & 1) != 0 ? list->at[i].worst : 0;
        if (sum > lost) {
            most = t;
            lost = sum;
        }
    }
    return most;
}

void instructive_by_theme(struct costly_list *list, enum decision_theme *theme)
{
    size_t n = 0;
    for (enum decision_theme t; (t = costliest(list, n)) != THEMES;)
        for (size_t i = n; i < list->n; i++)
            if (list->at[i].themes >> t & 1) {
                theme[n] = t;
                move_to_front(list, i, n++);
            }
    for (; n < list->n; n++)
        theme[n] = THEMES;
}
