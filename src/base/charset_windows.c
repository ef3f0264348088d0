/* Recoding by Windows' code pages, a character at a time; see charset.h. Where a page gives a meaning to bytes that
 * the standard of its name leaves free (control characters, private ones), they are not valid, as for iconv. */
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/charset.h"

enum {
    UTF_8 = 65001,
    UTF_16LE = 1200,
    UTF_16BE = 1201,
    ISO_8859 = 28590,
    ISO_8859_LAST = 15,
    JAPANESE = 932,
    ASCII = 20127,
    GB18030 = 54936
};
enum { LAST_OF_IBM_AND_WINDOWS = 1361, NAME_MAX_FOLDED = 32 };

static const struct {
    const char *name; /* in capitals, without what stands between words */
    UINT page;
} named[] = {{"UTF8", UTF_8},        {"UTF16LE", UTF_16LE}, {"UTF16BE", UTF_16BE}, {"ASCII", ASCII},
             {"USASCII", ASCII},     {"LATIN1", 28591},     {"LATIN2", 28592},     {"LATIN9", 28605},
             {"SHIFTJIS", JAPANESE}, {"SJIS", JAPANESE},    {"MSKANJI", JAPANESE}, {"EUCJP", 20932},
             {"EUCKR", 949},         {"UHC", 949},          {"BIG5", 950},         {"GB18030", GB18030},
             {"GBK", 936},           {"GB2312", 936},       {"EUCCN", 936},        {"KOI8R", 20866},
             {"KOI8U", 21866},       {"TIS620", 874},       {"ISO885911", 874},    {"MACINTOSH", 10000},
             {"MACCYRILLIC", 10007}};

static void fold(const char *charset, char out[NAME_MAX_FOLDED])
{
    size_t n = 0;
    for (; *charset != '\0' && n + 1 < NAME_MAX_FOLDED; charset++)
        if (strchr("-_ .:", *charset) == NULL)
            out[n++] = *charset >= 'a' && *charset <= 'z' ? (char)(*charset - 'a' + 'A') : *charset;
    out[*charset == '\0' ? n : 0] = '\0';
}

/* The number behind `prefix`, 0 if there is none. */
static UINT number_after(const char *name, const char *prefix)
{
    const size_t length = strlen(prefix);
    const char *digits = name + length;
    const size_t n = strspn(digits, "0123456789");
    return strncmp(name, prefix, length) == 0 && n >= 1 && n <= 4 && digits[n] == '\0' ? (UINT)atoi(digits) : 0;
}

static UINT page_named(const char *name)
{
    static const char *const prefixes[] = {"CP", "WINDOWS", "IBM", ""};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(name, named[i].name) == 0)
            return named[i].page;
    const UINT part = number_after(name, "ISO8859");
    if (part != 0)
        return part <= ISO_8859_LAST ? ISO_8859 + part : 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const UINT page = number_after(name, prefixes[i]);
        if (page != 0)
            return page <= LAST_OF_IBM_AND_WINDOWS && page != UTF_16LE && page != UTF_16BE ? page : 0;
    }
    return 0;
}

/* 0 if no code page is called so. */
static UINT page_of(const char *charset)
{
    char name[NAME_MAX_FOLDED];
    fold(charset, name);
    const UINT page = page_named(name);
    return page == UTF_16LE || page == UTF_16BE || IsValidCodePage(page) ? page : 0;
}

bool charset_known(const char *charset)
{
    return page_of(charset) != 0;
}

/* What the page has put where its standard has nothing. */
static bool is_filler(UINT page, wchar_t c)
{
    const bool control = c >= 0x80 && c <= 0x9f, private = c >= 0xe000 && c <= 0xf8ff;
    const bool has_controls = page == UTF_8 || (page > ISO_8859 && page <= ISO_8859 + ISO_8859_LAST);
    return (control && !has_controls) || (private && page != UTF_8 && page != JAPANESE);
}

static int wide_of(UINT page, const char *bytes, size_t n, wchar_t wide[2])
{
    if (page == ASCII && (unsigned char)bytes[0] >= 0x80)
        return 0;
    if (page != UTF_16LE && page != UTF_16BE) {
        const int count = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, bytes, (int)n, wide, 2);
        return count > 0 && !is_filler(page, wide[0]) ? count : 0;
    }
    const bool little = page == UTF_16LE;
    for (size_t i = 0; i < n / 2; i++)
        wide[i] = (wchar_t)((unsigned char)bytes[2 * i + !little] | (unsigned char)bytes[2 * i + little] << 8);
    return (int)n / 2;
}

static bool put_wide(struct strbuf *out, const wchar_t *wide, int n)
{
    char utf8[8];
    const int length =
        n > 0 ? WideCharToMultiByte(UTF_8, WC_ERR_INVALID_CHARS, wide, n, utf8, sizeof utf8, NULL, NULL) : 0;
    strbuf_add(out, utf8, (size_t)length);
    return length > 0;
}

/* Appends the character at the start of `s`: its length, 0 if there is none. */
static size_t put_one(UINT page, struct span s, struct strbuf *out)
{
    wchar_t wide[2];
    const bool utf16 = page == UTF_16LE || page == UTF_16BE;
    const bool longer = page == UTF_8 || page == GB18030 || utf16;
    const size_t least = utf16 || (!longer && IsDBCSLeadByteEx(page, (BYTE)s.at[0])) ? 2 : 1;
    const size_t most = longer ? 4 : least;
    for (size_t n = least; n <= most && n <= s.length; n += utf16 ? 2 : 1)
        if (put_wide(out, wide, wide_of(page, s.at, n, wide)))
            return n;
    return 0;
}

size_t charset_to_utf8(struct strbuf *out, struct span bytes, const char *charset, size_t unit)
{
    const UINT page = page_of(charset);
    size_t bad = 0;
    for (size_t at = 0, n; at < bytes.length; at += n) {
        const struct span rest = span_sub(bytes, at, bytes.length - at);
        n = page != 0 ? put_one(page, rest, out) : 0;
        if (n == 0) {
            strbuf_puts(out, CHARSET_REPLACEMENT);
            n = rest.length < unit ? rest.length : unit;
            bad++;
        }
    }
    return bad;
}
