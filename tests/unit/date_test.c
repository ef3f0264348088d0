/* Dates as people and programs write them. */
#include "support/assertions.h"

#include "base/date.h"

#include <string.h>

TEST(dates_are_read_as_they_are_written)
{
    static const struct {
        const char *text, *day, *time;
    } cases[] = {
        {"2009-12-16", "2009-12-16", ""},
        {"2009.12.16", "2009-12-16", ""},
        {"2009/1/6", "2009-01-06", ""},
        {"20091216", "2009-12-16", ""},
        {"2009-12", "2009-12", ""},
        {"2009", "2009", ""},
        {"12/2009", "2009-12", ""},
        {"2006-03-04T20:15:33Z", "2006-03-04", "20:15:33Z"},
        {"2006-03-04 20:15:33", "2006-03-04", "20:15:33"},
        {"2006-03-04T20:15:33.25+01:00", "2006-03-04", "20:15:33.25+01:00"},
        {"20060304T201533Z", "2006-03-04", "201533Z"},
        {"2006.03.04 20.15", "2006-03-04", "20.15"},
        {"16.12.2009", "2009-12-16", ""},
        {"16/12/2009 20:15", "2009-12-16", "20:15"},
        {"12/16/2009", "2009-12-16", ""},
        {"5/5/2009", "2009-05-05", ""},
        {"11/27/26", "2026-11-27", ""},
        {"27/11/26", "2026-11-27", ""},
        {"27.11.69", "1969-11-27", ""},
        {"Dec 16 2006", "2006-12-16", ""},
        {"December 16, 2006", "2006-12-16", ""},
        {"16 Dec 2006", "2006-12-16", ""},
        {"16-DEC-06", "2006-12-16", ""},
        {"2006 Dec 16", "2006-12-16", ""},
        {"Dec 2006", "2006-12", ""},
        {"Sept 3 2009", "2009-09-03", ""},
        {"16th of December 2006, 8:15 pm", "2006-12-16", "8:15 pm"},
        {"Saturday, March 4, 2006", "2006-03-04", ""},
        {"Sat Mar  4 20:15:33 2006", "2006-03-04", "20:15:33"},
        {"Sat, 4 Mar 2006 20:15:33 +0100", "2006-03-04", "20:15:33 +0100"},
        {"16. Dezember 2009", "2009-12-16", ""},
        {"Mi, 4. M\xc3\xa4rz 2009", "2009-03-04", ""},
        {"2009\xe5\xb9\xb4"
         "12\xe6\x9c\x88"
         "16\xe6\x97\xa5",
         "2009-12-16", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char day[DAY_ROOM];
        struct span time;
        if (date_read(span_of(cases[i].text), day, &time) != DATE_READ || strcmp(day, cases[i].day) != 0 ||
            !span_equal(time, cases[i].time))
            fail_msg("%s: \"%s\" \"%.*s\"", cases[i].text, day, (int)time.length, time.at);
    }
}

TEST(two_days_are_none)
{
    static const char *const two[] = {"03/04/2009", "3.4.2009", "03-04-09", "09-12-16", "03/04/2009 20:15"};
    static const char *const none[] = {"",         "Spring 2009", "0000-00-00",    "2009-12-16,17", "20:15",
                                       "December", "2009 2010",   "16 12 2009 20", "Dec 2006 8:15", "123456789"};
    static const char *const impossible[] = {"2009-02-30", "2009-13-01", "31/31/2009", "Dec 32 2009",
                                             "00/05/2009", "2009-99",    "20090230",   "30.2.09"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        char day[DAY_ROOM];
        assert_int_equal(date_read(span_of(two[i]), day, NULL), DATE_UNDECIDED);
        assert_string_equal(day, "");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char day[DAY_ROOM];
        if (date_read(span_of(none[i]), day, NULL) != DATE_NONE)
            fail_msg("%s: %s", none[i], day);
    }
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        char day[DAY_ROOM];
        if (date_read(span_of(impossible[i]), day, NULL) != DATE_IMPOSSIBLE)
            fail_msg("%s: %s", impossible[i], day);
        assert_string_equal(day, "");
    }
}

TEST(only_whole_dates_sort)
{
    assert_true(date_is_iso("2009") && date_is_iso("2009-12") && date_is_iso("2008-02-29"));
    assert_false(date_is_iso("2009-02-29") || date_is_iso("2009.12.16") || date_is_iso("") || date_is_iso("200"));
    assert_true(date_is_time(span_of("20:15")) && date_is_time(span_of("20.15")) && date_is_time(span_of("8:15 pm")));
    assert_false(date_is_time(span_of("15 min")) || date_is_time(span_of("90:00")) || date_is_time(span_of("")));
}

TEST_MAIN(NULL, NULL)
