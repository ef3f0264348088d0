/* When a roll was lucky: marks by the roll's luck, as GNU Backgammon draws the lines. */
#ifndef KIBITZER_LUCK_H
#define KIBITZER_LUCK_H

#include "match/annotation.h"

/* Beyond these (EMG, either sign, strictly) a roll is lucky or very lucky. */
#define LUCK_LIMIT 0.3f
#define LUCK_LIMIT_VERY 0.6f

/* The mark of a roll; NAN is no mark. */
enum luck_mark luck_mark_of(float luck);

#endif
