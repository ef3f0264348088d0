/* One slot for each hash value, the newest answer wins: simple, and no slower than clever ones for a search whose
 * repetitions come soon or never. */
#include "engine/cache.h"

#include <stdlib.h>
#include <string.h>

struct cache {
    size_t size, stride;
    uint64_t mask;
    char *slots;
};

struct slot { /* followed by the value; a tag of 0 with an empty board = free */
    struct cache_key key;
};

struct cache *cache_new(size_t size, unsigned log2_slots)
{
    struct cache *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    const size_t align = _Alignof(struct slot);
    *c = (struct cache){.size = size, .stride = (sizeof(struct slot) + size + align - 1) / align * align};
    c->mask = ((uint64_t)1 << log2_slots) - 1;
    c->slots = aligned_alloc(64, ((c->mask + 1) * c->stride + 63) / 64 * 64);
    if (!c->slots) {
        free(c);
        return NULL;
    }
    memset(c->slots, 0, (c->mask + 1) * c->stride);
    return c;
}

void cache_free(struct cache *c)
{
    if (!c)
        return;
    free(c->slots);
    free(c);
}

uint64_t cache_hash(uint64_t seed, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    uint64_t h = seed ^ 0x9e3779b97f4a7c15u;
    for (; size >= 8; p += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    for (; size > 0; p++, size--)
        h = (h ^ *p) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 29;
}

static struct slot *slot_of(const struct cache *c, const struct cache_key *key)
{
    const uint64_t h = cache_hash(key->tag, &key->board, sizeof key->board);
    return (struct slot *)(c->slots + (h & c->mask) * c->stride);
}

const void *cache_find(const struct cache *c, const struct cache_key *key)
{
    if (!c)
        return NULL;
    const struct slot *s = slot_of(c, key);
    return s->key.tag == key->tag && board_equal(&s->key.board, &key->board) ? s + 1 : NULL;
}

void cache_put(struct cache *c, const struct cache_key *key, const void *value)
{
    if (!c)
        return;
    struct slot *s = slot_of(c, key);
    s->key = *key;
    memcpy(s + 1, value, c->size);
}
