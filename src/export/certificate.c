/* Certificates; see certificate.h. */
#include "export/certificate.h"

#include <sha2.h>
#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "collection/keys.h"
#include "collection/pack.h"
#include "export/record/dump.h"

/* ---- digests ---- */

static void add_text(SHA2_CTX *sum, struct strbuf *text)
{
    SHA256Update(sum, (const uint8_t *)strbuf_text(text), text->length);
    text->length = 0;
}

/* `sum`: over all events so far. */
static void put_digest(const SHA2_CTX *sum, const struct annotation *note, struct strbuf *out)
{
    static const char digits[] = "0123456789abcdef";
    SHA2_CTX own = *sum;
    struct annotation first = note != NULL ? *note : (struct annotation){.set = 0};
    struct strbuf text = {0};
    uint8_t digest[SHA256_DIGEST_LENGTH];
    if (note == NULL) {
        strbuf_fill(out, '-', CERTIFIED_DIGITS);
        return;
    }
    first.set = 0;
    dump_note(&first, &text);
    add_text(&own, &text);
    SHA256Final(digest, &own);
    for (int i = 0; i < CERTIFIED_DIGITS; i++)
        strbuf_putc(out, digits[digest[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15]);
    strbuf_done(&text);
}

void certificate_digests(const struct match *m, int set, struct strbuf *out)
{
    SHA2_CTX sum;
    struct strbuf text = {0};
    SHA256Init(&sum);
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct event *e = &m->games[g].events[i];
            const struct annotation *note = event_annotation(e, set);
            dump_event(e, &text);
            add_text(&sum, &text);
            put_digest(&sum, note, out);
        }
    strbuf_done(&text);
}

/* ---- writing ---- */

bool certificate_fits(const struct match *m, const struct export_options *o)
{
    const int set = export_set(m, o);
    return o->certified && set >= 0 && set == (int)m->n_sets - 1 && m->sets[set].own && !match_is_position(m) &&
           o->n_more == 0 && !o->split_games;
}

/* What is needed to make it again, in one text: facts of the set, a blank line, options, a blank line, the record. */
static void put_recipe(const struct match *m, const struct annotation_set *s, const struct export_options *o,
                       struct strbuf *out)
{
    const char *const facts[CERTIFIED_FACTS] = {s->version, s->level, s->settings, s->met};
    for (int i = 0; i < CERTIFIED_FACTS; i++)
        strbuf_printf(out, "%s\n", facts[i] != NULL ? facts[i] : "");
    strbuf_printf(out, "%.9g %.9g %.9g\n\n%s\n", (double)s->threshold[0], (double)s->threshold[1],
                  (double)s->threshold[2], o->shown != NULL ? o->shown : "");
    struct strbuf record = {0};
    dump_bare(m, m->n_sets - 1, &record);
    strbuf_add(out, record.at, record.length);
    strbuf_done(&record);
}

static void put_packed(struct jsonw *j, const char *key, const struct strbuf *text)
{
    struct strbuf packed = {0}, letters = {0};
    pack((struct span){strbuf_text(text), text->length}, &packed);
    base64_write((struct span){strbuf_text(&packed), packed.length}, &letters);
    jsonw_string(j, key, strbuf_text(&letters));
    strbuf_done(&packed);
    strbuf_done(&letters);
}

void certificate_put(struct jsonw *j, const char *key, const struct match *m, const struct export_options *o)
{
    const int set = export_set(m, o);
    const struct annotation_set *s = &m->sets[set];
    char match[KEY_LENGTH + 1];
    struct strbuf digests = {0}, recipe = {0};
    match_key(m, match);
    certificate_digests(m, set, &digests);
    put_recipe(m, s, o, &recipe);
    jsonw_object(j, key);
    jsonw_string(j, "engine", s->engine);
    jsonw_string(j, "version", s->version);
    jsonw_string(j, "settings", s->settings);
    jsonw_string(j, "met", s->met);
    jsonw_string(j, "match", match);
    jsonw_string(j, "decisions", strbuf_text(&digests));
    put_packed(j, "record", &recipe);
    jsonw_end(j);
    strbuf_done(&digests);
    strbuf_done(&recipe);
}

/* ---- reading ---- */

static struct span behind(struct span text, const char *mark)
{
    const char *at = memmem(text.at, text.length, mark, strlen(mark));
    if (at == NULL)
        return (struct span){NULL, 0};
    at += strlen(mark);
    return (struct span){at, text.length - (size_t)(at - text.at)};
}

/* A string of letters and digits alone: neither of the two that are read has anything else. */
static struct span string_named(struct span object, const char *key)
{
    struct span rest = behind(object, key);
    const char *quote = rest.at != NULL ? memchr(rest.at, '"', rest.length) : NULL;
    const char *end = quote != NULL ? memchr(quote + 1, '"', rest.length - (size_t)(quote + 1 - rest.at)) : NULL;
    return end != NULL ? (struct span){quote + 1, (size_t)(end - quote - 1)} : (struct span){NULL, 0};
}

static struct span first_line(struct span *text)
{
    const char *end = memchr(text->at, '\n', text->length);
    const size_t length = end != NULL ? (size_t)(end - text->at) : text->length;
    const struct span line = {text->at, length};
    *text = span_sub(*text, length + (end != NULL), text->length);
    return line;
}

/* Lines up to an empty one. */
static struct span paragraph(struct span *text)
{
    const char *begin = text->at;
    while (text->length > 0) {
        const struct span line = first_line(text);
        if (line.length == 0)
            return (struct span){begin, (size_t)(line.at - begin)};
    }
    return (struct span){begin, (size_t)(text->at - begin)};
}

static bool read_recipe(struct certificate *c)
{
    struct span text = {strbuf_text(&c->recipe), c->recipe.length}, line;
    for (int i = 0; i < CERTIFIED_FACTS; i++)
        c->fact[i] = first_line(&text);
    line = first_line(&text);
    const bool ok = sscanf(line.at, "%f %f %f", &c->threshold[0], &c->threshold[1], &c->threshold[2]) == 3 &&
                    first_line(&text).length == 0;
    c->shown = paragraph(&text);
    c->record = text;
    return ok;
}

static const char in_page[] = "<script type=\"application/json\" id=\"certificate\">",
                  in_json[] = "\n \"certificate\": {";

bool certificate_stands_in(struct span report)
{
    return behind(report, in_page).at != NULL || behind(report, in_json).at != NULL;
}

bool certificate_read(struct span report, struct certificate *c)
{
    *c = (struct certificate){.page = behind(report, in_page).at != NULL};
    const struct span object = behind(report, c->page ? in_page : in_json);
    struct strbuf packed = {0};
    if (object.at == NULL)
        return false;
    const struct span record = string_named(object, "\"record\":");
    c->digests = string_named(object, "\"decisions\":");
    const bool ok = record.at != NULL && c->digests.at != NULL && base64_read(record, &packed) &&
                    unpack((struct span){strbuf_text(&packed), packed.length}, &c->recipe) && read_recipe(c);
    strbuf_done(&packed);
    return ok;
}

void certificate_done(struct certificate *c)
{
    strbuf_done(&c->recipe);
}
