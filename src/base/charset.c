/* Guessing by uchardet, recoding by iconv with a replacement for what is not valid; see charset.h.
 */
#include "base/charset.h"

#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <uchardet/uchardet.h>

#include "base/attempt.h"

#define REPLACEMENT "\xEF\xBF\xBD"
enum { ENOUGH = 512 };

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

void charset_hold(void)
{
    pthread_mutex_lock(&opening);
}

void charset_let_go(void)
{
    pthread_mutex_unlock(&opening);
}

static void close_converter(void *converter)
{
    charset_hold();
    iconv_close(converter);
    charset_let_go();
}

/* (iconv_t)-1 for a character set that is not known. */
static iconv_t open_converter(const char *charset)
{
    charset_hold();
    iconv_t converter = iconv_open("UTF-8", charset);
    const int problem = errno;
    charset_let_go();
    if (converter != (iconv_t)-1)
        attempt_hold(converter, close_converter);
    else if (problem == ENOMEM)
        attempt_fail();
    return converter;
}

size_t charset_to_utf8(struct strbuf *out, struct span bytes, const char *charset, size_t unit)
{
    iconv_t converter = open_converter(charset);
    char *from = (char *)(size_t)bytes.at; /* iconv's prototype wants it writable; it only reads */
    size_t left = bytes.length, bad = 0;
    while (left != 0) {
        char chunk[4096], *to = chunk;
        size_t room = sizeof chunk;
        errno = EILSEQ;
        bool stuck = converter == (iconv_t)-1 || iconv(converter, &from, &left, &to, &room) == (size_t)-1;
        strbuf_add(out, chunk, sizeof chunk - room);
        if (stuck && errno != E2BIG && left != 0) {
            const size_t skip = left < unit ? left : unit;
            strbuf_puts(out, REPLACEMENT);
            from += skip;
            left -= skip;
            bad++;
        }
    }
    if (converter != (iconv_t)-1)
        attempt_release(converter, close_converter);
    return bad;
}

bool charset_known(const char *charset)
{
    iconv_t converter = open_converter(charset);
    if (converter != (iconv_t)-1)
        attempt_release(converter, close_converter);
    return converter != (iconv_t)-1;
}

/* ---- guessing ---- */

static bool is_other_script(const char *charset)
{
    static const char *const known[] = {
        "WINDOWS-1251", "KOI8-R",     "ISO-8859-5", "IBM866",  "IBM855",       "MAC-CYRILLIC", "WINDOWS-1253",
        "ISO-8859-7",   "ISO-8859-8", "EUC-JP",     "EUC-KR",  "WINDOWS-1255", "WINDOWS-1256", "ISO-8859-6",
        "SHIFT_JIS",    "UHC",        "TIS-620",    "GB18030", "BIG5",         "ISO-8859-11",  "EUC-TW"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(charset, known[i]) == 0)
            return true;
    return false;
}

/* In Latin script letters beyond ASCII stand alone among others: words that have some are mostly ASCII. */
static bool is_mostly_beyond_ascii(struct span bytes)
{
    size_t high = 0, ascii = 0;
    for (size_t i = 0, end; i < bytes.length; i = end + 1) {
        size_t beyond = 0, letters = 0;
        for (end = i; end < bytes.length && !isspace((unsigned char)bytes.at[end]); end++) {
            beyond += (unsigned char)bytes.at[end] >= 0x80;
            letters += isalnum((unsigned char)bytes.at[end]) && (unsigned char)bytes.at[end] < 0x80;
        }
        high += beyond;
        ascii += beyond != 0 ? letters : 0;
    }
    return high >= 3 && high >= ascii;
}

bool charset_guess(struct span bytes, char name[CHARSET_NAME_MAX])
{
    if (!is_mostly_beyond_ascii(bytes))
        return false;
    uchardet_t u = uchardet_new();
    bool good = true;
    for (size_t fed = 0; good && fed < ENOUGH; fed += bytes.length) /* a few names, again and again, are enough */
        good = uchardet_handle_data(u, bytes.at, bytes.length) == 0;
    uchardet_data_end(u);
    const char *found = good ? uchardet_get_charset(u) : "";
    const bool usable = is_other_script(found) && charset_known(found);
    if (usable)
        snprintf(name, CHARSET_NAME_MAX, "%s", found);
    uchardet_delete(u);
    return usable;
}
