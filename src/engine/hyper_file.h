/* The layout of hypergammon files (docs/engine.md, "Hypergammon"): a line of 40 bytes, then 28 bytes for every pair of
 * ids, the player on roll first. */
#ifndef KIBITZER_HYPER_FILE_H
#define KIBITZER_HYPER_FILE_H

#include "engine/hyper.h"

enum { HYPER_HEADER = 40, HYPER_ENTRY = 28 };

void hyper_header(int chequers, char header[HYPER_HEADER]);
void hyper_encode(const struct hyper_value *v, unsigned char entry[HYPER_ENTRY]);
/* False if no position has such values. */
bool hyper_decode(const unsigned char entry[HYPER_ENTRY], struct hyper_value *out);

#endif
