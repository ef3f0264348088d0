/* When a roll was lucky: marks by the roll's luck, as GNU Backgammon draws the lines. */
#ifndef KIBITZER_LUCK_H
#define KIBITZER_LUCK_H

#include "match/annotation.h"

#include <stdbool.h>

/* Beyond these (EMG, either sign, strictly) a roll is lucky or very lucky: GNU Backgammon's limits. */
extern const float luck_limits[2];

/* Sets the limits from two rising numbers "a,b". False if it is none. */
bool luck_limits_parse(const char *text, float limit[2]);

/* What a look at the play adds to the luck of its throw (EMG): `best` is the equity of the best play 2 plies deep,
 * `worth` what the throw is worth among all throws, by replies 1 ply deep. Of what the deeper look finds half is the
 * throw's own, half is found in the other throws of the position as well, which nobody has looked at. For positions
 * with contact. Where the half comes from stands in docs/lab/engine.md, "Luck". */
float luck_found_deeper(float best, float worth);

/* The mark of a roll; NAN is not a mark. */
enum luck_mark luck_mark_of(float luck, const float limit[2]);

#endif
