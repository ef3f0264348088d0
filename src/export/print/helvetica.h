/* Widths of Helvetica. */
#ifndef KIBITZER_HELVETICA_H
#define KIBITZER_HELVETICA_H

#include <stdbool.h>

unsigned helvetica_advance(bool bold, unsigned char code); /* of a Windows-1252 code, in thousandths of the size */

#endif
