/* Bytes as 64 letters, digits, '+' and '/' (RFC 4648, section 4), padded with '='. */
#ifndef KIBITZER_BASE64_H
#define KIBITZER_BASE64_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"

void base64_write(struct span bytes, struct strbuf *out);
/* Appends the bytes; false where `text` is no base64, `out` then being of no use. */
bool base64_read(struct span text, struct strbuf *out);

int base64_letter(char c); /* its value; -1 = it is none */

#endif
