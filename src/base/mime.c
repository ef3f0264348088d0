/* Heads of mails; see mime.h. */
#include "base/mime.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/date.h"
#include "base/utf8.h"

struct span mime_line(struct span *text)
{
    const char *end = text->length != 0 ? memchr(text->at, '\n', text->length) : NULL;
    const size_t length = end != NULL ? (size_t)(end - text->at) : text->length;
    const struct span line = span_sub(*text, 0, length);
    *text = span_sub(*text, length + (end != NULL), text->length);
    return line;
}

/* ---- lines ---- */

/* The length of the name before the colon; 0 = not the first line of a field. */
static size_t field_name(struct span line)
{
    size_t n = 0;
    while (n < line.length && line.at[n] > ' ' && line.at[n] < 127 && line.at[n] != ':')
        n++;
    return n < line.length && line.at[n] == ':' ? n : 0;
}

static bool goes_on(struct span line)
{
    return line.length != 0 && (line.at[0] == ' ' || line.at[0] == '\t');
}

static bool is_empty(struct span line)
{
    return span_trim(line).length == 0;
}

/* One that machines write and people do not copy. */
static bool is_of_a_mail(struct span line)
{
    static const char *const names[] = {
        "Content-Type:", "Content-Transfer-Encoding:", "MIME-Version:", "Message-ID:", "Received:", "Return-Path:",
        "Delivered-To:"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (span_starts_nocase(line, names[i]))
            return true;
    return false;
}

/* ---- what begins a mail ---- */

static bool has_time(struct span line)
{
    for (size_t i = 1; i + 2 < line.length; i++)
        if (line.at[i] == ':' && isdigit((unsigned char)line.at[i - 1]) && isdigit((unsigned char)line.at[i + 1]) &&
            isdigit((unsigned char)line.at[i + 2]))
            return true;
    return false;
}

static bool is_envelope(struct span line)
{
    return span_sub(line, 0, 5).length == 5 && memcmp(line.at, "From ", 5) == 0;
}

bool mime_is_mbox(struct span text)
{
    const struct span line = mime_line(&text);
    return is_envelope(line) && has_time(line) && field_name(mime_line(&text)) != 0;
}

/* Only fields, up to the empty line or to where the bytes end, and one of a mail's own. */
static bool is_head(struct span text)
{
    bool found = false;
    for (bool first = true; text.length != 0; first = false) {
        const struct span line = mime_line(&text);
        if (is_empty(line) && !first)
            break;
        if (field_name(line) == 0 && (first || !goes_on(line)))
            return found && text.length == 0; /* its line is cut off */
        found = found || is_of_a_mail(line);
    }
    return found;
}

bool mime_begins(struct span head)
{
    enum { BOUNDARY_LINES = 400 };
    struct span text = utf8_skip_mark(head);
    while (text.length != 0 && (*text.at == '\n' || *text.at == '\r'))
        text = span_sub(text, 1, text.length);
    if (mime_is_mbox(text))
        return true;
    const struct span boundary = mime_boundary_of(span_sub(text, 0, BOUNDARY_LINES));
    if (boundary.length != 0 && boundary.at == text.at + 2)
        return true;
    if (is_envelope(text))
        (void)mime_line(&text);
    return is_head(text);
}

/* ---- boundaries ---- */

struct span mime_boundary_of(struct span body)
{
    while (body.length != 0) {
        const struct span line = mime_line(&body);
        struct span next = body;
        if (line.length > 2 && line.at[0] == '-' && line.at[1] == '-' &&
            span_starts_nocase(mime_line(&next), "Content-"))
            return span_trim(span_sub(line, 2, line.length));
    }
    return (struct span){"", 0};
}

bool mime_is_boundary(struct span line, struct span boundary, bool *last)
{
    if (line.length < 2 + boundary.length || boundary.length == 0 || line.at[0] != '-' || line.at[1] != '-' ||
        memcmp(line.at + 2, boundary.at, boundary.length) != 0)
        return false;
    const struct span rest = span_trim(span_sub(line, 2 + boundary.length, line.length));
    *last = span_equal(rest, "--");
    return *last || rest.length == 0;
}

/* ---- heads ---- */

static void read_type(struct mime_head *h, struct span value)
{
    size_t n = 0;
    while (n < value.length && strchr("; \t\r\n", value.at[n]) == NULL)
        n++;
    const struct span type = span_sub(value, 0, n);
    const char *slash = n != 0 ? memchr(type.at, '/', n) : NULL;
    const size_t at = slash != NULL ? (size_t)(slash - type.at) : n;
    h->type = span_sub(type, 0, at);
    h->subtype = span_sub(type, at + 1, n);
    h->boundary = mime_parameter(value, "boundary");
    mime_charset(mime_parameter(value, "charset"), h->charset);
    if (h->name[0] == '\0')
        h->no_memory = !mime_file_name(value, "name", h->name) || h->no_memory;
}

/* "Thu, 2 Jan 2025 10:11:12 +0100" */
static int64_t read_date(struct span value)
{
    char text[80], month[12], sign = '+';
    int day, year, hour, minute, second = 0, zone = 0, n = 0, number = 0;
    const char *comma = value.length != 0 ? memchr(value.at, ',', value.length) : NULL;
    if (comma != NULL)
        value = span_sub(value, (size_t)(comma + 1 - value.at), value.length);
    snprintf(text, sizeof text, "%.*s", (int)span_sub(value, 0, sizeof text - 1).length, value.at);
    if (sscanf(text, "%2d %11[A-Za-z] %4d %2d:%2d%n", &day, month, &year, &hour, &minute, &n) != 5 ||
        date_month_at(span_of(month), &number) == 0 || !date_is_day(year, number, day))
        return 0;
    if (text[n] == ':')
        (void)sscanf(text + n, ":%2d", &second);
    const char *at = text + n + strcspn(text + n, "+-");
    if (sscanf(at, "%c%4d", &sign, &zone) != 2)
        zone = 0;
    struct tm utc = {.tm_year = year - 1900,
                     .tm_mon = number - 1,
                     .tm_mday = day,
                     .tm_hour = hour,
                     .tm_min = minute,
                     .tm_sec = second};
    const int64_t ahead = 60 * (60 * (zone / 100) + zone % 100);
    return (int64_t)timegm(&utc) - (sign == '-' ? -ahead : ahead);
}

static void read_field(struct mime_head *h, struct span field)
{
    const size_t n = field_name(field);
    const struct span name = span_sub(field, 0, n), value = span_trim(span_sub(field, n + 1, field.length));
    char file[MIME_NAME_MAX];
    if (span_equal_nocase(name, "Content-Type")) {
        read_type(h, value);
    } else if (span_equal_nocase(name, "Content-Transfer-Encoding")) {
        h->encoding = span_starts_nocase(value, "quoted-printable") ? MIME_PRINTABLE
                      : span_starts_nocase(value, "base64")         ? MIME_BASE64
                                                                    : MIME_PLAIN;
    } else if (span_equal_nocase(name, "Date")) {
        h->written = read_date(value);
    } else if (span_equal_nocase(name, "Content-Disposition")) {
        h->no_memory = !mime_file_name(value, "filename", file) || h->no_memory;
        if (file[0] != '\0')
            memcpy(h->name, file, sizeof file);
    }
}

/* The next field with all its lines. */
static struct span take_field(struct span *text)
{
    const struct span from = *text;
    (void)mime_line(text);
    for (struct span next = *text; goes_on(next) && !is_empty(mime_line(&next));)
        *text = next;
    return span_sub(from, 0, from.length - text->length);
}

size_t mime_head_read(struct span text, struct mime_head *h)
{
    struct span rest = text;
    *h = (struct mime_head){.type = {"", 0}, .subtype = {"", 0}, .boundary = {"", 0}};
    while (rest.length != 0) {
        struct span next = rest;
        const struct span line = mime_line(&next);
        if (is_empty(line))
            return text.length - next.length;
        if (field_name(line) == 0 && (rest.length == text.length || (line.length > 1 && line.at[1] == '-')))
            break; /* no head at all, or a boundary behind it */
        read_field(h, take_field(&rest));
    }
    return text.length - rest.length;
}
