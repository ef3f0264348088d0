/* Catalogues; see language.h. A record for each text, made by tools/po/words.sh: twelve hexadecimal digits, the number
 * of the English text; the translation's forms, each with its NUL; a byte 2. They are sorted. */
#include "base/language.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/catalogues.h"
#include "base/plural.h"
#include "base/span.h"
#include "base/xmalloc.h"

enum { NUMBER = 12, NUMBER_BITS = 44, RECORD_END = 2 };

static const struct language english = {.code = "en"};

/* ---- which there are ---- */

struct installed {
    struct language language;
    struct installed *next;
};
static struct installed *installed;

const char *language_code(size_t i)
{
    return i == 0 ? english.code : catalogues[i - 1].code;
}

bool language_install(const struct language *l)
{
    struct installed *one = xmalloc_or_null(sizeof *one);
    if (one == NULL)
        return false;
    *one = (struct installed){*l, installed};
    installed = one;
    return true;
}

const struct language *language_named(const char *code)
{
    if (strcmp(code, english.code) == 0)
        return &english;
    for (const struct language *l = catalogues; l->code != NULL; l++)
        if (strcmp(l->code, code) == 0)
            return l;
    for (const struct installed *one = installed; one != NULL; one = one->next)
        if (strcmp(one->language.code, code) == 0)
            return &one->language;
    return NULL;
}

const struct language *language_current(void)
{
    const struct call *c = call_current();
    return c != NULL && c->language != NULL ? c->language : &english;
}

const char *language_said(void)
{
    const struct language *l = language_current();
    return l->catalogue != NULL ? l->code : NULL;
}

const struct language *language_enter(const struct language *l)
{
    struct call *c = call_current();
    const struct language *before = language_current();
    if (c != NULL)
        c->language = l;
    return before;
}

/* ---- catalogues ---- */

/* The same as words.sh has, where figures have 53 bits. */
static void number_of(const char *id, char number[NUMBER + 1])
{
    const uint64_t most = ((uint64_t)1 << NUMBER_BITS) - 1, half = ((uint64_t)1 << NUMBER_BITS / 2) - 1;
    uint64_t n = 0;
    for (; *id != '\0'; id++)
        n = (n * 257 + (unsigned char)*id) & most;
    snprintf(number, NUMBER + 1, "%06x%06x", (unsigned)(n >> NUMBER_BITS / 2), (unsigned)(n & half));
}

/* The forms in place of a number; NULL = there are none. */
static struct span forms_in(const char *low, const char *high, const char number[NUMBER + 1])
{
    while (low < high) {
        const char *record = low + (high - low) / 2;
        while (record > low && record[-1] != RECORD_END)
            record--;
        const char *end = memchr(record, RECORD_END, (size_t)(high - record));
        if (end == NULL || end - record < NUMBER)
            break;
        const int order = memcmp(number, record, NUMBER);
        if (order == 0)
            return (struct span){record + NUMBER, (size_t)(end - record) - NUMBER};
        if (order < 0)
            high = record;
        else
            low = end + 1;
    }
    return (struct span){NULL, 0};
}

/* The forms in place of `id`; NULL = there are none. */
static struct span entry_of(const struct language *l, const char *id)
{
    char number[NUMBER + 1];
    number_of(id, number);
    const struct span found = forms_in((const char *)l->catalogue, (const char *)l->end, number);
    return found.at != NULL ? found : forms_in((const char *)l->rest, (const char *)l->rest_end, number);
}

/* The form for n things, by the catalogue's own rule; of fewer forms than the rule knows, the last. */
static const char *form_of(const struct language *l, struct span forms, long n)
{
    const struct span head = entry_of(l, "");
    const char *rule = head.at != NULL ? strstr(head.at, "plural=") : NULL, *form = forms.at;
    for (unsigned long k = rule != NULL ? plural_form(rule + strlen("plural="), (unsigned long)labs(n)) : 0; k > 0;
         k--) {
        const char *next = form + strlen(form) + 1;
        if (next >= forms.at + forms.length)
            break;
        form = next;
    }
    return form;
}

const char *catalogue_words(const struct language *l, const char *id, long n)
{
    const struct span found = l->catalogue != NULL && *id != '\0' ? entry_of(l, id) : (struct span){NULL, 0};
    if (found.length == 0)
        return NULL;
    return n < 0 ? found.at : form_of(l, found, n);
}

/* ---- words ---- */

static const char *without_context(const char *id)
{
    const char *end = strchr(id, LANGUAGE_CONTEXT[0]);
    return end != NULL ? end + 1 : id;
}

const char *language_words(const struct language *l, const char *id)
{
    const char *found = catalogue_words(l, id, -1);
    return found != NULL ? found : without_context(id);
}

const char *tr(const char *id)
{
    return language_words(language_current(), id);
}

const char *language_counted(const struct language *l, const char *one, const char *many, long n)
{
    const char *found = catalogue_words(l, one, labs(n));
    return found != NULL ? found : without_context(n == 1 ? one : many);
}

const char *tr_counted(const char *one, const char *many, long n)
{
    return language_counted(language_current(), one, many, n);
}

void tr_put(struct strbuf *out, const char *text, const char *const *filling, size_t n)
{
    for (const char *at = text; *at != '\0';) {
        const size_t plain = strcspn(at, "{");
        strbuf_add(out, at, plain);
        at += plain;
        if (*at == '\0')
            return;
        const bool hole = at[1] >= '0' && (size_t)(at[1] - '0') < n && at[2] == '}';
        strbuf_puts(out, hole ? filling[at[1] - '0'] : "{");
        at += hole ? 3 : 1;
    }
}

/* ---- figures and dates ---- */

static void replace_end(struct strbuf *out, size_t from, const char *text)
{
    out->length = from;
    strbuf_puts(out, text);
}

void tr_mark(struct strbuf *out, size_t from)
{
    const char *mark = tr(C_("decimal mark", ".")), *point = memchr(out->at + from, '.', out->length - from);
    char decimals[64];
    if (point == NULL || strcmp(mark, ".") == 0)
        return;
    snprintf(decimals, sizeof decimals, "%s%.*s", mark, (int)(out->at + out->length - point - 1), point + 1);
    replace_end(out, (size_t)(point - out->at), decimals);
}

void tr_percent(struct strbuf *out, size_t from)
{
    char figure[128];
    snprintf(figure, sizeof figure, "%.*s", (int)(out->length - from), out->at + from);
    replace_end(out, from, "");
    tr_put(out, tr(C_("figure in per cent", "{0}%")), (const char *const[]){figure}, 1);
}

const char *tr_int(struct tr_figure *f, long n)
{
    snprintf(f->text, sizeof f->text, "%ld", n);
    return f->text;
}

static const char *keep_text(struct tr_figure *f, struct strbuf *text)
{
    snprintf(f->text, sizeof f->text, "%s", strbuf_text(text));
    strbuf_done(text);
    return f->text;
}

const char *tr_real(struct tr_figure *f, double value, int decimals)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%.*f", decimals, value);
    tr_mark(&text, 0);
    return keep_text(f, &text);
}

const char *tr_format(struct tr_figure *f, const char *format, ...)
{
    struct strbuf text = {0};
    char english_one[sizeof f->text];
    va_list args;
    va_start(args, format);
    vsnprintf(english_one, sizeof english_one, format, args);
    va_end(args);
    strbuf_puts(&text, english_one);
    tr_mark(&text, 0);
    return keep_text(f, &text);
}

const char *tr_share(struct tr_figure *f, double share, int decimals)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%.*f", decimals, 100 * share);
    tr_mark(&text, 0);
    tr_percent(&text, 0);
    return keep_text(f, &text);
}

static bool is_date(const char *text, const char *form)
{
    for (; *form != '\0'; form++, text++)
        if (*form == '0' ? *text < '0' || *text > '9' : *text != *form)
            return false;
    return *text == '\0';
}

void tr_date(struct strbuf *out, const char *date)
{
    const bool day = is_date(date, "0000-00-00"), month = is_date(date, "0000-00");
    char part[3][5] = {""};
    if (!day && !month) {
        strbuf_puts(out, date);
        return;
    }
    snprintf(part[0], sizeof part[0], "%.4s", date);
    snprintf(part[1], sizeof part[1], "%.2s", date + 5);
    snprintf(part[2], sizeof part[2], "%.2s", day ? date + 8 : "");
    tr_put(out, day ? tr(C_("date: year, month, day", "{0}-{1}-{2}")) : tr(C_("date: year, month", "{0}-{1}")),
           (const char *const[]){part[0], part[1], part[2]}, 3);
}
