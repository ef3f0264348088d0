/* Integers as net files have them: small once they are compressed. */
#ifndef KIBITZER_NET_PACK_H
#define KIBITZER_NET_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Appends `n` integers. */
void integers_pack(struct strbuf *out, const int16_t *from, size_t n);

/* Reads what integers_pack() wrote, from *at on, which it moves behind it. False where it breaks off before `end`, or
 * is something else. */
bool integers_unpack(const unsigned char **at, const unsigned char *end, int16_t *to, size_t n);

#endif
