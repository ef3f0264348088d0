/* Memory that is always there: a failed small allocation ends the program with one clear line on stderr, exit 3.
 * Big blocks (weights, databases, caches, images) use malloc and are checked by their owner. */
#ifndef KIBITZER_XMALLOC_H
#define KIBITZER_XMALLOC_H

#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size); /* zeroed; overflow of the product is checked */
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);

/* Makes room for one more element in a growing array: doubles `*capacity` when count has reached it. */
void *grow(void *array, size_t count, size_t *capacity, size_t element_size);

#endif
