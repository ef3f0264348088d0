/* Student's distribution: how far a mean can be off whose error is itself estimated. */
#ifndef KIBITZER_STUDENT_H
#define KIBITZER_STUDENT_H

/* The t that Student's distribution with this many degrees of freedom (>= 1) stays within, both sides, with probability
 * `within` (0..1). From the finite series for whole degrees of freedom (Abramowitz & Stegun 26.7.3, 26.7.4); above 200
 * from the expansion around the normal quantile (26.7.5). */
double student_t(int freedom, double within);

#endif
