/* The length of a match as people write it: "three point match", "3-Punkte-Match", "match à 7 points". */
#ifndef KIBITZER_MAT_LENGTH_H
#define KIBITZER_MAT_LENGTH_H

#include "base/span.h"

enum mat_length {
    MAT_LENGTH_NONE, /* the line does not speak of it */
    MAT_LENGTH_CERTAIN, /* nothing else is on the line but for `tail`, set off by a dash, a comma or brackets */
    MAT_LENGTH_UNCERTAIN /* "best of 3", "Match 3" */
};

/* In English, German, French, Spanish and Italian, numbers in words up to 25; Danish, Swedish, Finnish, Czech, Turkish,
 * Greek, Russian and Japanese with figures. */
enum mat_length mat_length_in_words(struct span line, long *length, struct span *tail);

#endif
