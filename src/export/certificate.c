/* Certificates; see certificate.h. */
#include "export/certificate.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "format/keys.h"
#include "base/pack.h"
#include "export/shown_options.h"
#include "export/record/dump.h"

static const char first_line[] = "kibitzer-certificate 2\n"; /* 1 was without the analysis, and without this line */

/* ---- writing ---- */

bool certificate_fits(const struct match *m, const struct export_options *o)
{
    const int set = export_set(m, o);
    return o->certified && set >= 0 && set == (int)m->n_sets - 1 && m->sets[set].own && !match_is_position(m) &&
           o->n_more == 0 && !o->split_games;
}

static void put_given(struct strbuf *out, const char *name, const char *value)
{
    if (value != NULL)
        option_line_put(out, name, value);
}

/* JSON lists what was said when the match was read. */
static void put_warnings(const struct diags *d, struct strbuf *out)
{
    struct strbuf line = {0};
    for (size_t i = 0; d != NULL && i < d->n; i++) {
        if (d->at[i].severity == SEVERITY_NOTE)
            continue;
        strbuf_clear(&line);
        strbuf_printf(&line, "%d:%d: %s", d->at[i].line, d->at[i].column, d->at[i].message);
        option_line_put(out, severity_name(d->at[i].severity), strbuf_text(&line));
    }
    strbuf_done(&line);
}

/* Options, a blank line, what is not the match's either, a blank line, the record. */
static void put_text(const struct match *m, const struct export_options *o, bool page, struct strbuf *out)
{
    struct strbuf record = {0};
    strbuf_printf(out, "%s%s\n", first_line, o->shown != NULL ? o->shown : "");
    put_given(out, "turned", o->turned ? "" : NULL);
    if (page) {
        put_given(out, "live", o->live != NULL ? "" : NULL);
        put_given(out, "css", o->css);
        put_given(out, "css-link", o->css_link);
        put_given(out, "index", o->index);
        put_given(out, "player-1", o->player_page[0]);
        put_given(out, "player-2", o->player_page[1]);
    } else {
        put_warnings(o->warnings, out);
    }
    strbuf_putc(out, '\n');
    dump_with(m, export_set(m, o), &record);
    strbuf_add(out, record.at, record.length);
    strbuf_done(&record);
}

static void put_packed(struct jsonw *j, const char *key, const struct strbuf *text)
{
    struct strbuf packed = {0}, letters = {0};
    pack_record((struct span){strbuf_text(text), text->length}, &packed);
    base64_write((struct span){strbuf_text(&packed), packed.length}, &letters);
    jsonw_string(j, key, strbuf_text(&letters));
    strbuf_done(&packed);
    strbuf_done(&letters);
}

void certificate_put(struct jsonw *j, const char *key, const struct match *m, const struct export_options *o, bool page)
{
    const struct annotation_set *s = &m->sets[export_set(m, o)];
    char match[KEY_LENGTH + 1];
    struct strbuf text = {0};
    match_key(m, match);
    put_text(m, o, page, &text);
    jsonw_object(j, key);
    jsonw_string(j, "engine", s->engine);
    jsonw_string(j, "version", s->version);
    jsonw_string(j, "settings", s->settings);
    jsonw_string(j, "met", s->met);
    jsonw_string(j, "match", match);
    put_packed(j, "data", &text);
    jsonw_end(j);
    strbuf_done(&text);
}

/* ---- reading ---- */

/* Behind the last `mark`; nothing if there is none. */
static struct span behind(struct span text, const char *mark)
{
    struct span rest = {NULL, 0};
    const size_t length = strlen(mark);
    for (const char *at; (at = memmem(text.at, text.length, mark, length)) != NULL;) {
        text = span_sub(text, (size_t)(at - text.at) + length, text.length);
        rest = text;
    }
    return rest;
}

/* A string of letters and digits alone: that which is read has nothing else. */
static struct span string_named(struct span object, const char *key)
{
    struct span rest = behind(object, key);
    const char *quote = rest.at != NULL ? memchr(rest.at, '"', rest.length) : NULL;
    const char *end = quote != NULL ? memchr(quote + 1, '"', rest.length - (size_t)(quote + 1 - rest.at)) : NULL;
    return end != NULL ? (struct span){quote + 1, (size_t)(end - quote - 1)} : (struct span){NULL, 0};
}

static struct span take_line(struct span *text)
{
    const char *end = memchr(text->at, '\n', text->length);
    const size_t length = end != NULL ? (size_t)(end - text->at) : text->length;
    const struct span line = {text->at, length};
    *text = span_sub(*text, length + (end != NULL), text->length);
    return line;
}

/* Lines up to an empty one. */
static struct span take_paragraph(struct span *text)
{
    const char *begin = text->at;
    while (text->length > 0) {
        const struct span line = take_line(text);
        if (line.length == 0)
            return (struct span){begin, (size_t)(line.at - begin)};
    }
    return (struct span){begin, (size_t)(text->at - begin)};
}

static bool read_warning(struct certificate *c, enum severity s, const char *value)
{
    int line, column, length = 0;
    if (sscanf(value, "%d:%d: %n", &line, &column, &length) != 2 || length == 0)
        return false;
    diag_at(&c->warnings, s, line, column, "%s", value + length);
    return true;
}

/* Of the folder of reports: a link leads to no other place. */
static bool read_link(const char *value, const char **out)
{
    *out = value;
    return *value != '/';
}

static bool read_own(struct certificate *c, const char *name, const char *value)
{
    if (strcmp(name, "live") == 0)
        return c->live = *value == '\0';
    if (strcmp(name, "turned") == 0)
        return c->own.turned = *value == '\0';
    if (strcmp(name, "css") == 0)
        return css_can_be_inside(c->own.css = value);
    if (strcmp(name, "css-link") == 0)
        return (c->own.css_link = value) != NULL;
    if (strcmp(name, "index") == 0)
        return read_link(value, &c->own.index);
    if (strcmp(name, "player-1") == 0 || strcmp(name, "player-2") == 0)
        return read_link(value, &c->own.player_page[name[7] - '1']);
    for (enum severity s = SEVERITY_WARNING; s <= SEVERITY_ERROR; s++)
        if (strcmp(name, severity_name(s)) == 0)
            return read_warning(c, s, value);
    return false;
}

static bool read_text(struct certificate *c)
{
    struct span text = span_sub((struct span){strbuf_text(&c->text), c->text.length}, strlen(first_line), SIZE_MAX);
    c->shown = take_paragraph(&text);
    struct span own = take_paragraph(&text);
    c->record = text;
    while (own.length > 0) {
        const struct span line = take_line(&own);
        char *name = arena_strndup(c->arena, line.at, line.length), *value = option_line_read(name);
        if (value == NULL || !read_own(c, name, value))
            return false;
    }
    c->own.warnings = &c->warnings;
    return true;
}

static const char in_page[] = "<script type=\"application/json\" id=\"certificate\">",
                  in_json[] = "\n \"certificate\": {";

bool certificate_stands_in(struct span report)
{
    return behind(report, in_page).at != NULL || behind(report, in_json).at != NULL;
}

bool certificate_read(struct span report, struct certificate *c, const char **why)
{
    *c = (struct certificate){.page = behind(report, in_page).at != NULL, .arena = arena_new()};
    diags_init(&c->warnings, NULL);
    c->warnings.limit = SIZE_MAX;
    const struct span object = behind(report, c->page ? in_page : in_json), data = string_named(object, "\"data\":");
    struct strbuf packed = {0};
    const bool there = data.at != NULL && base64_read(data, &packed) &&
                       unpack_record((struct span){strbuf_text(&packed), packed.length}, &c->text),
               known = there && strncmp(strbuf_text(&c->text), first_line, strlen(first_line)) == 0,
               ok = known && read_text(c);
    strbuf_done(&packed);
    *why = ok                ? NULL
           : data.at == NULL ? "a certificate of another version, or a damaged one"
           : known           ? "a damaged certificate: no report has what it names"
                             : "a damaged certificate";
    return ok;
}

void certificate_done(struct certificate *c)
{
    strbuf_done(&c->text);
    diags_done(&c->warnings);
    arena_free(c->arena);
}
