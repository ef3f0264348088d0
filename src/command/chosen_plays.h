/* Plays that somebody chooses by name: --plays "24/18 13/11; 8/2 6/2", or one by one. */
#ifndef KIBITZER_CHOSEN_PLAYS_H
#define KIBITZER_CHOSEN_PLAYS_H

#include "base/arena.h"
#include "base/option.h"
#include "match/moves.h"
#include "match/position.h"

struct chosen_plays {
    struct play *play;
    struct board *after; /* seen by the mover; each once */
    size_t n;
};

/* Reads them for the roll of `p`, in any notation (match/notation.h). NULL, or why there are none: the first that is
 * illegal, and by which rule. All is in `memory`. */
const char *chosen_plays_read(const struct option_texts *list, const struct position *p, struct arena *memory,
                              struct chosen_plays *out);

#endif
