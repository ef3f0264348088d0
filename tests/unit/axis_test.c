/* Axes of plots hold what is drawn. */
#include "support/assertions.h"

#include <math.h>

#include "report/axis.h"

static struct series fitted(const float *at, const float *from, const float *to, int n, double least, double parts)
{
    struct series s = {.at = at, .from = from, .to = to};
    axis_fit(&s, &(struct axis_data){.series = &s, .n_series = 1, .n = n}, least, parts);
    return s;
}

TEST(an_axis_goes_on_to_the_end_of_a_range)
{
    const float at[] = {8.2f, NAN, 25.8f}, from[] = {0, NAN, 14.2f}, to[] = {15.9f, NAN, 37.4f};
    const struct series s = fitted(at, from, to, 3, 1, 6);
    assert_true(s.low == 0);
    assert_true(s.step == 10);
    assert_true(s.high == 40);
}

TEST(a_dot_beside_the_line_has_its_range_inside_too)
{
    const float at[] = {10, 12};
    const struct plot_dot dots[] = {{.x = 0, .at = 10, .from = 8, .to = 12}, {.x = 1, .at = 14, .from = 7, .to = 21}};
    struct series s = {.at = at};
    axis_fit(&s, &(struct axis_data){&s, 1, 2, dots, 2}, 0.5, 7);
    assert_true(s.step == 5);
    assert_true(s.high == 25);
}

TEST(a_range_beyond_twice_all_values_does_not_flatten_them)
{
    const float at[] = {8, 10}, from[] = {7, 0}, to[] = {9, 95};
    const struct series s = fitted(at, from, to, 2, 1, 6);
    assert_true(s.high == 20);
}

TEST(zero_is_on_the_axis_and_values_on_both_sides_of_it)
{
    const float at[] = {-0.33f, 0.12f}, all_lost[] = {-0.5f, -0.2f};
    const struct series s = fitted(at, NULL, NULL, 2, 0.1, 4), t = fitted(all_lost, NULL, NULL, 2, 0.1, 4);
    assert_true(fabs(s.low + 0.4) < 1e-9);
    assert_true(fabs(s.high - 0.2) < 1e-9);
    assert_true(fabs(t.low + 0.6) < 1e-9);
    assert_true(t.high == 0);
}

TEST(an_axis_without_values_has_a_step)
{
    const float at[] = {NAN};
    const struct series s = fitted(at, NULL, NULL, 1, 0.5, 7);
    assert_true(s.low == 0 && s.high == s.step && s.step == 0.5);
}

TEST_MAIN(NULL, NULL)
