/* Reports compared; see verify_page.h. */
#include "batch/verify_page.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

/* ---- what is left out ---- */

struct omission {
    const char *from, *to; /* both go too; `to` is looked for from behind `from` */
    bool outside_only; /* only where the tag leads out of the page */
};

static const char of_engine[] = "<script type=\"text/plain\" id=\"engine\">";

static const struct omission of_pages[] = {{"<nav class=\"trail\"", "</nav>\n", false},
                                           {"<style>", "</style>", false},
                                           {"<link ", ">", false},
                                           {"<meta http-equiv=", ">", false},
                                           {of_engine, "</script>\n", false},
                                           {"<a ", ">", true},
                                           {"</a>", "", false},
                                           {NULL, NULL, false}};
static const struct omission of_cards[] = {
    {"<figure>", "</figure>", false}, {"<a ", ">", true}, {"</a>", "", false}, {NULL, NULL, false}};
static const struct omission of_json[] = {{"\n  \"warnings\": [", "]", false}, {NULL, NULL, false}};

static bool starts(struct span text, size_t at, const char *with)
{
    const size_t n = strlen(with);
    return text.length - at >= n && memcmp(text.at + at, with, n) == 0;
}

static size_t find_from(struct span text, size_t at, const char *what)
{
    const char *found = memmem(text.at + at, text.length - at, what, strlen(what));
    return found != NULL ? (size_t)(found - text.at) : text.length;
}

/* How much is left out at this place: 0 = nothing. */
static size_t left_out(struct span text, size_t at, const struct omission *list)
{
    for (const struct omission *o = list; o->from != NULL; o++) {
        if (!starts(text, at, o->from))
            continue;
        const size_t end = find_from(text, at + strlen(o->from), o->to) + strlen(o->to);
        const size_t local = find_from(text, at, "href=\"#");
        if (!o->outside_only || local > end)
            return (end < text.length ? end : text.length) - at;
    }
    return 0;
}

/* ---- walking ---- */

struct reading {
    struct span text;
    size_t at;
    const struct omission *without;
};

static void skip(struct reading *r)
{
    for (size_t n = 1; r->at < r->text.length && n > 0; r->at += n)
        n = left_out(r->text, r->at, r->without);
}

static struct page_difference place_of(struct span text, size_t at)
{
    static const char id[] = "id=\"";
    struct page_difference p = {.line = 1, .column = 1};
    for (size_t i = 0; i < at; i++) {
        p.column = text.at[i] == '\n' ? 1 : p.column + 1;
        p.line += text.at[i] == '\n';
        if (starts(text, i, id) && i + sizeof id < at && text.at[i + sizeof id - 1] == 'g') {
            const char *name = text.at + i + sizeof id - 1;
            const size_t length = find_from(text, i + sizeof id - 1, "\"") - (i + sizeof id - 1);
            snprintf(p.near, sizeof p.near, "%.*s", length < sizeof p.near ? (int)length : 0, name);
        }
    }
    return p;
}

/* Of the two up to their ends; `at` in the first. */
static bool same(struct reading a, struct reading b, size_t *at)
{
    for (;; a.at++, b.at++) {
        skip(&a);
        skip(&b);
        *at = a.at;
        if (a.at == a.text.length || b.at == b.text.length)
            return a.at == a.text.length && b.at == b.text.length;
        if (a.text.at[a.at] != b.text.at[b.at])
            return false;
    }
}

bool page_same(struct span report, struct span made, bool html, struct page_difference *at)
{
    const struct omission *without = html ? of_pages : of_json;
    size_t where;
    if (same((struct reading){report, 0, without}, (struct reading){made, 0, without}, &where))
        return true;
    *at = place_of(report, where);
    return false;
}

bool page_is_live(struct span report)
{
    return find_from(report, 0, of_engine) < report.length;
}

/* The end of an element that may hold others of its kind. */
static size_t end_of_card(struct span page, size_t at)
{
    static const char open[] = "<details", close[] = "</details>";
    for (int depth = 1; depth > 0 && at < page.length;) {
        const size_t opened = find_from(page, at, open), closed = find_from(page, at, close);
        depth += opened < closed ? 1 : -1;
        at = opened < closed ? opened + sizeof open - 1 : closed;
        at += opened < closed || closed == page.length ? 0 : sizeof close - 1;
    }
    return at;
}

/* From its anchor to its end. */
static struct span card(struct span page, const char *anchor)
{
    char id[48];
    snprintf(id, sizeof id, " id=\"%s\"", anchor);
    const size_t from = find_from(page, 0, id);
    if (from == page.length)
        return (struct span){page.at + page.length, 0};
    return (struct span){page.at + from, end_of_card(page, from) - from};
}

bool page_card_same(struct span report, struct span made, const char *anchor, struct page_difference *at)
{
    const struct span a = card(report, anchor), b = card(made, anchor);
    size_t where;
    if (same((struct reading){a, 0, of_cards}, (struct reading){b, 0, of_cards}, &where))
        return true;
    *at = place_of(report, (size_t)(a.at - report.at) + where);
    return false;
}
