/* `hint --scores`: the best play of a roll at every score to 7-away and for money, whoever owns the cube. */
#ifndef KIBITZER_PLAY_SCORES_H
#define KIBITZER_PLAY_SCORES_H

#include "analyze/maps.h"
#include "command/positions.h"
#include "export/map.h"

extern const struct answer_document play_scores_document, play_scores_lines;

/* NULL, or why there is no answer (static text). */
const char *play_scores_fill(const struct answering *a, const struct asked *q, const struct level *l, int stronger,
                             struct position_answer *out);
const char *play_scores_draw(const struct answering *a, const struct asked *q, const struct level *l, struct map *out);
void play_scores_text(const void *record, struct strbuf *out);

#endif
