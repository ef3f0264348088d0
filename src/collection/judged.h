/* How far a rate may be off because the evaluator is: apart from the scatter of matches (ratio.h), which more matches
 * make small. Measured once for each level against deeper values; docs/analysis.md, "The evaluator's own error". */
#ifndef KIBITZER_JUDGED_H
#define KIBITZER_JUDGED_H

#include <stdbool.h>

struct judge { /* points of PR */
    double common; /* of all decisions: it does not shrink */
    double match; /* of all of a player's decisions in a match */
    double decision; /* of each */
};

/* NULL = not measured: other programs' analyses, levels beside 0ply, 1ply and 2ply. */
const struct judge *judge_of(bool own, const char *level);

/* The error of a rate over decisions that different levels may have judged; zero-initialised is empty. */
struct judged {
    int n; /* decisions */
    bool unknown; /* some were judged by what was not measured */
    double common, squares; /* sums over decisions: of the common part; of the variances of all others */
    double of_match; /* the common part of the match at hand */
};

void judged_add(struct judged *s, const struct judge *e, int decisions);
void judged_end_match(struct judged *s);
/* Points of PR; NAN without decisions, and where it is not known. */
double judged_error(const struct judged *s);

#endif
