/* Arena of chained blocks that double in size, the first as small as the record of one position; the arena itself is
 * the first thing in it. See arena.h. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/xmalloc.h"

enum { ALIGNMENT = 16, FIRST_BLOCK = 768, LARGEST_BLOCK = 1 << 20, LARGE = 1024, FIRST_ROOM = 128 };

struct block {
    struct block *next;
    size_t size, used;
    alignas(ALIGNMENT) unsigned char data[];
};

struct arena {
    struct block *blocks; /* the one in use first */
};

static size_t aligned(size_t n, size_t alignment)
{
    return (n + alignment - 1) / alignment * alignment;
}

/* A block belongs to the attempt that holds the first one. */
static struct block *block_new(size_t size, struct block *next)
{
    struct block *b = xmalloc(size <= SIZE_MAX - sizeof *b ? sizeof *b + size : SIZE_MAX);
    if (next != NULL)
        attempt_pass_on(b, next);
    b->next = next;
    b->size = size;
    b->used = 0;
    return b;
}

struct arena *arena_new(void)
{
    struct block *first = block_new(FIRST_BLOCK - sizeof(struct block), NULL);
    struct arena *a = (struct arena *)first->data;
    first->used = aligned(sizeof *a, ALIGNMENT);
    a->blocks = first;
    return a;
}

void arena_free(struct arena *a)
{
    for (struct block *b = a != NULL ? a->blocks : NULL, *next; b != NULL; b = next) {
        next = b->next;
        xfree(b);
    }
}

/* The arena lives in its first block; of the others the one in use stays, the largest but for things apart. These may
 * lie behind the first. */
void arena_clear(struct arena *a)
{
    struct block *home = (struct block *)(void *)((unsigned char *)a - offsetof(struct block, data));
    struct block *in_use = a->blocks;
    for (struct block *b = in_use->next, *next; b != NULL; b = next) {
        next = b->next;
        if (b != home)
            xfree(b);
    }
    in_use->next = home; /* which is the last one now */
    home->next = NULL;
    in_use->used = in_use != home ? 0 : aligned(sizeof *a, ALIGNMENT);
}

static void add_block(struct arena *a)
{
    const size_t size = 2 * (sizeof(struct block) + a->blocks->size);
    a->blocks = block_new((size < LARGEST_BLOCK ? size : LARGEST_BLOCK) - sizeof(struct block), a->blocks);
}

/* A large thing gets a block to itself, no larger than it is, and the block in use stays in use: nothing is wasted. */
static void *take_apart(struct arena *a, size_t size)
{
    struct block *in_use = a->blocks, *b = block_new(size, in_use);
    b->used = size;
    b->next = in_use->next;
    in_use->next = b;
    return b->data;
}

static void *take(struct arena *a, size_t size, size_t alignment)
{
    size_t start = aligned(a->blocks->used, alignment);
    const bool fits = size <= a->blocks->size && start <= a->blocks->size - size;
    if (!fits && size >= LARGE)
        return take_apart(a, size);
    if (!fits) {
        add_block(a);
        start = 0;
    }
    a->blocks->used = start + size;
    return a->blocks->data + start;
}

void *arena_alloc(struct arena *a, size_t size)
{
    return memset(take(a, size, size >= ALIGNMENT ? ALIGNMENT : sizeof(void *)), 0, size);
}

char *arena_strndup(struct arena *a, const char *s, size_t length)
{
    char *copy = take(a, length + 1, 1);
    if (length != 0)
        memcpy(copy, s, length);
    copy[length] = '\0';
    return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return s != NULL ? arena_strndup(a, s, strlen(s)) : NULL;
}

char *arena_span(struct arena *a, struct span s)
{
    return arena_strndup(a, s.at, s.length);
}

/* Makes the last allocation larger where it lies; false if `array` is not the last one or the block is full. */
static bool extend(struct arena *a, const void *array, size_t size, size_t wanted)
{
    struct block *b = a->blocks;
    if (array == NULL || (const unsigned char *)array + size != b->data + b->used || wanted - size > b->size - b->used)
        return false;
    memset(b->data + b->used, 0, wanted - size);
    b->used += wanted - size;
    return true;
}

void *arena_grow(struct arena *a, void *array, size_t count, size_t *capacity, size_t element_size)
{
    if (count < *capacity)
        return array;
    const size_t first = FIRST_ROOM > element_size ? FIRST_ROOM / element_size : 1;
    const size_t wanted = *capacity != 0 ? *capacity * 2 : first;
    void *bigger = array;
    if (!extend(a, array, *capacity * element_size, wanted * element_size)) {
        bigger = arena_alloc(a, wanted * element_size);
        if (count != 0)
            memcpy(bigger, array, count * element_size);
    }
    *capacity = wanted;
    return bigger;
}
