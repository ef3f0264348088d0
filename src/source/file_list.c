/* Lists of files, read and written; see file_list.h. */
#include "source/file_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/os.h"

enum { DIGITS_MAX = 18 };

/* ---- writing ---- */

static const struct escape {
    char byte, letter;
} escapes[] = {{'\n', 'n'}, {'\r', 'r'}, {'\\', '\\'}};

enum { N_ESCAPES = sizeof escapes / sizeof *escapes };

void file_list_put(struct strbuf *out, const char *name, long long size, const char *hash)
{
    strbuf_printf(out, "%lld %s ", size, hash);
    for (const char *c = name; *c != '\0'; c++) {
        size_t i = 0;
        while (i < N_ESCAPES && escapes[i].byte != *c)
            i++;
        if (i < N_ESCAPES)
            strbuf_putc(out, '\\');
        strbuf_putc(out, i < N_ESCAPES ? escapes[i].letter : *c);
    }
    strbuf_putc(out, '\n');
}

/* ---- reading ---- */

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* What stands before the name; 0 if the line does not begin so. */
static size_t read_facts(struct span line, struct listed *out)
{
    size_t digits = 0, at;
    out->size = 0;
    for (; digits < line.length && line.at[digits] >= '0' && line.at[digits] <= '9' && digits <= DIGITS_MAX; digits++)
        if (digits < DIGITS_MAX)
            out->size = out->size * 10 + (line.at[digits] - '0');
    at = digits + 1;
    if (digits == 0 || digits > DIGITS_MAX || line.length < at + HASH_LENGTH + 2 || line.at[digits] != ' ' ||
        line.at[at + HASH_LENGTH] != ' ')
        return 0;
    for (size_t i = 0; i < HASH_LENGTH; i++)
        if (!is_hex(line.at[at + i]))
            return 0;
    memcpy(out->hash, line.at + at, HASH_LENGTH);
    out->hash[HASH_LENGTH] = '\0';
    return at + HASH_LENGTH + 1;
}

static bool unescape(struct strbuf *out, struct span name)
{
    for (size_t at = 0; at < name.length; at++) {
        size_t i = 0;
        if (name.at[at] != '\\') {
            strbuf_putc(out, name.at[at]);
            continue;
        }
        at++;
        while (i < N_ESCAPES && (at == name.length || escapes[i].letter != name.at[at]))
            i++;
        if (i == N_ESCAPES)
            return false;
        strbuf_putc(out, escapes[i].byte);
    }
    return true;
}

void file_list_begin(struct file_list *l, struct span text)
{
    struct listed first;
    const char *end = text.length != 0 ? memchr(text.at, '\n', text.length) : NULL;
    *l = (struct file_list){.rest = text, .separator = '\n'};
    if (text.length != 0 && memchr(text.at, '\0', text.length) != NULL)
        l->separator = '\0';
    else if (end != NULL) {
        l->has_hashes = read_facts((struct span){text.at, (size_t)(end - text.at)}, &first) != 0;
        l->dos = end != text.at && end[-1] == '\r';
    }
}

void file_list_end(struct file_list *l)
{
    strbuf_done(&l->name);
}

/* The next line that is not empty; *whole: its end was there. */
static bool next_line(struct file_list *l, struct span *line, bool *whole)
{
    do {
        if (l->rest.length == 0)
            return false;
        const char *end = memchr(l->rest.at, l->separator, l->rest.length);
        *whole = end != NULL;
        *line = (struct span){l->rest.at, *whole ? (size_t)(end - l->rest.at) : l->rest.length};
        l->rest = span_sub(l->rest, line->length + *whole, l->rest.length);
        l->line++;
        if (l->dos && line->length != 0 && line->at[line->length - 1] == '\r')
            line->length--;
    } while (line->length == 0);
    return true;
}

static const char *trouble_with(struct file_list *l, struct span line, bool whole, struct listed *out)
{
    if (!whole)
        return W_("the list ends in the middle of a line");
    const size_t at = read_facts(line, out);
    if (at == 0)
        return W_("expected size, SHA-256 and name as in the first line");
    if (!unescape(&l->name, span_sub(line, at, line.length)))
        return W_("after a backslash n, r or another backslash is expected");
    return NULL;
}

int file_list_next(struct file_list *l, struct listed *out, const char **why)
{
    struct span line;
    bool whole;
    *why = NULL;
    if (!next_line(l, &line, &whole))
        return 0;
    strbuf_clear(&l->name);
    if (l->has_hashes)
        *why = trouble_with(l, line, whole, out);
    else
        strbuf_add(&l->name, line.at, line.length);
    if (l->name.length != 0)
        os_path_tidy(l->name.at);
    if (*why == NULL && strcmp(strbuf_text(&l->name), "-") == 0) /* a file of that name, never standard input */
        strbuf_clear(&l->name), strbuf_puts(&l->name, "./-");
    out->name = strbuf_text(&l->name);
    return *why != NULL ? -1 : 1;
}
