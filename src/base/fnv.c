/* FNV-1a; see fnv.h. */
#include "base/fnv.h"

uint64_t fnv(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}
