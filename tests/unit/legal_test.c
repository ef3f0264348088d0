/* The short way to legality says what the list of all plays says. */
#include "support/assertions.h"
#include "support/script.h"

#include "match/legal.h"

/* Calls `ask` for every roll of the positions of some random games. */
static void for_positions(void (*ask)(const struct board *b, int die1, int die2, struct move_list *list))
{
    struct random random = {99};
    struct move_list list = {0};
    for (int game = 0; game < 6; game++) {
        struct board b;
        board_start(&b, game % 3 == 0 ? VARIANT_HYPERGAMMON_3 : VARIANT_BACKGAMMON);
        for (int ply = 0; ply < 80 && board_won(&b) + board_lost(&b) == 0; ply++) {
            for (int die1 = 1; die1 <= 6; die1++)
                for (int die2 = 1; die2 <= 6; die2++)
                    ask(&b, die1, die2, &list);
            const int n = moves_list(&b, 1 + random_below(&random, 6), 1 + random_below(&random, 6), &list);
            if (n > 0)
                b = list.at[random_below(&random, n)].after;
            board_flip(&b, &b);
        }
    }
    moves_free(&list);
}

static void ask_listed_plays(const struct board *b, int die1, int die2, struct move_list *list)
{
    const int n = moves_list(b, die1, die2, list);
    assert_int_equal(roll_is_a_dance(b, die1, die2), n == 0);
    for (int i = 0; i < n; i++) {
        struct play turned = list->at[i].play;
        assert_true(play_is_legal(b, die1, die2, &list->at[i].play, &list->at[i].after));
        for (int k = 0; k < turned.n / 2; k++) {
            const struct step swap = turned.step[k];
            turned.step[k] = turned.step[turned.n - 1 - k];
            turned.step[turned.n - 1 - k] = swap;
        }
        assert_true(play_is_legal(b, die1, die2, &turned, &list->at[i].after));
    }
}

TEST(every_listed_play_is_legal_in_any_order)
{
    for_positions(ask_listed_plays);
}

/* Plays of another roll, and plays cut short, are legal exactly if their result is listed. */
static void ask_other_plays(const struct board *b, int die1, int die2, struct move_list *list)
{
    const int other = die2 % 6 + 1, n = moves_list(b, die1, other, list);
    for (int i = 0; i < n; i++) {
        struct play play = list->at[i].play;
        struct board after;
        for (; play.n >= 0; play.n--) {
            assert_true(board_play(b, &play, &after));
            assert_int_equal(play_is_legal(b, die1, die2, &play, &after), moves_is_legal(b, die1, die2, &after));
        }
    }
}

TEST(other_plays_are_legal_if_their_result_is)
{
    for_positions(ask_other_plays);
}

TEST(steps_obey_the_bar_and_the_bearing_off)
{
    const struct board bar = script_board("25:1 6:2 -20:2"), home = script_board("5:1 3:1 -24:2");
    assert_false(step_is_legal(&bar, 6, 1));
    assert_false(step_is_legal(&bar, 25, 5));
    assert_true(step_is_legal(&bar, 25, 4));
    assert_true(step_is_legal(&home, 5, 6));
    assert_false(step_is_legal(&home, 3, 6));
    assert_true(step_is_legal(&home, 3, 3));
    assert_false(step_is_legal(&home, 4, 1));
    assert_false(step_is_legal(&home, 0, 1));
}

TEST(a_step_holds_where_it_came_and_what_it_hit)
{
    struct board b = script_board("6:1 5:1 -4:1");
    bool hit;
    assert_int_equal(step_execute(&b, 6, 2, &hit), 4);
    assert_true(hit);
    assert_int_equal(b.point[BOARD_OPPONENT_BAR], -1);
    assert_int_equal(b.point[4], 1);
    assert_int_equal(step_execute(&b, 5, 6, &hit), 0);
    assert_false(hit);
    assert_int_equal(b.off[0], 14);
}

TEST_MAIN(NULL, NULL)
