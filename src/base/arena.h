/* An arena: many small allocations, one release. A match lives in one. */
#ifndef KIBITZER_ARENA_H
#define KIBITZER_ARENA_H

#include <stddef.h>

#include "base/span.h"

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *a); /* NULL is fine */
void arena_clear(struct arena *a); /* as new, but for room that is kept */

void *arena_alloc(struct arena *a, size_t size); /* zeroed, aligned for anything incl. struct board */
char *arena_strdup(struct arena *a, const char *s); /* NULL stays NULL */
char *arena_strndup(struct arena *a, const char *s, size_t length); /* always terminated */
char *arena_span(struct arena *a, struct span s); /* a terminated copy */

/* Growing array inside the arena: like grow() of xmalloc.h. It grows where it lies while it is the last allocation,
 * else the old storage stays until the arena goes. */
void *arena_grow(struct arena *a, void *array, size_t count, size_t *capacity, size_t element_size);

#endif
