/* Small helpers on byte ranges; see span.h. */
#include "base/span.h"
#include "base/utf8.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct span span_of(const char *terminated)
{
    return (struct span){terminated, strlen(terminated)};
}

struct span span_sub(struct span s, size_t from, size_t length)
{
    if (from > s.length)
        from = s.length;
    if (length > s.length - from)
        length = s.length - from;
    return (struct span){s.at + from, length};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct span span_trim(struct span s)
{
    while (s.length != 0 && is_blank(s.at[0]))
        s = span_sub(s, 1, s.length);
    while (s.length != 0 && is_blank(s.at[s.length - 1]))
        s.length--;
    return s;
}

struct span span_word(struct span *rest)
{
    const struct span line = span_trim(*rest);
    size_t length = 0;
    while (length < line.length && line.at[length] != ' ' && line.at[length] != '\t')
        length++;
    *rest = span_trim(span_sub(line, length, line.length));
    return span_sub(line, 0, length);
}

bool span_equal(struct span s, const char *terminated)
{
    return s.length == strlen(terminated) && memcmp(s.at, terminated, s.length) == 0;
}

bool span_same(struct span a, struct span b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

bool span_equal_nocase(struct span s, const char *terminated)
{
    return s.length == strlen(terminated) && strncasecmp(s.at, terminated, s.length) == 0;
}

bool span_switch(struct span text, bool *on)
{
    static const char *const words[][2] = {{"off", "on"}, {"no", "yes"}, {"false", "true"}, {"0", "1"}};
    const struct span value = span_trim(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int k = 0; k < 2; k++)
            if (span_equal_nocase(value, words[i][k])) {
                *on = k == 1;
                return true;
            }
    return false;
}

bool span_starts_nocase(struct span s, const char *terminated)
{
    size_t n = strlen(terminated);
    return s.length >= n && strncasecmp(s.at, terminated, n) == 0;
}

bool span_ends(struct span s, const char *terminated)
{
    const size_t n = strlen(terminated);
    return s.length >= n && memcmp(s.at + s.length - n, terminated, n) == 0;
}

bool span_has(struct span s, const char *terminated)
{
    return s.length != 0 && memmem(s.at, s.length, terminated, strlen(terminated)) != NULL;
}

int span_shown(struct span s)
{
    return (int)utf8_fitting(s, 60);
}

int hex_digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}
