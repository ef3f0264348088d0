/* Bearoff databases: exact knowledge of positions in which a side's chequers all stand on its first points.
 *
 * ONE-SIDED: for every placing of up to 15 chequers on points 1..P two distributions over the number of rolls, "all
 * off" and "first chequer off" (saves the gammon), under play for the least mean number of rolls.
 * TWO-SIDED: for every pair of placings of up to N chequers a side the exact money equities for four cube positions.
 * File layout and generation: docs/engine.md, "Bearoff databases"; byte-identical to GNU Backgammon's files.
 *
 * VIEWPOINT. A side's placing is a number, its id, without any viewpoint. bearoff_outcome() reads boards after a play
 * (seen by the mover, opponent to roll) as evaluators do; bearoff_two_equities() reads boards seen by the player on
 * roll. Tables are read-only once made and can be shared by threads. */
#ifndef KIBITZER_BEAROFF_H
#define KIBITZER_BEAROFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/span.h"
#include "base/strbuf.h"
#include "engine/evaluator.h"
#include "match/board.h"

enum { BEAROFF_MAX_POINTS = 18, BEAROFF_ROLLS = 32, BEAROFF_CERTAIN = 65535 };

/* ---- numbering ---- */

/* Placings of up to `chequers` on `points` points: C(chequers + points, points). */
size_t bearoff_positions(int chequers, int points);
/* The id of one side's placing, `own` = point 1 first: the same whatever number of chequers a table is for. */
size_t bearoff_id(const int8_t *own, int points);
/* The placing with this id. */
void bearoff_placing(size_t id, int chequers, int points, int8_t *own);
/* The id of a side of `b` (0 = the viewer, 1 = the opponent); -1 if a chequer stands beyond `points` or there are more
 * than `chequers`. */
long bearoff_side_id(const struct board *b, int side, int chequers, int points);

/* ---- one-sided ---- */

struct bearoff_distribution { /* [i] = chance of needing exactly i rolls, in 1/65535 */
    uint16_t all[BEAROFF_ROLLS];
    uint16_t first[BEAROFF_ROLLS];
};

struct bearoff_one {
    int points;
    bool gammons; /* `first` is filled in; always, but for files made without it */
    size_t n;
    struct bearoff_distribution *at; /* by id */
};

/* No table may take more memory than this: 15x11 and 10 chequers on 6 points fit. */
#define BEAROFF_MEMORY_MAX ((size_t)1 << 31)

/* Computes the table for 15 chequers on 1..BEAROFF_MAX_POINTS points, the same for any number of threads. NULL if there
 * is no memory for it (15x6: 7 MB, 15x8: 63 MB, 15x9: 167 MB, and half as much again while it is made). */
struct bearoff_one *bearoff_one_make(int points, int threads);
void bearoff_one_free(struct bearoff_one *t);

/* The file's bytes. `gammons`: with the distributions of the first chequer; `compressed`: runs of non-zero entries. */
void bearoff_one_write(const struct bearoff_one *t, bool gammons, bool compressed, struct strbuf *out);
/* Reads a file of any of these kinds; NULL with an error for what is damaged or of another kind. */
struct bearoff_one *bearoff_one_read(struct span file, struct diags *d);

/* Two sides of a race against each other, seen by the mover of a play; the other one rolls next. `mover_whole`,
 * `roller_whole`: all 15 chequers are there, so that a gammon can be lost. */
struct outcome bearoff_race_outcome(const struct bearoff_distribution *mover, const struct bearoff_distribution *roller,
                                    bool mover_whole, bool roller_whole);

/* Mean number of rolls to bear off all, its standard deviation, and the effective pip count. */
struct bearoff_race {
    double mean, deviation, epc;
};
struct bearoff_race bearoff_race_of(const struct bearoff_distribution *d);

/* ---- two-sided ---- */

enum bearoff_cube { BEAROFF_CUBELESS, BEAROFF_OWNED, BEAROFF_CENTRED, BEAROFF_OPPONENT_OWNS, BEAROFF_CUBES };

struct bearoff_two {
    int chequers, points;
    bool cubeful; /* false: only BEAROFF_CUBELESS is filled in */
    size_t n; /* placings of one side */
    uint16_t (*at)[BEAROFF_CUBES]; /* [id on roll * n + id of the other]: 0 = -1, 65535 = +1 */
};

/* Computes the table. NULL if there is no memory for it (6x6: 7 MB, 10 chequers x 6 points: 513 MB). */
struct bearoff_two *bearoff_two_make(int chequers, int points);
void bearoff_two_free(struct bearoff_two *t);
void bearoff_two_write(const struct bearoff_two *t, bool cubeful, struct strbuf *out);
struct bearoff_two *bearoff_two_read(struct span file, struct diags *d);

/* Money equities of the player on roll (before rolling, no double this turn), normalised to the current cube, by enum
 * bearoff_cube. False if `on_roll` is not in the table. A finished side (id 0) is in it. */
bool bearoff_two_equities(const struct bearoff_two *t, const struct board *on_roll, float equity[BEAROFF_CUBES]);

struct race_net;

/* ---- together ---- */

/* 15x6, 15x8 and 6x6: what the engine works with. Opaque, because tables are made when the first position asks for them
 * (0.3 s for the two small ones, 4 s of processor time for 15x8; all users share them). */
struct bearoff;

/* Tables are read from a folder as os-15x6.bd, os-15x8.bd and ts-06x06.bd and, where missing or damaged, made and left
 * there. */
struct bearoff_options {
    const char *dir; /* the small tables are read or made at once, and what is wrong with their files is warned of */
    const char *cache; /* used without `dir`: everything when it is needed, and without a word; NULL = in memory */
    int threads; /* to make 15x8 with; 0 = 1 */
};
struct bearoff *bearoff_open(const struct bearoff_options *o, struct diags *d); /* never NULL */
void bearoff_close(struct bearoff *b);
/* The small tables themselves, made now if need be; NULL where there was no memory. */
const struct bearoff_one *bearoff_one_sided(const struct bearoff *b);
const struct bearoff_two *bearoff_two_sided(const struct bearoff *b);

/* The exact distributions of a side with its farthest chequer on the point `highest`; NULL if no table reaches so far.
 */
const struct bearoff_distribution *bearoff_side(const struct bearoff *b, const int8_t *own, int highest);

/* The outcome for the mover of `after` (opponent to roll), where both sides stand inside the tables or the game is
 * over; false otherwise. Two-sided probabilities where they reach, else the one-sided distributions of both sides
 * against each other. Nobody can lose a backgammon here: no chequer stands in the other's home. */
bool bearoff_outcome(const struct bearoff *b, const struct board *after, struct outcome *out);

/* An evaluator that answers from the tables where it can, by the net of races (engine/race.h) in other races, and asks
 * another one for the rest. */
struct bearoff_evaluator {
    struct evaluator base;
    const struct bearoff *tables;
    const struct race_net *race;
    const struct evaluator *otherwise;
};
void bearoff_evaluator_init(struct bearoff_evaluator *e, const struct bearoff *tables,
                            const struct evaluator *otherwise);

/* The certain outcome for the mover if the game is over on `after`; false if it is not. */
bool outcome_if_over(const struct board *after, struct outcome *out);

#endif
