/* Recoding by iconv with a replacement for what is not valid; the contract stands in charset.h. */
#include "base/charset.h"

#include <errno.h>
#include <iconv.h>

#define REPLACEMENT "\xEF\xBF\xBD"

size_t charset_to_utf8(struct strbuf *out, struct span bytes, const char *charset, size_t unit)
{
    iconv_t converter = iconv_open("UTF-8", charset);
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
        iconv_close(converter);
    return bad;
}

bool charset_known(const char *charset)
{
    iconv_t converter = iconv_open("UTF-8", charset);
    if (converter != (iconv_t)-1)
        iconv_close(converter);
    return converter != (iconv_t)-1;
}
