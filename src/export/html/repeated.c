/* Words that a page repeats, said once: `<a-></a->` stands for them, the style sheet has them, and the script puts them
 * back before all else. A page about a match in Greek or Russian, whose letters have two bytes, is a tenth shorter. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/by_text.h"
#include "base/xmalloc.h"
#include "export/html/html.h"

/* Bytes, and of a run that is shared as a whole, figures and all; uses of a figure that is no reason to part words. */
enum { LEAST = 3, LONG = 60, COMMON = 150 };

struct said {
    const char *text;
    size_t n, length;
    char name[8]; /* "" = it is not shared */
};

struct sharing {
    struct arena *arena;
    struct by_text known, figures;
    struct said **all;
    size_t n, capacity;
    struct strbuf copy, out;
    void (*take)(struct sharing *s, struct span text);
};

/* ---- a page in pieces ---- */

static bool is_digit(struct span text, size_t at)
{
    return at < text.length && text.at[at] >= '0' && text.at[at] <= '9';
}

static bool has_sign(struct span text, size_t at, const char *sign)
{
    const size_t length = strlen(sign);
    return text.length - at >= length && memcmp(text.at + at, sign, length) == 0;
}

/* The bytes of a figure with its sign, or of a sign that stands before some; else 0. */
static size_t figure_at(struct span text, size_t at)
{
    const size_t sign = has_sign(text, at, "\xe2\x88\x92") ? 3 : text.at[at] == '+';
    size_t end = at + sign;
    if (has_sign(text, at, "\xe2\x89\x88"))
        return 3;
    if (!is_digit(text, end))
        return 0;
    while (is_digit(text, end) || (end < text.length && strchr(".,", text.at[end]) != NULL && is_digit(text, end + 1)))
        end++;
    return end - at;
}

static bool is_plain(struct span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (strchr("&\"\\\n", text.at[i]) != NULL)
            return false;
    return text.length >= LEAST;
}

static struct said *find(struct sharing *s, const struct by_text *among, struct span text)
{
    strbuf_clear(&s->copy);
    strbuf_add(&s->copy, text.at, text.length);
    return by_text_find(among, strbuf_text(&s->copy));
}

static struct said *said_of(struct sharing *s, struct span text)
{
    return find(s, &s->known, text);
}

static bool is_common(struct sharing *s, struct span figure)
{
    const struct said *one = find(s, &s->figures, figure);
    return one != NULL && one->n >= COMMON;
}

/* Words between figures. */
static void pieces(struct sharing *s, struct span run)
{
    size_t from = 0, at = 0;
    while (at < run.length) {
        const size_t figure = figure_at(run, at);
        if (figure > 0 && !is_common(s, span_sub(run, at, figure))) {
            if (at > from)
                s->take(s, span_sub(run, from, at - from));
            strbuf_add(&s->out, run.at + at, figure);
            from = at + figure;
        }
        at += figure > 0 ? figure : 1;
    }
    if (at > from)
        s->take(s, span_sub(run, from, at - from));
}

/* Names, boards, IDs and what holds no elements: up to its end. */
static struct span left_alone(struct span page, size_t at)
{
    static const struct {
        const char *begin, *end;
    } kinds[] = {{"<bdi", "</bdi>"},
                 {"<svg", "</svg>"},
                 {"<select", "</select>"},
                 {"<code", "</code>"},
                 {"<blockquote", "</blockquote>"},
                 {"<p class=\"positionid\"", "</p>"},
                 {"<style", "</style>"},
                 {"<script", "</script>"}};
    const struct span rest = span_sub(page, at, page.length);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (span_starts_nocase(rest, kinds[i].begin)) {
            const char *end = memmem(rest.at, rest.length, kinds[i].end, strlen(kinds[i].end));
            return span_sub(rest, 0, end != NULL ? (size_t)(end - rest.at) : rest.length);
        }
    const char *end = memchr(rest.at, '>', rest.length);
    return span_sub(rest, 0, end != NULL ? (size_t)(end - rest.at) + 1 : rest.length);
}

static void walk(struct sharing *s, struct span page, void (*run)(struct sharing *s, struct span text))
{
    for (size_t at = 0; at < page.length;) {
        const char *end = memchr(page.at + at, '<', page.length - at);
        const size_t stop = end != NULL ? (size_t)(end - page.at) : page.length;
        if (stop > at)
            run(s, span_sub(page, at, stop - at));
        const struct span tag = stop < page.length ? left_alone(page, stop) : span_sub(page, stop, 0);
        strbuf_add(&s->out, tag.at, tag.length);
        at = stop + tag.length;
    }
}

/* ---- what is said how often ---- */

static struct said *add(struct sharing *s, struct by_text *to, size_t length)
{
    struct said *one = arena_alloc(s->arena, sizeof *one);
    *one = (struct said){.text = arena_strdup(s->arena, strbuf_text(&s->copy)), .length = length};
    by_text_add(to, one->text, one);
    return one;
}

static void count(struct sharing *s, struct span text)
{
    struct said *one = is_plain(text) ? said_of(s, text) : NULL;
    if (one == NULL && is_plain(text)) {
        one = add(s, &s->known, text.length);
        s->all = grow(s->all, s->n, &s->capacity, sizeof *s->all);
        s->all[s->n++] = one;
    }
    if (one != NULL)
        one->n++;
}

static void count_figures(struct sharing *s, struct span run)
{
    for (size_t at = 0; at < run.length;) {
        const size_t figure = figure_at(run, at);
        struct said *one = figure > 0 ? find(s, &s->figures, span_sub(run, at, figure)) : NULL;
        if (figure > 0)
            (one != NULL ? one : add(s, &s->figures, figure))->n++;
        at += figure > 0 ? figure : 1;
    }
}

static void count_long(struct sharing *s, struct span run)
{
    count_figures(s, run);
    if (run.length >= LONG)
        count(s, run);
}

/* What was there once so far is counted among the pieces. */
static void forget_single(struct sharing *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->all[i]->n = s->all[i]->n > 1 ? s->all[i]->n : 0;
}

static bool is_whole(struct sharing *s, struct span run)
{
    const struct said *one = run.length >= LONG ? said_of(s, run) : NULL;
    return one != NULL && one->n > 1;
}

/* A long one that is there once counts for nothing: its pieces do. */
static void count_run(struct sharing *s, struct span run)
{
    if (!is_whole(s, run))
        pieces(s, run);
}

static int by_use(const void *a, const void *b)
{
    const struct said *x = *(struct said *const *)a, *y = *(struct said *const *)b;
    return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : strcmp(x->text, y->text);
}

/* Names of elements that HTML leaves to pages: "a-" ... "z-", "a-0" ... */
static void name(char to[8], size_t nth)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    size_t i = 0;
    to[i++] = (char)('a' + nth % 26);
    to[i++] = '-';
    for (size_t rest = nth / 26; rest > 0 && i < 7; rest = (rest - 1) / 36)
        to[i++] = digits[(rest - 1) % 36];
    to[i] = '\0';
}

static void choose(struct sharing *s, struct strbuf *style)
{
    size_t named = 0;
    char next[8];
    qsort(s->all, s->n, sizeof *s->all, by_use);
    name(next, named);
    for (size_t i = 0; i < s->n; i++) {
        struct said *one = s->all[i];
        const size_t tags = 2 * strlen(next) + strlen("<></>"), rule = strlen(next) + strlen("::before{content:\"\"}");
        if (one->n * one->length <= one->n * tags + rule + one->length)
            continue;
        strcpy(one->name, next);
        strbuf_printf(style, "%s::before{content:\"%s\"}", next, one->text);
        name(next, ++named);
    }
}

/* ---- the page again ---- */

static void put(struct sharing *s, struct span text)
{
    const struct said *one = is_plain(text) ? said_of(s, text) : NULL;
    if (one != NULL && one->name[0] != '\0')
        strbuf_printf(&s->out, "<%s></%s>", one->name, one->name);
    else
        strbuf_add(&s->out, text.at, text.length);
}

static void put_run(struct sharing *s, struct span run)
{
    if (is_whole(s, run))
        put(s, run);
    else
        pieces(s, run);
}

void html_say_once(struct strbuf *page, size_t head_end, size_t from)
{
    struct sharing s = {.arena = arena_new(), .take = count};
    struct strbuf style = {0};
    const struct span body = {page->at + from, page->length - from};
    walk(&s, body, count_long);
    forget_single(&s);
    walk(&s, body, count_run);
    strbuf_puts(&style, "<style id=\"said\">");
    choose(&s, &style);
    strbuf_puts(&style, "</style>\n");
    strbuf_clear(&s.out);
    s.take = put;
    walk(&s, body, put_run);
    page->length = from;
    strbuf_add(page, s.out.at, s.out.length);
    strbuf_insert(page, head_end, strbuf_text(&style));
    by_text_free(&s.known);
    by_text_free(&s.figures);
    strbuf_done(&style);
    strbuf_done(&s.copy);
    strbuf_done(&s.out);
    xfree(s.all);
    arena_free(s.arena);
}
