/* A single position as a record: what the readers of position formats share. The record has one game whose first
 * events set up the board, the cube and the dice (or offer the double) of the position. */
#ifndef KIBITZER_POSITION_RECORD_H
#define KIBITZER_POSITION_RECORD_H

#include "match/record.h"

/* A new match with that game. Players keep their numbers; names are "". Never fails. */
struct match *position_record(const struct position *p, struct place place);

/* The event that analysis of the decision belongs to: the last of the set-up. */
struct event *position_record_decision(struct match *m);

#endif
