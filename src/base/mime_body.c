/* Quoted-printable and base64 of mails; see mime_body.h. */
#include "base/mime_body.h"

#include <string.h>

#include "base/base64.h"

static struct span skip(struct span s, size_t n)
{
    return span_sub(s, n, s.length);
}

/* ---- base64 ---- */

bool mime_is_whole(struct span body, enum mime_encoding encoding)
{
    size_t letters = 0, padding = 0;
    if (encoding != MIME_BASE64)
        return true;
    for (size_t i = 0; i < body.length; i++) {
        const char c = body.at[i];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
            continue;
        padding += c == '=';
        letters += c != '=';
        if ((c != '=' && padding != 0) || padding > 2 || (c != '=' && base64_letter(c) < 0))
            return false;
    }
    return (letters + padding) % 4 == 0 && letters % 4 != 1;
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
