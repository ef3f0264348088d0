/* Values of answers and their columns; see answer.h. */
#include "base/language.h"
#include "document/answer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "document/answer_private.h"

/* ORDER ANSWER_STYLE */
const char *const answer_style_names[ANSWER_STYLES] = {"table", "json",     "ndjson", "csv",
                                                       "tsv",   "markdown", "html",   "latex"};

/* ---- values ---- */

int64_t answer_int(const struct answer_field *f, const void *value)
{
    const bool sign = f->kind == ANSWER_INT;
    switch (f->size) {
    case 1: /* and bool */
        return sign ? (int64_t) * (const int8_t *)value : (int64_t) * (const uint8_t *)value;
    case 2:
        return sign ? (int64_t) * (const int16_t *)value : (int64_t) * (const uint16_t *)value;
    case 4:
        return sign ? (int64_t) * (const int32_t *)value : (int64_t) * (const uint32_t *)value;
    default:
        return *(const int64_t *)value;
    }
}

double answer_real(const struct answer_field *f, const void *value)
{
    return f->size == sizeof(float) ? (double)*(const float *)value : *(const double *)value;
}

static const char *word_of(const struct answer_field *f, int64_t n)
{
    return n >= 0 && n < (int64_t)f->n_words ? f->words[n] : NULL;
}

const char *answer_text(const struct answer_field *f, const void *value)
{
    const char *text;
    switch (f->kind) {
    case ANSWER_STRING:
        text = *(const char *const *)value;
        return f->missing == ANSWER_ZERO && text != NULL && *text == '\0' ? NULL : text;
    case ANSWER_CHARS:
        text = value;
        return f->missing != ANSWER_THERE && *text == '\0' ? NULL : text;
    default:
        return f->words != NULL ? word_of(f, answer_int(f, value)) : NULL;
    }
}

const void *answer_record(const struct answer_field *f, const void *value)
{
    return f->kind == ANSWER_POINTER ? *(const void *const *)value : value;
}

struct answer_list answer_list_at(const void *value)
{
    return *(const struct answer_list *)value;
}

bool answer_is_array(const struct answer_field *f)
{
    return f->n > 0 || f->kind == ANSWER_VALUES || f->kind == ANSWER_RECORDS;
}

size_t answer_items(const struct answer_field *f, const void *value)
{
    return f->n > 0 ? f->n : answer_list_at(value).n;
}

const void *answer_item(const struct answer_field *f, const void *value, size_t i)
{
    const size_t size = f->kind == ANSWER_RECORDS ? f->rows->size : f->size;
    return (const char *)(f->n > 0 ? value : answer_list_at(value).at) + i * size;
}

struct answer_field answer_item_field(const struct answer_field *f)
{
    struct answer_field item = *f;
    item.n = 0;
    if (f->kind == ANSWER_VALUES)
        item.kind = f->of;
    return item;
}

bool answer_is_number(const struct answer_field *f)
{
    return !answer_is_array(f) && f->words == NULL &&
           (f->kind == ANSWER_INT || f->kind == ANSWER_UINT || f->kind == ANSWER_REAL);
}

bool answer_is_words(const struct answer_field *f)
{
    return f->kind == ANSWER_STRING || f->kind == ANSWER_CHARS || f->words != NULL || answer_is_array(f);
}

static bool whole_number_missing(const struct answer_field *f, int64_t n)
{
    return (f->missing == ANSWER_BELOW_ZERO && n < 0) || (f->missing == ANSWER_ZERO && n == 0) ||
           (f->words != NULL && word_of(f, n) == NULL);
}

bool answer_value_missing(const struct answer_field *f, const void *value)
{
    if (value == NULL)
        return true;
    if (answer_is_array(f))
        return f->n == 0 && f->missing == ANSWER_ZERO && answer_list_at(value).n == 0;
    switch (f->kind) {
    case ANSWER_REAL:
        return !isfinite(answer_real(f, value));
    case ANSWER_STRING:
    case ANSWER_CHARS:
        return answer_text(f, value) == NULL;
    case ANSWER_INT:
    case ANSWER_UINT:
        return whole_number_missing(f, answer_int(f, value));
    case ANSWER_POINTER:
        return answer_record(f, value) == NULL;
    case ANSWER_SERIES:
        return ((const struct answer_series *)value)->next == NULL;
    case ANSWER_BOOL:
        return f->missing == ANSWER_BELOW_ZERO && *(const signed char *)value < 0;
    default:
        return false;
    }
}

/* ---- as text ---- */

static void put_number_for_people(const struct answer_field *f, double x, struct strbuf *out)
{
    const struct node n = {
        .kind = NODE_NUMBER,
        .number = {.value = x, .decimals = f->shown, .unit = f->unit, .sign = (f->flags & ANSWER_SIGNED) != 0}};
    leaf_text(&n, &typography_plain, out);
}

static void put_value(const struct answer_field *f, const void *value, bool people, struct strbuf *out)
{
    if (answer_value_missing(f, value))
        return;
    const char *text = answer_text(f, value);
    if (text != NULL)
        strbuf_puts(out, people && (f->flags & ANSWER_OWN) == 0 ? tr(text) : text); /* ours: "no double", "too few" */
    else if (f->kind == ANSWER_BOOL)
        strbuf_puts(out, answer_int(f, value) != 0 ? people ? tr("yes") : "true" : people ? tr("no") : "false");
    else if (f->kind != ANSWER_REAL)
        strbuf_int(out, answer_int(f, value));
    else if (people)
        put_number_for_people(f, answer_real(f, value), out);
    else
        strbuf_fixed(out, answer_real(f, value), f->decimals);
}

void answer_cell(const struct answer_field *f, const void *value, bool people, struct strbuf *out)
{
    if (answer_value_missing(f, value))
        return;
    if (!answer_is_array(f)) {
        put_value(f, value, people, out);
        return;
    }
    const struct answer_field item = answer_item_field(f);
    for (size_t i = 0; i < answer_items(f, value); i++) {
        strbuf_puts(out, i > 0 ? " " : "");
        put_value(&item, answer_item(f, value, i), people, out);
    }
}

/* ---- columns ---- */

bool answer_is_list(const struct answer_field *f)
{
    return f->kind == ANSWER_RECORDS;
}

bool answer_seen(const struct answer_field *f, bool people)
{
    return (f->flags & (people ? ANSWER_DATA : ANSWER_PEOPLE)) == 0;
}

const struct answer_field *answer_list_named(const struct answer_rows *rows, const char *name)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL; f++)
        if (answer_is_list(f) && (name == NULL ? answer_seen(f, true) : strcmp(f->name, name) == 0))
            return f;
    return NULL;
}

struct visiting {
    struct answer_leaf leaf;
    bool people;
    void (*visit)(void *context, const struct answer_leaf *leaf);
    void *context;
};

static void visit_rows(struct visiting *v, const struct answer_rows *rows, const void *record)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL; f++) {
        const void *value = record != NULL ? (const char *)record + f->at : NULL;
        if (!answer_seen(f, v->people) || answer_is_list(f) || f->kind == ANSWER_SERIES || f->n_inner > 0)
            continue;
        if (f->kind == ANSWER_RECORD || f->kind == ANSWER_POINTER) {
            assert(v->leaf.depth < ANSWER_DEPTH);
            if (f->n > 0)
                continue; /* an array of records is for documents alone */
            const int depth = v->leaf.depth;
            if (!(f->flags & ANSWER_INLINE))
                v->leaf.under[v->leaf.depth++] = f;
            visit_rows(v, f->rows, value != NULL ? answer_record(f, value) : NULL);
            v->leaf.depth = depth;
            continue;
        }
        v->leaf.field = f;
        v->leaf.value = value;
        v->visit(v->context, &v->leaf);
    }
}

void answer_leaves(const struct answer_rows *rows, const void *record, bool people,
                   void (*visit)(void *context, const struct answer_leaf *leaf), void *context)
{
    struct visiting v = {.people = people, .visit = visit, .context = context};
    visit_rows(&v, rows, record);
}

void answer_leaf_name(const struct answer_leaf *leaf, struct strbuf *out)
{
    for (int i = 0; i < leaf->depth; i++)
        strbuf_printf(out, "%s_", leaf->under[i]->name);
    strbuf_puts(out, leaf->field->name);
}

struct cells {
    void (*visit)(void *context, const struct answer_cell *cell);
    void *context;
    struct strbuf name, text;
};

static void give_cell(void *context, const struct answer_leaf *leaf)
{
    struct cells *c = context;
    const struct answer_field *f = leaf->field;
    const bool texts = answer_is_words(f) || answer_is_array(f);
    struct answer_cell cell = {.kind = texts                                              ? ANSWER_STRING
                                       : f->kind == ANSWER_REAL || f->kind == ANSWER_BOOL ? f->kind
                                                                                          : ANSWER_INT};
    strbuf_clear(&c->name);
    strbuf_clear(&c->text);
    answer_leaf_name(leaf, &c->name);
    cell.name = strbuf_text(&c->name);
    cell.missing = leaf->value == NULL || answer_value_missing(f, leaf->value);
    if (!cell.missing && texts)
        answer_cell(f, leaf->value, false, &c->text);
    else if (!cell.missing && cell.kind == ANSWER_REAL)
        cell.real = answer_real(f, leaf->value);
    else if (!cell.missing)
        cell.integer = answer_int(f, leaf->value);
    cell.text = strbuf_text(&c->text);
    c->visit(c->context, &cell);
}

void answer_cells(const struct answer_rows *rows, const void *record,
                  void (*visit)(void *context, const struct answer_cell *cell), void *context)
{
    struct cells c = {.visit = visit, .context = context};
    answer_leaves(rows, record, false, give_cell, &c);
    strbuf_done(&c.name);
    strbuf_done(&c.text);
}
