/* Annotations and unknown members; see gva_notes.h. */
#include "import/gva/gva_notes.h"

#include <string.h>

#include "import/gva/gva_values.h"
#include "import/ogxm/ogxm.h"

void gva_note(struct gva_notes *to, enum gva_scope scope, size_t ref, const char *key, const char *value)
{
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, scope);
    ogxm_put_varint(&r.must, ref);
    ogxm_put_string(&r.must, span_of(value));
    gva_put_text(&r, NOTE_KEY, key);
    ogxm_put_record(&to->records, &r);
}

/* The file may say of a ply's annotation that it speaks of a decision, or of an alternative. */
static void put_scope(struct gva_target *t, json_object *a)
{
    enum { ALTERNATIVES = 1024 };
    const int64_t kind = gva_whole(a, "kind", UINT32_MAX, -1),
                  alternative = gva_whole(a, "alternative", ALTERNATIVES, -1);
    if (kind >= 0 && t->scope >= GVA_OF_PLY) {
        t->kind = (int)(kind < INT32_MAX ? kind : INT32_MAX);
        t->scope = t->scope == GVA_OF_PLY ? GVA_OF_DECISION : t->scope;
    }
    if (alternative >= 0 && t->scope >= GVA_OF_PLY) {
        t->scope = GVA_OF_ALTERNATIVE;
        t->alternative = (size_t)alternative;
    }
}

/* Sixteen bytes for the ID that is not known yet. */
static void pledge(struct gva_notes *to, struct ogxm_out *r, int64_t block)
{
    if (block < 0)
        return;
    for (int i = 0; i < 16; i++)
        ogxm_put_bytes(ogxm_bit(r, NOTE_SET), 0, 1);
    to->pledge = arena_grow(to->arena, to->pledge, to->n_pledges, &to->capacity, sizeof *to->pledge);
    to->pledge[to->n_pledges++].block = (size_t)block;
}

static void put_annotation(struct gva_notes *to, struct gva_target t, json_object *a)
{
    const char *value = gva_name(a, "value");
    struct ogxm_out r = {0};
    const int64_t block = gva_whole(a, "analysis_index", OGXM_BLOCKS_MAX - 1, -1);
    put_scope(&t, a);
    ogxm_put_varint(&r.must, t.scope);
    ogxm_put_varint(&r.must, t.ref);
    ogxm_put_string(&r.must, span_of(value != NULL ? value : ""));
    gva_put_text(&r, NOTE_KEY, gva_text(a, "key"));
    if (t.kind >= 0 && t.scope >= GVA_OF_DECISION)
        ogxm_put_varint(ogxm_bit(&r, NOTE_KIND), (uint64_t)t.kind);
    if (t.scope == GVA_OF_ALTERNATIVE)
        ogxm_put_varint(ogxm_bit(&r, NOTE_ALTERNATIVE), t.alternative);
    gva_put_text(&r, NOTE_LANG, gva_text(a, "lang"));
    gva_put_text(&r, NOTE_AUTHOR, gva_text(a, "author"));
    gva_put_whole(&r, NOTE_AT, gva_whole(a, "at", INT64_MAX - 1, -1), -1);
    pledge(to, &r, block);
    to->drawings += json_member(a, "drawings") != NULL;
    ogxm_put_record(&to->records, &r);
    if (block >= 0)
        to->pledge[to->n_pledges - 1].at = to->records.length - 16;
    gva_keep_members(to, &(struct gva_subject){t.scope, t.ref, "annotation."}, a, gva_of_annotation);
}

void gva_annotations(struct gva_notes *to, const struct gva_target *target, json_object *of)
{
    size_t n;
    json_object *list = gva_list(of, "annotations", &n);
    for (size_t i = 0; i < n; i++) {
        json_object *one = gva_item(list, i);
        if (one != NULL)
            put_annotation(to, *target, one);
    }
}

void gva_name_analysis(struct gva_notes *to, size_t block, const char id[16])
{
    for (size_t i = 0; i < to->n_pledges; i++)
        if (to->pledge[i].block == block)
            memcpy(to->records.at + to->pledge[i].at, id, 16);
}

/* ---- members ---- */

static void look_at(json_object *o, const struct gva_member *m)
{
    enum { NUMBER_MAX = 1000000 };
    double number;
    size_t n;
    switch (m->type) {
    case GVA_WHOLE:
        (void)gva_whole(o, m->name, m->most > 0 ? m->most : INT64_MAX - 1, 0);
        break;
    case GVA_NUMBER:
        (void)gva_number(o, m->name, -NUMBER_MAX, NUMBER_MAX, &number);
        break;
    case GVA_TRUTH:
        (void)gva_truth(o, m->name);
        break;
    case GVA_TEXT:
        (void)gva_text(o, m->name);
        break;
    case GVA_LIST:
        (void)gva_list(o, m->name, &n);
        break;
    case GVA_OBJECT:
        (void)gva_object(o, m->name);
        break;
    case GVA_ANYTHING:
    case GVA_NULLABLE:
        break;
    }
}

/* True: it is kept. */
static bool take_member(json_object *of, const struct gva_member *members, const char *name)
{
    const struct gva_member *m = gva_member_named(members, name);
    const bool null = json_member(of, name) == NULL;
    if (m != NULL && null && m->type != GVA_NULLABLE)
        gva_warn(of, name, W_("a value"));
    else if (m != NULL)
        look_at(of, m);
    return m == NULL || (m->use == GVA_KEPT && !null);
}

void gva_keep_members(struct gva_notes *to, const struct gva_subject *subject, json_object *of,
                      const struct gva_member *members)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        struct strbuf name = {0};
        strbuf_printf(&name, "x-gva-%s%s", subject->part, key);
        if (take_member(of, members, key))
            gva_note(to, subject->scope, subject->ref, strbuf_text(&name),
                     json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
        strbuf_done(&name);
    }
}

void gva_count_members(struct gva_notes *to, json_object *of, const struct gva_member *members)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        (void)value;
        to->words += take_member(of, members, key);
    }
}
