/* The .mat writer: columns to the letter, results, styles, what is lost. */
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <stdlib.h>
#include <string.h>

static struct match *named_match(int length)
{
    struct match *m = match_new();
    m->player[0].name = "Alice";
    m->player[1].name = "Bob Brown";
    m->length = length;
    return m;
}

static void expect_text(struct match *m, const char *style, const char *expected)
{
    char *text = written(m, "mat", style);
    assert_string_equal(text, expected);
    free(text);
    match_free(m);
}

TEST(cells_stand_in_the_columns_of_jellyfish)
{
    struct match *m = named_match(5);
    struct game *g = script_game(m, "1 53: 8/3 6/3; 0 62: 24/18 18/16; 1 55: 13/8 13/8 6/1 6/1; 0 double 2; 1 drop");
    g->winner = 0;
    g->points = 1;
    g->ending = ENDING_DROP;
    expect_text(m, NULL,
                "\n 5 point match\n\n Game 1\n"
                " Alice : 0                      Bob Brown : 0\n"
                "  1)                             53: 8/3 6/3 \n"
                "  2) 62: 24/18 18/16             55: 13/8 13/8 6/1* 6/1\n"
                "  3)  Doubles => 2                Drops\n"
                "      Wins 1 point\n\n");
}

TEST(a_drop_in_the_left_column_has_the_result_beside_it)
{
    struct match *m = named_match(5);
    struct game *g = script_game(m, "0 41: 24/23 13/9; 1 double 2; 0 drop");
    g->winner = 1;
    g->points = 1;
    g->ending = ENDING_DROP;
    g->score[1] = 4;
    expect_text(m, NULL,
                "\n 5 point match\n\n Game 1\n"
                " Alice : 0                      Bob Brown : 4\n"
                "  1) 41: 24/23 13/9               Doubles => 2\n"
                "  2)  Drops                       Wins 1 point and the match\n\n");
}

TEST(a_resignation_after_the_roll_leaves_the_dice_alone)
{
    struct match *m = named_match(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 62: 24/18 13/11; 0 roll 44; 0 resign 2; 1 accept");
    g->winner = 1;
    g->points = 2;
    g->ending = ENDING_RESIGNED;
    expect_text(m, NULL,
                "; [Beaver \"Off\"]\n\n 0 point match\n\n Game 1\n"
                " Alice : 0                      Bob Brown : 0\n"
                "  1) 31: 8/5 6/5                 62: 24/18 13/11 \n"
                "  2) 44:\n"
                "                                  Wins 2 points\n\n");
}

TEST(beavers_and_raccoons_are_written_without_a_take)
{
    struct match *m = named_match(0);
    m->rules.beavers = true;
    script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 raccoon 8; 0 take; 1 62: 24/18 13/11");
    char *text = written(m, "mat", NULL);
    assert_non_null(strstr(text, "  1) 31: 8/5 6/5                  Doubles => 2\n"
                                 "  2)  Beavers => 4                Beavers => 8\n"
                                 "  3)                             62: 24/18 13/11 \n"));
    free(text);
    match_free(m);
}

TEST(the_xg_style_merges_plays_and_spells_dances_out)
{
    struct match *m = named_match(5);
    m->info.date = "2026-11-20";
    m->info.event = "Our \"own\" event";
    struct game *g = script_game(m, "0 11: 8/7 8/7 6/5 6/5; 1 62: 24/18 18/16; 0 66:");
    g->winner = 1;
    g->points = 2;
    g->ending = ENDING_RESIGNED;
    expect_text(m, "xg",
                "; [Event \"Our \"own\" event\"]\n; [Player 1 \"Alice\"]\n; [Player 2 \"Bob Brown\"]\n"
                "; [EventDate \"2026.11.20\"]\n; [Variation \"Backgammon\"]\n; [Crawford \"On\"]\n"
                "\n5 point match\n\n Game 1\n"
                " Alice : 0                             Bob Brown : 0\n"
                "  1) 11: 8/7(2) 6/5(2)                 62: 24/16                         \n"
                "  2) 66: Cannot Move\n"
                "                                        Wins 2 point                     \n\n\n");
}

TEST(metadata_become_tags_before_the_match_line)
{
    struct match *m = named_match(3);
    m->info.place = "Oslo";
    m->info.annotator = "C\nD";
    m->rules.variant = VARIANT_NACKGAMMON;
    m->comment = "one\ntwo";
    property_add(m, &m->properties, "mat", "Unrated", "Off");
    property_add(m, &m->properties, "sgf", "XX", "not ours");
    expect_text(m, NULL,
                "; [Site \"Oslo\"]\n; [Place \"Oslo\"]\n; [Variation \"NackGammon\"]\n; [Transcriber \"C D\"]\n; "
                "[Unrated \"Off\"]\n"
                "\n; one\n; two\n\n 3 point match\n\n");
}

TEST(a_game_from_a_position_says_so_in_xgs_way)
{
    struct match *m = named_match(0);
    struct game *g = match_add_game(m);
    struct event *e = game_add_event(m, g, EVENT_SET_BOARD, 1);
    script_set_board(m, e, "6:2 5:3 -6:2 -4:1");
    e = game_add_event(m, g, EVENT_SET_CUBE, NOBODY);
    e->value = 4;
    e->owner = 0;
    e = game_add_event(m, g, EVENT_PLAY, 1);
    e->dice[0] = 6, e->dice[1] = 5;
    e->play = (struct play){2, {{6, 0}, {5, 0}}};
    char *text = written(m, "mat", NULL);
    assert_non_null(strstr(text, "; Set Pos=----aCb-"));
    assert_non_null(strstr(text, "-/-2\n  1)                             65: 6/0 5/0 \n"));
    free(text);
    match_free(m);
}

#define FAR "                                        "

TEST(comments_follow_the_line_of_their_event)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 62: 24/18 13/11; 0 41: 13/9 6/5");
    g->comment = "before";
    g->events[0].comment = "one\n\xFFtwo";
    g->events[2].comment = "last";
    char *text = written(m, "mat", NULL);
    assert_non_null(strstr(text,
                           "\n; before\n  1) 31: 8/5 6/5 \n" FAR "; one\n" FAR "; \xEF\xBF\xBDtwo\n"
                           "  2)                             62: 24/18 13/11 \n  3) 41: 13/9 6/5 \n" FAR "; last\n"));
    free(text);
    match_free(m);
}

TEST(nothing_moved_where_one_play_was_possible_is_reported)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 66: 24/18 24/18 13/7 13/7; 0 66:; 1 21: 13/11 6/5; 0 42:");
    g->events[2].flags |= EVENT_ILLEGAL;
    g->events[4].flags |= EVENT_ILLEGAL;
    char *text = written(m, "mat", NULL);
    assert_non_null(strstr(text, "\n  2) 66: ????                    21: 13/11 6/5 \n  3) 42: Illegal play (3;0;"));
    free(text);
    match_free(m);
}

TEST(a_fuller_name_of_the_source_takes_the_place_of_ours)
{
    struct match *m = named_match(3);
    m->info.event = "Open";
    property_add(m, &m->properties, "mat", "PLAYER 2", "Robert Brown");
    expect_text(m, "xg",
                "; [Event \"Open\"]\n; [Player 1 \"Alice\"]\n; [Variation \"Backgammon\"]\n; [Crawford \"On\"]\n"
                "; [PLAYER 2 \"Robert Brown\"]\n\n3 point match\n\n");
}

TEST(what_mat_cannot_carry_is_counted)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    struct annotation_set set = {.engine = "test"};
    struct annotation *a = event_annotate(m, &g->events[0], match_add_set(m, &set));
    a->luck = 0.7f;
    a->luck_mark = LUCK_VERY_LUCKY;
    char *note = lost(m, "mat");
    assert_string_equal(note, "lost: luck of 1 roll, 1 mark");
    free(note);
    match_free(m);
}

TEST(a_second_tag_stands_behind_the_fact)
{
    struct match *m = named_match(3);
    m->info.event = "First";
    m->player[1].rating = "1600.00";
    m->player[1].experience = "0";
    property_add(m, &m->properties, "mat", "Event", "Second");
    property_add(m, &m->properties, "mat", "Player 2 Elo", "1700");
    script_game(m, "0 31: 8/5 6/5");
    char *note = lost(m, "mat");
    assert_string_equal(note, "");
    free(note);
    expect_parts(m, "mat",
                 (const char *const[]){"; [Event \"First\"]\n", "; [Player 2 Elo \"1600.00/0\"]\n",
                                       "; [Event \"Second\"]\n", "; [Player 2 Elo \"1700\"]\n", NULL});
}

static void expect_lost(struct match *m, const char *expected)
{
    script_game(m, "0 31: 8/5 6/5");
    char *note = lost(m, "mat");
    assert_string_equal(note, expected);
    free(note);
    match_free(m);
}

TEST(what_a_line_would_be_read_without_is_reported)
{
    struct match *m = named_match(3);
    m->player[1].name = "\x1C Bo";
    expect_lost(m, "lost: 1 name");
    m = named_match(3);
    m->info.event = "  Cup";
    expect_lost(m, "lost: 1 fact about the match");
    m = named_match(3);
    m->info.place = m->info.site = "Ulm";
    expect_lost(m, "lost: 1 fact about the match");
}

static struct match *ended_by_illegal(const char *words)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 62: 24/18 13/11; 0 64:");
    struct event *e = &g->events[2];
    e->flags |= EVENT_ILLEGAL;
    e->text = words;
    e->play.n = words != NULL ? -1 : 0;
    return m;
}

/* Nothing behind the dice, and words without a point, are read as a roll without a play. */
TEST(an_illegal_play_at_the_end_that_names_no_point_is_given_by_its_position)
{
    static const char *const words[] = {NULL, "nonsense", "8/0"};
    static const char *const lost_of[] = {"", "lost: 1 wording of an illegal play", ""};
    for (int i = 0; i < 3; i++) {
        struct match *m = ended_by_illegal(words[i]);
        char *note = lost(m, "mat");
        assert_string_equal(note, lost_of[i]);
        free(note);
        expect_parts(m, "mat", (const char *const[]){i < 2 ? "  2) 64: Illegal play (3;0;" : "  2) 64: 8/0\n", NULL});
    }
}

/* A reader finds the smallest resignation that gives the points. */
TEST(a_resignation_of_more_than_was_counted_is_reported)
{
    for (int size = 1; size <= 3; size++) {
        struct match *m = named_match(5);
        struct game *g = script_game(m, "0 31: 8/5 6/5; 1 resign 1; 0 accept");
        g->events[1].value = size;
        g->winner = 0;
        g->points = 1;
        g->ending = ENDING_RESIGNED;
        char *note = lost(m, "mat");
        assert_string_equal(note, size > 1 ? "lost: 1 way a game ended" : "");
        free(note);
        expect_parts(m, "sgf",
                     (const char *const[]){"RE[W+1R]",
                                           size == 1   ? ")"
                                           : size == 2 ? ";KT[:resign:B2]"
                                                       : ";KT[:resign:B3]",
                                           NULL});
    }
}

/* A reader finds them where the record has nothing, and believes them. */
TEST(tags_that_become_facts_are_reported)
{
    struct match *m = named_match(3);
    property_add(m, &m->properties, "mat", "Event", "Second");
    expect_lost(m, "lost: 1 fact about the match, 1 property of another format");
    m = named_match(3);
    property_add(m, &m->properties, "mat", "Player 2 Elo", "1700");
    expect_lost(m, "lost: 1 rating, 1 property of another format");
    m = named_match(3);
    property_add(m, &m->properties, "mat", "Crawford", "Off");
    expect_lost(m, "lost: 1 rule, 1 property of another format");
    m = named_match(3);
    property_add(m, &m->properties, "mat", "Crawford", "perhaps"); /* no rule: read again with the same warning */
    expect_lost(m, "");
    m = named_match(3);
    property_add_value(m, property_add(m, &m->properties, "mat", "Colour", "red"), "white");
    expect_lost(m, "lost: 1 property of another format");
}

TEST_MAIN(NULL, NULL)
