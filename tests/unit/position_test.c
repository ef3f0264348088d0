/* Positions: who may double, when the cube is dead, how the turn passes. */
#include "support/assertions.h"

static const struct rules money = {.cube = true, .jacoby = true, .beavers = true};
static const struct rules matches = {.cube = true, .crawford = true};

static struct position at_score(int length, int score0, int score1, bool crawford_game)
{
    struct position p;
    const int score[2] = {score0, score1};
    position_start(&p, length > 0 ? &matches : &money, length, score, crawford_game);
    return p;
}

TEST(a_centred_cube_is_anybodys)
{
    const struct position p = at_score(7, 0, 0, false);
    assert_true(position_may_double(&p, 0));
    assert_true(position_may_double(&p, 1));
    assert_true(position_cube_is_live(&p, 0));
}

TEST(an_owned_cube_is_turned_by_its_owner_only)
{
    struct position p = at_score(0, 3, 8, false);
    p.cube = 4;
    p.cube_owner = 1;
    assert_false(position_may_double(&p, 0));
    assert_true(position_may_double(&p, 1));
    assert_true(position_cube_is_live(&p, 1));
}

TEST(there_is_no_cube_in_the_crawford_game_or_after_the_roll_or_while_something_is_offered)
{
    struct position p = at_score(5, 4, 2, true);
    assert_false(position_may_double(&p, 1));
    p = at_score(5, 4, 2, false);
    assert_true(position_may_double(&p, 1));
    p.dice[0] = 3, p.dice[1] = 1;
    assert_false(position_may_double(&p, 1));
    p = at_score(5, 0, 0, false);
    p.offer = OFFER_RESIGNATION;
    assert_false(position_may_double(&p, 0));
    p = at_score(5, 0, 0, false);
    p.rules.cube = false;
    assert_false(position_may_double(&p, 0));
}

TEST(a_cube_that_wins_the_match_as_it_stands_is_dead_for_its_owner)
{
    struct position p = at_score(7, 3, 3, false);
    p.cube = 4;
    p.cube_owner = 0;
    assert_true(position_may_double(&p, 0));
    assert_false(position_cube_is_live(&p, 0));
    p.score[0] = 2;
    assert_true(position_cube_is_live(&p, 0));
}

TEST(after_the_crawford_game_only_the_trailer_has_a_live_cube)
{
    const struct position p = at_score(7, 6, 3, false);
    assert_true(position_may_double(&p, 0));
    assert_false(position_cube_is_live(&p, 0));
    assert_true(position_cube_is_live(&p, 1));
    assert_int_equal(position_away(&p, 0), 1);
    assert_int_equal(position_away(&p, 1), 4);
}

TEST(the_turn_passes_with_the_board_turned_and_the_dice_gone)
{
    struct position p = at_score(0, 0, 0, false);
    p.board.point[24] = 1, p.board.point[23] = 1, p.dice[0] = 2, p.dice[1] = 1;
    position_pass_turn(&p);
    assert_int_equal(p.on_roll, 1);
    assert_int_equal(p.turn, 1);
    assert_int_equal(p.dice[0], 0);
    assert_int_equal(p.board.point[1], -1);
    assert_int_equal(p.board.point[2], -1);
    assert_int_equal(p.board.point[24], 2);
}

TEST(positions_differ_by_any_part)
{
    const struct position p = at_score(7, 1, 2, false);
    struct position q = p;
    assert_true(position_equal(&p, &q));
    q.cube_owner = 1;
    assert_false(position_equal(&p, &q));
    q = p, q.board.point[6]--, q.board.point[5]++;
    assert_false(position_equal(&p, &q));
    q = p, q.rules.variant = VARIANT_NACKGAMMON;
    assert_false(position_equal(&p, &q));
}

TEST_MAIN(NULL, NULL)
