/* Recoding by iconv with a replacement for what is not valid; the contract stands in charset.h. */
#include "base/charset.h"

#include <errno.h>
#include <iconv.h>

#define REPLACEMENT "\xEF\xBF\xBD"

void charset_to_utf8(struct strbuf *out, struct span bytes, const char *charset)
{
    iconv_t converter = iconv_open("UTF-8", charset);
    char *from = (char *)(size_t)bytes.at; /* iconv's prototype wants it writable; it only reads */
    size_t left = bytes.length;
    while (left != 0) {
        char chunk[512], *to = chunk;
        size_t room = sizeof chunk;
        errno = EILSEQ;
        bool stuck = converter == (iconv_t)-1 || iconv(converter, &from, &left, &to, &room) == (size_t)-1;
        strbuf_add(out, chunk, sizeof chunk - room);
        if (stuck && errno != E2BIG && left != 0) {
            strbuf_puts(out, REPLACEMENT);
            from++;
            left--;
        }
    }
    if (converter != (iconv_t)-1)
        iconv_close(converter);
}
