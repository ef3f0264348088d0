/* Recoding by iconv with a replacement for what is not valid; see charset.h. */
#include <errno.h>
#include <iconv.h>
#include <pthread.h>

#include "base/attempt.h"
#include "base/charset.h"

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
            strbuf_puts(out, CHARSET_REPLACEMENT);
            from += skip;
            left -= skip;
            bad++;
        }
    }
    if (converter == (iconv_t)-1)
        return bad;
    char last[16], *to = last; /* a letter that waited for its accent */
    size_t room = sizeof last;
    (void)iconv(converter, NULL, NULL, &to, &room);
    strbuf_add(out, last, sizeof last - room);
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
