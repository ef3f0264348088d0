/* Texts made small for the database, through zlib. */
#ifndef KIBITZER_PACK_H
#define KIBITZER_PACK_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"

/* Appends the packed text: the same bytes for the same text. */
void pack(struct span text, struct strbuf *out);
/* Appends the text; false if it is damaged. */
bool unpack(struct span packed, struct strbuf *out);

#endif
