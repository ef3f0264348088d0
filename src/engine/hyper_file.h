/* The layout of hypergammon files (docs/engine.md, "Hypergammon"): a line of 40 bytes, then 28 bytes for every pair of
 * ids, the player on roll first. */
#ifndef KIBITZER_HYPER_FILE_H
#define KIBITZER_HYPER_FILE_H

#include "engine/hyper.h"

enum { HYPER_HEADER = 40, HYPER_ENTRY = 28, HYPER_EQUITY = 3 };

void hyper_header(int chequers, char header[HYPER_HEADER]);
void hyper_encode(const struct hyper_value *v, unsigned char entry[HYPER_ENTRY]);
/* An equity by itself, in three bytes. */
void hyper_put_equity(unsigned char at[HYPER_EQUITY], double equity);
double hyper_get_equity(const unsigned char at[HYPER_EQUITY]);
/* False if no position has such values. */
bool hyper_decode(const unsigned char entry[HYPER_ENTRY], struct hyper_value *out);

#endif
