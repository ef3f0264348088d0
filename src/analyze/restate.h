/* Restating: completing the annotations that came with a file, so that they mean the same as ours.
 * What a program stores is less than what it knows: GNU Backgammon's SGF has match winning chances where a record has
 * normalised equities, and no errors at all. They follow from the score, the cube and the match equity table. */
#ifndef KIBITZER_RESTATE_H
#define KIBITZER_RESTATE_H

#include "engine/met.h"
#include "match/record.h"

/* Completes the annotations of `set` in place and fills its statistics:
 *   - cube decisions: nd, dt, dp from branch[].mwc (and back, whichever is missing), verdict, errors of the doubler and
 *     the answerer in EMG and MWC; takes and passes without an analysis get the doubler's;
 *   - chequer plays: error of the play made, from the candidates; luck in MWC;
 *   - the number of legal plays, and whether anything hung on the choice;
 *   - marks: drawn anew by the limits `threshold`; with NULL as they came, or where the file marks nothing, as eXtreme
 *     Gammon's never do, drawn by the set's own limits, else by GNU Backgammon's. Luck by the usual limits. A mark
 *     without a figure behind it is its author's and stays.
 * Figures that are known already stay as they are, except that errors and marks are made to agree with each other.
 * `met` should be the table the annotations were made with. */
void restate_set(struct match *m, int set, const struct met *met, const float *threshold);

/* Only the values of cube decisions and of rollouts, with their standard errors: equities where MWC is given and MWC
 * where equities are. For writers of formats that want the other unit; marks and errors stay as they came. */
void restate_values(struct match *m, const struct met *met);

/* restate_set() for every set that is not our own; statistics for all. */
void restate_match(struct match *m, const struct met *met, const float *threshold);

/* As much of it as a writer needs: `figures` and `format` are its `figures` and name (export/export.h). What converts,
 * keeps or writes a file's analysis goes through here or restate_match(), so that all report the same figures. */
void restate_for(struct match *m, enum figures_wanted figures, const char *format, const struct met *met);

#endif
