/* A length (8 bytes, the least first) and a zlib stream. */
#include "base/pack.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/xmalloc.h"

enum { HEAD = 8, LEVEL = 6, RATIO_MOST = 1032 /* of deflate */ };

/* No record comes near it: what claims to be larger is damaged. */
#define TEXT_MAX ((uint64_t)1 << 32)

void pack(struct span text, struct strbuf *out)
{
    const uLong given = (uLong)text.length;
    uLongf length = compressBound(given);
    Bytef *packed = xmalloc(length);
    for (int i = 0; i < HEAD; i++)
        strbuf_putc(out, (char)((uint64_t)text.length >> 8 * i & 0xff));
    if (compress2(packed, &length, (const Bytef *)text.at, given, LEVEL) == Z_OK)
        strbuf_add(out, (const char *)packed, length);
    xfree(packed);
}

bool unpack(struct span packed, struct strbuf *out)
{
    uint64_t length = 0;
    if (packed.length < HEAD || (uint64_t)packed.length >= TEXT_MAX)
        return false;
    for (int i = 0; i < HEAD; i++)
        length |= (uint64_t)(unsigned char)packed.at[i] << 8 * i;
    if (length >= TEXT_MAX || length > RATIO_MOST * (uint64_t)packed.length)
        return false;
    uLongf got = (uLongf)length;
    Bytef *text = xmalloc_or_null((size_t)length + 1);
    const bool ok = text != NULL &&
                    uncompress(text, &got, (const Bytef *)packed.at + HEAD, (uLong)packed.length - HEAD) == Z_OK &&
                    got == length;
    if (ok)
        strbuf_add(out, (const char *)text, (size_t)length);
    xfree(text);
    return ok;
}

/* ---- records ---- */

/* Where a figure stood. No dump has such a byte, nor the one that ends the words. */
#define FIGURE '\1'
#define END_OF_WORDS '\0'

enum { FIGURE_ROOM = 24 };

/* How long the figure at this place is, if a float is written so; else 0. */
static size_t figure_at(struct span text, float *value)
{
    char token[FIGURE_ROOM], again[FIGURE_ROOM];
    size_t n = 0;
    while (n < text.length && n + 1 < sizeof token && strchr("0123456789.-e", text.at[n]) != NULL && text.at[n] != '\0')
        n++;
    memcpy(token, text.at, n);
    token[n] = '\0';
    if (strchr(token, '.') == NULL)
        return 0;
    *value = strtof(token, NULL);
    snprintf(again, sizeof again, "%.9g", (double)*value);
    return strcmp(token, again) == 0 ? n : 0;
}

static void add_planes(struct strbuf *out, const uint32_t *figure, size_t n)
{
    for (int byte = 0; byte < 4; byte++)
        for (size_t i = 0; i < n; i++)
            strbuf_putc(out, (char)(figure[i] >> 8 * byte & 0xff));
}

void pack_record(struct span text, struct strbuf *out)
{
    struct strbuf apart = {0};
    uint32_t *figure = NULL;
    size_t n = 0, room = 0;
    const bool plain =
        memchr(text.at, FIGURE, text.length) != NULL || memchr(text.at, END_OF_WORDS, text.length) != NULL;
    for (size_t i = 0, length; !plain && i < text.length; i += length) {
        float value;
        length = i > 0 && text.at[i - 1] == ' ' ? figure_at(span_sub(text, i, text.length), &value) : 0;
        strbuf_putc(&apart, length > 0 ? FIGURE : text.at[i]);
        if (length > 0) {
            figure = grow(figure, n, &room, sizeof *figure);
            memcpy(&figure[n++], &value, sizeof value);
        }
        length += length == 0;
    }
    strbuf_putc(&apart, END_OF_WORDS);
    add_planes(&apart, figure, n);
    pack(plain ? text : (struct span){apart.at, apart.length}, out);
    xfree(figure);
    strbuf_done(&apart);
}

static float figure_of(struct span planes, size_t n, size_t i)
{
    uint32_t bits = 0;
    float value;
    for (size_t byte = 0; byte < 4; byte++)
        bits |= (uint32_t)(unsigned char)planes.at[byte * n + i] << 8 * byte;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool unpack_record(struct span packed, struct strbuf *out)
{
    struct strbuf apart = {0};
    bool ok = unpack(packed, &apart);
    const struct span all = {strbuf_text(&apart), apart.length}, words = {all.at, ok ? strlen(all.at) : 0},
                      planes = span_sub(all, words.length + 1, all.length);
    size_t n = 0, at = 0;
    for (size_t i = 0; words.length < all.length && i < words.length; i++)
        n += words.at[i] == FIGURE;
    ok = ok && planes.length == 4 * n;
    for (size_t i = 0; ok && i < words.length; i++)
        if (words.at[i] == FIGURE && words.length < all.length)
            strbuf_printf(out, "%.9g", (double)figure_of(planes, n, at++));
        else
            strbuf_putc(out, words.at[i]);
    strbuf_done(&apart);
    return ok;
}
