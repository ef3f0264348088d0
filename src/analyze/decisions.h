/* Which decisions a game holds: a walk that also knows whether the player about to roll could have doubled first.
 * Analysis and statistics count by it, so they cannot disagree. */
#ifndef KIBITZER_DECISIONS_H
#define KIBITZER_DECISIONS_H

#include "match/walk.h"

struct decisions {
    struct walk walk;
    bool roll; /* the event is a roll, played or not, that could be replayed on a sound position */
    bool legal; /* of a roll that was played: legally, though perhaps out of turn */
    bool may_double; /* ... and its player could have doubled before it: cube available and alive, not the opening roll
                      */
    bool doubles; /* a first double; a beaver written as a double is not one */
    bool asks; /* a position with nothing behind it: what to play (with dice in `before`), whether to double, or what
                  to reply to a double */
    bool asks_acceptance; /* a resignation waits in a position; `before` is that position */
    bool answers_double; /* take, drop or beaver that answers a first double */
    struct position before; /* of a roll: with its dice; of cube actions: before the offer that is answered */
    struct position undoubled; /* of may_double, doubles and their answers: the doubler on roll, no dice, no offer */
    bool opened, doubled; /* private: a roll was made, or the board set; the player on roll has just doubled */
    bool answered; /* private */
};

void decisions_begin(struct decisions *d, const struct match *m, const struct game *g);
bool decisions_next(struct decisions *d);

#endif
