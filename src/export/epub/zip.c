/* Zip files; see zip.h. The format: APPNOTE.TXT 4.3 of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16. */
#include "export/epub/zip.h"

#include <string.h>
#include <zlib.h>

#include "base/xmalloc.h"

enum { STORED = 0, DEFLATED = 8, VERSION = 20, FIRST_DAY = 1 << 5 | 1 /* 1980-01-01 */ };

static void put(struct strbuf *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        strbuf_putc(out, (char)(value >> 8 * i & 255));
}

struct member {
    const char *name;
    uint32_t crc, packed, size, at;
    uint16_t method;
};

/* What a member's own header and its entry in the directory share. */
static void put_facts(struct strbuf *out, const struct member *m)
{
    put(out, VERSION, 2);
    put(out, 0, 2); /* flags */
    put(out, m->method, 2);
    put(out, 0, 2); /* midnight */
    put(out, FIRST_DAY, 2);
    put(out, m->crc, 4);
    put(out, m->packed, 4);
    put(out, m->size, 4);
    put(out, (uint32_t)strlen(m->name), 2);
    put(out, 0, 2); /* extra fields */
}

static void list(struct zip *z, const struct member *m)
{
    put(&z->directory, 0x02014b50, 4);
    put(&z->directory, VERSION, 2);
    put_facts(&z->directory, m);
    put(&z->directory, 0, 2); /* comment */
    put(&z->directory, 0, 2); /* disk */
    put(&z->directory, 0, 2); /* internal attributes */
    put(&z->directory, 0, 4); /* external attributes */
    put(&z->directory, m->at, 4);
    strbuf_puts(&z->directory, m->name);
    z->n++;
}

/* Freed by the caller; NULL: memory ran out. */
static void *pack(const struct strbuf *bytes, uint32_t *length)
{
    z_stream s = {0};
    enum { RAW = -15, MEMORY = 8 };
    if (deflateInit2(&s, Z_BEST_COMPRESSION, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const uLong room = deflateBound(&s, bytes->length);
    unsigned char *packed = xmalloc_or_null(room);
    s.next_in = (unsigned char *)bytes->at;
    s.avail_in = (uInt)bytes->length;
    s.next_out = packed;
    s.avail_out = (uInt)room;
    const bool ok = packed != NULL && deflate(&s, Z_FINISH) == Z_STREAM_END;
    *length = (uint32_t)s.total_out;
    (void)deflateEnd(&s);
    if (ok)
        return packed;
    xfree(packed);
    return NULL;
}

bool zip_add(struct zip *z, const char *name, const struct strbuf *bytes, bool stored)
{
    struct member m = {.name = name,
                       .crc =
                           (uint32_t)crc32(crc32(0, NULL, 0), (const Bytef *)strbuf_text(bytes), (uInt)bytes->length),
                       .packed = (uint32_t)bytes->length,
                       .size = (uint32_t)bytes->length,
                       .at = (uint32_t)z->out->length,
                       .method = stored ? STORED : DEFLATED};
    void *packed = stored ? NULL : pack(bytes, &m.packed);
    if (!stored && packed == NULL)
        return false;
    put(z->out, 0x04034b50, 4);
    put_facts(z->out, &m);
    strbuf_puts(z->out, name);
    strbuf_add(z->out, stored ? strbuf_text(bytes) : packed, m.packed);
    xfree(packed);
    list(z, &m);
    return true;
}

void zip_end(struct zip *z)
{
    const uint32_t at = (uint32_t)z->out->length;
    strbuf_add(z->out, strbuf_text(&z->directory), z->directory.length);
    put(z->out, 0x06054b50, 4);
    put(z->out, 0, 4); /* disks */
    put(z->out, z->n, 2);
    put(z->out, z->n, 2);
    put(z->out, (uint32_t)z->directory.length, 4);
    put(z->out, at, 4);
    put(z->out, 0, 2); /* comment */
    strbuf_done(&z->directory);
}
