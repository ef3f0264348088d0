/* Allocation that cannot fail; see xmalloc.h. */
#include "base/xmalloc.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"

enum { ALIGNMENT = 64 };

static void *noted(void *p)
{
    if (p != NULL)
        attempt_note(p, free);
    return p;
}

static void *or_fail(void *p)
{
    if (p == NULL)
        attempt_fail();
    return p;
}

void *xmalloc_or_null(size_t size)
{
    return attempt_reserve(size) ? noted(malloc(size != 0 ? size : 1)) : NULL;
}

void *xmalloc(size_t size)
{
    return or_fail(xmalloc_or_null(size));
}

void *xcalloc_or_null(size_t count, size_t size)
{
    const bool any = count != 0 && size != 0;
    const size_t bytes = any && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    return attempt_reserve(bytes) ? noted(calloc(any ? count : 1, any ? size : 1)) : NULL;
}

void *xcalloc(size_t count, size_t size)
{
    return or_fail(xcalloc_or_null(count, size));
}

void *xaligned(size_t size)
{
    if (size > SIZE_MAX - 2 * ALIGNMENT)
        attempt_fail();
    char *given = xmalloc((size / ALIGNMENT + 2) * ALIGNMENT);
    char *p = given + ALIGNMENT - (uintptr_t)given % ALIGNMENT; /* malloc()'s own alignment leaves room before it */
    return (char *)memcpy(p - sizeof given, &given, sizeof given) + sizeof given;
}

void xaligned_free(void *p)
{
    char *given = NULL;
    if (p != NULL)
        memcpy(&given, (char *)p - sizeof given, sizeof given);
    xfree(given);
}

void *xrealloc(void *p, size_t size)
{
    if (p == NULL)
        return xmalloc(size);
    const size_t present = malloc_usable_size(p);
    if (size > present && !attempt_reserve(size - present))
        attempt_fail();
    struct attempt *holder = attempt_swap_begin(p);
    void *bigger = realloc(p, size != 0 ? size : 1);
    attempt_swap_end(holder, bigger != NULL ? bigger : p);
    return or_fail(bigger);
}

char *xstrdup(const char *s)
{
    size_t size = strlen(s) + 1;
    return memcpy(xmalloc(size), s, size);
}

char *xstrndup(const char *s, size_t length)
{
    char *copy = xmalloc(length + 1);
    if (length > 0)
        memcpy(copy, s, length);
    copy[length] = '\0';
    return copy;
}

char *xvasprintf(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    char *text = n >= 0 ? xmalloc_or_null((size_t)n + 1) : NULL;
    if (text != NULL)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return or_fail(text);
}

void xfree(void *p)
{
    if (p == NULL)
        return;
    attempt_forget(p);
    free(p);
}

void *grow(void *array, size_t count, size_t *capacity, size_t element_size)
{
    if (count < *capacity)
        return array;
    const size_t wanted = *capacity != 0 ? *capacity * 2 : 8;
    if (wanted > SIZE_MAX / element_size)
        attempt_fail();
    array = xrealloc(array, wanted * element_size);
    *capacity = wanted;
    return array;
}
