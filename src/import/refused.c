/* Pages for people, known by their marks; see refused.h. */
#include "import/refused.h"

#include <string.h>

#include "base/format.h"
#include "base/mime.h"
#include "import/lines.h"

/* Headings below the first, code blocks, links, tables. Lists of IDs have "# remarks" alone. */
static bool is_markdown(struct span head)
{
    static const char *const begins[] = {"## ", "### ", "```", "![", "|--", "| --", "|:-", "~~~"};
    struct lines l;
    lines_begin(&l, head);
    while (lines_next(&l)) {
        for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
            if (span_starts_nocase(l.line, begins[i]))
                return true;
        if (span_has(l.line, "](http") || span_has(l.line, "](/") || span_has(l.line, "](./"))
            return true;
    }
    return false;
}

static bool is_html(struct span head)
{
    const struct span text = span_trim(head);
    return span_starts_nocase(text, "<!DOCTYPE html") || span_starts_nocase(text, "<html") ||
           (span_starts_nocase(text, "<?xml") && span_has(text, "<html"));
}

static bool is_latex(struct span head)
{
    return span_starts_nocase(span_trim(head), "\\documentclass");
}

static bool is_postscript(struct span head)
{
    return span_starts_nocase(head, "%!PS");
}

const char *refused_as(struct span head)
{
    static const struct {
        bool (*is)(struct span head);
        const char *what;
    } table[] = {
        {is_html, W_("an HTML page, which is not read; the file that it was made from may be")},
        {is_latex, W_("a LaTeX document, which is not read; the file that it was made from may be")},
        {is_postscript, W_("a PostScript document, which is not read; the file that it was made from may be")},
        {is_markdown, W_("a Markdown page, which is not read; a list has one ID a line")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].is(head))
            return table[i].what;
    return NULL;
}

const char *refused_as_bytes(struct span head)
{
    enum { MAIL_HEAD = 16 << 10 };
    static const struct {
        const char *mark, *what;
    } table[] = {
        {"%PDF-", W_("a PDF document, which is not read; the file that it was made from may be")},
        {"\x89PNG\r\n", W_("a picture, which is not read; the file that it was made from may be")},
        {"BZh", W_("a file compressed by bzip2 that cannot be unpacked: damaged, or cut off")},
        {"\xfd\x37zXZ", W_("a file compressed by xz that cannot be unpacked: damaged, or cut off")},
        {"\x28\xb5\x2f\xfd", W_("a file compressed by zstd that cannot be unpacked: damaged, or cut off")},
        {"\x04\x22\x4d\x18", W_("a file compressed by lz4 that cannot be unpacked: damaged, or cut off")},
        {"\xff\xd8\xff", W_("a picture, which is not read; the file that it was made from may be")},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (head.length >= strlen(table[i].mark) && memcmp(head.at, table[i].mark, strlen(table[i].mark)) == 0)
            return table[i].what;
    return mime_begins(span_sub(head, 0, MAIL_HEAD))
               ? W_("a mail, which is not read here; the files that are attached to it may be")
               : NULL;
}
