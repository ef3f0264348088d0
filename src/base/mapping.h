/* A file mapped into memory: only the parts that are accessed are read. */
#ifndef KIBITZER_MAPPING_H
#define KIBITZER_MAPPING_H

#include <stdbool.h>

#include "base/span.h"

struct mapping {
    struct span bytes; /* read-only, as long as the mapping is open; length 0 has nothing to look at */
};

/* False with errno set; a folder, a pipe and a device cannot be mapped. Nobody may shorten the file meanwhile: ours are
 * replaced by rename, never written in place. */
bool mapping_open(struct mapping *m, const char *path);
void mapping_close(struct mapping *m);

#endif
