/* What the rolls after a play do: the opponent's best reply to each, and what it achieves; or the mover's own next
 * play, as if the opponent had missed a turn. Looked at with the bare net. VIEWPOINT. The mover's. Points of effects
 * are numbered by the player who rolls. */
#ifndef KIBITZER_AFTER_H
#define KIBITZER_AFTER_H

#include <stdint.h>

#include "engine/engine.h"

enum effect { /* what a roll does; EFFECT_POINT + n: makes the n point, 2 to 8 */
              EFFECT_HIT, /* can hit, whatever is best */
              EFFECT_DANCE,
              EFFECT_ANCHOR, /* makes a point in the other's home */
              EFFECT_ESCAPE, /* brings a chequer past the other's longest block */
              EFFECT_SHOT, /* leaves one to be hit; of own rolls alone, nothing being left in the opponent's home */
              EFFECT_BUILD, /* makes one of the points 4 to 7 */
              EFFECT_POINT,
              EFFECTS = EFFECT_POINT + 9
};

struct after {
    float value[CUBE_MAP_ROLLS]; /* equity of the mover, by roll_index() */
    uint32_t effects[CUBE_MAP_ROLLS]; /* a bit 1 << enum effect for each */
    bool block; /* there is one to escape from */
};

/* `p`: before the play, its mover on roll; `played`: after it, seen by the mover. */
void after_replies(const struct engine *e, struct worker *w, const struct position *p, const struct board *played,
                   struct after *out);
void after_own_rolls(const struct engine *e, struct worker *w, const struct position *p, const struct board *played,
                     struct after *out);

int roll_weight(int roll); /* of 36, by roll_index() */
int effect_count(const struct after *a, int effect); /* rolls of 36 */

#endif
