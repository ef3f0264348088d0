/* "Did you mean": the nearest of some words to one that is not known. */
#ifndef KIBITZER_SUGGEST_H
#define KIBITZER_SUGGEST_H

#include <stddef.h>

#include "base/language.h"

struct suggestion { /* private; begin with {.word = what was typed} */
    const char *word;
    const char *nearest; /* NULL = none is near */
    size_t distance;
    char text[192];
};

/* Considers one known word; the first of equally near ones is kept. Capitals do not matter, nor the marks on
 * Latin letters. */
void suggest(struct suggestion *s, const char *known);

/* "; did you mean json?" or an empty string, to be put behind a message. `before` comes in front of the word ("--").
 * It lies in `s`. `words`: SUGGESTION in the reader's language. */
const char *suggestion_in(struct suggestion *s, const char *words, const char *before);
#define SUGGESTION N_("; did you mean %s%s?")
#define suggestion_text(s, before) suggestion_in(s, tr(SUGGESTION), before)

#endif
