/* Statistics: what needs no engine is counted from the game, the rest summed from annotations made up here. */
#include "support/assertions.h"

#include <math.h>

#include "analyze/stats.h"
#include "match/rates.h"
#include "support/figures.h"
#include "support/script.h"

static const char *const CUBE_GAME = "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 double 2; 1 take; 0 65: 24/18 18/13; "
                                     "1 21: 13/11 6/5; 0 11: 6/5 6/5 8/7 8/7; 1 double 4; 0 drop";

static struct match *match_of(int length)
{
    struct match *m = match_new();
    m->length = length;
    return m;
}

static int add_set(struct match *m)
{
    struct annotation_set set = {.engine = "test"};
    return match_add_set(m, &set);
}

static struct annotation *note(struct match *m, struct event *e)
{
    struct annotation *a = event_annotate(m, e, 0);
    a->luck = a->luck_mwc = NAN;
    return a;
}

/* A play with two candidates, of which it is the second, `error` below the first. */
static struct annotation *note_play(struct match *m, struct event *e, float error, enum skill skill)
{
    struct annotation *a = note(m, e);
    a->play = arena_alloc(m->arena, sizeof *a->play);
    *a->play = (struct play_analysis){.n = 2, .n_legal = 2, .played = 1, .error = error, .error_mwc = error / 10};
    a->play->candidates = arena_alloc(m->arena, 2 * sizeof *a->play->candidates);
    a->play->candidates[1].equity = -error;
    a->play_skill = skill;
    return a;
}

static struct cube_analysis *note_cube(struct match *m, struct event *e, float nd, float dt)
{
    struct annotation *a = note(m, e);
    a->cube = arena_alloc(m->arena, sizeof *a->cube);
    *a->cube = (struct cube_analysis){
        .nd = nd, .dt = dt, .dp = 1, .double_error = NAN, .answer_error = NAN, .answer_error_mwc = NAN};
    return a->cube;
}

/* The doubler's error, by the formula spelled out for the test. */
static void doubler_lost(struct cube_analysis *c, float error)
{
    c->double_error = error;
    c->double_error_mwc = error / 10;
}

static void answerer_lost(struct cube_analysis *c, float error)
{
    c->answer_error = error;
    c->answer_error_mwc = error / 10;
}

TEST(counts_need_no_engine)
{
    struct match *m = match_of(5);
    struct statistics s;
    statistics_of_game(m, script_game(m, CUBE_GAME), -1, met_default(), &s);
    assert_int_equal(s.side[0].total_moves, 3);
    assert_int_equal(s.side[1].total_moves, 2);
    assert_int_equal(s.side[0].unforced_moves, 3);
    assert_int_equal(s.side[1].unforced_moves, 2);
    assert_int_equal(s.side[0].doubles, 1);
    assert_int_equal(s.side[1].doubles, 1);
    assert_int_equal(s.side[1].takes, 1);
    assert_int_equal(s.side[0].passes, 1);
    assert_false(s.moves_analysed);
    assert_false(s.cube_analysed);
    assert_false(s.luck_analysed);
    match_free(m);
}

TEST(the_opening_roll_and_an_unavailable_cube_are_no_decisions)
{
    struct match *m = match_of(5);
    struct statistics s;
    statistics_of_game(m, script_game(m, CUBE_GAME), -1, met_default(), &s);
    assert_int_equal(s.side[0].cube_decisions, 2); /* double, drop; no choice at the opening and without the cube */
    assert_int_equal(s.side[1].cube_decisions, 4); /* 42: not doubled, take, 21: not redoubled, redouble */
    assert_int_equal(s.side[0].close_or_actual, 2);
    assert_int_equal(s.side[1].close_or_actual, 2);
    match_free(m);
}

TEST(dances_and_forced_plays_are_moves_without_a_choice)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 set-board; 0 23:; 1 21: 24/22 24/23; 0 61: 25/24 24/18");
    script_set_board(m, &g->events[0], "25:1 6:14 -19:2 -20:2 -21:2 -22:2 -23:2 -1:5"); /* only 24 is open */
    struct statistics s;
    statistics_of_game(m, g, -1, met_default(), &s);
    assert_int_equal(s.side[0].total_moves, 2);
    assert_int_equal(s.side[0].unforced_moves, 0);
    assert_int_equal(s.side[1].unforced_moves, 1);
    match_free(m);
}

TEST(errors_marks_and_luck_are_summed_by_player)
{
    struct match *m = match_of(5);
    struct game *g = script_game(m, CUBE_GAME);
    add_set(m);
    note_play(m, &g->events[0], 0.01f, SKILL_NONE);
    note_play(m, &g->events[4], 0.05f, SKILL_DOUBTFUL);
    struct annotation *a = note_play(m, &g->events[6], 0.2f, SKILL_VERY_BAD);
    a->luck = -0.7f, a->luck_mwc = -0.07f, a->luck_mark = LUCK_VERY_UNLUCKY;
    note_play(m, &g->events[1], 0.08f, SKILL_BAD)->luck = 0.25f;
    statistics_fill(m, 0, met_default());
    const struct side_statistics *s = g->statistics[0].side;
    assert_figure(s[0].move_error.emg, 0.26, 1e-6);
    assert_figure(s[0].move_error.mwc, 0.026, 1e-6);
    assert_figure(s[1].move_error.emg, 0.08, 1e-6);
    assert_int_equal(s[0].skill[SKILL_NONE], 1);
    assert_int_equal(s[0].skill[SKILL_DOUBTFUL], 1);
    assert_int_equal(s[0].skill[SKILL_VERY_BAD], 1);
    assert_int_equal(s[1].skill[SKILL_BAD], 1);
    assert_int_equal(s[1].skill[SKILL_NONE], 1); /* 21 was not analysed */
    assert_int_equal(s[0].analysed_moves, 3);
    assert_int_equal(s[0].luck[LUCK_VERY_UNLUCKY + 2], 1);
    assert_int_equal(s[0].luck[LUCK_NONE + 2], 2);
    assert_figure(s[0].luck_total.emg, -0.7, 1e-6);
    assert_figure(s[1].luck_total.emg, 0.25, 1e-6);
    assert_int_equal(s[0].luck_rolls, 1);
    assert_true(g->statistics[0].moves_analysed);
    assert_true(g->statistics[0].luck_analysed);
    assert_false(g->statistics[0].cube_analysed);
    match_free(m);
}

TEST(an_error_of_a_forced_play_is_not_summed)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 set-board; 0 21: 1/0");
    script_set_board(m, &g->events[0], "1:1 -24:2");
    add_set(m);
    note_play(m, &g->events[1], 0.3f, SKILL_NONE);
    statistics_fill(m, 0, met_default());
    const struct statistics *s = m->statistics;
    assert_int_equal(s->side[0].total_moves, 1);
    assert_int_equal(s->side[0].unforced_moves, 0);
    assert_figure(s->side[0].move_error.emg, 0, 0);
    assert_true(s->moves_analysed);
    match_free(m);
}

/* nd, dt and what was done give the category. */
TEST(each_cube_error_goes_into_its_category)
{
    static const struct {
        float nd, dt, error;
        bool doubled;
        enum cube_error kind;
    } cases[] = {
        {0.5f, 0.6f, 0.1f, false, CUBE_MISSED_DOUBLE_BELOW_CP}, {0.8f, 1.2f, 0.2f, false, CUBE_MISSED_DOUBLE_ABOVE_CP},
        {0.5f, 0.2f, 0.3f, true, CUBE_WRONG_DOUBLE_BELOW_DP},   {1.3f, 1.5f, 0.3f, true, CUBE_WRONG_DOUBLE_ABOVE_TG},
        {1.1f, 0.9f, 0.2f, true, CUBE_WRONG_DOUBLE_ABOVE_TG},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match *m = match_of(0);
        struct game *g =
            script_game(m, cases[i].doubled ? "0 31: 8/5 6/5; 1 double 2; 0 drop" : "0 31: 8/5 6/5; 1 42: 8/4 6/4");
        add_set(m);
        doubler_lost(note_cube(m, &g->events[1], cases[i].nd, cases[i].dt), cases[i].error);
        statistics_fill(m, 0, met_default());
        const struct side_statistics *s = &m->statistics[0].side[1];
        for (int k = 0; k < CUBE_ERRORS; k++) {
            assert_int_equal(s->cube_errors[k], k == (int)cases[i].kind);
            assert_figure(s->cube_error[k].emg, k == (int)cases[i].kind ? cases[i].error : 0, 1e-6);
        }
        assert_int_equal(s->close_or_actual, 1);
        match_free(m);
    }
}

TEST(a_wrong_answer_is_the_answerers)
{
    for (int drop = 0; drop < 2; drop++) {
        struct match *m = match_of(0);
        struct game *g =
            script_game(m, drop ? "0 31: 8/5 6/5; 1 double 2; 0 drop" : "0 31: 8/5 6/5; 1 double 2; 0 take");
        add_set(m);
        answerer_lost(note_cube(m, &g->events[2], 0.8f, drop ? 0.6f : 1.4f), 0.4f);
        statistics_fill(m, 0, met_default());
        const struct side_statistics *s = m->statistics[0].side;
        assert_int_equal(s[0].cube_errors[drop ? CUBE_WRONG_PASS : CUBE_WRONG_TAKE], 1);
        assert_figure(s[0].cube_error[drop ? CUBE_WRONG_PASS : CUBE_WRONG_TAKE].mwc, 0.04, 1e-6);
        assert_int_equal(s[0].takes, !drop);
        assert_int_equal(s[0].passes, drop);
        assert_int_equal(s[1].doubles, 1);
        match_free(m);
    }
}

static int close_decisions(float nd, float dt)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 42: 8/4 6/4");
    add_set(m);
    doubler_lost(note_cube(m, &g->events[1], nd, dt), 0);
    statistics_fill(m, 0, met_default());
    int close = m->statistics[0].side[1].close_or_actual;
    assert_int_equal(m->statistics[0].side[1].cube_decisions, 1);
    match_free(m);
    return close;
}

TEST(not_doubling_is_close_within_0_16)
{
    assert_int_equal(close_decisions(0.5f, 0.345f), 1);
    assert_int_equal(close_decisions(0.5f, 0.335f), 0);
    assert_int_equal(close_decisions(1.15f, 1.5f), 1); /* too good by 0.15 */
    assert_int_equal(close_decisions(1.17f, 1.5f), 0);
    assert_int_equal(close_decisions(0.5f, 0.9f), 1); /* a missed double */
}

TEST(taking_a_beaver_counts_as_a_take_without_an_error)
{
    struct match *m = match_of(0);
    m->rules.beavers = true;
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 take; 1 42: 8/4 6/4");
    add_set(m);
    doubler_lost(note_cube(m, &g->events[1], 0.1f, -0.2f), 0.3f);
    answerer_lost(note_cube(m, &g->events[3], 0.1f, -0.2f), 9);
    statistics_fill(m, 0, met_default());
    const struct side_statistics *s = m->statistics[0].side;
    assert_int_equal(s[1].doubles, 1);
    assert_int_equal(s[0].takes, 0);
    assert_int_equal(s[1].takes, 1);
    assert_int_equal(s[1].cube_decisions, 2);
    assert_int_equal(s[1].cube_errors[CUBE_WRONG_TAKE], 0);
    match_free(m);
}

TEST(a_beaver_written_as_a_double_is_no_double)
{
    struct match *m = match_of(0);
    struct statistics s;
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 double 4; 1 take; 1 42: 8/4 6/4; 0 62: 24/18 13/11");
    statistics_of_game(m, g, -1, met_default(), &s);
    assert_int_equal(s.side[0].doubles, 0);
    assert_int_equal(s.side[1].doubles, 1);
    assert_int_equal(s.side[0].cube_decisions, 1); /* owns the cube now and rolls 62 */
    match_free(m);
}

TEST(a_set_position_has_no_opening_roll)
{
    struct match *m = match_of(0);
    struct statistics s;
    struct game *g = script_game(m, "0 set-board; 0 62: 24/18 13/11");
    struct board start;
    board_start(&start, VARIANT_BACKGAMMON);
    event_set_board(m, &g->events[0], &start);
    statistics_of_game(m, g, -1, met_default(), &s);
    assert_int_equal(s.side[0].cube_decisions, 1);
    match_free(m);
}

TEST(a_play_out_of_turn_still_counts)
{
    struct match *m = match_of(0);
    struct statistics s;
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 roll 66; 0 62: 24/18 13/11");
    statistics_of_game(m, g, -1, met_default(), &s);
    assert_int_equal(s.side[0].total_moves, 2);
    match_free(m);
}

TEST(a_roll_that_was_not_played_is_no_move)
{
    struct match *m = match_of(5);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 roll 66; 1 resign 1; 0 accept");
    add_set(m);
    note(m, &g->events[1])->luck = 0.9f;
    statistics_fill(m, 0, met_default());
    assert_int_equal(m->statistics[0].side[1].total_moves, 0);
    assert_int_equal(m->statistics[0].side[1].luck_rolls, 0);
    assert_int_equal(m->statistics[0].side[1].cube_decisions, 0);
    match_free(m);
}

TEST(an_illegal_play_enters_no_sum)
{
    struct match *m = match_of(5);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 42: 8/5 6/5; 0 65: 24/18 18/13");
    add_set(m);
    note_play(m, &g->events[1], 0.5f, SKILL_VERY_BAD);
    statistics_fill(m, 0, met_default());
    assert_int_equal(m->statistics[0].side[1].total_moves, 0);
    assert_int_equal(m->statistics[0].side[1].cube_decisions, 0);
    assert_int_equal(m->statistics[0].side[1].skill[SKILL_VERY_BAD], 0);
    assert_figure(m->statistics[0].side[1].move_error.emg, 0, 0);
    assert_int_equal(m->statistics[0].side[0].total_moves, 2);
    match_free(m);
}

TEST(plays_on_which_nothing_hangs_are_left_out_of_pr)
{
    struct match *m = match_of(5);
    struct game *g = script_game(m, CUBE_GAME);
    add_set(m);
    note_play(m, &g->events[0], 0.0004f, SKILL_NONE)->play->irrelevant = true;
    note_play(m, &g->events[4], 0.02f, SKILL_NONE);
    doubler_lost(note_cube(m, &g->events[2], 0.5f, 0.2f), 0.3f);
    statistics_fill(m, 0, met_default());
    const struct side_statistics *s = &m->statistics[0].side[0];
    struct rates r;
    assert_int_equal(s->pr_decisions, 2);
    assert_figure(s->pr_error.emg, 0.32, 1e-6);
    rates_of(&m->statistics[0], 5, &r);
    assert_figure(r.side[0].pr, 500 * 0.32 / 2, 1e-4);
    match_free(m);
}

TEST(a_match_won_from_the_start_is_worth_half_of_it)
{
    struct match *m = match_of(3);
    script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 take; 0 roll 11");
    m->games[0].winner = 1, m->games[0].points = 2, m->games[0].ending = ENDING_RESIGNED;
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 roll 42");
    g->score[1] = 2, g->crawford_game = true;
    g->winner = 1, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    statistics_fill(m, 0, met_default());
    assert_figure(m->statistics[0].actual[1], 0.5, 1e-6);
    assert_figure(m->statistics[0].actual[0], -0.5, 1e-6);
    assert_figure(m->games[0].statistics[0].actual[1], 0.75 - 0.5, 0.01); /* 2-0 to 3, Crawford: about 75% */
    assert_true(m->statistics[0].finished);
    assert_int_equal(m->statistics[0].games, 2);
    match_free(m);
}

TEST(money_results_are_points_and_games_are_summed)
{
    struct match *m = match_of(0);
    for (int i = 0; i < 3; i++) {
        struct game *g = script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 drop");
        g->winner = i == 2 ? 0 : 1, g->points = i + 1;
    }
    script_game(m, "0 31: 8/5 6/5");
    m->games[3].winner = NOBODY;
    add_set(m);
    statistics_fill(m, 0, met_default());
    const struct statistics *s = m->statistics;
    assert_figure(s->actual[0], -1 - 2 + 3, 1e-9);
    assert_int_equal(s->side[0].total_moves, 4);
    assert_int_equal(s->side[1].doubles, 3);
    assert_int_equal(s->games, 4);
    assert_false(s->finished);
    match_free(m);
}

/* The reference case of docs/analysis.md: sums of a 5-point match that GNU Backgammon printed with its rates. The
 * chequer error is known to three decimals only: half a unit of the last, in 30 moves, is 0.23 rating points. */
TEST(the_reference_case_gives_the_printed_rates)
{
    struct statistics s = {.moves_analysed = true, .cube_analysed = true, .luck_analysed = true, .finished = true};
    struct side_statistics *p = &s.side[0];
    struct rates r;
    *p = (struct side_statistics){.total_moves = 38,
                                  .unforced_moves = 30,
                                  .analysed_moves = 30,
                                  .cube_decisions = 38,
                                  .close_or_actual = 20,
                                  .move_error = {0.114, 0.01038},
                                  .luck_total = {-1.617, -0.17112},
                                  .luck_rolls = 38};
    p->cube_error[CUBE_MISSED_DOUBLE_BELOW_CP] = (struct amount){0.262, 0.01966};
    p->cube_error[CUBE_MISSED_DOUBLE_ABOVE_CP] = (struct amount){0.512, 0.03784};
    p->cube_error[CUBE_WRONG_DOUBLE_ABOVE_TG] = (struct amount){0.556, 0.043};
    s.side[1].total_moves = 37;
    s.side[1].luck_total.mwc = -0.22484;
    s.side[1].luck_rolls = 37;
    s.actual[0] = -0.0715, s.actual[1] = 0.0715;
    rates_of(&s, 5, &r);
    assert_figure(1000 * r.side[0].move_rate.emg, 3.8, 0.05);
    assert_figure(1000 * r.side[0].cube_rate.emg, 66.5, 0.05);
    assert_figure(1000 * r.side[0].rate.emg, 28.9, 0.05);
    assert_string_equal(r.side[0].rating, "Beginner");
    assert_figure(1000 * r.side[0].snowie_rate, 19.2, 0.1);
    assert_figure(r.side[0].fibs_rating, 1946.8, 0.23);
    assert_figure(r.side[0].fibs_move_loss, 52.7, 0.23);
    assert_figure(r.side[0].fibs_cube_loss, 50.5, 0.1);
    assert_figure(r.side[0].luck_adjusted, -0.1252, 0.00006);
    assert_figure(r.side[1].fibs_difference, 198.79, 0.1);
}

/* ---- abandoned games ---- */

/* Player 0's last play is worth `equity` to that player; then player 1 resigns a single game. */
static struct game *resigned_at(struct match *m, float equity)
{
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 resign 1; 0 accept");
    g->winner = 0, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    note_play(m, &g->events[0], -equity, SKILL_NONE);
    statistics_fill(m, 0, met_default());
    return g;
}

TEST(a_resigned_game_that_was_not_lost_is_abandoned)
{
    struct match *m = match_of(0);
    const struct side_statistics *s = resigned_at(m, -0.5f)->statistics[0].side;
    assert_int_equal(s[0].abandoned, 0);
    assert_int_equal(s[1].abandoned, 1);
    assert_figure(s[1].given_up.emg, 1.5, 1e-6); /* stood at +0.5 and took -1 */
    assert_figure(s[1].given_up.mwc, 1.5, 1e-6);
    assert_int_equal(m->statistics[0].side[1].abandoned, 1);
    assert_figure(m->statistics[0].side[1].given_up.emg, 1.5, 1e-6);
    match_free(m);
}

TEST(what_a_resignation_gives_up_in_a_match_is_mwc)
{
    struct match *m = match_of(1);
    const struct side_statistics *s = resigned_at(m, 0)->statistics[0].side;
    assert_figure(s[1].given_up.emg, 1, 1e-6);
    assert_figure(s[1].given_up.mwc, 0.5, 1e-6);
    match_free(m);
}

TEST(a_sound_resignation_gives_nothing_up)
{
    struct match *m = match_of(0);
    const struct side_statistics *s = resigned_at(m, 0.81f)->statistics[0].side;
    assert_int_equal(s[1].abandoned, 0);
    assert_figure(s[1].given_up.emg, 0, 0);
    match_free(m);
}

TEST(what_was_given_up_is_no_luck_and_not_in_the_adjusted_result)
{
    struct match *m = match_of(0);
    struct game *g = resigned_at(m, -0.5f);
    struct annotation *a = (struct annotation *)event_annotation(&g->events[0], 0);
    struct rates r;
    a->luck = a->luck_mwc = 0.25f;
    statistics_fill(m, 0, met_default());
    rates_of(&m->statistics[0], 0, &r);
    assert_figure(m->statistics[0].side[0].luck_total.mwc, 0.25, 1e-6);
    assert_figure(r.side[0].actual, 1, 1e-6);
    assert_figure(r.side[0].luck_adjusted, 1 - 0.25 - 1.5, 1e-6);
    assert_figure(r.side[1].luck_adjusted, -1 + 0.25 + 1.5, 1e-6);
    assert_figure(r.side[1].error.emg, 0, 0);
    match_free(m);
}

TEST(luck_of_a_roll_that_was_not_played_moves_the_value)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 roll 66; 1 resign 1; 0 accept");
    g->winner = 0, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    note_play(m, &g->events[0], 0, SKILL_NONE);
    struct annotation *a = note(m, &g->events[1]);
    a->luck = a->luck_mwc = 0.75f;
    statistics_fill(m, 0, met_default());
    assert_figure(g->statistics[0].side[1].given_up.emg, 1.75, 1e-6);
    match_free(m);
}

TEST(an_answer_owed_to_a_double_counts_as_the_better_one)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 resign 2; 1 accept");
    g->winner = 1, g->points = 2, g->ending = ENDING_RESIGNED;
    add_set(m);
    note_cube(m, &g->events[1], 0.2f, 0.4f);
    statistics_fill(m, 0, met_default());
    assert_figure(g->statistics[0].side[0].given_up.mwc, 2 - 0.4, 1e-6);
    match_free(m);
}

TEST(where_the_last_position_has_no_value_nothing_is_said)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 resign 3; 1 accept");
    g->winner = 1, g->points = 3, g->ending = ENDING_RESIGNED;
    add_set(m);
    note_play(m, &g->events[0], 0, SKILL_NONE);
    statistics_fill(m, 0, met_default());
    assert_int_equal(g->statistics[0].side[0].abandoned, 0);
    match_free(m);
}

TEST(a_game_left_before_its_first_roll_gives_its_start_up)
{
    struct match *m = match_of(1);
    struct game *g = script_game(m, "0 resign 1; 1 accept");
    g->winner = 1, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    statistics_fill(m, 0, met_default());
    assert_int_equal(g->statistics[0].side[0].abandoned, 1);
    assert_figure(g->statistics[0].side[0].given_up.mwc, 0.5, 1e-6);
    assert_figure(g->statistics[0].side[0].given_up.emg, 1, 1e-6);
    match_free(m);
}

/* Player 1 stood at +0.5, rolled with luck of 0.25, and the play does not fit the roll; then player 0 wins. */
TEST(a_record_that_breaks_off_at_a_play_is_an_abandoned_game)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 55: 24/14 24/14; 1 resign 1; 0 accept");
    struct rates r;
    g->winner = 0, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    note_play(m, &g->events[0], 0.5f, SKILL_NONE);
    event_annotate(m, &g->events[0], 0)->luck_mwc = event_annotate(m, &g->events[0], 0)->luck = 0;
    struct annotation *a = note(m, &g->events[1]);
    a->luck = a->luck_mwc = 0.25f;
    statistics_fill(m, 0, met_default());
    const struct side_statistics *s = g->statistics[0].side;
    assert_int_equal(s[1].unread, 1);
    assert_int_equal(s[1].abandoned, 1);
    assert_figure(s[1].given_up.mwc, 1.75, 1e-6);
    rates_of(&m->statistics[0], 0, &r);
    assert_figure(r.side[0].luck_adjusted, -0.5, 1e-6); /* the error of the first play */
    match_free(m);
}

/* Values of player 0: +0.2 after the first play, which was perfect; the gap; +0.9 before a roll with luck of -0.1,
 * after which an error of 0.3 is made; and a win of 1. */
TEST(what_happens_in_a_gap_is_neither_luck_nor_an_error)
{
    static const char *const games[] = {"0 31: 8/5 6/5; 1 55: 24/14 24/14; 0 65: 24/18 18/13; 1 resign 1; 0 accept",
                                        "0 31: 8/5 6/5; 0 65: 24/18 18/13; 1 resign 1; 0 accept"};
    for (size_t i = 0; i < 2; i++) {
        struct match *m = match_of(0);
        struct game *g = script_game(m, games[i]);
        struct rates r;
        g->winner = 0, g->points = 1, g->ending = ENDING_RESIGNED;
        add_set(m);
        note_play(m, &g->events[0], 0, SKILL_NONE)->play->candidates[1].equity = 0.2f;
        struct annotation *gap = note(m, &g->events[1]), *later = note_play(m, &g->events[2 - i], 0.3f, SKILL_BAD);
        gap->luck = gap->luck_mwc = 0.7f;
        later->play->candidates[0].equity = 0.8f;
        later->play->candidates[later->play->played].equity = 0.5f;
        later->luck = later->luck_mwc = -0.1f;
        event_annotate(m, &g->events[0], 0)->luck_mwc = 0;
        statistics_fill(m, 0, met_default());
        assert_int_equal(g->statistics[0].side[1].unread, 1);
        rates_of(&m->statistics[0], 0, &r);
        /* 1 - 0.5 was given up by the resignation; what came before the gap, and 0.3, are errors */
        assert_int_equal(g->statistics[0].side[1].abandoned, 1);
        assert_figure(r.side[0].luck_adjusted, 0.2 - 0.3, 1e-6);
        match_free(m);
    }
}

TEST(a_gap_without_a_value_leaves_no_adjusted_result)
{
    struct match *m = match_of(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 55: 24/14 24/14; 1 resign 1; 0 accept");
    struct rates r;
    g->winner = 0, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    note(m, &g->events[0])->luck = event_annotate(m, &g->events[0], 0)->luck_mwc = 0.1f;
    statistics_fill(m, 0, met_default());
    rates_of(&m->statistics[0], 0, &r);
    assert_true(isnan(r.side[0].luck_adjusted));
    assert_figure(r.side[0].actual, 1, 0);
    match_free(m);
}

TEST(an_unfinished_game_adds_no_luck_to_the_adjusted_result)
{
    struct match *m = match_of(0);
    struct game *first = resigned_at(m, 0.81f);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct rates r;
    (void)first;
    struct annotation *a = note_play(m, &g->events[0], 0, SKILL_NONE);
    a->luck = a->luck_mwc = 0.4f;
    statistics_fill(m, 0, met_default());
    rates_of(&m->statistics[0], 0, &r);
    assert_figure(m->statistics[0].side[0].luck_total.mwc, 0.4, 1e-6);
    assert_figure(r.side[0].luck_adjusted, 1, 1e-6);
    match_free(m);
}

TEST(no_adjusted_result_of_a_match_is_beyond_winning_it)
{
    struct match *m = match_of(1);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 resign 1; 0 accept");
    struct rates r;
    g->winner = 0, g->points = 1, g->ending = ENDING_RESIGNED;
    add_set(m);
    struct annotation *a = note_play(m, &g->events[0], 0, SKILL_NONE);
    a->play->candidates[1].equity = 1;
    a->luck = -0.5f, a->luck_mwc = -0.25f;
    statistics_fill(m, 0, met_default());
    rates_of(&m->statistics[0], 1, &r);
    assert_figure(r.side[0].luck_adjusted, 0.5, 0);
    assert_figure(r.side[1].luck_adjusted, -0.5, 0);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
