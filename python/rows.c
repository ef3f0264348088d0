/* Rows of a cursor, or of an Arrow stream, as columns that numpy takes over: numbers as doubles (NAN = not known),
 * texts as numbers of the column's distinct texts (-1 = not known), so that each of those becomes a text of Python's
 * once. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Distinct texts, numbered as they come. */
struct taken_texts {
    char *bytes;
    int64_t *end; /* of each in `bytes` */
    int32_t *slot; /* [slots], a power of two: numbers from 1, by hash; 0 = free */
    size_t n_bytes, room_bytes;
    int32_t n, room;
    uint32_t slots;
};

struct taken_column {
    bool is_text;
    double *number;
    int32_t *code;
    struct taken_texts texts;
};

struct kibitzer_python_rows {
    struct taken_column *column;
    int columns;
    int64_t n, room;
};

/* `*at` with room for `wanted` things of `size`; false without memory. */
static bool has_room(void **at, size_t *room, size_t wanted, size_t size)
{
    size_t more = *room > 0 ? *room : 256;
    while (more < wanted)
        more *= 2;
    void *grown = more > *room ? realloc(*at, more * size) : *at;
    if (grown == NULL)
        return false;
    *at = grown;
    *room = more;
    return true;
}

static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619U;
    return hash;
}

static const char *text_at(const struct taken_texts *t, int32_t i, size_t *length)
{
    const int64_t from = i > 0 ? t->end[i - 1] : 0;
    *length = (size_t)(t->end[i] - from);
    return t->bytes + from;
}

/* Where a text is, or is to be. */
static int32_t *slot_of(const struct taken_texts *t, const char *text, size_t length)
{
    for (uint32_t at = hash_of(text, length) & (t->slots - 1);; at = (at + 1) & (t->slots - 1)) {
        size_t its_length;
        if (t->slot[at] == 0)
            return &t->slot[at];
        const char *its = text_at(t, t->slot[at] - 1, &its_length);
        if (its_length == length && memcmp(its, text, length) == 0)
            return &t->slot[at];
    }
}

static bool spread(struct taken_texts *t)
{
    const uint32_t slots = t->slots > 0 ? 4 * t->slots : 256;
    int32_t *larger = calloc(slots, sizeof *larger);
    if (larger == NULL)
        return false;
    free(t->slot);
    t->slot = larger;
    t->slots = slots;
    for (int32_t i = 0; i < t->n; i++) {
        size_t length;
        const char *text = text_at(t, i, &length);
        *slot_of(t, text, length) = i + 1;
    }
    return true;
}

/* The number of a text; -2 without memory. */
static int32_t number_of(struct taken_texts *t, const char *text, size_t length)
{
    size_t room = (size_t)t->room;
    if ((uint32_t)t->n * 2 >= t->slots && !spread(t))
        return -2;
    int32_t *slot = slot_of(t, text, length);
    if (*slot != 0)
        return *slot - 1;
    if (!has_room((void **)&t->bytes, &t->room_bytes, t->n_bytes + length + 1, 1) ||
        !has_room((void **)&t->end, &room, (size_t)t->n + 1, sizeof *t->end))
        return -2;
    t->room = (int32_t)room;
    memcpy(t->bytes + t->n_bytes, text, length);
    t->n_bytes += length;
    t->end[t->n] = (int64_t)t->n_bytes;
    *slot = ++t->n;
    return t->n - 1;
}

/* ---- rows ---- */

static void kibitzer_python_rows_free(struct kibitzer_python_rows *r)
{
    for (int i = 0; r != NULL && i < r->columns; i++) {
        struct taken_column *c = &r->column[i];
        free(c->number);
        free(c->code);
        free(c->texts.bytes);
        free(c->texts.end);
        free(c->texts.slot);
    }
    if (r != NULL)
        free(r->column);
    free(r);
}

/* `kinds`: a letter for each column, t = a text. */
static struct kibitzer_python_rows *kibitzer_python_rows_new(const char *kinds)
{
    struct kibitzer_python_rows *r = calloc(1, sizeof *r);
    const size_t n = strlen(kinds);
    if (r == NULL || (r->column = calloc(n + 1, sizeof *r->column)) == NULL) {
        free(r);
        return NULL;
    }
    r->columns = (int)n;
    for (size_t i = 0; i < n; i++)
        r->column[i].is_text = kinds[i] == 't';
    return r;
}

static bool has_rows(struct kibitzer_python_rows *r, int64_t wanted)
{
    const size_t before = (size_t)r->room;
    for (int i = 0; i < r->columns && wanted > r->room; i++) {
        struct taken_column *c = &r->column[i];
        size_t room = before;
        if (!(c->is_text ? has_room((void **)&c->code, &room, (size_t)wanted, sizeof *c->code)
                         : has_room((void **)&c->number, &room, (size_t)wanted, sizeof *c->number)))
            return false;
        if (i == r->columns - 1)
            r->room = (int64_t)room;
    }
    return true;
}

static bool put_text(struct taken_column *c, int64_t row, const char *text, size_t length)
{
    c->code[row] = text != NULL ? number_of(&c->texts, text, length) : -1;
    return c->code[row] != -2;
}

/* What is left of a cursor: a code. */
static int kibitzer_python_rows_of_cursor(struct kibitzer_python_rows *r, struct kibitzer_cursor *k,
                                          struct kibitzer_call *c)
{
    int found;
    while ((found = kibitzer_cursor_next(k, c)) == 1) {
        if (!has_rows(r, r->n + 1))
            return KIBITZER_NO_MEMORY;
        for (int i = 0; i < r->columns; i++) {
            struct taken_column *to = &r->column[i];
            if (!to->is_text)
                to->number[r->n] = kibitzer_cursor_number(k, (size_t)i);
            const char *text = to->is_text ? kibitzer_cursor_text(k, (size_t)i) : NULL;
            if (to->is_text && !put_text(to, r->n, text, text != NULL ? strlen(text) : 0))
                return KIBITZER_NO_MEMORY;
        }
        r->n++;
    }
    return found;
}

/* The numbers of the row at hand; of texts nothing. */
static void kibitzer_python_row(struct kibitzer_cursor *k, double *out, int columns)
{
    for (int i = 0; i < columns; i++)
        out[i] = kibitzer_cursor_number(k, (size_t)i);
}

/* ---- Arrow ---- */

static bool bit(const void *bits, int64_t i)
{
    return ((const unsigned char *)bits)[i / 8] >> i % 8 & 1;
}

static bool put_value(struct taken_column *c, int64_t row, const struct ArrowArray *a, char format, int64_t i)
{
    const bool known = a->null_count == 0 || a->buffers[0] == NULL || bit(a->buffers[0], i);
    if (c->is_text) {
        const int32_t *ends = a->buffers[1];
        return put_text(c, row, known ? (const char *)a->buffers[2] + ends[i] : NULL,
                        known ? (size_t)(ends[i + 1] - ends[i]) : 0);
    }
    c->number[row] = !known          ? NAN
                     : format == 'l' ? (double)((const int64_t *)a->buffers[1])[i]
                     : format == 'g' ? ((const double *)a->buffers[1])[i]
                                     : (double)bit(a->buffers[1], i);
    return true;
}

/* All of a stream whose columns have these formats ("l", "g", "b", "u"): an errno. */
static int kibitzer_python_rows_of_stream(struct kibitzer_python_rows *r, struct ArrowArrayStream *s,
                                          const char *formats)
{
    struct ArrowArray batch;
    for (int code; (code = s->get_next(s, &batch)) != 0 || batch.release != NULL; r->n += batch.length) {
        if (code != 0)
            return code;
        bool good = has_rows(r, r->n + batch.length);
        for (int i = 0; good && i < r->columns; i++)
            for (int64_t row = 0; good && row < batch.length; row++)
                good = put_value(&r->column[i], r->n + row, batch.children[i], formats[i], batch.offset + row);
        batch.release(&batch);
        if (!good)
            return ENOMEM;
    }
    return 0;
}

static int kibitzer_python_stream_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    return s->get_schema(s, out);
}

static const char *kibitzer_python_stream_error(struct ArrowArrayStream *s)
{
    return s->get_last_error(s);
}

/* ---- what numpy takes over ---- */

static int64_t kibitzer_python_rows_count(const struct kibitzer_python_rows *r)
{
    return r->n;
}

static const double *kibitzer_python_rows_numbers(const struct kibitzer_python_rows *r, int column)
{
    return r->column[column].number;
}

static const int32_t *kibitzer_python_rows_codes(const struct kibitzer_python_rows *r, int column)
{
    return r->column[column].code;
}

/* How many distinct texts there are, and where each ends. */
static int32_t kibitzer_python_rows_texts(const struct kibitzer_python_rows *r, int column, const char **bytes,
                                          const int64_t **ends)
{
    *bytes = r->column[column].texts.bytes;
    *ends = r->column[column].texts.end;
    return r->column[column].texts.n;
}
