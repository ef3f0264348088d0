/* Writers of a single position choose it here. */
#ifndef KIBITZER_EXPORT_POSITION_H
#define KIBITZER_EXPORT_POSITION_H

#include "export/export.h"

/* The position to write: o->position if there is one, else where the record's last game stands. False if the record
 * has no game and no position was given. */
bool export_position(const struct match *m, const struct export_options *o, struct position *out);

#endif
