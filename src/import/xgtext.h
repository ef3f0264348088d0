/* What the reader of positions as text knows about lines, for the reader of lists, which leaves such files to it. */
#ifndef KIBITZER_XGTEXT_H
#define KIBITZER_XGTEXT_H

#include <stdbool.h>

#include "base/span.h"

/* A diagram, the players' names, a candidate ("2. 24/18 13/10  Equity: 0.221") or three percentages. */
bool xgtext_shows_analysis(struct span line);

#endif
