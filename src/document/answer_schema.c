/* The JSON Schema of an answer; see answer.h. Rows that are used more than once stand under $defs. */
#include <string.h>

#include "document/jsonw.h"
#include "base/xmalloc.h"
#include "document/answer_private.h"

struct schema {
    struct jsonw j;
    const struct answer_rows **seen; /* rows in the order in which they were met */
    int *times;
    size_t n, room, times_room;
};

/* ---- which rows are used more than once ---- */

static size_t place_of(struct schema *s, const struct answer_rows *rows)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->seen[i] == rows)
            return i;
    return s->n;
}

static void count_rows(struct schema *s, const struct answer_rows *rows);

static void count_fields(struct schema *s, const struct answer_rows *rows)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL; f++)
        if (f->rows != NULL && answer_seen(f, false) && !(f->flags & ANSWER_BARE)) {
            if (f->flags & ANSWER_INLINE)
                count_fields(s, f->rows);
            else
                count_rows(s, f->rows);
        }
}

static void count_rows(struct schema *s, const struct answer_rows *rows)
{
    const size_t at = place_of(s, rows);
    if (at < s->n) {
        s->times[at]++;
        return;
    }
    s->seen = grow(s->seen, s->n, &s->room, sizeof *s->seen);
    s->times = grow(s->times, s->n, &s->times_room, sizeof *s->times);
    s->seen[s->n] = rows;
    s->times[s->n++] = 1;
    count_fields(s, rows);
}

static bool is_shared(struct schema *s, const struct answer_rows *rows)
{
    return s->times[place_of(s, rows)] > 1;
}

/* ---- a value ---- */

/* One that is left out where it is missing is never null. */
static bool may_be_null(const struct answer_field *f)
{
    return f->missing != ANSWER_THERE && !(f->flags & ANSWER_OMIT);
}

static const char *type_of(const struct answer_field *f)
{
    if (f->words != NULL || f->kind == ANSWER_STRING || f->kind == ANSWER_CHARS)
        return "string";
    return f->kind == ANSWER_BOOL ? "boolean" : f->kind == ANSWER_REAL ? "number" : "integer";
}

static void put_type(struct jsonw *j, const char *type, bool null)
{
    if (!null) {
        jsonw_string(j, "type", type);
        return;
    }
    jsonw_array_flat(j, "type");
    jsonw_string(j, NULL, type);
    jsonw_string(j, NULL, "null");
    jsonw_end(j);
}

static void put_words(struct jsonw *j, const struct answer_field *f)
{
    jsonw_array_flat(j, "enum");
    for (size_t i = 0; i < f->n_words; i++)
        if (f->words[i] != NULL)
            jsonw_string(j, NULL, f->words[i]);
    if (may_be_null(f))
        jsonw_null(j, NULL);
    jsonw_end(j);
}

static void put_object(struct schema *s, const struct answer_rows *rows, const struct answer_document *document);

static void put_reference(struct schema *s, const struct answer_rows *rows)
{
    struct strbuf path = {0};
    if (!is_shared(s, rows)) {
        put_object(s, rows, NULL);
        return;
    }
    strbuf_printf(&path, "#/$defs/%s", rows->name);
    jsonw_string(&s->j, "$ref", path.at);
    strbuf_done(&path);
}

static void put_record(struct schema *s, const struct answer_field *f)
{
    if (!may_be_null(f)) {
        put_reference(s, f->rows);
        return;
    }
    jsonw_array(&s->j, "oneOf");
    jsonw_object(&s->j, NULL);
    put_reference(s, f->rows);
    jsonw_end(&s->j);
    jsonw_object_flat(&s->j, NULL);
    jsonw_string(&s->j, "type", "null");
    jsonw_end(&s->j);
    jsonw_end(&s->j);
}

static void put_plain(struct schema *s, const struct answer_field *f)
{
    put_type(&s->j, type_of(f), may_be_null(f));
    if (f->words != NULL)
        put_words(&s->j, f);
}

static void put_length(struct jsonw *j, size_t n)
{
    if (n == 0)
        return;
    jsonw_int(j, "minItems", (int64_t)n);
    jsonw_int(j, "maxItems", (int64_t)n);
}

static void put_inner(struct schema *s, const struct answer_field *item)
{
    jsonw_string(&s->j, "type", "array");
    put_length(&s->j, item->n_inner);
    jsonw_object(&s->j, "items");
    put_plain(s, item);
    jsonw_end(&s->j);
}

static void put_array(struct schema *s, const struct answer_field *f)
{
    struct answer_field item = answer_item_field(f);
    item.missing = f->n > 0 ? f->missing : ANSWER_THERE;
    put_type(&s->j, "array", may_be_null(f) && f->n == 0);
    put_length(&s->j, f->n);
    jsonw_object(&s->j, "items");
    if (f->n_inner > 0)
        put_inner(s, &item);
    else if (f->flags & ANSWER_BARE)
        put_array(s, f->rows->fields);
    else if (f->rows != NULL)
        put_reference(s, f->rows);
    else
        put_plain(s, &item);
    jsonw_end(&s->j);
}

static void put_keyed(struct schema *s, const struct answer_field *f)
{
    struct answer_rows rest = *f->rows;
    rest.fields++;
    jsonw_string(&s->j, "type", "object");
    jsonw_object(&s->j, "additionalProperties");
    if (f->flags & ANSWER_BARE)
        put_plain(s, rest.fields);
    else
        put_object(s, &rest, NULL);
    jsonw_end(&s->j);
}

static void put_column(void *context, const struct answer_cell *cell)
{
    jsonw_string(context, NULL, cell->name);
}

/* The columns of CSV and TSV. */
static void put_columns(struct jsonw *j, const struct answer_rows *lines)
{
    jsonw_array_flat(j, "x-csv");
    answer_cells(lines, NULL, put_column, j);
    jsonw_end(j);
}

static void put_property(struct schema *s, const struct answer_field *f)
{
    struct jsonw *j = &s->j;
    jsonw_object(j, f->name);
    if (f->title != NULL)
        jsonw_string(j, "title", f->title);
    if (f->help != NULL)
        jsonw_string(j, "description", f->help);
    if (*unit_name(f->unit) != '\0')
        jsonw_string(j, "unit", unit_name(f->unit));
    if (f->flags & ANSWER_KEYED)
        put_keyed(s, f);
    else if (answer_is_array(f) || f->kind == ANSWER_SERIES)
        put_array(s, f);
    else if (f->rows != NULL)
        put_record(s, f);
    else
        put_plain(s, f);
    if (f->flags & ANSWER_LINES_TOO)
        put_columns(j, f->rows);
    if (f->example != NULL) {
        jsonw_array_flat(j, "examples");
        jsonw_string(j, NULL, f->example);
        jsonw_end(j);
    }
    jsonw_end(j);
}

/* ---- a record ---- */

static void put_const(struct schema *s, const struct answer_document *a)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "kibitzer/%s/%d", a->name, a->version);
    jsonw_object_flat(&s->j, "schema");
    jsonw_string(&s->j, "const", text.at);
    jsonw_end(&s->j);
    strbuf_done(&text);
}

static void put_properties(struct schema *s, const struct answer_rows *rows)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL; f++) {
        if (f->flags & ANSWER_INLINE)
            put_properties(s, f->rows);
        else if (answer_seen(f, false))
            put_property(s, f);
    }
}

static void put_required(struct schema *s, const struct answer_rows *rows)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL; f++) {
        if (f->flags & ANSWER_INLINE && f->missing == ANSWER_THERE)
            put_required(s, f->rows);
        else if (answer_seen(f, false) && f->missing != ANSWER_INFINITE && !(f->flags & (ANSWER_OMIT | ANSWER_INLINE)))
            jsonw_string(&s->j, NULL, f->name);
    }
}

static const struct answer_rows *lines_of(const struct answer_document *a)
{
    const struct answer_field *list = a->several ? NULL : answer_list_named(a->rows, NULL);
    return a->lines != NULL ? a->lines : list != NULL ? list->rows : a->rows;
}

static void put_object(struct schema *s, const struct answer_rows *rows, const struct answer_document *document)
{
    struct jsonw *j = &s->j;
    jsonw_string(j, "type", "object");
    if (document == NULL && rows->name != NULL)
        jsonw_string(j, "record", rows->name);
    if (rows->help != NULL)
        jsonw_string(j, "description", rows->help);
    jsonw_object(j, "properties");
    if (document != NULL)
        put_const(s, document);
    put_properties(s, rows);
    jsonw_end(j);
    jsonw_array_flat(j, "required");
    if (document != NULL)
        jsonw_string(j, NULL, "schema");
    put_required(s, rows);
    jsonw_end(j);
    if (document != NULL && !document->whole)
        put_columns(j, lines_of(document));
}

static void put_shared(struct schema *s)
{
    bool any = false;
    for (size_t i = 1; i < s->n; i++)
        any |= s->times[i] > 1;
    if (!any)
        return;
    jsonw_object(&s->j, "$defs");
    for (size_t i = 1; i < s->n; i++) {
        if (s->times[i] < 2)
            continue;
        jsonw_object(&s->j, s->seen[i]->name);
        put_object(s, s->seen[i], NULL);
        jsonw_end(&s->j);
    }
    jsonw_end(&s->j);
}

static void put_head(struct schema *s, const struct answer_document *a, bool alone)
{
    struct strbuf id = {0};
    strbuf_printf(&id, "urn:kibitzer:%s:%d", a->name, a->version);
    jsonw_string(&s->j, "$schema", "https://json-schema.org/draft/2020-12/schema");
    jsonw_string(&s->j, "$id", id.at);
    jsonw_string(&s->j, "title", alone ? a->title : a->help);
    if (alone && a->help != NULL)
        jsonw_string(&s->j, "description", a->help);
    strbuf_done(&id);
}

static void put_one(struct schema *s, const struct answer_document *a)
{
    if (!a->several) {
        put_object(s, a->rows, a);
        return;
    }
    jsonw_string(&s->j, "type", "array");
    jsonw_object(&s->j, "items");
    put_object(s, a->rows, a);
    jsonw_end(&s->j);
}

static void put_alternatives(struct schema *s, const struct answer_document *const *a, size_t n)
{
    jsonw_array(&s->j, "anyOf");
    for (size_t i = 0; i < n; i++) {
        jsonw_object(&s->j, NULL);
        jsonw_string(&s->j, "record", a[i]->rows->name);
        put_one(s, a[i]);
        jsonw_end(&s->j);
    }
    jsonw_end(&s->j);
}

void answer_schema(const struct answer_document *const *a, size_t n, struct strbuf *out)
{
    struct schema s = {0};
    for (size_t i = 0; i < n; i++)
        count_rows(&s, a[i]->rows);
    jsonw_begin(&s.j, out);
    jsonw_object(&s.j, NULL);
    put_head(&s, a[0], n == 1);
    if (n == 1)
        put_one(&s, a[0]);
    else
        put_alternatives(&s, a, n);
    put_shared(&s);
    jsonw_end(&s.j);
    jsonw_finish(&s.j);
    xfree(s.seen);
    xfree(s.times);
}
