/* Luck: the value of a throw against the average of all, which must cancel out over all throws. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/plays.h"
#include "support/pip_evaluator.h"

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %.8f, expected %.8f within %g", found, expected, tolerance);
}

static const struct level static_level = {.name = "0ply", .cubeful = true};

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

static double luck(struct table *t, int mover, int die1, int die2, bool start)
{
    return plays_luck(&t->s, &t->p.board, mover, (int[2]){die1, die2}, &static_level, start);
}

static void the_luck_of_all_36_throws_cancels_out(void **state)
{
    struct table t = table_at(0, 0, 0, *state);
    double sum = 0;
    t.p.board.point[24] = 1, t.p.board.point[20] = 1;
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= 6; die2++)
            sum += luck(&t, 0, die1, die2, false);
    assert_near(sum, 0, 36 * 2e-6);
}

static void the_luck_of_the_30_opening_throws_cancels_out_over_both_players(void **state)
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
static void beginning_is_luck_in_itself(void **state)
{
    struct table t = table_at(0, 0, 0, *state);
    double sum = 0;
    for (int die1 = 2; die1 <= 6; die1++)
        for (int die2 = 1; die2 < die1; die2++)
            sum += luck(&t, 0, die1, die2, true);
    assert_true(sum / 15 > 0);
}

static void luck_is_the_difference_to_the_average_of_best_plays(void **state)
{
    struct table t = table_at(5, 2, 3, *state);
    double mean = 0;
    t.p.board.point[13] = 4, t.p.board.point[9] = 1;
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= 6; die2++)
            mean += plays_best_value(&t.s, &t.p.board, 0, die1, die2, &static_level) / 36;
    const double best = plays_best_value(&t.s, &t.p.board, 0, 6, 6, &static_level);
    assert_near(luck(&t, 0, 6, 6, false), best - mean, 1e-6);
}

/* Shut out: no throw moves anything, so none is lucky. */
static void on_the_bar_against_a_closed_board_there_is_no_luck(void **state)
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

static void deeper_levels_measure_luck_too(void **state)
{
    struct table t = table_at(0, 0, 0, *state);
    const struct level one_ply = {.name = "1ply", .plies = 1, .cubeful = true, .filter = {{0, 2, 0.1f}}};
    t.p.board = (struct board){.point = {[1] = 2, [3] = 1, [22] = -2, [24] = -1}, .off = {12, 12}};
    const float six_six = plays_luck(&t.s, &t.p.board, 0, (int[2]){6, 6}, &one_ply, false);
    const float two_one = plays_luck(&t.s, &t.p.board, 0, (int[2]){2, 1}, &one_ply, false);
    assert_true(six_six > 0 && two_one < 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_luck_of_all_36_throws_cancels_out),
        cmocka_unit_test(the_luck_of_the_30_opening_throws_cancels_out_over_both_players),
        cmocka_unit_test(beginning_is_luck_in_itself),
        cmocka_unit_test(luck_is_the_difference_to_the_average_of_best_plays),
        cmocka_unit_test(on_the_bar_against_a_closed_board_there_is_no_luck),
        cmocka_unit_test(deeper_levels_measure_luck_too),
    };
    return cmocka_run_group_tests(tests, make_worker, free_worker);
}
