/* Allocation that cannot fail; the contract stands in xmalloc.h. */
#include "base/xmalloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *p, size_t size)
{
    if (p == NULL && size != 0) {
        fprintf(stderr, "kibitzer: error: out of memory (%zu bytes wanted)\n", size);
        exit(3);
    }
    return p;
}

void *xmalloc(size_t size)
{
    return checked(malloc(size), size);
}

void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count, size), count != 0 && size != 0 ? 1 : 0);
}

void *xrealloc(void *p, size_t size)
{
    return checked(realloc(p, size), size);
}

char *xstrdup(const char *s)
{
    size_t size = strlen(s) + 1;
    return memcpy(xmalloc(size), s, size);
}

void *grow(void *array, size_t count, size_t *capacity, size_t element_size)
{
    if (count < *capacity)
        return array;
    size_t wanted = *capacity != 0 ? *capacity * 2 : 8;
    if (wanted > SIZE_MAX / element_size)
        checked(NULL, SIZE_MAX);
    *capacity = wanted;
    return xrealloc(array, wanted * element_size);
}
