/* Notation: every dialect of docs/formats/mat.md, written and read. */
#include <string.h>

#include "support/assertions.h"
#include "support/script.h"

#include "match/notation.h"

static struct board start(void)
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    return b;
}

static bool read(const char *text, const struct board *b, int roll, struct play *play, const char **problem)
{
    return notation_read(span_of(text), b, roll / 10, roll % 10, play, problem, NULL);
}

/* `text` is a legal play of `roll` on `b`; it leads where the single steps of `steps` (as NOTATION_PARTS) lead. */
static void assert_reads_as(const struct board *b, int roll, const char *text, const char *steps)
{
    struct play play;
    const char *problem;
    struct strbuf written = {0};
    const bool ok = read(text, b, roll, &play, &problem);
    if (!ok)
        print_error("%d: %s: %s\n", roll, text, problem);
    assert_true(ok);
    assert_null(problem);
    notation_write(&written, b, &play, NOTATION_PARTS);
    assert_string_equal(strbuf_text(&written), steps);
    strbuf_done(&written);
}

static void assert_illegal(const struct board *b, int roll, const char *text, int n, const char *part)
{
    struct play play;
    const char *problem;
    assert_false(read(text, b, roll, &play, &problem));
    if (strstr(problem, part) == NULL)
        print_error("%d: %s: %s\n", roll, text, problem);
    assert_non_null(strstr(problem, part));
    assert_int_equal(play.n, n);
}

/* ---- reading ---- */

TEST(single_steps_are_read_in_either_order_of_the_dice)
{
    const struct board b = start();
    assert_reads_as(&b, 62, "24/18 13/11", "24/18 13/11");
    assert_reads_as(&b, 26, "24/18 13/11", "24/18 13/11");
    assert_reads_as(&b, 62, "24/18 18/16", "24/18 18/16");
    assert_reads_as(&b, 11, "8/7 8/7 6/5 6/5", "8/7 8/7 6/5 6/5");
}

TEST(merged_moves_counts_and_chains_are_expanded)
{
    const struct board b = start();
    assert_reads_as(&b, 64, "24/14", "24/18 18/14");
    assert_reads_as(&b, 62, "24/18/16", "24/18 18/16");
    assert_reads_as(&b, 11, "8/7(2) 6/5(2)", "8/7 8/7 6/5 6/5");
    assert_reads_as(&b, 33, "13/4 6/3", "13/10 10/7 7/4 6/3");
    assert_reads_as(&b, 33, "13/7(2)", "13/10 10/7 13/10 10/7");
    assert_reads_as(&b, 66, "24/18(2), 13/7(2)", "24/18 24/18 13/7 13/7");
}

TEST(bar_and_off_have_many_names)
{
    struct board b = script_board("25:1 6:2 -24:2");
    assert_reads_as(&b, 51, "25/20 6/5", "25/20 6/5");
    assert_reads_as(&b, 51, "bar/20 6/5", "25/20 6/5");
    assert_reads_as(&b, 51, "Bar/20 6/5", "25/20 6/5");
    assert_reads_as(&b, 51, "b/20 6/5", "25/20 6/5");
    b = script_board("6:2 4:1 -24:2");
    assert_reads_as(&b, 64, "6/off 4/off", "6/0 4/0");
    assert_reads_as(&b, 64, "6/0 4/0", "6/0 4/0");
    assert_reads_as(&b, 64, "6/Off 4/o", "6/0 4/0");
    assert_reads_as(&b, 64, "6/- 4/-", "6/0 4/0");
}

TEST(moves_are_put_into_an_order_that_can_be_played)
{
    struct board b = script_board("25:1 6:2 -24:2");
    assert_reads_as(&b, 51, "6/5 25/20", "25/20 6/5");
    b = script_board("7:1 6:1 2:3 -24:2");
    assert_reads_as(&b, 61, "6/off 7/6", "7/6 6/0");
    b = script_board("8:1 5:1 -24:2");
    assert_reads_as(&b, 33, "5/off 8/2", "5/2 8/5 5/2 2/0");
}

TEST(bear_offs_may_waste_pips_and_be_merged)
{
    struct board b = script_board("9:1 3:1 -24:2");
    assert_reads_as(&b, 65, "9/off", "9/3 3/0");
    b = script_board("20:1 1:1 -24:2");
    assert_reads_as(&b, 66, "20/off", "20/14 14/8 8/2 2/0");
    b = script_board("20:1 -24:2 -1:2");
    assert_reads_as(&b, 66, "20/off", "20/14 14/8 8/2 2/0");
    b = script_board("4:1 3:1 2:1 -24:2");
    assert_reads_as(&b, 63, "4/off 3/off", "4/0 3/0");
    assert_reads_as(&b, 55, "4/off 3/off 2/off", "4/0 3/0 2/0");
    b = script_board("6:1 -24:2");
    assert_reads_as(&b, 65, "6/off", "6/0");
}

TEST(a_merged_play_goes_the_way_its_stars_show)
{
    const struct board b = script_board("24:2 -20:1 -18:1 -1:2");
    assert_reads_as(&b, 64, "24/20*/14", "24/20* 20/14");
    assert_reads_as(&b, 64, "24/18*/14", "24/18* 18/14");
    const struct board one = script_board("24:2 -18:1 -1:2");
    assert_reads_as(&one, 64, "24/14", "24/20 20/14");
    assert_reads_as(&one, 46, "24/14", "24/20 20/14");
    assert_reads_as(&one, 64, "24/18*/14", "24/18* 18/14");
}

TEST(a_merged_play_hits_where_there_is_no_other_way)
{
    const struct board b = script_board("24:2 -20:2 -18:1 -1:2");
    assert_reads_as(&b, 64, "24/14", "24/18* 18/14");
    const struct board threes = script_board("13:2 -10:1 -1:2");
    assert_reads_as(&threes, 33, "13/4 13/10", "13/10* 10/7 7/4 13/10");
}

TEST(parts_that_go_nowhere_are_none)
{
    const struct board b = script_board("3:2 2:1 -24:2");
    assert_reads_as(&b, 21, "2/0 3/2 0/0", "2/0 3/2");
    assert_reads_as(&b, 21, "3/0 3/3", "3/1 1/0");
    assert_illegal(&b, 21, "0/3", -1, "a move like 13/7");
}

TEST(a_count_may_stand_apart)
{
    const struct board b = start();
    assert_reads_as(&b, 11, "8/7 (2) 6/5 (2)", "8/7 8/7 6/5 6/5");
}

TEST(stars_are_not_trusted)
{
    const struct board b = script_board("24:2 6:2 -18:1 -1:2");
    assert_reads_as(&b, 62, "24/18 6/4", "24/18* 6/4");
    assert_reads_as(&b, 62, "24/18 6/4*", "24/18* 6/4");
    assert_reads_as(&b, 22, "6/4*(2) 24/20", "6/4 6/4 24/22 22/20");
    assert_reads_as(&b, 22, "6/4(2)* 24/20*", "6/4 6/4 24/22 22/20");
    assert_reads_as(&b, 62, "24*/18* 6/4", "24/18* 6/4");
}

TEST(nothing_is_a_dance_where_nothing_can_be_played)
{
    const struct board b = script_board("25:1 6:2 -20:2 -22:2"), open = start();
    assert_reads_as(&b, 53, "", "");
    assert_reads_as(&b, 53, "Cannot Move", "");
    assert_reads_as(&b, 53, "no play", "");
    assert_reads_as(&b, 53, "----", "");
    assert_reads_as(&b, 53, "0/0", "");
    assert_illegal(&open, 53, " ", 0, "can be played");
}

TEST(illegal_plays_are_kept_where_they_can_be_executed)
{
    const struct board b = start();
    assert_illegal(&b, 31, "13/5", 1, "does not fit");
    assert_illegal(&b, 31, "8/5", 1, "leaves out a die");
    assert_illegal(&b, 31, "8/5 6/5 6/5", 3, "does not fit");
    assert_illegal(&b, 31, "24/21 13/8", 2, "does not fit");
    assert_illegal(&b, 64, "6/off", 1, "does not fit");
    assert_illegal(&b, 55, "24/14 13/8(2)", 3, "does not fit"); /* merged, over a point that is held */
    const struct board bar = script_board("25:1 13:2 -24:2");
    assert_illegal(&bar, 64, "25/21 25/19", -1, "cannot be made");
    assert_illegal(&bar, 64, "13/7 13/9", 2, "does not fit");
}

TEST(illegal_plays_keep_the_steps_as_written)
{
    const struct board b = start();
    struct play play;
    const char *problem;
    assert_false(read("13/5 6/4", &b, 31, &play, &problem));
    assert_int_equal(play.step[0].from, 13);
    assert_int_equal(play.step[0].to, 5);
    assert_int_equal(play.step[1].to, 4);
}

TEST(what_is_not_a_play_is_refused_at_its_place)
{
    const struct board b = start();
    const struct {
        const char *text, *part;
        size_t fault;
    } cases[] = {{"13/", "a point", 3},
                 {"13/7 what", "a move", 5},
                 {"8/5 6/5(x)", "a count", 8},
                 {"26/20", "a move", 2},
                 {"0/5", "a move", 1},
                 {"13/25", "a point", 5},
                 {"8/5;6/5", "a blank", 3},
                 {"13", "a move", 2},
                 {"8/5 6/5 (", "a move", 8},
                 {"6/5(9)", "more chequers", 6},
                 {"8-5 6-5", "a move", 1},
                 {"13*", "a move", 3},
                 {"24/18 5/7", "cannot be made", 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct play play;
        const char *problem;
        size_t fault = 99;
        const bool ok = notation_read(span_of(cases[i].text), &b, 6, 2, &play, &problem, &fault);
        if (!ok && (strstr(problem, cases[i].part) == NULL || fault != cases[i].fault))
            print_error("%s: %s at %zu\n", cases[i].text, problem, fault);
        assert_false(ok);
        assert_non_null(strstr(problem, cases[i].part));
        assert_int_equal(fault, cases[i].fault);
    }
}

/* ---- writing ---- */

static void assert_writes(const struct board *b, int roll, const char *steps, enum notation_style style,
                          const char *expected)
{
    struct play play;
    const char *problem;
    struct strbuf out = {0};
    assert_true(read(steps, b, roll, &play, &problem));
    notation_write(&out, b, &play, style);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_done(&out);
}

TEST(reports_show_plays_merged_with_hits_and_counts)
{
    const struct board b = start();
    assert_writes(&b, 31, "6/5 8/5", NOTATION_MERGED, "8/5 6/5");
    assert_writes(&b, 64, "24/18 18/14", NOTATION_MERGED, "24/14");
    assert_writes(&b, 33, "13/10 13/10 10/7 10/7", NOTATION_MERGED, "13/7(2)");
    assert_writes(&b, 11, "6/5 6/5 8/7 8/7", NOTATION_MERGED, "8/7(2) 6/5(2)");
    struct board hits = script_board("25:1 24:2 6:1 -20:1 -18:1 -3:1");
    assert_writes(&hits, 52, "25/20 20/18", NOTATION_MERGED, "bar/20*/18*");
    hits = script_board("6:2 5:2 -24:1");
    assert_writes(&hits, 66, "6/0 6/0 5/0 5/0", NOTATION_MERGED, "6/off(2) 5/off(2)");
    hits = script_board("13:2 -10:1 -1:2");
    assert_writes(&hits, 33, "13/10 10/7 13/10 10/7", NOTATION_MERGED, "13/10*/7(2)");
    hits = script_board("6:2 -4:1 -24:2");
    assert_writes(&hits, 21, "6/4 4/3", NOTATION_MERGED, "6/4*/3");
}

/* As people, GNU Backgammon and XG write it, whichever chequer went first. */
TEST(one_chequer_s_way_is_shown_whoever_made_its_end_first)
{
    const struct board blocked = script_board("6:2 5:1 -4:2"), hits = script_board("13:1 8:1 -5:1");
    assert_writes(&blocked, 21, "5/3 6/5", NOTATION_MERGED, "6/3");
    assert_writes(&blocked, 21, "5/3 6/5", NOTATION_XG, "6/3");
    assert_writes(&hits, 53, "8/5 13/8", NOTATION_MERGED, "13/5*");
    assert_writes(&hits, 53, "8/5 13/8", NOTATION_PARTS, "8/5* 13/8");
}

TEST(jellyfish_gets_single_parts_and_xg_capitals)
{
    const struct board b = script_board("25:1 6:2 -20:1 -24:2"), home = script_board("6:2 -24:2");
    assert_writes(&b, 51, "bar/20 6/5", NOTATION_PARTS, "25/20* 6/5");
    assert_writes(&b, 51, "bar/20 6/5", NOTATION_XG, "Bar/20* 6/5");
    assert_writes(&b, 51, "bar/20/19", NOTATION_PARTS, "25/20* 20/19");
    assert_writes(&home, 66, "6/off(2)", NOTATION_PARTS, "6/0 6/0");
    assert_writes(&home, 66, "6/off(2)", NOTATION_XG, "6/Off(2)");
}

TEST(a_dance_is_said_in_reports_only)
{
    const struct board b = script_board("25:1 6:2 -20:2 -22:2");
    assert_writes(&b, 53, "", NOTATION_MERGED, "cannot move");
    assert_writes(&b, 53, "", NOTATION_PARTS, "");
    assert_writes(&b, 53, "", NOTATION_XG, "");
}

/* ---- properties ---- */

static void assert_round_trip(const struct board *b, int die1, int die2, const struct legal_play *legal)
{
    struct strbuf out = {0};
    for (enum notation_style style = NOTATION_MERGED; style <= NOTATION_XG; style++) {
        struct play play;
        struct board after;
        const char *problem;
        strbuf_clear(&out);
        notation_write(&out, b, &legal->play, style);
        const struct span text = {strbuf_text(&out), out.length};
        if (!notation_read(text, b, die2, die1, &play, &problem, NULL))
            print_error("%d%d: %s: %s\n", die1, die2, text.at, problem);
        assert_null(problem);
        assert_true(board_play(b, &play, &after));
        assert_boards_equal(&after, &legal->after);
    }
    strbuf_done(&out);
}

TEST(every_legal_play_is_read_back_in_every_style)
{
    struct random random = {42};
    struct move_list list = {0};
    for (int game = 0; game < 12; game++) {
        struct board b;
        board_start(&b, game % 3 == 0 ? VARIANT_HYPERGAMMON_3 : VARIANT_BACKGAMMON);
        for (int ply = 0; ply < 100 && board_won(&b) + board_lost(&b) == 0; ply++) {
            const int die1 = 1 + random_below(&random, 6),
                      die2 = random_below(&random, 3) ? 1 + random_below(&random, 6) : die1;
            const int n = moves_list(&b, die1, die2, &list);
            for (int i = 0; i < n; i++)
                assert_round_trip(&b, die1, die2, &list.at[i]);
            if (n > 0)
                b = list.at[random_below(&random, n)].after;
            board_flip(&b, &b);
        }
    }
    moves_free(&list);
}

/* Whatever is written, what comes back can be executed or says that it cannot; what is legal is in the list. */
TEST(any_words_are_read_or_refused)
{
    static const char *const words[] = {"13", "/", "7", "24", "bar", "off", "*", "(2)",
                                        " ",  "6", "5", "8",  "0",   ",",   "x", "/4"};
    struct random random = {5};
    const struct board boards[] = {start(), script_board("25:1 6:3 5:2 -20:2 -19:1 -4:1"),
                                   script_board("6:3 4:2 2:1 -24:2")};
    struct strbuf text = {0};
    int legal = 0;
    for (int i = 0; i < 30000; i++) {
        const struct board *b = &boards[i % 3];
        const int die1 = 1 + random_below(&random, 6), die2 = 1 + random_below(&random, 6);
        struct play play;
        struct board after;
        const char *problem;
        size_t fault = 999;
        strbuf_clear(&text);
        for (int k = random_below(&random, 9); k > 0; k--)
            strbuf_puts(&text, words[random_below(&random, 16)]);
        const struct span span = {strbuf_text(&text), text.length};
        if (notation_read(span, b, die1, die2, &play, &problem, &fault)) {
            assert_true(board_play(b, &play, &after));
            assert_true(moves_is_legal(b, die1, die2, &after));
            legal++;
            continue;
        }
        assert_non_null(problem);
        assert_true(fault <= text.length);
        assert_true(play.n == -1 || board_play(b, &play, &after));
    }
    assert_true(legal > 10);
    strbuf_done(&text);
}

TEST_MAIN(NULL, NULL)
