/* What a turn that helpers share (base/helpers.h) is about: all that its answer depends on, as a number. What another
 * version, other settings, another net or table has computed fits no turn, and is computed here. */
#ifndef KIBITZER_ABOUT_H
#define KIBITZER_ABOUT_H

#include <stdint.h>

#include "match/annotation.h"
#include "match/position.h"

/* Of all turns of an analysis. */
uint64_t about_set(const struct annotation_set *s);
/* `what` of it is asked. */
uint64_t about_position(uint64_t set, const struct position *p, int64_t what);

#endif
