/* The errors from which most can be learnt: the costliest for which there is a reason in words, but of those that one
 * error stands for (reference.h) that one alone. docs/lessons.md, "The most instructive errors". */
#ifndef KIBITZER_INSTRUCTIVE_H
#define KIBITZER_INSTRUCTIVE_H

#include "collection/errors.h"

/* Moves to the front of the list, costliest first, those that no costlier one stands for; how many, `most` at most. */
size_t instructive_distinct(struct costly_list *list, size_t most);
/* The same of those that are marked and explained (costly_question.why), among the first `n`. */
size_t instructive_explained(struct costly_list *list, size_t n, size_t most);

/* The theme whose errors cost most first, with all of its errors, the costliest first; then the next with those that
 * are left. `theme` gets the theme under which each is found, THEMES = none. */
void instructive_by_theme(struct costly_list *list, enum decision_theme *theme);

#endif
