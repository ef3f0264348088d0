/* SMILE decoder; see smile.h. A token is one byte whose range gives its kind; texts
 * met before can be named by number, names and values in a table each. Beyond what a document may hold (depth, size)
 * it is refused. */
#include "import/bgf/smile.h"

#include <math.h>
#include <string.h>

#include "base/format.h"

enum {
    DEEPEST = 200,
    SHARED_MAX = 1024, /* then a table begins anew */
    END_OF_TEXT = 0xfc,
    NAMES_SHARED = 1, /* flags of the header */
    VALUES_SHARED = 2
};

struct shared {
    const char *text[SHARED_MAX];
    size_t n;
    bool used;
};

struct smile {
    struct span bytes;
    size_t at;
    struct arena *arena;
    struct shared names, values;
    const char *problem;
};

static int take(struct smile *s)
{
    if (s->at < s->bytes.length)
        return (unsigned char)s->bytes.at[s->at++];
    s->problem = W_("the document breaks off");
    return -1;
}

static struct smile_node *fail(struct smile *s, const char *problem)
{
    if (s->problem == NULL)
        s->problem = problem;
    return NULL;
}

static struct smile_node *node(struct smile *s, enum smile_kind kind)
{
    struct smile_node *n = arena_alloc(s->arena, sizeof *n);
    n->kind = kind;
    return n;
}

/* ---- texts ---- */

static const char *text_of(struct smile *s, size_t length)
{
    if (length > s->bytes.length - s->at) {
        fail(s, "the document breaks off");
        return NULL;
    }
    const char *text = arena_strndup(s->arena, s->bytes.at + s->at, length);
    s->at += length;
    return text;
}

static const char *long_text(struct smile *s)
{
    const char *from = s->bytes.at + s->at;
    const char *end = memchr(from, END_OF_TEXT, s->bytes.length - s->at);
    if (end == NULL) {
        fail(s, "a text without its end");
        return NULL;
    }
    const char *text = text_of(s, (size_t)(end - from));
    s->at++;
    return text;
}

static const char *share(struct shared *table, const char *text)
{
    if (!table->used || text == NULL)
        return text;
    if (table->n == SHARED_MAX)
        table->n = 0;
    table->text[table->n++] = text;
    return text;
}

static const char *shared_text(struct smile *s, const struct shared *table, size_t index)
{
    if (index < table->n)
        return table->text[index];
    fail(s, "a reference to a text that was not met before");
    return NULL;
}

static const char *short_text(struct smile *s, struct shared *table, int length)
{
    return share(table, text_of(s, (size_t)length));
}

/* ---- numbers ---- */

/* Seven bits a byte, the last one has its high bit set and gives six. */
static uint64_t variable_int(struct smile *s)
{
    enum { LONGEST = 10 };
    uint64_t value = 0;
    for (int i = 0; i <= LONGEST; i++) {
        const int byte = take(s);
        if (byte < 0)
            return 0;
        if (byte & 0x80)
            return value << 6 | (uint64_t)(byte & 0x3f);
        value = value << 7 | (uint64_t)byte;
    }
    fail(s, "a number that is too long");
    return 0;
}

static struct smile_node *integer(struct smile *s, uint64_t zigzag)
{
    struct smile_node *n = node(s, SMILE_INTEGER);
    n->integer = (int64_t)(zigzag >> 1) ^ -(int64_t)(zigzag & 1);
    n->real = (double)n->integer;
    return n;
}

/* A float or double as its bits, seven a byte. */
static struct smile_node *real(struct smile *s, int n_bytes)
{
    struct smile_node *n = node(s, SMILE_REAL);
    uint64_t bits = 0;
    for (int i = 0; i < n_bytes; i++)
        bits = bits << 7 | (uint64_t)(take(s) & 0x7f);
    if (n_bytes == 5) {
        float value;
        const uint32_t low = (uint32_t)bits;
        memcpy(&value, &low, sizeof value);
        n->real = (double)value;
    } else
        memcpy(&n->real, &bits, sizeof n->real);
    if (!isfinite(n->real))
        n->kind = SMILE_NULL;
    return n;
}

/* Big numbers and raw bytes: stepped over, read as null. */
static struct smile_node *skipped(struct smile *s, bool seven_bits)
{
    const uint64_t length = variable_int(s);
    const uint64_t bytes = seven_bits ? length + (length + 6) / 7 : length;
    if (length > s->bytes.length || bytes > s->bytes.length - s->at)
        return fail(s, "the document breaks off");
    s->at += (size_t)bytes;
    return node(s, SMILE_NULL);
}

/* ---- values ---- */

static struct smile_node *value(struct smile *s, int token, int depth);

static struct smile_node *string(struct smile *s, const char *text)
{
    if (text == NULL)
        return NULL;
    struct smile_node *n = node(s, SMILE_STRING);
    n->text = text;
    return n;
}

static struct smile_node *array(struct smile *s, int depth)
{
    struct smile_node *n = node(s, SMILE_ARRAY), **end = &n->first;
    for (int token = take(s); token != 0xf9; token = take(s)) {
        *end = token < 0 ? NULL : value(s, token, depth);
        if (*end == NULL)
            return NULL;
        end = &(*end)->next;
    }
    return n;
}

static const char *name(struct smile *s, int token)
{
    if (token == 0x20)
        return "";
    if (token >= 0x30 && token <= 0x33)
        return shared_text(s, &s->names, (size_t)((token & 3) << 8 | (take(s) & 0xff)));
    if (token == 0x34)
        return long_text(s);
    if (token >= 0x40 && token <= 0x7f)
        return shared_text(s, &s->names, (size_t)(token - 0x40));
    if (token >= 0x80 && token <= 0xbf)
        return short_text(s, &s->names, token - 0x80 + 1);
    if (token >= 0xc0 && token <= 0xf7)
        return short_text(s, &s->names, token - 0xc0 + 2);
    fail(s, "a byte that begins no name");
    return NULL;
}

static struct smile_node *object(struct smile *s, int depth)
{
    struct smile_node *n = node(s, SMILE_OBJECT), **end = &n->first;
    for (int token = take(s); token != 0xfb; token = take(s)) {
        const char *key = token < 0 ? NULL : name(s, token);
        const int first = key != NULL ? take(s) : -1;
        *end = first < 0 ? NULL : value(s, first, depth);
        if (*end == NULL)
            return NULL;
        (*end)->name = key;
        end = &(*end)->next;
    }
    return n;
}

static struct smile_node *truth(struct smile *s, int token)
{
    struct smile_node *n = node(s, SMILE_BOOL);
    n->integer = token == 0x23;
    return n;
}

/* Tokens 0x20..0x3f and 0xe0..0xff. */
static struct smile_node *single(struct smile *s, int token, int depth)
{
    switch (token) {
    case 0x20:
        return string(s, "");
    case 0x21:
        return node(s, SMILE_NULL);
    case 0x22:
    case 0x23:
        return truth(s, token);
    case 0x24:
    case 0x25:
        return integer(s, variable_int(s));
    case 0x26:
        return skipped(s, true);
    case 0x28:
        return real(s, 5);
    case 0x29:
        return real(s, 10);
    case 0x2a:
        variable_int(s); /* scale of a decimal number */
        return skipped(s, true);
    case 0xe0:
    case 0xe4:
        return string(s, long_text(s));
    case 0xe8:
        return skipped(s, true);
    case 0xec:
    case 0xed:
    case 0xee:
    case 0xef:
        return string(s, shared_text(s, &s->values, (size_t)((token & 3) << 8 | (take(s) & 0xff))));
    case 0xf8:
        return array(s, depth + 1);
    case 0xfa:
        return object(s, depth + 1);
    case 0xfd:
        return skipped(s, false);
    default:
        return fail(s, "a byte that begins no value");
    }
}

static struct smile_node *value(struct smile *s, int token, int depth)
{
    if (depth > DEEPEST)
        return fail(s, "values within values beyond any use");
    if (token >= 0x01 && token <= 0x1f)
        return string(s, shared_text(s, &s->values, (size_t)(token - 1)));
    if (token >= 0x40 && token <= 0x7f)
        return string(s, short_text(s, &s->values, token - 0x40 + 1));
    if (token >= 0x80 && token <= 0xbf)
        return string(s, short_text(s, &s->values, token - 0x80 + 2));
    if (token >= 0xc0 && token <= 0xdf)
        return integer(s, (uint64_t)(token - 0xc0));
    return single(s, token, depth);
}

const struct smile_node *smile_read(struct span bytes, struct arena *a, const char **problem, size_t *fault)
{
    struct smile *s = arena_alloc(a, sizeof *s);
    *s = (struct smile){.bytes = bytes, .arena = a};
    struct smile_node *n = NULL;
    if (bytes.length < 4 || memcmp(bytes.at, ":)\n", 3) != 0)
        fail(s, "no SMILE header");
    else {
        s->names.used = (bytes.at[3] & NAMES_SHARED) != 0;
        s->values.used = (bytes.at[3] & VALUES_SHARED) != 0;
        s->at = 4;
        const int token = take(s);
        n = token < 0 ? NULL : value(s, token, 0);
    }
    *problem = s->problem;
    *fault = s->at;
    return s->problem == NULL ? n : NULL;
}

/* ---- looking at it ---- */

const struct smile_node *smile_member(const struct smile_node *n, const char *wanted)
{
    if (n == NULL || n->kind != SMILE_OBJECT)
        return NULL;
    for (const struct smile_node *m = n->first; m != NULL; m = m->next)
        if (m->name != NULL && strcmp(m->name, wanted) == 0)
            return m;
    return NULL;
}

int64_t smile_integer(const struct smile_node *n, const char *wanted, int64_t otherwise)
{
    const struct smile_node *m = smile_member(n, wanted);
    if (m == NULL || (m->kind != SMILE_INTEGER && m->kind != SMILE_BOOL && m->kind != SMILE_REAL))
        return otherwise;
    if (m->kind != SMILE_REAL)
        return m->integer;
    return fabs(m->real) < 1e9 ? (int64_t)m->real : otherwise;
}

const char *smile_text(const struct smile_node *n, const char *wanted, const char *otherwise)
{
    const struct smile_node *m = smile_member(n, wanted);
    return m != NULL && m->kind == SMILE_STRING ? m->text : otherwise;
}
