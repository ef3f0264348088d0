/* Messages; see format.h. The original's directives are read with their arguments, then the translation's are filled by
 * their numbers. */
#include "base/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOLES = 12, SPEC = 24, FIGURE = 400 };

struct hole {
    char spec[SPEC]; /* "%-*.*lld" */
    char kind; /* 'd' a whole number, 'c' a character, 'f' a real one, 's' text, 'p' a pointer */
    bool is_theirs; /* not one of our words, whatever it says */
    int stars, star[2];
    union {
        long long whole;
        double real;
        const char *text;
        const void *pointer;
    } is;
};

/* ---- directives ---- */

struct directive { /* of a format, behind its % */
    size_t before, length; /* flags, width and precision; then how long the number is, in the order of their writing */
    size_t bytes; /* all */
    char conversion; /* 0: none that is known */
};

static struct directive read_directive(const char *at)
{
    struct directive d = {.before = strspn(at, "-+ #0123456789.*")};
    d.length = strspn(at + d.before, "hlzjt");
    d.conversion = at[d.before + d.length];
    d.bytes = d.before + d.length + 1;
    if (d.conversion == '\0' || strchr("diuxXocsfFeEgGp%", d.conversion) == NULL)
        d.conversion = '\0';
    return d;
}

/* va_list in a struct, as some machines have it as an array. */
struct arguments {
    va_list list;
};

static long long signed_of(const char *length, struct arguments *a)
{
    if (strncmp(length, "ll", 2) == 0)
        return va_arg(a->list, long long);
    switch (*length) {
    case 'l':
        return va_arg(a->list, long);
    case 'z':
    case 't':
        return va_arg(a->list, ptrdiff_t);
    case 'j':
        return va_arg(a->list, intmax_t);
    default:
        return va_arg(a->list, int);
    }
}

static long long unsigned_of(const char *length, struct arguments *a)
{
    return *length == 'l' || *length == 'z' || *length == 'j' || *length == 't' ? signed_of(length, a)
                                                                                : va_arg(a->list, unsigned);
}

/* False for what this does not know. */
static bool read_hole(struct hole *h, const char *at, const struct directive *d, struct arguments *a)
{
    const bool whole = strchr("diuxXo", d->conversion) != NULL;
    for (size_t i = 0; i < d->before; i++)
        if (at[i] == '*') {
            if (h->stars == 2)
                return false;
            h->star[h->stars++] = va_arg(a->list, int);
        }
    if (d->before + 4 > SPEC)
        return false;
    snprintf(h->spec, SPEC, "%%%.*s%s%c", (int)d->before, at, whole ? "ll" : "", d->conversion);
    h->kind = whole ? 'd' : strchr("fFeEgG", d->conversion) != NULL ? 'f' : d->conversion;
    if (d->conversion == 'd' || d->conversion == 'i')
        h->is.whole = signed_of(at + d->before, a);
    else if (whole)
        h->is.whole = unsigned_of(at + d->before, a);
    else if (h->kind == 'c')
        h->is.whole = va_arg(a->list, int);
    else if (h->kind == 'f')
        h->is.real = va_arg(a->list, double);
    else if (h->kind == 's')
        h->is.text = va_arg(a->list, const char *);
    else
        h->is.pointer = va_arg(a->list, const void *);
    return true;
}

/* Right behind a quotation mark that opens. */
static bool is_quoted(const char *format, const char *at)
{
    if (at == format || (at[-1] != '"' && at[-1] != '`'))
        return false;
    size_t marks = 0;
    for (const char *c = format; c < at; c++)
        marks += *c == at[-1];
    return marks % 2 == 1;
}

/* What users and the system call things: before a colon, unless a colon or "expected" is in front; or behind an
 * option's name. */
static bool is_name(const char *format, const char *at, size_t bytes)
{
    static const char expected[] = "expected ";
    const char *word = at;
    const size_t before = (size_t)(at - format), n = sizeof expected - 1;
    const bool is_said =
        (before >= 2 && memcmp(at - 2, ": ", 2) == 0) || (before >= n && memcmp(at - n, expected, n) == 0);
    while (word > format && word[-1] == ' ')
        word--;
    while (word > format && word[-1] != ' ')
        word--;
    return (at[bytes] == ':' && !is_said) || (word + 2 < at && memcmp(word, "--", 2) == 0);
}

/* How many holes the original has; -1: it is not one of those that can be read. */
static int read_holes(struct hole hole[HOLES], const char *format, struct arguments *a)
{
    int n = 0;
    for (const char *at = format; (at = strchr(at, '%')) != NULL;) {
        const struct directive d = read_directive(at + 1);
        if (d.conversion == '\0' || n == HOLES)
            return -1;
        if (d.conversion != '%') {
            hole[n] = (struct hole){.is_theirs = is_quoted(format, at) || is_name(format, at, 1 + d.bytes)};
            if (!read_hole(&hole[n++], at + 1, &d, a))
                return -1;
        }
        at += 1 + d.bytes;
    }
    return n;
}

/* ---- filling ---- */

struct filled {
    const struct language *language;
    char *to;
    size_t room, length;
};

static void put(struct filled *f, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++, f->length++)
        if (f->length + 1 < f->room)
            f->to[f->length] = text[i];
}

static const char *words_in(const struct language *l, const char *text)
{
    static const char context[] = "in a message" LANGUAGE_CONTEXT;
    char id[FIGURE];
    if (strlen(text) + sizeof context > sizeof id)
        return text;
    snprintf(id, sizeof id, "%s%s", context, text);
    const char *found = catalogue_words(l, id, -1);
    return found != NULL ? found : text;
}

const char *format_words(const char *text)
{
    return words_in(language_current(), text);
}

/* Of a text in a hole, if it is one of our words. */
static const char *own_words(const struct filled *f, const struct hole *h)
{
    const char *text = h->is.text != NULL ? h->is.text : "(null)";
    return h->is_theirs || h->stars != 0 ? text : words_in(f->language, text);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#define FILL(to, room, h, value)                                                                                       \
    ((h)->stars == 2   ? snprintf(to, room, (h)->spec, (h)->star[0], (h)->star[1], value)                              \
     : (h)->stars == 1 ? snprintf(to, room, (h)->spec, (h)->star[0], value)                                            \
                       : snprintf(to, room, (h)->spec, value))

static void put_text(struct filled *f, const struct hole *h)
{
    const char *text = own_words(f, h);
    const bool fits = f->length < f->room;
    const int n = FILL(fits ? f->to + f->length : NULL, fits ? f->room - f->length : 0, h, text);
    f->length += n > 0 ? (size_t)n : 0;
}

static void put_hole(struct filled *f, const struct hole *h)
{
    char figure[FIGURE];
    if (h->kind == 's') {
        put_text(f, h);
        return;
    }
    if (h->kind == 'f')
        (void)FILL(figure, sizeof figure, h, h->is.real);
    else if (h->kind == 'p')
        (void)FILL(figure, sizeof figure, h, h->is.pointer);
    else if (h->kind == 'c')
        (void)FILL(figure, sizeof figure, h, (int)h->is.whole);
    else
        (void)FILL(figure, sizeof figure, h, h->is.whole);
    put(f, figure, strlen(figure));
}
#pragma GCC diagnostic pop

/* "2$" in front of a directive: the second; its bytes are left out. */
static int number_of(const char **at, int next)
{
    char *end;
    const long n = strtol(*at, &end, 10);
    if (end == *at || *end != '$')
        return next;
    *at = end + 1;
    return (int)n - 1;
}

static void fill(struct filled *f, const char *own, const struct hole *hole, int n)
{
    int next = 0;
    while (*own != '\0') {
        const size_t plain = strcspn(own, "%");
        put(f, own, plain);
        own += plain;
        if (*own++ == '\0')
            return;
        const bool sign = *own == '%';
        const int which = sign ? next : number_of(&own, next);
        const struct directive d = read_directive(own);
        if (sign)
            put(f, "%", 1);
        else if (which >= 0 && which < n)
            put_hole(f, &hole[which]);
        next = sign ? next : which + 1;
        own += d.conversion != '\0' ? d.bytes : 0;
    }
}

int format_in(const struct language *l, char *to, size_t room, const char *format, va_list args)
{
    struct hole hole[HOLES];
    struct filled f = {l, to, room, 0};
    struct arguments a;
    va_copy(a.list, args);
    const int n = l->catalogue != NULL ? read_holes(hole, format, &a) : -1;
    va_end(a.list);
    if (n < 0)
        return vsnprintf(to, room, format, args);
    fill(&f, language_words(l, format), hole, n);
    if (room > 0)
        to[f.length < room ? f.length : room - 1] = '\0';
    return (int)f.length;
}

void strbuf_vsay(struct strbuf *b, const char *format, va_list args)
{
    const struct language *l = language_current();
    const size_t from = b->length;
    va_list again;
    va_copy(again, args);
    const int length = format_in(l, NULL, 0, format, again);
    va_end(again);
    if (length <= 0)
        return;
    strbuf_fill(b, ' ', (size_t)length);
    (void)format_in(l, b->at + from, (size_t)length + 1, format, args);
}

void strbuf_say(struct strbuf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vsay(b, format, args);
    va_end(args);
}
