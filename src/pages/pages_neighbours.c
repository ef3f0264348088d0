/* Leads from the page of each match to those of the matches before and after it, by date. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "base/call.h"
#include "base/sink.h"
#include "pages/pages_private.h"
#include "export/html/page.h"

enum { HEAD_ROOM = 1 << 16 }; /* the breadcrumb stands at the beginning of a page, after its style sheet */

struct page_of_match {
    char *page; /* from the folder's place */
    size_t order;
};

struct row_of_pages {
    const struct pages *pages;
    struct page_of_match *at;
    size_t n, capacity;
};

static bool add_page(void *context, const struct stored_match *m)
{
    struct row_of_pages *r = context;
    struct strbuf page = {0};
    if (m->analysis == 0)
        return true;
    strbuf_printf(&page, "%s.html", m->stem);
    r->at = grow(r->at, r->n, &r->capacity, sizeof *r->at);
    r->at[r->n] = (struct page_of_match){.page = xstrdup(page.at), .order = r->n};
    r->n++;
    strbuf_done(&page);
    return true;
}

static int by_page(const void *a, const void *b)
{
    const struct page_of_match *x = a, *y = b;
    const int pages = strcmp(x->page, y->page);
    return pages != 0 ? pages : (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b)
{
    const struct page_of_match *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

/* Positions share a page: it is in the row once, where the first of them is. */
static void once_each(struct row_of_pages *r)
{
    size_t kept = 0;
    if (r->n == 0)
        return;
    qsort(r->at, r->n, sizeof *r->at, by_page);
    for (size_t i = 0; i < r->n; i++)
        if (kept > 0 && strcmp(r->at[kept - 1].page, r->at[i].page) == 0)
            xfree(r->at[i].page);
        else
            r->at[kept++] = r->at[i];
    r->n = kept;
    qsort(r->at, r->n, sizeof *r->at, by_order);
}

static bool read_head(const char *path, struct strbuf *out)
{
    char *room = xmalloc(HEAD_ROOM);
    const size_t length = file_head(path, room, HEAD_ROOM);
    strbuf_add(out, room, length);
    xfree(room);
    return length > 0;
}

static const char *seen_from(const char *page, const char *other, struct strbuf *link)
{
    pages_way_up(page, link);
    strbuf_puts(link, other);
    return strbuf_text(link);
}

/* The head is enough to see whether all is as it should be. */
static bool link_page(const struct row_of_pages *r, size_t i)
{
    struct strbuf path = {0}, text = {0}, link[2] = {{0}};
    const char *page = r->at[i].page, *b = i > 0 ? seen_from(page, r->at[i - 1].page, &link[0]) : NULL,
               *a = i + 1 < r->n ? seen_from(page, r->at[i + 1].page, &link[1]) : NULL;
    bool ok = true;
    strbuf_printf(&path, "%s/%s", r->pages->where->folder, page);
    if (read_head(path.at, &text) && html_set_neighbours(&text, b, a)) {
        strbuf_clear(&text);
        if (file_read(path.at, 0, &text) && html_set_neighbours(&text, b, a))
            ok = file_write_atomic(path.at, text.at, text.length);
        if (!ok)
            say_error("%s: cannot be written: %s", path.at, file_problem(errno));
    }
    strbuf_done(&path);
    strbuf_done(&text);
    strbuf_done(&link[0]);
    strbuf_done(&link[1]);
    return ok;
}

/* The matches of the filter in a row, or each without neighbours. */
static bool link_all(const struct pages *p, struct collection *c, const struct match_filter *f, bool alone)
{
    struct row_of_pages r = {.pages = p};
    bool ok = store_matches(c->store, f, add_page, &r) || collection_failed(c, "the pages");
    once_each(&r);
    for (size_t i = 0; ok && i < r.n; i++)
        ok = alone ? link_page(&(struct row_of_pages){p, &r.at[i], 1, 1}, 0) : link_page(&r, i);
    for (size_t i = 0; i < r.n; i++)
        xfree(r.at[i].page);
    xfree(r.at);
    return ok;
}

bool pages_link(const struct pages *p, struct collection *c)
{
    struct match_filter all = MATCH_FILTER_ALL, cut_short = MATCH_FILTER_ALL;
    all.positions = true;
    cut_short.cut_short = true;
    bool html = false;
    for (int i = 0; p->where->report[i] != NULL; i++)
        html = html || strcmp(p->where->report[i]->name, "html") == 0;
    return !html || (link_all(p, c, &all, false) && link_all(p, c, &cut_short, true));
}
