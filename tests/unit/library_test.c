/* The public library as a program uses it: only kibitzer.h. */
#include "kibitzer.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
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

static void bytes_are_recognised_and_described(void **state)
{
    (void)state;
    struct kibitzer_file *f = small_file();
    struct kibitzer_info info;
    assert_int_equal(kibitzer_matches(f), 1);
    assert_int_equal(kibitzer_info(f, 0, &info), KIBITZER_OK);
    assert_string_equal(info.format, "mat");
    assert_string_equal(info.player[0], "Ann");
    assert_int_equal(info.length, 3);
    assert_int_equal(info.score[0], 1);
    assert_int_equal(info.annotation_sets, 0);
    assert_int_equal(kibitzer_info(f, 1, &info), KIBITZER_UNKNOWN);
    kibitzer_close(f);
}

static void the_matches_of_an_archive_are_read_one_after_the_other(void **state)
{
    (void)state;
    struct kibitzer_info info;
    struct kibitzer_file *f = kibitzer_open("fixtures/archive/round.zip", NULL, NULL);
    assert_non_null(f);
    assert_int_equal(kibitzer_matches(f), 2);
    assert_int_equal(kibitzer_info(f, 1, &info), KIBITZER_OK);
    assert_string_equal(info.player[0], "Cleo");
    kibitzer_close(f);
    f = kibitzer_open("fixtures/archive/round.7z", "mat", NULL);
    assert_int_equal(kibitzer_matches(f), 2);
    kibitzer_close(f);
}

static void an_archive_that_cannot_be_unpacked_is_an_error_that_names_it(void **state)
{
    (void)state;
    char *messages = NULL;
    assert_null(kibitzer_open("fixtures/archive/locked.zip", NULL, &messages));
    assert_int_equal(kibitzer_error(), KIBITZER_FAILED);
    assert_non_null(strstr(messages, "fixtures/archive/locked.zip: error: "));
    kibitzer_free(messages);
}

static void what_cannot_be_read_is_null_with_a_message_that_names_the_place(void **state)
{
    (void)state;
    char *messages = NULL;
    assert_null(kibitzer_read("hello", 5, "hello.txt", NULL, &messages));
    assert_non_null(messages);
    assert_non_null(strstr(messages, "hello.txt:1:1: error: "));
    kibitzer_free(messages);
    assert_null(kibitzer_open("/nowhere/at/all.mat", NULL, &messages));
    assert_non_null(strstr(messages, "cannot be read"));
    kibitzer_free(messages);
    assert_null(kibitzer_read(small, strlen(small), NULL, "docx", &messages));
    assert_non_null(strstr(messages, "docx"));
    kibitzer_free(messages);
}

static void a_match_is_written_in_another_format_and_reads_back(void **state)
{
    (void)state;
    struct kibitzer_file *f = small_file();
    size_t length = 0;
    char *sgf = kibitzer_write(f, 0, "sgf", &length, NULL), *messages = NULL;
    assert_non_null(sgf);
    assert_int_equal(strlen(sgf), length);
    struct kibitzer_file *again = kibitzer_read(sgf, length, NULL, NULL, NULL);
    assert_non_null(again);
    struct kibitzer_info info;
    assert_int_equal(kibitzer_info(again, 0, &info), KIBITZER_OK);
    assert_string_equal(info.format, "sgf");
    assert_string_equal(info.player[1], "Bob");
    assert_null(kibitzer_write(f, 0, "docx", NULL, &messages));
    assert_non_null(strstr(messages, "docx"));
    kibitzer_free(messages);
    kibitzer_free(sgf);
    kibitzer_close(again);
    kibitzer_close(f);
}

static void an_analysis_is_added_and_shows_in_what_is_written(void **state)
{
    (void)state;
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL, NULL, NULL);
    struct kibitzer_info info;
    char *messages = NULL;
    assert_non_null(e);
    assert_int_equal(kibitzer_analyze(f, 0, e, "0ply", 2, NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_info(f, 0, &info), KIBITZER_OK);
    assert_int_equal(info.annotation_sets, 1);
    char *json = kibitzer_write(f, 0, "json", NULL, NULL);
    assert_non_null(strstr(json, "\"error_rate_memg\""));
    assert_int_equal(kibitzer_analyze(f, 0, e, "9ply", 1, &messages), KIBITZER_UNKNOWN);
    assert_non_null(strstr(messages, "9ply"));
    kibitzer_free(messages);
    kibitzer_free(json);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

/* An analysed game by another program: candidates, but neither errors nor sums. */
static const char *const analysed_sgf =
    "(;FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo]"
    ";W[31xwmj]A[1][hefe E ver 3 0.55 0.17 0.01 0.12 0.005 0.16 2C 0 1 0 1]"
    "[xwmj E ver 3 0.5 0.14 0.01 0.13 0.005 -0.04 2C 0 1 0 1])";

static void the_analysis_of_a_file_is_written_with_its_sums(void **state)
{
    (void)state;
    struct kibitzer_file *f = kibitzer_read(analysed_sgf, strlen(analysed_sgf), "a.sgf", NULL, NULL);
    assert_non_null(f);
    char *json = kibitzer_write(f, 0, "json", NULL, NULL);
    assert_non_null(json);
    assert_non_null(strstr(json, "\"total_moves\": 1"));
    assert_non_null(strstr(json, "\"error\": 0.2"));
    assert_non_null(strstr(json, "\"legal\": 16"));
    free(json);
    kibitzer_close(f);
}

static void absurd_arguments_are_refused_with_a_code_and_words(void **state)
{
    (void)state;
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL, NULL, NULL);
    struct kibitzer_info info;
    assert_null(kibitzer_open(NULL, NULL, NULL));
    assert_int_equal(kibitzer_error(), KIBITZER_MISUSE);
    assert_null(kibitzer_read(NULL, 10, NULL, NULL, NULL));
    assert_int_equal(kibitzer_error(), KIBITZER_MISUSE);
    assert_null(kibitzer_read(NULL, 0, NULL, NULL, NULL));
    assert_int_equal(kibitzer_error(), KIBITZER_FAILED);
    assert_int_equal(kibitzer_matches(NULL), 0);
    assert_int_equal(kibitzer_info(NULL, 0, &info), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_info(f, 0, NULL), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_analyze(NULL, 0, e, "0ply", 1, NULL), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_analyze(f, 0, NULL, "0ply", 1, NULL), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_analyze(f, SIZE_MAX, e, "0ply", 1, NULL), KIBITZER_UNKNOWN);
    assert_int_equal(kibitzer_analyze(f, 0, e, "0ply", 0, NULL), KIBITZER_MISUSE);
    assert_null(kibitzer_write(NULL, 0, "sgf", NULL, NULL));
    assert_null(kibitzer_write(f, 0, NULL, NULL, NULL));
    assert_int_equal(kibitzer_error(), KIBITZER_MISUSE);
    assert_true(strlen(kibitzer_error_message()) > 0);
    kibitzer_close(NULL);
    kibitzer_engine_free(NULL);
    kibitzer_free(NULL);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

static void the_default_level_and_a_thousand_million_threads_give_an_analysis(void **state)
{
    (void)state;
    struct kibitzer_file *f = small_file();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL, NULL, NULL);
    assert_int_equal(kibitzer_analyze(f, 0, e, NULL, 1000000000, NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_error(), KIBITZER_OK);
    assert_string_equal(kibitzer_error_message(), "");
    char *json = kibitzer_write(f, 0, "json", NULL, NULL);
    assert_non_null(strstr(json, "\"2ply\""));
    kibitzer_free(json);
    kibitzer_engine_free(e);
    kibitzer_close(f);
}

static void the_error_of_a_thread_names_the_file_and_what_is_wrong(void **state)
{
    (void)state;
    assert_null(kibitzer_open("/nowhere/at/all.mat", NULL, NULL));
    assert_int_equal(kibitzer_error(), KIBITZER_UNREADABLE);
    assert_string_equal(kibitzer_error_message(), "/nowhere/at/all.mat: cannot be read: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_recognised_and_described),
        cmocka_unit_test(the_matches_of_an_archive_are_read_one_after_the_other),
        cmocka_unit_test(an_archive_that_cannot_be_unpacked_is_an_error_that_names_it),
        cmocka_unit_test(what_cannot_be_read_is_null_with_a_message_that_names_the_place),
        cmocka_unit_test(a_match_is_written_in_another_format_and_reads_back),
        cmocka_unit_test(the_analysis_of_a_file_is_written_with_its_sums),
        cmocka_unit_test(an_analysis_is_added_and_shows_in_what_is_written),
        cmocka_unit_test(absurd_arguments_are_refused_with_a_code_and_words),
        cmocka_unit_test(the_default_level_and_a_thousand_million_threads_give_an_analysis),
        cmocka_unit_test(the_error_of_a_thread_names_the_file_and_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
