/* JSON writer; see jsonw.h. Grammar: RFC 8259. */
#include "document/jsonw.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"

/* `escape`: bytes that are no UTF-8 can be got back. */
static void put_string(struct strbuf *out, const char *s, bool escape);

void jsonw_begin(struct jsonw *j, struct strbuf *out)
{
    *j = (struct jsonw){.out = out, .empty = true};
}

void jsonw_finish(struct jsonw *j)
{
    assert(j->depth == 0);
    strbuf_putc(j->out, '\n');
}

static void new_line(struct jsonw *j)
{
    if (j->flat != 0)
        return;
    strbuf_putc(j->out, '\n');
    strbuf_fill(j->out, ' ', (size_t)j->depth);
}

/* Comma, line and key before a value. */
static void before_value(struct jsonw *j, const char *key)
{
    if (j->depth > 0) {
        if (!j->empty)
            strbuf_puts(j->out, j->flat != 0 ? ", " : ",");
        new_line(j);
    }
    j->empty = false;
    if (key != NULL) {
        put_string(j->out, key, false);
        strbuf_puts(j->out, ": ");
    }
}

static void open_level(struct jsonw *j, const char *key, char opener, char closer, bool flat)
{
    assert(j->depth < JSON_DEPTH);
    before_value(j, key);
    strbuf_putc(j->out, opener);
    j->closer[j->depth++] = closer;
    j->empty = true;
    if (flat && j->flat == 0)
        j->flat = j->depth;
}

void jsonw_object(struct jsonw *j, const char *key)
{
    open_level(j, key, '{', '}', false);
}

void jsonw_array(struct jsonw *j, const char *key)
{
    open_level(j, key, '[', ']', false);
}

void jsonw_object_flat(struct jsonw *j, const char *key)
{
    open_level(j, key, '{', '}', true);
}

void jsonw_array_flat(struct jsonw *j, const char *key)
{
    open_level(j, key, '[', ']', true);
}

void jsonw_end(struct jsonw *j)
{
    assert(j->depth > 0);
    j->depth--;
    if (!j->empty)
        new_line(j);
    strbuf_putc(j->out, j->closer[j->depth]);
    j->empty = false;
    if (j->flat > j->depth)
        j->flat = 0;
}

void jsonw_null(struct jsonw *j, const char *key)
{
    before_value(j, key);
    strbuf_puts(j->out, "null");
}

void jsonw_bool(struct jsonw *j, const char *key, bool value)
{
    before_value(j, key);
    strbuf_puts(j->out, value ? "true" : "false");
}

void jsonw_int(struct jsonw *j, const char *key, int64_t value)
{
    before_value(j, key);
    strbuf_int(j->out, value);
}

void jsonw_raw(struct jsonw *j, const char *key, const char *json)
{
    before_value(j, key);
    strbuf_puts(j->out, json);
}

void jsonw_number(struct jsonw *j, const char *key, double value, int decimals)
{
    if (!isfinite(value)) {
        jsonw_null(j, key);
        return;
    }
    before_value(j, key);
    strbuf_fixed(j->out, value, decimals);
    if (decimals == 0)
        return;
    while (j->out->at[j->out->length - 1] == '0')
        j->out->length--;
    if (j->out->at[j->out->length - 1] == '.')
        j->out->length--;
    j->out->at[j->out->length] = '\0';
}

void jsonw_string(struct jsonw *j, const char *key, const char *value)
{
    if (value == NULL) {
        jsonw_null(j, key);
        return;
    }
    before_value(j, key);
    put_string(j->out, value, false);
}

void jsonw_path(struct jsonw *j, const char *key, const char *path)
{
    if (path == NULL) {
        jsonw_null(j, key);
        return;
    }
    before_value(j, key);
    put_string(j->out, path, true);
}

static bool is_plain(char c)
{
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x7F && c != '"' && c != '\\';
}

static void put_escaped(struct strbuf *out, char c)
{
    static const char names[] = "\"\"\\\\\nn\tt\rr\bb\ff";
    for (const char *n = names; *n != '\0'; n += 2)
        if (*n == c) {
            strbuf_putc(out, '\\');
            strbuf_putc(out, n[1]);
            return;
        }
    strbuf_printf(out, "\\u%04x", (unsigned char)c);
}

/* Plain ASCII in long stretches; all else character by character. */
/* `escape`: bytes that are no UTF-8 can be got back. */
static void put_string(struct strbuf *out, const char *s, bool escape)
{
    strbuf_putc(out, '"');
    struct span rest = span_of(s);
    while (rest.length != 0) {
        size_t n = 0;
        while (n < rest.length && is_plain(rest.at[n]))
            n++;
        strbuf_add(out, rest.at, n);
        rest = (struct span){rest.at + n, rest.length - n};
        if (rest.length == 0)
            break;
        n = utf8_length(rest);
        if (n > 1)
            strbuf_add(out, rest.at, n);
        else if (n == 1)
            put_escaped(out, rest.at[0]);
        else if (escape)
            strbuf_printf(out, "\\udc%02x", (unsigned char)rest.at[0]);
        else
            strbuf_puts(out, "\xEF\xBF\xBD");
        n = n != 0 ? n : 1;
        rest = (struct span){rest.at + n, rest.length - n};
    }
    strbuf_putc(out, '"');
}
