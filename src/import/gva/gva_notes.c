/* Annotations and unknown members; see gva_notes.h. */
#include "import/gva/gva_notes.h"

#include <string.h>

#include "format/ogxm.h"
#include "import/gva/gva_values.h"

void gva_note(struct gva_notes *to, enum gva_scope scope, size_t ref, const char *key, const char *value)
{
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, scope);
    ogxm_put_varint(&r.must, ref);
    ogxm_put_string(&r.must, span_of(value));
    gva_put_text(&r, NOTE_KEY, key);
    ogxm_put_record(&to->records, &r);
}

static const char *const annotation_known[] = {"value", "key", "lang", "author", "at", "drawings", NULL};

static void put_annotation(struct gva_notes *to, enum gva_scope scope, size_t ref, int kind, json_object *a)
{
    const char *value = gva_name(a, "value");
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, scope);
    ogxm_put_varint(&r.must, ref);
    ogxm_put_string(&r.must, span_of(value != NULL ? value : ""));
    gva_put_text(&r, NOTE_KEY, gva_text(a, "key"));
    if (kind >= 0 && scope >= GVA_OF_DECISION)
        ogxm_put_varint(ogxm_bit(&r, NOTE_KIND), (uint64_t)kind);
    gva_put_text(&r, NOTE_LANG, gva_text(a, "lang"));
    gva_put_text(&r, NOTE_AUTHOR, gva_text(a, "author"));
    gva_put_whole(&r, NOTE_AT, gva_whole(a, "at", INT64_MAX - 1, -1), -1);
    to->drawings += json_member(a, "drawings") != NULL;
    ogxm_put_record(&to->records, &r);
    gva_keep_unknown(to, &(struct gva_subject){scope, ref, "annotation."}, a, annotation_known);
}

void gva_annotations(struct gva_notes *to, enum gva_scope scope, size_t ref, int kind, json_object *of)
{
    size_t n;
    json_object *list = gva_list(of, "annotations", &n);
    for (size_t i = 0; i < n; i++) {
        json_object *one = gva_item(list, i);
        if (one != NULL)
            put_annotation(to, scope, ref, kind, one);
    }
}

static bool is_among(const char *key, const char *const *known)
{
    for (; *known != NULL; known++)
        if (strcmp(*known, key) == 0)
            return true;
    return false;
}

/* Unknown members are kept with the object that they describe. */
void gva_keep_unknown(struct gva_notes *to, const struct gva_subject *subject, json_object *of,
                      const char *const *known)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        struct strbuf name = {0};
        strbuf_printf(&name, "x-gva-%s%s", subject->part, key);
        if (!is_among(key, known) && value != NULL)
            gva_note(to, subject->scope, subject->ref, strbuf_text(&name),
                     json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
        strbuf_done(&name);
    }
}

/* There is no place to keep those of analyses. */
void gva_count_unknown(struct gva_notes *to, json_object *of, const char *const *known)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        to->words += value != NULL && !is_among(key, known);
    }
}
