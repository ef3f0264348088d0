/* Where luck and errors fail to add up to a result. A value is carried through each game: luck and errors move it, and
 * where the analysis then has another value, the step between them has a source. */
#ifndef KIBITZER_LUCK_SOURCES_H
#define KIBITZER_LUCK_SOURCES_H

#include "engine/met.h"
#include "match/record.h"

enum luck_source { /* ORDER LUCK_SOURCE */
                   SOURCE_OPENING,
                   SOURCE_CUBE,
                   SOURCE_AFTER_CUBE,
                   SOURCE_CONTACT,
                   SOURCE_RACE,
                   SOURCE_END,
                   SOURCE_PASS,
                   SOURCE_RESIGNED,
                   SOURCE_UNKNOWN,
                   LUCK_SOURCES
};
extern const char *const luck_source_names[LUCK_SOURCES];

/* Of player 0, MWC. `all` is the luck-adjusted result less the opponent's errors, plus the player's own. */
struct luck_steps {
    double of[LUCK_SOURCES], all;
};

/* Of a game of a match (length > 0) that has a result. */
void luck_steps_of(const struct match *m, const struct game *g, int set, const struct met *met, struct luck_steps *out);

#endif
