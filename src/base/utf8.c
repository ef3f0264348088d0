/* UTF-8; see utf8.h. The second byte's range depends on the first, all later ones are 80..BF. */
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

static bool is_tail(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

static bool second_fits(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xE0:
        return second >= 0xA0; /* else overlong */
    case 0xED:
        return second < 0xA0; /* else a surrogate */
    case 0xF0:
        return second >= 0x90; /* else overlong */
    case 0xF4:
        return second < 0x90; /* else above U+10FFFF */
    default:
        return true;
    }
}

size_t utf8_length(struct span s)
{
    if (s.length == 0)
        return 0;
    const unsigned char *at = (const unsigned char *)s.at;
    if (at[0] < 0x80)
        return 1;
    size_t n = at[0] >= 0xC2 && at[0] < 0xE0   ? 2
               : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
               : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                               : 0;
    if (n == 0 || n > s.length)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (!is_tail(at[i]))
            return 0;
    return second_fits(at[0], at[1]) ? n : 0;
}

uint32_t utf8_code_point(struct span s)
{
    static const unsigned char mask[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const size_t n = utf8_length(s);
    uint32_t c = n < 2 ? (unsigned char)s.at[0] : (unsigned char)s.at[0] & mask[n];
    for (size_t i = 1; i < n; i++)
        c = c << 6 | ((unsigned char)s.at[i] & 0x3fu);
    return c;
}

/* How many bytes from the start on are ASCII, eight at a time. */
static size_t ascii_prefix(struct span s)
{
    size_t n = 0;
    for (uint64_t eight; n + sizeof eight <= s.length; n += sizeof eight) {
        memcpy(&eight, s.at + n, sizeof eight);
        if ((eight & 0x8080808080808080u) != 0)
            break;
    }
    return n;
}

bool utf8_valid(struct span s)
{
    size_t ascii = ascii_prefix(s);
    s = (struct span){s.at + ascii, s.length - ascii};
    while (s.length != 0) {
        size_t n = utf8_length(s);
        if (n == 0)
            return false;
        s = (struct span){s.at + n, s.length - n};
    }
    return true;
}

struct span utf8_skip_mark(struct span s)
{
    const bool marked = s.length >= 3 && memcmp(s.at, "\xef\xbb\xbf", 3) == 0;
    return marked ? span_sub(s, 3, s.length) : s;
}

void utf8_clean(struct strbuf *out, const char *s)
{
    struct span rest = {s, s != NULL ? strlen(s) : 0};
    while (rest.length != 0) {
        size_t good = 0, n;
        while ((n = utf8_length((struct span){rest.at + good, rest.length - good})) != 0)
            good += n;
        strbuf_add(out, rest.at, good);
        if (good < rest.length) {
            strbuf_puts(out, "\xEF\xBF\xBD");
            good++;
        }
        rest = (struct span){rest.at + good, rest.length - good};
    }
}

size_t utf8_steers(struct span s)
{
    const unsigned char *at = (const unsigned char *)s.at;
    if (s.length == 0)
        return 0;
    if (at[0] < 0x20 || at[0] == 0x7F)
        return 1;
    if (s.length >= 2 && at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0)
        return 2;
    const bool general = s.length >= 3 && at[0] == 0xE2;
    const bool embeds = general && at[1] == 0x80 && at[2] >= 0xAA && at[2] <= 0xAE;
    const bool isolates = general && at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9;
    return embeds || isolates ? 3 : 0;
}

size_t utf8_isolates(struct span s)
{
    enum { BYTES = 3 };
    const bool isolates =
        s.length >= BYTES && (memcmp(s.at, "\xe2\x81\xa8", BYTES) == 0 || memcmp(s.at, "\xe2\x81\xa9", BYTES) == 0);
    return isolates ? BYTES : 0;
}

static void disarm(struct strbuf *text, size_t from, char by, bool keep_lines, bool keep_isolates)
{
    size_t kept = from;
    for (size_t i = from, n; i < text->length; i += n) {
        const struct span rest = {text->at + i, text->length - i};
        n = keep_isolates && utf8_isolates(rest) != 0 ? 0 : utf8_steers(rest);
        const bool stays = n == 0 || (keep_lines && text->at[i] == '\n');
        text->at[kept++] = stays ? text->at[i] : by;
        n = n != 0 ? n : 1;
    }
    if (kept < text->length)
        text->at[kept] = '\0';
    text->length = kept;
}

void utf8_disarm(struct strbuf *text, size_t from, char by, bool keep_lines)
{
    disarm(text, from, by, keep_lines, false);
}

void utf8_disarm_isolated(struct strbuf *text, size_t from, char by, bool keep_lines)
{
    disarm(text, from, by, keep_lines, true);
}

bool utf8_goes_left(struct span s)
{
    for (size_t n; s.length > 0; s = span_sub(s, n != 0 ? n : 1, s.length)) {
        const uint32_t c = utf8_code_point(s);
        n = utf8_length(s);
        if (n > 1 && ((c >= 0x590 && c < 0x900) || (c >= 0xfb1d && c < 0xfe00) || (c >= 0xfe70 && c < 0xff00) ||
                      (c >= 0x10800 && c < 0x11000) || (c >= 0x1e800 && c < 0x1f000)))
            return true;
    }
    return false;
}

void utf8_isolate(struct strbuf *text, size_t from)
{
    if (text->length <= from || !utf8_goes_left((struct span){text->at + from, text->length - from}))
        return;
    strbuf_insert(text, from, "\xe2\x81\xa8");
    strbuf_puts(text, "\xe2\x81\xa9");
}

static bool is_blank_in_line(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7F;
}

bool utf8_fits_line(const char *s)
{
    const size_t length = strlen(s);
    return length == 0 ||
           (!is_blank_in_line(s[0]) && !is_blank_in_line(s[length - 1]) && memchr(s, '\n', length) == NULL);
}

size_t utf8_count(const char *s)
{
    struct span rest = span_of(s);
    size_t count = 0;
    for (; rest.length != 0; count++) {
        size_t n = utf8_length(rest);
        n = n != 0 ? n : 1;
        rest = (struct span){rest.at + n, rest.length - n};
    }
    return count;
}

/* Of a character of two bytes, U+00C0 to U+043F. */
static unsigned small_letter(unsigned c)
{
    if ((c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f))
        return c + 32;
    if (c >= 0x400 && c <= 0x40f)
        return c + 80;
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14a && c <= 0x177)) /* in pairs, the capital even */
        return c == 0x130 || c == 0x131 ? c : c | 1;
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e)) /* the capital odd */
        return c + (c & 1);
    return c;
}

void utf8_lower(struct strbuf *out, const char *s)
{
    for (const unsigned char *at = (const unsigned char *)s; *at != '\0'; at++) {
        if (*at >= 0xc3 && *at <= 0xd0 && (at[1] & 0xc0) == 0x80) {
            const unsigned c = small_letter((*at & 0x1fU) << 6 | (at[1] & 0x3fU));
            strbuf_putc(out, (char)(0xc0 | c >> 6));
            strbuf_putc(out, (char)(0x80 | (c & 0x3f)));
            at++;
        } else {
            strbuf_putc(out, (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at));
        }
    }
}

/* The Latin letters from U+00C0 to U+017F without what stands on them; '.' = none. Source: the Unicode names. */
static const char bare[] = "aaaaaaaceeeeiiiidnooooo.ouuuuypsaaaaaaaceeeeiiiidnooooo.ouuuuypy"
                           "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
                           "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

unsigned utf8_next_bare(const char **s)
{
    const unsigned char *at = (const unsigned char *)*s;
    unsigned c;
    do {
        c = *at != '\0' ? *at++ : 0;
        unsigned more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
        if (more != 0)
            c &= 0x3fU >> more;
        for (; more > 0 && is_tail(*at); more--)
            c = c << 6 | (*at++ & 0x3fU);
    } while (c >= 0x300 && c <= 0x36f); /* accents that stand for themselves */
    *s = (const char *)at;
    return c >= 'A' && c <= 'Z' ? c + 32 : c >= 0xc0 && c <= 0x17f ? (unsigned char)bare[c - 0xc0] : small_letter(c);
}

size_t utf8_letter(struct span s)
{
    static const struct {
        unsigned from, to;
    } others[] = {{0, 0xA9},        {0xAB, 0xB4},     {0xB6, 0xB9},       {0xBB, 0xBF},       {0xD7, 0xD7},
                  {0xF7, 0xF7},     {0x2000, 0x2BFF}, {0x2E00, 0x2E7F},   {0x3000, 0x3004},   {0x3007, 0x3030},
                  {0xE000, 0xF8FF}, {0xFE00, 0xFE6F}, {0xFEFF, 0xFF0F},   {0xFF1A, 0xFF20},   {0xFF3B, 0xFF40},
                  {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF}, {0xE0000, 0x10FFFF}};
    const size_t n = utf8_length(s);
    if (n < 2)
        return 0;
    unsigned code = (unsigned char)s.at[0] & (0x7FU >> n);
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)s.at[i] & 0x3F);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (code >= others[i].from && code <= others[i].to)
            return 0;
    return n;
}

/* Han letters, kana and their marks, full-width forms. */
static bool breaks_beside(uint32_t c)
{
    return (c >= 0x2e80 && c < 0xa4d0) || (c >= 0xf900 && c < 0xfb00) || (c >= 0xfe30 && c < 0xfe50) ||
           (c >= 0xff00 && c < 0xffef) || (c >= 0x20000 && c < 0x40000);
}

static bool is_one_of(uint32_t c, const uint32_t *these)
{
    while (*these != 0 && *these != c)
        these++;
    return *these != 0;
}

/* No line begins with these. */
static bool closes(uint32_t c)
{
    static const uint32_t those[] = {
        '!',    ')',    ',',    '.',    ':',    ';',    '?',    ']',    '}',    '%',    '/',    0x2019, 0x201d, 0x2026,
        0x3001, 0x3002, 0x3005, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3017, 0x301c, 0x303b, 0x3041, 0x3043,
        0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e, 0x3095, 0x3096, 0x309d, 0x309e, 0x30a0, 0x30a1,
        0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7, 0x30ee, 0x30f5, 0x30f6, 0x30fb, 0x30fc, 0x30fd,
        0x30fe, 0xff01, 0xff05, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d, 0xff5e, 0};
    return is_one_of(c, those);
}

/* And none ends with these. */
static bool opens(uint32_t c)
{
    static const uint32_t those[] = {'(',    '[',    '{',    '+',    0x2018, 0x201c, 0x2212, 0x3008, 0x300a, 0x300c,
                                     0x300e, 0x3010, 0x3014, 0x3016, 0xff08, 0xff3b, 0xff5b, '-',    0};
    return is_one_of(c, those);
}

size_t utf8_unbroken(struct span s)
{
    uint32_t before = 0;
    for (size_t at = 0, n; at < s.length; at += n != 0 ? n : 1) {
        const struct span rest = span_sub(s, at, s.length);
        const uint32_t c = utf8_code_point(rest);
        n = utf8_length(rest);
        if (at > 0 && (breaks_beside(before) || breaks_beside(c)) && !closes(c) && !opens(before))
            return at;
        before = c;
    }
    return s.length;
}

size_t utf8_fitting(struct span s, size_t most)
{
    size_t n = s.length < most ? s.length : most;
    for (size_t back = 0; n < s.length && n > 0 && back < 3 && ((unsigned char)s.at[n] & 0xC0) == 0x80; back++)
        n--;
    return n;
}

/* Behind `n` characters. */
static const char *past(const char *s, size_t n)
{
    struct span rest = span_of(s);
    for (; n > 0 && rest.length > 0; n--) {
        const size_t length = utf8_length(rest);
        rest = span_sub(rest, length != 0 ? length : 1, rest.length);
    }
    return rest.at;
}

void utf8_brief(struct strbuf *out, const char *s, size_t most)
{
    const size_t n = utf8_count(s), begin = (most - 1) / 2, end = most - 1 - begin;
    if (n <= most) {
        strbuf_puts(out, s);
        return;
    }
    strbuf_add(out, s, (size_t)(past(s, begin) - s));
    strbuf_puts(out, "\xe2\x80\xa6");
    strbuf_puts(out, past(s, n - end));
}
