/* FNV-1a of 64 bits (Fowler, Noll, Vo; RFC 9923): a sum of bytes that tells texts and files apart, where nobody means
 * harm. */
#ifndef KIBITZER_FNV_H
#define KIBITZER_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)

/* The sum of what `hash` is the sum of, FNV_START of nothing, and of these bytes behind it. */
uint64_t fnv(uint64_t hash, const void *bytes, size_t length);

#endif
