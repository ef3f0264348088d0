/* Phases and plans: one position for each rule, seen by the player who decides. */
#include "support/assertions.h"

#include <stdarg.h>

#include "match/phase.h"

/* Pairs of point and chequers (the opponent's negative), ended by -1; what is missing of fifteen is off. */
static struct board board_with(int first, ...)
{
    struct board b = {.point = {0}};
    va_list list;
    va_start(list, first);
    for (int p = first; p >= 0; p = va_arg(list, int))
        b.point[p] = (int8_t)va_arg(list, int);
    va_end(list);
    b.off[0] = (int8_t)(BOARD_CHEQUERS - board_in_play(&b));
    b.off[1] = (int8_t)(BOARD_CHEQUERS - board_opponent_in_play(&b));
    return b;
}

static void expect(struct board b, enum phase phase, enum plan plan)
{
    assert_null(board_problem(&b, BOARD_CHEQUERS));
    assert_string_equal(phase_name(phase_of(&b, VARIANT_BACKGAMMON)), phase_name(phase));
    assert_string_equal(plan_name(plan_of(&b, VARIANT_BACKGAMMON)), plan_name(plan));
}

TEST(the_first_rolls_are_the_opening_until_five_chequers_of_a_side_have_moved)
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    expect(b, PHASE_OPENING, PLAN_CONTACT);
    b = board_with(24, 2, 13, 3, 8, 4, 6, 4, 5, 2, 1, -2, 12, -5, 17, -3, 19, -5, -1); /* three have moved */
    expect(b, PHASE_OPENING, PLAN_CONTACT);
    b = board_with(24, 2, 13, 1, 8, 4, 6, 4, 5, 2, 4, 2, 1, -2, 12, -5, 17, -3, 19, -5, -1); /* five */
    expect(b, PHASE_MIDDLE, PLAN_CONTACT);
}

TEST(a_chequer_on_the_bar_ends_the_opening)
{
    expect(board_with(25, 1, 24, 1, 13, 5, 8, 3, 6, 5, 1, -2, 12, -5, 17, -3, 19, -5, -1), PHASE_MIDDLE, PLAN_CONTACT);
}

TEST(nackgammon_opens_from_its_own_start)
{
    struct board b;
    board_start(&b, VARIANT_NACKGAMMON);
    assert_int_equal(phase_of(&b, VARIANT_NACKGAMMON), PHASE_OPENING);
}

TEST(without_contact_it_is_a_race_and_with_all_home_a_bear_off)
{
    expect(board_with(9, 2, 6, 6, 5, 4, 4, 3, 19, -5, 20, -5, 21, -5, -1), PHASE_RACE, PLAN_RACE);
    expect(board_with(6, 5, 5, 4, 4, 3, 16, -2, 20, -5, 21, -5, -1), PHASE_BEAROFF, PLAN_RACE);
}

TEST(all_home_with_the_opponent_behind_is_a_bear_in)
{
    expect(board_with(6, 5, 5, 4, 4, 4, 3, 2, 1, -2, 19, -5, 20, -4, 21, -4, -1), PHASE_MIDDLE, PLAN_BEAR_IN);
}

TEST(six_chequers_outside_ace_and_deuce_are_a_crunch)
{
    expect(board_with(24, 2, 6, 2, 5, 2, 2, 5, 1, 4, 18, -3, 19, -3, 20, -3, 21, -3, 22, -3, -1), PHASE_MIDDLE,
           PLAN_CRUNCH);
}

TEST(two_anchors_far_behind_are_a_backgame)
{
    expect(board_with(24, 2, 22, 3, 13, 3, 8, 3, 6, 4, 12, -3, 17, -3, 19, -4, 20, -3, 21, -2, -1), PHASE_MIDDLE,
           PLAN_BACKGAME);
}

TEST(the_ace_point_alone_far_behind_is_an_ace_point_game)
{
    expect(board_with(24, 2, 8, 3, 6, 4, 5, 3, 4, 3, 17, -2, 18, -2, 19, -4, 20, -4, 21, -3, -1), PHASE_MIDDLE,
           PLAN_ACE_POINT);
}

TEST(three_home_points_and_a_chequer_to_attack_are_a_blitz)
{
    expect(board_with(24, 2, 13, 3, 8, 3, 6, 3, 5, 2, 4, 2, 0, -1, 1, -1, 12, -5, 17, -3, 19, -5, -1), PHASE_MIDDLE,
           PLAN_BLITZ);
}

/* A prime that holds somebody is more than an attack; who has an anchor cannot be shut out. */
TEST(a_prime_or_an_opposing_anchor_make_no_blitz)
{
    expect(board_with(24, 2, 13, 2, 7, 2, 6, 3, 5, 3, 4, 3, 1, -1, 12, -5, 17, -3, 19, -6, -1), PHASE_MIDDLE,
           PLAN_PRIME);
    expect(board_with(24, 2, 13, 2, 10, 1, 8, 3, 6, 3, 4, 2, 2, 2, 3, -2, 1, -1, 12, -4, 17, -3, 19, -5, -1),
           PHASE_MIDDLE, PLAN_CONTACT);
}

TEST(two_primes_that_trap_something_are_prime_against_prime)
{
    const struct board b =
        board_with(24, 2, 8, 3, 7, 3, 6, 3, 5, 2, 13, 2, 1, -2, 17, -3, 18, -3, 19, -3, 20, -2, 12, -2, -1);
    expect(b, PHASE_MIDDLE, PLAN_PRIME_PRIME);
}

TEST(a_prime_of_ones_own_is_a_prime)
{
    expect(board_with(24, 2, 8, 3, 7, 3, 6, 3, 5, 2, 13, 2, 1, -2, 17, -3, 12, -5, 19, -5, -1), PHASE_MIDDLE,
           PLAN_PRIME);
}

TEST(an_anchor_is_a_holding_game_and_two_are_mutual)
{
    expect(board_with(20, 2, 13, 3, 8, 4, 6, 4, 4, 2, 12, -4, 17, -4, 19, -5, 21, -2, -1), PHASE_MIDDLE, PLAN_HOLDING);
    expect(board_with(20, 2, 13, 3, 8, 4, 6, 4, 4, 2, 12, -4, 17, -4, 19, -5, 5, -2, -1), PHASE_MIDDLE,
           PLAN_MUTUAL_HOLDING);
}

TEST_MAIN(NULL, NULL)
