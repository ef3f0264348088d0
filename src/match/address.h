/* Addresses of decisions, as cards and reports have them: "g2m26" is move 26 of game 2, "g2m26b" the second of that
 * number (a take after a beaver). */
#ifndef KIBITZER_ADDRESS_H
#define KIBITZER_ADDRESS_H

#include "match/record.h"

/* NULL: the match has no such decision. */
struct event *match_event_at(const struct match *m, const char *address);

#endif
