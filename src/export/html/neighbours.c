/* The pages before and after one in a folder. They are known only when all have been written, so they are put into
 * pages that are there: between the breadcrumb's last word and its end, where escaped text cannot look like them. */
#include <string.h>

#include "export/escape.h"
#include "export/html/html.h"
#include "export/html/page.h"

static const char trail[] = "<nav class=\"trail\"", end_of_trail[] = "</nav>", begin[] = "<span class=\"neighbours\">";

static void neighbour(struct strbuf *out, const struct html_neighbour *n, const char *rel, const char *word)
{
    if (n == NULL)
        return;
    strbuf_printf(out, "<a rel=\"%s\"", rel);
    html_href(out, n->page, NULL);
    strbuf_printf(out, ">%s<span class=\"vh\"> match: ", word);
    escape_xml_text(out, n->name[0]);
    strbuf_puts(out, " vs ");
    escape_xml_text(out, n->name[1]);
    strbuf_puts(out, "</span></a>");
}

bool html_set_neighbours(struct strbuf *page, const struct html_neighbour *before, const struct html_neighbour *after)
{
    const char *from = strstr(strbuf_text(page), trail), *to = from != NULL ? strstr(from, end_of_trail) : NULL;
    if (to == NULL)
        return false;
    const char *old = strstr(from, begin);
    const char *cut = old != NULL && old < to ? old : to;
    struct strbuf links = {0}, whole = {0};
    if (before != NULL || after != NULL) {
        strbuf_puts(&links, begin);
        neighbour(&links, before, "prev", "Previous");
        neighbour(&links, after, "next", "Next");
        strbuf_puts(&links, "</span>");
    }
    bool differs = links.length != (size_t)(to - cut) || memcmp(strbuf_text(&links), cut, links.length) != 0;
    if (differs) {
        strbuf_add(&whole, page->at, (size_t)(cut - page->at));
        strbuf_puts(&whole, strbuf_text(&links));
        strbuf_add(&whole, to, page->length - (size_t)(to - page->at));
        strbuf_done(page);
        *page = whole;
    }
    strbuf_done(&links);
    return differs;
}
