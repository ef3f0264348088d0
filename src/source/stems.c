/* Names for what is made from inputs; see stems.h. */
#include "source/stems.h"

#include <stdio.h>
#include <string.h>

#include "base/outputs.h"
#include "base/utf8.h"

enum { STEM_MAX = 100, NUMBER_ROOM = 24 /* a dot, a number and the end */ };

static bool is_harmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

/* Returns the length. */
static size_t safe_stem(const char *path, char stem[STEM_MAX + 1])
{
    const char *name = path_name(strcmp(path, "-") == 0 ? "stdin" : path);
    struct span rest = {name, path_stem_length(name)};
    size_t n = 0;
    while (rest.length > 0) {
        const size_t letter = utf8_letter(rest), step = letter > 0 ? letter : 1;
        if (n + step > STEM_MAX)
            break;
        memcpy(stem + n, rest.at, step);
        if (letter == 0 && (!is_harmless(*rest.at) || (*rest.at == '-' && n == 0)))
            stem[n] = '_';
        n += step;
        rest = span_sub(rest, step, rest.length);
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
    struct strbuf folded = {0};
    utf8_lower(&folded, stem);
    size_t *count = by_text_find(&s->counts, strbuf_text(&folded));
    if (count == NULL) {
        count = arena_alloc(s->arena, sizeof *count);
        *count = is_reserved(s, strbuf_text(&folded));
        by_text_add(&s->counts, arena_strdup(s->arena, strbuf_text(&folded)), count);
    }
    strbuf_done(&folded);
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
