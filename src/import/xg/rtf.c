/* RTF to text. A group whose first word names a destination that is not text is skipped whole; of
 * everything else only line breaks and characters matter. (Rich Text Format specification 1.9.) */
#include "import/xg/rtf.h"

#include <ctype.h>
#include <string.h>

#include "base/charset.h"

enum { DEEPEST = 64 };

struct rtf {
    struct span left;
    struct strbuf *out;
    bool skip[DEEPEST]; /* by group depth */
    int unicode_skip[DEEPEST]; /* \uc: characters that stand in for a \u */
    int depth;
    int pending_skip; /* of them still to come */
    long high; /* the first half of a surrogate pair that waits for the second; 0 = none */
};

static bool skipping(const struct rtf *r)
{
    return r->skip[r->depth];
}

static char take(struct rtf *r)
{
    char c = r->left.at[0];
    r->left = span_sub(r->left, 1, r->left.length);
    return c;
}

static void put_byte(struct rtf *r, char c)
{
    if (r->pending_skip > 0)
        r->pending_skip--;
    else if (!skipping(r))
        charset_to_utf8(r->out, (struct span){&c, 1}, "WINDOWS-1252", 1);
}

static void put_unicode(struct rtf *r, long code)
{
    if (code < 0)
        code += 65536;
    const bool low = code >= 0xdc00 && code <= 0xdfff && r->high != 0;
    const char units[4] = {(char)(r->high & 0xff), (char)(r->high >> 8 & 0xff), (char)(code & 0xff),
                           (char)(code >> 8 & 0xff)};
    r->high = code >= 0xd800 && code <= 0xdbff ? code : 0;
    if (!skipping(r) && code > 0 && code < 65536 && r->high == 0)
        charset_to_utf8(r->out, (struct span){low ? units : units + 2, low ? 4 : 2}, "UTF-16LE", 2);
    r->pending_skip = r->unicode_skip[r->depth];
}

static bool is_destination(struct span word)
{
    static const char *const names[] = {"fonttbl",   "colortbl", "stylesheet", "info",      "pict", "generator",
                                        "listtable", "header",   "footer",     "themedata", NULL};
    for (int i = 0; names[i] != NULL; i++)
        if (span_equal(word, names[i]))
            return true;
    return false;
}

static long read_number(struct rtf *r, bool *there)
{
    bool minus = r->left.length > 1 && r->left.at[0] == '-' && isdigit((unsigned char)r->left.at[1]);
    if (minus)
        take(r);
    long value = 0;
    *there = false;
    while (r->left.length != 0 && isdigit((unsigned char)r->left.at[0])) {
        *there = true;
        value = value < 1000000 ? value * 10 + (take(r) - '0') : (take(r), value);
    }
    return minus ? -value : value;
}

static void control_word(struct rtf *r)
{
    struct span word = {r->left.at, 0};
    while (r->left.length != 0 && isalpha((unsigned char)r->left.at[0])) {
        take(r);
        word.length++;
    }
    bool numbered;
    long number = read_number(r, &numbered);
    if (r->left.length != 0 && r->left.at[0] == ' ')
        take(r);
    if (is_destination(word))
        r->skip[r->depth] = true;
    else if ((span_equal(word, "par") || span_equal(word, "line")) && !skipping(r))
        strbuf_putc(r->out, '\n');
    else if (span_equal(word, "tab") && !skipping(r))
        strbuf_putc(r->out, '\t');
    else if (span_equal(word, "uc") && numbered && number >= 0 && number < 8)
        r->unicode_skip[r->depth] = (int)number;
    else if (span_equal(word, "u") && numbered)
        put_unicode(r, number);
}

static void control(struct rtf *r)
{
    if (r->left.length == 0)
        return;
    char c = r->left.at[0];
    if (isalpha((unsigned char)c)) {
        control_word(r);
        return;
    }
    take(r);
    if (c == '*')
        r->skip[r->depth] = true;
    else if (c == '\'' && r->left.length >= 2 && hex_digit(r->left.at[0]) >= 0 && hex_digit(r->left.at[1]) >= 0) {
        int high = hex_digit(take(r)), low = hex_digit(take(r));
        put_byte(r, (char)(high * 16 + low));
    } else if (c == '~')
        put_byte(r, ' ');
    else if (c == '\\' || c == '{' || c == '}')
        put_byte(r, c);
}

static void open_group(struct rtf *r)
{
    if (r->depth + 1 < DEEPEST) {
        r->skip[r->depth + 1] = r->skip[r->depth];
        r->unicode_skip[r->depth + 1] = r->unicode_skip[r->depth];
        r->depth++;
    }
}

void rtf_to_text(struct strbuf *out, struct span rtf)
{
    if (!span_starts_nocase(span_trim(rtf), "{\\rtf")) {
        strbuf_add(out, rtf.at, rtf.length);
        return;
    }
    struct rtf r = {.left = rtf, .out = out, .unicode_skip = {1}};
    while (r.left.length != 0) {
        char c = take(&r);
        if (c == '\\')
            control(&r);
        else if (c == '{')
            open_group(&r);
        else if (c == '}')
            r.depth -= r.depth > 0;
        else if ((unsigned char)c >= ' ' || c == '\t') /* XG writes line ends as 01 02 */
            put_byte(&r, c);
    }
    while (out->length != 0 && isspace((unsigned char)out->at[out->length - 1]))
        out->at[--out->length] = '\0';
}
