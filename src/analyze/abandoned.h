/* Games that were left or resigned though they were not lost. What the loser gave up is part of the result, but neither
 * luck nor an error of play, so statistics keep it apart. Definition: docs/analysis.md, "Overall". */
#ifndef KIBITZER_ABANDONED_H
#define KIBITZER_ABANDONED_H

#include "engine/met.h"
#include "match/record.h"

/* A resignation that cost its player no more than this (EMG) is a sound one. */
#define ABANDONED_LIMIT 0.2

/* Whether the loser of a game resigned or left it and gave up more than ABANDONED_LIMIT. Then *lost is what the loser
 * gave up, > 0: value of the last position that the annotations of `set` know (of the score, where no dice were
 * thrown), less the result; EMG at the last cube, and MWC 0..1 or points. False where the value is not known. */
bool abandoned_game(const struct match *m, const struct game *g, int set, const struct met *met, struct amount *lost);

#endif
