/* What pages a collection has: see struct page_list in pages.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xmalloc.h"
#include "pages/pages.h"

void pages_stem(const char *file_stem, int number, char out[STEM_ROOM])
{
    if (number == 1)
        snprintf(out, STEM_ROOM, "%s", file_stem);
    else
        snprintf(out, STEM_ROOM, "%.*s.m%d", (int)utf8_fitting(span_of(file_stem), 90), file_stem, number);
}

/* Takes the next place on a page of positions, unless it is a match without a decision, which has pages of its own. */
static bool next_position(struct page_list *l, const struct match_held *h)
{
    char page[STEM_ROOM], own[STEM_ROOM];
    pages_stem(h->file_stem, h->number, own);
    snprintf(page, sizeof page, "%s", l->on_page % POSITIONS_MAX == 0 ? own : l->page);
    if (!h->bare || (strcmp(h->stem, own) == 0 && strcmp(page, own) != 0))
        return false;
    memcpy(l->page, page, sizeof page);
    l->on_page++;
    return true;
}

void page_list_add(struct page_list *l, const struct match_held *h)
{
    struct stored_pages *last = l->n != 0 ? &l->at[l->n - 1] : NULL;
    if (strcmp(l->hash, h->hash) != 0) {
        snprintf(l->hash, sizeof l->hash, "%s", h->hash);
        l->on_page = 0;
    } else if (last != NULL && last->number == h->number) { /* of its analyses the last one is shown */
        last->analysis = h->analysis;
        last->kept = h->kept;
        snprintf(last->fingerprint, sizeof last->fingerprint, "%s", h->fingerprint);
        return;
    }
    const bool position = next_position(l, h);
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    struct stored_pages *s = &l->at[l->n++];
    *s = (struct stored_pages){
        .match = h->match, .analysis = h->analysis, .kept = h->kept, .number = h->number, .bare = position};
    snprintf(s->stem, sizeof s->stem, "%s", position ? l->page : h->stem);
    snprintf(s->fingerprint, sizeof s->fingerprint, "%s", h->fingerprint);
}

static int by_page(const void *a, const void *b)
{
    const struct stored_pages *x = a, *y = b;
    const int stems = strcmp(x->stem, y->stem);
    return stems != 0 ? stems : (x->number > y->number) - (x->number < y->number);
}

void page_list_group(struct page_list *l)
{
    size_t kept = 0;
    l->first = xcalloc(l->n + 1, sizeof *l->first);
    if (l->n > 0)
        qsort(l->at, l->n, sizeof *l->at, by_page);
    for (size_t i = 0; i < l->n; i++) {
        const bool same = kept > 0 && strcmp(l->at[i].stem, l->at[kept - 1].stem) == 0;
        if (same && !l->at[i].bare)
            continue; /* a match that several files hold */
        if (!same)
            l->first[l->n_pages++] = kept;
        l->at[kept++] = l->at[i];
    }
    l->n = kept;
    l->first[l->n_pages] = kept;
}

void page_list_done(struct page_list *l)
{
    xfree(l->at);
    xfree(l->first);
}
