/* A small match with every kind of annotation, made by hand: for tests of reports. Figures are invented but consistent
 * (candidates sorted, errors = differences), plays are legal unless said otherwise. */
#ifndef KIBITZER_TEST_REPORTED_H
#define KIBITZER_TEST_REPORTED_H

#include "match/record.h"

/* Two games. Game 1: plays with marks, a missed double, a wrong double that is taken, an illegal play, a comment and a
 * dance of figures; game 2 is dropped. `length` 0 = money. The caller frees it. */
struct match *reported_match(int length, const char *name0, const char *name1);

#endif
