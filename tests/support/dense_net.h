/* The net as plain matrix products in double precision, by OpenBLAS: every input on or off, every weight in its place,
 * nothing carried along, skipped or packed. What the kernels are compared with. */
#ifndef KIBITZER_TEST_DENSE_NET_H
#define KIBITZER_TEST_DENSE_NET_H

#include <stddef.h>

#include "engine/net_layout.h"

enum { DENSE_OUT = 5 };

/* Five probabilities (sigmoids, not yet made consistent) for each of n boards after a play, as struct net_kernel's
 * eval() has them. */
void dense_net(const struct net_weights *w, const struct board *const *boards, size_t n, double (*out)[DENSE_OUT]);

#endif
