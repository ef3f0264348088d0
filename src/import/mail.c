/* Mails as they were sent; see mail.h. */
#include "import/mail.h"

#include <string.h>

#include "base/base64.h"

enum encoding { PLAIN, PRINTABLE, BASE64 };

struct mail {
    enum encoding said, now; /* in the head, of the part that is read */
    struct strbuf boundaries; /* "--xyz" and a line feed each */
    struct strbuf part; /* base64 of the part so far */
    size_t owed; /* line feeds of lines that were joined */
    bool decoded;
    int line, part_line; /* that is read, that a part begins with */
    struct strbuf *out;
    struct diags *d;
};

static const char header[] = "content-transfer-encoding:", boundary[] = "boundary=";

/* A line without its end; *text goes on behind it. */
static struct span take_line(struct span *text)
{
    const char *end = memchr(text->at, '\n', text->length);
    const size_t length = end != NULL ? (size_t)(end - text->at) : text->length, step = length + (end != NULL);
    const struct span line = {text->at, length};
    *text = (struct span){text->at + step, text->length - step};
    return line;
}

static void pay(struct mail *m)
{
    for (; m->owed > 0; m->owed--)
        strbuf_putc(m->out, '\n');
}

/* Near its beginning; letters of ISO-2022 have escapes; texts of two bytes a letter are rare in mails, and are left
 * out. */
static bool is_text(struct span bytes)
{
    enum { HEAD = 512 };
    for (size_t i = 0; i < bytes.length && i < HEAD; i++)
        if ((unsigned char)bytes.at[i] < ' ' && memchr("\t\n\f\r\x1a\x1b", bytes.at[i], 6) == NULL)
            return false;
    return true;
}

static void end_part(struct mail *m)
{
    const size_t before = m->out->length;
    if (m->now == BASE64 && !base64_read((struct span){strbuf_text(&m->part), m->part.length}, m->out)) {
        m->out->length = before; /* none: as it came, in one line */
        strbuf_add(m->out, strbuf_text(&m->part), m->part.length);
    }
    if (m->now == BASE64 && !is_text(span_sub((struct span){m->out->at, m->out->length}, before, m->out->length))) {
        m->out->length = before;
        diag_at(m->d, SEVERITY_ERROR, m->part_line, 1,
                "found a file in a mail that is not text, which is not read: save it and read that");
    }
    strbuf_clear(&m->part);
    pay(m);
    m->now = m->said = PLAIN;
}

static void read_head(struct mail *m, struct span line)
{
    const struct span trimmed = span_trim(line);
    if (span_starts_nocase(trimmed, header)) {
        const struct span value = span_trim(span_sub(trimmed, sizeof header - 1, trimmed.length));
        m->said = span_equal_nocase(value, "quoted-printable") ? PRINTABLE
                  : span_equal_nocase(value, "base64")         ? BASE64
                                                               : PLAIN;
    }
    const char *at = memmem(line.at, line.length, boundary, sizeof boundary - 1);
    if (at != NULL) {
        at += sizeof boundary - 1;
        at += at < line.at + line.length && *at == '"';
        size_t n = 0;
        while (at + n < line.at + line.length && strchr("\";\r \t", at[n]) == NULL)
            n++;
        if (n > 0)
            strbuf_printf(&m->boundaries, "--%.*s\n", (int)(n < 200 ? n : 200), at);
    }
    if (trimmed.length == 0) {
        m->now = m->said;
        m->part_line = m->line + 1;
        m->decoded = m->decoded || m->now != PLAIN;
    }
}

static bool is_boundary(const struct mail *m, struct span line)
{
    struct span all = {strbuf_text(&m->boundaries), m->boundaries.length};
    while (all.length > 0) {
        const struct span b = take_line(&all);
        if (line.length >= b.length && memcmp(line.at, b.at, b.length) == 0)
            return true;
    }
    return false;
}

/* "Zo=C3=AB", and "=" at the end of a line that goes on in the next one. */
static void put_printable(struct mail *m, struct span line)
{
    size_t length = line.length;
    while (length > 0 && strchr(" \t\r", line.at[length - 1]) != NULL)
        length--;
    const bool goes_on = length > 0 && line.at[length - 1] == '=';
    length -= goes_on;
    for (size_t i = 0; i < length; i++) {
        const int high = line.at[i] == '=' && i + 2 < length + goes_on ? hex_digit(line.at[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(line.at[i + 2]) : -1;
        strbuf_putc(m->out, low >= 0 ? (char)(16 * high + low) : line.at[i]);
        i += low >= 0 ? 2 : 0;
    }
    m->owed++;
    if (!goes_on)
        pay(m);
}

static void read_line(struct mail *m, struct span line, bool ended)
{
    if (m->now != PLAIN && is_boundary(m, line))
        end_part(m);
    if (m->now == PRINTABLE) {
        put_printable(m, line);
        return;
    }
    if (m->now == BASE64) {
        const struct span digits = span_trim(line);
        strbuf_add(&m->part, digits.at, digits.length);
        m->owed++;
        return;
    }
    read_head(m, line);
    strbuf_add(m->out, line.at, line.length);
    if (ended)
        strbuf_putc(m->out, '\n');
}

/* Near its beginning, where a mail has it. */
static bool has_header(struct span text)
{
    enum { LINES = 300 };
    bool found = false;
    for (int i = 0; i < LINES && text.length > 0 && !found; i++)
        found = span_starts_nocase(take_line(&text), header);
    return found;
}

bool mail_decode(struct span text, struct strbuf *out, struct diags *d)
{
    const size_t before = out->length;
    struct mail m = {.out = out, .d = d};
    if (!has_header(text))
        return false;
    while (text.length > 0) {
        const struct span line = take_line(&text);
        m.line++;
        read_line(&m, line, line.at + line.length < text.at);
    }
    end_part(&m);
    strbuf_done(&m.part);
    strbuf_done(&m.boundaries);
    if (!m.decoded)
        out->length = before;
    return m.decoded;
}
