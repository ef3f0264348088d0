/* Short forms for lack of space: decisions without an error on paper, next to the line that names them, and curves
 * where nothing can be drawn. */
#ifndef KIBITZER_EXPORT_BRIEF_H
#define KIBITZER_EXPORT_BRIEF_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "document/node.h"

/* "8/5 6/5 +0.250; 13/10 6/5 +0.125 −0.125. Cube: No double, take": the columns of its tables that always
 * matter and the verdict, appended. */
void brief_text(const struct node *decision, struct strbuf *out);

/* The parts that stand beside it as they are: comments, set-ups, what was illegal. */
bool brief_keeps(const struct node *part);

/* Where a game (a part of the curve) begins and ends: "Game 2: from 48.1% to 63.0%", appended. False: not known. */
bool brief_curve(const struct node *curve, int part, struct strbuf *out);

struct brief_losses { /* how many decisions */
    size_t listed; /* listed in a line, without an error */
    size_t named; /* the same, with nothing behind what was played */
    size_t tabled, left_out; /* errors that are only in the table of errors; without an error and nowhere */
    size_t statistics; /* of games */
};

/* The notes about what they lose by it. */
void brief_note(struct diags *d, const struct brief_losses *lost);

#endif
