/* What the process of an unpacker does; see unpacker.h. */
#ifndef KIBITZER_UNPACKING_H
#define KIBITZER_UNPACKING_H

#include "source/unpacker.h"

/* How a piece goes through the pipe: this, then `length` bytes. */
struct piece_head {
    uint32_t kind, length;
    uint64_t produced;
    int64_t written;
};

/* Unpacks an archive and writes its pieces to `out`, then ends the process. */
_Noreturn void unpack_into(int out, int fd, struct span bytes, bool sure);

#endif
