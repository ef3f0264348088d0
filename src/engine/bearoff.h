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

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/mapping.h"
#include "base/span.h"
#include "base/strbuf.h"
#include "engine/evaluator.h"
#include "match/board.h"

enum { BEAROFF_MAX_POINTS = 18, BEAROFF_ROLLS = 32, BEAROFF_CERTAIN = 65535 };
/* The numbering goes as far as the bar, for hypergammon (engine/hyper.h). */
enum { BEAROFF_WHOLE_BOARD = 25 };

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

/* ---- making ---- */

/* No table is made in more memory than this: 15x11 and 10 chequers on 6 points fit. */
#define BEAROFF_MEMORY_MAX ((size_t)1 << 31)

struct bearoff_one;

struct bearoff_order {
    int chequers, points; /* one-sided: BOARD_CHEQUERS on 1..BEAROFF_MAX_POINTS */
    int threads;
    size_t memory; /* bytes that the process may hold */
    /* Where the work lies that does not fit, and where a run that was stopped or killed is continued; removed with the
     * table. NULL = all in memory. */
    const char *state;
    const struct bearoff_one
        *from; /* one-sided: a table for fewer points, whose placings are not made again; or NULL */
    void (*progress)(void *context, double part); /* or NULL */
    void *context;
    const volatile sig_atomic_t *stop; /* or NULL; non-zero: keep the state and end */
};

enum bearoff_end {
    BEAROFF_DONE,
    BEAROFF_STOPPED,
    BEAROFF_NO_MEMORY,
    BEAROFF_NOT_WRITTEN /* the state; errno says why, EWOULDBLOCK: another run is using it */
};

/* Where the bytes of a file go. */
struct bearoff_out {
    void (*add)(void *context, const void *bytes, size_t length);
    void *context;
};

/* ---- one-sided ---- */

struct bearoff_distribution { /* [i] = chance of needing exactly i rolls, in 1/65535 */
    uint16_t all[BEAROFF_ROLLS];
    uint16_t first[BEAROFF_ROLLS];
};

struct bearoff_work;

/* What a file holds. `normal`: means and deviations alone, from which distributions are made when asked for. */
struct bearoff_form {
    bool gammons, compressed, normal;
};

struct bearoff_one {
    int points;
    struct bearoff_form form; /* a table that was made has all, uncompressed */
    size_t n;
    struct span bytes; /* as in the file, after its header */
    struct mapping mapping; /* that they lie in, or */
    struct bearoff_work *work;
    bool keep; /* the state of the work stays when the table goes */
};

/* Computes the table for 15 chequers, the same for any number of threads, stops and continuations. Takes 188 bytes a
 * placing (15x6: 10 MB, 15x9: 246 MB, 15x13: 7 GB). */
enum bearoff_end bearoff_one_order(const struct bearoff_order *o, struct bearoff_one **out);
/* The bytes that takes. */
size_t bearoff_one_room(int points);
/* The same in memory, BEAROFF_MEMORY_MAX at most; NULL where that is too little. */
struct bearoff_one *bearoff_one_make(int points, int threads);
void bearoff_one_free(struct bearoff_one *t);

/* The distributions of a placing; `first` is zero in a table without gammons. */
void bearoff_one_get(const struct bearoff_one *t, size_t id, struct bearoff_distribution *out);

/* The file's bytes. compressed: runs of non-zero entries; normal: with gammons, uncompressed, whatever is asked for. */
void bearoff_one_write(const struct bearoff_one *t, struct bearoff_form form, struct bearoff_out out);
void bearoff_one_text(const struct bearoff_one *t, struct bearoff_form form, struct strbuf *out);
/* A table that looks into a file's bytes, which must stay as long as it does; NULL with an error for what is damaged or
 * of another kind. */
struct bearoff_one *bearoff_one_view(struct span file, struct diags *d);
/* The same of a file that is mapped. Every distribution is looked at once. */
struct bearoff_one *bearoff_one_open(const char *path, struct diags *d);

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
    bool cubeful; /* false: only BEAROFF_CUBELESS is there */
    size_t n; /* placings of one side */
    struct span bytes; /* as in the file, after its header */
    struct mapping mapping; /* that they lie in, or */
    struct bearoff_work *work;
    bool keep; /* the state of the work stays when the table goes */
};

/* Computes the table. Takes 16 bytes a pair (6x6: 14 MB, 11x6: 2.5 GB). */
enum bearoff_end bearoff_two_order(const struct bearoff_order *o, struct bearoff_two **out);
/* How many bytes that takes; SIZE_MAX if too many to count. */
size_t bearoff_two_room(int chequers, int points);
/* The same in memory, on one thread, BEAROFF_MEMORY_MAX at most; NULL where that is too little. */
struct bearoff_two *bearoff_two_make(int chequers, int points);
void bearoff_two_free(struct bearoff_two *t);
void bearoff_two_write(const struct bearoff_two *t, bool cubeful, struct bearoff_out out);
void bearoff_two_text(const struct bearoff_two *t, bool cubeful, struct strbuf *out);
struct bearoff_two *bearoff_two_view(struct span file, struct diags *d);
struct bearoff_two *bearoff_two_open(const char *path, struct diags *d);

/* One equity by the ids of the player on roll and the other: 0 = -1, 65535 = +1. */
uint16_t bearoff_two_get(const struct bearoff_two *t, size_t us, size_t them, enum bearoff_cube cube);

/* Money equities of the player on roll (before rolling, no double this turn), normalised to the current cube, by enum
 * bearoff_cube. False if `on_roll` is not in the table. A finished side (id 0) is in it. */
bool bearoff_two_equities(const struct bearoff_two *t, const struct board *on_roll, float equity[BEAROFF_CUBES]);

struct race_net;

/* ---- together ---- */

/* 15x6, 15x8 and 6x6: what the engine works with. Opaque, because tables are made when the first position asks for them
 * (0.3 s for the two small ones, 4 s of processor time for 15x8; all users share them). */
struct bearoff;

/* Tables are read from a folder as os-15x6.bd, os-15x8.bd and ts-06x06.bd and, where missing or damaged, made and left
 * there. The largest of os-15x9.bd to os-15x18.bd that lies there takes the place of os-15x8.bd. */
struct bearoff_options {
    const char *dir; /* the small tables are read or made at once, and what is wrong with their files is warned of */
    const char *cache; /* used without `dir`: everything when it is needed, and without a word; NULL = in memory */
    int threads; /* to make 15x8 with; 0 = 1 */
    bool none; /* no tables at all: bear-offs are left to the net of races */
};
struct bearoff *bearoff_open(const struct bearoff_options *o, struct diags *d); /* never NULL */
void bearoff_close(struct bearoff *b);
/* The small tables themselves, made now if need be; NULL where there was no memory. */
const struct bearoff_one *bearoff_one_sided(const struct bearoff *b);
const struct bearoff_two *bearoff_two_sided(const struct bearoff *b);

/* The exact distributions of a side with its farthest chequer on the point `highest`; false if no table reaches so far.
 */
bool bearoff_side(const struct bearoff *b, const int8_t own[BEAROFF_MAX_POINTS], int highest,
                  struct bearoff_distribution *out);

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
