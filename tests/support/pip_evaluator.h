/* A stand-in for the net in tests of the search: fast, smooth, consistent, and known. */
#ifndef KIBITZER_TESTS_PIP_EVALUATOR_H
#define KIBITZER_TESTS_PIP_EVALUATOR_H

#include "engine/evaluator.h"

/* Winning chances from the difference of the pip counts, blots count against their owner, gammons from borne-off
 * chequers; finished games have their exact value. */
extern const struct evaluator pip_evaluator;

#endif
