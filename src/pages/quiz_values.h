/* The loss of every legal play in a quiz, so that any answer can be judged: the record contains only the best few. */
#ifndef KIBITZER_QUIZ_VALUES_H
#define KIBITZER_QUIZ_VALUES_H

#include "report/errors_page.h"

struct quiz_values;
struct quiz_values *quiz_values_new(void); /* NULL after a message */
void quiz_values_free(struct quiz_values *v);

/* For struct errors_page_options: a word for each legal play of `p` that `c` has no figure of, in any order, without
 * blanks. Capitals: where chequers leave, A = the bear-off to Z = the bar, letters: where they arrive, after * blots
 * hit; then what it loses in thousandths (EMG). All are valued one ply deep, hopeless ones at a glance, and
 * shifted by what the record's plays differ from the same look. Returns whether that makes them guesses. */
bool quiz_values_put(void *values, const struct costly_question *c, const struct position *p, struct strbuf *out);

#endif
