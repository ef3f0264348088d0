/* Line cursor and scanner; see lines.h. */
#include "import/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { INT_LIMIT = 1000000000, NUMBER_LENGTH = 64 };

void lines_begin(struct lines *l, struct span text)
{
    *l = (struct lines){.text = text, .line = {text.at, 0}};
}

bool lines_next(struct lines *l)
{
    if (l->next >= l->text.length)
        return false;
    const char *from = l->text.at + l->next;
    size_t left = l->text.length - l->next;
    const char *end = memchr(from, '\n', left);
    l->line = (struct span){from, end != NULL ? (size_t)(end - from) : left};
    l->next += l->line.length + (end != NULL);
    l->number++;
    return true;
}

struct place lines_place(const struct lines *l, const char *at)
{
    return (struct place){.line = l->number, .column = (int)(at - l->line.at) + 1, .offset = -1};
}

struct scan scan_of(struct span text)
{
    return (struct scan){text.at, text.at + text.length};
}

struct span scan_rest(const struct scan *s)
{
    return (struct span){s->at, (size_t)(s->end - s->at)};
}

void scan_blanks(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
        s->at++;
}

bool scan_done(const struct scan *s)
{
    struct scan ahead = *s;
    scan_blanks(&ahead);
    return ahead.at == ahead.end;
}

bool scan_char(struct scan *s, char c)
{
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

bool scan_word_nocase(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(s->end - s->at) < length || strncasecmp(s->at, word, length) != 0)
        return false;
    if (s->at + length < s->end && isalpha((unsigned char)s->at[length]))
        return false;
    s->at += length;
    return true;
}

struct span scan_word(struct scan *s)
{
    scan_blanks(s);
    const char *from = s->at;
    while (s->at < s->end && *s->at != ' ' && *s->at != '\t')
        s->at++;
    return (struct span){from, (size_t)(s->at - from)};
}

bool scan_int(struct scan *s, long *out)
{
    const char *at = s->at;
    bool negative = at < s->end && *at == '-';
    if (at < s->end && (*at == '-' || *at == '+'))
        at++;
    const char *digits = at;
    long value = 0;
    for (; at < s->end && *at >= '0' && *at <= '9'; at++) {
        value = value * 10 + (*at - '0');
        if (value > INT_LIMIT)
            return false;
    }
    if (at == digits)
        return false;
    s->at = at;
    *out = negative ? -value : value;
    return true;
}

bool span_int(struct span text, long *out)
{
    struct scan s = scan_of(text);
    return scan_int(&s, out) && s.at == s.end;
}

/* Plain decimals, as all our sources print them: digits are gathered exactly and scaled once, which is as exact as
 * strtod() for up to 15 digits and small exponents; the rest goes to strtod(). */
static bool fast_double(struct span text, double *out)
{
    static const double power[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char *at = text.at, *end = text.at + text.length;
    bool negative = at < end && *at == '-';
    at += negative;
    long long digits = 0;
    int n = 0, scale = 0;
    bool point = false;
    for (; at < end; at++) {
        if (*at == '.' && !point) {
            point = true;
        } else if (*at >= '0' && *at <= '9' && ++n <= 15) {
            digits = digits * 10 + (*at - '0');
            scale += point;
        } else {
            return false;
        }
    }
    if (n == 0)
        return false;
    double value = (double)digits / power[scale];
    *out = negative ? -value : value;
    return true;
}

bool span_double(struct span text, double *out)
{
    char copy[NUMBER_LENGTH];
    if (fast_double(text, out))
        return true;
    if (text.length == 0 || text.length >= sizeof copy)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (strchr("0123456789+-.eE", text.at[i]) == NULL || text.at[i] == '\0')
            return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    char *stop;
    *out = strtod(copy, &stop);
    return *stop == '\0' && isfinite(*out);
}

bool span_float(struct span text, float *out)
{
    double value;
    if (!span_double(text, &value) || fabs(value) >= 1e15)
        return false;
    *out = (float)value;
    return true;
}
