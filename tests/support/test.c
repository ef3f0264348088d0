/* Unit tests that register themselves; see test.h. */
#include "test.h"

#include <math.h>
#include <stdlib.h>

enum { TESTS_MAX = 256 }; /* in a program */

static struct unit_test tests[TESTS_MAX];
static size_t n_tests;

void unit_test_add(const struct unit_test *t)
{
    if (n_tests == TESTS_MAX)
        abort();
    tests[n_tests++] = *t;
}

bool is_light(void)
{
    return getenv("TEST_LIGHT") != NULL;
}

static int by_line(const void *a, const void *b)
{
    return ((const struct unit_test *)a)->line - ((const struct unit_test *)b)->line;
}

int unit_tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    struct CMUnitTest run[TESTS_MAX];
    size_t n = 0;
    qsort(tests, n_tests, sizeof *tests, by_line); /* constructors run in any order */
    for (size_t i = 0; i < n_tests; i++)
        if (!tests[i].is_long || !is_light())
            run[n++] = tests[i].test;
    return _cmocka_run_group_tests("tests", run, n, set_up, tear_down);
}

void expect_near(double found, double expected, double tolerance, const char *file, int line)
{
    if (fabs(found - expected) <= tolerance)
        return;
    print_error("found %.8f, expected %.8f within %g\n", found, expected, tolerance);
    _fail(file, line);
}
