/* Plain text, CSV and the board in letters. */
#include "support/annotated.h"
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <stdlib.h>
#include <string.h>

#include "export/board/ascii.h"

TEST(the_board_has_thirteen_lines_with_the_roller_s_numbers)
{
    struct position p;
    const struct rules rules = {.cube = true, .crawford = true};
    const int score[2] = {1, 2};
    struct strbuf out = {0};
    position_start(&p, &rules, 5, score, false);
    p.state = GAME_PLAYING;
    p.cube = 2, p.cube_owner = 1;
    p.dice[0] = 3, p.dice[1] = 1;
    p.board = script_board("6:7 8:3 13:2 24:2 25:1 -0:2 -1:2 -12:5 -17:3");
    ascii_board(&out, &p, -1, (const char *const[]){"Ann", "Bo"});
    assert_string_equal(out.at, " +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Ann\n"
                                " | X           O    | O | O              X |     1 point\n"
                                " | X           O    |   | O              X |     Rolled 31\n"
                                " | X           O    |   | O                |\n"
                                " | X                |   | O                |\n"
                                " | X                |   | 7                |\n"
                                "^|                  |BAR|                  |     5 point match\n"
                                " |                  |   |                  |\n"
                                " |                  |   |                  |     Cube: 2\n"
                                " |             X    |   |                  |\n"
                                " | O           X    | X |                O |\n"
                                " | O           X    | X |                O |     2 points, 3 off\n"
                                " +13-14-15-16-17-18------19-20-21-22-23-24-+     X: Bo\n");
    strbuf_clear(&out); /* from the roller's side */
    ascii_board(&out, &p, 0, (const char *const[]){"Ann", "Bo"});
    assert_non_null(strstr(strbuf_text(&out), " +13-14-15-16-17-18------19-20-21-22-23-24-+     X: Bo\n"));
    assert_non_null(strstr(strbuf_text(&out), "\nv|                  |BAR|"));
    assert_non_null(strstr(strbuf_text(&out), " +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Ann\n"));
    strbuf_done(&out);
}

TEST(a_report_holds_decisions_in_order)
{
    expect_parts(
        annotated_match(3), "text",
        (const char *const[]){"Ann vs Bo, 3-point match",
                              "analysed by kibitzer, 2ply (XG: 3-ply)\n", /* a link to all facts would lead nowhere */
                              "Costliest decisions",
                              "All 3 marked decisions",
                              "Game 1 Ann 0, Bo 0 to 3",
                              "1. Ann 31: 8/5 6/5 [lucky +0.500]",
                              "Ann 0, Bo 0 to 3, pips 167",
                              "XGID=",
                              "GNU Backgammon ID: 4HPwATDgc/ABMA:",
                              "2 of 16 plays, 2-ply",
                              "* 8/5 6/5",
                              "+0.250",
                              "50.0 12.5  6.3 \xe2\x80\x93 50.0 25.0  3.1",
                              "2. Bo 41: 24/23 13/9 [-0.050 ?!]",
                              "> why not <24/20>?",
                              "* 24/23 13/9",
                              "+0.200  -0.050",
                              "No double",
                              "+0.500",
                              "Cube: ",
                              "Statistics of the match",
                              "About this match",
                              NULL});
}

TEST(a_csv_has_a_row_for_every_decision)
{
    struct match *m = annotated_match(3);
    m->player[0].name = "=Ann, \"A\"";
    expect_parts(m, "csv",
                 (const char *const[]){
                     "player_0,player_1,length,game,move,player,",
                     "\n\"=Ann, \"\"A\"\"\",\"Bo\",3,1,1,0,0,0,1,,\"move\",\"play\",\"31\",\"8/5 6/5\",\"8/5 "
                     "6/5\",16,0.250000,0.250000,0.000000,0.000000,,,0.500000,0.062500,,0.500000,",
                     ",\"move\",\"play\",\"41\",\"24/23 13/9\",\"24/23 "
                     "24/20\",16,0.200000,0.250000,0.050000,0.005000,,\"doubtful\",",
                     "\"why not <24/20>?\",\"safe-v-bold escape breaking-point reply stacking blot-count\",,,,,\r\n",
                     ",\"cube\",\"double\",,,", ",0.100000,0.010000,,\"bad\",,,,0.750000,",
                     ",0.500000,0.400000,1.000000,\"2-ply\",false,\"XGID=", ",\"cube\",\"drop\",,,",
                     ",0.600000,0.060000,,\"very bad\",", NULL});
}

TEST(a_beaver_in_a_csv_has_the_error_of_the_answer)
{
    struct match *m = match_new();
    script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 take");
    const int set = match_add_set(m, &(struct annotation_set){.engine = "somebody"});
    struct cube_analysis *c = arena_alloc(m->arena, sizeof *c);
    *c = (struct cube_analysis){.double_error = 0.5f, .answer_error = 0.25f};
    event_annotate(m, &m->games[0].events[2], set)->cube = c;
    expect_parts(m, "csv", (const char *const[]){",\"cube\",\"beaver\",,,,,,,0.250000,,0.000000,", NULL});
}

TEST(csv_rows_have_as_many_fields_as_the_header)
{
    struct match *m = annotated_match(0);
    m->games[0].events[1].comment = NULL;
    char *text = written(m, "csv", NULL);
    int expected = -1, fields = 0, rows = 0;
    bool quoted = false;
    for (const char *c = text; *c != '\0'; c++) {
        quoted ^= *c == '"';
        fields += *c == ',' && !quoted;
        if (*c != '\n')
            continue;
        if (expected < 0)
            expected = fields;
        assert_int_equal(fields, expected);
        fields = 0;
        rows++;
    }
    assert_int_equal(rows, 5);
    free(text);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
