/* Formats of single positions as reports of a match: one file for each error. */
#ifndef KIBITZER_ERROR_POSITIONS_H
#define KIBITZER_ERROR_POSITIONS_H

#include "export/export.h"

/* True if the format holds one position and no match: pictures, Jellyfish positions ... */
bool holds_one_position(const struct exporter *e);

/* Writes each error that the options show as `stem`_g2m17.svg (game 2, move 17), or _g2m17_cube.svg where a roll was
 * not doubled: the position in which it was made, with arrows for the play made and the best one in pictures. No error,
 * no file. False after a message. */
bool error_positions_write(const struct exporter *e, const struct match *m, const struct export_options *o,
                           const char *stem, struct diags *d);

#endif
