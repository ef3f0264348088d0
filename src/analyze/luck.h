/* When a roll was lucky: marks by the roll's luck, as GNU Backgammon draws the lines. */
#ifndef KIBITZER_LUCK_H
#define KIBITZER_LUCK_H

#include "match/annotation.h"

#include <stdbool.h>

/* Beyond these (EMG, either sign, strictly) a roll is lucky or very lucky: GNU Backgammon's limits. */
extern const float luck_limits[2];

/* Sets the limits from two rising numbers "a,b". False if it is none. */
bool luck_limits_parse(const char *text, float limit[2]);

/* The mark of a roll; NAN is not a mark. */
enum luck_mark luck_mark_of(float luck, const float limit[2]);

#endif
