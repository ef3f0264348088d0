/* What one roll is worth to the player on roll, played as well as possible. */
#ifndef KIBITZER_ONE_ROLL_H
#define KIBITZER_ONE_ROLL_H

#include "engine/engine.h"

struct one_roll {
    float equity; /* of the player on roll; normalised to the cube before any double */
    bool dances;
    struct play play;
    struct board after; /* seen by the player who rolled */
};

/* `p`: with its dice. */
void one_roll_of(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct one_roll *out);

#endif
