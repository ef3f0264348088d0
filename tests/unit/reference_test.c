/* Reference positions: which one stands for which, and that a few stand for most. */
#include "support/assertions.h"

#include <math.h>

#include "collection/reference.h"

#define BIT(t) (UINT64_C(1) << (t))

static struct costly_question question(int plan, theme_set themes, double total)
{
    struct costly_question q = {.asks = ASKS_PLAY, .plan = plan, .themes = themes, .total = total};
    board_start(&q.position.board, VARIANT_BACKGAMMON);
    return q;
}

TEST(the_distance_of_boards_is_in_pips_of_both_sides)
{
    struct board a, b;
    board_start(&a, VARIANT_BACKGAMMON);
    b = a;
    assert_int_equal(reference_distance(&a, &b), 0);
    b.point[24]--, b.point[20]++;
    assert_int_equal(reference_distance(&a, &b), 4);
    b.point[1]++, b.point[4]--; /* the opponent's last chequer, three pips */
    assert_int_equal(reference_distance(&a, &b), 7);
    assert_int_equal(reference_distance(&b, &a), 7);
}

TEST(one_stands_for_what_asks_the_same_with_the_same_plan_themes_and_structure)
{
    const struct costly_question a = question(PLAN_BLITZ, BIT(THEME_HIT) | BIT(THEME_ANCHOR), 1);
    struct costly_question b = a;
    assert_true(reference_stands_for(&a, &b));
    b.themes = BIT(THEME_HIT) | BIT(THEME_ESCAPE);
    assert_true(reference_stands_for(&a, &b)); /* one of three */
    b.themes |= BIT(THEME_PRIME);
    assert_false(reference_stands_for(&a, &b));
    b = a, b.plan = PLAN_HOLDING;
    assert_false(reference_stands_for(&a, &b));
    b = a, b.asks = ASKS_DOUBLE;
    assert_false(reference_stands_for(&a, &b));
    b = a, b.position.board.point[13] -= 5, b.position.board.point[1] += 5 + 2; /* far away */
    b.position.board.point[6] -= 5, b.position.board.point[2] += 5;
    b.position.board.point[24] -= 2, b.position.board.point[3] += 2;
    assert_false(reference_stands_for(&a, &b));
}

TEST(what_stands_for_most_comes_first_and_each_error_counts_once)
{
    struct costly_question at[] = {
        question(PLAN_RACE, BIT(THEME_RACE), 0.5),   question(PLAN_BLITZ, BIT(THEME_HIT), 0.2),
        question(PLAN_BLITZ, BIT(THEME_HIT), 0.4),   question(PLAN_BLITZ, BIT(THEME_HIT), 0.1),
        question(PLAN_PRIME, BIT(THEME_PRIME), 0.3), question(PLAN_RACE, BIT(THEME_RACE), 0.1)};
    struct costly_list list = {.at = at, .n = sizeof at / sizeof *at};
    struct reference r;
    reference_choose(&list, 2, &r);
    assert_int_equal(r.n, 2);
    assert_int_equal(at[0].plan, PLAN_BLITZ);
    assert_true(at[0].total == 0.2); /* of those that stand for the same, the first in the list */
    assert_int_equal(at[1].plan, PLAN_RACE);
    assert_int_equal((int)r.at[0].errors, 3);
    assert_int_equal((int)r.at[1].errors, 2);
    assert_true(fabs(r.lost - 1.6) < 1e-12 && fabs(r.share - 1.3 / 1.6) < 1e-12);
    assert_true(fabs(r.at[0].share - 0.7 / 1.6) < 1e-12);
    reference_choose(&list, REFERENCES, &r);
    assert_int_equal(r.n, 3); /* no other errors are left */
    assert_true(fabs(r.share - 1) < 1e-12);
    list.n = 0;
    reference_choose(&list, REFERENCES, &r);
    assert_int_equal(r.n, 0);
}

TEST(small_errors_are_stood_for_by_larger_ones)
{
    struct costly_question at[] = {question(PLAN_BLITZ, BIT(THEME_HIT), 0.3), question(PLAN_BLITZ, BIT(THEME_HIT), 0.2),
                                   question(PLAN_RACE, BIT(THEME_RACE), 0.4),
                                   question(PLAN_PRIME, BIT(THEME_PRIME), 0.1)};
    struct costly_list list = {.at = at, .n = sizeof at / sizeof *at};
    struct reference r;
    at[0].worst = 0.03;
    at[1].worst = 0.2;
    at[2].worst = 0.04; /* many times */
    at[3].worst = 0.1;
    reference_choose(&list, 2, &r);
    assert_true(at[0].worst == 0.2 && at[1].worst == 0.1);
    assert_int_equal((int)r.at[0].errors, 2);
    struct costly_question again[] = {at[0], at[1], at[2], at[3]};
    list.at = again;
    reference_choose(&list, REFERENCES, &r);
    assert_int_equal(r.n, 3); /* what is left is small */
    assert_true(again[1].worst == 0.04 && r.at[0].lost >= r.at[1].lost && r.at[1].lost >= r.at[2].lost);
}

TEST_MAIN(NULL, NULL)
