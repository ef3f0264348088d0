/* How far a rate may be off because of who judged it: what shrinks with decisions, with matches, and not at all. */
#include "support/assertions.h"

#include <math.h>

#include "collection/judged.h"

static void near(double x, double expected)
{
    if (!(fabs(x - expected) < 1e-9))
        fail_msg("found %g, expected %g", x, expected);
}

TEST(the_common_part_stays_the_others_shrink)
{
    static const struct judge j = {.common = 0.1, .match = 0.7, .decision = 4};
    struct judged few = {.n = 0}, many = {.n = 0};
    judged_add(&few, &j, 100);
    judged_end_match(&few);
    near(judged_error(&few), sqrt(0.1 * 0.1 + 0.7 * 0.7 + 16.0 / 100));
    for (int match = 0; match < 400; match++) {
        judged_add(&many, &j, 60); /* two games of a match */
        judged_add(&many, &j, 40);
        judged_end_match(&many);
    }
    near(judged_error(&many), sqrt(0.1 * 0.1 + 0.7 * 0.7 / 400 + 16.0 / 40000));
}

TEST(decisions_of_two_levels_weigh_by_their_number)
{
    static const struct judge a = {.common = 0.3, .decision = 8}, b = {.common = 0.1, .decision = 4};
    struct judged s = {.n = 0};
    judged_add(&s, &a, 30);
    judged_end_match(&s);
    judged_add(&s, &b, 90);
    judged_end_match(&s);
    near(judged_error(&s), sqrt(0.15 * 0.15 + (30 * 64.0 + 90 * 16.0) / (120.0 * 120.0)));
}

TEST(what_was_not_measured_is_not_known)
{
    struct judged s = {.n = 0};
    assert_true(isnan(judged_error(&s)));
    assert_null(judge_of(false, "2ply"));
    assert_null(judge_of(true, "7ply"));
    assert_null(judge_of(true, NULL));
    judged_add(&s, judge_of(true, "2ply"), 50);
    assert_true(judged_error(&s) > 0);
    judged_add(&s, NULL, 0);
    assert_true(judged_error(&s) > 0);
    judged_add(&s, NULL, 1);
    assert_true(isnan(judged_error(&s)));
}

TEST(a_deeper_level_is_surer)
{
    const struct judge *zero = judge_of(true, "0ply"), *two = judge_of(true, "2ply");
    assert_true(two->common < zero->common && two->match < zero->match && two->decision < zero->decision);
}

TEST_MAIN(NULL, NULL)
