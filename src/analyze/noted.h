/* What the engine answers, as the record keeps it. VIEWPOINT and units: annotation.h. */
#ifndef KIBITZER_NOTED_H
#define KIBITZER_NOTED_H

#include "base/arena.h"
#include "engine/engine.h"
#include "match/annotation.h"

/* `l`: the level that was asked for. */
struct candidate noted_play(const struct ranked_play *r, const struct level *l);
/* Without errors: nobody has decided. */
void noted_cube(struct cube_analysis *out, const struct cube_answer *c, const struct level *l);
struct race_count *noted_race(const struct engine *e, const struct position *p, struct arena *a); /* NULL = contact */

#endif
