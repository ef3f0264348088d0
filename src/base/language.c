/* Catalogues; see language.h. Their format is that of GNU gettext's msgfmt, in the order of the least byte first:
 * magic, revision, how many texts, where the tables of the originals and of the translations are; each table has a
 * length and a place for each text. The originals are sorted. */
#include "base/language.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/catalogues.h"
#include "base/plural.h"
#include "base/span.h"

enum { AT_COUNT = 8, AT_ORIGINALS = 12, AT_TRANSLATIONS = 16, ENTRY = 8 };

static const struct language english = {"en", NULL, NULL};

/* ---- which there are ---- */

const char *language_code(size_t i)
{
    return i == 0 ? english.code : catalogues[i - 1].code;
}

const struct language *language_named(const char *code)
{
    if (strcmp(code, english.code) == 0)
        return &english;
    for (const struct language *l = catalogues; l->code != NULL; l++)
        if (strcmp(l->code, code) == 0)
            return l;
    return NULL;
}

const struct language *language_current(void)
{
    const struct call *c = call_current();
    return c != NULL && c->language != NULL ? c->language : &english;
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

static uint32_t number_at(const struct language *l, uint32_t at)
{
    const unsigned char *b = l->catalogue + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static const char *text_at(const struct language *l, uint32_t table, uint32_t i)
{
    return (const char *)l->catalogue + number_at(l, number_at(l, table) + ENTRY * i + 4);
}

/* The text in place of `id`, its forms one after the other, each with its NUL; NULL = there is none. */
static struct span entry_of(const struct language *l, const char *id)
{
    uint32_t low = 0, high = number_at(l, AT_COUNT);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(id, text_at(l, AT_ORIGINALS, middle));
        if (order == 0)
            return (struct span){text_at(l, AT_TRANSLATIONS, middle),
                                 number_at(l, number_at(l, AT_TRANSLATIONS) + ENTRY * middle)};
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (struct span){NULL, 0};
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

const char *tr_counted(const char *one, const char *many, long n)
{
    const char *found = catalogue_words(language_current(), one, labs(n));
    return found != NULL ? found : without_context(n == 1 ? one : many);
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

const char *tr_share(struct tr_figure *f, double share)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%.0f", 100 * share);
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
