/* gzip, as it comes; see inflating.h. */
#include "service/inflating.h"

#include <stdint.h>
#include <zlib.h>

#include "base/xmalloc.h"

enum { GZIP_ALONE = 16 + MAX_WBITS, BLOCK = 1 << 15 };

struct inflating {
    z_stream z;
    size_t most;
    enum inflating_state state;
};

struct inflating *inflating_new(size_t most)
{
    struct inflating *u = xcalloc(1, sizeof *u);
    u->most = most;
    if (inflateInit2(&u->z, GZIP_ALONE) == Z_OK)
        return u;
    xfree(u);
    return NULL;
}

void inflating_free(struct inflating *u)
{
    if (u != NULL)
        inflateEnd(&u->z);
    xfree(u);
}

/* One block of output. */
static void unpack(struct inflating *u, struct strbuf *out)
{
    unsigned char block[BLOCK];
    u->z.next_out = block;
    u->z.avail_out = sizeof block;
    const int result = inflate(&u->z, Z_NO_FLUSH);
    const size_t n = sizeof block - u->z.avail_out;
    if (n > u->most - out->length)
        u->state = INFLATING_TOO_LARGE;
    else if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        u->state = INFLATING_BROKEN;
    else {
        strbuf_add(out, (const char *)block, n);
        u->state = result == Z_STREAM_END ? INFLATING_WHOLE : INFLATING_GOES_ON;
    }
}

/* A stream may have several members, one behind the other. */
static void begin_next(struct inflating *u)
{
    if (u->state == INFLATING_WHOLE && u->z.avail_in != 0)
        u->state = inflateReset(&u->z) == Z_OK ? INFLATING_GOES_ON : INFLATING_BROKEN;
}

void inflating_take(struct inflating *u, const char *bytes, size_t length, struct strbuf *out)
{
    u->z.next_in = (Bytef *)(uintptr_t)bytes;
    u->z.avail_in = (uInt)length;
    do {
        begin_next(u);
        if (u->state == INFLATING_GOES_ON)
            unpack(u, out);
    } while ((u->state == INFLATING_GOES_ON && (u->z.avail_in != 0 || u->z.avail_out == 0)) ||
             (u->state == INFLATING_WHOLE && u->z.avail_in != 0));
}

enum inflating_state inflating_state(const struct inflating *u)
{
    return u->state;
}
