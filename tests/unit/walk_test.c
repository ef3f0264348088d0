/* Replay: what events do to a position, what they imply, and what is reported about impossible ones. */
#include <string.h>

#include "support/assertions.h"
#include "support/script.h"

#include "match/walk.h"

struct scene {
    struct match *match;
    struct game *game;
    struct walk walk;
};

static struct scene scene_of(int length, const char *script)
{
    struct scene s = {.match = match_new()};
    s.match->length = length;
    s.match->rules.beavers = s.match->rules.jacoby = length == 0;
    s.game = script_game(s.match, script);
    walk_begin(&s.walk, s.match, s.game);
    return s;
}

static void scene_done(struct scene *s)
{
    match_free(s->match);
}

/* Walks to the last event, all before it being without fault. */
static const struct walk *last_event(struct scene *s)
{
    while (walk_next(&s->walk)) {
        if (s->walk.next < s->game->n_events && s->walk.problem != NULL)
            print_error("event %zu: %s\n", s->walk.index + 1, s->walk.problem);
        assert_true(s->walk.legal || s->walk.next == s->game->n_events);
        assert_int_equal(s->walk.legal, s->walk.problem == NULL);
    }
    return &s->walk;
}

static void assert_problem(int length, const char *script, const char *part)
{
    struct scene s = scene_of(length, script);
    const struct walk *w = last_event(&s);
    if (w->problem == NULL || strstr(w->problem, part) == NULL)
        print_error("%s: %s\n", script, w->problem != NULL ? w->problem : "no problem");
    assert_true(w->problem != NULL && strstr(w->problem, part) != NULL);
    scene_done(&s);
}

/* ---- turns ---- */

TEST(the_first_roll_holds_who_begins)
{
    for (int player = 0; player < 2; player++) {
        struct scene s = scene_of(7, player == 0 ? "0 31: 8/5 6/5" : "1 31: 8/5 6/5");
        assert_true(walk_next(&s.walk));
        assert_true(s.walk.legal);
        assert_int_equal(s.walk.before.on_roll, player);
        assert_int_equal(s.walk.before.turn, player);
        assert_int_equal(s.walk.before.dice[0], 3);
        assert_int_equal(s.walk.before.dice[1], 1);
        assert_int_equal(s.walk.after.on_roll, !player);
        assert_int_equal(s.walk.after.dice[0], 0);
        assert_int_equal(s.walk.played.point[5], 2);
        assert_int_equal(s.walk.after.board.point[20], -2);
        assert_false(walk_next(&s.walk));
        scene_done(&s);
    }
}

TEST(a_roll_out_of_turn_is_a_problem_and_the_board_is_turned)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 0 42: 8/4 6/4");
    const struct walk *w = last_event(&s);
    assert_non_null(strstr(w->problem, "other player's turn"));
    assert_int_equal(w->before.on_roll, 0);
    assert_int_equal(w->played.point[4], 2);
    assert_int_equal(w->played.point[5], 2);
    assert_int_equal(w->after.on_roll, 1);
    scene_done(&s);
}

TEST(a_roll_without_a_play_keeps_the_turn)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 roll 61; 1 61: 13/7 8/7");
    assert_true(walk_next(&s.walk));
    assert_true(walk_next(&s.walk));
    assert_int_equal(s.walk.after.on_roll, 1);
    assert_int_equal(s.walk.after.dice[0], 6);
    assert_int_equal(s.walk.move_number, 2);
    assert_true(walk_next(&s.walk));
    assert_true(s.walk.legal);
    assert_int_equal(s.walk.move_number, 2);
    assert_int_equal(s.walk.after.on_roll, 0);
    scene_done(&s);
    assert_problem(7, "0 roll 31; 0 32: 8/5 6/4", "already been rolled");
    assert_problem(7, "0 roll 31; 1 32: 8/5 6/4", "other player's turn");
}

/* ---- plays ---- */

TEST(an_illegal_play_is_executed_where_it_can_be)
{
    struct scene s = scene_of(7, "0 31: 13/8");
    const struct walk *w = last_event(&s);
    assert_string_equal(w->problem, "the play does not fit the roll");
    assert_int_equal(w->played.point[8], 4);
    assert_int_equal(w->after.on_roll, 1);
    scene_done(&s);
    s = scene_of(7, "0 31: 7/4 6/5");
    w = last_event(&s);
    assert_string_equal(w->problem, "the play cannot be executed");
    assert_boards_equal(&w->played, &w->before.board);
    assert_int_equal(w->after.on_roll, 1);
    scene_done(&s);
}

TEST(a_short_play_is_illegal_where_more_can_be_played)
{
    assert_problem(7, "0 31: 8/5", "does not fit the roll");
    assert_problem(7, "0 31:", "can be played");
}

TEST(a_given_board_stands_after_an_illegal_play)
{
    struct scene s = scene_of(7, "0 31:");
    struct event *e = &s.game->events[0];
    e->flags = EVENT_ILLEGAL | EVENT_AFTER_GIVEN;
    struct board after;
    board_start(&after, VARIANT_BACKGAMMON);
    after.point[13]--, after.point[2]++;
    event_set_board(s.match, e, &after);
    const struct walk *w = last_event(&s);
    assert_string_equal(w->problem, "the play does not fit the roll");
    assert_boards_equal(&w->played, &after);
    scene_done(&s);
}

TEST(an_impossible_given_board_is_not_believed)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5");
    struct event *e = &s.game->events[0];
    e->flags = EVENT_AFTER_GIVEN;
    event_set_board(s.match, e, &(struct board){.point = {[3] = 99}});
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->played.point[5], 2);
    scene_done(&s);
}

TEST(a_play_may_be_written_in_any_order_and_a_step_short_where_the_result_is_the_same)
{
    struct match *m = match_new();
    struct game *g = match_add_game(m);
    script_set_board(m, game_add_event(m, g, EVENT_SET_BOARD, 0), "6:1 -20:3");
    struct event *e = game_add_event(m, g, EVENT_PLAY, 0);
    e->dice[0] = 6, e->dice[1] = 5;
    e->play = (struct play){.n = 1, .step = {{6, 0}}};
    struct walk w;
    walk_begin(&w, m, g);
    assert_true(walk_next(&w) && walk_next(&w));
    assert_null(w.problem);
    assert_int_equal(w.winner, 0);
    match_free(m);
}

TEST(a_play_without_a_roll_is_a_problem)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 31: 8/5 6/5");
    s.game->events[1].dice[1] = 7;
    assert_non_null(last_event(&s)->problem);
    scene_done(&s);
}

/* ---- the cube ---- */

TEST(a_double_waits_for_its_answer)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 42: 8/4 6/4");
    assert_true(walk_next(&s.walk) && walk_next(&s.walk));
    assert_int_equal(s.walk.before.turn, 1);
    assert_int_equal(s.walk.after.offer, OFFER_DOUBLE);
    assert_int_equal(s.walk.after.cube, 1);
    assert_int_equal(s.walk.after.on_roll, 1);
    assert_int_equal(s.walk.after.turn, 0);
    assert_true(walk_next(&s.walk));
    assert_int_equal(s.walk.before.offer, OFFER_DOUBLE);
    assert_int_equal(s.walk.after.cube, 2);
    assert_int_equal(s.walk.after.cube_owner, 0);
    assert_int_equal(s.walk.after.turn, 1);
    assert_true(walk_next(&s.walk));
    assert_true(s.walk.legal);
    assert_int_equal(s.walk.move_number, 4);
    scene_done(&s);
}

TEST(a_roll_after_a_double_implies_the_take)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 double 2; 1 42: 8/4 6/4; 0 double 4");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->after.cube, 2);
    assert_int_equal(w->after.cube_owner, 0);
    assert_int_equal(w->replay.offered, 4);
    scene_done(&s);
}

TEST(a_drop_loses_the_cube_as_it_stood)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 42: 8/4 6/4; 0 double 4; 1 drop");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->winner, 0);
    assert_int_equal(w->points, 2);
    assert_int_equal(w->ending, ENDING_DROP);
    assert_int_equal(w->after.state, GAME_DROPPED);
    scene_done(&s);
}

TEST(a_beaver_keeps_the_cube_at_twice_the_double)
{
    struct scene s = scene_of(0, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 42: 8/4 6/4");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->after.cube, 4);
    assert_int_equal(w->after.cube_owner, 0);
    scene_done(&s);
    s = scene_of(0, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4");
    w = last_event(&s);
    assert_int_equal(w->after.turn, 1);
    assert_int_equal(w->after.cube, 2);
    assert_int_equal(w->after.offer, OFFER_BEAVER);
    scene_done(&s);
    s = scene_of(0, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 drop");
    w = last_event(&s);
    assert_int_equal(w->winner, 0);
    assert_int_equal(w->points, 2);
    scene_done(&s);
}

TEST(a_raccoon_doubles_again_and_leaves_the_cube_with_the_beaverer)
{
    struct scene s = scene_of(0, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 raccoon 8; 0 take; 1 42: 8/4 6/4");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->after.cube, 8);
    assert_int_equal(w->after.cube_owner, 0);
    scene_done(&s);
}

TEST(a_double_answered_by_a_double_is_a_beaver)
{
    struct scene s = scene_of(0, "0 31: 8/5 6/5; 1 double 2; 0 double 4; 1 take");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->after.cube, 4);
    assert_int_equal(w->after.cube_owner, 0);
    assert_int_equal(w->after.on_roll, 1);
    scene_done(&s);
}

TEST(cube_actions_out_of_place_are_problems)
{
    assert_problem(7, "0 31: 8/5 6/5; 1 take", "no double to take");
    assert_problem(7, "0 31: 8/5 6/5; 1 drop", "no double to drop");
    assert_problem(7, "0 31: 8/5 6/5; 1 double 2; 1 take", "other player's to answer");
    assert_problem(7, "0 31: 8/5 6/5; 1 double 4", "twice its value");
    assert_problem(7, "0 31: 8/5 6/5; 0 double 2", "other player's turn");
    assert_problem(7, "0 31: 8/5 6/5; 1 roll 31; 1 double 2", "rolled already");
    assert_problem(7, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 42: 8/4 6/4; 0 31: 6/3 8/7; 1 double 4",
                   "the other player's");
    assert_problem(7, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4", "no beavers in a match");
    assert_problem(0, "0 31: 8/5 6/5; 1 beaver 2", "no double to beaver");
    assert_problem(0, "0 31: 8/5 6/5; 1 double 2; 1 raccoon 8", "only a beaver");
}

TEST(the_cube_of_the_file_is_believed)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 double 4; 0 drop");
    assert_true(walk_next(&s.walk) && walk_next(&s.walk));
    assert_int_equal(s.walk.replay.offered, 4);
    assert_true(walk_next(&s.walk));
    assert_int_equal(s.walk.points, 1);
    scene_done(&s);
}

TEST(there_is_no_double_in_the_crawford_game)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 double 2");
    s.game->crawford_game = true;
    walk_begin(&s.walk, s.match, s.game);
    assert_non_null(strstr(last_event(&s)->problem, "Crawford"));
    scene_done(&s);
}

TEST(automatic_doubles_start_the_cube_higher)
{
    struct scene s = scene_of(0, "0 31: 8/5 6/5; 1 double 8; 0 drop");
    s.game->automatic_doubles = 2;
    walk_begin(&s.walk, s.match, s.game);
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->points, 4);
    scene_done(&s);
}

/* ---- resignations ---- */

TEST(an_accepted_resignation_ends_the_game)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 roll 42; 1 resign 2; 0 accept");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->before.resigned, 2);
    assert_int_equal(w->before.turn, 0);
    assert_int_equal(w->winner, 0);
    assert_int_equal(w->points, 4);
    assert_int_equal(w->ending, ENDING_RESIGNED);
    assert_int_equal(w->after.state, GAME_RESIGNED);
    scene_done(&s);
}

TEST(a_refused_resignation_leaves_all_as_it_was)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 0 resign 1; 1 refuse; 1 42: 8/4 6/4");
    assert_true(last_event(&s)->legal);
    scene_done(&s);
    s = scene_of(7, "0 31: 8/5 6/5; 1 double 2; 0 resign 1; 1 refuse; 0 take; 1 42: 8/4 6/4");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->after.cube, 2);
    scene_done(&s);
}

TEST(a_roll_after_a_resignation_implies_its_refusal)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 1 resign 1; 1 42: 8/4 6/4");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->winner, NOBODY);
    scene_done(&s);
}

TEST(resignations_out_of_place_are_problems)
{
    assert_problem(7, "0 31: 8/5 6/5; 1 accept", "no resignation");
    assert_problem(7, "0 31: 8/5 6/5; 1 resign 1; 1 accept", "other player's to answer");
    assert_problem(7, "0 31: 8/5 6/5; 1 resign 4", "one to three");
    assert_problem(7, "0 31: 8/5 6/5; 1 resign 1; 0 accept; 0 42: 8/4 6/4", "over already");
}

/* ---- endings ---- */

static struct scene bear_off_with(int length, const char *board, int cube, int owner)
{
    struct scene s = scene_of(length, "0 set-board; 0 set-cube 1; 0 21: 1/0");
    script_set_board(s.match, &s.game->events[0], board);
    s.game->events[1].value = cube;
    s.game->events[1].owner = (signed char)owner;
    return s;
}

TEST(bearing_off_wins_a_game_a_gammon_or_a_backgammon)
{
    const struct {
        const char *board;
        int kind;
    } cases[] = {{"1:1 -24:14", 1}, {"1:1 -19:15", 2}, {"1:1 -20:14 -6:1", 3}, {"1:1 -20:14 -0:1", 3}};
    for (int i = 0; i < 4; i++) {
        struct scene s = bear_off_with(7, cases[i].board, 2, 1);
        const struct walk *w = last_event(&s);
        assert_true(w->legal);
        assert_int_equal(w->winner, 0);
        assert_int_equal(w->points, 2 * cases[i].kind);
        assert_int_equal(w->ending, ENDING_BORNE_OFF);
        assert_int_equal(w->after.state, GAME_OVER);
        scene_done(&s);
    }
}

TEST(gammons_count_by_jacobys_rule_only_with_a_turned_cube)
{
    struct scene s = bear_off_with(0, "1:1 -19:15", 1, CUBE_CENTRED);
    assert_int_equal(last_event(&s)->points, 1);
    s.match->rules.jacoby = false;
    walk_begin(&s.walk, s.match, s.game);
    assert_int_equal(last_event(&s)->points, 2);
    scene_done(&s);
    s = bear_off_with(0, "1:1 -19:15", 2, 1);
    assert_int_equal(last_event(&s)->points, 4);
    scene_done(&s);
    s = bear_off_with(7, "1:1 -19:15", 1, CUBE_CENTRED);
    s.match->rules.jacoby = true;
    walk_begin(&s.walk, s.match, s.game);
    assert_int_equal(last_event(&s)->points, 2);
    scene_done(&s);
}

/* ---- set by hand ---- */

TEST(every_variant_starts_from_its_own_position)
{
    const int chequers[] = {15, 15, 1, 2, 3};
    for (int v = VARIANT_BACKGAMMON; v <= VARIANT_HYPERGAMMON_3; v++) {
        struct scene s = scene_of(7, "0 comment");
        s.match->rules.variant = (enum variant)v;
        walk_begin(&s.walk, s.match, s.game);
        const struct walk *w = last_event(&s);
        assert_int_equal(board_in_play(&w->after.board), chequers[v]);
        assert_int_equal(w->after.board.point[24], v >= VARIANT_HYPERGAMMON_1 ? 1 : 2);
        assert_int_equal(w->move_number, 0);
        scene_done(&s);
    }
}

TEST(a_set_board_puts_its_player_on_roll)
{
    struct scene s = scene_of(7, "0 31: 8/5 6/5; 0 set-board; 0 set-dice 21; 0 21: 3/1 2/1");
    script_set_board(s.match, &s.game->events[1], "3:2 2:2 -24:3");
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->played.point[1], 2);
    scene_done(&s);
}

TEST(an_impossible_board_is_not_set)
{
    struct scene s = scene_of(7, "0 set-board");
    event_set_board(s.match, &s.game->events[0], &(struct board){.point = {[6] = 16}});
    const struct walk *w = last_event(&s);
    assert_non_null(w->problem);
    assert_boards_equal(&w->after.board, &w->before.board);
    script_set_board(s.match, &s.game->events[0], "6:2");
    struct board short_of = *event_board(&s.game->events[0]);
    short_of.off[0] = 0;
    event_set_board(s.match, &s.game->events[0], &short_of);
    walk_begin(&s.walk, s.match, s.game);
    w = last_event(&s);
    assert_non_null(strstr(w->problem, "wrong number of chequers"));
    assert_int_equal(w->after.board.point[6], 2);
    scene_done(&s);
}

TEST(cube_and_score_can_be_set)
{
    struct scene s = scene_of(7, "0 set-cube 4; 1 set-score");
    s.game->events[0].owner = 1;
    s.game->events[1].score[0] = 5;
    const struct walk *w = last_event(&s);
    assert_true(w->legal);
    assert_int_equal(w->after.cube, 4);
    assert_int_equal(w->after.cube_owner, 1);
    assert_int_equal(w->after.score[0], 5);
    scene_done(&s);
    assert_problem(7, "0 set-cube 3", "power of two");
}

/* ---- properties ---- */

/* The walk and the reader's twin agree; what one event leaves is where the next begins. */
static void assert_walk_is_replay(const struct match *m, const struct game *g)
{
    struct walk w;
    struct replay r;
    struct position last;
    walk_begin(&w, m, g);
    replay_begin(&r, m, g);
    assert_positions_equal(&w.after, &r.now);
    while (last = w.after, walk_next(&w)) {
        struct board played = w.played;
        assert_null(replay_apply(&r, w.event, &played));
        assert_null(w.problem);
        assert_positions_equal(&w.after, &r.now);
        if (w.event->kind != EVENT_PLAY)
            continue;
        assert_boards_equal(&w.played, &played);
        assert_null(board_problem(&w.played, variant_chequers(m->rules.variant)));
        if (w.before.on_roll == last.on_roll)
            assert_boards_equal(&w.before.board, &last.board);
        board_flip(&w.after.board, &played);
        assert_boards_equal(&w.played, &played);
    }
    assert_int_equal(w.winner, g->winner);
    assert_int_equal(w.points, g->points);
    assert_int_equal(w.ending, g->ending);
}

TEST(random_matches_replay_without_fault)
{
    for (int i = 0; i < 30; i++) {
        const enum variant variant = i % 5 == 0   ? VARIANT_NACKGAMMON
                                     : i % 5 == 1 ? VARIANT_HYPERGAMMON_3
                                                  : VARIANT_BACKGAMMON;
        struct match *m = random_match((uint64_t)i, i % 3 == 0 ? 0 : 5, 4, variant);
        for (size_t k = 0; k < m->n_games; k++)
            assert_walk_is_replay(m, &m->games[k]);
        assert_matches_equal(m, m);
        match_free(m);
    }
}

TEST_MAIN(NULL, NULL)
