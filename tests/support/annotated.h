/* A small annotated record with known figures, for the tests of writers that print analysis. */
#ifndef KIBITZER_TEST_ANNOTATED_H
#define KIBITZER_TEST_ANNOTATED_H

#include "match/record.h"

/* A 3-point match of Ann and Bo, one game:
 *     0 31: 8/5 6/5 (best, lucky), 1 41: 24/23 13/9 (2nd of 2, doubtful, error 0.05), 0 doubles (wrong, 0.1), 1 drops;
 * one own set with statistics, luck and a comment on the second play. Figures are made up. */
struct match *annotated_match(int length);

#endif
