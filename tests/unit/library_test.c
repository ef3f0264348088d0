/* The public library as a program uses it: only kibitzer.h. */
#include "kibitzer.h"

#include "support/test.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char small[] = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
                            "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
                            "  2)  Doubles => 2                Drops\n"
                            "      Wins 1 point\n";

static struct kibitzer_file *small_file(void)
{
    struct kibitzer_file *f = kibitzer_read(small, strlen(small), "small.mat", NULL, NULL);
    assert_non_null(f);
    return f;
}

/* Options with one of them set. */
static struct kibitzer_options *with(const char *command, const char *name, const char *value)
{
    struct kibitzer_options *o = kibitzer_options_new(command, NULL);
    assert_non_null(o);
    assert_int_equal(kibitzer_options_set(o, name, value, NULL), KIBITZER_OK);
    return o;
}

static int analyze_at(struct kibitzer_file *f, struct kibitzer_engine *e, const char *level, struct kibitzer_call *c)
{
    struct kibitzer_options *o = with("analyze", "level", level);
    const int code = kibitzer_analyze(f, 0, e, o, c);
    kibitzer_options_free(o);
    return code;
}

TEST(bytes_are_recognised_and_described)
{
    struct kibitzer_file *f = small_file();
    assert_int_equal(kibitzer_matches(f), 1);
    assert_string_equal(kibitzer_match_text(f, 0, KIBITZER_MATCH_FORMAT), "mat");
    assert_string_equal(kibitzer_match_text(f, 0, KIBITZER_MATCH_PLAYER_0), "Ann");
    assert_null(kibitzer_match_text(f, 0, KIBITZER_MATCH_EVENT));
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_LENGTH), 3);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SCORE_0), 1);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SCORE_1), 0);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_GAMES), 1);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SETS), 0);
    assert_int_equal(kibitzer_match_number(f, 1, KIBITZER_MATCH_LENGTH), -1);
    assert_null(kibitzer_match_text(f, 1, KIBITZER_MATCH_FORMAT));
    kibitzer_close(f);
}

TEST(the_matches_of_an_archive_are_read_one_after_the_other)
{
    struct kibitzer_file *f = kibitzer_open("fixtures/archive/round.zip", NULL, NULL);
    struct kibitzer_options *o = with("info", "from", "mat");
    assert_non_null(f);
    assert_int_equal(kibitzer_matches(f), 2);
    assert_string_equal(kibitzer_match_text(f, 1, KIBITZER_MATCH_PLAYER_0), "Cleo");
    kibitzer_close(f);
    f = kibitzer_open("fixtures/archive/round.7z", o, NULL);
    assert_int_equal(kibitzer_matches(f), 2);
    kibitzer_close(f);
    kibitzer_options_free(o);
}

TEST(an_archive_that_cannot_be_unpacked_is_an_error_that_names_it)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_null(kibitzer_open("fixtures/archive/locked.zip", NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_FAILED);
    assert_non_null(strstr(kibitzer_call_messages(c), "fixtures/archive/locked.zip/"));
    kibitzer_call_free(c);
}

TEST(of_a_mail_every_attached_match_is_read)
{
    static const char end[] = "--b--\n";
    char mail[2000];
    struct kibitzer_call *c = kibitzer_call_new();
    snprintf(
        mail, sizeof mail,
        "Message-ID: <1@x>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b\nContent-Type: text/plain; "
        "name=a.mat\n\n%s--b\nContent-Type: text/plain; name=b.mat\n\n%s%s",
        small, small, end);
    struct kibitzer_file *f = kibitzer_read(mail, strlen(mail), NULL, NULL, c);
    assert_int_equal(kibitzer_call_code(c), KIBITZER_OK);
    assert_int_equal(kibitzer_matches(f), 2);
    kibitzer_close(f);
    mail[strlen(mail) - strlen(end)] = '\0'; /* a mail that breaks off may lack matches */
    f = kibitzer_read(mail, strlen(mail), NULL, NULL, c);
    assert_int_equal(kibitzer_call_code(c), KIBITZER_SOME_FAILED);
    assert_int_equal(kibitzer_matches(f), 2);
    kibitzer_close(f);
    kibitzer_call_free(c);
}

TEST(what_cannot_be_read_is_null_with_a_message_that_names_the_place)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_null(kibitzer_read("hello", 5, "hello.txt", NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_FAILED);
    assert_non_null(strstr(kibitzer_call_messages(c), "hello.txt:1:1: error: "));
    assert_null(kibitzer_open("/nowhere/at/all.mat", NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNREADABLE);
    assert_string_equal(kibitzer_call_message(c), "/nowhere/at/all.mat: No such file or directory");
    kibitzer_call_free(c);
}

TEST(words_are_in_the_language_of_the_call_if_there_is_such_a_language)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_string_equal(kibitzer_call_words(c, "yes"), "yes");
    assert_int_equal(kibitzer_call_language(c, "de"), KIBITZER_OK);
    assert_string_equal(kibitzer_call_words(c, "yes"), "ja");
    assert_int_equal(kibitzer_call_language(c, "xx"), KIBITZER_UNKNOWN);
    assert_string_equal(kibitzer_call_words(c, "yes"), "ja");
    assert_string_equal(kibitzer_call_words(c, "nothing of ours"), "nothing of ours");
    assert_int_equal(kibitzer_call_language(c, NULL), KIBITZER_OK);
    assert_string_equal(kibitzer_call_words(c, "yes"), "yes");
    kibitzer_call_free(c);
}

TEST(options_say_how_files_are_read)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *sgf = with("convert", "from", "sgf"), *few = with("info", "max-plies", "1");
    struct kibitzer_options *wrong = with("eval", "level", "0ply");
    assert_null(kibitzer_read(small, strlen(small), NULL, sgf, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_FAILED);
    assert_null(kibitzer_read(small, strlen(small), NULL, few, c));
    assert_non_null(strstr(kibitzer_call_messages(c), "plies"));
    assert_null(kibitzer_read(small, strlen(small), NULL, wrong, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    kibitzer_options_free(sgf);
    kibitzer_options_free(few);
    kibitzer_options_free(wrong);
    kibitzer_call_free(c);
}

TEST(what_was_refused_in_part_is_there_with_a_code_that_says_so)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_file *f = kibitzer_open("fixtures/idlist/some-bad.txt", NULL, c);
    assert_non_null(f);
    assert_int_equal(kibitzer_call_code(c), KIBITZER_SOME_FAILED);
    assert_true(kibitzer_matches(f) > 0);
    assert_non_null(strstr(kibitzer_call_messages(c), "some-bad.txt:"));
    kibitzer_close(f);
    kibitzer_call_free(c);
}

/* ---- match by match ---- */

struct seen {
    size_t n, stop_at;
    char text[4][64];
    struct kibitzer_cursor *kept;
};

static int look(void *context, struct kibitzer_file *match)
{
    struct seen *s = context;
    struct kibitzer_call *c = kibitzer_call_new();
    char *text = kibitzer_write(match, 0, "dump", NULL, NULL, c);
    assert_non_null(text);
    assert_int_equal(kibitzer_matches(match), 1);
    snprintf(s->text[s->n++ % 4], 64, "%s", kibitzer_match_text(match, 0, KIBITZER_MATCH_PLAYER_0));
    if (s->kept == NULL)
        s->kept = kibitzer_decisions(match, 0, c);
    kibitzer_free(text);
    kibitzer_call_free(c);
    kibitzer_close(match); /* does nothing */
    return s->n == s->stop_at;
}

TEST(matches_are_shown_one_by_one_until_the_program_has_enough)
{
    struct seen all = {.n = 0}, one = {.stop_at = 1};
    assert_int_equal(kibitzer_each("fixtures/archive/round.zip", look, &all, NULL, NULL), KIBITZER_OK);
    assert_int_equal(all.n, 2);
    assert_string_equal(all.text[1], "Cleo");
    assert_int_equal(kibitzer_cursor_next(all.kept, NULL), 1); /* the match is gone, the cursor has its own */
    kibitzer_cursor_free(all.kept);
    assert_int_equal(kibitzer_each("fixtures/archive/round.zip", look, &one, NULL, NULL), KIBITZER_CANCELLED);
    assert_int_equal(one.n, 1);
    kibitzer_cursor_free(one.kept);
    assert_int_equal(kibitzer_each("fixtures/archive/round.zip", NULL, NULL, NULL, NULL), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_each("/nowhere/at/all.mat", look, &one, NULL, NULL), KIBITZER_UNREADABLE);
}

/* ---- writing and analysing ---- */

TEST(a_match_is_written_in_another_format_and_reads_back)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_file *f = small_file();
    size_t length = 0;
    char *sgf = kibitzer_write(f, 0, "sgf", NULL, &length, c);
    assert_non_null(sgf);
    assert_int_equal(strlen(sgf), length);
    struct kibitzer_file *again = kibitzer_read(sgf, length, NULL, NULL, c);
    assert_non_null(again);
    assert_string_equal(kibitzer_match_text(again, 0, KIBITZER_MATCH_FORMAT), "sgf");
    assert_string_equal(kibitzer_match_text(again, 0, KIBITZER_MATCH_PLAYER_1), "Bob");
    assert_null(kibitzer_write(f, 0, "docx", NULL, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNKNOWN);
    assert_non_null(strstr(kibitzer_call_messages(c), "docx"));
    kibitzer_free(sgf);
    kibitzer_close(again);
    kibitzer_close(f);
    kibitzer_call_free(c);
}

TEST(options_say_what_is_written_and_the_file_stays_as_it_is)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_file *f = small_file();
    struct kibitzer_options *o = with("convert", "event", "Open"), *split = with("convert", "split", "games");
    struct kibitzer_options *style = with("analyze", "style", "nope");
    char *before = kibitzer_write(f, 0, "dump", NULL, NULL, c);
    kibitzer_options_set(o, "bottom", "Ann", c);
    char *text = kibitzer_write(f, 0, "dump", o, NULL, c), *after = kibitzer_write(f, 0, "dump", NULL, NULL, c);
    assert_non_null(strstr(text, "event \"Open\""));
    assert_non_null(strstr(text, "player 1 \"Ann\""));
    assert_string_equal(before, after);
    assert_null(kibitzer_write(f, 0, "html", split, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_write(f, 0, "mat", style, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_BAD_OPTION);
    assert_string_equal(kibitzer_call_option(c), "style");
    kibitzer_free(before);
    kibitzer_free(text);
    kibitzer_free(after);
    kibitzer_options_free(o);
    kibitzer_options_free(split);
    kibitzer_options_free(style);
    kibitzer_close(f);
    kibitzer_call_free(c);
}

TEST(an_analysis_is_added_and_shows_in_what_is_written)
{
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    struct kibitzer_options *race = with("convert", "from", "mat");
    assert_non_null(e);
    assert_int_equal(analyze_at(f, e, "0ply", NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SETS), 1);
    char *json = kibitzer_write(f, 0, "json", NULL, NULL, NULL);
    assert_non_null(strstr(json, "\"error_rate_memg\""));
    assert_int_equal(kibitzer_analyze(f, 0, e, race, NULL), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SETS), 1);
    kibitzer_options_free(race);
    kibitzer_free(json);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

TEST(a_part_is_analysed_alone_and_one_that_is_not_there_is_named)
{
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = with("analyze", "level", "0ply");
    assert_int_equal(kibitzer_options_set(o, "select", "1.3-9", NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_analyze(f, 0, e, o, c), KIBITZER_UNKNOWN);
    assert_non_null(strstr(kibitzer_call_messages(c), "--select 1.3-9: game 1 has 4 moves"));
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SETS), 0);
    assert_int_equal(kibitzer_options_set(o, "select", "1.2", NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_analyze(f, 0, e, o, c), KIBITZER_OK);
    char *json = kibitzer_write(f, 0, "json", NULL, NULL, NULL);
    assert_non_null(strstr(json, "\"number\": 2,"));
    assert_null(strstr(json, "\"number\": 3,"));
    kibitzer_free(json);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

static int stop(void *context, const struct kibitzer_progress *p)
{
    (void)p;
    ++*(int *)context;
    return 1;
}

TEST(an_analysis_that_is_stopped_leaves_the_match_as_it_was)
{
    int asked = 0;
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_file *f = kibitzer_open("fixtures/demo/semi-final.mat", NULL, NULL);
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    kibitzer_call_on_progress(c, stop, &asked, 0);
    assert_int_equal(analyze_at(f, e, "0ply", c), KIBITZER_CANCELLED);
    assert_true(asked > 0);
    assert_int_equal(kibitzer_match_number(f, 0, KIBITZER_MATCH_SETS), 0);
    kibitzer_engine_free(e);
    kibitzer_close(f);
    kibitzer_call_free(c);
}

/* An analysed game by another program: candidates, but neither errors nor sums. */
static const char *const analysed_sgf =
    "(;FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]"
    ";W[31xwmj]A[1][hefe E ver 3 0.55 0.17 0.01 0.12 0.005 0.16 2C 0 1 0 1]"
    "[xwmj E ver 3 0.5 0.14 0.01 0.13 0.005 -0.04 2C 0 1 0 1])";

TEST(the_analysis_of_a_file_is_written_with_its_sums)
{
    struct kibitzer_file *f = kibitzer_read(analysed_sgf, strlen(analysed_sgf), "a.sgf", NULL, NULL);
    assert_non_null(f);
    char *json = kibitzer_write(f, 0, "json", NULL, NULL, NULL);
    assert_non_null(json);
    assert_non_null(strstr(json, "\"total_moves\": 1"));
    assert_non_null(strstr(json, "\"error\": 0.2"));
    assert_non_null(strstr(json, "\"legal\": 16"));
    kibitzer_free(json);
    kibitzer_close(f);
}

/* ---- decisions ---- */

enum { KIND = 3, XGID, GNUBG_ID, DICE, PLAYED, BEST, ERROR, EQUITY = 19, BEST_EQUITY, DECISION_COLUMNS = 34 };

TEST(decisions_are_rows_with_the_columns_of_the_header)
{
    static const char *const kinds[] = {"play", "play", "double", "drop"};
    struct kibitzer_file *f = small_file();
    struct kibitzer_cursor *k = kibitzer_decisions(f, 0, NULL);
    char *csv = kibitzer_write(f, 0, "csv", NULL, NULL, NULL);
    kibitzer_close(f);
    assert_int_equal(kibitzer_cursor_columns(k), DECISION_COLUMNS);
    assert_string_equal(kibitzer_cursor_name(k, KIND), "kind");
    assert_string_equal(kibitzer_cursor_name(k, ERROR), "error");
    assert_string_equal(kibitzer_cursor_name(k, EQUITY), "equity");
    assert_string_equal(kibitzer_cursor_name(k, DECISION_COLUMNS - 1), "why");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(kibitzer_cursor_next(k, NULL), 1);
        assert_string_equal(kibitzer_cursor_text(k, KIND), kinds[i]);
        assert_int_equal(kibitzer_cursor_number(k, 2), i % 2); /* player */
        if (i == 0) {
            assert_string_equal(kibitzer_cursor_text(k, DICE), "31");
            assert_string_equal(kibitzer_cursor_text(k, PLAYED), "8/5 6/5");
            assert_int_equal(strncmp(kibitzer_cursor_text(k, GNUBG_ID), "4HPwATDgc/ABMA:", 15), 0);
            assert_non_null(strstr(csv, kibitzer_cursor_text(k, GNUBG_ID)));
            assert_non_null(strstr(csv, kibitzer_cursor_text(k, XGID)));
        }
        if (i >= 2)
            assert_string_equal(kibitzer_cursor_text(k, PLAYED), kinds[i]);
    }
    assert_int_equal(kibitzer_cursor_next(k, NULL), 0);
    kibitzer_free(csv);
    kibitzer_cursor_free(k);
}

TEST(decisions_are_judged_by_the_last_analysis)
{
    struct kibitzer_file *f = kibitzer_read(analysed_sgf, strlen(analysed_sgf), "a.sgf", NULL, NULL);
    struct kibitzer_cursor *k = kibitzer_decisions(f, 0, NULL);
    assert_int_equal(kibitzer_cursor_next(k, NULL), 1);
    assert_true(fabs(kibitzer_cursor_number(k, ERROR) - 0.2) < 1e-5);
    assert_true(fabs(kibitzer_cursor_number(k, BEST_EQUITY) - 0.16) < 1e-5);
    assert_true(fabs(kibitzer_cursor_number(k, EQUITY) + 0.04) < 1e-5);
    assert_string_not_equal(kibitzer_cursor_text(k, BEST), kibitzer_cursor_text(k, PLAYED));
    kibitzer_cursor_free(k);
    kibitzer_close(f);
}

/* ---- misuse ---- */

TEST(absurd_arguments_are_refused_with_a_code_and_words)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    assert_null(kibitzer_open(NULL, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_read(NULL, 10, NULL, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_read(NULL, 0, NULL, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_FAILED);
    assert_int_equal(kibitzer_matches(NULL), 0);
    assert_null(kibitzer_match_text(NULL, 0, KIBITZER_MATCH_FORMAT));
    assert_int_equal(kibitzer_match_number(NULL, 0, KIBITZER_MATCH_LENGTH), -1);
    assert_int_equal(kibitzer_match_number(f, 0, (enum kibitzer_match_number)99), -1);
    assert_int_equal(kibitzer_analyze(NULL, 0, e, NULL, c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_analyze(f, 0, NULL, NULL, c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_analyze(f, SIZE_MAX, e, NULL, c), KIBITZER_UNKNOWN);
    assert_null(kibitzer_decisions(NULL, 0, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_decisions(f, 1, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNKNOWN);
    assert_null(kibitzer_write(NULL, 0, "sgf", NULL, NULL, c));
    assert_null(kibitzer_write(f, 0, NULL, NULL, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_true(strlen(kibitzer_call_message(c)) > 0);
    kibitzer_close(NULL);
    kibitzer_engine_free(NULL);
    kibitzer_free(NULL);
    kibitzer_engine_free(e);
    kibitzer_close(f);
    kibitzer_call_free(c);
}

TEST(the_default_options_give_an_analysis_at_the_default_level)
{
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    assert_int_equal(kibitzer_analyze(f, 0, e, NULL, NULL), KIBITZER_OK);
    char *json = kibitzer_write(f, 0, "json", NULL, NULL, NULL);
    assert_non_null(strstr(json, "\"2ply\""));
    kibitzer_free(json);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

TEST(games_events_and_candidates_are_rows)
{
    struct kibitzer_file *f = small_file();
    struct kibitzer_cursor *games = kibitzer_games(f, 0, NULL), *events = kibitzer_events(f, 0, NULL);
    kibitzer_close(f); /* cursors have matches of their own */
    assert_int_equal(kibitzer_cursor_next(games, NULL), 1);
    assert_float_equal(kibitzer_cursor_number(games, 5), 1, 0);
    assert_string_equal(kibitzer_cursor_text(games, 6), "drop");
    assert_float_equal(kibitzer_cursor_number(games, 7), 4, 0);
    assert_int_equal(kibitzer_cursor_next(games, NULL), 0);
    static const char *const kinds[] = {"play", "play", "double", "drop"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(kibitzer_cursor_next(events, NULL), 1);
        assert_string_equal(kibitzer_cursor_text(events, 2), kinds[i]);
        assert_true(kibitzer_cursor_number(events, 3) == (double)(i % 2));
        if (i == 0)
            assert_string_equal(kibitzer_cursor_text(events, 5), "8/5 6/5");
    }
    assert_int_equal(kibitzer_cursor_next(events, NULL), 0);
    kibitzer_cursor_free(games);
    kibitzer_cursor_free(events);
}

TEST(candidates_are_those_of_the_last_analysis)
{
    struct kibitzer_file *f = small_file();
    struct kibitzer_cursor *none = kibitzer_candidates(f, 0, NULL);
    assert_int_equal(kibitzer_cursor_next(none, NULL), 0); /* nothing is analysed yet */
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    struct kibitzer_options *o = kibitzer_options_new("analyze", NULL);
    assert_int_equal(kibitzer_options_set(o, "level", "0ply", NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_analyze(f, 0, e, o, NULL), KIBITZER_OK);
    struct kibitzer_cursor *k = kibitzer_candidates(f, 0, NULL);
    assert_int_equal(kibitzer_cursor_next(k, NULL), 1);
    assert_string_equal(kibitzer_cursor_text(k, 4), "8/5 6/5");
    assert_float_equal(kibitzer_cursor_number(k, 3), 1, 0);
    assert_float_equal(kibitzer_cursor_number(k, 6), 0, 0);
    assert_float_equal(kibitzer_cursor_number(k, 13), 1, 0);
    int n = 1;
    while (kibitzer_cursor_next(k, NULL) == 1) {
        n++;
        assert_true(kibitzer_cursor_number(k, 6) >= 0);
    }
    assert_in_range(n, 10, 12); /* five plays of each of two rolls, and those that were made */
    kibitzer_cursor_free(k);
    kibitzer_cursor_free(none);
    kibitzer_options_free(o);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

TEST_MAIN(NULL, NULL)
