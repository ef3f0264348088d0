/* The part of a result that is neither luck nor an error of play, which statistics show separately: what a player
 * gave up by leaving or resigning a game that was not lost, and what happened during a gap in the record.
 * Definition: docs/analysis.md, "Overall". */
#ifndef KIBITZER_ABANDONED_H
#define KIBITZER_ABANDONED_H

#include "engine/met.h"
#include "match/record.h"

/* A resignation that cost its player no more than this (EMG) is a sound one. */
#define ABANDONED_LIMIT 0.2

/* A gap is a play that is illegal or could not be read, or a turn that was left out: what happened there is not known.
 */
struct untold {
    /* The loser of a finished game resigned or left it, or the record breaks off, and the loser gave up more than
     * ABANDONED_LIMIT. Then `given_up` is > 0: value of the last position that the annotations know (of the score,
     * where no dice were thrown), less the result; EMG at the last cube, and MWC 0..1 or points. */
    bool abandoned;
    struct amount given_up;
    int gaps[2]; /* of player 0, 1 */
    /* Player 0's, MWC or points: how the value changed over gaps, and by the luck of rolls that were not played, which
     * is in no sum of luck. NAN = not known. */
    double unread;
};

void untold_of_game(const struct match *m, const struct game *g, int set, const struct met *met, struct untold *out);

#endif
