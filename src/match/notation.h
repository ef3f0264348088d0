/* Plays as people write them: 24/18 13/11, bar/20* , 6/4(2), 4/off. */
#ifndef KIBITZER_NOTATION_H
#define KIBITZER_NOTATION_H

#include "base/span.h"
#include "base/strbuf.h"
#include "match/moves.h"

enum notation_style {
    NOTATION_MERGED, /* reports: 24/16, 13/7 with hits starred, 6/4(2), bar/20, 5/off; highest first */
    NOTATION_PARTS, /* Jellyfish: 24/18 18/16, 25/20, 4/0, hits starred, every step apart, order as played */
    NOTATION_XG /* merged with Bar/Off capitalised, as XG's .mat writes */
};

/* Appends the play of `play` on `b` (seen by the mover); a dance appends nothing (NOTATION_MERGED: "cannot move"). */
void notation_write(struct strbuf *out, const struct board *b, const struct play *play, enum notation_style style);

/* Reads a play in any of the dialects of docs/formats/mat.md (merged moves, counts, stars, bar/25, off/0, dice in
 * either order) for the roll on `b`. Result is expanded into single steps. True if it is a legal play; false with
 * *problem (static text) and, where the notation is executable, *play filled (n >= 0) so that an illegal play can be
 * kept; play->n = -1 when it cannot even be executed. `fault` (may be NULL) gets the offset of the trouble. */
bool notation_read(struct span text, const struct board *b, int die1, int die2, struct play *play, const char **problem,
                   size_t *fault);

/* Why this is a play on no board and with no roll (static text), or NULL. */
const char *notation_problem(struct span text);

/* The words (or nothing, or dashes) that stand for a play where nothing can be moved. */
bool notation_says_dance(struct span text);

#endif
