/* A length (8 bytes, the least first) and a zlib stream. */
#include "collection/pack.h"

#include <stdint.h>
#include <stdlib.h>
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
