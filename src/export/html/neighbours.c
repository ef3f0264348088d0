/* The pages before and after one in a folder. They are known only when all have been written, so they are put into
 * pages that are there: between the breadcrumb's last word and its end, where escaped text cannot look like them. No
 * word of theirs is about the matches they lead to: they alone may differ where a page is verified. */
#include <string.h>

#include "base/language.h"
#include "export/html/html.h"
#include "export/html/page.h"

static const char trail[] = "<nav class=\"trail\"", end_of_trail[] = "</nav>", begin[] = "<span class=\"neighbours\">",
                  end[] = "</span>", hidden[] = "<span class=\"vh\">", behind_link[] = "</span></a>";

static const struct direction {
    const char *before_link, *word;
} directions[2] = {{"<a rel=\"prev\"", N_("Previous")}, {"<a rel=\"next\"", N_("Next")}};

/* For those who hear the page: "Previous match". */
static const char after_word[] = N_(" match");

static void neighbour(struct strbuf *out, const struct direction *d, const char *page)
{
    if (page == NULL)
        return;
    strbuf_puts(out, d->before_link);
    html_href(out, page, NULL);
    strbuf_printf(out, ">%s%s%s%s", tr(d->word), hidden, tr(after_word), behind_link);
}

static size_t find(struct span text, size_t from, const char *what)
{
    const char *at = from < text.length ? memmem(text.at + from, text.length - from, what, strlen(what)) : NULL;
    return at != NULL ? (size_t)(at - text.at) : text.length;
}

size_t html_neighbours_place(struct span page)
{
    return find(page, find(page, 0, trail), end_of_trail);
}

bool html_set_neighbours(struct strbuf *page, const char *before, const char *after)
{
    const struct span text = {strbuf_text(page), page->length};
    const size_t to = html_neighbours_place(text), old = find(text, find(text, 0, trail), begin),
                 cut = old < to ? old : to;
    struct strbuf links = {0}, whole = {0};
    if (to == text.length)
        return false;
    if (before != NULL || after != NULL) {
        strbuf_puts(&links, begin);
        neighbour(&links, &directions[0], before);
        neighbour(&links, &directions[1], after);
        strbuf_puts(&links, end);
    }
    const bool differs = !span_same((struct span){strbuf_text(&links), links.length}, span_sub(text, cut, to - cut));
    if (differs) {
        strbuf_add(&whole, text.at, cut);
        strbuf_puts(&whole, strbuf_text(&links));
        strbuf_add(&whole, text.at + to, text.length - to);
        strbuf_done(page);
        *page = whole;
    }
    strbuf_done(&links);
    return differs;
}

/* ---- read again ---- */

static bool accept(struct span *text, const char *what)
{
    const size_t n = strlen(what);
    const bool ok = text->length >= n && memcmp(text->at, what, n) == 0;
    if (ok)
        *text = span_sub(*text, n, text->length);
    return ok;
}

/* A path as html_href() writes it, which cannot lead out of where the page lies but upwards. */
static bool accept_path(struct span *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/",
                      hex[] = "0123456789ABCDEF";
    size_t n = 0;
    while (n < text->length) {
        const bool coded = text->at[n] == '%' && text->length - n > 2 && memchr(hex, text->at[n + 1], 16) != NULL &&
                           memchr(hex, text->at[n + 2], 16) != NULL;
        if (!coded && memchr(plain, text->at[n], sizeof plain - 1) == NULL)
            break;
        n += coded ? 3 : 1;
    }
    *text = span_sub(*text, n, text->length);
    return n > 0;
}

static bool accept_neighbour(struct span *text, const struct direction *d)
{
    struct span rest = *text;
    const bool ok = accept(&rest, d->before_link) && accept(&rest, " href=\"./") && accept_path(&rest) &&
                    accept(&rest, "\">") && accept(&rest, tr(d->word)) && accept(&rest, hidden) &&
                    accept(&rest, tr(after_word)) && accept(&rest, behind_link);
    if (ok)
        *text = rest;
    return ok;
}

size_t html_neighbours_length(struct span text)
{
    struct span rest = text;
    if (!accept(&rest, begin))
        return 0;
    const bool before = accept_neighbour(&rest, &directions[0]), after = accept_neighbour(&rest, &directions[1]);
    return (before || after) && accept(&rest, end) ? text.length - rest.length : 0;
}
