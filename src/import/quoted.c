/* Texts that were quoted; see quoted.h. */
#include "import/quoted.h"

#include <string.h>

#include "base/xmalloc.h"
#include "import/lines.h"

/* Steps over the mark of a quotation, as it is or as HTML has it. */
static bool scan_mark(struct scan *s)
{
    static const char html[] = "&gt;";
    if (scan_char(s, '>'))
        return true;
    const bool marked = span_starts_nocase(scan_rest(s), html);
    s->at += marked ? sizeof html - 1 : 0;
    return marked;
}

static bool is_quoted(struct span line)
{
    struct scan s = scan_of(line);
    scan_blanks(&s);
    return scan_mark(&s);
}

static struct span unquoted(struct span line)
{
    struct scan s = scan_of(line);
    for (scan_blanks(&s); scan_mark(&s); scan_char(&s, ' '))
        ;
    return scan_rest(&s);
}

static bool is_sgf(struct span text)
{
    struct scan s = scan_of(span_trim(text));
    return scan_char(&s, '(') && span_starts_nocase(span_trim(scan_rest(&s)), ";");
}

static bool is_mostly_quoted(struct span text)
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

static bool holds_quoted(struct span text)
{
    struct lines l;
    lines_begin(&l, text);
    while (lines_next(&l))
        if (is_quoted(l.line))
            return true;
    return false;
}

enum part { PART_QUOTED = 1, PART_REST = 2, WHOLE = PART_QUOTED | PART_REST };

/* The lines of `text` that are in the part, without "> "; the others are empty. Returns the end of what was written
 * to `to`, which may be where `text` is. */
static char *write_part(struct span text, enum part part, char *to)
{
    struct lines l;
    lines_begin(&l, text);
    while (lines_next(&l)) {
        const bool quoted = is_quoted(l.line);
        const struct span line = quoted ? unquoted(l.line) : l.line;
        if ((part & (quoted ? PART_QUOTED : PART_REST)) != 0) {
            memmove(to, line.at, line.length);
            to += line.length;
        }
        *to++ = '\n';
    }
    return to;
}

void quoted_undo(struct strbuf *text, size_t from)
{
    const struct span all = span_sub((struct span){strbuf_text(text), text->length}, from, text->length);
    if (is_sgf(all) || !is_mostly_quoted(all))
        return;
    char *end = write_part(all, WHOLE, text->at + from);
    text->length = (size_t)(end - text->at);
    *end = '\0';
}

static struct span part_of(struct span text, enum part part, char *room)
{
    return (struct span){room, (size_t)(write_part(text, part, room) - room)};
}

bool quoted_undo_record(struct strbuf *text, bool (*known)(struct span text, void *context), void *context)
{
    const struct span all = {strbuf_text(text), text->length};
    if (is_sgf(all) || !holds_quoted(all))
        return false;
    char *room = xmalloc(all.length + 1);
    const bool record = known(part_of(all, PART_QUOTED, room), context);
    bool undo = record || !known(part_of(all, PART_REST, room), context);
    if (undo) {
        const struct span whole = part_of(all, WHOLE, room);
        undo = known(whole, context) || record;
        if (undo) {
            strbuf_clear(text);
            strbuf_add(text, whole.at, whole.length);
        }
    }
    xfree(room);
    return undo;
}
