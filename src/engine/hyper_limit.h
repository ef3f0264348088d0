/* Hypergammon near the limit of the cube, in money play: exact equities with a cube that can be turned a few times
 * more. They follow from those of cubes that can be turned less often, down to the dead one, and are found by value
 * iteration over all positions, as the databases are (hyper.h).
 *
 * VIEWPOINT. As in cube.h: values are those of the player on roll, before the throw, without a double this turn. */
#ifndef KIBITZER_HYPER_LIMIT_H
#define KIBITZER_HYPER_LIMIT_H

#include "engine/cube.h"
#include "engine/hyper.h"

/* Chequers: two take 4 MB and 2 s of one core for each table; three take minutes, and are kept in files. */
enum { HYPER_LIMIT_CHEQUERS = 2, HYPER_LIMIT_TURNS = 2 /* of a table */ };

/* For cubes that can be turned so often, and once more. */
struct hyper_limit;

/* How a table is found, and how it went. */
struct hyper_settling {
    int threads;
    double converge; /* HYPER_FINEST at least */
    void (*progress)(void *context, const struct hyper_progress *p); /* or NULL */
    void *context;
    int sweeps; /* made */
    double error; /* expected of any value */
};

/* The table above `below`, which it needs as long as it lives; the first one has NULL. Ends the attempt without memory,
 * or when that is cancelled. */
struct hyper_limit *hyper_limit_make(const struct hyper *database, const struct hyper_limit *below, int chequers,
                                     enum hyper_raises raises, struct hyper_settling *how);
void hyper_limit_free(struct hyper_limit *l);

/* ---- files: of all tables up to a limit ---- */

struct hyper_limit_order {
    const struct hyper *database; /* of games with so many chequers */
    int chequers, turns; /* of the cube, up to its limit: 1 to CUBE_LEVELS - 1 */
    const char *file;
    struct hyper_settling how; /* sweeps and the error: of all tables */
};

/* Makes them and writes the file, the same bytes for any number of threads. Memory for 3 chequers: 1.2 GB, 1.5 GB for
 * more than two turns. May be cancelled, and nothing is left then; errno as with hyper_make(). */
enum hyper_end hyper_limits_make(struct hyper_limit_order *o);

struct hyper_limits; /* an open file */

/* Is this a file of that kind, by its first bytes? */
bool hyper_limits_are(const char *path);
/* NULL with an error for what is not such a file, damaged or of another number of chequers. */
struct hyper_limits *hyper_limits_open(const char *path, int chequers, struct diags *d);
void hyper_limits_close(struct hyper_limits *f);
int hyper_limits_turns(const struct hyper_limits *f); /* of the cube, up to its limit */
int hyper_limits_chequers(const struct hyper_limits *f);
/* Of the player on roll, per unit of a cube that can be turned 1 to hyper_limits_turns() times more; the position by
 * ids, with chequers of both. */
float hyper_limits_value(const struct hyper_limits *f, int turns, enum hyper_raises raises, enum hyper_cube cube,
                         size_t us, size_t them);

/* Its values by those rules, with the database of the same game; both are needed as long as it lives. */
struct hyper_limit *hyper_limit_of_file(const struct hyper_limits *f, const struct hyper *database,
                                        enum hyper_raises raises);

/* ---- looking up ---- */

/* Values of the states in the set `wanted` (bits) of a model of money play near the limit, whose cube can be turned no
 * more often than the table knows. False if the position is not in it: the game is over, or has other chequers. */
bool hyper_limit_values(const struct hyper_limit *l, const struct cube_model *m, const struct board *on_roll,
                        int roller, unsigned wanted, float value[CUBE_STATES_MAX]);

/* For the maker: the value of the player on roll whose opponent owns a cube that can be turned `turns` times, less
 * often than in `l`; the position by numbers of hyper_plays.h, us * n + them. */
float hyper_limit_his(const struct hyper_limit *l, int turns, size_t position);
enum hyper_raises hyper_limit_raises(const struct hyper_limit *l);
int hyper_limit_turns(const struct hyper_limit *l);
/* For the writer of files: the values of the player on roll, as they are in `l` for so many turns or one more. */
const float *hyper_limit_row(const struct hyper_limit *l, int turns, size_t position);

#endif
