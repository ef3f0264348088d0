/* Boards: start positions, turning, counting, the end of a game, and what cannot be a board. */
#include "support/test.h"

#include "match/board.h"

static struct board start(enum variant v)
{
    struct board b;
    board_start(&b, v);
    return b;
}

TEST(the_start_is_the_same_from_both_sides)
{
    for (int v = VARIANT_BACKGAMMON; v <= VARIANT_HYPERGAMMON_3; v++) {
        struct board b = start((enum variant)v), flipped;
        board_flip(&b, &flipped);
        assert_true(board_equal(&b, &flipped));
        assert_null(board_problem(&b, variant_chequers((enum variant)v)));
    }
}

TEST(the_start_has_167_pips_and_nackgammon_194)
{
    struct board b = start(VARIANT_BACKGAMMON), n = start(VARIANT_NACKGAMMON), h = start(VARIANT_HYPERGAMMON_3);
    assert_int_equal(board_pips(&b), 167);
    assert_int_equal(board_opponent_pips(&b), 167);
    assert_int_equal(board_pips(&n), 194);
    assert_int_equal(board_pips(&h), 24 + 23 + 22);
    assert_int_equal(board_in_play(&h), 3);
}

TEST(flipping_twice_gives_the_board_back)
{
    struct board b = start(VARIANT_BACKGAMMON), once, twice;
    b.point[6] = 4, b.point[BOARD_BAR] = 1, b.point[13] = 4, b.off[0] = 1;
    board_flip(&b, &once);
    assert_int_equal(once.point[BOARD_OPPONENT_BAR], -1);
    assert_int_equal(once.off[1], 1);
    assert_int_equal(board_opponent_pips(&once), board_pips(&b));
    board_flip(&once, &twice);
    assert_true(board_equal(&b, &twice));
}

TEST(contact_ends_when_the_rear_chequers_have_passed)
{
    struct board b = {.point = {[5] = 2, [7] = -2}};
    assert_false(board_has_contact(&b));
    b.point[8] = 1;
    assert_true(board_has_contact(&b));
    b.point[8] = 0, b.point[BOARD_OPPONENT_BAR] = -1;
    assert_true(board_has_contact(&b));
}

TEST(a_win_is_single_gammon_or_backgammon)
{
    struct board b = {.point = {[20] = -15}, .off = {15, 0}}, lost;
    assert_int_equal(board_won(&b), 2);
    assert_int_equal(board_lost(&b), 0);
    b.point[20] = -14, b.point[6] = -1;
    assert_int_equal(board_won(&b), 3);
    b.point[6] = 0, b.point[BOARD_OPPONENT_BAR] = -1;
    assert_int_equal(board_won(&b), 3);
    b.point[BOARD_OPPONENT_BAR] = 0, b.off[1] = 1;
    assert_int_equal(board_won(&b), 1);
    board_flip(&b, &lost);
    assert_int_equal(board_lost(&lost), 1);
    b.point[3] = 1, b.off[0] = 14;
    assert_int_equal(board_won(&b), 0);
}

TEST(impossible_boards_are_named)
{
    struct board b = start(VARIANT_BACKGAMMON);
    b.point[1]--;
    assert_non_null(board_problem(&b, 0));
    b = start(VARIANT_BACKGAMMON);
    b.point[BOARD_OPPONENT_BAR] = 1;
    assert_non_null(board_problem(&b, 0));
    b = start(VARIANT_HYPERGAMMON_2);
    assert_non_null(board_problem(&b, 15));
    assert_null(board_problem(&b, 0));
    b = (struct board){.off = {15, 15}};
    assert_non_null(board_problem(&b, 15));
}

TEST_MAIN(NULL, NULL)
