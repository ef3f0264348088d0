/* Hypergammon: exact databases of games with one, two or three chequers a side on the whole board, contact and all.
 * Every pair of placings has the chances of the player on roll under the best play without a cube, and the money
 * equities with one. They are found by value iteration: every position is worth the mean of its best replies, again and
 * again until nothing moves any more. Files are GNU Backgammon's; layout and method: docs/engine.md, "Hypergammon".
 *
 * VIEWPOINT. A value is that of the player on roll, before the roll and without a double this turn, per unit of the
 * cube. A side's placing is a number (bearoff_id() over 25 points, the bar being the farthest) without any viewpoint.
 */
#ifndef KIBITZER_HYPER_H
#define KIBITZER_HYPER_H

#include <signal.h>
#include <stdbool.h>

#include "base/diag.h"
#include "engine/evaluator.h"
#include "match/board.h"
#include "match/outcome.h"

enum { HYPER_CHEQUERS_MAX = 3 };

/* ORDER HYPER_CUBE: as in the files. No beavers. */
enum hyper_cube { HYPER_OWNED, HYPER_CENTRED, HYPER_JACOBY, HYPER_OPPONENT_OWNS, HYPER_CUBES };

/* What a double may be answered with near the limit of the cube, where it makes a difference. */
enum hyper_raises { HYPER_NO_BEAVERS, HYPER_BEAVERS /* and raccoons */, HYPER_ONE_BEAVER, HYPER_RAISES };

struct hyper_value {
    struct outcome outcome; /* of the play that is best without a cube */
    float equity[HYPER_CUBES]; /* each of the play that is best with this cube; HYPER_JACOBY: in the middle, with it */
};

/* ---- making ---- */

struct hyper_progress {
    bool chances; /* the chances are on the way; before that, the equities */
    int sweep; /* over all positions, this being the n-th */
    double part; /* of the sweep, 0 to 1 */
    double change; /* the largest of the last sweep */
    double error; /* what that leaves to expect, see struct hyper_made; INFINITY as long as it cannot be said */
    int table, tables; /* near the limit of the cube, this being the n-th; else 0 */
};

struct hyper_order {
    int chequers; /* 1 to 3 */
    int threads;
    double converge; /* go on until no value is expected to be farther off than this; HYPER_FINEST at least */
    const char *file;
    int save_every; /* seconds between states, which are kept beside the file and continued from; < 0 = none */
    void (*progress)(void *context, const struct hyper_progress *p); /* or NULL */
    void *context;
    const volatile sig_atomic_t *stop; /* or NULL; non-zero: keep the state and end */
};

/* Below that rounding has its say: values are kept with 24 bits. */
#define HYPER_FINEST 1e-6

enum hyper_end { HYPER_DONE, HYPER_STOPPED, HYPER_NO_MEMORY, HYPER_NOT_WRITTEN };

/* How it went. The change of a sweep understates how far the values still are from the truth: what is left is the sum
 * of all changes to come, and these shrink by `rate` from one sweep to the next, so it is rate / (1 - rate) times the
 * last one. The rate is the slowest of the last sweeps. */
struct hyper_made {
    int sweeps[2]; /* over the equities, over the chances */
    double change[2], rate[2], error[2]; /* at the end of each */
    int continued_from; /* sweeps that a state had behind it, 0 = none */
};

/* Makes the database and writes it, the same bytes for any number of threads and interruptions. errno says why it could
 * not be written. A state that belongs to something else or is damaged is a warning in `d`, and is replaced. Memory for
 * 3 chequers: 0.95 GB. */
enum hyper_end hyper_make(const struct hyper_order *o, struct hyper_made *made, struct diags *d);

/* ---- reading ---- */

struct hyper; /* an open database */

/* NULL with an error for what is not such a database, damaged or, unless `chequers` is 0, one of another number. The
 * file is mapped, not read: it stays as it is as long as the database is open. */
struct hyper *hyper_open(const char *path, int chequers, struct diags *d);
void hyper_close(struct hyper *h);

/* The value of a position seen by the player on roll. False if it is not in the database: another number of chequers
 * (on the board and off together). */
bool hyper_value(const struct hyper *h, const struct board *on_roll, struct hyper_value *out);
/* The same by the ids of both sides' placings. */
void hyper_value_of_ids(const struct hyper *h, size_t us, size_t them, struct hyper_value *out);

/* An evaluator of the positions that are in the database. */
struct hyper_evaluator {
    struct evaluator base;
    const struct hyper *database;
};
void hyper_evaluator_init(struct hyper_evaluator *e, const struct hyper *database);

/* ---- the databases that are at hand ---- */

/* Opened when they are first asked for, by any thread, and kept. Those of one and two chequers are made where they are
 * missing, which takes seconds. */
struct hyper_shelf;

/* `file`: a database of any number of chequers, NULL = none. `folder`: where the others are, as hyper1.bd, hyper2.bd
 * and hyper3.bd, and where the first two are left; NULL = they are made and not kept. */
struct hyper_shelf *hyper_shelf_new(const char *file, const char *folder, int threads);
void hyper_shelf_free(struct hyper_shelf *s);

/* The database for this number of chequers. NULL if there is none; *problem, which lives as long as the shelf, then
 * says why and what to do. */
const struct hyper *hyper_shelf_get(const struct hyper_shelf *s, int chequers, const char **problem);

/* The table of that game for cubes that can be turned `turns` times more, 1 to 6, and with them those for fewer turns
 * (hyper_limit.h): of a file, hyper3-limit4.bd beside the database or in the folder, or `file` itself; else made when
 * it is first asked for, and kept. NULL where there is none: three chequers without a file, or no database. */
struct hyper_limit;
const struct hyper_limit *hyper_shelf_limit(const struct hyper_shelf *s, int chequers, int turns,
                                            enum hyper_raises raises);
/* Why a file of it is of no use, "" if there is none; once hyper_shelf_limit() was asked. */
const char *hyper_shelf_limit_problem(const struct hyper_shelf *s, int chequers);

#endif
