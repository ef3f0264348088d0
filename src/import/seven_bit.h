/* Encodings that look like ASCII: alphabets are switched by escapes (ISO-2022), by ~{ ~} (HZ), or stand as +AOk-
 * between ASCII letters (UTF-7). */
#ifndef KIBITZER_SEVEN_BIT_H
#define KIBITZER_SEVEN_BIT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/span.h"
#include "base/strbuf.h"

/* One of them that the system's converters do not know: HZ. */
bool seven_bit_is_ours(const char *encoding);

/* The text as UTF-8 in `out`, which is empty, where `encoding` (NULL = not given) is one of these, or where the bytes
 * leave no doubt; says what they are, or that they look like one of them and are kept. False: there is nothing in it.
 */
bool seven_bit_decode(struct span bytes, const char *encoding, struct strbuf *out, struct diags *d);

#endif
