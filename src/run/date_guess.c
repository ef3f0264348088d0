/* Dates guessed from files; see date_guess.h. */
#include "run/date_guess.h"
#include "base/os.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { YEAR_LEAST = 1970, YEAR_MOST = 2099 };

static bool is_day(int year, int month, int day)
{
    return year >= YEAR_LEAST && year <= YEAR_MOST && date_is_day(year, month, day);
}

/* What is left of a name while it is read from some place on. */
struct reading {
    const char *at, *end;
};

static bool is_digit_at(const struct reading *r, size_t i)
{
    return r->at + i < r->end && isdigit((unsigned char)r->at[i]);
}

static size_t count_digits(const struct reading *r)
{
    size_t n = 0;
    while (is_digit_at(r, n))
        n++;
    return n;
}

/* So many digits, no matter what follows. */
static bool take_digits(struct reading *r, size_t n, int *out)
{
    *out = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_digit_at(r, i))
            return false;
        *out = 10 * *out + (r->at[i] - '0');
    }
    r->at += n;
    return true;
}

static bool take_separator(struct reading *r, char *separator)
{
    if (r->at == r->end || strchr("-_. ", *r->at) == NULL)
        return false;
    *separator = *r->at++;
    return true;
}

static bool take_month(struct reading *r, int *month)
{
    char separator;
    (void)take_separator(r, &separator);
    const size_t n = date_month_at((struct span){r->at, (size_t)(r->end - r->at)}, month);
    r->at += n;
    if (n > 0)
        (void)take_separator(r, &separator);
    return n > 0;
}

/* Dec 16 2006, December 16, 2006 */
static bool word_first(struct reading r, int *y, int *m, int *d)
{
    char separator;
    const size_t n = take_month(&r, m) ? count_digits(&r) : 0;
    if (n < 1 || n > 2 || !take_digits(&r, n, d))
        return false;
    if (r.at < r.end && *r.at == ',')
        r.at++;
    return take_separator(&r, &separator) && count_digits(&r) == 4 && take_digits(&r, 4, y) && is_day(*y, *m, *d);
}

/* 2022_03_12, 2024-03-17 */
static bool year_first(struct reading r, int *y, int *m, int *d)
{
    char first, second;
    return count_digits(&r) == 4 && take_digits(&r, 4, y) && take_separator(&r, &first) && count_digits(&r) == 2 &&
           take_digits(&r, 2, m) && take_separator(&r, &second) && first == second && count_digits(&r) == 2 &&
           take_digits(&r, 2, d) && is_day(*y, *m, *d);
}

/* 18-08-2024; not 03-04-2024, which could be either of two days */
static bool year_last(struct reading r, int *y, int *m, int *d)
{
    char first, second;
    int a, b;
    if (count_digits(&r) > 2 || !take_digits(&r, count_digits(&r), &a) || !take_separator(&r, &first) ||
        count_digits(&r) == 0 || count_digits(&r) > 2 || !take_digits(&r, count_digits(&r), &b) ||
        !take_separator(&r, &second) || first != second || count_digits(&r) != 4 || !take_digits(&r, 4, y))
        return false;
    *d = a, *m = b;
    if (is_day(*y, b, a) && is_day(*y, a, b) && a != b)
        return false;
    if (!is_day(*y, b, a))
        *d = b, *m = a;
    return is_day(*y, *m, *d);
}

/* 2009Feb142011, 2009-Feb-14: a time may follow */
static bool year_and_word(struct reading r, int *y, int *m, int *d)
{
    return take_digits(&r, 4, y) && take_month(&r, m) && (count_digits(&r) == 2 || count_digits(&r) >= 6) &&
           take_digits(&r, 2, d) && is_day(*y, *m, *d);
}

/* 14Feb2009, 14-Feb-2009 */
static bool day_and_word(struct reading r, int *y, int *m, int *d)
{
    const size_t n = count_digits(&r);
    return n >= 1 && n <= 2 && take_digits(&r, n, d) && take_month(&r, m) && count_digits(&r) == 4 &&
           take_digits(&r, 4, y) && is_day(*y, *m, *d);
}

/* 20220520, 20220520153000 */
static bool all_digits(struct reading r, int *y, int *m, int *d)
{
    const size_t n = count_digits(&r);
    return (n == 8 || n == 12 || n == 14) && take_digits(&r, 4, y) && take_digits(&r, 2, m) && take_digits(&r, 2, d) &&
           is_day(*y, *m, *d);
}

static bool date_in_name(const char *name, size_t length, char out[DAY_ROOM])
{
    static bool (*const forms[])(struct reading r, int *y, int *m, int *d) = {year_first,   year_and_word, year_last,
                                                                              day_and_word, word_first,    all_digits};
    for (size_t i = 0; i < length; i++) {
        const struct reading r = {name + i, name + length};
        int y, m, d;
        if (!isalnum((unsigned char)name[i]) || (i > 0 && isdigit((unsigned char)name[i - 1])) ||
            (i > 0 && isalpha((unsigned char)name[i]) && isalpha((unsigned char)name[i - 1])))
            continue;
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
            if (forms[f](r, &y, &m, &d)) {
                snprintf(out, DAY_ROOM, "%04d-%02d-%02d", y % 10000, m % 100, d % 100);
                return true;
            }
    }
    return false;
}

void date_in_path(const char *path, char out[DAY_ROOM])
{
    const char *end = path + strlen(path);
    out[0] = '\0';
    while (end > path) {
        const char *begin = end;
        while (begin > path && begin[-1] != '/')
            begin--;
        if (date_in_name(begin, (size_t)(end - begin), out))
            return;
        end = begin > path ? begin - 1 : path;
    }
}

struct date_guess date_guess(const char *path, enum date_source from, int64_t written)
{
    struct date_guess g = {.by = GUESSED_BY_NAME};
    struct os_facts f;
    struct tm day;
    date_in_path(path, g.date);
    if (g.date[0] != '\0')
        return g;
    g.by = GUESSED_NOT;
    if (from == DATE_FROM_NAME)
        return g;
    const time_t time = written != 0                              ? (time_t)written
                        : os_facts(path, &f) && f.kind == OS_FILE ? (time_t)f.changed
                                                                  : 0;
    if (time != 0 && gmtime_r(&time, &day) != NULL && day.tm_year + 1900 <= YEAR_MOST &&
        strftime(g.date, sizeof g.date, "%Y-%m-%d", &day) != 0)
        g.by = GUESSED_BY_TIME;
    return g;
}
