/* Two records of one match. */
#ifndef KIBITZER_SAME_H
#define KIBITZER_SAME_H

#include "base/strbuf.h"
#include "match/record.h"

/* True if both record the same match: players' names, length, rules, scores, games, events, results. Plays are compared
 * by the position they lead to, rolls in either order, takes by their cube (formats leave out takes that are clear);
 * not source places, format names, comments, properties or annotations. On a difference writes one line to `why` (may
 * be NULL), e.g. "game 2, event 7: the roll differs". */
bool match_equal(const struct match *a, const struct match *b, struct strbuf *why);

/* Adds the annotation sets of `other` to `m`, behind its own, and the comments and facts that it lacks. Both must have
 * the same length, scores, results, rolls, plays and cube actions; names may differ, and the players of `other` are
 * exchanged where that makes it fit. False with the first difference in `why`, and nothing added. What was added
 * belongs to `other`, which must live as long as `m`. */
bool match_join(struct match *m, struct match *other, struct strbuf *why);

#endif
