/* The dice of a rollout: the same for all candidates, drawn in equal numbers.
 *
 * Trials come in blocks of as many as there are first throws: 36, or the 30 without doubles that can open a game. In a
 * block every first throw comes once, and no later throw of 36 comes twice at the same turn. In a series of 36 blocks
 * every first throw meets every throw of a later turn once. Apart from that blocks are shuffled independently, so the
 * spread of their means says how far the mean of all can be off. Method: docs/rollouts.md, "Dice".
 *
 * Dice can be `independent` instead: every throw is drawn by itself, from the same generator. */
#ifndef KIBITZER_THROWS_H
#define KIBITZER_THROWS_H

#include <stdbool.h>
#include <stdint.h>

enum { THROWS = 36, OPENING_THROWS = 30, THROWS_BLOCKS = 36, THROWS_TURNS = 128 };

/* Trials in a block. */
int throws_block(bool opening);

/* The dice of one series of 36 blocks. */
struct throws {
    uint64_t seed, series;
    int block; /* trials in a block */
    bool independent;
    uint8_t first[THROWS_BLOCKS][THROWS]; /* order of the first throws in each block */
    struct throws_turn { /* throw = of[(row[first] + column[block]) % 36]: a Latin square */
        uint8_t of[THROWS], row[THROWS], column[THROWS];
    } turn[THROWS_TURNS];
};

/* `series` counts from 0. */
void throws_init(struct throws *t, uint64_t seed, uint64_t series, bool opening, bool independent);

/* The throw at `turn` (from 0) of trial number `trial` (from 0) of the series; the larger die first. Turns beyond
 * THROWS_TURNS are drawn independently. */
void throws_at(const struct throws *t, int trial, int turn, int dice[2]);

#endif
