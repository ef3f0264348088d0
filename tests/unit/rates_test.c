/* Rates and ratings against the worked 5-point match of GNU Backgammon (figures as it printed them). */
#include "support/test.h"
#include <math.h>

#include "match/rates.h"

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

TEST(the_worked_match_gives_the_printed_rates)
{
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

TEST(a_result_held_at_the_match_says_so)
{
    struct statistics s = worked_match();
    struct rates r;
    rates_of(&s, 5, &r);
    assert_false(r.side[0].luck_adjusted_held || r.side[1].luck_adjusted_held);
    s.side[0].luck_total.mwc = -0.70;
    rates_of(&s, 5, &r);
    assert_near(r.side[0].luck_adjusted, 0.5, 0);
    assert_near(r.side[1].luck_adjusted, -0.5, 0);
    assert_true(r.side[0].luck_adjusted_held && r.side[1].luck_adjusted_held);
    rates_of(&s, 0, &r); /* points have no such end */
    assert_false(r.side[0].luck_adjusted_held);
}

TEST(the_worked_match_gives_the_printed_fibs_figures)
{
    struct statistics s = worked_match();
    struct rates r;
    rates_of(&s, 5, &r);
    assert_near(r.side[1].fibs_rating, 1946.8, 0.2);
    assert_near(r.side[1].fibs_move_loss, 52.7, 0.2);
    assert_near(r.side[1].fibs_cube_loss, 50.5, 0.2);
    assert_near(r.side[0].fibs_difference, 198.79, 0.1);
    assert_near(r.side[1].fibs_difference, -198.79, 0.1);
}

TEST(nothing_analysed_gives_no_figure)
{
    struct statistics s = {.side[0].total_moves = 20, .finished = true, .actual = {1, -1}};
    struct rates r;
    rates_of(&s, 7, &r);
    assert_true(isnan(r.side[0].rate.emg) && isnan(r.side[0].pr) && isnan(r.side[0].luck_adjusted));
    assert_true(isnan(r.side[0].fibs_rating) && isnan(r.side[0].mwc_against_opponent));
    assert_null(r.side[0].rating);
    assert_null(r.side[0].luck_rating);
    assert_near(r.side[0].actual, 1, 0);
}

TEST(a_game_without_cube_decisions_has_no_cube_rating_but_an_overall_one)
{
    struct statistics s = {.moves_analysed = true, .cube_analysed = true};
    s.side[0].analysed_moves = 20;
    s.side[0].move_error.emg = 0.104;
    struct rates r;
    rates_of(&s, 5, &r);
    assert_null(r.side[0].cube_rating);
    assert_true(isnan(r.side[0].fibs_cube_loss));
    assert_string_equal(r.side[0].rating, "Expert");
    assert_near(r.side[0].fibs_rating, 1977.7, 0.3);
}

TEST(rating_bands_begin_at_their_bounds)
{
    assert_string_equal(rating_of(0, 20), "Supernatural");
    assert_string_equal(rating_of(0.002, 20), "World class");
    assert_string_equal(rating_of(0.0119, 20), "Advanced");
    assert_string_equal(rating_of(0.035, 20), "Awful!");
    assert_string_equal(luck_rating_name(0.0331), "Good dice, man!");
    assert_string_equal(luck_rating_name(-0.0331), "Bad dice, man!");
    assert_string_equal(luck_rating_name(0.0601), "Go to Las Vegas");
    assert_string_equal(luck_rating_name(-0.0601), "Go to bed");
    assert_string_equal(luck_rating_name(0), "None");
}

TEST(fewer_than_twenty_decisions_get_no_rating)
{
    assert_ptr_equal(rating_of(0, 19), rating_too_few);
    assert_string_equal(rating_of(0.05, 1), "too few");
    assert_null(rating_of(NAN, 30));
    assert_null(rating_of(0, 0));
}

TEST(each_rate_has_its_count)
{
    struct statistics s = worked_match();
    struct rates r;
    s.side[1].pr_decisions = 44;
    rates_of(&s, 5, &r);
    assert_int_equal(r.side[1].decisions, 50);
    assert_int_equal(r.side[1].snowie_moves, 75);
    assert_int_equal(r.side[1].pr_decisions, 44);
}

/* ---- which decisions the performance rating counts ---- */

static struct play_analysis two_plays(void)
{
    return (struct play_analysis){.n = 2, .n_legal = 2, .played = 1, .error = 0.0004f, .error_mwc = 0.0001f};
}

TEST(a_play_counts_however_little_hangs_on_it)
{
    const struct event e = {.kind = EVENT_PLAY};
    const struct play_analysis p = two_plays();
    assert_true(pr_counts_play(&e, &p));
}

TEST(a_play_on_which_nothing_hangs_does_not_count)
{
    const struct event e = {.kind = EVENT_PLAY};
    struct play_analysis p = two_plays();
    p.irrelevant = true;
    assert_false(pr_counts_play(&e, &p));
}

TEST(forced_illegal_and_unanalysed_plays_do_not_count)
{
    const struct event legal = {.kind = EVENT_PLAY}, illegal = {.kind = EVENT_PLAY, .flags = EVENT_ILLEGAL};
    struct play_analysis p = two_plays();
    assert_false(pr_counts_play(&illegal, &p));
    assert_false(pr_counts_play(&legal, NULL));
    p.n_legal = 1;
    assert_false(pr_counts_play(&legal, &p));
    p = two_plays();
    p.error = NAN;
    assert_false(pr_counts_play(&legal, &p));
}

static struct cube_analysis cube_of(float nd, float dt)
{
    return (struct cube_analysis){.nd = nd,
                                  .dt = dt,
                                  .dp = 1,
                                  .double_error = 0,
                                  .double_error_mwc = 0,
                                  .answer_error = NAN,
                                  .answer_error_mwc = NAN};
}

/* Values of decisions beside the limit: eXtreme Gammon counts the first and not the second. */
TEST(rolling_counts_where_doubling_costs_less_than_two_tenths)
{
    const struct event roll = {.kind = EVENT_PLAY};
    const struct cube_analysis near = cube_of(0.275761217f, 0.078438513f), far = cube_of(0.216843903f, -0.00838758517f);
    assert_true(pr_counts_cube(&roll, &near, NULL));
    assert_false(pr_counts_cube(&roll, &far, NULL));
}

TEST(an_optional_double_that_was_not_made_counts)
{
    const struct event roll = {.kind = EVENT_PLAY};
    const struct cube_analysis optional = cube_of(0.360575f, 0.360575f);
    struct amount lost = {1, 1};
    assert_true(pr_counts_cube(&roll, &optional, &lost));
    assert_true(lost.emg == 0);
}

TEST(being_too_good_to_double_counts_by_what_the_pass_would_lose)
{
    const struct event roll = {.kind = EVENT_PLAY};
    const struct cube_analysis near = cube_of(1.19f, 1.6f), far = cube_of(1.21f, 1.6f);
    assert_true(pr_counts_cube(&roll, &near, NULL));
    assert_false(pr_counts_cube(&roll, &far, NULL));
}

TEST(doubles_and_answers_always_count_with_their_players_error)
{
    const struct event doubled = {.kind = EVENT_DOUBLE}, take = {.kind = EVENT_TAKE}, beaver = {.kind = EVENT_BEAVER};
    struct cube_analysis c = cube_of(0.9f, 0.1f);
    struct amount lost;
    c.double_error = 0.8f, c.double_error_mwc = 0.08f;
    assert_true(pr_counts_cube(&doubled, &c, &lost));
    assert_near(lost.emg, 0.8, 1e-6);
    assert_near(lost.mwc, 0.08, 1e-6);
    assert_false(pr_counts_cube(&take, &c, &lost)); /* no answer to the double: it accepts a beaver */
    c.answer_error = c.answer_error_mwc = 0.25f;
    assert_true(pr_counts_cube(&take, &c, &lost));
    assert_near(lost.emg, 0.25, 1e-6);
    assert_false(pr_counts_cube(&beaver, &c, &lost));
    assert_false(pr_counts_cube(&doubled, NULL, &lost));
}

TEST(performance_rating_is_five_hundred_times_the_error_per_decision)
{
    struct statistics s = {.moves_analysed = true};
    s.side[1].pr_error.emg = 0.5;
    s.side[1].pr_decisions = 50;
    struct rates r;
    rates_of(&s, 0, &r);
    assert_near(r.side[1].pr, 5, 1e-12);
    assert_true(isnan(r.side[1].fibs_rating));
}

TEST(a_session_of_two_games_has_an_advantage_with_an_interval)
{
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

TEST(one_scale_names_a_rating_where_its_range_tells)
{
    assert_string_equal(grade_of(4, 0.5, 100), "Grandmaster");
    assert_string_equal(grade_of(4.01, 0.5, 100), "Master");
    assert_string_equal(grade_of(10, 1, 100), "Advanced");
    assert_string_equal(grade_of(17.5, 3, 100), "Intermediate");
    assert_string_equal(grade_of(40, 20, 100), "Beginner");
    assert_string_equal(grade_of(1, 3, 100), "Grandmaster"); /* -2 to 4: one grade */
    assert_string_equal(grade_of(8.34, 5, 100), grade_unsure); /* Grandmaster to Intermediate */
    assert_string_equal(grade_of(5, (double)NAN, 100), grade_unsure);
    assert_string_equal(grade_of(40, 5, GRADE_LEAST), "Beginner");
    assert_string_equal(grade_of(40, 5, GRADE_LEAST - 1), grade_unsure);
    assert_null(grade_of((double)NAN, 1, 100));
}

TEST_MAIN(NULL, NULL)
