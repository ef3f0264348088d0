/* Collects and prints diagnostics; see diag.h. */
#include "base/diag.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/format.h"
#include "base/language.h"
#include "base/secrets.h"
#include "base/utf8.h"
#include "base/xmalloc.h"

enum { DEFAULT_LIMIT = 1000, ALIKE_MAX = 5, CARET_CONTEXT = 100 };

void diags_init(struct diags *d, const char *file)
{
    *d = (struct diags){.file = file != NULL ? xstrdup(file) : NULL};
    if (file != NULL)
        secrets_mask(d->file);
}

static void forget(struct diag *g)
{
    xfree(g->message);
    xfree(g->own);
}

const char *diag_words(const struct diag *g)
{
    return g->own != NULL ? g->own : g->message;
}

void diags_done(struct diags *d)
{
    for (size_t i = 0; i < d->n; i++)
        forget(&d->at[i]);
    xfree(d->at);
    xfree(d->file);
    strbuf_done(&d->text);
    *d = (struct diags){0};
}

struct strbuf *diags_source(struct diags *d)
{
    d->source = (struct span){0};
    strbuf_clear(&d->text);
    return &d->text;
}

const char *severity_name(enum severity s)
{
    static const char *const names[] = {N_("note"), N_("warning"), N_("error")};
    return names[s];
}

static bool is_full(const struct diags *d)
{
    return d->n >= (d->limit != 0 ? d->limit : DEFAULT_LIMIT);
}

static void keep(struct diags *d, const struct diag *found)
{
    d->at = grow(d->at, d->n, &d->capacity, sizeof *d->at);
    d->at[d->n++] = *found;
}

/* NULL in English. */
static char *in_own_words(const char *format, va_list args)
{
    const struct language *l = language_current();
    va_list again;
    char *text = NULL;
    va_copy(again, args);
    const int n = l->catalogue != NULL ? format_in(l, NULL, 0, format, again) : -1;
    va_end(again);
    if (n < 0)
        return NULL;
    text = xmalloc((size_t)n + 1);
    (void)format_in(l, text, (size_t)n + 1, format, args);
    secrets_mask(text);
    return text;
}

static void add(struct diags *d, struct diag found, const char *format, va_list args)
{
    if (found.severity == SEVERITY_ERROR)
        d->n_errors++;
    if (found.severity == SEVERITY_WARNING)
        d->n_warnings++;
    if (is_full(d)) {
        d->n_dropped++;
        return;
    }
    va_list again;
    va_copy(again, args);
    found.kind = format;
    found.own = in_own_words(format, again);
    va_end(again);
    found.message = xvasprintf(format, args);
    secrets_mask(found.message);
    keep(d, &found);
}

void diags_rewind(struct diags *d, const struct diags *before)
{
    while (d->n > before->n)
        forget(&d->at[--d->n]);
    d->n_errors = before->n_errors;
    d->n_warnings = before->n_warnings;
    d->n_dropped = before->n_dropped;
}

void diags_append(struct diags *d, struct diags *from)
{
    size_t moved = 0;
    while (moved < from->n && !is_full(d))
        keep(d, &from->at[moved++]);
    d->n_errors += from->n_errors;
    d->n_warnings += from->n_warnings;
    d->n_dropped += from->n_dropped + (from->n - moved);
    for (size_t i = moved; i < from->n; i++)
        forget(&from->at[i]);
    from->n = 0; /* none is `from`'s any more */
    diags_done(from);
}

static char *quoted(const struct diags *from, const struct diag *g, const char *words)
{
    struct strbuf text = {0};
    strbuf_puts(&text, from->file);
    if (g->line > 0)
        strbuf_printf(&text, ":%d:%d", g->line, g->column > 0 ? g->column : 1);
    strbuf_printf(&text, ": %s", words);
    return text.at;
}

void diags_quote(struct diags *d, struct diags *from)
{
    for (size_t i = 0; i < from->n; i++) {
        const struct diag *g = &from->at[i];
        char *words = quoted(from, g, g->message);
        diag_at(d, g->severity, 0, 0, "%s", words);
        xfree(words);
        if (g->own != NULL && d->n_dropped == 0)
            d->at[d->n - 1].own = quoted(from, g, g->own);
    }
    diags_done(from);
}

void diag_at(struct diags *d, enum severity s, int line, int column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(d, (struct diag){.severity = s, .line = line, .column = column, .offset = -1}, format, args);
    va_end(args);
}

void diag_voffset(struct diags *d, enum severity s, int64_t offset, const char *format, va_list args)
{
    add(d, (struct diag){.severity = s, .offset = offset}, format, args);
}

void diag_offset(struct diags *d, enum severity s, int64_t offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_voffset(d, s, offset, format, args);
    va_end(args);
}

void diag_pair(struct diags *d, enum severity s, const char *format, const char *english, const char *own)
{
    const size_t before = d->n;
    struct strbuf words = {0};
    diag_at(d, s, 0, 0, format, english);
    if (d->n == before || d->at[before].own == NULL)
        return;
    strbuf_say(&words, format, own);
    secrets_mask(words.at);
    xfree(d->at[before].own);
    d->at[before].own = words.at;
}

void diags_about_match(struct diags *d, size_t before, size_t match)
{
    for (size_t i = before; i < d->n; i++)
        d->at[i].match = match;
}

void diags_name_matches(struct diags *d)
{
    for (size_t i = 0; i < d->n; i++) {
        struct diag *g = &d->at[i];
        struct strbuf english = {0}, own = {0};
        if (g->match == 0)
            continue;
        strbuf_printf(&english, "match %zu: %s", g->match, g->message);
        if (g->own != NULL)
            strbuf_say(&own, "match %zu: %s", g->match, g->own);
        forget(g);
        g->message = english.at, g->own = own.at;
        g->match = 0;
    }
}

static void print_clean(const char *text, size_t length, struct strbuf *to)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        size_t steers = utf8_steers((struct span){text + i, length - i});
        if (c == '\t')
            strbuf_putc(to, ' ');
        else if (steers == 0)
            strbuf_putc(to, text[i]);
        for (; c != '\t' && steers > 0; steers--, i += steers > 0)
            strbuf_printf(to, "\\x%02x", (unsigned char)text[i]);
    }
}

static struct span line_of(struct span source, int line)
{
    const char *at = source.at, *end = source.at + source.length;
    for (; line > 1 && at < end; line--) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next != NULL ? next + 1 : end;
    }
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    struct span found = {at, (size_t)((stop != NULL ? stop : end) - at)};
    while (found.length != 0 && found.at[found.length - 1] == '\r')
        found.length--;
    return found;
}

/* On a terminal; ideographs, kana, Hangul and full-width forms take two. */
static int cells_of(struct span s)
{
    int cells = 0;
    for (size_t i = 0; i < s.length;) {
        const size_t n = utf8_length(span_sub(s, i, s.length));
        const bool wide = n == 3 && (unsigned char)s.at[i] >= 0xE3 && (unsigned char)s.at[i] < 0xEE;
        cells += wide ? 2 : 1;
        i += n > 0 ? n : 1;
    }
    return cells;
}

static void print_caret(const struct diags *d, const struct diag *g, struct strbuf *to)
{
    if (d->source.length == 0 || g->line <= 0 || g->column <= 0)
        return;
    struct span line = line_of(d->source, g->line);
    size_t column = (size_t)g->column - 1;
    if (line.length == 0 || column > line.length)
        return;
    const size_t from = column > CARET_CONTEXT ? utf8_fitting(line, column - CARET_CONTEXT / 2) : 0;
    struct span shown = span_sub(line, from, line.length);
    shown.length = utf8_fitting(shown, CARET_CONTEXT);
    for (size_t i = 0; i < shown.length; i++) /* what has no width of its own, so that the caret stands right */
        if ((unsigned char)shown.at[i] < 0x20 && shown.at[i] != '\t')
            return;
    strbuf_puts(to, "    ");
    print_clean(shown.at, shown.length, to);
    strbuf_printf(to, "\n    %*s^\n", cells_of(span_sub(shown, 0, column - from)), "");
}

static void print_place(const struct diags *d, const struct diag *g, struct strbuf *to)
{
    const char *file = d->file != NULL ? d->file : "-";
    const bool given = strcmp(file, ARGUMENTS) == 0 && g->line > 0; /* each is a line of its own */
    if (given)
        strbuf_say(to, "argument %d", g->line);
    else
        print_clean(file, strlen(file), to);
    if (given && g->column > 1)
        strbuf_say(to, ", character %d", g->column);
    else if (g->line > 0 && !given)
        strbuf_printf(to, ":%d:%d", g->line, g->column > 0 ? g->column : 1);
    else if (g->offset >= 0)
        strbuf_printf(to, ":+%" PRId64, g->offset);
    strbuf_printf(to, ": %s: ", tr(severity_name(g->severity)));
}

/* Messages that somebody else has worded ("%s") are alike if they are equal. */
static bool are_alike(const struct diag *a, const struct diag *b)
{
    return a->severity == b->severity && (a->kind == b->kind || strcmp(a->kind, b->kind) == 0) &&
           (strcmp(a->kind, "%s") != 0 || strcmp(a->message, b->message) == 0);
}

/* How many like `g`, and how many of them stand before it. */
static size_t count_alike(const struct diags *d, const struct diag *g, size_t *before)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++) {
        if (&d->at[i] == g)
            *before = n;
        n += are_alike(&d->at[i], g);
    }
    return n;
}

static void print_one(const struct diags *d, const struct diag *g, struct strbuf *to)
{
    print_place(d, g, to);
    print_clean(diag_words(g), strlen(diag_words(g)), to);
    strbuf_putc(to, '\n');
    print_caret(d, g, to);
}

char *diags_text(const struct diags *d, enum severity least)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *at = &d->at[i];
        if (at->severity < least)
            continue;
        if (at->line > 0)
            strbuf_printf(&text, "%d:%d: ", at->line, at->column);
        else if (at->offset >= 0)
            strbuf_say(&text, "offset %lld: ", (long long)at->offset);
        strbuf_printf(&text, "%s: %s\n", tr(severity_name(at->severity)), diag_words(at));
    }
    if (d->n_dropped > 0)
        strbuf_say(&text, "and %zu more\n", d->n_dropped);
    return text.at; /* freed by the caller */
}

/* What is printed for a diagnostic of which `before` of `n` alike ones stand before it; nothing for most of many. */
static void print_or_count(const struct diags *d, const struct diag *g, size_t n, size_t before, struct strbuf *to)
{
    if (n <= ALIKE_MAX || before < ALIKE_MAX) {
        print_one(d, g, to);
    } else if (before == ALIKE_MAX) {
        print_place(d, g, to);
        strbuf_say(to, "and %zu more like these, -v shows them\n", n - ALIKE_MAX);
    }
}

static void print_dropped(const struct diags *d, const struct diag *g, size_t n, size_t before, struct strbuf *to)
{
    (void)n, (void)before;
    strbuf_printf(to, "%s: %s: %s\n", d->file != NULL ? d->file : "-", tr(severity_name(SEVERITY_NOTE)), g->message);
}

struct showing {
    const struct diags *diags;
    void (*take)(void *context, const struct diag *g, const char *shown);
    void *context;
};

struct printing {
    const struct diags *diags;
    const struct diag *one;
    size_t alike, before;
    void (*print)(const struct diags *d, const struct diag *g, size_t n, size_t before, struct strbuf *to);
    struct strbuf text;
};

static void print(void *printing)
{
    struct printing *p = printing;
    p->print(p->diags, p->one, p->alike, p->before, &p->text);
}

/* Hands on what is printed; nothing where memory is short. */
static void show(const struct showing *s, struct printing p)
{
    p.diags = s->diags;
    if (!attempt(print, &p))
        return;
    if (p.text.length != 0) {
        p.text.at[p.text.length - 1] = '\0';
        s->take(s->context, p.one, p.text.at);
    }
    strbuf_done(&p.text);
}

void diags_show(const struct diags *d, enum severity least,
                void (*take)(void *context, const struct diag *g, const char *shown), void *context)
{
    const struct showing s = {d, take, context};
    for (size_t i = 0; i < d->n; i++) {
        size_t before = 0;
        if (d->at[i].severity < least)
            continue;
        const size_t n = least == SEVERITY_NOTE ? 0 : count_alike(d, &d->at[i], &before);
        show(&s, (struct printing){.one = &d->at[i], .alike = n, .before = before, .print = print_or_count});
    }
    if (d->n_dropped != 0) {
        struct strbuf words = {0};
        strbuf_say(&words, "%zu more diagnostics are not shown", d->n_dropped);
        const struct diag left = {.severity = SEVERITY_NOTE, .message = words.at};
        show(&s, (struct printing){.one = &left, .print = print_dropped});
        strbuf_done(&words);
    }
}

static void print_shown(void *to, const struct diag *g, const char *shown)
{
    (void)g;
    fprintf(to, "%s\n", shown);
}

void diags_print(const struct diags *d, enum severity least, FILE *to)
{
    diags_show(d, least, print_shown, to);
}
