/* Invariants of a record, whoever made it: every reader's result passes through here once. */
#ifndef KIBITZER_CHECK_H
#define KIBITZER_CHECK_H

#include "base/diag.h"
#include "match/record.h"

/* Replays every game; marks illegal plays (EVENT_ILLEGAL) and reports them as warnings at their place; checks that
 * scores follow from results, that games end once, that boards have the right number of chequers, that the Crawford
 * flag is right. Fills in winner/points/ending where replay decides and the source was silent; where they differ it
 * warns and trusts the source. Returns false (with an error) only if the record cannot be used at all. */
bool match_check(struct match *m, struct diags *d);

#endif
