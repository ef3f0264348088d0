/* `hint --temperature`: the equity after each of the 21 rolls, as a table or a map of 6 by 6. */
#ifndef KIBITZER_HINT_TEMPERATURE_H
#define KIBITZER_HINT_TEMPERATURE_H

#include "analyze/maps.h"
#include "command/positions.h"
#include "export/map.h"

extern const struct answer_document temperature_document, temperature_lines;

/* NULL, or why there is no answer (static text). */
const char *hint_temperature_fill(const struct answering *a, const struct asked *q, const struct level *l, int stronger,
                                  struct position_answer *out);
const char *hint_temperature_draw(const struct answering *a, const struct asked *q, const struct level *l,
                                  struct map *out);
void hint_temperature_text(const void *record, struct strbuf *out);

#endif
