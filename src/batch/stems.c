/* Names for what is made from inputs; see stems.h. */
#include "batch/stems.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/outputs.h"

enum { STEM_MAX = 100, NUMBER_ROOM = 24 /* a dot, a number and the end */ };

static bool is_harmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

/* Returns the length. */
static size_t safe_stem(const char *path, char stem[STEM_MAX + 1])
{
    const char *name = path_name(strcmp(path, "-") == 0 ? "stdin" : path);
    size_t length = path_stem_length(name), n = 0;
    for (; n < length && n < STEM_MAX; n++) {
        char c = name[n];
        stem[n] = is_harmless(c) && !(c == '-' && n == 0) ? c : '_';
    }
    stem[n] = '\0';
    if (n == 0 || stem_is_device(stem))
        stem[n++] = '_';
    stem[n] = '\0';
    return n;
}

/* The name itself, or that of a further page: index-2. */
static bool is_reserved(const struct stems *s, const char *stem)
{
    const size_t length = s->reserved != NULL ? strlen(s->reserved) : 0;
    if (length == 0 || strncmp(stem, s->reserved, length) != 0)
        return false;
    const char *number = stem + length + 1;
    return stem[length] == '\0' ||
           (stem[length] == '-' && *number != '\0' && number[strspn(number, "0123456789")] == '\0');
}

/* How often this name was asked for, whatever its capitals. */
static size_t *count_of(struct stems *s, const char *stem)
{
    char folded[STEM_MAX + 1];
    size_t n = 0;
    for (; stem[n] != '\0'; n++)
        folded[n] = (char)tolower((unsigned char)stem[n]);
    folded[n] = '\0';
    size_t *count = by_text_find(&s->counts, folded);
    if (count == NULL) {
        count = arena_alloc(s->arena, sizeof *count);
        *count = is_reserved(s, folded);
        by_text_add(&s->counts, arena_strdup(s->arena, folded), count);
    }
    return count;
}

void stems_begin(struct stems *s, struct arena *arena, const char *reserved)
{
    *s = (struct stems){.arena = arena, .reserved = reserved};
}

void stems_end(struct stems *s)
{
    by_text_free(&s->counts);
}

/* Stems hold no dot of their own, so a number behind a dot cannot meet another stem. */
char *stems_name(struct stems *s, const char *path)
{
    char stem[STEM_MAX + NUMBER_ROOM];
    const size_t length = safe_stem(path, stem), count = ++*count_of(s, stem);
    if (count > 1)
        snprintf(stem + length, NUMBER_ROOM, ".%zu", count);
    return arena_strdup(s->arena, stem);
}
