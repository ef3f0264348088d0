/* The check: what is marked, filled in, warned of and refused. Lines are events of a scripted game (see script.h). */
#include <string.h>

#include "support/assertions.h"
#include "support/script.h"

#include "match/check.h"

struct scene {
    struct match *match;
    struct diags diags;
};

static struct scene scene_of(int length)
{
    struct scene s = {.match = match_new()};
    diags_init(&s.diags, "test.mat");
    s.match->length = length;
    return s;
}

static void check(struct scene *s)
{
    assert_true(match_check(s->match, NULL, &s->diags));
}

static void scene_done(struct scene *s)
{
    match_free(s->match);
    diags_done(&s->diags);
}

static struct game *bear_off_gammon(struct match *m)
{
    struct game *g = script_game(m, "0 set-board; 0 21: 1/0");
    script_set_board(m, &g->events[0], "1:1 -19:15");
    g->place.line = 100 * g->number;
    return g;
}

/* ---- events ---- */

TEST(an_illegal_play_is_marked_and_reported_at_its_place)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 8/5 6/5; 1 42: 13/8; 0 21: 6/4 6/5");
    check(&s);
    assert_int_equal(g->events[0].flags, 0);
    assert_int_equal(g->events[1].flags, EVENT_ILLEGAL);
    assert_int_equal(g->events[2].flags, 0);
    assert_diag(&s.diags, SEVERITY_WARNING, 2, 1, "42: 13/8: the play does not fit the roll");
    assert_diag(&s.diags, SEVERITY_WARNING, 3, 1, "breaks off");
    assert_int_equal(s.diags.n, 2);
    scene_done(&s);
}

TEST(a_double_begins_no_game_unless_its_board_was_set)
{
    struct scene s = scene_of(7);
    (void)script_game(s.match, "0 33: 8/5 8/5 6/3 6/3; 1 resign 1; 0 accept");
    struct game *g = script_game(s.match, "0 set-board; 0 11: 1/0");
    script_set_board(s.match, &g->events[0], "1:1 -19:15");
    check(&s);
    assert_diag(&s.diags, SEVERITY_WARNING, 1, 1, "the first throw of a game is not a double");
    for (size_t i = 1; i < s.diags.n; i++)
        assert_null(strstr(s.diags.at[i].message, "first throw"));
    scene_done(&s);
}

TEST(a_mark_that_replay_does_not_confirm_goes)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 8/5 6/5; 1 resign 1; 0 accept");
    g->events[0].flags = EVENT_ILLEGAL;
    check(&s);
    assert_int_equal(g->events[0].flags, 0);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
}

TEST(the_words_of_the_source_are_quoted)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 13/8");
    g->events[0].text = "mid/eight";
    g->events[0].place.line = 0;
    check(&s);
    assert_diag(&s.diags, SEVERITY_WARNING, 0, 0, "game 1, move 1: 31: mid/eight: the play does not fit");
    scene_done(&s);
}

TEST(cube_actions_out_of_place_and_turns_are_reported)
{
    struct scene s = scene_of(7);
    script_game(s.match, "0 31: 8/5 6/5; 0 take; 0 42: 8/4 6/4");
    check(&s);
    assert_diag(&s.diags, SEVERITY_WARNING, 2, 1, "take: there is no double");
    assert_diag(&s.diags, SEVERITY_WARNING, 3, 1, "other player's turn");
    assert_int_equal(s.match->games[0].events[2].flags, 0);
    scene_done(&s);
}

TEST(events_after_the_end_are_reported_once)
{
    struct scene s = scene_of(7);
    script_game(s.match, "0 31: 8/5 6/5; 1 double 2; 0 drop; 0 42: 8/4 6/4; 1 42: 8/4 6/4");
    check(&s);
    assert_int_equal(s.diags.n, 1);
    assert_diag(&s.diags, SEVERITY_WARNING, 4, 1, "over already");
    scene_done(&s);
}

TEST(a_given_board_with_the_wrong_number_of_chequers_is_reported)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 8/5 6/5");
    g->events[0].flags = EVENT_AFTER_GIVEN;
    struct board after;
    board_start(&after, VARIANT_BACKGAMMON);
    after.point[6]--;
    event_set_board(s.match, &g->events[0], &after);
    check(&s);
    assert_diag(&s.diags, SEVERITY_WARNING, 1, 1, "wrong number of chequers");
    assert_int_equal(g->events[0].flags, EVENT_AFTER_GIVEN | EVENT_ILLEGAL);
    scene_done(&s);
}

/* ---- results ---- */

TEST(a_result_that_the_source_left_out_is_filled_in)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 8/5 6/5; 1 double 2; 0 drop");
    check(&s);
    assert_int_equal(g->winner, 1);
    assert_int_equal(g->points, 1);
    assert_int_equal(g->ending, ENDING_DROP);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
}

TEST(another_result_than_the_replays_is_kept_with_a_warning)
{
    struct scene s = scene_of(7);
    struct game *g = bear_off_gammon(s.match);
    g->winner = 0, g->points = 3;
    check(&s);
    assert_int_equal(g->points, 3);
    assert_diag(&s.diags, SEVERITY_WARNING, 100, 0, "3 points are said to have been won, but the game was worth 2");
    scene_done(&s);
    s = scene_of(7);
    g = bear_off_gammon(s.match);
    g->winner = 1, g->points = 2;
    check(&s);
    assert_int_equal(g->winner, 1);
    assert_diag(&s.diags, SEVERITY_WARNING, 100, 0, "player 2 is said to have won, but player 1 has");
    scene_done(&s);
}

TEST(points_counted_only_as_far_as_the_match_needs_are_right)
{
    struct scene s = scene_of(7);
    struct game *g = bear_off_gammon(s.match);
    g->score[0] = 6, g->winner = 0, g->points = 1, g->crawford_game = true;
    check(&s);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    assert_int_equal(g->points, 1);
    scene_done(&s);
    s = scene_of(1); /* no more than the match is long: some sites again */
    g = bear_off_gammon(s.match);
    g->winner = 0, g->points = 1;
    check(&s);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
    s = scene_of(3);
    g = bear_off_gammon(s.match);
    script_set_board(s.match, &g->events[0], "1:1 -20:14 -6:1");
    g->score[0] = 1, g->winner = 0, g->points = 3, g->automatic_doubles = 1;
    check(&s);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
}

TEST(a_result_of_an_unfinished_game_needs_a_reason)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 8/5 6/5");
    g->winner = 0, g->points = 1, g->place.line = 7;
    check(&s);
    assert_diag(&s.diags, SEVERITY_WARNING, 7, 0, "the game is not over");
    scene_done(&s);
    s = scene_of(7);
    g = script_game(s.match, "0 31: 8/5 6/5");
    g->winner = 0, g->points = 1, g->ending = ENDING_FORFEIT;
    check(&s);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
}

TEST(a_game_without_a_result_is_reported_and_so_is_a_record_that_breaks_off)
{
    struct scene s = scene_of(7);
    script_game(s.match, "0 31: 8/5 6/5")->place.line = 50;
    script_game(s.match, "0 31: 8/5 6/5")->place.line = 60;
    check(&s);
    assert_int_equal(s.diags.n, 2);
    assert_diag(&s.diags, SEVERITY_WARNING, 50, 0, "no result");
    assert_diag(&s.diags, SEVERITY_WARNING, 1, 1, "breaks off");
    scene_done(&s);
}

TEST(a_resignation_of_unknown_size_loses_the_cube)
{
    struct scene s = scene_of(7);
    struct game *g = script_game(s.match, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 resign; 0 accept");
    check(&s);
    assert_int_equal(g->winner, 0);
    assert_int_equal(g->points, 2);
    assert_int_equal(g->ending, ENDING_RESIGNED);
    scene_done(&s);
}

/* ---- scores ---- */

static const char drop_by_0[] = "0 31: 8/5 6/5; 1 double 2; 0 drop";

TEST(scores_follow_from_results)
{
    struct scene s = scene_of(7);
    script_game(s.match, drop_by_0);
    struct game *g = script_game(s.match, drop_by_0);
    g->score[0] = 3, g->place.line = 40;
    check(&s);
    assert_int_equal(g->score[0], 3);
    assert_int_equal(s.diags.n, 1);
    assert_diag(&s.diags, SEVERITY_WARNING, 40, 0, "the score is 3-0, but the last game left 0-1");
    scene_done(&s);
}

TEST(games_after_the_decision_are_reported)
{
    struct scene s = scene_of(3);
    struct game *g = bear_off_gammon(s.match);
    g->score[0] = 1;
    g = script_game(s.match, drop_by_0);
    g->score[0] = 3, g->place.line = 40;
    check(&s);
    assert_int_equal(s.diags.n, 1);
    assert_diag(&s.diags, SEVERITY_WARNING, 40, 0, "after the match is decided");
    scene_done(&s);
}

/* ---- Crawford ---- */

static void crawford_scene(struct scene *s, int score0, int score1, bool first_marked, bool second_marked)
{
    *s = scene_of(5);
    script_game(s->match, drop_by_0);
    script_game(s->match, drop_by_0);
    struct game *first = &s->match->games[0], *g = &s->match->games[1];
    first->score[0] = score0, first->score[1] = score1, first->crawford_game = first_marked;
    g->score[0] = score0, g->score[1] = score1 + 1, g->crawford_game = second_marked;
    g->place.line = 40;
    if (first_marked) {
        first->n_events = 0;
        first->winner = 1, first->points = 1, first->ending = ENDING_SETTLED;
    }
    check(s);
}

TEST(the_crawford_game_is_the_first_at_one_away)
{
    struct scene s;
    crawford_scene(&s, 0, 3, false, false);
    assert_diag(&s.diags, SEVERITY_WARNING, 40, 0, "should be the Crawford game");
    scene_done(&s);
    crawford_scene(&s, 4, 0, true, false);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
    crawford_scene(&s, 4, 0, true, true);
    assert_diag(&s.diags, SEVERITY_WARNING, 40, 0, "has been played already");
    scene_done(&s);
    crawford_scene(&s, 0, 0, false, true);
    assert_diag(&s.diags, SEVERITY_WARNING, 40, 0, "not exactly one player");
    scene_done(&s);
    crawford_scene(&s, 4, 0, false, false); /* a record that begins after the Crawford game */
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    scene_done(&s);
}

TEST(matches_without_the_rule_have_no_crawford_game)
{
    struct scene s = scene_of(5);
    s.match->rules.crawford = false;
    struct game *g = script_game(s.match, "0 31: 8/5 6/5; 1 resign 1; 0 accept");
    g->score[0] = 4;
    check(&s);
    assert_no_diags(&s.diags, SEVERITY_NOTE);
    g->crawford_game = true;
    check(&s);
    assert_diag(&s.diags, SEVERITY_WARNING, 0, 0, "played without");
    scene_done(&s);
}

/* ---- Jacoby ---- */

TEST(jacobys_rule_is_deduced_from_a_gammon_that_counted_once)
{
    struct scene s = scene_of(0);
    struct game *g = bear_off_gammon(s.match);
    g->winner = 0, g->points = 1;
    check(&s);
    assert_true(s.match->rules.jacoby);
    assert_no_diags(&s.diags, SEVERITY_WARNING);
    assert_diag(&s.diags, SEVERITY_NOTE, 100, 0, "Jacoby");
    scene_done(&s);
}

TEST(jacobys_rule_is_not_deduced_against_other_evidence)
{
    struct scene s = scene_of(0);
    struct game *g = bear_off_gammon(s.match);
    g->winner = 0, g->points = 1;
    g = bear_off_gammon(s.match);
    g->score[0] = 1, g->winner = 0, g->points = 2;
    check(&s);
    assert_false(s.match->rules.jacoby);
    assert_diag(&s.diags, SEVERITY_WARNING, 100, 0, "1 point is said");
    scene_done(&s);
    s = scene_of(0);
    s.match->jacoby_known = true;
    g = bear_off_gammon(s.match);
    g->winner = 0, g->points = 1;
    check(&s);
    assert_false(s.match->rules.jacoby);
    scene_done(&s);
}

/* ---- refused ---- */

TEST(records_that_cannot_be_used_are_refused)
{
    for (int i = 0; i < 9; i++) {
        struct scene s = scene_of(7);
        struct game *g = script_game(s.match, "0 31: 8/5 6/5");
        struct event *e = &g->events[0];
        const char *const parts[] = {"kind", "player", "die", "four steps", "step", "winner", "length", "cube", "cube"};
        e->kind = i == 0 ? (enum event_kind)99 : e->kind;
        e->player = i == 1 ? 2 : e->player;
        e->dice[1] = i == 2 ? 7 : e->dice[1];
        e->play.n = i == 3 ? 5 : e->play.n;
        e->play.step[1].to = i == 4 ? 25 : e->play.step[1].to;
        g->winner = i == 5 ? 2 : g->winner;
        s.match->length = i == 6 ? -1 : 7;
        e->value = i == 7 ? -1 : i == 8 ? EVENT_VALUE_MAX + 1 : e->value;
        assert_false(match_check(s.match, NULL, &s.diags));
        assert_diag(&s.diags, SEVERITY_ERROR, 0, 0, parts[i]);
        scene_done(&s);
    }
}

/* ---- properties ---- */

TEST(random_matches_pass_without_a_word_and_unchanged)
{
    for (int i = 0; i < 20; i++) {
        struct match *m = random_match((uint64_t)i, i % 2 ? 5 : 0, 4, VARIANT_BACKGAMMON);
        struct match *again = random_match((uint64_t)i, i % 2 ? 5 : 0, 4, VARIANT_BACKGAMMON);
        struct diags d;
        diags_init(&d, NULL);
        assert_true(match_check(m, NULL, &d));
        assert_no_diags(&d, SEVERITY_NOTE);
        assert_matches_equal(m, again);
        diags_done(&d);
        match_free(m);
        match_free(again);
    }
}

/* Results taken away are found again. */
TEST(results_of_random_matches_are_filled_in)
{
    for (int i = 0; i < 10; i++) {
        struct match *m = random_match((uint64_t)i, 7, 0, VARIANT_HYPERGAMMON_3);
        struct match *stated = random_match((uint64_t)i, 7, 0, VARIANT_HYPERGAMMON_3);
        struct diags d;
        diags_init(&d, NULL);
        for (size_t k = 0; k < m->n_games; k++)
            m->games[k].winner = NOBODY, m->games[k].points = 0, m->games[k].ending = ENDING_NONE;
        assert_true(match_check(m, NULL, &d));
        assert_no_diags(&d, SEVERITY_NOTE);
        assert_matches_equal(m, stated);
        diags_done(&d);
        match_free(m);
        match_free(stated);
    }
}

TEST_MAIN(NULL, NULL)
