/* A rate over many matches and how sure it is: the ratio of two sums, with the standard error that follows from how the
 * units it was sampled in (matches; games of a single match) scatter around it.
 *
 *     R = sum e / sum n        SE(R) = sqrt(G / (G - 1) * sum (e - R n)^2) / sum n
 *
 * G units, e what was lost and n the decisions of one. The closed form for a ratio under cluster sampling (Cochran,
 * Sampling Techniques, 3rd ed., section 6.3); docs/analysis.md, "How sure is a rate?". No random numbers, and no list
 * of units: five sums are enough. */
#ifndef KIBITZER_RATIO_H
#define KIBITZER_RATIO_H

#include "base/student.h"

/* Sums over units; zero-initialised is empty. */
struct ratio {
    int units; /* with n > 0 */
    double e, n; /* sums */
    double ee, en, nn; /* of squares and products */
};

enum { RATIO_LEAST_UNITS = 3 }; /* below, nothing is said about certainty */

struct addend { /* of a decision, or of all of a unit so far */
    double e, n;
};

void addend_add(struct addend *to, const struct addend *more);

/* One unit; nothing if n is 0. */
void ratio_add(struct ratio *r, double e, double n);
/* sum e / sum n; NAN without units. */
double ratio_value(const struct ratio *r);
/* Its standard error; NAN below RATIO_LEAST_UNITS. */
double ratio_error(const struct ratio *r);
/* Half the width of the 95% interval: the standard error times Student's t for units - 1 degrees of freedom. */
double ratio_interval(const struct ratio *r);

/* Two rates of the same units, such as matches, side by side: how far they differ, and how sure that is. */
struct contrast {
    struct ratio here, there;
    int units; /* with n > 0 in either */
    double ee, en, ne, nn; /* sums of products of one's e, n with the other's */
};

void contrast_add(struct contrast *c, double e, double n, double other_e, double other_n);
/* The first rate less the second, and half the width of its 95% interval; NAN where they have none. */
double contrast_value(const struct contrast *c);
double contrast_interval(const struct contrast *c);

/* The grade of a performance rating: `errors` in EMG over the decisions that it counts. NULL without units. */
const char *ratio_grade(const struct ratio *errors);

#endif
