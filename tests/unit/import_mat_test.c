/* The .mat reader, one trait a test. Whole files with their records are in fixtures/mat. */
#include "support/reading.h"

#include <stdio.h>
#include <string.h>

#include "import/cells.h"
#include "import/readers.h"

static const struct match *read(struct reading *r, const char *text)
{
    return read_by(r, importer_find("mat"), text);
}

#define HEAD "5 point match\n\nGame 1\n Ann : 0    Bo : 0\n"

TEST(cells_are_found_by_what_they_say)
{
    struct cell c[CELLS_MAX];
    assert_int_equal(cells_cut(span_of("  3) 31: 8/5 6/5    Doubles => 2"), c), 2);
    assert_int_equal(c[0].kind, CELL_PLAY);
    assert_int_equal(c[0].text_column, 10);
    assert_int_equal(c[1].kind, CELL_DOUBLE);
    assert_int_equal(c[1].value, 2);
    assert_int_equal(cells_cut(span_of("  1)                  53: Cannot Move"), c), 1);
    assert_int_equal(c[0].kind, CELL_DANCE);
    assert_int_equal(c[0].player, 1);
    assert_int_equal(cells_cut(span_of(" 12) 62: ????                Wins 4 point"), c), 2);
    assert_int_equal(c[0].kind, CELL_ROLL);
    assert_int_equal(c[1].kind, CELL_WINS);
    assert_int_equal(c[1].value, 4);
    assert_int_equal(cells_cut(span_of(" 30) 32: Concedes                 Wins 2 point"), c), 2);
    assert_int_equal(c[0].kind, CELL_RESIGNS);
    assert_int_equal(c[0].dice[0], 3);
}

TEST(the_first_cell_on_the_right_means_that_player_begins)
{
    struct reading r;
    const struct match *m = read(&r, HEAD "  1)                       31: 8/5 6/5\n  2) 41: 24/23 13/9\n");
    assert_int_equal(m->length, 5);
    assert_int_equal(m->games[0].n_events, 2);
    assert_int_equal(m->games[0].events[0].player, 1);
    assert_int_equal(m->games[0].winner, NOBODY);
    reading_done(&r);
}

TEST(a_win_in_an_open_game_is_a_resignation_of_that_size)
{
    struct reading r;
    const struct match *m = read(&r, HEAD "  1)                       31: 8/5 6/5\n      Wins 2 points\n");
    const struct game *g = &m->games[0];
    assert_int_equal(g->n_events, 3);
    assert_int_equal(g->events[1].kind, EVENT_RESIGN);
    assert_int_equal(g->events[1].player, 1);
    assert_int_equal(g->events[1].value, 2);
    assert_int_equal(g->events[2].kind, EVENT_RESIGN_ACCEPT);
    assert_int_equal(g->ending, ENDING_RESIGNED);
    assert_int_equal(g->winner, 0);
    assert_int_equal(g->points, 2);
    reading_done(&r);
}

TEST(a_whole_match_given_up_before_rolling_is_a_forfeit)
{
    struct reading r;
    const struct match *m = read(&r, HEAD "  1)                              Losses 5 point\n\n"
                                          "      Wins 5 point and the match\n");
    assert_int_equal(m->games[0].n_events, 0);
    assert_int_equal(m->games[0].winner, 0);
    assert_int_equal(m->games[0].points, 5);
    assert_int_equal(m->games[0].ending, ENDING_FORFEIT);
    assert_int_equal(r.d.n_warnings, 0);
    reading_done(&r);
}

TEST(wins_corrects_a_losses_that_strayed_from_its_column)
{
    struct reading r;
    const struct match *m = read(&r, HEAD "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
                                          " Losses 1 point\n\n"
                                          "      Wins 1 point\n");
    assert_int_equal(m->games[0].winner, 0);
    assert_int_equal(m->games[0].points, 1);
    assert_int_equal(m->games[0].ending, ENDING_RESIGNED);
    assert_int_equal(r.d.n_warnings, 0);
    reading_done(&r);
}

TEST(a_take_left_out_after_a_beaver_is_implied)
{
    struct reading r;
    const struct match *m = read(&r, "Money session\nGame 1\n Ann : 0     Bo : 0\n"
                                     "  1) 31: 8/5 6/5                  Doubles => 2\n"
                                     "  2)  Beavers => 4                52: 13/8 24/22\n");
    const struct game *g = &m->games[0];
    assert_int_equal(g->n_events, 5);
    assert_int_equal(g->events[2].kind, EVENT_BEAVER);
    assert_int_equal(g->events[2].value, 4);
    assert_int_equal(g->events[3].kind, EVENT_TAKE);
    assert_int_equal(g->events[3].player, 1);
    assert_int_equal(g->events[3].flags, EVENT_IMPLIED);
    assert_int_equal(g->events[4].player, 1);
    reading_done(&r);
}

TEST(ratings_and_colons_are_no_part_of_names)
{
    struct reading r;
    const struct match *m = read(&r, "3 point match\nGame 1\n Dr: Who, 1712.5 : 0     Bo, Jr : 2\n  1) 31: 8/5 6/5\n");
    assert_string_equal(m->player[0].name, "Dr: Who");
    assert_string_equal(m->player[0].rating, "1712.5");
    assert_string_equal(m->player[1].name, "Bo, Jr");
    assert_null(m->player[1].rating);
    assert_true(m->games[0].crawford_game);
    reading_done(&r);
}

TEST(tags_set_rules_and_stay_in_order)
{
    struct reading r;
    const struct match *m =
        read(&r, "; [Event \"Cup\"]\n; [Jacoby \"On\"]\n; [Beaver \"Off\"]\n; [EventDate \"2020.02.03\"]\n"
                 "; [Unrated \"Off\"]\n; [CubeLimit \"1\"]\n; [CubeLimit \"64\"]\n; hello\n0 point match\nGame 1\n Ann "
                 ": 0     Bo : 0\n");
    assert_true(m->rules.jacoby && m->jacoby_known);
    assert_false(m->rules.beavers);
    assert_true(m->rules.cube); /* the last word */
    assert_false(m->rules.crawford);
    assert_string_equal(m->info.date, "2020.02.03"); /* import.c makes all dates alike */
    assert_string_equal(m->comment, "hello");
    assert_string_equal(m->info.event, "Cup");
    assert_string_equal(m->properties->name, "Unrated"); /* what has a field is not a property as well */
    assert_int_equal(m->rules.cube_limit, 64);
    assert_null(m->properties->next);
    reading_done(&r);
}

/* Anything but a power of two leaves room for the next lower one and stays unchanged; XG's usual limit is none. */
TEST(limits_of_the_cube_are_rules)
{
    static const struct {
        const char *limit;
        bool cube;
        int value;
        bool kept;
    } rows[] = {{"2", true, 2, false},   {"1", false, 0, false}, {"1024", true, 0, true},
                {"100", true, 64, true}, {"0", true, 0, true},   {"512", true, 512, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r;
        struct strbuf text = {0};
        strbuf_printf(&text, "; [CubeLimit \"%s\"]\n\n0 point match\nGame 1\n Ann : 0     Bo : 0\n", rows[i].limit);
        const struct match *m = read(&r, strbuf_text(&text));
        assert_int_equal(m->rules.cube, rows[i].cube);
        assert_int_equal(m->rules.cube_limit, rows[i].value);
        assert_int_equal(m->properties != NULL, rows[i].kept);
        reading_done(&r);
        strbuf_done(&text);
    }
}

TEST(what_cannot_be_played_ends_the_game_but_not_the_match)
{
    struct reading r;
    const struct match *m = read(&r, HEAD "  1) 31: 20/17 6/5             42: 8/4 6/4\n                Wins 1 point\n\n"
                                          "Game 2\n Ann : 1    Bo : 0\n  1) 31: 8/5 6/5\n");
    assert_int_equal(m->n_games, 2);
    assert_true(m->games[0].events[0].flags & EVENT_ILLEGAL);
    assert_string_equal(m->games[0].events[0].text, "20/17 6/5");
    assert_int_equal(r.d.at[0].line, 5);
    assert_int_equal(r.d.at[0].column, 10);
    assert_int_equal(m->games[1].n_events, 1);
    reading_done(&r);
}

/* The left player has been hit on the opponent's ace point, and cannot enter with a one. */
#define HIT                                                                                                            \
    HEAD "  1)                      53: 8/3 6/3\n  2) 62: 24/18 18/16     55: 13/8(2) 6/1*(2)\n"                       \
         "  3) 11: %s\n  4)                      21: 13/11 6/5\n"

TEST(words_for_a_play_that_cannot_be_made_are_known)
{
    static const char *const words[] = {"", "Cannot Move", "can't move", "no play", "Dances", "O-O", "---", "0/0"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct reading r;
        char text[600];
        snprintf(text, sizeof text, HIT, words[i]);
        const struct game *g = &read(&r, text)->games[0];
        assert_int_equal(g->n_events, 5);
        assert_int_equal(g->events[3].kind, EVENT_PLAY);
        assert_int_equal(g->events[3].play.n, 0);
        assert_int_equal(g->events[4].play.n, 2);
        assert_null(g->events[3].comment);
        reading_done(&r);
    }
}

TEST(a_play_without_a_number_is_one)
{
    struct reading r;
    char text[600];
    snprintf(text, sizeof text, HIT, "Bar/Off");
    const struct event *e = &read(&r, text)->games[0].events[3];
    assert_true(e->flags & EVENT_ILLEGAL);
    assert_string_equal(e->text, "Bar/Off");
    assert_int_equal(e->play.n, 1);
    reading_done(&r);
}

TEST(other_words_after_dice_are_kept_and_the_game_goes_on)
{
    struct reading r;
    char text[600];
    snprintf(text, sizeof text, HIT, "(fell asleep)");
    const struct game *g = &read(&r, text)->games[0];
    assert_int_equal(g->n_events, 5);
    assert_int_equal(g->events[3].play.n, 0);
    assert_string_equal(g->events[3].comment, "(fell asleep)");
    assert_diag(&r.d, SEVERITY_WARNING, 7, 10, "is not a play");
    reading_done(&r);
}

TEST(an_illegal_play_without_its_board_keeps_the_word)
{
    struct reading r;
    const struct game *g = &read(&r, HEAD "  1) 31: Illegal play         42: 8/4 6/4\n")->games[0];
    assert_string_equal(g->events[0].text, "Illegal play");
    assert_diag(&r.d, SEVERITY_WARNING, 5, 10, "40 fields");
    reading_done(&r);
}

TEST(headers_may_end_with_a_stop_or_be_left_out)
{
    static const char *const heads[] = {"5 point match.\n\nGame 1:\n", "5 point match:\nGame 1.\n",
                                        "5 Point Match\n\n"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct reading r;
        char text[200];
        snprintf(text, sizeof text, "%s Ann : 0    Bo : 0\n  1) 31: 8/5 6/5\n", heads[i]);
        const struct match *m = read(&r, text);
        assert_int_equal(m->length, 5);
        assert_string_equal(m->player[1].name, "Bo");
        assert_int_equal(m->games[0].n_events, 1);
        reading_done(&r);
    }
}

TEST(absurd_results_are_counted_as_what_was_needed)
{
    struct reading r;
    const struct match *m =
        read(&r, "5 point match\n\nGame 1\n Ann : 3    Bo : 0\n  1) 31: 8/5 6/5\n      Wins 2008 point\n");
    assert_int_equal(m->games[0].points, 2);
    assert_int_equal(m->games[0].winner, 0);
    assert_diag(&r.d, SEVERITY_WARNING, 6, 7, "2008 points in a match of 5");
    reading_done(&r);
    m = read(&r, "3 point match\n\nGame 1\n Ann : 0    Bo : 0\n  1) 31: 8/5 6/5                  Doubles => 2\n"
                 "  2)  Takes                      52: 13/11 13/8\n      Wins 4 points\n");
    assert_int_equal(m->games[0].points, 4); /* a gammon, as written by sites that do not cap */
    reading_done(&r);
}

TEST(names_may_begin_like_comments_and_cells)
{
    static const char *const names[] = {"; x", "# y", "1) 31: 8/5 6/5", "Game 1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct reading r;
        char text[200];
        snprintf(text, sizeof text, "5 point match\n\nGame 1\n %s : 0    Bo : 0\n  1) 31: 8/5 6/5\n", names[i]);
        const struct match *m = read(&r, text);
        assert_string_equal(m->player[0].name, names[i]);
        assert_int_equal(m->games[0].n_events, 1);
        reading_done(&r);
    }
}

TEST(several_matches_become_several_records)
{
    struct reading r;
    read(&r, HEAD
         "  1) 31: 8/5 6/5\n\n; [Event \"Two\"]\n 7 point match\n\n Game 1\n Cy : 0     Di : 0\n  1) 42: 8/4 6/4\n");
    assert_int_equal(r.out.n, 2);
    assert_int_equal(r.out.at[1]->length, 7);
    assert_string_equal(r.out.at[1]->info.event, "Two");
    assert_null(r.out.at[0]->info.event);
    reading_done(&r);
}

TEST(a_second_rating_tag_is_kept)
{
    struct reading r;
    const struct match *m =
        read(&r, "; [Player 2 Elo \"1600/7\"]\n; [Player 2 Elo \"1600/7\"]\n" HEAD "  1) 31: 8/5 6/5\n");
    assert_string_equal(m->player[1].rating, "1600");
    assert_string_equal(m->player[1].experience, "7");
    assert_non_null(m->properties);
    assert_string_equal(m->properties->name, "Player 2 Elo");
    assert_null(m->properties->next);
    reading_done(&r);
}

TEST(rules_that_contradict_themselves_are_reported)
{
    struct reading r;
    const struct match *m = read(&r, "; [Crawford \"On\"]\n; [Crawford \"On\"]\n" HEAD "  1) 31: 8/5 6/5\n");
    assert_true(m->rules.crawford);
    assert_int_equal(r.d.n_warnings, 0);
    reading_done(&r);
    m = read(&r, "; [Crawford \"On\"]\n; [Crawford \"Off\"]\n" HEAD "  1) 31: 8/5 6/5\n");
    assert_false(m->rules.crawford);
    assert_int_equal(r.d.n_warnings, 1);
    reading_done(&r);
}

TEST(a_rating_tag_within_the_match_is_understood)
{
    struct reading r;
    const struct match *m = read(&r, HEAD "  1) 31: 8/5 6/5\n; [Player 1 Elo \"1700.5\"]\n");
    assert_string_equal(m->player[0].rating, "1700.5");
    assert_null(m->player[1].rating);
    assert_null(m->properties);
    reading_done(&r);
}

TEST(a_turn_that_is_missing_or_there_twice_is_warned_of)
{
    static const struct {
        const char *lines, *expected;
    } rows[] = {
        {"  1) 31: 8/5 6/5  42: 8/4 6/4\n  3) 61: 13/7 8/7  52: 13/8 24/22\n", "found 3), expected 2)"},
        {"  1) 31: 8/5 6/5  42: 8/4 6/4\n  1) 31: 8/5 6/5  42: 8/4 6/4\n", "found 1), expected 2)"},
        {"  2) 31: 8/5 6/5  42: 8/4 6/4\n", "found 2), expected 1)"},
        {"  1) 31: 8/5 6/5\n  1)                       42: 8/4 6/4\n  2) 61: 13/7 8/7\n", NULL},
        {"  1) 31: 8/5 6/5  Concedes\n  4)  Wins 1 point\n", NULL}, /* Backgammon Studio */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r;
        char text[400];
        bool said = false;
        snprintf(text, sizeof text, "%s%s", HEAD, rows[i].lines);
        (void)read(&r, text);
        for (size_t k = 0; k < r.d.n; k++)
            said = said || strncmp(r.d.at[k].message, "found ", 6) == 0;
        assert_int_equal(said, rows[i].expected != NULL);
        if (said)
            assert_string_equal(r.d.at[0].message, rows[i].expected);
        reading_done(&r);
    }
}

TEST_MAIN(NULL, NULL)
