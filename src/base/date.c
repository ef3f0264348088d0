/* Dates as people write them; see date.h. */
#include "base/date.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <strings.h>

bool date_is_day(int year, int month, int day)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return year >= 1000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
           day <= days[month - 1] + (month == 2 && leap);
}

bool date_is_iso(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    const size_t length = strlen(text);
    if (length != 4 && length != 7 && length != 10)
        return false;
    for (size_t i = 0; i < length; i++)
        if (form[i] == 'd' ? !isdigit((unsigned char)text[i]) : text[i] != '-')
            return false;
    return date_is_day(atoi(text), length < 7 ? 1 : atoi(text + 5), length < 10 ? 1 : atoi(text + 8));
}

/* ---- words ---- */

static struct span behind(struct span s, size_t n)
{
    return span_sub(s, n, s.length);
}

static size_t word_length(struct span s)
{
    size_t n = 0;
    while (n < s.length && (isalpha((unsigned char)s.at[n]) || (unsigned char)s.at[n] >= 0x80))
        n++;
    return n;
}

/* Three letters at least. */
static bool is_short_for(struct span word, const char *whole)
{
    return word.length >= 3 && word.length <= strlen(whole) && strncasecmp(word.at, whole, word.length) == 0;
}

size_t date_month_at(struct span text, int *month)
{
    static const char *const names[][12] = {{"january", "february", "march", "april", "may", "june", "july", "august",
                                             "september", "october", "november", "december"},
                                            {"januar", "februar", "m\xc3\xa4rz", "april", "mai", "juni", "juli",
                                             "august", "september", "oktober", "november", "dezember"}};
    const struct span word = {text.at, word_length(text)};
    for (int i = 0; i < 24; i++)
        if (is_short_for(word, names[i / 12][i % 12]) || (word.length == 4 && is_short_for(word, "sept") && i == 8)) {
            *month = i % 12 + 1;
            return word.length;
        }
    return 0;
}

/* Words that say nothing about the day. */
static bool is_filler(struct span word)
{
    static const char *const whole[] = {"st",  "nd", "rd", "th", "of", "at", "the", "um", "den",
                                        "Uhr", "Mo", "Di", "Mi", "Do", "Fr", "Sa",  "So", "T"};
    static const char *const days[] = {"monday",     "tuesday", "wednesday", "thursday",  "friday",
                                       "saturday",   "sunday",  "montag",    "dienstag",  "mittwoch",
                                       "donnerstag", "freitag", "samstag",   "sonnabend", "sonntag"};
    bool found = false;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        found = found || span_equal_nocase(word, whole[i]);
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        found = found || is_short_for(word, days[i]);
    return found;
}

/* ---- times of day ---- */

static size_t digits_at(struct span s, size_t from)
{
    size_t n = 0;
    while (from + n < s.length && isdigit((unsigned char)s.at[from + n]))
        n++;
    return n;
}

static int number_at(struct span s, size_t from, size_t digits)
{
    int value = 0;
    for (size_t i = 0; i < digits; i++)
        value = 10 * value + (s.at[from + i] - '0');
    return value;
}

/* What may stand behind a time: " pm", "Z", " UTC", "+01:00", " +0100". */
static size_t zone_at(struct span s)
{
    static const char *const words[] = {"am", "pm", "a.m.", "p.m.", "utc", "gmt", "z"};
    const size_t blank = s.length > 0 && s.at[0] == ' ';
    const struct span rest = behind(s, blank);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (span_starts_nocase(rest, words[i]) && word_length(behind(rest, n)) == 0)
            return blank + n;
    }
    if (rest.length < 3 || (rest.at[0] != '+' && rest.at[0] != '-') || (blank == 1 && digits_at(rest, 1) != 4))
        return 0;
    const size_t n = digits_at(rest, 1);
    if (n == 2 && rest.length > 3 && rest.at[3] == ':' && digits_at(rest, 4) == 2)
        return blank + 6;
    return n == 2 || n == 4 ? blank + 1 + n : 0;
}

static size_t time_at(struct span s)
{
    size_t n = digits_at(s, 0);
    if (n < 1 || n > 2 || number_at(s, 0, n) > 24 || n >= s.length || s.at[n] != ':')
        return 0;
    for (int parts = 0; parts < 2 && n < s.length && s.at[n] == ':'; parts++) {
        if (digits_at(s, n + 1) != 2 || number_at(s, n + 1, 2) > 60)
            return 0;
        n += 3;
    }
    if (n + 1 < s.length && (s.at[n] == '.' || s.at[n] == ',') && digits_at(s, n + 1) > 0)
        n += 1 + digits_at(s, n + 1);
    n += zone_at(behind(s, n));
    return n + zone_at(behind(s, n));
}

/* 20.15, as eXtreme Gammon writes it */
static bool is_dotted_time(struct span s)
{
    return digits_at(s, 0) == 2 && s.length >= 5 && s.at[2] == '.' && digits_at(s, 3) == 2 &&
           number_at(s, 0, 2) <= 24 && number_at(s, 3, 2) < 60;
}

bool date_is_time(struct span text)
{
    text = span_trim(text);
    return text.length > 0 && (time_at(text) == text.length || (text.length == 5 && is_dotted_time(text)));
}

/* ---- dates ---- */

struct reading {
    int number[3];
    size_t digits[3];
    int n, month; /* month: where it is a word, else 0 */
    char separator; /* between the first two numbers */
    struct span time;
};

/* One piece of the text; how long it is, 0 = it cannot be part of a date. */
static size_t take_number(struct reading *r, struct span s)
{
    const size_t n = digits_at(s, 0);
    size_t time = time_at(s);
    if (r->n == 3 && (n == 4 || n == 6)) /* 20091216T201533 */
        time = n + zone_at(behind(s, n));
    else if (r->n == 3 && is_dotted_time(s))
        time = 5;
    if (time > 0 && r->time.length == 0) {
        r->time = span_sub(s, 0, time);
        return time;
    }
    if ((n == 8 || n == 12 || n == 14) && r->n == 0) {
        for (int i = 0; i < 3; i++) {
            r->number[i] = number_at(s, i == 0 ? 0 : 2 + 2 * (size_t)i, i == 0 ? 4 : 2);
            r->digits[i] = i == 0 ? 4 : 2;
        }
        r->n = 3;
        r->time = span_sub(s, 8, n - 8);
        return n;
    }
    if (n > 4 || r->n == 3)
        return 0;
    r->number[r->n] = number_at(s, 0, n);
    r->digits[r->n++] = n;
    return n;
}

static size_t take_word(struct reading *r, struct span s)
{
    static const char *const marks[] = {"\xe5\xb9\xb4", "\xe6\x9c\x88", "\xe6\x97\xa5"}; /* year, month, day: 年月日 */
    for (size_t i = 0; i < 3; i++)
        if (span_starts_nocase(s, marks[i]))
            return 3;
    const size_t n = word_length(s);
    const struct span word = {s.at, n};
    const bool is_month = r->month == 0 && date_month_at(word, &r->month) == n;
    return is_month || is_filler(word) ? n : 0;
}

static bool take_all(struct reading *r, struct span s)
{
    while (s.length > 0) {
        size_t n = 1;
        if (isdigit((unsigned char)s.at[0]))
            n = take_number(r, s);
        else if (word_length(s) > 0)
            n = take_word(r, s);
        else if (strchr("-/. ,\t'()", s.at[0]) == NULL)
            n = 0;
        else if (r->n == 1 && r->separator == '\0')
            r->separator = s.at[0];
        if (n == 0)
            return false;
        s = behind(s, n);
    }
    return true;
}

static int full_year(const struct reading *r, int i)
{
    const int year = r->number[i];
    return r->digits[i] == 4 ? year : r->digits[i] != 2 ? 0 : year < 69 ? 2000 + year : 1900 + year;
}

static bool put_day(char out[DAY_ROOM], int year, int month, int day)
{
    if (!date_is_day(year, month, day > 0 ? day : 1))
        return false;
    snprintf(out, DAY_ROOM, day > 0 ? "%04d-%02d-%02d" : "%04d-%02d", year, month, day);
    return true;
}

static enum date_sense sense_of(bool read)
{
    return read ? DATE_READ : DATE_NONE;
}

/* Dec 16 2006, 16 Dec 06, 2006 Dec 16, Dec 2006 */
static enum date_sense with_word(const struct reading *r, char out[DAY_ROOM])
{
    if (r->n == 1)
        return sense_of(r->digits[0] == 4 && put_day(out, r->number[0], r->month, 0));
    if (r->n != 2)
        return DATE_NONE;
    const int year = r->digits[0] == 4 ? 0 : 1, day = !year;
    return sense_of(r->digits[day] <= 2 && r->number[day] > 0 &&
                    put_day(out, full_year(r, year), r->month, r->number[day]));
}

/* 16.12.2009, 11/27/26; where both orders make a day it is the same one, or none is chosen. 09-12-16 may begin with its
 * year, too. */
static enum date_sense year_last(const struct reading *r, char out[DAY_ROOM])
{
    char days[3][DAY_ROOM] = {"", "", ""};
    const int *n = r->number, year = full_year(r, 2);
    bool found[] = {n[0] > 0 && put_day(days[0], year, n[1], n[0]), n[1] > 0 && put_day(days[1], year, n[0], n[1]),
                    r->separator == '-' && r->digits[2] == 2 && n[2] > 0 &&
                        put_day(days[2], full_year(r, 0), n[1], n[2])};
    const char *one = NULL;
    for (int i = 0; i < 3; i++)
        if (found[i]) {
            if (one != NULL && strcmp(one, days[i]) != 0)
                return DATE_UNDECIDED;
            one = days[i];
        }
    if (one != NULL)
        snprintf(out, DAY_ROOM, "%.*s", DAY_ROOM - 1, one);
    return sense_of(one != NULL);
}

static enum date_sense in_numbers(const struct reading *r, char out[DAY_ROOM])
{
    const size_t *d = r->digits;
    const int *n = r->number;
    if (r->n == 3 && d[0] == 4)
        return sense_of(d[1] <= 2 && d[2] <= 2 && n[2] > 0 && put_day(out, n[0], n[1], n[2]));
    if (r->n == 3)
        return d[0] <= 2 && d[1] <= 2 && (d[2] == 4 || d[2] == 2) ? year_last(r, out) : DATE_NONE;
    if (r->n == 2)
        return sense_of(d[0] == 4 ? d[1] <= 2 && put_day(out, n[0], n[1], 0)
                                  : d[1] == 4 && d[0] <= 2 && put_day(out, n[1], n[0], 0));
    if (r->n == 1 && d[0] == 4 && n[0] >= 1000) {
        snprintf(out, DAY_ROOM, "%04d", n[0] % 10000);
        return DATE_READ;
    }
    return DATE_NONE;
}

/* Numbers of a date that is none; all zeros are what programs write where nobody said when. */
static bool is_written_as_date(const struct reading *r)
{
    const size_t *d = r->digits;
    int sum = 0;
    for (int i = 0; i < r->n; i++)
        sum += r->number[i];
    if (sum == 0)
        return false;
    if (r->month != 0 || r->n == 2)
        return r->n == 2 && (d[0] == 4 || d[1] == 4 || r->month != 0) && (d[0] <= 2 || d[1] <= 2);
    return r->n == 3 && d[1] <= 2 && (d[0] == 4 ? d[2] <= 2 : d[0] <= 2 && (d[2] == 4 || d[2] == 2));
}

enum date_sense date_read(struct span text, char day[DAY_ROOM], struct span *time)
{
    struct reading r = {.n = 0};
    struct span none;
    day[0] = '\0';
    *(time != NULL ? time : &none) = (struct span){"", 0};
    if (!take_all(&r, span_trim(text)))
        return DATE_NONE;
    const enum date_sense sense = r.month != 0 ? with_word(&r, day) : in_numbers(&r, day);
    if (sense == DATE_NONE && is_written_as_date(&r))
        return DATE_IMPOSSIBLE;
    if (r.time.length > 0 && strlen(day) != 10)
        return day[0] = '\0', sense == DATE_READ ? DATE_NONE : sense;
    if (time != NULL && sense == DATE_READ && r.time.length > 0)
        *time = r.time;
    return sense;
}

double clock_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
