/* Certificates; see certificate.h. */
#include "export/certificate.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/attempt.h"
#include "base/base64.h"
#include "base/json_in.h"
#include "format/keys.h"
#include "base/pack.h"
#include "export/html/page.h"
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

/* Lines without their indentation, which a reader skips. */
static void put_lines(struct span text, struct strbuf *out)
{
    while (text.length > 0) {
        const char *end = memchr(text.at, '\n', text.length);
        const size_t length = end != NULL ? (size_t)(end - text.at) + 1 : text.length;
        size_t blanks = 0;
        while (blanks < length && text.at[blanks] == ' ')
            blanks++;
        strbuf_add(out, text.at + blanks, length - blanks);
        text = span_sub(text, length, text.length);
    }
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
    put_lines((struct span){strbuf_text(&record), record.length}, out);
    strbuf_done(&record);
}

static const char *packed(const struct strbuf *text, struct arena *a)
{
    struct strbuf packed = {0}, letters = {0};
    pack_record((struct span){strbuf_text(text), text->length}, &packed);
    base64_write((struct span){strbuf_text(&packed), packed.length}, &letters);
    const char *out = arena_strdup(a, strbuf_text(&letters));
    strbuf_done(&packed);
    strbuf_done(&letters);
    return out;
}

#define TEXT(f, title, ...) ANSWER(struct certificate_record, f, title, __VA_ARGS__)
static const struct answer_field fields[] = {
    TEXT(engine, "Engine", .missing = ANSWER_NULL),
    TEXT(version, "Version", .missing = ANSWER_NULL, .help = "with digests of the networks"),
    TEXT(settings, "Settings", .missing = ANSWER_NULL),
    TEXT(met, "Match equity table", .missing = ANSWER_NULL),
    TEXT(match, "Match", .help = "digest of players, rules, dice and plays"),
    TEXT(data, "Data",
         .help = "options, warnings and the analysed match, packed, in base64: everything the document is made from"),
    {0}};
#undef TEXT
const struct answer_rows certificate_rows = {"Certificate", NULL, sizeof(struct certificate_record), fields};

void certificate_fill(struct certificate_record *c, const struct match *m, const struct export_options *o, bool page,
                      struct arena *a)
{
    const struct annotation_set *s = &m->sets[export_set(m, o)];
    struct strbuf text = {0};
    put_text(m, o, page, &text);
    *c = (struct certificate_record){s->engine, s->version, s->settings, s->met, "", packed(&text, a)};
    match_key(m, c->match);
    strbuf_done(&text);
}

/* ---- reading ---- */

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

/* ---- the JSON around it ---- */

static struct span in_page(struct span report)
{
    return html_script(report, "certificate");
}

static bool is_json(struct span report)
{
    return span_starts_nocase(span_trim(report), "{");
}

enum report_kind certificate_look(struct span report)
{
    struct strbuf why = {0};
    json_object *document, *certificate;
    if (in_page(report).at != NULL)
        return REPORT_CERTIFIED;
    if (!is_json(report))
        return span_starts_nocase(span_trim(report), "<!DOCTYPE html") ? REPORT_BARE : REPORT_NONE;
    document = json_in(report, &why);
    strbuf_done(&why);
    if (document == NULL)
        return span_has(report, "\"certificate\"") ? REPORT_CERTIFIED : REPORT_NONE;
    const char *schema = json_text(document, "schema");
    const bool ours = schema != NULL && strncmp(schema, "kibitzer/", strlen("kibitzer/")) == 0,
               there = json_object_object_get_ex(document, "certificate", &certificate) && certificate != NULL;
    json_in_done(document);
    return there ? REPORT_CERTIFIED : ours ? REPORT_BARE : REPORT_NONE;
}

static bool unpack_text(const char *data, struct strbuf *text)
{
    struct strbuf packed = {0};
    const bool ok =
        base64_read(span_of(data), &packed) && unpack_record((struct span){strbuf_text(&packed), packed.length}, text);
    strbuf_done(&packed);
    return ok && strncmp(strbuf_text(text), first_line, strlen(first_line)) == 0;
}

static bool read_packed(struct certificate *c, json_object *certificate)
{
    const char *data = json_text(certificate, "data"),
               *why = data == NULL                   ? "a certificate of another version, or a damaged one"
                      : !unpack_text(data, &c->text) ? "a damaged certificate"
                      : !read_text(c)                ? "a damaged certificate: no report has what it names"
                                                     : NULL;
    if (why != NULL)
        strbuf_puts(&c->why, why);
    return why == NULL;
}

bool certificate_read(struct span report, struct certificate *c)
{
    const struct span script = in_page(report);
    *c = (struct certificate){.page = script.at != NULL, .arena = arena_new()};
    diags_init(&c->warnings, NULL);
    c->warnings.limit = SIZE_MAX;
    json_object *document = json_in(c->page ? script : report, &c->why), *certificate = document;
    if (document == NULL)
        return false;
    if (!c->page)
        (void)json_object_object_get_ex(document, "certificate", &certificate);
    const bool ok = read_packed(c, certificate);
    json_in_done(document);
    return ok;
}

void certificate_done(struct certificate *c)
{
    strbuf_done(&c->why);
    strbuf_done(&c->text);
    diags_done(&c->warnings);
    arena_free(c->arena);
}
