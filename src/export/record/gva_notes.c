/* .gva: annotations. */
#include <stdio.h>
#include <string.h>

#include "base/json_in.h"
#include "export/record/gva_write.h"

void gva_take_notes(struct gva_writer *w, struct span notes)
{
    struct ogxm_in in = ogxm_in(notes);
    struct ogxm_record r;
    while (ogxm_more(&in) && ogxm_record(&in, &ogxm_note, &r)) {
        w->note = arena_grow(w->arena, w->note, w->n_notes, &w->capacity, sizeof *w->note);
        w->note[w->n_notes++] = (struct gva_note){r, ogxm_number(r.must[NOTE_SCOPE]), ogxm_number(r.must[NOTE_REF])};
    }
    for (size_t i = w->n_notes; i-- > 0;)
        for (uint64_t scope = 0; scope <= w->note[i].scope && scope < GVA_SCOPES; scope++)
            w->next_note[scope] = scope <= w->note[i].scope ? i : w->next_note[scope];
}

static bool is_bare(const struct gva_note *n)
{
    return n->record.mask == (uint64_t)1 << NOTE_KEY;
}

static const char site_key[] = "x-gammonview-site", word_key[] = "x-gva-";

static bool is_site(const struct gva_note *n)
{
    return n->scope == GVA_OF_MATCH && is_bare(n) && span_equal(ogxm_words(n->record.may[NOTE_KEY]), site_key) &&
           span_equal(span_sub(ogxm_words(n->record.must[NOTE_VALUE]), 0, 2), "1:");
}

const char *gva_site(struct gva_writer *w)
{
    for (size_t i = 0; i < w->n_notes; i++)
        if (is_site(&w->note[i])) {
            const struct span value = ogxm_words(w->note[i].record.must[NOTE_VALUE]);
            return gva_string(w, span_sub(value, 2, value.length));
        }
    return NULL;
}

/* The name of a member that a reader of ours had no place for, or NULL. */
static const char *word_of(struct gva_writer *w, const struct gva_note *n, const struct gva_member *members)
{
    const struct span key =
        is_bare(n) && n->scope <= GVA_OF_PLY ? ogxm_words(n->record.may[NOTE_KEY]) : (struct span){"", 0};
    const size_t length = sizeof word_key - 1;
    if (!span_equal(span_sub(key, 0, length), word_key) || memchr(key.at, '.', key.length) != NULL)
        return NULL;
    const char *name = gva_string(w, span_sub(key, length, key.length));
    const struct gva_member *m = gva_member_named(members, name);
    struct strbuf why = {0};
    json_object *value = json_in(ogxm_words(n->record.must[NOTE_VALUE]), &why);
    const bool good = value != NULL && name[0] != '\0' && (m == NULL || m->use == GVA_KEPT);
    json_in_done(value);
    strbuf_done(&why);
    return good ? name : NULL;
}

/* -1: of no analysis that is written. */
static int64_t block_of(const struct gva_writer *w, struct span id)
{
    for (size_t i = 0; i < w->n_blocks; i++)
        if (memcmp(w->block[i].head.must[0].at, id.at, id.length) == 0)
            return (int64_t)i;
    return -1;
}

static void put_text(struct gva_writer *w, const char *key, const struct ogxm_record *r, int bit)
{
    if (ogxm_has(r, bit))
        jsonw_string(&w->j, key, gva_string(w, ogxm_words(r->may[bit])));
}

static void put_number(struct gva_writer *w, const char *key, const struct ogxm_record *r, int bit)
{
    if (ogxm_has(r, bit))
        jsonw_int(&w->j, key, (int64_t)ogxm_number(r->may[bit]));
}

static void put_note(struct gva_writer *w, const struct gva_note *n)
{
    const struct ogxm_record *r = &n->record;
    jsonw_object_flat(&w->j, NULL);
    jsonw_string(&w->j, "value", gva_string(w, ogxm_words(r->must[NOTE_VALUE])));
    put_text(w, "key", r, NOTE_KEY);
    put_number(w, "kind", r, NOTE_KIND);
    put_number(w, "alternative", r, NOTE_ALTERNATIVE);
    put_text(w, "lang", r, NOTE_LANG);
    put_text(w, "author", r, NOTE_AUTHOR);
    put_number(w, "at", r, NOTE_AT);
    const int64_t block = ogxm_has(r, NOTE_SET) ? block_of(w, r->may[NOTE_SET]) : -1;
    if (block >= 0)
        jsonw_int(&w->j, "analysis_index", block);
    jsonw_end(&w->j);
    const bool unscoped = (n->scope == GVA_OF_DECISION && !ogxm_has(r, NOTE_KIND)) ||
                          (n->scope == GVA_OF_ALTERNATIVE && !ogxm_has(r, NOTE_ALTERNATIVE)) ||
                          (n->scope <= GVA_OF_PLY && (ogxm_has(r, NOTE_KIND) || ogxm_has(r, NOTE_ALTERNATIVE)));
    w->losses->count[LOSS_PROPERTIES] += ogxm_has(r, NOTE_DRAWINGS) || (ogxm_has(r, NOTE_SET) && block < 0) ||
                                         unscoped || r->mask >> r->layout->n_may != 0;
}

static const struct gva_note *next_of(struct gva_writer *w, int scope, uint64_t ref)
{
    size_t *at = &w->next_note[scope];
    while (*at < w->n_notes && w->note[*at].scope == (uint64_t)scope && w->note[*at].ref < ref)
        ++*at;
    const bool is = *at < w->n_notes && w->note[*at].scope == (uint64_t)scope && w->note[*at].ref == ref;
    return is ? &w->note[(*at)++] : NULL;
}

void gva_put_notes(struct gva_writer *w, enum gva_scope scope, uint64_t ref, const struct gva_member *members)
{
    const int last = scope == GVA_OF_PLY ? GVA_OF_ALTERNATIVE : (int)scope;
    const struct gva_note *n;
    bool open = false;
    size_t begin[GVA_SCOPES];
    memcpy(begin, w->next_note, sizeof begin);
    for (int pass = 0; pass < 2; pass++) { /* words first, then the list of the others */
        memcpy(w->next_note, begin, sizeof begin);
        for (int s = (int)scope; s <= last; s++)
            while ((n = next_of(w, s, ref)) != NULL) {
                const char *name = word_of(w, n, members);
                if (name != NULL && pass == 0)
                    jsonw_raw(&w->j, name, gva_string(w, ogxm_words(n->record.must[NOTE_VALUE])));
                if (name != NULL || pass == 0 || is_site(n))
                    continue;
                if (!open)
                    jsonw_array_flat(&w->j, "annotations");
                open = true;
                put_note(w, n);
            }
    }
    if (open)
        jsonw_end(&w->j);
}
