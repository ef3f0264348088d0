/* The words of backgammon's figures, explained: one table for reports, the manual, `kibitzer help` and the browser
 * page.
 *
 * A term has forms, as they stand in our own words. A form matches between letters and digits that are not its own,
 * with an s behind it or without; one that begins with a small letter also where it begins with a capital one. Of
 * several that begin at one place the longest counts. report.js finds terms by the same rule. */
#ifndef KIBITZER_GLOSSARY_H
#define KIBITZER_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum { GLOSSARY_FORMS = 8 };

struct glossary_term {
    const char *name;
    const char *text; /* a sentence or two: meaning, unit, viewpoint */
    const char *forms[GLOSSARY_FORMS]; /* the other forms, NULL behind the last */
};

extern const struct glossary_term glossary[];
extern const size_t glossary_count;
/* Which of them the nth is for a reader, by the names in the current language; in English as they are here. */
void glossary_order(size_t *order); /* [glossary_count] */

enum { GLOSSARY_BITS = 64, GLOSSARY_WORDS = 2, GLOSSARY_ENTRIES = 512 };

struct glossary_used { /* a set of terms */
    uint64_t bits[GLOSSARY_WORDS];
};

/* All forms by the character that words begin with: words are many, and most begin like few of them. */
struct glossary_index {
    uint16_t from[256 + 1]; /* of `entry`; the end of one is where the next begins */
    struct {
        uint8_t term, form; /* form 0 is the name */
    } entry[GLOSSARY_ENTRIES];
};

void glossary_index_fill(struct glossary_index *index);
/* Adds the terms that stand in `words`. */
void glossary_note(struct glossary_used *used, const struct glossary_index *index, const char *words);
bool glossary_has(const struct glossary_used *used, size_t term);

/* The term of that name or form, whatever the case of its letters; NULL = there is none. */
const struct glossary_term *glossary_named(const char *name);

#endif
