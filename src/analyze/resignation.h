/* Is a resignation to be accepted? What it gives against what playing on is worth. */
#ifndef KIBITZER_RESIGNATION_H
#define KIBITZER_RESIGNATION_H

#include "engine/engine.h"

struct resignation {
    float accept, refuse; /* equities at the present cube (EMG in a match), of the player to whom it is offered */
    bool right; /* accepting gives all that the game is worth */
    struct outcome outcome; /* that player's, without a cube, if the game goes on */
    int plies;
};

/* `p`: where OFFER_RESIGNATION waits, for `p->turn` to answer. Refused, the game goes on with the double that waits
 * beneath it, the roll, or the cube decision, each of them done as well as can be. Under Jacoby's rule as well the
 * resignation pays what it says. */
void resignation_judge(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                       struct resignation *out);

/* What accepting it is worth, and whether that is all that playing on is worth. */
float resignation_gives(const struct engine *e, const struct position *p);
bool resignation_is_right(double accept, double refuse);
/* "a gammon resigned: accept or refuse?" `doubled`: a double waits behind it. */
void resignation_question(struct strbuf *out, int cubes, bool doubled);

#endif
