/* A text of help as pieces that are translated; see reader.h. */
#include <string.h>

#include "cli/reader.h"

enum { EXAMPLE = 2 }; /* blanks before one */

static size_t blanks(const char *at)
{
    return strspn(at, " ");
}

/* Bytes of the line, with its end. */
static size_t line_length(const char *at)
{
    const size_t n = strcspn(at, "\n");
    return n + (at[n] == '\n');
}

/* Where the words of a line begin, behind a name and two blanks or more; 0 = there is no name. */
static size_t name_of(const char *at)
{
    const size_t length = strcspn(at, "\n");
    for (size_t i = blanks(at) + 1; i + 2 < length; i++)
        if (at[i] == ' ' && at[i + 1] == ' ')
            return i + blanks(at + i);
    return 0;
}

static bool ends_sentence(const char *at)
{
    const size_t n = strcspn(at, "\n");
    return n != 0 && (at[n - 1] == '.' || at[n - 1] == ':' || at[n - 1] == '?');
}

static const char *take_line(struct piece *p, const char *at)
{
    const size_t n = strcspn(at, "\n");
    strbuf_printf(&p->words, "%s%.*s", p->words.length != 0 ? " " : "", (int)(n - blanks(at)), at + blanks(at));
    return at + n + (at[n] == '\n');
}

/* What is said of a name: to the last line that stands further in. */
static const char *take_entry(struct piece *p, const char *at)
{
    at = take_line(p, at);
    for (; blanks(at) > EXAMPLE; at = take_line(p, at))
        p->indent = (int)blanks(at);
    return at;
}

static const char *take_sentences(struct piece *p, const char *at)
{
    bool ended;
    do {
        ended = ends_sentence(at);
        at = take_line(p, at);
    } while (!ended && *at != '\n' && *at != ' ' && *at != '\0');
    return at;
}

/* Bytes in front of the words: all of a line of which nothing is translated. */
static size_t head_of(const char *line, const char *next)
{
    const size_t name = name_of(line);
    if (name != 0)
        return name;
    if (*line == ' ' || *line == '\n')
        return (size_t)(next - line);
    return !ends_sentence(line) && blanks(next) > EXAMPLE ? (size_t)(next - line) + blanks(next) : 0; /* a long name */
}

bool piece_next(const char **at, struct piece *p)
{
    const char *from = *at, *next = from + line_length(from), *end = next;
    strbuf_clear(&p->words);
    p->indent = 0;
    if (*from == '\0')
        return false;
    p->head = (struct span){from, head_of(from, next)};
    if (p->head.length == 0)
        end = take_sentences(p, from);
    else if (*from == ' ' && from + p->head.length != next)
        end = take_line(p, from + p->head.length);
    else if (from + p->head.length != next)
        end = take_entry(p, from + p->head.length);
    p->lines = (struct span){from, (size_t)(end - from)};
    *at = end;
    return true;
}

void piece_done(struct piece *p)
{
    strbuf_done(&p->words);
}
