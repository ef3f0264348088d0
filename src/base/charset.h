/* Text in other character sets, through iconv. */
#ifndef KIBITZER_CHARSET_H
#define KIBITZER_CHARSET_H

#include "base/span.h"
#include "base/strbuf.h"

/* Appends `bytes` of `charset` ("UTF-16LE", "WINDOWS-1252" ...) to `out` as UTF-8. What cannot be read becomes
 * U+FFFD, one per byte; nothing is dropped. */
void charset_to_utf8(struct strbuf *out, struct span bytes, const char *charset);

#endif
