/* Plays as short as a person may type them: any parts of a play that only one legal play has. Grammar:
 * docs/formats/transcript.md. Shared by the reader and the writer of transcripts. */
#ifndef KIBITZER_TERSE_H
#define KIBITZER_TERSE_H

#include "base/span.h"
#include "base/strbuf.h"
#include "match/moves.h"

/* Leaves in `list`, the legal plays of the roll on `b` as moves_list() gives them, those that `text` fits; returns how
 * many. A complete play in any notation, or two points in the order of the dice, is that play alone, by the way that
 * the notation names; empty text fits all. */
int terse_filter(struct span text, const struct board *b, int die1, int die2, struct move_list *list);

/* Can `word` be a part of a play: a point, perhaps with where it goes? */
bool terse_is_part(struct span word);

/* Appends the shortest text that fits the legal play to `after` (seen by the mover) and no other; "." where there is
 * no choice. Where `played` goes another way than that text would be read, all its steps. False, with nothing appended,
 * if there is no such legal play. */
bool terse_write(struct strbuf *out, const struct board *b, int die1, int die2, const struct play *played,
                 const struct board *after);

#endif
