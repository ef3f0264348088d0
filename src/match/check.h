/* Checks the invariants of a record. Every record passes through here once, whichever reader made it. */
#ifndef KIBITZER_CHECK_H
#define KIBITZER_CHECK_H

#include "base/diag.h"
#include "match/record.h"

/* Replays every game and says at their place, as warnings: impossible events (illegal plays are marked EVENT_ILLEGAL,
 * plays that replay finds legal lose that mark), boards with the wrong number of chequers, events after the end (once a
 * game), results and scores that do not follow from the play, games after the match is decided, games without a result
 * before others, wrong Crawford flags (a record that begins at one-away may begin after the Crawford game). Messages
 * name game and move where the source has no lines.
 *
 * Fills in winner, points and ending where replay decides and the source was silent; where they differ it trusts the
 * source. Points counted only as far as the match needs are not a difference. In money play whose source does not say
 * (jacoby_known false), Jacoby's rule is switched on, with a note, if a gammon with the cube in the middle counted once
 * and none counted more.
 *
 * `reported` (or NULL): by the reader. Of a play that it kept as text, and has given the reason, nothing more is
 * reported.
 *
 * Returns false (with an error) only if the record cannot be used at all: numbers outside their bounds. */
bool match_check(struct match *m, const struct diags *reported, struct diags *d);

/* What it says of a record whose last game is not over: no fault where it is still being written. */
#define CHECK_BREAKS_OFF W_("the record breaks off here, the game has no result")

#endif
