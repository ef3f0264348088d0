/* How well a player decides by how long it takes: sums over the decisions that the performance rating counts and whose
 * time is known. Hard decisions take longer, so that what differs between quick and long ones is no effect of time. */
#ifndef KIBITZER_PACE_H
#define KIBITZER_PACE_H

#include "match/ratio.h"
#include "match/record.h"

enum { PACE_THIRDS = 3 };

/* Games are the units, as of every rate of a single match. */
struct pace {
    struct ratio third[PACE_THIRDS]; /* the player's own: quick, usual, long; EMG lost */
    struct ratio trouble; /* with less than a tenth of the reserve left */
    struct ratio free_, costly; /* seconds: of what cost nothing, of what cost at least PACE_COSTLY */
};
#define PACE_COSTLY 0.02

/* A decision among all that have a time. */
struct pace_time {
    int64_t who, taken; /* ms */
    size_t order; /* as they came */
    int third; /* 0 quick, 1 usual, 2 long: pace_thirds() */
};
/* Finds which third of the player's own decisions each belongs to, and sorts by player, and as they came. Decisions
 * that took the same time are never parted, in whatever order they came. */
void pace_thirds(struct pace_time *at, size_t n);

/* False where no decision has both a time and a judgement of annotation set `set`. */
bool pace_of(const struct match *m, int set, struct pace out[2]);

extern const char pace_note[]; /* what thirds and time trouble are, for readers */

/* Is less than a tenth of the reserve left to who acts, before the event? */
bool pace_is_trouble(const struct clock_run *r, const struct event *e);

#endif
