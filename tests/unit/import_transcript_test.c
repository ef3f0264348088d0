/* Transcripts: what is typed at the board. Whole files with their records are in fixtures/transcript/. */
#include "support/reading.h"

#include <stdlib.h>
#include <string.h>

#include "import/readers.h"
#include "match/dice.h"
#include "match/notation.h"
#include "format/terse.h"
#include "support/script.h"
#include "support/writing.h"

#define HEAD "names Ann, Bob\nlength 5\n"

/* The only play that `text` fits from the start position, as it is usually written; "" = none or several. */
static const char *from_start(int die1, int die2, const char *text)
{
    static char out[64];
    struct move_list list = {0};
    struct strbuf words = {0};
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    moves_list(&b, die1, die2, &list);
    if (terse_filter(span_of(text), &b, die1, die2, &list) == 1)
        notation_write(&words, &b, &list.at[0].play, NOTATION_MERGED);
    snprintf(out, sizeof out, "%s", strbuf_text(&words));
    strbuf_done(&words);
    moves_free(&list);
    return out;
}

TEST(a_text_is_the_only_play_that_it_fits)
{
    assert_string_equal(from_start(3, 1, "8/5 6/5"), "8/5 6/5");
    assert_string_equal(from_start(3, 1, "6/5 8/5"), "8/5 6/5");
    assert_string_equal(from_start(6, 4, "24/14"), "24/14");
    assert_string_equal(from_start(3, 3, "8 8"), "");
    assert_string_equal(from_start(3, 3, "8 8 6 6"), "8/5(2) 6/3(2)");
    assert_string_equal(from_start(3, 3, "8(2) 6(2)"), "8/5(2) 6/3(2)");
    assert_string_equal(from_start(5, 5, "8"), "13/3 8/3(2)");
    assert_string_equal(from_start(5, 5, "13/3 13/3"), "13/3(2)");
    assert_string_equal(from_start(6, 6, "24(2)"), "");
    assert_string_equal(from_start(6, 6, "24/18(2) 13/7(2)"), "24/18(2) 13/7(2)");
    assert_string_equal(from_start(6, 6, "24 24 13 13"), "24/18(2) 13/7(2)");
}

TEST(two_points_take_the_dice_in_their_order)
{
    assert_string_equal(from_start(3, 1, "8 6"), "8/5 6/5");
    assert_string_equal(from_start(1, 3, "8 6"), "8/7 6/3");
    assert_string_equal(from_start(3, 1, "6 8"), "8/7 6/3");
    assert_string_equal(from_start(6, 4, "24 18"), "24/14");
}

TEST(what_fits_no_play_or_several_is_none)
{
    assert_string_equal(from_start(3, 1, "24"), "");
    assert_string_equal(from_start(3, 1, "8/4 6/5"), "");
    assert_string_equal(from_start(3, 1, "7"), "");
    assert_string_equal(from_start(3, 1, "8/5*"), "");
    assert_string_equal(from_start(3, 1, "26"), "");
    assert_string_equal(from_start(3, 1, "5/8"), "");
    assert_string_equal(from_start(3, 1, "8/5(9)"), "");
    assert_string_equal(from_start(3, 3, "5/8"), "");
    assert_true(terse_is_part(span_of("5/8"))); /* in words of an illegal play */
}

TEST(a_star_asks_for_a_hit)
{
    struct move_list list = {0};
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    b.point[5] = -1; /* a blot of the other side, out of its midpoint */
    b.point[12] = -4;
    const int all = moves_list(&b, 3, 1, &list);
    const int hits = terse_filter(span_of("6*"), &b, 3, 1, &list);
    assert_in_range(hits, 1, all - 1);
    for (int i = 0; i < hits; i++)
        assert_int_equal(list.at[i].after.point[BOARD_OPPONENT_BAR], -1);
    moves_free(&list);
}

/* Every play of every roll in positions of random games: what is written is read as that play, by the same dice. */
TEST(what_is_written_fits_the_play_alone)
{
    struct dice dice = dice_of_game(7, 1);
    struct board b;
    int roll[2], plays = 0;
    board_start(&b, VARIANT_BACKGAMMON);
    for (int ply = 0; ply < 120 && board_won(&b) == 0 && board_lost(&b) == 0; ply++) {
        struct move_list all = {0}, some = {0};
        dice_roll(&dice, roll);
        const int n = moves_list(&b, roll[ply % 2], roll[1 - ply % 2], &all);
        for (int i = 0; i < n; i += 1 + n / 25) {
            struct strbuf text = {0};
            assert_true(terse_write(&text, &b, roll[ply % 2], roll[1 - ply % 2], &all.at[i].play, &all.at[i].after));
            moves_list(&b, roll[ply % 2], roll[1 - ply % 2], &some);
            const struct span typed = n == 1 ? (struct span){"", 0} : (struct span){text.at, text.length};
            assert_int_equal(terse_filter(typed, &b, roll[ply % 2], roll[1 - ply % 2], &some), 1);
            assert_true(board_equal(&some.at[0].after, &all.at[i].after));
            strbuf_done(&text);
            plays++;
        }
        if (n > 0)
            b = all.at[dice_below(&dice, n)].after;
        board_flip(&b, &b);
        moves_free(&all);
        moves_free(&some);
    }
    assert_true(plays > 500);
}

/* ---- turns ---- */

static const struct event *event_of(const struct match *m, size_t game, size_t index)
{
    assert_true(game < m->n_games && index < m->games[game].n_events);
    return &m->games[game].events[index];
}

TEST(the_first_roll_says_who_begins)
{
    struct reading r;
    assert_int_equal(event_of(read_text(&r, HEAD "31 8 6\n64 24/14\n"), 0, 0)->player, 0);
    reading_done(&r);
    assert_int_equal(event_of(read_text(&r, HEAD "13 6 8\n64 24/14\n"), 0, 0)->player, 1);
    reading_done(&r);
    assert_int_equal(event_of(read_text(&r, HEAD "Bob: 31 8 6\n64 24/14\n"), 0, 0)->player, 1);
    assert_int_equal(event_of(r.out.at[0], 0, 1)->player, 0);
    reading_done(&r);
}

TEST(turns_may_stand_on_one_line)
{
    struct reading one, many;
    const struct match *a = read_text(&one, HEAD "31 8 6 64 24/14 d t 52 13 24; 61 13 8, d p\n");
    const struct match *b = read_text(&many, HEAD "31 8 6\n64 24/14\nd\nt\n52 13 24\n61 13 8\nd\np\n");
    assert_int_equal(a->games[0].n_events, 8);
    assert_int_equal(a->games[0].winner, 0);
    assert_int_equal(a->games[0].points, 2);
    assert_matches_equal(a, b);
    reading_done(&one);
    reading_done(&many);
}

TEST(a_lost_play_is_what_fits_the_rest)
{
    struct reading r;
    const struct match *m = read_text(&r, HEAD "31 8 6\n62?\n41 24/23 13/9\n51 18/13 11/10\n");
    struct strbuf play = {0};
    struct board start;
    board_start(&start, VARIANT_BACKGAMMON);
    notation_write(&play, &start, &event_of(m, 0, 1)->play, NOTATION_MERGED);
    assert_string_equal(play.at, "24/18 13/11");
    strbuf_done(&play);
    assert_null(event_of(m, 0, 1)->comment);
    assert_int_equal(event_of(m, 0, 3)->flags & EVENT_ILLEGAL, 0);
    reading_done(&r);
}

static bool is_said(const struct reading *r, const char *words)
{
    for (size_t i = 0; i < r->d.n; i++)
        if (r->d.at[i].severity == SEVERITY_WARNING && strstr(r->d.at[i].message, words) != NULL)
            return true;
    return false;
}

TEST(a_play_that_stays_open_is_marked)
{
    struct reading r;
    const struct match *m = read_text(&r, HEAD "31 8 6\n62?\n");
    assert_true(is_said(&r, "the play was lost"));
    assert_non_null(strstr(event_of(m, 0, 1)->comment, "the play was lost; "));
    assert_int_equal(event_of(m, 0, 1)->flags & EVENT_ILLEGAL, 0);
    reading_done(&r);
    m = read_text(&r, HEAD "31 24\n62 24/18 13/11\n");
    assert_true(is_said(&r, "the text fits several plays"));
    assert_non_null(event_of(m, 0, 0)->comment);
    reading_done(&r);
}

TEST(plays_that_fit_are_counted_once)
{
    struct reading r;
    struct board b;
    struct move_list list = {0};
    char counted[64];
    board_start(&b, VARIANT_BACKGAMMON);
    snprintf(counted, sizeof counted, "plays that fit: %d (", moves_list(&b, 6, 3, &list));
    moves_free(&list);
    read_text(&r, HEAD "63?\n52?\n");
    assert_true(is_said(&r, counted));
    reading_done(&r);
}

/* Many lost plays one after the other: bounded work, and still a record. */
TEST(lost_plays_are_bounded)
{
    struct strbuf text = {0};
    struct reading r;
    strbuf_puts(&text, HEAD "31?\n");
    for (int i = 0; i < 2000; i++)
        strbuf_puts(&text, i % 3 == 0 ? "11?\n" : i % 3 == 1 ? "22?\n" : "33?\n");
    assert_non_null(read_text(&r, text.at));
    assert_true(r.out.at[0]->games[0].n_events > 10);
    assert_true(is_said(&r, "plays that fit: at least "));
    strbuf_done(&text);
    reading_done(&r);
}

TEST(what_does_not_add_up_is_kept_and_said)
{
    struct reading r;
    const struct match *m = read_text(&r, HEAD "31 8/4 6/4\n62 24/18 13/11\n44.\n");
    assert_true(is_said(&r, "found \"8/4 6/4\", which is not a play of 31; nearest: "));
    assert_int_equal(r.d.at[0].line, 3);
    assert_int_equal(r.d.at[0].column, 4);
    assert_true((event_of(m, 0, 0)->flags & EVENT_ILLEGAL) != 0);
    assert_int_equal(event_of(m, 0, 1)->flags & EVENT_ILLEGAL, 0);
    assert_true(is_said(&r, "44 is not forced"));
    reading_done(&r);
    m = read_text(&r, HEAD "31 8/4 6/5!\n");
    assert_false(is_said(&r, "which is not a play of"));
    assert_true((event_of(m, 0, 0)->flags & EVENT_ILLEGAL) != 0);
    assert_int_equal(event_of(m, 0, 0)->play.step[0].to, 4);
    reading_done(&r);
}

TEST(scores_follow_and_can_be_checked)
{
    struct reading r;
    const struct match *m = read_text(&r, HEAD "31 8 6\nd p\n= 0-1\n13 8 6\nr2\n");
    assert_int_equal(m->n_games, 2);
    assert_int_equal(m->games[1].score[1], 1);
    assert_int_equal(m->games[1].winner, 1); /* a rolled next */
    assert_int_equal(m->games[1].points, 2);
    reading_done(&r);
    m = read_text(&r, HEAD "31 8 6\nd p\n= 0-2\n13 8 6\n");
    assert_true(is_said(&r, "the game was worth 1"));
    assert_int_equal(m->games[1].score[1], 2); /* the source is believed */
    reading_done(&r);
}

TEST(other_formats_are_not_taken_for_it)
{
    assert_int_equal(importer_find("transcript")->sniff(span_of(" 5 point match\n\n Game 1\n")), 0);
    assert_int_equal(
        importer_find("transcript")->sniff(span_of("Score is 0-0 in a 3 point match.\nAnn is X - Bo is O\n")), 0);
    assert_int_equal(importer_find("transcript")->sniff(span_of("names of the dead\n\nIt was a dark night.\n")), 0);
    assert_true(importer_find("transcript")->sniff(span_of("31 8 6\n64 24/14\n52.\n")) > 0);
    assert_true(importer_find("transcript")->sniff(span_of(HEAD)) >= 80);
}

/* ---- there and back ---- */

TEST(random_matches_survive)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct match *m = random_match(seed, seed % 3 != 0 ? 7 : 0, 3, (enum variant)(seed % VARIANTS));
        char *text = written(m, "transcript", NULL);
        struct reading r;
        assert_matches_equal(m, read_by(&r, importer_find("transcript"), text));
        reading_done(&r);
        free(text);
        match_free(m);
    }
}

/* 24/20/14 and 24/18/14 end on one board, and a forced play may go two ways: what was named is kept. */
TEST(the_way_of_a_play_survives)
{
    static const char *const ways[] = {"24/20/14", "24/18/14", "24/20 20/14", "24/18 18/14"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char typed[80];
        struct reading first, again;
        snprintf(typed, sizeof typed, HEAD "21 13/11 6/5\n64 %s\n", ways[i]);
        const struct match *m = read_by(&first, importer_find("transcript"), typed);
        char *text = written(m, "transcript", NULL);
        const struct play *before = &m->games[0].events[1].play;
        const struct play *after = &read_by(&again, importer_find("transcript"), text)->games[0].events[1].play;
        assert_int_equal(before->step[0].to, i % 2 == 0 ? 20 : 18);
        assert_int_equal(after->n, 2);
        assert_memory_equal(after->step, before->step, 2 * sizeof *after->step);
        reading_done(&first);
        reading_done(&again);
        free(text);
    }
}

TEST(a_match_takes_less_than_half_of_a_mat)
{
    struct match *m = read_file("fixtures/demo/club-final.mat");
    char *brief = written(m, "transcript", NULL), *mat = written(m, "mat", NULL);
    assert_true(2 * strlen(brief) < strlen(mat));
    free(brief);
    free(mat);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
