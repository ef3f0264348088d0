/* Quoted-printable and base64 of mails; see mime_body.h. */
#include "base/mime_body.h"

#include <string.h>

#include "base/base64.h"
#include "base/mime.h"

static struct span skip(struct span s, size_t n)
{
    return span_sub(s, n, s.length);
}

/* ---- base64 ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t letters_at(struct span s)
{
    size_t n = 0;
    while (n < s.length && base64_letter(s.at[n]) >= 0)
        n++;
    return n;
}

/* Up to where base64 goes. */
struct reach {
    const char *end; /* behind its last line */
    size_t letters;
    char last; /* letter */
};

static void reach_on(struct reach *r, struct span letters)
{
    r->end = letters.at + letters.length;
    r->letters += letters.length;
    r->last = letters.length != 0 ? r->end[-1] : r->last;
}

/* Bytes may end here: no bits are left over but zeros. */
static bool is_even(const struct reach *r)
{
    const size_t over = r->letters % 4;
    return over == 0 || (over > 1 && (base64_letter(r->last) & (over == 2 ? 15 : 3)) == 0);
}

static size_t equals_at(struct span s)
{
    size_t n = 0;
    while (n < s.length && s.at[n] == '=')
        n++;
    return n;
}

/* Is the rest of a line padding? The second "=" may have a line of its own. */
static bool take_padding(struct reach *r, struct span s, bool behind_letters, bool *damaged)
{
    const size_t over = r->letters % 4, needed = over > 1 ? 4 - over : 0;
    struct span rest = s;
    size_t at = equals_at(s), n = at;
    if (at == 0 || at > 2 || span_trim(mime_line(&rest)).length != at || (needed == 0 && !behind_letters))
        return false;
    while (n < needed && at < s.length && is_blank(s.at[at]))
        at++;
    if (n < needed && equals_at(skip(s, at)) == 1)
        at++, n++;
    r->end = s.at + at;
    *damaged = over == 1 || n > needed || (n < needed && !is_even(r));
    return true;
}

/* Where a body has a line that is not base64: do more such lines as were before it come behind it? */
static bool goes_on(struct span behind, size_t width)
{
    enum { WIDE = 40 }; /* no word is */
    while (behind.length != 0) {
        const struct span line = span_trim(mime_line(&behind));
        const size_t n = letters_at(line), padding = line.length - n;
        if (padding == 0 && n == width && n >= WIDE)
            return true;
        if (n > 1 && (padding == 1 || padding == 2) && line.length % 4 == 0 && line.at[n] == '=' &&
            line.at[line.length - 1] == '=')
            return true;
    }
    return false;
}

/* Lines of one width, but for the last. */
struct lines {
    size_t width;
    struct reach end, all; /* of base64 if no more of it comes: not of shorter lines but the first; of all lines */
    bool narrow; /* one was shorter, or empty, since the last that is as wide */
};

static void take_line(struct lines *l, struct span line)
{
    reach_on(&l->all, line);
    if (l->width == 0)
        l->width = line.length;
    const bool wide = line.length >= l->width;
    if (wide || (!l->narrow && line.length != 0 && is_even(&l->all)))
        l->end = l->all;
    l->narrow = !wide;
}

/* At a line that is not base64, or is padded. */
static size_t end_of(const struct lines *l, struct span body, struct span line, struct span behind, bool *damaged)
{
    const size_t n = letters_at(line);
    struct reach end = l->all;
    reach_on(&end, span_sub(line, 0, n));
    const bool more = goes_on(behind, l->width);
    if (!take_padding(&end, skip(body, (size_t)(end.end - body.at)), n != 0, damaged)) {
        end = l->end;
        if (more)
            end = (struct reach){.end = body.at + body.length};
        *damaged = !is_even(&end);
    }
    *damaged = *damaged || more;
    return (size_t)(end.end - body.at);
}

static size_t base64_extent(struct span body, bool *damaged)
{
    const struct reach none = {.end = body.at};
    struct lines l = {.end = none, .all = none};
    for (struct span rest = body; rest.length != 0;) {
        const struct span line = span_trim(mime_line(&rest));
        if (letters_at(line) != line.length)
            return end_of(&l, body, line, rest, damaged);
        if (line.length != 0 || l.width != 0)
            take_line(&l, line);
    }
    *damaged = !is_even(&l.all);
    return body.length;
}

size_t mime_extent(struct span body, enum mime_encoding encoding, bool *damaged)
{
    *damaged = false;
    return encoding == MIME_BASE64 ? base64_extent(body, damaged) : body.length;
}

/* Four letters, or as many as there are before the padding or the end. */
static size_t take_four(struct span *rest, char to[3])
{
    uint32_t bits = 0;
    int n = 0;
    while (n < 4 && rest->length != 0) {
        const int value = base64_letter(rest->at[0]);
        if (rest->at[0] == '=')
            break;
        *rest = skip(*rest, 1);
        if (value < 0)
            continue;
        bits = bits << 6 | (uint32_t)value;
        n++;
    }
    if (n < 4)
        *rest = skip(*rest, rest->length);
    bits <<= 6 * (4 - n);
    for (int i = 0; i < 3; i++)
        to[i] = (char)(bits >> (16 - 8 * i) & 255);
    return n < 2 ? 0 : (size_t)n - 1;
}

static size_t decode_base64(struct mime_decoder *d, char *to, size_t room)
{
    size_t n = 0;
    while (room - n >= 3 && d->rest.length != 0)
        n += take_four(&d->rest, to + n);
    return n;
}

/* ---- quoted-printable ---- */

/* Blanks, and the end of the line if there is one behind them. */
static size_t line_end(struct span s, bool *ended)
{
    size_t n = 0;
    while (n < s.length && (s.at[n] == ' ' || s.at[n] == '\t' || s.at[n] == '\r'))
        n++;
    *ended = n == s.length || s.at[n] == '\n';
    return n;
}

/* At a blank that may be followed by the end of the line: how many of them go. */
static size_t blanks_to_drop(struct mime_decoder *d)
{
    bool ended;
    if (d->blanks_end != NULL && d->rest.at < d->blanks_end)
        return 0;
    size_t n = line_end(d->rest, &ended);
    if (!ended) {
        d->blanks_end = d->rest.at + n;
        return 0;
    }
    if (n < d->rest.length && d->rest.at[n - 1] == '\r') /* its line end stays as it is */
        n--;
    if (n == 0)
        d->blanks_end = d->rest.at + 1;
    return n;
}

/* "=3D", or "=" where a line goes on in the next one; how much was read, 0 = neither. */
static size_t take_escape(struct span s, char *c, size_t *n)
{
    bool ended;
    const int high = s.length > 2 ? hex_digit(s.at[1]) : -1, low = high >= 0 ? hex_digit(s.at[2]) : -1;
    *n = low >= 0;
    *c = (char)(16 * high + low);
    if (low >= 0)
        return 3;
    const size_t end = 1 + line_end(skip(s, 1), &ended);
    return !ended ? 0 : end < s.length ? end + 1 : end;
}

static size_t decode_printable(struct mime_decoder *d, char *to, size_t room)
{
    size_t n = 0;
    while (n < room && d->rest.length != 0) {
        const char c = d->rest.at[0];
        size_t length = 0, step = 0;
        if (c == ' ' || c == '\t' || c == '\r')
            step = blanks_to_drop(d);
        else if (c == '=')
            step = take_escape(d->rest, to + n, &length);
        if (step == 0) {
            to[n] = c;
            length = step = 1;
        }
        n += length;
        d->rest = skip(d->rest, step);
    }
    return n;
}

/* ---- any of them ---- */

size_t mime_decode(struct mime_decoder *d, char *to, size_t room)
{
    if (d->encoding == MIME_BASE64)
        return decode_base64(d, to, room);
    if (d->encoding == MIME_PRINTABLE)
        return decode_printable(d, to, room);
    const size_t n = d->rest.length < room ? d->rest.length : room;
    if (n != 0)
        memcpy(to, d->rest.at, n);
    d->rest = skip(d->rest, n);
    return n;
}
