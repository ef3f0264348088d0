/* A cache of what a position was found to be worth. One worker owns it, so nothing is locked; whole keys are compared,
 * so an answer never depends on what the cache happens to hold. */
#ifndef KIBITZER_CACHE_H
#define KIBITZER_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "match/board.h"

struct cache_key {
    struct board board;
    uint64_t tag; /* everything else that the answer depends on, hashed */
};

struct cache;

/* 2^`log2_slots` slots of `size` bytes each; NULL without memory, which all functions accept as an empty cache. */
struct cache *cache_new(size_t size, unsigned log2_slots);
void cache_free(struct cache *c);

/* The stored bytes, or NULL. Valid until the next cache_put(). */
const void *cache_find(const struct cache *c, const struct cache_key *key);
/* Stores `size` bytes for the key; whatever was in its slot goes. */
void cache_put(struct cache *c, const struct cache_key *key, const void *value);

/* Mixes bytes into a hash. */
uint64_t cache_hash(uint64_t seed, const void *bytes, size_t size);

#endif
