/* How a game ended, from what the source gives (winner, points) and what replay knows. Shared by the readers whose
 * formats give only "Wins n". */
#ifndef KIBITZER_RESULT_H
#define KIBITZER_RESULT_H

#include "base/diag.h"
#include "match/record.h"
#include "match/walk.h"

struct stated_result {
    int winner; /* NOBODY = not given */
    int points;
    struct place place;
};

/* Closes `g`, whose events have been replayed in `r`. Where the game was still open, appends what the result implies:
 * a drop (points = the cube and a double pending), a resignation offered and accepted of 1..3 cubes; points that no
 * resignation can give, or a game in which nothing was rolled, are a forfeit and get no event.
 * Nothing given: the result of replay, if it has one. */
void result_close(struct match *m, struct game *g, struct replay *r, const struct stated_result *stated);

/* Appends an event at `place` and replays it. */
struct event *event_append(struct match *m, struct game *g, struct replay *r, enum event_kind kind, int player,
                           struct place place);

#endif
