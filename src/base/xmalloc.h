/* Allocation that never returns NULL: when memory runs out, the current attempt ends (attempt.h), or the process if
 * there is none. Freed by xfree(). */
#ifndef KIBITZER_XMALLOC_H
#define KIBITZER_XMALLOC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size); /* zeroed; overflow of the product is checked */
void *xrealloc(void *p, size_t size); /* the attempt that held `p` holds the result */
void *xaligned(size_t size); /* begins at a multiple of 64; for xaligned_free() alone */
void xaligned_free(void *p);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t length); /* terminated */
char *xvasprintf(const char *format, va_list args);
void xfree(void *p); /* NULL is fine */

/* Like xmalloc(), but NULL if there is no memory: for big blocks that one can do without, and for other libraries. */
void *xmalloc_or_null(size_t size);
void *xcalloc_or_null(size_t count, size_t size);

/* n * 2^20 bytes, or as many as can be counted. */
static inline size_t mebibytes(size_t n)
{
    return n > SIZE_MAX >> 20 ? SIZE_MAX : n << 20;
}

/* Makes room for one more element in a growing array: doubles `*capacity` when count has reached it. */
void *grow(void *array, size_t count, size_t *capacity, size_t element_size);

#endif
