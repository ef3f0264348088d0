/* Open addressing, at most half full; see by_text.h. */
#include "base/by_text.h"

#include <stdint.h>
#include <string.h>

#include "base/fnv.h"
#include "base/xmalloc.h"

enum { FIRST_SIZE = 64 };

void by_text_free(struct by_text *t)
{
    xfree(t->slot);
    *t = (struct by_text){.slot = NULL};
}

/* Where the text is, or would be. */
static struct by_text_slot *slot_of(const struct by_text *t, const char *text)
{
    const uint64_t hash = fnv(FNV_START, text, strlen(text));
    size_t i = (size_t)(hash ^ hash >> 32) & (t->size - 1);
    while (t->slot[i].text != NULL && strcmp(t->slot[i].text, text) != 0)
        i = (i + 1) & (t->size - 1);
    return &t->slot[i];
}

void *by_text_find(const struct by_text *t, const char *text)
{
    return t->n > 0 ? slot_of(t, text)->thing : NULL;
}

static void make_room(struct by_text *t)
{
    if (2 * (t->n + 1) <= t->size)
        return;
    struct by_text larger = {.n = t->n, .size = t->size > 0 ? 2 * t->size : FIRST_SIZE};
    larger.slot = xcalloc(larger.size, sizeof *larger.slot);
    for (size_t i = 0; i < t->size; i++)
        if (t->slot[i].text != NULL)
            *slot_of(&larger, t->slot[i].text) = t->slot[i];
    xfree(t->slot);
    *t = larger;
}

void by_text_add(struct by_text *t, const char *text, void *thing)
{
    make_room(t);
    *slot_of(t, text) = (struct by_text_slot){.text = text, .thing = thing};
    t->n++;
}
