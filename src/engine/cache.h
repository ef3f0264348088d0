/* A cache of what positions were found to be worth, shared by any number of threads without a lock. Whole keys are
 * compared and half-written answers are never handed out, so an answer depends neither on what the cache happens to
 * hold nor on who is writing into it. */
#ifndef KIBITZER_CACHE_H
#define KIBITZER_CACHE_H

#include <stdbool.h>
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
void cache_free(struct cache *c); /* when no thread uses it any more */

/* Copies what is stored for the key to `value`, `size` bytes; false if there is nothing, and then `value` may hold
 * anything. */
bool cache_find(const struct cache *c, const struct cache_key *key, void *value);
/* Stores `size` bytes for the key; whatever was in its slot goes. */
void cache_put(struct cache *c, const struct cache_key *key, const void *value);

/* Mixes bytes into a hash. */
uint64_t cache_hash(uint64_t seed, const void *bytes, size_t size);

#endif
