/* Readers of playing sites' formats (.sgg, .tmg, PartyGammon, BackGammonRoom), one trait a test. Whole files with their
 * records are in fixtures/. */
#include "support/reading.h"

#include <string.h>

#include "import/readers.h"

static const struct game *only_game(const struct match *m)
{
    assert_non_null(m);
    assert_int_equal(m->n_games, 1);
    return &m->games[0];
}

static void assert_kinds(const struct game *g, size_t n, const enum event_kind *kinds)
{
    assert_int_equal(g->n_events, n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(g->events[i].kind, kinds[i]);
}

#define KINDS(...)                                                                                                     \
    sizeof((enum event_kind[]){__VA_ARGS__}) / sizeof(enum event_kind), (enum event_kind[])                            \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

/* ---- GamesGrid, GridGammon ---- */

#define SGG "Ann vs. Bo Berg\nGridGammon\nMatch Length: 5\nCrawford: Yes\n"
#define TMG "MatchID: 9\nPlayer1: 1 Ann 1500\nPlayer2: 2 Bo Berg 1600\nLength: 3\nCrawford: 1\nCube: 1\nGame 1: 0-0\n"
#define BGROOM "BGF version 1.0\nGame 1 - Ann (0) vs. Bo (X)\nSingle game\n"
#define SGG_MONEY "Ann vs. Bo\nGridGammon\nJacoby: Yes\nBeavers: Yes\nAutomatic Doubles: Yes\n"

TEST(sgg_header_holds_names_rules_and_ratings)
{
    struct reading r;
    const struct match *m = read_text(&r, "Ann vs. Bo Berg\nGamesGrid\nELO: 1700.10 100 1650.20 200\nMatch Length: 5\n"
                                          "Doubling Cube: No\nVariant: Nackgammon\nRated: Yes\nGame 1. 0-0/5\n");
    assert_string_equal(m->player[1].name, "Bo Berg");
    assert_string_equal(m->player[0].rating, "1700.10");
    assert_string_equal(m->player[1].experience, "200");
    assert_string_equal(m->info.site, "GamesGrid");
    assert_int_equal(m->length, 5);
    assert_false(m->rules.cube);
    assert_int_equal(m->rules.variant, VARIANT_NACKGAMMON);
    assert_string_equal(property_find(m->properties, "Rated")->values[0], "Yes");
    reading_done(&r);
}

TEST(sgg_rolls_stand_twice_and_count_once)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: \n1\t31: 8/5, 6/5\n1\t31: 8/5, 6/5\n"
                                                       "1\t\t41: \n1\t\t41: 24/23, 13/9\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY));
    assert_int_equal(g->events[1].player, 1);
    assert_int_equal(g->events[1].play.n, 2);
    assert_int_equal(r.d.n_warnings, 1);
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "breaks off");
    reading_done(&r);
}

TEST(sgg_pairs_of_lines_may_be_repeated)
{
    struct reading r;
    const struct game *g = only_game(
        read_text(&r, SGG "Game 1. 0-0/5\n1\t31: \n1\t31: 8/5, 6/5\n1\t31: \n1\t31: 8/5, 6/5\n1\t\t41: \n"
                          "1\t\t41: 24/23, 13/9\n2\tDouble to 2\n2\t\tAccept\n2\tDouble to 2\n2\t\tAccept\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY, EVENT_DOUBLE, EVENT_TAKE));
    reading_done(&r);
}

TEST(sgg_the_day_is_the_date)
{
    struct reading r;
    const struct match *m = read_text(&r, "Ann vs. Bo\nGamesGrid\nSaturday, March 4, 2006\nGame 1. 0-0\n");
    assert_string_equal(m->info.date, "2006-03-04");
    assert_null(m->properties);
    reading_done(&r);
    m = read_text(&r, "Ann vs. Bo\nGamesGrid\nsome day, Marchember 4, 2006\nGame 1. 0-0\n");
    assert_null(m->info.date);
    assert_string_equal(m->properties->values[0], "some day, Marchember 4, 2006");
    reading_done(&r);
}

TEST(sgg_a_resignation_without_a_result_ends_the_game)
{
    struct reading r;
    const struct match *m = read_text(&r, SGG "Game 1. 0-0/5\n1\t31: 8/5, 6/5\n1\t\t41: 24/23, 13/9\n2\tResign\n"
                                              "Game 2. 0-2/5\n1\t31: 8/5, 6/5\n1\t\tResign\n");
    assert_int_equal(m->games[0].winner, 1);
    assert_int_equal(m->games[0].points, 2); /* so says the next score */
    assert_int_equal(m->games[1].winner, 0);
    assert_int_equal(m->games[1].points, 1);
    assert_diag(&r.d, SEVERITY_WARNING, 5, 0, "next score");
    assert_diag(&r.d, SEVERITY_WARNING, 9, 0, "resignation");
    reading_done(&r);
}

TEST(sgg_a_resignation_after_which_the_game_goes_on_was_refused)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: 8/5, 6/5\n1\t\t41: 24/23, 13/9\n2\tResign\n"
                                    "2\t64: 24/14\n2\t\tResigns\nAnn wins 1 point.\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY, EVENT_RESIGN, EVENT_RESIGN_REFUSE, EVENT_PLAY, EVENT_RESIGN,
                          EVENT_RESIGN_ACCEPT));
    assert_int_equal(g->events[3].player, 1);
    assert_int_equal(g->winner, 0);
    reading_done(&r);
}

TEST(no_move_in_words_is_no_play_even_where_one_was_possible)
{
    static const char *const texts[] = {
        SGG "Game 1. 0-0/5\n1\t31: 8/5, 6/5\n1\t\t66: 24/18(2), 13/7(2)\n2\t66: O-O\n2\t\t21: 13/11, 6/5\n",
        TMG " 1 1 31:\n 1 4 8/5 6/5\n -2 1 66:\n -2 4 24/18 24/18 13/7 13/7\n 3 1 66:\n 3 4 0/0\n -4 1 21:\n"
            " -4 4 13/11 6/5\n",
        BGROOM "1.X:(3 1) 8/5 6/5\n2.0:(6 6) 24/18 24/18 13/7 13/7\n3.X:(6 6) can't move\n4.0:(2 1) 13/11 6/5\n",
        "Score is 0-0 in a 3 point match.\nAnn is X - Bo is O\nX: (3 1) 8-5 6-5\nO: (6 6) 1-7 1-7 12-18 12-18\n"
        "X: (6 6) can't move\nO: (2 1) 12-14 19-20\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r;
        const struct game *g = only_game(read_text(&r, texts[i]));
        assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY, EVENT_PLAY, EVENT_PLAY));
        assert_int_equal(g->events[2].play.n, 0);
        assert_true(g->events[2].flags & EVENT_ILLEGAL);
        assert_false(g->events[3].flags & EVENT_ILLEGAL);
        reading_done(&r);
    }
}

TEST(sgg_a_roll_without_its_play_stays_a_roll)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: \n1\t31: 8/5, 6/5\n1\t\t41: \nAnn wins 1 point.\n"));
    assert_int_equal(g->events[1].kind, EVENT_ROLL);
    assert_int_equal(g->events[2].kind, EVENT_RESIGN);
    assert_int_equal(g->winner, 0);
    reading_done(&r);
}

TEST(sgg_a_beaver_is_taken_by_the_next_roll)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, SGG_MONEY "Game 1. 0-0\n1\t31: 8/5, 6/5\n1\t\t41: 24/23, 13/9\n2\tDouble to 2\n"
                                          "2\t\tBeaver to 4\n3\t61: 13/7, 8/7\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY, EVENT_DOUBLE, EVENT_BEAVER, EVENT_TAKE, EVENT_PLAY));
    assert_int_equal(g->events[3].value, 4);
    assert_true(g->events[4].flags & EVENT_IMPLIED);
    reading_done(&r);
}

TEST(sgg_automatic_doubles_raise_the_cube_before_the_start)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, SGG_MONEY "Game 1. 0-0\n11: Automatic double\n1\t31: 8/5, 6/5\n"
                                          "1\t\t41: 24/23, 13/9\n2\tDouble to 4\n2\t\tPass\nAnn wins 2 points.\n"));
    assert_int_equal(g->automatic_doubles, 1);
    assert_int_equal(g->events[2].value, 4);
    assert_int_equal(g->points, 2);
    assert_no_diags(&r.d, SEVERITY_WARNING);
    reading_done(&r);
}

TEST(sgg_a_star_marks_the_crawford_game)
{
    struct reading r;
    const struct match *m =
        read_text(&r, "Ann vs. Bo\nGridGammon\nMatch Length: 3\nGame 1. 0-0/3\n1\t31: 8/5, 6/5\nBo wins 2 points.\n"
                      "Game 2. 0-2*/3\n1\t31: 8/5, 6/5\n");
    assert_int_equal(m->n_games, 2);
    assert_false(m->games[0].crawford_game);
    assert_true(m->games[1].crawford_game);
    assert_int_equal(m->games[1].score[1], 2);
    reading_done(&r);
}

TEST(sgg_chat_is_a_comment_of_the_next_event)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: 8/5, 6/5\nhello\ngood luck\n1\t\t41: 24/23, 13/9\n"));
    assert_string_equal(g->events[1].comment, "hello\ngood luck");
    reading_done(&r);
}

TEST(sgg_a_closed_out_player_has_no_dice)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: 8/5, 6/5\n1\t\t -\n2\t61: 13/7, 8/7\n"));
    assert_int_equal(g->events[1].play.n, 0);
    assert_diag(&r.d, SEVERITY_WARNING, 7, 0, "closed out");
    reading_done(&r);
    g = only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: 8/5, 6/5\n1\t\t66: 24/18(2), 13/7(2)\n2\t -\n"));
    assert_int_equal(g->events[2].kind, EVENT_PLAY);
    assert_int_equal(g->events[2].play.n, 0); /* though a 66 would have had one play */
    reading_done(&r);
}

TEST(sgg_an_impossible_play_is_kept_and_reported_at_its_place)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, SGG "Game 1. 0-0/5\n1\t31: 8/5, 23/22\n1\t\t41: 24/23, 13/9\n"));
    assert_true(g->events[0].flags & EVENT_ILLEGAL);
    assert_int_equal(g->n_events, 2);
    assert_diag(&r.d, SEVERITY_WARNING, 6, 0, "31");
    reading_done(&r);
}

TEST(sgg_without_games_is_refused)
{
    struct reading r;
    assert_null(read_text(&r, SGG "\n\n"));
    assert_diag(&r.d, SEVERITY_ERROR, 0, 0, "found no game");
    reading_done(&r);
}

/* ---- TrueMoneyGames ---- */

#define TMG_MONEY "MatchID: 9\nPlayer1: 1 Ann\nPlayer2: 2 Bo\nLength: 0\nJacoby: 1\nBeavers: 1\nCube: 1\nGame 1: 0-0\n"

TEST(tmg_header_holds_names_and_ratings)
{
    struct reading r;
    const struct match *m = read_text(&r, "Startdate: 2006-03-04 20:15\nStake: 5\n" TMG " 1 1 31:\n 1 4 8/5 6/5\n");
    assert_string_equal(m->player[1].name, "Bo Berg");
    assert_string_equal(m->player[1].rating, "1600");
    assert_string_equal(m->info.date, "2006-03-04");
    assert_string_equal(m->info.match_id, "9");
    assert_string_equal(property_find(m->properties, "Stake")->values[0], "5");
    assert_int_equal(m->length, 3);
    reading_done(&r);
}

TEST(tmg_signs_name_the_player)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, TMG " -1 1 31:\n -1 4 8/5 6/5\n +2 1 42:\n +2 4 8/4 6/4\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY));
    assert_int_equal(g->events[0].player, 1);
    assert_int_equal(g->events[1].player, 0);
    reading_done(&r);
}

TEST(tmg_nothing_moved_is_a_dance_or_a_fault)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, TMG " 1 1 31:\n 1 4 0/0\n -2 1 42:\n -2 4 8/4 6/4\n"));
    assert_int_equal(g->events[0].kind, EVENT_PLAY); /* 31 can be played, but the other player went on */
    assert_true(g->events[0].flags & EVENT_ILLEGAL);
    assert_int_equal(g->events[0].play.n, 0);
    assert_false(g->events[1].flags & EVENT_ILLEGAL);
    assert_diag(&r.d, SEVERITY_WARNING, 9, 0, "can be played");
    reading_done(&r);
    g = only_game(read_text(&r, TMG " 1 1 31:\n 1 4 0/0\n"));
    assert_int_equal(g->events[0].kind, EVENT_ROLL); /* a roll that never was played */
    reading_done(&r);
}

TEST(tmg_cube_actions_have_codes)
{
    struct reading r;
    const struct game *g = only_game(read_text(
        &r, TMG_MONEY " 1 1 31:\n 1 4 8/5 6/5\n -2 5 Double to 2\n 2 8 Beaver to 4\n -3 1 61:\n -3 4 13/7 8/7\n"
                      " 3 5 Double to 8\n -4 10 Pass\n 5 14 1 Ann wins 4 points\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_DOUBLE, EVENT_BEAVER, EVENT_TAKE, EVENT_PLAY, EVENT_DOUBLE, EVENT_DROP));
    assert_int_equal(g->winner, 0);
    assert_int_equal(g->points, 4);
    assert_no_diags(&r.d, SEVERITY_WARNING);
    reading_done(&r);
}

TEST(tmg_a_win_of_an_open_game_is_a_resignation)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, TMG " 1 1 31:\n 1 4 8/5 6/5\n 2 15 1 Ann wins 2 points\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_RESIGN, EVENT_RESIGN_ACCEPT));
    assert_int_equal(g->events[1].value, 2);
    reading_done(&r);
}

TEST(tmg_unknown_codes_and_lines_are_kept_as_comments)
{
    struct reading r;
    const struct game *g = only_game(
        read_text(&r, TMG " 1 1 31:\n 1 4 8/5 6/5\n 1 77 what is this\n\n-2 1 42:\n -2 4 8/4 6/4\n 3 17 time is up\n"));
    assert_string_equal(g->events[1].comment, "what is this\ntime is up");
    assert_diag(&r.d, SEVERITY_WARNING, 10, 1, "code 77");
    reading_done(&r);
}

TEST(tmg_strange_numbers_are_reported)
{
    struct reading r;
    const struct match *m = read_text(&r, "Length: 99999\n" TMG " 1 1 71:\n 1 4 8/5 6/5\n");
    assert_diag(&r.d, SEVERITY_WARNING, 1, 9, "99999");
    assert_diag(&r.d, SEVERITY_WARNING, 9, 0, "expected two dice");
    assert_diag(&r.d, SEVERITY_WARNING, 10, 0, "without a roll");
    assert_int_equal(m->games[0].n_events, 0);
    reading_done(&r);
}

/* ---- PartyGammon ---- */

#define PARTY "BOARDID=1\nCREATOR=PartyGammon\nMATCHLENGTH=3\nGAME_1_PLAYER_1=Ann\nGAME_1_PLAYER_2=Bo\n"

TEST(party_scores_stand_after_the_game)
{
    struct reading r;
    const struct match *m =
        read_text(&r, PARTY "GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#2 Doubles#1 Drops\nGAME_1_SCORE1=0\nGAME_1_SCORE2=1\n"
                            "GAME_2_GAMEPLAY=1 0 0 31 8/5 6/5#2 Doubles#1 Drops\nGAME_2_SCORE1=0\nGAME_2_SCORE2=2\n"
                            "GAME_3_GAMEPLAY=1 0 0 31 8/5 6/5\nGAME_3_SCORE1=0\nGAME_3_SCORE2=2\n");
    assert_int_equal(m->n_games, 3);
    assert_int_equal(m->games[0].score[1], 0);
    assert_int_equal(m->games[0].winner, 1);
    assert_int_equal(m->games[1].score[1], 1);
    assert_true(m->games[2].crawford_game);
    assert_int_equal(m->games[2].winner, NOBODY);
    reading_done(&r);
}

TEST(party_games_may_exchange_the_players)
{
    struct reading r;
    const struct match *m =
        read_text(&r, PARTY "GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#2 Doubles#1 Drops\nGAME_1_SCORE1=0\nGAME_1_SCORE2=1\n"
                            "GAME_2_PLAYER_1=Bo\nGAME_2_PLAYER_2=Ann\n"
                            "GAME_2_GAMEPLAY=1 0 0 31 8/5 6/5#2 Doubles#1 Drops\nGAME_2_SCORE1=1\nGAME_2_SCORE2=1\n"
                            "GAME_3_PLAYER_1=Cy\nGAME_3_GAMEPLAY=1 0 0 31 8/5 6/5\n");
    assert_int_equal(m->games[1].events[0].player, 1);
    assert_int_equal(m->games[1].winner, 0);
    assert_int_equal(m->games[2].score[0], 1);
    assert_diag(&r.d, SEVERITY_WARNING, 15, 0, "Cy");
    reading_done(&r);
}

TEST(party_records_in_no_known_shape_are_kept_as_comments)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, PARTY "GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5#3 what#2 x#2 0 0 42 8/4 6/4\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_PLAY));
    assert_string_equal(g->events[1].comment, "3 what\n2 x");
    assert_diag(&r.d, SEVERITY_WARNING, 6, 0, "3 what");
    reading_done(&r);
}

TEST(party_games_without_a_line_of_play_are_refused)
{
    struct reading r;
    assert_null(read_text(&r, PARTY "no sign here\n"));
    assert_diag(&r.d, SEVERITY_WARNING, 6, 1, "expected KEY=value");
    assert_diag(&r.d, SEVERITY_ERROR, 0, 0, "found no game");
    reading_done(&r);
}

/* ---- BackGammonRoom ---- */

TEST(bgroom_marks_say_who_is_first)
{
    struct reading r;
    const struct match *m = read_text(&r, BGROOM "1.X:(3 1) 8/5 6/5\n2.0:(4 2) 8/4 6/4\n");
    assert_string_equal(m->player[0].name, "Bo");
    assert_string_equal(m->player[1].name, "Ann");
    assert_kinds(only_game(m), KINDS(EVENT_PLAY, EVENT_PLAY));
    assert_int_equal(m->games[0].events[0].player, 0);
    reading_done(&r);
}

TEST(bgroom_an_empty_line_passes_a_double_and_a_record_takes_it)
{
    struct reading r;
    const struct game *g = only_game(read_text(&r, BGROOM "1.X:(3 1) 8/5 6/5\n2.0:Double\n"
                                                          "3.0:(4 2) 8/4 6/4\n4.X:Double\n\n"));
    assert_kinds(g, KINDS(EVENT_PLAY, EVENT_DOUBLE, EVENT_TAKE, EVENT_PLAY, EVENT_DOUBLE, EVENT_DROP));
    assert_int_equal(g->points, 2);
    assert_int_equal(g->winner, 0);
    reading_done(&r);
}

TEST(bgroom_marks_may_be_exchanged_between_games)
{
    struct reading r;
    const struct match *m =
        read_text(&r, BGROOM "1.X:(3 1) 8/5 6/5\n2.0:Double\n\nGame 2 - Ann (X) vs. Bo (0)\nSingle game\n"
                             "1.X:(3 1) 8/5 6/5\n2.0:(4 2) 8/4 6/4\n\nGame 3 - Ann (X) vs. Cy (0)\n"
                             "Single game\n1.X:(3 1) 8/5 6/5\n");
    assert_string_equal(m->player[1].name, "Ann");
    assert_int_equal(m->games[1].events[0].player, 1);
    assert_diag(&r.d, SEVERITY_WARNING, 12, 1, "Cy");
    reading_done(&r);
}

TEST(bgroom_what_cannot_be_read_is_a_comment)
{
    struct reading r;
    const struct game *g =
        only_game(read_text(&r, BGROOM "1.X:(3 1) 8/5 6/5\n2.0:(9 2) 8/4\nchat\n3.X:(6 1) 13/7 8/7\n"));
    assert_diag(&r.d, SEVERITY_WARNING, 5, 0, "(9 2) 8/4");
    assert_string_equal(g->events[1].comment, "(9 2) 8/4\nchat");
    reading_done(&r);
}

TEST(bgroom_without_games_is_refused)
{
    struct reading r;
    assert_null(read_text(&r, "BGF version 1.0\n1.X:(3 1) 8/5 6/5\n"));
    assert_diag(&r.d, SEVERITY_ERROR, 0, 0, "found no game");
    reading_done(&r);
}

TEST_MAIN(NULL, NULL)
