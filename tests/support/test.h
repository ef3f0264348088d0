/* Unit tests that register themselves:
 *
 *     TEST(a_dance_leaves_the_board_unchanged)
 *     {
 *         assert_true(...);
 *     }
 *
 *     TEST_MAIN(NULL, NULL)
 *
 * They run in the order of the file. */
#ifndef KIBITZER_TEST_TEST_H
#define KIBITZER_TEST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct unit_test {
    struct CMUnitTest test;
    int line;
    bool is_long;
};
void unit_test_add(const struct unit_test *t);

/* All of the program, between set_up and tear_down (of cmocka, or NULL); how many failed. */
int unit_tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down);

#define UNIT_TEST(name, is_long, set_up, tear_down)                                                                    \
    static void name(void **state);                                                                                    \
    __attribute__((constructor)) static void add_##name(void)                                                          \
    {                                                                                                                  \
        unit_test_add(&(const struct unit_test){{#name, name, set_up, tear_down, NULL}, __LINE__, is_long});           \
    }                                                                                                                  \
    static void name(__attribute__((unused)) void **state)
#define TEST(name) UNIT_TEST(name, false, NULL, NULL)
#define TEST_WITH(name, set_up, tear_down) UNIT_TEST(name, false, set_up, tear_down)
#define LONG_TEST(name) UNIT_TEST(name, true, NULL, NULL) /* takes many seconds: see is_light() */

/* Is there no time for what takes many seconds? So it is in `make check` alone. */
bool is_light(void);

void expect_near(double found, double expected, double tolerance, const char *file, int line);
#define assert_near(found, expected, tolerance) expect_near((found), (expected), (tolerance), __FILE__, __LINE__)

#define TEST_MAIN(set_up, tear_down)                                                                                   \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        return unit_tests_run(set_up, tear_down);                                                                      \
    }

#endif
