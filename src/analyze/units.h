/* From equities to what they are worth: match winning chances in a match, points in a money session.
 * Every `_mwc` figure of the annotations and statistics is made here. Formula: the line through losing (-1) and
 * winning (+1) the cube in force; docs/analysis.md, "Units". */
#ifndef KIBITZER_UNITS_H
#define KIBITZER_UNITS_H

#include "engine/met.h"
#include "match/position.h"

/* The score of `p` as the match equity table wants it. Only for matches (p->length > 0). */
struct met_score units_score(const struct position *p);

/* What one unit of normalised equity is worth to player `who` with the cube of `p` (while a double is offered: the
 * value before it): MWC 0..1 in a match, points in money play. */
double units_per_emg(const struct met *met, const struct position *p, int who);

/* Normalised equity of player `who` from an MWC, or from points in money play; and back. */
double units_equity(const struct met *met, const struct position *p, int who, double mwc);
double units_mwc(const struct met *met, const struct position *p, int who, double equity);

#endif
