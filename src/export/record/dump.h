/* Pieces of the native dump (docs/formats/dump.md), for what is made of its lines: certificates. */
#ifndef KIBITZER_DUMP_H
#define KIBITZER_DUMP_H

#include "match/record.h"

/* The record with the first `sets` annotation sets by name, but without their figures: of what is noted about events
 * only marks that an author set by hand. */
void dump_bare(const struct match *m, size_t sets, struct strbuf *out);
/* The same with all sets, of which one has its figures. */
void dump_with(const struct match *m, int set, struct strbuf *out);

/* The line of a set, the lines of a note. */
void dump_set(const struct annotation_set *s, struct strbuf *out);
void dump_note(const struct annotation *a, struct strbuf *out);

#endif
