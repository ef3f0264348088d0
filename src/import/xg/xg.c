/* eXtreme Gammon .xg and .xgp: the container. A header with a thumbnail, then zlib streams, a registry that names
 * them, a trailer. Layout: docs/formats/xg.md, from the vendor's published description. Every offset and size is
 * checked against the file before it is used. */
#include "import/xg/xg.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/attempt.h"
#include "base/bytes.h"
#include "import/readers.h"

enum {
    HEADER_SIZE = 8232,
    TRAILER_SIZE = 36,
    ENTRY_SIZE = 532,
    NAME_ROOM = 255,
    STORED = 1,
    MEMBER_LIMIT = 64 << 20, /* a long money session has about 10 MB of records */
    REGISTRY_LIMIT = 1 << 20
};

int xg_sniff(struct span head)
{
    return head.length >= 12 && memcmp(head.at, "RGMH", 4) == 0 ? 100 : 0;
}

static void end_inflating(void *z)
{
    inflateEnd(z);
}

/* Inflates one zlib stream of at most `limit` bytes. */
static bool unpack(struct span packed, size_t limit, struct strbuf *out)
{
    z_stream z = {.next_in = (Bytef *)(size_t)packed.at, .avail_in = (uInt)packed.length};
    if (inflateInit(&z) != Z_OK)
        return false;
    attempt_hold(&z, end_inflating);
    int state = Z_OK;
    while (state == Z_OK && out->length <= limit) {
        Bytef chunk[16384];
        z.next_out = chunk;
        z.avail_out = sizeof chunk;
        state = inflate(&z, Z_NO_FLUSH);
        strbuf_add(out, (char *)chunk, sizeof chunk - z.avail_out);
        if (state == Z_OK && z.avail_in == 0 && z.avail_out != 0)
            state = Z_DATA_ERROR;
    }
    attempt_release(&z, end_inflating);
    return state == Z_STREAM_END && out->length <= limit;
}

/* Where the parts of the file lie. */
struct layout {
    struct span data, registry;
    bool registry_packed;
    int n_members;
};

static bool find_layout(struct span file, struct layout *l, struct diags *d)
{
    if (file.length < HEADER_SIZE + TRAILER_SIZE) {
        diag_offset(d, SEVERITY_ERROR, (long)file.length, "found the end of the file, expected a header of %d bytes",
                    HEADER_SIZE);
        return false;
    }
    struct bytes trailer = {.data = span_sub(file, file.length - TRAILER_SIZE, TRAILER_SIZE)};
    bytes_skip(&trailer, 4); /* CRC of data and registry; the members carry their own */
    l->n_members = bytes_i32(&trailer);
    bytes_skip(&trailer, 4);
    int64_t registry = bytes_i32(&trailer), data = bytes_i32(&trailer);
    l->registry_packed = bytes_i8(&trailer) != 0;
    int64_t room = (int64_t)file.length - HEADER_SIZE - TRAILER_SIZE;
    if (registry <= 0 || data < 0 || registry + data > room || l->n_members <= 0) {
        diag_offset(d, SEVERITY_ERROR, (long)file.length - TRAILER_SIZE,
                    "found a trailer of %d members, %lld and %lld bytes, expected sizes that fit the file (cut off?)",
                    l->n_members, (long long)registry, (long long)data);
        return false;
    }
    size_t start = file.length - TRAILER_SIZE - (size_t)registry;
    l->registry = span_sub(file, start, (size_t)registry);
    l->data = span_sub(file, start - (size_t)data, (size_t)data);
    return true;
}

/* Unpacks the member described at `entry` into `out`; a damaged one is an error that names it. */
static bool read_member(const struct layout *l, struct span entry, struct strbuf *out, struct diags *d)
{
    struct bytes b = {.data = entry};
    struct span name = bytes_short_string(&b, NAME_ROOM);
    bytes_skip(&b, NAME_ROOM + 1);
    int64_t size = bytes_i32(&b), packed_size = bytes_i32(&b), start = bytes_i32(&b);
    uint32_t crc = bytes_u32(&b);
    bool stored = bytes_i8(&b) == STORED;
    if (size < 0 || packed_size < 0 || start < 0 || start + packed_size > (int64_t)l->data.length ||
        size > MEMBER_LIMIT) {
        diag_offset(d, SEVERITY_ERROR, -1, "found member %.*s at %lld of %lld bytes, expected it inside the file",
                    (int)name.length, name.at, (long long)start, (long long)packed_size);
        return false;
    }
    struct span packed = span_sub(l->data, (size_t)start, (size_t)packed_size);
    if (stored)
        strbuf_add(out, packed.at, packed.length);
    else if (!unpack(packed, (size_t)size, out)) {
        diag_offset(d, SEVERITY_ERROR, -1, "found member %.*s damaged, expected a zlib stream of %lld bytes",
                    (int)name.length, name.at, (long long)size);
        return false;
    }
    uLong found = crc32(crc32(0, NULL, 0), (const Bytef *)strbuf_text(out), (uInt)out->length);
    if (found != crc)
        diag_offset(d, SEVERITY_WARNING, -1, "found checksum %08lx in member %.*s, expected %08lx", found,
                    (int)name.length, name.at, (unsigned long)crc);
    return true;
}

static bool entry_is(struct span entry, const char *name)
{
    struct bytes b = {.data = entry};
    return span_equal_nocase(bytes_short_string(&b, NAME_ROOM), name);
}

static bool read_members(const struct layout *l, struct span registry, struct strbuf unpacked[3], struct diags *d)
{
    static const char *const names[3] = {"temp.xg", "temp.xgc", "temp.xgr"};
    for (size_t at = 0; at + ENTRY_SIZE <= registry.length; at += ENTRY_SIZE) {
        struct span entry = span_sub(registry, at, ENTRY_SIZE);
        for (int i = 0; i < 3; i++)
            if (entry_is(entry, names[i]) && unpacked[i].length == 0 && !read_member(l, entry, &unpacked[i], d))
                return false;
    }
    return true;
}

static struct match *read_container(struct span file, struct strbuf unpacked[3], struct strbuf *registry,
                                    struct diags *d)
{
    struct layout l;
    if (!find_layout(file, &l, d))
        return NULL;
    if (!l.registry_packed)
        strbuf_add(registry, l.registry.at, l.registry.length);
    else if (!unpack(l.registry, REGISTRY_LIMIT, registry)) {
        diag_offset(d, SEVERITY_ERROR, (long)(l.registry.at - file.at),
                    "found a damaged registry, expected a zlib stream with the list of members");
        return NULL;
    }
    if (!read_members(&l, (struct span){strbuf_text(registry), registry->length}, unpacked, d))
        return NULL;
    struct xg_members members = {
        .records = {strbuf_text(&unpacked[0]), unpacked[0].length},
        .comments = {strbuf_text(&unpacked[1]), unpacked[1].length},
        .rollouts = {strbuf_text(&unpacked[2]), unpacked[2].length},
    };
    return xg_records(&members, d);
}

bool xg_read(struct span file, struct receiver *out, struct diags *d)
{
    struct strbuf unpacked[3] = {{0}}, registry = {0};
    struct match *m = read_container(file, unpacked, &registry, d);
    for (int i = 0; i < 3; i++)
        strbuf_done(&unpacked[i]);
    strbuf_done(&registry);
    if (m != NULL)
        match_hand_on(m, out);
    return m != NULL;
}
