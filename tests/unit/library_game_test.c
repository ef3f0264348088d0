/* Games played on through the public library: actions, ends of games, scores, the Crawford rule. */
#include "support/assertions.h"

#include <stdlib.h>
#include <string.h>

#include "kibitzer_position.h"

static int number(const struct kibitzer_position *p, enum kibitzer_position_number which)
{
    return kibitzer_position_number(p, which);
}

/* Does it, and lets go of the position before. */
static struct kibitzer_position *on(struct kibitzer_position *p, const char *action)
{
    struct kibitzer_position *after = kibitzer_position_after(p, action, NULL);
    assert_non_null(after);
    kibitzer_position_free(p);
    return after;
}

static void assert_refused(const struct kibitzer_position *p, const char *action, const char *why)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_null(kibitzer_position_after(p, action, c));
    assert_non_null(strstr(kibitzer_call_message(c), why));
    kibitzer_call_free(c);
}

static void assert_xgid(const struct kibitzer_position *p, const char *expected)
{
    char *id = kibitzer_position_id(p, "xgid", NULL);
    assert_string_equal(id, expected);
    kibitzer_free(id);
}

TEST(the_higher_die_of_the_first_throw_begins)
{
    struct kibitzer_position *p = kibitzer_position_start(3, NULL);
    assert_refused(p, "33", "each player throws one die");
    assert_refused(p, "double", "nobody has rolled yet");
    assert_refused(p, "8/5 6/5", "neither a throw");
    struct kibitzer_position *first = kibitzer_position_after(p, "31", NULL);
    assert_int_equal(number(p, KIBITZER_POSITION_STARTED), 0);
    assert_int_equal(number(first, KIBITZER_POSITION_STARTED), 1);
    assert_int_equal(number(first, KIBITZER_POSITION_PLAYER), 0);
    p = on(p, "13");
    assert_int_equal(number(p, KIBITZER_POSITION_PLAYER), 1);
    p = on(p, "6/5 8/5");
    assert_int_equal(number(p, KIBITZER_POSITION_PLAYER), 0);
    assert_int_equal(number(p, KIBITZER_POSITION_DIE_1), 0);
    kibitzer_position_free(first);
    kibitzer_position_free(p);
}

TEST(a_double_waits_and_the_other_player_answers)
{
    struct kibitzer_position *p = on(on(kibitzer_position_start(0, NULL), "31"), "8/5 6/5");
    assert_refused(p, "take", "no double to take");
    p = on(p, "double");
    assert_int_equal(number(p, KIBITZER_POSITION_WAITS), 1);
    assert_int_equal(number(p, KIBITZER_POSITION_DECIDES), -1);
    assert_refused(p, "double", "waits for its answer");
    assert_refused(p, "61", "waits for its answer");
    assert_refused(p, "beaver", "not allowed");
    struct kibitzer_position *passed = kibitzer_position_after(p, "pass", NULL);
    assert_int_equal(number(passed, KIBITZER_POSITION_WINNER), 1); /* the doubler, who is on roll */
    assert_int_equal(number(passed, KIBITZER_POSITION_POINTS), 1);
    assert_refused(passed, "61", "the game is over");
    kibitzer_position_free(passed);
    p = on(p, "take");
    assert_int_equal(number(p, KIBITZER_POSITION_CUBE), 2);
    assert_int_equal(number(p, KIBITZER_POSITION_CUBE_OWNER), -1);
    assert_refused(p, "double", "the cube is the other player's");
    p = on(p, "61");
    assert_refused(p, "double", "the dice have been rolled already");
    assert_refused(p, "13/5", "does not fit");
    kibitzer_position_free(p);
}

TEST(beavers_and_raccoons_raise_the_cube)
{
    struct kibitzer_position *p = on(on(kibitzer_position_start(0, NULL), "31"), "8/5 6/5");
    assert_int_equal(kibitzer_position_set(p, KIBITZER_POSITION_BEAVERS, 1, NULL), KIBITZER_OK);
    p = on(on(on(p, "double"), "beaver"), "raccoon");
    assert_int_equal(number(p, KIBITZER_POSITION_WAITS), 3);
    p = on(p, "take");
    assert_int_equal(number(p, KIBITZER_POSITION_CUBE), 8);
    assert_int_equal(number(p, KIBITZER_POSITION_CUBE_OWNER), -1);
    assert_int_equal(number(p, KIBITZER_POSITION_WAITS), 0);
    kibitzer_position_free(p);
}

TEST(the_last_chequer_off_ends_a_game_and_the_score_goes_on)
{
    /* A gammon with the cube at 2 from 0-0 to 5; then the Crawford game, and none after it. */
    struct kibitzer_position *p = kibitzer_position_new("XGID=-A----------------bbbccc--:1:1:1:21:0:0:0:5:10", NULL);
    assert_int_equal(number(p, KIBITZER_POSITION_WINNER), 0);
    p = on(p, "1/off");
    assert_int_equal(number(p, KIBITZER_POSITION_WINNER), -1); /* the turn has passed to who has lost */
    assert_int_equal(number(p, KIBITZER_POSITION_POINTS), 4);
    struct kibitzer_position *next = kibitzer_position_next_game(p, NULL);
    kibitzer_position_free(p);
    assert_int_equal(number(next, KIBITZER_POSITION_CRAWFORD), 1);
    next = on(on(next, "65"), "24/13");
    assert_refused(next, "double", "no doubling in the Crawford game");
    kibitzer_position_free(next);
}

static int score_of(const struct kibitzer_position *p, int player)
{
    return number(p, number(p, KIBITZER_POSITION_PLAYER) == player ? KIBITZER_POSITION_SCORE
                                                                   : KIBITZER_POSITION_OPPONENT_SCORE);
}

/* Any legal play. */
static struct kibitzer_position *play_anything(struct kibitzer_position *p)
{
    static int8_t after[KIBITZER_PLAYS_MAX][KIBITZER_BOARD], plays[KIBITZER_PLAYS_MAX][KIBITZER_PLAY];
    int8_t board[KIBITZER_BOARD], found[KIBITZER_BOARD], turned[KIBITZER_BOARD];
    kibitzer_position_board(p, board);
    const int n = kibitzer_legal_plays(board, number(p, KIBITZER_POSITION_DIE_1), number(p, KIBITZER_POSITION_DIE_2),
                                       after[0], plays[0], KIBITZER_PLAYS_MAX, NULL);
    assert_true(n >= 0);
    if (n == 0)
        return on(p, "");
    const int i = rand() % n;
    char *text = kibitzer_play_text(board, plays[i], NULL);
    p = on(p, text);
    kibitzer_free(text);
    kibitzer_position_board(p, found);
    kibitzer_board_flip(after[i], turned);
    assert_memory_equal(found, turned, sizeof found);
    return p;
}

static struct kibitzer_position *play_to_the_end(struct kibitzer_position *p)
{
    const char *dice[] = {"12", "65", "54", "36", "42", "61", "33", "66"};
    while (number(p, KIBITZER_POSITION_WINNER) == 0) {
        if (number(p, KIBITZER_POSITION_WAITS) != 0)
            p = on(p, rand() % 3 != 0 ? "take" : "pass");
        else if (number(p, KIBITZER_POSITION_DIE_1) != 0)
            p = play_anything(p);
        else {
            struct kibitzer_position *doubled = rand() % 9 == 0 ? kibitzer_position_after(p, "double", NULL) : NULL;
            if (doubled != NULL) {
                kibitzer_position_free(p);
                p = doubled;
            } else {
                struct kibitzer_position *thrown = kibitzer_position_after(p, dice[rand() % 8], NULL);
                if (thrown != NULL) /* not a double as the first throw */
                    kibitzer_position_free(p), p = thrown;
            }
        }
    }
    return p;
}

TEST(matches_are_played_to_their_end)
{
    srand(1);
    for (int i = 0; i < 20; i++) {
        int crawfords = 0, lead[2] = {0, 0};
        struct kibitzer_position *p = kibitzer_position_start(5, NULL), *next;
        for (;;) {
            assert_int_equal(score_of(p, 0), lead[0]);
            assert_int_equal(score_of(p, 1), lead[1]);
            const bool crawford = number(p, KIBITZER_POSITION_CRAWFORD) == 1;
            assert_true(!crawford || lead[0] == 4 || lead[1] == 4);
            crawfords += crawford;
            p = play_to_the_end(p);
            const int on_roll = number(p, KIBITZER_POSITION_PLAYER);
            lead[number(p, KIBITZER_POSITION_WINNER) == 1 ? on_roll : 1 - on_roll] +=
                number(p, KIBITZER_POSITION_POINTS);
            next = kibitzer_position_next_game(p, NULL);
            kibitzer_position_free(p);
            if (next == NULL)
                break;
            p = next;
        }
        assert_true(lead[0] >= 5 || lead[1] >= 5);
        assert_true(crawfords <= 1);
    }
}

TEST(numbers_that_do_not_go_together_are_named)
{
    struct kibitzer_position *p = kibitzer_position_start(5, NULL);
    assert_null(kibitzer_position_problem(p));
    kibitzer_position_set(p, KIBITZER_POSITION_CRAWFORD, 1, NULL);
    assert_string_equal(kibitzer_position_problem(p), "in the Crawford game a player needs one point");
    kibitzer_position_set(p, KIBITZER_POSITION_SCORE, 4, NULL);
    assert_null(kibitzer_position_problem(p));
    kibitzer_position_set(p, KIBITZER_POSITION_DIE_1, 4, NULL);
    assert_string_equal(kibitzer_position_problem(p), "one die has been rolled, the other not");
    kibitzer_position_set(p, KIBITZER_POSITION_DIE_2, 2, NULL);
    kibitzer_position_set(p, KIBITZER_POSITION_OPPONENT_SCORE, 5, NULL);
    assert_string_equal(kibitzer_position_problem(p), "the match is over at this score");
    assert_int_equal(kibitzer_position_set(p, KIBITZER_POSITION_WINNER, 1, NULL), KIBITZER_MISUSE);
    assert_non_null(kibitzer_position_problem(NULL));
    kibitzer_position_free(p);
}

TEST(players_change_their_numbers_and_nothing_else)
{
    struct kibitzer_position *p = kibitzer_position_new("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:3:2:0:7:10", NULL);
    struct kibitzer_position *other = kibitzer_position_copy(p, NULL);
    const int player = number(p, KIBITZER_POSITION_PLAYER);
    assert_int_equal(kibitzer_position_set(other, KIBITZER_POSITION_PLAYER, 1 - player, NULL), KIBITZER_OK);
    for (int i = 0; i <= KIBITZER_POSITION_STARTED; i++)
        assert_int_equal(number(other, (enum kibitzer_position_number)i),
                         i == KIBITZER_POSITION_PLAYER ? 1 - player : number(p, (enum kibitzer_position_number)i));
    assert_xgid(p, "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:3:2:0:7:10");
    kibitzer_position_free(p);
    kibitzer_position_free(other);
}

TEST_MAIN(NULL, NULL)
