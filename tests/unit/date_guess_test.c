/* Dates guessed from what files are called. */
#include "support/assertions.h"

#include "run/date_guess.h"

#include <string.h>

TEST(names_that_hold_a_day_are_understood)
{
    static const struct {
        const char *path, *day;
    } cases[] = {
        {"2022_03_12.mat", "2022-03-12"},
        {"takadaleft - Schiemann 5pt Backgammon Studio 2022_08_14 12_27_32_1660486394.txt", "2022-08-14"},
        {"BlueNote-nori-2009Feb221822.txt", "2009-02-22"},
        {"2009Feb142011", "2009-02-14"},
        {"2009-Feb-14.mat", "2009-02-14"},
        {"14Feb2009.sgf", "2009-02-14"},
        {"Squire-Harmand 7 point match 18-08-2024.xg", "2024-08-18"},
        {"final 08.18.2024.xg", "2024-08-18"},
        {"20220520_10th_INBC_1.txt", "2022-05-20"},
        {"game-20220520153000.txt", "2022-05-20"},
        {"/home/ann/2024-03-17 Galaxy/round 1.mat", "2024-03-17"},
        {"/home/2019-01-01/2024-03-17.zip/1.mat", "2024-03-17"},
        {"2024-02-29.mat", "2024-02-29"},
        {"5-5-2024.mat", "2024-05-05"},
        {"Ann - Bob Dec 16 2006.mat", "2006-12-16"},
        {"December_16,_2006.mat", "2006-12-16"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char day[DAY_ROOM];
        date_in_path(cases[i].path, day);
        if (strcmp(day, cases[i].day) != 0)
            fail_msg("%s: \"%s\", expected %s", cases[i].path, day, cases[i].day);
    }
}

TEST(what_may_be_two_days_or_none_is_not_guessed)
{
    static const char *const paths[] = {"03-04-2024.mat", "2023-02-29.mat", "round 1.mat",     "1887435.txt",
                                        "1660486394.txt", "2022-08.mat",    "2022_13_01",      "12022-01-01.mat",
                                        "2022-01_02.mat", "1850-01-01.mat", "2022-01-023.mat", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char day[DAY_ROOM];
        date_in_path(paths[i], day);
        if (day[0] != '\0')
            fail_msg("%s: %s", paths[i], day);
    }
}

TEST(what_is_no_file_has_no_time)
{
    assert_int_equal(date_guess("nowhere/at all.mat", DATE_FROM_MTIME, 0).by, GUESSED_NOT);
    assert_int_equal(date_guess("nowhere/2024-01-02.mat", DATE_FROM_NAME, 0).by, GUESSED_BY_NAME);
    assert_int_equal(date_guess("Makefile", DATE_FROM_MTIME, 0).by, GUESSED_BY_TIME);
    assert_int_equal(date_guess("Makefile", DATE_FROM_NAME, 0).by, GUESSED_NOT);
}

TEST(what_lies_in_an_archive_has_the_time_that_the_archive_gives)
{
    const struct date_guess g = date_guess("some.zip/round 1.mat", DATE_FROM_MTIME, 1700000000);
    assert_int_equal(g.by, GUESSED_BY_TIME);
    assert_string_equal(g.date, "2023-11-14");
    assert_string_equal(date_guess("some.zip/2024-01-02.mat", DATE_FROM_MTIME, 1700000000).date, "2024-01-02");
    assert_int_equal(date_guess("some.zip/round 1.mat", DATE_FROM_MTIME, INT64_MAX / 2).by, GUESSED_NOT);
}

TEST_MAIN(NULL, NULL)
