/* The SGF writer: letters, set-ups, annotations in GNU Backgammon's words, escaping, what was kept from other files. */
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"

static struct match *named_match(int length)
{
    struct match *m = match_new();
    m->player[0].name = "Ann";
    m->player[1].name = "Bo";
    m->length = length;
    return m;
}

static void expect_part(struct match *m, const char *part)
{
    char *text = written(m, "sgf", NULL);
    if (strstr(text, part) == NULL)
        fail_msg("no %s in\n%s", part, text);
    free(text);
    match_free(m);
}

TEST(a_short_match_is_written_to_the_letter)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 41: 24/23 13/9; 0 double 2; 1 drop");
    g->winner = 0, g->points = 1, g->ending = ENDING_DROP;
    g->events[1].comment = "why not [24/23] 13/9?";
    expect_part(m, "(;FF[4]GM[6]CA[UTF-8]AP[kibitzer:" KIBITZER_VERSION "]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]"
                   "RU[Crawford]RE[W+1]\n;W[31hefe]\n;B[41ablp]C[why not [24/23\\] 13/9?]\n;W[double]\n;B[drop]\n)\n");
}

TEST(bar_and_off_have_letters_of_their_own)
{
    struct match *m = named_match(0);
    script_game(m, "1 54: 25/20 4/0; 0 46: 4/0 25/19");
    expect_part(m, "\n;B[54yeuz]\n;W[46dzys]\n");
}

TEST(a_resignation_stands_in_the_result_only)
{
    struct match *m = named_match(5);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 roll 44; 1 resign 2; 0 accept");
    g->winner = 0, g->points = 2, g->ending = ENDING_RESIGNED;
    expect_part(m, "RE[W+2R]\n;W[31hefe]\n;PL[B]DI[44]\n)\n");
}

static const char *const RESIGNED_AT_TWO = "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 double 2; 1 take; 0 65: 24/18 18/13; "
                                           "1 21: 13/11 6/5; 1 resign 2; 0 accept";

TEST(points_that_a_site_caps_are_written_as_they_were_played)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, RESIGNED_AT_TWO);
    g->winner = 0, g->points = 3, g->ending = ENDING_RESIGNED; /* two cubes of two, of which three were needed */
    expect_part(m, "RE[W+4R]KT[:points:3]\n");
}

TEST(points_that_the_play_does_not_give_stay_as_they_were_read)
{
    struct match *m = named_match(5);
    struct game *g = script_game(m, RESIGNED_AT_TWO);
    g->winner = 0, g->points = 3, g->ending = ENDING_RESIGNED; /* five were needed: no cap explains three */
    expect_part(m, "RE[W+3R]\n;W");
}

TEST(a_resignation_of_which_something_is_said_has_a_node)
{
    struct match *m = named_match(5);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 resign 2; 0 accept");
    g->winner = 0, g->points = 2, g->ending = ENDING_RESIGNED;
    g->events[1].comment = "enough";
    g->events[2].comment = "thanks";
    expect_part(m, "RE[W+2R]\n;W[31hefe]\n;KT[:resign:B2]C[enough]\n;C[thanks]\n)\n");
}

TEST(set_ups_clear_the_board_and_place_every_chequer)
{
    struct match *m = named_match(0);
    struct game *g = match_add_game(m);
    struct event *e = game_add_event(m, g, EVENT_SET_BOARD, 1);
    script_set_board(m, e, "6:2 25:1 -24:1 -0:1"); /* Black's 6-point and bar; White's ace point and bar */
    e = game_add_event(m, g, EVENT_SET_CUBE, NOBODY);
    e->value = 4;
    e->owner = CUBE_CENTRED;
    e = game_add_event(m, g, EVENT_SET_DICE, 1);
    e->dice[0] = 4, e->dice[1] = 3;
    expect_part(m, "\n;PL[B]AE[a:y]AW[y][a]AB[s][s][y]\n;CV[4]\n;CP[c]\n;PL[B]DI[43]\n)\n");
}

static struct outcome some_outcome(void)
{
    return (struct outcome){0.5f, 0.125f, 0.0625f, 0.25f, 0.03125f};
}

TEST(annotations_speak_the_words_of_gnu_backgammon)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct annotation_set set = {.engine = "kibitzer", .own = true};
    struct annotation *a = event_annotate(m, &g->events[0], match_add_set(m, &set));
    struct candidate candidates[2] = {
        {.play = {2, {{24, 21}, {24, 23}}}, .level = {EVAL_PLY, .plies = 2, .cubeful = true}},
        {.play = g->events[0].play, .level = {EVAL_PLY, .plies = 0}},
    };
    candidates[0].outcome = candidates[1].outcome = some_outcome();
    candidates[0].equity = 0.25f;
    candidates[1].equity = -0.125f;
    struct play_analysis play = {.candidates = candidates, .n = 2, .n_legal = 16, .played = 1};
    struct cube_analysis cube = {.level = {EVAL_PLY, .plies = 2, .cubeful = true}};
    cube.branch[0] = (struct cube_branch){some_outcome(), 0.5f, 0.75f, NULL};
    cube.branch[1] = (struct cube_branch){some_outcome(), 0.5f, 0.625f, NULL};
    a->play = &play;
    a->cube = &cube;
    a->luck = 0.7f;
    a->luck_mark = LUCK_VERY_LUCKY;
    a->play_skill = SKILL_VERY_BAD;
    a->cube_skill = SKILL_DOUBTFUL;
    expect_part(m,
                "\n;W[31hefe]DA[E ver 3 2C 1 0.000000 0 0.500000 0.125000 0.062500 0.250000 0.031250 0.500000 0.750000 "
                "0.500000 0.125000 0.062500 0.250000 0.031250 0.500000 0.625000]"
                "A[1][xuxw E ver 3 0.500000 0.125000 0.062500 0.250000 0.031250 0.250000 2C 0 1 0.000000 0]"
                "[hefe E ver 3 0.500000 0.125000 0.062500 0.250000 0.031250 -0.125000 0 0 1 0.000000 0]"
                "LU[0.70000]GW[2]BM[2]DC[]\n");
}

static struct candidate rolled_out(struct play play, const struct rollout_settings *s, struct rollout_error *e)
{
    return (struct candidate){.play = play,
                              .level = {EVAL_ROLLOUT, .cubeful = true, .trials = 1296},
                              .outcome = some_outcome(),
                              .equity = 0.25f,
                              .cubeless = 0.125f,
                              .mwc = 0.5625f,
                              .stderror = e,
                              .rollout = s};
}

TEST(rollouts_are_written_as_such)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct annotation_set set = {.engine = "eXtreme Gammon"};
    struct annotation *a = event_annotate(m, &g->events[0], match_add_set(m, &set));
    struct rollout_settings settings = {.variance_reduction = true,
                                        .quasi_random = true,
                                        .truncation = 11,
                                        .seed = 7,
                                        .early = {{EVAL_PLY, .plies = 2, .cubeful = true}, {EVAL_PLY, .plies = 1}}};
    struct rollout_error errors = {some_outcome(), 0.5f, NAN, 0.0078125f};
    struct candidate only = rolled_out(g->events[0].play, &settings, &errors);
    struct play_analysis play = {.candidates = &only, .n = 1, .n_legal = 16};
    a->play = &play;
    expect_part(m, "A[0][hefe X ver 3 Score 0.25 0.125 Trials 1296 Output 0.5 0.125 0.0625 0.25 0.03125 0.125 0.5625 "
                   "StdDev 0.5 0.125 0.0625 0.25 0.03125 0.5 0.0078125 SK 0 RC 1 1 0 1 0 1 11 0 0 0 "
                   "\"Mersenne Twister\" 7 cube0 ver 3 1 1 0.000000 1 cheq0 ver 3 2C 1 0.000000 1");
}

TEST(a_rollout_without_its_winning_chances_becomes_an_evaluation_and_says_so)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct annotation_set set = {.engine = "eXtreme Gammon"};
    struct annotation *a = event_annotate(m, &g->events[0], match_add_set(m, &set));
    struct candidate only = rolled_out(g->events[0].play, NULL, NULL);
    struct play_analysis play = {.candidates = &only, .n = 1, .n_legal = 16};
    only.mwc = NAN;
    a->play = &play;
    char *said = lost(m, "sgf");
    assert_string_equal(said, "lost: 1 rollouts became evaluations, their match winning chances are unknown");
    free(said);
    expect_part(m, "[hefe E ver 3 0.500000 0.125000 0.062500 0.250000 0.031250 0.250000 0C 0 1 0.000000 1]");
}

TEST(bad_luck_belongs_to_the_other_colour)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct annotation_set set = {.engine = "kibitzer", .own = true};
    struct annotation *a = event_annotate(m, &g->events[0], match_add_set(m, &set));
    a->luck = -0.4f;
    a->luck_mark = LUCK_UNLUCKY;
    expect_part(m, "LU[-0.40000]GB[1]\n");
}

TEST(statistics_have_their_order)
{
    struct match *m = named_match(3);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct annotation_set set = {.engine = "kibitzer", .own = true};
    struct statistics s = {.moves_analysed = true, .cube_analysed = true, .luck_analysed = true};
    match_add_set(m, &set);
    s.side[0].unforced_moves = 1, s.side[1].unforced_moves = 2;
    s.side[0].skill[SKILL_VERY_BAD] = 3, s.side[1].skill[SKILL_NONE] = 4;
    s.side[1].move_error = (struct amount){0.5, 0.25};
    s.side[0].cube_decisions = 5, s.side[1].passes = 6;
    s.side[0].cube_error[CUBE_WRONG_PASS] = (struct amount){0.75, 0.125};
    s.side[0].luck[0] = 7; /* very unlucky */
    s.side[1].luck_total.mwc = -0.5;
    g->statistics = &s;
    expect_part(m, "GS[M:1 2 0 0 3 0 0 0 0 0 0 4 0.000000 0.000000 0.500000 0.250000]"
                   "[C:5 0 0 0 0 0 0 6 0 0 0 0 0 0 0 0 0 0 0 0 "
                   "0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.750000 "
                   "0.125000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000 "
                   "0.000000 0.000000]"
                   "[D:7 0 0 0 0 0 0 0 0 0 0.000000 0.000000 0.000000 -0.500000]");
}

TEST(names_cannot_break_out_of_their_brackets)
{
    struct match *m = named_match(0);
    m->player[0].name = "]\\;\xFF)";
    match_add_game(m);
    expect_part(m, "PW[\\]\\\\;\xEF\xBF\xBD)]PB[Bo]");
}

TEST(unknown_properties_are_written_back_as_they_stood)
{
    struct match *m = named_match(0);
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    struct property *p = property_add(m, &g->events[0].properties, "sgf", "XY", "a\\]b");
    property_add_value(m, p, "c");
    property_add(m, &g->events[0].properties, "sgf", "IT", NULL);
    expect_part(m, "\n;W[31hefe]XY[a\\]b][c]IT[]\n");
}

TEST(what_sgf_has_no_word_for_stands_in_kt)
{
    struct match *m = named_match(5);
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 resign 1; 0 refuse; 1 62: 24/18 13/11");
    m->info.site = "Galaxy";
    m->info.time = "16:15";
    property_add(m, &m->properties, "mat", "Unrated", "Off");
    g->events[3].flags = EVENT_ILLEGAL;
    g->events[3].text = "24/11";
    char *note = lost(m, "sgf");
    assert_string_equal(note, "");
    free(note);
    expect_part(m, "PC[Galaxy]RU[Crawford]KT[:site:Galaxy][:time:16:15][mat:Unrated:Off]\n;W[31hefe]\n;KT[:resign:B1]\n"
                   ";KT[:refuse:W0]\n;B[62agln]KT[:text:24/11]\n)\n");
}

TEST_MAIN(NULL, NULL)
