/* Growing string; see strbuf.h. */
#include "base/strbuf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

static char *reserve(struct strbuf *b, size_t more)
{
    size_t wanted = b->length + more + 1;
    if (wanted > b->capacity) {
        size_t capacity = b->capacity != 0 ? b->capacity : 64;
        while (capacity < wanted)
            capacity *= 2;
        b->at = xrealloc(b->at, capacity);
        b->capacity = capacity;
    }
    return b->at + b->length;
}

void strbuf_add(struct strbuf *b, const char *bytes, size_t length)
{
    char *end = reserve(b, length);
    if (length != 0)
        memcpy(end, bytes, length);
    end[length] = '\0';
    b->length += length;
}

void strbuf_puts(struct strbuf *b, const char *s)
{
    strbuf_add(b, s, strlen(s));
}

void strbuf_insert(struct strbuf *b, size_t at, const char *s)
{
    const size_t length = strlen(s);
    char *end = reserve(b, length);
    memmove(b->at + at + length, b->at + at, b->length - at);
    memcpy(b->at + at, s, length);
    end[length] = '\0';
    b->length += length;
}

void strbuf_putc(struct strbuf *b, char c)
{
    strbuf_add(b, &c, 1);
}

void strbuf_int(struct strbuf *b, int64_t n)
{
    char digits[24];
    size_t i = sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do
        digits[--i] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (n < 0)
        digits[--i] = '-';
    strbuf_add(b, digits + i, sizeof digits - i);
}

void strbuf_fixed(struct strbuf *b, double x, int decimals)
{
    static const int64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};
    if (!(fabs(x) < 1e9)) {
        strbuf_printf(b, "%.*f", decimals, x);
        return;
    }
    int64_t scaled = llround(fabs(x) * (double)powers[decimals]);
    if (x < 0 && scaled != 0)
        strbuf_putc(b, '-');
    strbuf_int(b, scaled / powers[decimals]);
    if (decimals == 0)
        return;
    char digits[10] = {[0] = '.'};
    int64_t rest = scaled % powers[decimals];
    for (int i = decimals; i > 0; i--, rest /= 10)
        digits[i] = (char)('0' + rest % 10);
    strbuf_add(b, digits, (size_t)decimals + 1);
}

void strbuf_fill(struct strbuf *b, char c, size_t count)
{
    char *end = reserve(b, count);
    memset(end, c, count);
    end[count] = '\0';
    b->length += count;
}

void strbuf_printf(struct strbuf *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t room = b->capacity > b->length ? b->capacity - b->length : 0;
    int n = vsnprintf(room != 0 ? b->at + b->length : NULL, room, format, args);
    va_end(args);
    if (n > 0 && (size_t)n >= room)
        vsnprintf(reserve(b, (size_t)n), (size_t)n + 1, format, again);
    va_end(again);
    if (n > 0)
        b->length += (size_t)n;
}

const char *strbuf_text(const struct strbuf *b)
{
    return b->at != NULL ? b->at : "";
}

void strbuf_cut(struct strbuf *b, size_t length)
{
    b->length = length;
    if (b->at != NULL)
        b->at[length] = '\0';
}

void strbuf_clear(struct strbuf *b)
{
    strbuf_cut(b, 0);
}

void strbuf_done(struct strbuf *b)
{
    xfree(b->at);
    *b = (struct strbuf){0};
}
