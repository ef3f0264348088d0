/* Bodies of mails and of their parts: what encodes them (RFC 2045, 6.7 and 6.8) is taken off. Nothing here asks for
 * memory. */
#ifndef KIBITZER_MIME_BODY_H
#define KIBITZER_MIME_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum mime_encoding { MIME_PLAIN, MIME_PRINTABLE, MIME_BASE64 };

/* How much of it is in this encoding: base64 ends at its padding, or before the lines of a text that was put below it.
 * *damaged: not all of that is as it should be, or it is not complete, as far as that can be seen. */
size_t mime_extent(struct span body, enum mime_encoding encoding, bool *damaged);

/* Begun with the encoding and all of a body. */
struct mime_decoder {
    enum mime_encoding encoding;
    struct span rest;
    const char *blanks_end; /* of blanks that are not the last of their line */
};

/* The next bytes of it, at most `room` (4 or more); 0 at the end. What is not as it should be is left out of base64,
 * and left as it is elsewhere. */
size_t mime_decode(struct mime_decoder *d, char *to, size_t room);

#endif
