/* Shots: which rolls hit. By the whole rule of moving: a hit that cannot be part of a legal play is none. */
#ifndef KIBITZER_SHOTS_H
#define KIBITZER_SHOTS_H

#include "match/board.h"

/* Whether a legal play of the roll hits; `b` is seen by the player on roll. */
bool shots_any(const struct board *b, int die1, int die2);

struct shots {
    int rolls, twice; /* of 36: that hit; that hit two blots or more */
    unsigned which; /* the same: a bit 1 << roll_index() for each roll that hits */
};

/* What the opponent, next to roll, hits of `after` (seen by the mover). */
void shots_at(const struct board *after, struct shots *out);

#endif
