/* Legal plays: chosen positions, then counts and sets against a slow generator that shares nothing with the fast one:
 * it tries every order of every step, one die at a time, and throws away what is shorter or double afterwards. */
#include <stdlib.h>

#include "support/test.h"

#include "match/moves.h"

/* ---- the slow generator ---- */

enum { SLOW_MAX = 20000 };

struct slow {
    int n, longest;
    struct board at[SLOW_MAX];
    int length[SLOW_MAX];
    int first_die[SLOW_MAX];
};

static bool slow_can(const struct board *b, int from, int die)
{
    if (b->point[from] <= 0 || (b->point[25] > 0 && from != 25))
        return false;
    if (from > die)
        return b->point[from - die] >= -1;
    for (int p = 7; p <= 25; p++)
        if (b->point[p] > 0)
            return false;
    if (from == die)
        return true;
    for (int p = from + 1; p <= 6; p++)
        if (b->point[p] > 0)
            return false;
    return true;
}

static struct board slow_step(const struct board *board, int from, int die)
{
    struct board b = *board;
    b.point[from]--;
    if (from <= die)
        b.off[0]++;
    else if (b.point[from - die] == -1) {
        b.point[from - die] = 1;
        b.point[0]--;
    } else
        b.point[from - die]++;
    return b;
}

static void slow_add(struct slow *s, const struct board *b, int length, int first_die)
{
    for (int i = 0; i < s->n; i++)
        if (board_equal(&s->at[i], b) && s->length[i] == length && s->first_die[i] == first_die)
            return;
    assert_true(s->n < SLOW_MAX);
    s->at[s->n] = *b;
    s->length[s->n] = length;
    s->first_die[s->n++] = first_die;
    if (length > s->longest)
        s->longest = length;
}

static void slow_search(struct slow *s, const struct board *b, const int *dice, int n_dice, int length, int first_die)
{
    bool moved = false;
    for (int from = 1; from <= 25 && n_dice > 0; from++)
        if (slow_can(b, from, dice[0])) {
            const struct board next = slow_step(b, from, dice[0]);
            slow_search(s, &next, dice + 1, n_dice - 1, length + 1, first_die);
            moved = true;
        }
    if (!moved && length > 0)
        slow_add(s, b, length, first_die);
}

/* Leaves the distinct results that the rules allow in s->at[0..n). */
static void slow_moves(struct slow *s, const struct board *b, int die1, int die2)
{
    const int same[4] = {die1, die1, die1, die1}, one[2] = {die1, die2}, two[2] = {die2, die1};
    s->n = s->longest = 0;
    if (die1 == die2)
        slow_search(s, b, same, 4, 0, die1);
    else {
        slow_search(s, b, one, 2, 0, die1);
        slow_search(s, b, two, 2, 0, die2);
    }
    int larger = 0, kept = 0;
    for (int i = 0; i < s->n; i++)
        if (s->length[i] == s->longest && s->first_die[i] > larger)
            larger = s->first_die[i];
    for (int i = 0; i < s->n; i++) {
        bool keep = s->length[i] == s->longest && (s->longest > 1 || s->first_die[i] == larger);
        for (int k = 0; k < kept && keep; k++)
            keep = !board_equal(&s->at[k], &s->at[i]);
        if (keep)
            s->at[kept++] = s->at[i];
    }
    s->n = kept;
}

/* ---- comparing ---- */

static uint64_t random_state = 1;

static int random_below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

static int same_as_slow(const struct board *b, int die1, int die2)
{
    static struct slow slow;
    static struct board fast[MOVES_MAX];
    slow_moves(&slow, b, die1, die2);
    const int n = moves_boards(b, die1, die2, fast);
    assert_int_equal(n, slow.n);
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (int k = 0; k < n && !found; k++)
            found = board_equal(&fast[i], &slow.at[k]);
        assert_true(found);
    }
    return n;
}

static void play_and_compare(const struct board *start, int plies)
{
    struct board b = *start, fast[MOVES_MAX];
    for (int ply = 0; ply < plies && !board_won(&b) && !board_lost(&b); ply++) {
        const int die1 = 1 + random_below(6), die2 = 1 + random_below(6);
        const int n = same_as_slow(&b, die1, die2);
        assert_int_equal(moves_boards(&b, die1, die2, fast), n);
        if (n > 0)
            b = fast[random_below(n)];
        board_flip(&b, &b);
    }
}

TEST(random_games_have_the_plays_of_the_slow_generator)
{
    for (int game = 0; game < 30; game++) {
        struct board b;
        board_start(&b, game % 6 == 5 ? VARIANT_NACKGAMMON : VARIANT_BACKGAMMON);
        play_and_compare(&b, 120);
    }
}

TEST(hypergammon_games_have_the_plays_of_the_slow_generator)
{
    for (int game = 0; game < 300; game++) {
        struct board b;
        board_start(&b, (enum variant)(VARIANT_HYPERGAMMON_1 + game % 3));
        play_and_compare(&b, 60);
    }
}

/* Positions that random games seldom reach: few chequers a side anywhere, on the bar and near the end. */
TEST(scattered_positions_have_the_plays_of_the_slow_generator)
{
    for (int i = 0; i < 3000; i++) {
        struct board b = {.point = {0}};
        const int reach = i % 3 == 0 ? 6 : i % 3 == 1 ? 9 : 25, chequers = 1 + random_below(6);
        for (int k = 0; k < chequers; k++)
            b.point[1 + random_below(reach)]++;
        for (int k = 0; k < 6; k++) {
            const int p = 1 + random_below(24);
            if (b.point[p] <= 0)
                b.point[p] = (int8_t)(b.point[p] - 1 - random_below(2));
        }
        b.off[0] = (int8_t)(15 - chequers);
        same_as_slow(&b, 1 + random_below(6), 1 + random_below(6));
    }
}

/* ---- single rules ---- */

static int count(const struct board *b, int die1, int die2)
{
    struct board out[MOVES_MAX];
    return moves_boards(b, die1, die2, out);
}

TEST(the_opening_rolls_have_their_known_numbers_of_plays)
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    int total = 0;
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= die1; die2++)
            total += same_as_slow(&b, die1, die2);
    assert_int_equal(count(&b, 3, 1), 16);
    assert_int_equal(count(&b, 6, 5), 7);
    assert_int_equal(total, 447);
}

TEST(a_chequer_on_the_bar_must_enter_first)
{
    struct board b = {.point = {[25] = 2, [6] = 5, [20] = -2, [22] = -2}};
    struct move_list list = {0};
    assert_int_equal(moves_list(&b, 5, 3, &list), 0);
    assert_int_equal(moves_list(&b, 5, 4, &list), 1);
    assert_int_equal(list.at[0].play.n, 1);
    assert_int_equal(list.at[0].after.point[21], 1);
    assert_int_equal(list.at[0].after.point[25], 1);
    moves_free(&list);
}

TEST(the_larger_die_is_played_when_only_one_can_be)
{
    struct board b = {.point = {[20] = 1, [9] = -2, [8] = -2, [6] = -2}};
    struct move_list list = {0};
    assert_int_equal(moves_list(&b, 5, 6, &list), 1);
    assert_int_equal(list.at[0].play.step[0].to, 14);
    moves_free(&list);
}

TEST(bearing_off_takes_the_highest_point_on_overage)
{
    struct board b = {.point = {[4] = 1, [2] = 2}, .off = {12, 0}};
    struct move_list list = {0};
    assert_int_equal(moves_list(&b, 6, 5, &list), 1);
    assert_int_equal(list.at[0].after.off[0], 14);
    assert_int_equal(list.at[0].after.point[2], 1);
    moves_free(&list);
}

TEST(every_listed_play_leads_to_its_board)
{
    struct board b = {.point = {[25] = 1,
                                [24] = 1,
                                [13] = 4,
                                [8] = 3,
                                [6] = 4,
                                [5] = 1,
                                [19] = -4,
                                [17] = -3,
                                [12] = -5,
                                [1] = -2,
                                [22] = -1},
                      .off = {1, 0}};
    struct move_list list = {0};
    struct board boards[MOVES_MAX], after;
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= 6; die2++) {
            const int n = moves_list(&b, die1, die2, &list);
            assert_int_equal(n, moves_boards(&b, die1, die2, boards));
            for (int i = 0; i < n; i++) {
                assert_true(board_play(&b, &list.at[i].play, &after));
                assert_true(board_equal(&after, &list.at[i].after));
                assert_true(board_equal(&after, &boards[i]));
                assert_true(moves_is_legal(&b, die1, die2, &after));
            }
            assert_int_equal(moves_is_legal(&b, die1, die2, &b), n == 0);
        }
    moves_free(&list);
}

TEST(a_step_onto_a_held_point_is_refused)
{
    struct board b = {.point = {[8] = 1, [5] = -2, [4] = -1}};
    assert_false(board_step(&b, (struct step){8, 5}));
    assert_false(board_step(&b, (struct step){7, 5}));
    assert_true(board_step(&b, (struct step){8, 4}));
    assert_int_equal(b.point[0], -1);
    assert_int_equal(b.point[4], 1);
}

TEST_MAIN(NULL, NULL)
