/* Arrow columns; see arrow.h. */
#include "document/arrow.h"

#include <string.h>

#include "base/utf8.h"
#include "base/xmalloc.h"

enum { BUFFERS_MOST = 3, ROWS_ENOUGH = 1 << 16, BYTES_ENOUGH = 64 << 20 };

static const char *format_of(enum answer_kind kind)
{
    return kind == ANSWER_STRING ? "u" : kind == ANSWER_REAL ? "g" : kind == ANSWER_BOOL ? "b" : "l";
}

/* ---- the schema ---- */

static void release_column(struct ArrowSchema *s)
{
    xfree((char *)s->name);
    s->release = NULL;
}

static void release_schema(struct ArrowSchema *s)
{
    for (int64_t i = 0; i < s->n_children; i++) {
        if (s->children[i]->release != NULL)
            s->children[i]->release(s->children[i]);
        xfree(s->children[i]);
    }
    xfree(s->children);
    s->release = NULL;
}

struct describing {
    struct ArrowSchema *schema;
    size_t room;
};

static void describe(void *context, const struct answer_cell *cell)
{
    struct describing *d = context;
    struct ArrowSchema *s = d->schema, *column = xcalloc(1, sizeof *column);
    *column = (struct ArrowSchema){.format = format_of(cell->kind),
                                   .name = xstrdup(cell->name),
                                   .flags = ARROW_FLAG_NULLABLE,
                                   .release = release_column};
    s->children = grow(s->children, (size_t)s->n_children, &d->room, sizeof(struct ArrowSchema *));
    s->children[s->n_children++] = column;
}

void arrow_schema(const struct answer_rows *rows, struct ArrowSchema *out)
{
    struct ArrowSchema made = {.format = "+s", .name = "", .release = release_schema};
    answer_cells(rows, NULL, describe, &(struct describing){&made, 0});
    *out = made;
}

/* ---- gathering ---- */

struct arrow_column {
    enum answer_kind kind;
    int64_t nulls;
    struct strbuf valid; /* a bit for each row, from the lowest: is there a value? */
    struct strbuf values; /* numbers, bits, or where each text ends */
    struct strbuf text;
};

struct arrow_batch {
    const struct answer_rows *rows;
    struct arrow_column *column;
    size_t n, room, at;
    int64_t length;
};

static void add_column(void *batch, const struct answer_cell *cell)
{
    struct arrow_batch *b = batch;
    static const int32_t zero = 0;
    b->column = grow(b->column, b->n, &b->room, sizeof *b->column);
    struct arrow_column *c = &b->column[b->n++];
    *c = (struct arrow_column){.kind = cell->kind};
    if (c->kind == ANSWER_STRING)
        strbuf_add(&c->values, (const char *)&zero, sizeof zero);
}

struct arrow_batch *arrow_batch_new(const struct answer_rows *rows)
{
    struct arrow_batch *b = xcalloc(1, sizeof *b);
    b->rows = rows;
    answer_cells(rows, NULL, add_column, b);
    return b;
}

static void add_bit(struct strbuf *bits, int64_t at, bool is)
{
    if (at % 8 == 0)
        strbuf_putc(bits, '\0');
    if (is)
        bits->at[at / 8] = (char)((unsigned char)bits->at[at / 8] | 1U << at % 8);
}

static void add_value(void *batch, const struct answer_cell *cell)
{
    struct arrow_batch *b = batch;
    struct arrow_column *c = &b->column[b->at++];
    add_bit(&c->valid, b->length, !cell->missing);
    c->nulls += cell->missing;
    if (c->kind == ANSWER_BOOL) {
        add_bit(&c->values, b->length, cell->integer != 0);
    } else if (c->kind == ANSWER_STRING) {
        utf8_clean(&c->text, cell->text);
        const int32_t end = (int32_t)c->text.length;
        strbuf_add(&c->values, (const char *)&end, sizeof end);
    } else if (c->kind == ANSWER_REAL) {
        strbuf_add(&c->values, (const char *)&cell->real, sizeof cell->real);
    } else {
        strbuf_add(&c->values, (const char *)&cell->integer, sizeof cell->integer);
    }
}

void arrow_batch_add(struct arrow_batch *b, const void *record)
{
    b->at = 0;
    answer_cells(b->rows, record, add_value, b);
    b->length++;
}

int64_t arrow_batch_rows(const struct arrow_batch *b)
{
    return b->length;
}

bool arrow_batch_is_full(const struct arrow_batch *b)
{
    size_t bytes = 0;
    for (size_t i = 0; i < b->n; i++)
        bytes += b->column[i].text.length;
    return b->length >= ROWS_ENOUGH || bytes >= BYTES_ENOUGH;
}

void arrow_batch_free(struct arrow_batch *b)
{
    for (size_t i = 0; i < b->n; i++) {
        strbuf_done(&b->column[i].valid);
        strbuf_done(&b->column[i].values);
        strbuf_done(&b->column[i].text);
    }
    xfree(b->column);
    xfree(b);
}

/* ---- handing on ---- */

static void release_values(struct ArrowArray *a)
{
    for (int64_t i = 0; i < a->n_buffers; i++)
        xfree((void *)a->buffers[i]);
    xfree((void *)a->buffers);
    a->release = NULL;
}

static void release_batch(struct ArrowArray *a)
{
    for (int64_t i = 0; i < a->n_children; i++) {
        if (a->children[i]->release != NULL)
            a->children[i]->release(a->children[i]);
        xfree(a->children[i]);
    }
    xfree(a->children);
    release_values(a);
}

static const void *take(struct strbuf *buffer)
{
    const void *at = buffer->at;
    *buffer = (struct strbuf){0};
    return at;
}

static struct ArrowArray *take_column(struct arrow_column *c, int64_t length)
{
    struct ArrowArray *a = xcalloc(1, sizeof *a);
    *a = (struct ArrowArray){.length = length,
                             .null_count = c->nulls,
                             .n_buffers = c->kind == ANSWER_STRING ? BUFFERS_MOST : BUFFERS_MOST - 1,
                             .buffers = xcalloc(BUFFERS_MOST, sizeof(void *)),
                             .release = release_values};
    a->buffers[0] = c->nulls != 0 ? take(&c->valid) : NULL;
    a->buffers[1] = take(&c->values);
    a->buffers[2] = take(&c->text);
    return a;
}

void arrow_batch_take(struct arrow_batch *b, struct ArrowArray *out)
{
    struct ArrowArray made = {.length = b->length,
                              .n_buffers = 1, /* no row is null as a whole */
                              .buffers = xcalloc(1, sizeof(void *)),
                              .children = xcalloc(b->n + 1, sizeof(struct ArrowArray *)),
                              .release = release_batch};
    for (; made.n_children < (int64_t)b->n; made.n_children++)
        made.children[made.n_children] = take_column(&b->column[made.n_children], b->length);
    arrow_batch_free(b);
    *out = made;
}
