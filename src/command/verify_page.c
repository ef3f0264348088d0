/* Reports compared; see verify_page.h. */
#include "command/verify_page.h"

#include <stdio.h>

#include "export/html/page.h"

static struct page_difference place_of(struct span text, size_t at, bool html)
{
    const struct span anchor = html ? html_anchor(text, at) : (struct span){NULL, 0};
    struct page_difference p = {.line = 1, .column = 1};
    for (size_t i = 0; i < at; i++) {
        p.column = text.at[i] == '\n' ? 1 : p.column + 1;
        p.line += text.at[i] == '\n';
    }
    if (anchor.length < sizeof p.near)
        snprintf(p.near, sizeof p.near, "%.*s", (int)anchor.length, anchor.length > 0 ? anchor.at : "");
    return p;
}

/* How long both are the same. */
static size_t shared(struct span a, struct span b)
{
    size_t n = 0;
    while (n < a.length && n < b.length && a.at[n] == b.at[n])
        n++;
    return n;
}

bool page_same(struct span report, struct span made, bool html, struct page_difference *at)
{
    const size_t place = html ? html_neighbours_place(made) : made.length,
                 before = shared(report, span_sub(made, 0, place));
    size_t links = 0, after = 0;
    if (before == place && place < made.length) {
        links = html_neighbours_length(span_sub(report, place, report.length));
        after = shared(span_sub(report, place + links, report.length), span_sub(made, place, made.length));
    }
    if (before + after == made.length && made.length + links == report.length)
        return true;
    *at = place_of(report, before + links + after, html);
    at->made = before + after;
    return false;
}
