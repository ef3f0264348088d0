/* Decoding; see decode.h. Idea: find out once what the whole is (gzip? UTF-16?), then go line by
 * line, for in practice a file is UTF-8 with perhaps one name in something else. */
#include "import/decode.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "base/charset.h"
#include "base/attempt.h"
#include "base/utf8.h"
#include "import/latin.h"
#include "import/quoted.h"
#include "import/seven_bit.h"

enum { CHUNK = 64 << 10, HEAD_MAX = 4096, GUESS_MAX = 64 << 10 };

bool is_gzip(struct span bytes)
{
    return bytes.length >= 3 && memcmp(bytes.at, "\x1f\x8b\x08", 3) == 0;
}

/* Bytes behind a whole stream that begin no other, which some systems fill up files with. */
static bool is_padding(const z_stream *z)
{
    static const unsigned char begin[] = {0x1f, 0x8b};
    const size_t n = z->avail_in < sizeof begin ? z->avail_in : sizeof begin;
    return memcmp(z->next_in, begin, n) != 0;
}

static bool inflate_all(z_stream *z, size_t limit, struct strbuf *out, bool *too_big, bool *padded)
{
    char chunk[CHUNK];
    int status;
    do {
        z->next_out = (Bytef *)chunk;
        z->avail_out = sizeof chunk;
        status = inflate(z, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END)
            return false;
        strbuf_add(out, chunk, sizeof chunk - z->avail_out);
        if (out->length > limit) {
            *too_big = true;
            return false;
        }
        *padded = status == Z_STREAM_END && z->avail_in > 0 && is_padding(z);
        if (*padded || (status == Z_STREAM_END && z->avail_in > 0 && inflateReset(z) != Z_OK))
            return false;
    } while (status != Z_STREAM_END || z->avail_in > 0);
    return true;
}

static void end_inflating(void *z)
{
    inflateEnd(z);
}

bool gunzip(struct span bytes, size_t limit, struct strbuf *out, struct diags *d)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes.at, .avail_in = (uInt)bytes.length};
    bool too_big = false, padded = false;
    size_t before = out->length;
    if (bytes.length > limit || bytes.length > UINT_MAX || inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "gzip stream cannot be unpacked");
        return false;
    }
    attempt_hold(&z, end_inflating);
    bool complete = inflate_all(&z, limit, out, &too_big, &padded);
    long at = (long)(bytes.length - z.avail_in);
    attempt_release(&z, end_inflating);
    if (too_big)
        diag_at(d, SEVERITY_ERROR, 0, 0, "gzip stream unpacks to more than %zu MiB", limit >> 20);
    else if (!complete && out->length == before)
        diag_offset(d, SEVERITY_ERROR, at, "damaged gzip stream, nothing could be unpacked");
    else if (!complete)
        diag_offset(d, padded ? SEVERITY_WARNING : SEVERITY_ERROR, at,
                    "damaged or truncated gzip stream, only its beginning was read");
    return complete || (!too_big && out->length > before);
}

/* ---- characters ---- */

/* The 27 characters between 0x80 and 0x9f are the whole difference between Windows-1252 and Latin-1. Five bytes mean
 * nothing in Windows-1252: a line with one of them is Latin-1. */
static const char *one_byte_charset(struct span line)
{
    static const char undefined[] = {'\x81', '\x8d', '\x8f', '\x90', '\x9d'};
    for (size_t i = 0; i < line.length; i++)
        if (memchr(undefined, line.at[i], sizeof undefined) != NULL)
            return "ISO-8859-1";
    return "WINDOWS-1252";
}

/* ---- the whole ---- */

/* UTF-32 or UTF-16 by its BOM, or UTF-16 by zeros in every other of the first bytes (matches begin with ASCII); `unit`
 * is how many bytes an ASCII character has. */
static const char *wide_charset(struct span *bytes, size_t *unit)
{
    static const struct {
        const char *mark;
        size_t unit;
        const char *charset;
    } marks[] = {{"\xff\xfe\0\0", 4, "UTF-32LE"},
                 {"\0\0\xfe\xff", 4, "UTF-32BE"},
                 {"\xff\xfe", 2, "UTF-16LE"},
                 {"\xfe\xff", 2, "UTF-16BE"}};
    const unsigned char *b = (const unsigned char *)bytes->at;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        *unit = marks[i].unit;
        if (bytes->length >= *unit && memcmp(b, marks[i].mark, *unit) == 0) {
            *bytes = span_sub(*bytes, *unit, bytes->length);
            return marks[i].charset;
        }
    }
    if (bytes->length < 8)
        return NULL;
    if (b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0 && b[5] == 0 && b[7] == 0)
        return "UTF-16LE";
    if (b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0 && b[4] == 0 && b[6] == 0)
        return "UTF-16BE";
    return NULL;
}

/* The charset that an SGF file names (CA[...]); false where there is none, or a Unicode one. Other formats name none.
 */
static bool named_charset(struct span bytes, char name[CHARSET_NAME_MAX])
{
    struct span head = span_sub(span_trim(bytes), 0, HEAD_MAX);
    if (head.length == 0 || head.at[0] != '(')
        return false;
    const char *ca = memmem(head.at, head.length, "CA[", 3);
    if (ca == NULL)
        return false;
    struct span rest = {ca + 3, (size_t)(head.at + head.length - ca - 3)};
    const char *close = rest.length > 0 ? memchr(rest.at, ']', rest.length) : NULL;
    struct span text = {rest.at, close != NULL ? (size_t)(close - rest.at) : 0};
    if (text.length == 0 || text.length >= CHARSET_NAME_MAX || span_starts_nocase(text, "UTF") ||
        span_starts_nocase(text, "UCS"))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (!isalnum((unsigned char)text.at[i]) && strchr("-_.:", text.at[i]) == NULL)
            return false;
    memcpy(name, text.at, text.length);
    name[text.length] = '\0';
    return true;
}

/* Believed where the bytes are not UTF-8 and all of them mean something in that charset. */
static bool convert_named(struct span bytes, struct strbuf *out, struct diags *d)
{
    char charset[CHARSET_NAME_MAX];
    if (!named_charset(bytes, charset) || utf8_valid(bytes))
        return false;
    if (charset_to_utf8(out, bytes, charset, 1) == 0) {
        diag_at(d, SEVERITY_NOTE, 0, 0, "read as %s, as CA says", charset);
        return true;
    }
    strbuf_clear(out);
    return false;
}

static void add_without_nul(struct strbuf *out, struct span line, int number, struct diags *d)
{
    if (line.length == 0 || memchr(line.at, '\0', line.length) == NULL) {
        strbuf_add(out, line.at, line.length);
        return;
    }
    const char *first = memchr(line.at, '\0', line.length);
    diag_at(d, SEVERITY_WARNING, number, (int)(first - line.at) + 1, "NUL byte in text, replaced by U+FFFD");
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] != '\0')
            strbuf_putc(out, line.at[i]);
        else
            strbuf_puts(out, "\xef\xbf\xbd");
}

/* What lines that are not UTF-8 are read as. */
struct code_page {
    const char *given; /* by the user, or NULL */
    char guessed[CHARSET_NAME_MAX]; /* "" = Western, of Windows or Latin-1 */
    bool stated;
};

static const char *charset_of(const struct code_page *page, struct span line)
{
    return page->given != NULL ? page->given : page->guessed[0] != '\0' ? page->guessed : one_byte_charset(line);
}

static void report_charset(struct code_page *page, const char *charset, int number, struct diags *d)
{
    if (page->given != NULL)
        diag_at(d, SEVERITY_NOTE, number, 1, "line is not UTF-8, read as %s (likewise any other such line)", charset);
    else
        diag_at(d, SEVERITY_WARNING, number, 1,
                "line is not UTF-8, read as %s (likewise any other such line); --encoding NAME chooses another",
                charset);
    page->stated = true;
}

static void add_line(struct strbuf *out, struct span line, int number, struct code_page *page, struct diags *d)
{
    struct strbuf converted = {0};
    if (!utf8_valid(line)) {
        const char *charset = charset_of(page, line);
        if (!page->stated)
            report_charset(page, charset, number, d);
        charset_to_utf8(&converted, line, charset, 1);
        line = (struct span){strbuf_text(&converted), converted.length};
    }
    add_without_nul(out, line, number, d);
    strbuf_done(&converted);
}

/* The next line of `text` from *at, which ends at LF, CRLF or CR. `next_cr`: see add_lines(). */
static struct span next_line(struct span text, const char **at, const char **next_cr)
{
    const char *end = text.at + text.length, *from = *at;
    const char *stop = memchr(from, '\n', (size_t)(end - from));
    if (stop == NULL)
        stop = end;
    if (*next_cr != NULL && *next_cr < from)
        *next_cr = memchr(from, '\r', (size_t)(end - from));
    if (*next_cr != NULL && *next_cr < stop)
        stop = *next_cr;
    *at = stop + 1 < end && stop[0] == '\r' && stop[1] == '\n' ? stop + 2 : stop + 1;
    return (struct span){from, (size_t)(stop - from)};
}

/* From the first lines that are not UTF-8 altogether, as one name is little to guess by. */
static void guess(struct span text, struct code_page *page)
{
    struct strbuf sample = {0};
    const char *end = text.at + text.length, *next_cr = memchr(text.at, '\r', text.length);
    for (const char *at = text.at; at < end && sample.length < GUESS_MAX;) {
        const struct span line = next_line(text, &at, &next_cr);
        if (!utf8_valid(line)) {
            strbuf_add(&sample, line.at, line.length < GUESS_MAX ? line.length : GUESS_MAX);
            strbuf_putc(&sample, '\n');
        }
    }
    if (sample.length != 0)
        (void)(charset_guess((struct span){sample.at, sample.length}, page->guessed) ||
               latin_guess((struct span){sample.at, sample.length}, page->guessed));
    strbuf_done(&sample);
}

static void add_lines(struct span text, const char *encoding, struct strbuf *out, struct diags *d)
{
    struct code_page page = {.given = encoding};
    const char *end = text.at + text.length, *next_cr = memchr(text.at, '\r', text.length);
    if (encoding == NULL && !utf8_valid(text))
        guess(text, &page);
    const char *at = text.at;
    for (int number = 1; at < end; number++) {
        const struct span line = next_line(text, &at, &next_cr);
        add_line(out, line, number, &page, d);
        if (line.at + line.length < end)
            strbuf_putc(out, '\n');
    }
}

void decode_text(struct span bytes, const char *encoding, struct strbuf *out, struct diags *d)
{
    struct strbuf wide = {0};
    size_t unit;
    const char *charset = wide_charset(&bytes, &unit);
    if (charset != NULL) {
        if (charset_to_utf8(&wide, bytes, charset, unit) != 0)
            diag_at(d, SEVERITY_WARNING, 0, 0, "some bytes are not %s, replaced by U+FFFD", charset);
        bytes = (struct span){strbuf_text(&wide), wide.length};
    } else if (seven_bit_decode(bytes, encoding, &wide, d) || (encoding == NULL && convert_named(bytes, &wide, d))) {
        bytes = (struct span){strbuf_text(&wide), wide.length};
    }
    bytes = utf8_skip_mark(bytes);
    while (bytes.length > 0 && bytes.at[bytes.length - 1] == '\x1a') /* DOS end of file */
        bytes.length--;
    const size_t from = out->length;
    if (bytes.length > 0)
        add_lines(bytes, encoding, out, d);
    quoted_undo(out, from);
    strbuf_done(&wide);
}
