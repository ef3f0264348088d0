/* Luck: the value of a throw against the average of all, which must cancel out over all throws. */
#include <math.h>
#include <string.h>

#include "support/test.h"

#include "engine/plays.h"
#include "support/pip_evaluator.h"

struct table { /* a search at some score with player 0 on roll */
    struct position p;
    struct search s;
};

static struct table table_at(int length, int score_0, int score_1, struct worker *w)
{
    struct table t;
    const struct rules rules = {.cube = true, .crawford = true};
    position_start(&t.p, &rules, length, (int[2]){score_0, score_1}, false);
    t.s = (struct search){.evaluator = &pip_evaluator, .worker = w, .cubeful = true};
    cube_model_init(&t.s.model, &t.p, met_default());
    search_ready(&t.s, 0);
    return t;
}

static double luck_at(struct table *t, int plies, int mover, int die1, int die2, bool start)
{
    float worth;
    return plays_luck(&t->s, &t->p.board, mover, (int[2]){die1, die2}, plies, start, &worth);
}

static double luck(struct table *t, int mover, int die1, int die2, bool start)
{
    return luck_at(t, 0, mover, die1, die2, start);
}

TEST(the_luck_of_all_36_throws_cancels_out_at_every_depth)
{
    for (int plies = 0; plies <= 2; plies++) {
        struct table t = table_at(0, 0, 0, *state);
        double sum = 0;
        t.p.board.point[24] = 1, t.p.board.point[20] = 1;
        for (int die1 = 1; die1 <= 6; die1++)
            for (int die2 = 1; die2 <= 6; die2++)
                sum += luck_at(&t, plies, 0, die1, die2, false);
        assert_near(sum, 0, 36 * 2e-6);
    }
}

TEST(the_luck_of_the_30_opening_throws_cancels_out_over_both_players)
{
    static const int score[2][3] = {{0, 0, 0}, {7, 1, 4}};
    for (int k = 0; k < 2; k++) {
        struct table t = table_at(score[k][0], score[k][1], score[k][2], *state);
        double sum = 0;
        for (int die1 = 2; die1 <= 6; die1++)
            for (int die2 = 1; die2 < die1; die2++)
                sum += luck(&t, 0, die1, die2, true) - luck(&t, 1, die1, die2, true);
        assert_near(sum, 0, 30 * 2e-6);
    }
}

/* Who throws first has the better of it: an opening throw is better luck among the 30 than among the 36 of a roll. */
TEST(beginning_is_luck_in_itself)
{
    struct table t = table_at(0, 0, 0, *state);
    double sum = 0;
    for (int die1 = 2; die1 <= 6; die1++)
        for (int die2 = 1; die2 < die1; die2++)
            sum += luck(&t, 0, die1, die2, true);
    assert_true(sum / 15 > 0);
}

static double best_static_value(struct table *t, int die1, int die2)
{
    struct board boards[MOVES_MAX];
    const int n = moves_boards(&t->p.board, die1, die2, boards);
    double best = -1;
    for (int i = 0; i < n; i++) {
        struct search_play v;
        search_after(&t->s, &boards[i], 0, 0, &v);
        best = fmax(best, v.value);
    }
    return best;
}

TEST(luck_is_the_difference_to_the_average_of_best_plays)
{
    struct table t = table_at(5, 2, 3, *state);
    double mean = 0;
    t.p.board.point[13] = 4, t.p.board.point[9] = 1;
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= 6; die2++)
            mean += best_static_value(&t, die1, die2) / 36;
    assert_near(luck(&t, 0, 6, 6, false), best_static_value(&t, 6, 6) - mean, 1e-6);
}

/* So the value before the roll, the luck and the value after the best play add up, and luck and errors to the result.
 */
TEST(deeper_luck_is_a_throw_of_the_search_before_the_roll_less_its_value)
{
    struct table t = table_at(5, 2, 3, *state);
    struct search_value before;
    struct search_play after;
    t.p.board = (struct board){.point = {[4] = 1, [3] = 1, [22] = -2, [24] = -1}, .off = {13, 12}};
    const struct board borne_off = {.point = {[22] = -2, [24] = -1}, .off = {15, 12}};
    for (int plies = 1; plies <= 3; plies++) {
        search_position(&t.s, &t.p.board, 0, plies, 1, &before);
        search_after(&t.s, &borne_off, 0, plies - 1, &after);
        assert_near(luck_at(&t, plies, 0, 6, 5, false), (double)(after.value - before.value[0]), 1e-6);
    }
}

static size_t n_evaluated;

static void count(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                  struct outcome *out)
{
    n_evaluated += n;
    pip_evaluator.eval(self, w, boards, n, out);
}

TEST(luck_costs_no_evaluation_after_the_cube_decision_before_the_roll)
{
    static const struct evaluator counting = {"counting", count};
    struct table t = table_at(9, 1, 2, *state);
    struct search_value v;
    t.s.evaluator = &counting;
    t.p.board.point[13] = 4, t.p.board.point[10] = 1;
    n_evaluated = 0;
    search_position(&t.s, &t.p.board, 0, 2, cube_states_needed(&t.s.model, 0, 1), &v);
    const size_t paid = n_evaluated;
    assert_true(paid > 0);
    luck_at(&t, 2, 0, 6, 4, false);
    assert_int_equal(n_evaluated, paid);
}

/* Shut out: no throw moves anything, so none is lucky. */
TEST(on_the_bar_against_a_closed_board_there_is_no_luck)
{
    struct table t = table_at(0, 0, 0, *state);
    t.p.board = (struct board){.point = {[25] = 1,
                                         [6] = 5,
                                         [5] = 5,
                                         [4] = 4,
                                         [19] = -2,
                                         [20] = -2,
                                         [21] = -2,
                                         [22] = -2,
                                         [23] = -2,
                                         [24] = -2,
                                         [17] = -3}};
    for (int die = 1; die <= 6; die++)
        assert_near(luck(&t, 0, die, 3, false), 0, 1e-6);
}

static struct search_caches caches;

static int make_worker(void **state)
{
    search_caches_init(&caches);
    *state = worker_make(NULL, &caches);
    return 0;
}

static int free_worker(void **state)
{
    worker_free(*state);
    search_caches_done(&caches);
    return 0;
}

TEST_MAIN(make_worker, free_worker)
