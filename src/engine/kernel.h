/* Kernels: the same integer arithmetic built for several processors. They give equal bits on equal boards; which one
 * runs is decided once, by what the processor can do. kernel.inc holds the code, kernel_*.c what differs. */
#ifndef KIBITZER_KERNEL_H
#define KIBITZER_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/net_layout.h"

struct input_tables;

/* Places with chequers of the mover and of the opponent, bars included; bit p = point p. */
struct occupied {
    uint32_t mine, theirs;
};

struct net_kernel {
    const char *name;
    bool (*runs_here)(void);
    /* The computed features of both sides of n boards after a play: the mover's, then the opponent's. */
    void (*features)(const struct input_tables *t, const struct board *const *boards, size_t n,
                     int16_t (*out)[NET_FEATURES]);
    /* Five probabilities (sigmoids, not yet made consistent) for each of n boards. The more alike neighbours are, the
     * faster; fastest for many boards at once. */
    void (*eval)(const struct net_weights *w, const struct input_tables *t, const struct board *const *boards, size_t n,
                 float (*out)[NET_OUT]);
    /* The ranking net's equities for the mover. */
    void (*rank)(const struct rank_weights *w, const struct board *boards, size_t n, float *equity);
    void (*occupied)(const struct board *boards, size_t n, struct occupied *out);
};

bool net_kernel_never(void); /* of those that are not compiled in */

/* Best first; the last one, plain C, runs everywhere. Ends with NULL. */
extern const struct net_kernel *const net_kernels[];

/* The best that runs here. */
const struct net_kernel *net_kernel_choose(void);

/* Does it give the bits of plain C? A few hundred boards, in milliseconds. */
bool net_kernel_agrees(const struct net_kernel *k);

#endif
