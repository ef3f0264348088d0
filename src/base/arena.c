/* Arena of chained blocks that double in size; the contract stands in arena.h. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

enum { ALIGNMENT = 32, FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct block {
    struct block *next;
    size_t size, used;
    unsigned char *data;
};

struct arena {
    struct block *blocks;
};

struct arena *arena_new(void)
{
    return xcalloc(1, sizeof(struct arena));
}

void arena_free(struct arena *a)
{
    if (a == NULL)
        return;
    for (struct block *b = a->blocks, *next; b != NULL; b = next) {
        next = b->next;
        free(b->data);
        free(b);
    }
    free(a);
}

static struct block *add_block(struct arena *a, size_t least)
{
    size_t size = a->blocks != NULL ? a->blocks->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < least)
        size = least;
    struct block *b = xcalloc(1, sizeof *b);
    b->size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    b->data = aligned_alloc(ALIGNMENT, b->size);
    if (b->data == NULL)
        b->data = xmalloc(SIZE_MAX); /* says so and ends the program */
    b->next = a->blocks;
    a->blocks = b;
    return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
    size_t align = size >= ALIGNMENT ? ALIGNMENT : sizeof(void *);
    struct block *b = a->blocks;
    size_t start = b != NULL ? (b->used + align - 1) / align * align : 0;
    if (b == NULL || size > b->size || start > b->size - size) {
        b = add_block(a, size);
        start = 0;
    }
    b->used = start + size;
    return memset(b->data + start, 0, size);
}

char *arena_strndup(struct arena *a, const char *s, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    if (length != 0)
        memcpy(copy, s, length);
    return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_span(struct arena *a, struct span s)
{
    return arena_strndup(a, s.at, s.length);
}

void *arena_grow(struct arena *a, void *array, size_t count, size_t *capacity, size_t element_size)
{
    if (count < *capacity)
        return array;
    size_t wanted = *capacity != 0 ? *capacity * 2 : 8;
    void *bigger = arena_alloc(a, wanted * element_size);
    if (count != 0)
        memcpy(bigger, array, count * element_size);
    *capacity = wanted;
    return bigger;
}
