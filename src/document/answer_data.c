/* Answers for programs: JSON, NDJSON, CSV and TSV; see answer.h. */
#include <math.h>
#include <string.h>

#include "document/jsonw.h"
#include "base/xmalloc.h"
#include "document/answer_private.h"

/* ---- JSON ---- */

static void json_record(struct jsonw *j, const struct answer_rows *rows, const void *record);

static void json_plain(struct jsonw *j, const char *key, const struct answer_field *f, const void *value)
{
    if (answer_value_missing(f, value))
        jsonw_null(j, key);
    else if (f->flags & ANSWER_PATH)
        jsonw_path(j, key, answer_text(f, value));
    else if (answer_text(f, value) != NULL)
        jsonw_string(j, key, answer_text(f, value));
    else if (f->kind == ANSWER_BOOL)
        jsonw_bool(j, key, answer_int(f, value) != 0);
    else if (f->kind == ANSWER_REAL)
        jsonw_number(j, key, answer_real(f, value), f->decimals);
    else
        jsonw_int(j, key, answer_int(f, value));
}

static void json_object(struct jsonw *j, const char *key, const struct answer_field *f, const void *record)
{
    if (f->flags & ANSWER_FLAT)
        jsonw_object_flat(j, key);
    else
        jsonw_object(j, key);
    json_record(j, f->rows, record);
    jsonw_end(j);
}

static void json_field(struct jsonw *j, const struct answer_field *f, const void *record);

static void json_item(struct jsonw *j, const struct answer_field *item, const void *value)
{
    if (item->flags & ANSWER_BARE) {
        struct answer_field only = *item->rows->fields;
        only.name = NULL;
        json_field(j, &only, value);
        return;
    }
    if (item->rows == NULL)
        json_plain(j, NULL, item, value);
    else
        json_object(j, NULL, item, item->kind == ANSWER_POINTER ? answer_record(item, value) : value);
}

/* The first text of each record is its key. */
static void json_keyed(struct jsonw *j, const struct answer_field *f, const void *value)
{
    jsonw_object(j, f->name);
    for (size_t i = 0; i < answer_items(f, value); i++) {
        const void *record = answer_item(f, value, i);
        struct answer_rows rest = *f->rows;
        struct answer_field inner = *f, only = f->rows->fields[1];
        rest.fields++;
        inner.rows = &rest;
        only.name = answer_text(f->rows->fields, (const char *)record + f->rows->fields->at);
        if (f->flags & ANSWER_BARE)
            json_field(j, &only, record);
        else
            json_object(j, only.name, &inner, record);
    }
    jsonw_end(j);
}

static void json_inner(struct jsonw *j, const struct answer_field *item, const char *values)
{
    jsonw_array_flat(j, NULL);
    for (size_t i = 0; i < item->n_inner; i++)
        json_plain(j, NULL, item, values + i * item->size);
    jsonw_end(j);
}

static void json_array(struct jsonw *j, const struct answer_field *f, const void *value)
{
    const struct answer_field item = answer_item_field(f);
    if (f->flags & ANSWER_KEYED) {
        json_keyed(j, f, value);
        return;
    }
    if (f->rows == NULL && f->n_inner == 0 && !(f->flags & ANSWER_TALL))
        jsonw_array_flat(j, f->name);
    else
        jsonw_array(j, f->name);
    for (size_t i = 0; i < answer_items(f, value); i++) {
        if (f->n_inner == 0)
            json_item(j, &item, answer_item(f, value, i));
        else
            json_inner(j, &item, (const char *)value + i * f->n_inner * f->size);
    }
    jsonw_end(j);
}

static void json_series(struct jsonw *j, const struct answer_field *f, const struct answer_series *series)
{
    jsonw_array(j, f->name);
    for (const void *record; (record = series->next(series->source)) != NULL;)
        json_object(j, NULL, f, record);
    jsonw_end(j);
}

static bool is_left_out(const struct answer_field *f, const void *value)
{
    return f->missing == ANSWER_INFINITE ? isinf(answer_real(f, value))
                                         : f->flags & (ANSWER_OMIT | ANSWER_INLINE) && answer_value_missing(f, value);
}

static void json_field(struct jsonw *j, const struct answer_field *f, const void *record)
{
    const void *value = (const char *)record + f->at;
    const bool missing = answer_value_missing(f, value);
    if (is_left_out(f, value))
        return;
    if (missing)
        jsonw_null(j, f->name);
    else if (f->n > 0 || f->kind == ANSWER_VALUES || f->kind == ANSWER_RECORDS)
        json_array(j, f, value);
    else if (f->kind == ANSWER_SERIES)
        json_series(j, f, value);
    else if (f->flags & ANSWER_INLINE)
        json_record(j, f->rows, answer_record(f, value));
    else if (f->rows != NULL)
        json_object(j, f->name, f, answer_record(f, value));
    else
        json_plain(j, f->name, f, value);
}

static void json_record(struct jsonw *j, const struct answer_rows *rows, const void *record)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL; f++)
        if (answer_seen(f, false))
            json_field(j, f, record);
}

void answer_json(const struct answer_rows *rows, const void *record, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    json_record(&j, rows, record);
    jsonw_end(&j);
    jsonw_finish(&j);
}

/* `list`: of a record of that list by itself; NULL = of the document. */
static void json_schema_key(struct jsonw *j, const struct answer_document *a, const char *list)
{
    struct strbuf name = {0};
    strbuf_printf(&name, "kibitzer/%s/%d%s%s", a->name, a->version, list != NULL ? "#" : "", list != NULL ? list : "");
    jsonw_string(j, "schema", name.at);
    strbuf_done(&name);
}

/* ---- CSV, TSV ---- */

/* Texts are in quotes, so that "007" stays one. */
static void csv_quoted(struct strbuf *out, const char *text, bool safe)
{
    strbuf_putc(out, '"');
    if (safe && *text != '\0' && strchr("=+-@\t\r", *text) != NULL)
        strbuf_putc(out, '\'');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            strbuf_putc(out, '"');
        strbuf_putc(out, *text);
    }
    strbuf_putc(out, '"');
}

/* A tab or an end of line cannot be in a cell: escaped as PostgreSQL and others do. */
static void tsv_escaped(struct strbuf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *at = strchr("\tt\nn\rr\\\\", *text);
        if (at != NULL && (at - "\tt\nn\rr\\\\") % 2 == 0)
            strbuf_printf(out, "\\%c", at[1]);
        else
            strbuf_putc(out, *text);
    }
}

struct separated {
    struct strbuf *out;
    struct strbuf cell;
    enum answer_style style;
    bool safe, first, head;
};

static void separated_cell(void *context, const struct answer_leaf *leaf)
{
    struct separated *s = context;
    const bool words = !s->head && answer_is_words(leaf->field);
    strbuf_clear(&s->cell);
    if (s->head)
        answer_leaf_name(leaf, &s->cell);
    else if (leaf->value != NULL)
        answer_cell(leaf->field, leaf->value, false, &s->cell);
    if (!s->first)
        strbuf_putc(s->out, s->style == ANSWER_CSV ? ',' : '\t');
    s->first = false;
    if (s->style == ANSWER_TSV)
        tsv_escaped(s->out, strbuf_text(&s->cell));
    else if (words && s->cell.length > 0)
        csv_quoted(s->out, s->cell.at, s->safe);
    else
        strbuf_puts(s->out, strbuf_text(&s->cell));
}

/* `record` NULL: the names of the columns. */
static void separated_line(const struct answer_rows *rows, const void *record, const struct answer_form *form,
                           struct strbuf *out)
{
    struct separated s = {.out = out, .style = form->style, .safe = form->safe, .first = true, .head = record == NULL};
    answer_leaves(rows, record, false, separated_cell, &s);
    strbuf_puts(out, form->style == ANSWER_CSV ? "\r\n" : "\n");
    strbuf_done(&s.cell);
}

/* ---- piece by piece ---- */

struct answer_writer {
    const struct answer_document *a;
    struct answer_form form;
    struct strbuf *out;
    struct jsonw j;
    const struct answer_field *stream; /* whose records come one by one; NULL = none */
    const char *list; /* that the lines are from; NULL = they are documents */
    const struct answer_rows *rows; /* of the lines of NDJSON, CSV and TSV */
    size_t n_rows;
};

static const struct answer_field *streamed(const struct answer_document *a)
{
    for (const struct answer_field *f = a->rows->fields; !a->several && f->name != NULL; f++)
        if (f->flags & ANSWER_STREAM)
            return f;
    return NULL;
}

static void json_fields(struct jsonw *j, const struct answer_field *from, const struct answer_field *to,
                        const void *record)
{
    for (const struct answer_field *f = from; f->name != NULL && f != to; f++)
        if (answer_seen(f, false))
            json_field(j, f, record);
}

static void json_begin(struct answer_writer *w, const void *record)
{
    jsonw_begin(&w->j, w->out);
    if (w->a->several > ANSWER_SEVERAL) {
        strbuf_putc(w->out, '[');
        return;
    }
    if (w->a->several) {
        jsonw_array(&w->j, NULL);
        return;
    }
    jsonw_object(&w->j, NULL);
    json_schema_key(&w->j, w->a, NULL);
    json_fields(&w->j, w->a->rows->fields, w->stream, record);
    if (w->stream != NULL)
        jsonw_array(&w->j, w->stream->name);
}

static void json_row(struct answer_writer *w, const void *row)
{
    const struct answer_field item = {.rows = w->rows, .flags = w->stream != NULL ? w->stream->flags : 0};
    if (!w->a->several) {
        json_object(&w->j, NULL, &item, row);
        return;
    }
    if (w->a->several > ANSWER_SEVERAL) {
        strbuf_puts(w->out, w->n_rows++ > 0 ? ",\n " : "");
        jsonw_begin(&w->j, w->out);
    }
    if (w->a->several == ANSWER_LINES)
        jsonw_object_flat(&w->j, NULL);
    else
        jsonw_object(&w->j, NULL);
    json_schema_key(&w->j, w->a, NULL);
    json_record(&w->j, w->rows, row);
    jsonw_end(&w->j);
}

static void ndjson_row(struct answer_writer *w, const void *row)
{
    jsonw_begin(&w->j, w->out);
    jsonw_object_flat(&w->j, NULL);
    json_schema_key(&w->j, w->a, w->list);
    json_record(&w->j, w->rows, row);
    jsonw_end(&w->j);
    jsonw_finish(&w->j);
}

struct answer_writer *answer_begin(const struct answer_document *a, const void *record, const struct answer_form *form,
                                   struct strbuf *out)
{
    struct answer_writer *w = xmalloc(sizeof *w);
    const struct answer_field *list = a->several ? NULL : answer_list_named(a->rows, form->list);
    *w = (struct answer_writer){.a = a, .form = *form, .out = out, .stream = streamed(a)};
    if (list != NULL)
        w->list = list->name;
    if (form->style == ANSWER_JSON && w->stream != NULL)
        list = w->stream;
    w->rows = list != NULL ? list->rows : a->rows;
    if (form->style == ANSWER_JSON)
        json_begin(w, record);
    else if (form->style != ANSWER_NDJSON && !form->goes_on)
        separated_line(w->rows, NULL, form, out);
    return w;
}

void answer_row(struct answer_writer *w, const void *row)
{
    if (w->form.style == ANSWER_JSON)
        json_row(w, row);
    else if (w->form.style == ANSWER_NDJSON)
        ndjson_row(w, row);
    else
        separated_line(w->rows, row, &w->form, w->out);
}

void answer_end(struct answer_writer *w, const void *record)
{
    if (w->form.style == ANSWER_JSON && w->a->several > ANSWER_SEVERAL) {
        strbuf_puts(w->out, "]\n");
    } else if (w->form.style == ANSWER_JSON) {
        if (w->stream != NULL) {
            jsonw_end(&w->j);
            json_fields(&w->j, w->stream + 1, NULL, record);
        }
        jsonw_end(&w->j);
        jsonw_finish(&w->j);
    }
    xfree(w);
}

size_t answer_row_size(const struct answer_document *a)
{
    const struct answer_field *stream = streamed(a);
    return stream != NULL ? stream->rows->size : a->rows->size;
}

void *answer_with_rows(const struct answer_document *a, const void *record, const struct answer_list *rows)
{
    const struct answer_field *stream = streamed(a);
    if (stream == NULL)
        return NULL;
    char *copy = xmalloc(a->rows->size);
    memcpy(copy, record, a->rows->size);
    memcpy(copy + stream->at, rows, sizeof *rows);
    return copy;
}

/* ---- whole ---- */

static void put_rows(struct answer_writer *w, const struct answer_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        answer_row(w, (const char *)list->at + i * w->rows->size);
}

void answer_print(const struct answer_document *a, const void *record, const struct answer_form *form,
                  struct strbuf *out)
{
    if (form->style == ANSWER_TABLE) {
        answer_table(a, record, form, out);
        return;
    }
    const struct answer_field *list = a->several ? NULL : answer_list_named(a->rows, form->list), *stream = streamed(a);
    struct answer_writer *w = answer_begin(a, record, form, out);
    if (a->several)
        put_rows(w, record);
    else if (form->style == ANSWER_JSON && stream != NULL)
        put_rows(w, (const struct answer_list *)(const void *)((const char *)record + stream->at));
    else if (form->style != ANSWER_JSON && list != NULL)
        put_rows(w, (const struct answer_list *)(const void *)((const char *)record + list->at));
    else if (form->style != ANSWER_JSON)
        answer_row(w, record);
    answer_end(w, record);
}
