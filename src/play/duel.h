/* Two players against each other: games with mirrored dice, and how sure the result is.
 *
 * Games come in pairs that have the same dice, each player sitting once on either side. Luck is taken out with
 * the engine's own estimate of every roll: its mean is nil whatever the estimate is worth, so the adjusted result is
 * unbiased and only steadier. */
#ifndef KIBITZER_DUEL_H
#define KIBITZER_DUEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/player.h"

struct duel_options {
    uint64_t seed;
    int length; /* of a match; 0 = single money games */
    bool cube; /* false: cubeless */
    bool jacoby, beavers;
    const struct board *start; /* where games begin, seen by player 0; NULL: where backgammon does */
    const struct engine *luck_engine; /* measures luck; NULL = not measured */
    struct level luck_level;
};

/* One game or match, seen by player a. Money: points; match: 1 or 0 for winning it. */
struct duel_result {
    double result, luck; /* luck: of a less that of b, in the units of the result; NAN if not measured */
    int games, moves;
    bool failed; /* a player gave up; `problem` says why */
    const char *problem;
};

/* Plays number `index` of a series; a sits at player 0 where it is even. Games 2k and 2k+1 have the same dice. `w` is
 * the thread's worker for measuring luck, or NULL. */
struct duel_result duel_play(const struct duel_options *o, struct player *a, struct player *b, struct worker *w,
                             uint64_t index);

/* Mean and standard error over the pairs (a lone last game counts by itself). */
struct duel_sum {
    size_t n; /* games or matches */
    double mean, error; /* as played */
    double adjusted, adjusted_error; /* less luck; NAN if not measured */
};
struct duel_sum duel_sum(const struct duel_result *results, size_t n);

#endif
