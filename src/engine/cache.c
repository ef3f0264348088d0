/* One slot for each hash value, the newest answer wins: simple, and no slower than clever ones for a search whose
 * repetitions come soon or never.
 *
 * Nobody waits. A slot begins with a stamp that is odd while somebody writes. A writer who finds it odd, or changed
 * before it was odd, leaves its answer out. A reader that finds it odd, or another one after reading than
 * before, has found nothing. Every word is atomic: it is stored with release and loaded with acquire order, so that a
 * reader who has seen any word of a newer answer also sees that the stamp has moved. */
#include "engine/cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

enum { WORD = sizeof(uint64_t), STAMP = 0, TAG = 1, BOARD = 2, VALUE = BOARD + sizeof(struct board) / WORD, LINE = 64 };

typedef _Atomic uint64_t word;

struct cache {
    size_t words; /* of a value; `size` fills them but for the last one's end */
    size_t size, stride; /* of a value in bytes, of a slot in words */
    uint64_t mask;
    word *slots;
    void *memory; /* what was allocated for them */
};

struct cache *cache_new(size_t size, unsigned log2_slots)
{
    const size_t n = (size_t)1 << log2_slots, words = (size + WORD - 1) / WORD;
    const size_t stride = ((VALUE + words) * WORD + LINE - 1) / LINE * LINE;
    struct cache *c = xmalloc_or_null(sizeof *c);
    void *memory = xcalloc_or_null(n + 1, stride); /* zeros that cost nothing until they are used */
    if (!c || !memory) {
        xfree(c), xfree(memory);
        return NULL;
    }
    c->words = words;
    c->size = size;
    c->stride = stride / WORD;
    c->mask = n - 1;
    c->memory = memory;
    c->slots = (word *)(((uintptr_t)memory + LINE - 1) / LINE * LINE);
    return c;
}

void cache_free(struct cache *c)
{
    if (!c)
        return;
    xfree(c->memory);
    xfree(c);
}

uint64_t cache_hash(uint64_t seed, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    uint64_t h = seed ^ 0x9e3779b97f4a7c15u;
    for (; size >= 8; p += 8, size -= 8) {
        uint64_t part;
        memcpy(&part, p, 8);
        h = (h ^ part) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    for (; size > 0; p++, size--)
        h = (h ^ *p) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 29;
}

static word *slot_of(const struct cache *c, const struct cache_key *key)
{
    const uint64_t h = cache_hash(key->tag, &key->board, sizeof key->board);
    return c->slots + (h & c->mask) * c->stride;
}

static uint64_t load(const word *w)
{
    return atomic_load_explicit(w, memory_order_acquire);
}

static void store(word *w, uint64_t value)
{
    atomic_store_explicit(w, value, memory_order_release);
}

static bool holds(const word *slot, const struct cache_key *key)
{
    uint64_t board[VALUE - BOARD];
    memcpy(board, &key->board, sizeof board);
    bool same = load(&slot[TAG]) == key->tag;
    for (int i = 0; i < VALUE - BOARD; i++)
        same &= load(&slot[BOARD + i]) == board[i];
    return same;
}

bool cache_find(const struct cache *c, const struct cache_key *key, void *value)
{
    if (!c)
        return false;
    const word *slot = slot_of(c, key);
    const uint64_t stamp = load(&slot[STAMP]);
    if (stamp == 0 || stamp % 2 != 0 || !holds(slot, key))
        return false;
    char *to = value;
    for (size_t i = 0; i < c->words; i++) {
        const uint64_t w = load(&slot[VALUE + i]);
        memcpy(to + i * WORD, &w, i + 1 < c->words ? WORD : c->size - i * WORD);
    }
    return load(&slot[STAMP]) == stamp;
}

void cache_put(struct cache *c, const struct cache_key *key, const void *value)
{
    if (!c)
        return;
    word *slot = slot_of(c, key);
    uint64_t stamp = load(&slot[STAMP]), board[VALUE - BOARD];
    if (stamp % 2 != 0 || !atomic_compare_exchange_strong(&slot[STAMP], &stamp, stamp + 1))
        return;
    memcpy(board, &key->board, sizeof board);
    store(&slot[TAG], key->tag);
    for (int i = 0; i < VALUE - BOARD; i++)
        store(&slot[BOARD + i], board[i]);
    const char *from = value;
    for (size_t i = 0; i < c->words; i++) {
        uint64_t w = 0;
        memcpy(&w, from + i * WORD, i + 1 < c->words ? WORD : c->size - i * WORD);
        store(&slot[VALUE + i], w);
    }
    store(&slot[STAMP], stamp + 2);
}
