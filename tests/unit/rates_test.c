/* Rates and ratings against the worked 5-point match of GNU Backgammon (figures as it printed them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "match/rates.h"

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* The sums of a real 5-point match analysed at 0 plies, player 1's side complete. */
static struct statistics worked_match(void)
{
    struct statistics s = {.moves_analysed = true, .cube_analysed = true, .luck_analysed = true, .finished = true};
    struct side_statistics *b = &s.side[1];
    s.side[0].total_moves = 38;
    b->total_moves = 37;
    b->unforced_moves = b->analysed_moves = 30;
    b->move_error = (struct amount){0.114, 0.01038};
    b->cube_decisions = 38;
    b->close_or_actual = 20;
    b->cube_error[CUBE_MISSED_DOUBLE_BELOW_CP] = (struct amount){0.262, 0.01966};
    b->cube_error[CUBE_MISSED_DOUBLE_ABOVE_CP] = (struct amount){0.512, 0.03784};
    b->cube_error[CUBE_WRONG_DOUBLE_ABOVE_TG] = (struct amount){0.556, 0.04300};
    b->luck_total = (struct amount){-1.617, -0.17112};
    s.side[0].luck_total.mwc = -0.22484;
    s.actual[0] = 0.0715;
    s.actual[1] = -0.0715;
    return s;
}

static void the_worked_match_gives_the_printed_rates(void **state)
{
    (void)state;
    struct statistics s = worked_match();
    struct rates r;
    rates_of(&s, 5, &r);
    const struct side_rates *b = &r.side[1];
    assert_near(1000 * b->move_rate.emg, 3.8, 0.05);
    assert_near(1000 * b->cube_rate.emg, 66.5, 0.05);
    assert_near(1000 * b->rate.emg, 28.9, 0.05);
    assert_string_equal(b->rating, "Beginner");
    assert_string_equal(b->move_rating, "World class");
    assert_string_equal(b->cube_rating, "Awful!");
    assert_near(1000 * b->snowie_rate, 19.2, 0.1); /* 1.444 / 75 = 19.25 from rounded sums */
    assert_near(100 * b->luck_adjusted, -12.52, 0.005);
}

static void the_worked_match_gives_the_printed_fibs_figures(void **state)
{
    (void)state;
    struct statistics s = worked_match();
    struct rates r;
    rates_of(&s, 5, &r);
    assert_near(r.side[1].fibs_rating, 1946.8, 0.2);
    assert_near(r.side[1].fibs_move_loss, 52.7, 0.2);
    assert_near(r.side[1].fibs_cube_loss, 50.5, 0.2);
    assert_near(r.side[0].fibs_difference, 198.79, 0.1);
    assert_near(r.side[1].fibs_difference, -198.79, 0.1);
}

static void nothing_analysed_gives_no_figure(void **state)
{
    (void)state;
    struct statistics s = {.side[0].total_moves = 20, .finished = true, .actual = {1, -1}};
    struct rates r;
    rates_of(&s, 7, &r);
    assert_true(isnan(r.side[0].rate.emg) && isnan(r.side[0].pr) && isnan(r.side[0].luck_adjusted));
    assert_true(isnan(r.side[0].fibs_rating) && isnan(r.side[0].mwc_against_opponent));
    assert_null(r.side[0].rating);
    assert_null(r.side[0].luck_rating);
    assert_near(r.side[0].actual, 1, 0);
}

static void a_game_without_cube_decisions_has_no_cube_rating_but_an_overall_one(void **state)
{
    (void)state;
    struct statistics s = {.moves_analysed = true, .cube_analysed = true};
    s.side[0].analysed_moves = 19;
    s.side[0].move_error.emg = 0.099;
    struct rates r;
    rates_of(&s, 5, &r);
    assert_null(r.side[0].cube_rating);
    assert_true(isnan(r.side[0].fibs_cube_loss));
    assert_string_equal(r.side[0].rating, "Expert");
    assert_near(r.side[0].fibs_rating, 1977.6, 0.3);
}

static void rating_bands_begin_at_their_bounds(void **state)
{
    (void)state;
    assert_string_equal(rating_name(0), "Supernatural");
    assert_string_equal(rating_name(0.002), "World class");
    assert_string_equal(rating_name(0.0119), "Advanced");
    assert_string_equal(rating_name(0.035), "Awful!");
    assert_string_equal(luck_rating_name(0.0331), "Good dice, man!");
    assert_string_equal(luck_rating_name(-0.0331), "Bad dice, man!");
    assert_string_equal(luck_rating_name(0.0601), "Go to Las Vegas");
    assert_string_equal(luck_rating_name(-0.0601), "Go to bed");
    assert_string_equal(luck_rating_name(0), "None");
}

static void performance_rating_is_five_hundred_times_the_error_per_decision(void **state)
{
    (void)state;
    struct statistics s = {.moves_analysed = true};
    s.side[1].pr_error.emg = 0.5;
    s.side[1].pr_decisions = 50;
    struct rates r;
    rates_of(&s, 0, &r);
    assert_near(r.side[1].pr, 5, 1e-12);
    assert_true(isnan(r.side[1].fibs_rating));
}

static void a_session_of_two_games_has_an_advantage_with_an_interval(void **state)
{
    (void)state;
    struct statistics s[2] = {{.finished = true, .actual = {4, -4}}, {.finished = true, .actual = {-2, 2}}};
    struct game games[2] = {{.statistics = &s[0]}, {.statistics = &s[1]}};
    struct match m = {.games = games, .n_games = 2};
    struct advantage a;
    assert_true(session_advantage(&m, 0, 1, &a));
    assert_near(a.actual, -1, 1e-12);
    assert_near(a.actual_interval, 1.96 * 3, 1e-9); /* deviations +-3: variance 18, over 2 games 9 */
    assert_true(isnan(a.adjusted));
    m.n_games = 1;
    assert_false(session_advantage(&m, 0, 1, &a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_match_gives_the_printed_rates),
        cmocka_unit_test(the_worked_match_gives_the_printed_fibs_figures),
        cmocka_unit_test(nothing_analysed_gives_no_figure),
        cmocka_unit_test(a_game_without_cube_decisions_has_no_cube_rating_but_an_overall_one),
        cmocka_unit_test(rating_bands_begin_at_their_bounds),
        cmocka_unit_test(performance_rating_is_five_hundred_times_the_error_per_decision),
        cmocka_unit_test(a_session_of_two_games_has_an_advantage_with_an_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
