/* Things found by a text of theirs: a hash table of pointers. The things and their texts are the caller's and must
 * outlive it. Its memory belongs to the attempt it grows in (attempt.h), like all that xmalloc.h gives. */
#ifndef KIBITZER_BY_TEXT_H
#define KIBITZER_BY_TEXT_H

#include <stddef.h>

struct by_text { /* zeros: empty */
    struct by_text_slot {
        const char *text; /* NULL = free */
        void *thing;
    } * slot;
    size_t n, size; /* used; slots, a power of two */
};

void by_text_free(struct by_text *t);

/* The thing with that text, or NULL. */
void *by_text_find(const struct by_text *t, const char *text);

/* `text` must not be there yet. */
void by_text_add(struct by_text *t, const char *text, void *thing);

#endif
