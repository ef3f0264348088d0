/* Columns; see columns.h. */
#include "base/columns.h"

#include "base/width.h"

static size_t missing(const char *text, size_t width)
{
    const size_t taken = width_of_text(text);
    return taken < width ? width - taken : 0;
}

void put_left(struct strbuf *out, const char *text, size_t width)
{
    strbuf_puts(out, text);
    strbuf_fill(out, ' ', missing(text, width));
}

void put_right(struct strbuf *out, const char *text, size_t width)
{
    strbuf_fill(out, ' ', missing(text, width));
    strbuf_puts(out, text);
}
