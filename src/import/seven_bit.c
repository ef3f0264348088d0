/* Encodings of seven bits; see seven_bit.h. */
#include "import/seven_bit.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/charset.h"

static bool is_ascii(struct span bytes)
{
    for (size_t i = 0; i < bytes.length; i++)
        if ((unsigned char)bytes.at[i] >= 0x80)
            return false;
    return true;
}

/* ---- ISO-2022 ---- */

static bool switches(const char *encoding)
{
    static const char *const begins[] = {"ISO-2022", "ISO2022", "CSISO2022", "HZ", "UTF-7", "UTF7"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (span_starts_nocase(span_of(encoding), begins[i]))
            return true;
    return false;
}

/* By its escapes: ESC $ or ESC ( behind which all makes sense. */
static const char *switching_charset(struct span bytes, struct strbuf *out)
{
    static const char *const charsets[] = {"ISO-2022-JP", "ISO-2022-JP-2", "ISO-2022-KR", "ISO-2022-CN"};
    if (memmem(bytes.at, bytes.length, "\x1b$", 2) == NULL || !is_ascii(bytes))
        return NULL;
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
        const bool good = charset_to_utf8(out, bytes, charsets[i], 1) == 0;
        if (good && memchr(out->at, '\x1b', out->length) == NULL) /* some escapes of others pass unread */
            return charsets[i];
        strbuf_clear(out);
    }
    return NULL;
}

/* ---- pieces among ASCII ---- */

/* What one piece says: its length in `bytes` from where it starts, 0 = there is none. Its letters are appended. */
typedef size_t piece_reader(struct span from, struct strbuf *out);

/* "~{" pairs of GB 2312 without their eighth bits "~}", on one line; "~~" is a tilde. */
static size_t hz_piece(struct span from, struct strbuf *out)
{
    struct strbuf pairs = {0};
    size_t i = 2, bad = 1;
    if (from.length >= 2 && memcmp(from.at, "~~", 2) == 0) {
        strbuf_putc(out, '~');
        return 2;
    }
    if (from.length < 6 || memcmp(from.at, "~{", 2) != 0)
        return 0;
    for (; i + 1 < from.length && memcmp(from.at + i, "~}", 2) != 0; i += 2) {
        const unsigned char a = (unsigned char)from.at[i], b = (unsigned char)from.at[i + 1];
        if (a < 0x21 || a > 0x77 || b < 0x21 || b > 0x7e)
            break;
        strbuf_putc(&pairs, (char)(a | 0x80));
        strbuf_putc(&pairs, (char)(b | 0x80));
    }
    const bool closed = i + 1 < from.length && memcmp(from.at + i, "~}", 2) == 0;
    struct strbuf letters = {0};
    if (closed && pairs.length > 0)
        bad = charset_to_utf8(&letters, (struct span){pairs.at, pairs.length}, "GB18030", 1);
    if (bad == 0)
        strbuf_add(out, letters.at, letters.length);
    strbuf_done(&letters);
    strbuf_done(&pairs);
    return bad == 0 ? i + 2 : 0;
}

static int base64_value(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Letters that names and remarks are written in; the others could be chance. */
static bool is_letter(unsigned unit)
{
    return (unit >= 0xa0 && unit < 0x600) || (unit >= 0x1e00 && unit < 0x2000) || (unit >= 0x3040 && unit < 0x3100) ||
           (unit >= 0x4e00 && unit < 0xa000) || (unit >= 0xac00 && unit < 0xd7a4);
}

/* "+AOk-": UTF-16 in base 64, whose last bits are none. One letter of three digits must be of an alphabet of ours, as
 * three digits are soon found. */
static size_t utf7_piece(struct span from, struct strbuf *out)
{
    enum { UNITS = 256 };
    char units[2 * UNITS];
    size_t n = 0, i = 1;
    uint32_t bits = 0, held = 0;
    bool letters = true;
    if (from.length >= 2 && memcmp(from.at, "+-", 2) == 0) {
        strbuf_putc(out, '+');
        return 2;
    }
    if (from.length < 5 || from.at[0] != '+')
        return 0;
    for (int value; i < from.length && n < UNITS && (value = base64_value(from.at[i])) >= 0; i++) {
        bits = (bits << 6 | (uint32_t)value) & 0xffffff, held += 6;
        if (held < 16)
            continue;
        held -= 16;
        const unsigned unit = bits >> held & 0xffff;
        units[2 * n] = (char)(unit >> 8), units[2 * n + 1] = (char)unit;
        letters = letters && is_letter(unit);
        n++;
        bits &= (1u << held) - 1;
    }
    const bool rare = n == 1 && (unsigned char)units[0] >= 0x06;
    if (n == 0 || rare || !letters || held >= 6 || bits != 0 || i >= from.length || from.at[i] != '-')
        return 0;
    (void)charset_to_utf8(out, (struct span){units, 2 * n}, "UTF-16BE", 2);
    return i + 1;
}

/* The text with its pieces read. *doubtful = marks that begin none. */
static void read_pieces(struct span text, char mark, piece_reader *read, struct strbuf *out, size_t *doubtful)
{
    *doubtful = 0;
    for (size_t i = 0; i < text.length;) {
        const struct span rest = span_sub(text, i, text.length - i);
        const size_t length = rest.at[0] == mark ? read(rest, out) : 0;
        *doubtful += length == 0 && rest.at[0] == mark;
        if (length == 0)
            strbuf_putc(out, rest.at[0]);
        i += length > 0 ? length : 1;
    }
}

static bool has_piece(struct span text, char mark, piece_reader *read)
{
    struct strbuf unread = {0};
    const char *at = text.at, *end = text.at + text.length;
    size_t length = 0;
    for (; length <= 2 && at < end && (at = memchr(at, mark, (size_t)(end - at))) != NULL; at++) {
        strbuf_clear(&unread);
        length = read((struct span){at, (size_t)(end - at)}, &unread);
    }
    strbuf_done(&unread);
    return length > 2;
}

static bool decode_pieces(struct span bytes, struct strbuf *out, struct diags *d)
{
    static const struct {
        const char *name, *example;
        char mark;
        piece_reader *read;
    } kinds[] = {{"HZ", "~{...~}", '~', hz_piece}, {"UTF-7", "+AOk-", '+', utf7_piece}};
    for (size_t k = 0; is_ascii(bytes) && k < sizeof kinds / sizeof *kinds; k++) {
        size_t doubtful;
        if (!has_piece(bytes, kinds[k].mark, kinds[k].read))
            continue;
        read_pieces(bytes, kinds[k].mark, kinds[k].read, out, &doubtful);
        if (doubtful == 0) {
            diag_at(d, SEVERITY_WARNING, 0, 0, "read as %s, which letters between ASCII (%s) show", kinds[k].name,
                    kinds[k].example);
            return true;
        }
        strbuf_clear(out);
        diag_at(d, SEVERITY_WARNING, 0, 0, "found letters in %s (%s) and other \"%c\" that are none: kept as they are",
                kinds[k].name, kinds[k].example, kinds[k].mark);
    }
    return false;
}

bool seven_bit_is_ours(const char *encoding)
{
    return strcasecmp(encoding, "HZ") == 0 || strcasecmp(encoding, "HZ-GB-2312") == 0;
}

bool seven_bit_decode(struct span bytes, const char *encoding, struct strbuf *out, struct diags *d)
{
    if (bytes.length == 0 || (encoding != NULL && !switches(encoding)))
        return false;
    if (encoding != NULL && seven_bit_is_ours(encoding)) {
        size_t doubtful;
        read_pieces(bytes, '~', hz_piece, out, &doubtful);
        if (doubtful > 0)
            diag_at(d, SEVERITY_WARNING, 0, 0, "some bytes are not %s, kept as they are", encoding);
        return true;
    }
    if (encoding != NULL && charset_to_utf8(out, bytes, encoding, 1) != 0)
        diag_at(d, SEVERITY_WARNING, 0, 0, "some bytes are not %s, replaced by U+FFFD", encoding);
    const char *found = encoding == NULL ? switching_charset(bytes, out) : NULL;
    if (found != NULL)
        diag_at(d, SEVERITY_NOTE, 0, 0, "read as %s, as its escapes say", found);
    else if (encoding == NULL && memmem(bytes.at, bytes.length, "\x1b$", 2) != NULL)
        diag_at(
            d, SEVERITY_WARNING, 0, 0,
            "found escapes of an encoding that switches alphabets, but none that reads the whole file: kept as they "
            "are; --encoding NAME chooses one");
    else if (encoding == NULL)
        return decode_pieces(bytes, out, d);
    return encoding != NULL || found != NULL;
}
