/* Texts that were quoted; see quoted.h. */
#include "import/quoted.h"

#include <string.h>

#include "base/span.h"
#include "import/lines.h"

static bool is_quoted(struct span line)
{
    const struct span s = span_trim(line);
    return s.length != 0 && s.at[0] == '>';
}

static struct span unquoted(struct span line)
{
    struct scan s = scan_of(line);
    for (scan_blanks(&s); scan_char(&s, '>'); scan_char(&s, ' '))
        ;
    return scan_rest(&s);
}

static bool quotes(struct span text)
{
    struct lines l;
    size_t n = 0, quoted = 0;
    lines_begin(&l, text);
    while (lines_next(&l)) {
        n += span_trim(l.line).length != 0;
        quoted += is_quoted(l.line);
    }
    return 2 * quoted > n;
}

void quoted_undo(struct strbuf *text, size_t from)
{
    const struct span all = span_sub((struct span){strbuf_text(text), text->length}, from, text->length);
    struct lines l;
    if (!quotes(all))
        return;
    char *to = text->at + from;
    lines_begin(&l, all);
    while (lines_next(&l)) {
        const struct span line = is_quoted(l.line) ? unquoted(l.line) : l.line;
        memmove(to, line.at, line.length);
        to += line.length;
        *to++ = '\n';
    }
    text->length = (size_t)(to - text->at);
    *to = '\0';
}
