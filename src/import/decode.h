/* From bytes to text: gzip unpacked, BOM, UTF-16, UTF-32 and old code pages turned into UTF-8, CRLF and CR into LF, ">
 * " of quoted texts removed. Line numbers of the result are those of the source; columns count the result's bytes. */
#ifndef KIBITZER_DECODE_H
#define KIBITZER_DECODE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/span.h"
#include "base/strbuf.h"

/* True if `bytes` begin as a gzip stream. */
bool is_gzip(struct span bytes);

/* Unpacks all members of a gzip stream, `limit` bytes at most. False with an error if it is damaged at its start or too
 * big; a stream that breaks off later gives what could be read, with a warning. */
bool gunzip(struct span bytes, size_t limit, struct strbuf *out, struct diags *d);

/* Appends `bytes` to `out` as UTF-8 with LF line ends and without NUL bytes; says what it had to change. Lines that are
 * not UTF-8 are read each for itself, so that one bad name does not spoil a file: as `encoding` where that is given,
 * else as what charset_guess() makes of all of them, else as Windows-1252. An SGF file that is not UTF-8 and names its
 * charset (CA) is read as that. */
void decode_text(struct span bytes, const char *encoding, struct strbuf *out, struct diags *d);

#endif
