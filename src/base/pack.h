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

/* The same for a record's dump, a third smaller: its figures stand behind its words, first byte by first byte, as they
 * repeat nowhere. */
void pack_record(struct span text, struct strbuf *out);
bool unpack_record(struct span packed, struct strbuf *out);

#endif
