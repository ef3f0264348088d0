/* Comparing figures: doubles, with both shown where they differ. */
#ifndef KIBITZER_TEST_FIGURES_H
#define KIBITZER_TEST_FIGURES_H

#include <math.h>

#include "support/assertions.h"

static inline void expect_figure(double value, double expected, double tolerance, const char *what, const char *file,
                                 int line)
{
    if (fabs(value - expected) <= tolerance)
        return;
    print_error("%s is %.9g, expected %.9g within %g\n", what, value, expected, tolerance);
    _fail(file, line);
}

#define assert_figure(value, expected, tolerance)                                                                      \
    expect_figure((double)(value), (double)(expected), (double)(tolerance), #value, __FILE__, __LINE__)

#endif
