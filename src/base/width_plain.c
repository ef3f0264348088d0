/* Room where there is no terminal: a column for each character; see width.h. */
#include <string.h>

#include "base/utf8.h"
#include "base/width.h"

size_t width_of(const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t at = 0, n; at < length; at += n) {
        const struct span rest = {text + at, length - at};
        n = utf8_length(rest);
        columns += n != 3 || utf8_steers(rest) == 0; /* what isolates takes none */
        n = n != 0 ? n : 1;
    }
    return columns;
}

size_t width_of_text(const char *text)
{
    return width_of(text, strlen(text));
}

size_t width_character(const char *text)
{
    const size_t n = utf8_length(span_of(text));
    return n != 0 || *text == '\0' ? n : 1;
}
