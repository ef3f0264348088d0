/* Comparing two annotation sets of a record, decision by decision. */
#ifndef KIBITZER_COMPARE_H
#define KIBITZER_COMPARE_H

#include "match/compared.h"

/* Adds every decision of `m` on which both sets have something to say to `c`, as those of its last match: plays that
 * are not forced, whether to double, the answers to doubles that were made. The sets must be complete
 * (restate_match()). */
void compare_sets(struct comparison *c, const struct match *m, int first, int second);

#endif
