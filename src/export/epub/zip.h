/* A zip file as the container of EPUB wants it: members in their order, without times and extra fields. */
#ifndef KIBITZER_EPUB_ZIP_H
#define KIBITZER_EPUB_ZIP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

struct zip { /* begin with .out alone */
    struct strbuf *out;
    struct strbuf directory; /* private */
    uint16_t n;
};

/* `stored`: not compressed. False if memory ran out. */
bool zip_add(struct zip *z, const char *name, const struct strbuf *bytes, bool stored);
void zip_end(struct zip *z);

#endif
