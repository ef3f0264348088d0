/* Dice that depend on a key and a counter only: the same seed gives the same rolls on any machine, in any thread. */
#ifndef KIBITZER_DICE_H
#define KIBITZER_DICE_H

#include <stdint.h>

/* What reports call it. */
#define DICE_GENERATOR "SplitMix64"

struct dice {
    uint64_t key, counter;
};

/* The dice of one game of one series. */
struct dice dice_of_game(uint64_t seed, uint64_t game);
/* A number from 0 to n - 1, each equally likely; n >= 1. */
int dice_below(struct dice *d, int n);
/* The n numbers from 0 to n - 1 in an order drawn by chance, n <= 255. */
void dice_shuffle(struct dice *d, uint8_t *out, int n);
/* Two dice, 1..6 each, larger first; every one of the 36 throws is equally likely. */
void dice_roll(struct dice *d, int roll[2]);

#endif
