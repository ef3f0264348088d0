/* What GNU Backgammon's external player answers besides boards: `evaluation fibsboard BOARD ...`, `version`, `help`,
 * `set debug on`. Words in any case; docs/formats/external.md. */
#ifndef KIBITZER_EXTERNAL_WORDS_H
#define KIBITZER_EXTERNAL_WORDS_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"
#include "engine/engine.h"

/* See external_answer(). */
bool external_words(const struct engine *e, struct worker *w, struct span request, const struct rules *rules,
                    struct strbuf *out, const char **problem);

#endif
