/* The most instructive errors: which are chosen, and in which order. */
#include "support/assertions.h"

#include "collection/instructive.h"

#define BIT(t) (UINT64_C(1) << (t))

static struct costly_question question(int plan, theme_set themes, double worst, const char *why)
{
    struct costly_question q = {
        .asks = ASKS_PLAY, .plan = plan, .themes = themes, .worst = worst, .marked = true, .why = why};
    board_start(&q.position.board, VARIANT_BACKGAMMON);
    return q;
}

TEST(of_alike_errors_the_costliest_alone_is_chosen)
{
    struct costly_question at[] = {
        question(PLAN_BLITZ, BIT(THEME_HIT), 0.5, "a"), question(PLAN_BLITZ, BIT(THEME_HIT), 0.4, "b"),
        question(PLAN_RACE, BIT(THEME_RACE), 0.3, "c"), question(PLAN_BLITZ, BIT(THEME_HIT), 0.2, "d"),
        question(PLAN_PRIME, BIT(THEME_PRIME), 0.1, "e")};
    struct costly_list list = {.at = at, .n = sizeof at / sizeof *at};
    assert_int_equal((int)instructive_distinct(&list, 5), 3);
    assert_string_equal(at[0].why, "a");
    assert_string_equal(at[1].why, "c");
    assert_string_equal(at[2].why, "e");
    assert_int_equal((int)instructive_distinct(&list, 2), 2);
    list.n = 0;
    assert_int_equal((int)instructive_distinct(&list, 2), 0);
}

TEST(errors_without_a_sentence_are_passed_over)
{
    struct costly_question at[] = {question(PLAN_BLITZ, 0, 0.5, NULL), question(PLAN_RACE, 0, 0.4, "b"),
                                   question(PLAN_PRIME, 0, 0.3, NULL), question(PLAN_HOLDING, 0, 0.2, "d"),
                                   question(PLAN_CONTACT, 0, 0.1, "e")};
    struct costly_list list = {.at = at, .n = sizeof at / sizeof *at};
    assert_int_equal((int)instructive_explained(&list, 4, 5), 2);
    assert_string_equal(at[0].why, "b");
    assert_string_equal(at[1].why, "d");
    assert_int_equal((int)instructive_explained(&list, 5, 1), 1);
    for (size_t i = 0; i < list.n; i++)
        at[i].marked = at[i].plan == PLAN_HOLDING;
    assert_int_equal((int)instructive_explained(&list, 5, 5), 1);
    assert_string_equal(at[0].why, "d");
}

TEST(the_theme_that_cost_most_comes_first_with_all_of_its_errors)
{
    enum decision_theme theme[5];
    struct costly_question at[] = {question(PLAN_BLITZ, BIT(THEME_PRIME), 0.5, "a"),
                                   question(PLAN_BLITZ, BIT(THEME_HIT), 0.4, "b"),
                                   question(PLAN_BLITZ, BIT(THEME_HIT) | BIT(THEME_RACE), 0.3, "c"),
                                   question(PLAN_BLITZ, 0, 0.2, "d"), question(PLAN_BLITZ, BIT(THEME_RACE), 0.1, "e")};
    struct costly_list list = {.at = at, .n = sizeof at / sizeof *at};
    instructive_by_theme(&list, theme);
    const char *order[] = {"b", "c", "a", "e", "d"};
    const enum decision_theme expected[] = {THEME_HIT, THEME_HIT, THEME_PRIME, THEME_RACE, THEMES};
    for (int i = 0; i < 5; i++) {
        assert_string_equal(at[i].why, order[i]);
        assert_int_equal(theme[i], expected[i]);
    }
}

TEST_MAIN(NULL, NULL)
