/* Annotations and unknown members; see gva_notes.h. */
#include "import/gva/gva_notes.h"

#include "format/ogxm.h"
#include "import/gva/gva_members.h"
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
    gva_keep_members(to, &(struct gva_subject){scope, ref, "annotation."}, a, gva_of_annotation);
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
