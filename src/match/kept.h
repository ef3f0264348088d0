/* How many of the plays considered are stored in a record. They take most of the space of an analysed match. */
#ifndef KIBITZER_KEPT_H
#define KIBITZER_KEPT_H

#include "match/record.h"

/* ORDER KEPT: as collections store it. */
enum kept {
    KEPT_LEAST, /* of each roll the best play and the one made; of files' analyses a third where these are worth the
                   same */
    KEPT_ERRORS, /* all where the play is marked as an error, the least elsewhere */
    KEPT_ALL,
    KEPT_KINDS
};

extern const char *const kept_names[KEPT_KINDS]; /* none, errors, all */

/* Leaves away the other plays of all sets. What follows from them stays as it is: errors, marks, whether anything hung
 * on the choice, how many plays were legal. */
void match_keep(struct match *m, enum kept kept);

#endif
