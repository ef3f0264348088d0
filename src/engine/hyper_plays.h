/* The placings of a side in hypergammon and all plays between them, for the maker of databases.
 *
 * A side's plays depend on its own placing and on the one point that the opponent may have made: three chequers make no
 * more. Whom a play hits depends on where it lands. So plays are listed once, by placing, barred point and throw, and
 * serve for all placings of the opponent.
 *
 * Placings are numbered anew here, by pips: every play without a hit leads to a smaller number or, a dance, to the
 * same. Number 0 has all chequers off. Points are the own ones of the side in question. */
#ifndef KIBITZER_HYPER_PLAYS_H
#define KIBITZER_HYPER_PLAYS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/bearoff_moves.h"
#include "match/board.h"

enum { HYPER_BAR = BEAROFF_WHOLE_BOARD, HYPER_STEPS = 4, HYPER_BARS = 25 };
/* Of a throw: a double's four steps are shared out among three chequers in 15 ways, two dice in 12. */
enum { HYPER_PLAYS_MAX = 15 };

struct hyper_placing {
    int8_t own[HYPER_BAR]; /* point 1 first, the bar last */
    uint8_t pips;
    uint8_t made; /* the point with two chequers or more, 0 = none */
    uint8_t on_board; /* chequers */
    uint32_t points, blots; /* bit p: somebody stands on point p of 1..24, somebody alone */
};

/* A play: where it leads, and where it lands on the way (0 = no more). */
struct hyper_play {
    uint16_t next;
    uint8_t land[HYPER_STEPS];
};

struct hyper_game {
    int chequers;
    size_t n; /* placings of a side */
    struct hyper_placing *placing; /* by number */
    uint16_t *number; /* by id */
    uint16_t *id; /* by number */
    uint16_t *hit[HYPER_BAR]; /* [p][number]: after the opponent has landed on HIS point p; the same if nobody is hit */
    struct hyper_play *plays;
    uint32_t *begin; /* hyper_plays_of() */
};

/* Ends the attempt if there is no memory. */
void hyper_game_init(struct hyper_game *g, int chequers);
void hyper_game_done(struct hyper_game *g);

/* The plays of a throw where the opponent has made the own point `barred` (0 = none), at least one: a dance leaves all
 * as it is. */
static inline const struct hyper_play *hyper_plays_of(const struct hyper_game *g, size_t us, int barred, int throw)
{
    return g->plays + g->begin[(us * HYPER_BARS + (size_t)barred) * BEAROFF_THROWS + (size_t) throw];
}

static inline const struct hyper_play *hyper_plays_end(const struct hyper_game *g, size_t us, int barred, int throw)
{
    return g->plays + g->begin[(us * HYPER_BARS + (size_t)barred) * BEAROFF_THROWS + (size_t) throw +1];
}

/* The own points of a side as the other one numbers them. */
static inline uint32_t hyper_mirrored(uint32_t points)
{
    uint32_t out = 0;
    for (int p = 1; p < HYPER_BAR; p++)
        out |= (points >> p & 1) << (HYPER_BAR - p);
    return out;
}

/* What `winner`, all off, has won from a side standing so: 1 to 3 times the cube. */
int hyper_points_won(const struct hyper_game *g, size_t loser);

#endif
