/* Links from page to page; see page_links.h. */
#include "report/page_links.h"

#include <stdlib.h>

/* The first, the last, those around this one, and some steps of ten and a hundred. */
static bool is_linked(int i, int page, int pages)
{
    const int away = abs(i - page);
    return i == 1 || i == pages || away <= 2 || away == 10 || away == 100;
}

static void page_link(struct draft *b, int page, const char *name, const char *words)
{
    link_begin(b, page > 1 ? draft_string(b, "index-%d.html", page) : "index.html", name);
    if (words != NULL)
        put_words(b, words);
    else
        put_count(b, page);
    node_end(b);
}

static void page_numbers(struct draft *b, const char *name, int page, int pages)
{
    for (int i = 1, last = 0; i <= pages; i++) {
        if (!is_linked(i, page, pages))
            continue;
        if (i > last + 1)
            put_words(b, " \u2026");
        put_words(b, " ");
        if (i == page) {
            node_begin(b, NODE_SPAN, ROLE_STRONG);
            put_count(b, i);
            node_end(b);
        } else {
            page_link(b, i, name, NULL);
        }
        last = i;
    }
}

void put_page_links(struct draft *b, const struct page_links *l, bool folded)
{
    if (l->pages < 2)
        return;
    struct node *nav = node_begin(b, NODE_NAV, ROLE_PAGES);
    nav->anchor = l->name;
    nav->folded = folded;
    words_begin(b, "{0} to {1} of {2}:", NULL, 0);
    put_count(b, l->first);
    put_count(b, l->last);
    put_count(b, l->count);
    node_end(b);
    if (l->page > 1) {
        put_words(b, " ");
        page_link(b, l->page - 1, l->name, N_("Previous"));
    }
    page_numbers(b, l->name, l->page, l->pages);
    if (l->page < l->pages) {
        put_words(b, " ");
        page_link(b, l->page + 1, l->name, N_("Next"));
    }
    node_end(b);
}
