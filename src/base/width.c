/* Room on a terminal; see width.h. */
#include "base/width.h"

#include <string.h>
#include <utf8proc.h>

enum { JOINER = 0x200d }; /* what follows it is part of one picture */

/* The code point at the start; bytes it takes, 0 at the end. */
static size_t decode(const char *text, size_t length, utf8proc_int32_t *c)
{
    if (length == 0)
        return 0;
    const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, c);
    if (n > 0)
        return (size_t)n;
    *c = 0xfffd;
    return 1;
}

size_t width_of(const char *text, size_t length)
{
    size_t columns = 0;
    utf8proc_int32_t c, before = 0;
    for (size_t n; (n = decode(text, length, &c)) != 0; text += n, length -= n, before = c)
        columns += before == JOINER ? 0 : (size_t)utf8proc_charwidth(c);
    return columns;
}

size_t width_of_text(const char *text)
{
    return width_of(text, strlen(text));
}

size_t width_character(const char *text)
{
    utf8proc_int32_t c, next, state = 0;
    size_t length = strlen(text), at = decode(text, length, &c);
    for (size_t n; at != 0 && (n = decode(text + at, length - at, &next)) != 0; at += n, c = next)
        if (utf8proc_grapheme_break_stateful(c, next, &state))
            break;
    return at;
}
