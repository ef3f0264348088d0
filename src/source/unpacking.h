/* libarchive at work, asked for one piece after the other; see unpacker.h. Where a process can be had it runs in one of
 * its own (unpacker.c), elsewhere at the side of the one that asks (unpacker_here.c). */
#ifndef KIBITZER_UNPACKING_H
#define KIBITZER_UNPACKING_H

#include "source/unpacker.h"

struct unpacking;

/* As unpacker_begin(); `bytes` stay as long as it does. NULL without memory. */
struct unpacking *unpacking_begin(int fd, struct span bytes, bool sure);

/* The next piece; its text lives until the one after it. */
struct piece unpacking_next(struct unpacking *u);

void unpacking_end(struct unpacking *u);

#endif
