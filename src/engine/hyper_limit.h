/* Hypergammon near the limit of the cube, in money play: exact equities with a cube that can be turned a few times
 * more. They follow from those of cubes that can be turned less often, down to the dead one, and are found by value
 * iteration over all positions, as the databases are (hyper.h).
 *
 * VIEWPOINT. As in cube.h: values are those of the player on roll, before the throw, without a double this turn. */
#ifndef KIBITZER_HYPER_LIMIT_H
#define KIBITZER_HYPER_LIMIT_H

#include "engine/cube.h"
#include "engine/hyper.h"

/* Chequers: two take 4 MB and 2 s of one core for each table; three would take minutes. */
enum { HYPER_LIMIT_CHEQUERS = 2, HYPER_LIMIT_TURNS = 2 /* of a table */ };

/* For cubes that can be turned so often, and once more. */
struct hyper_limit;

/* The table above `below`, which it needs as long as it lives; the first one has NULL. With beavers, and what they make
 * of the cube, or without. Ends the attempt without memory, or when that is cancelled. */
struct hyper_limit *hyper_limit_make(const struct hyper *database, const struct hyper_limit *below, int chequers,
                                     bool beavers, int threads);
void hyper_limit_free(struct hyper_limit *l);

/* Values of the states in the set `wanted` (bits) of a model of money play near the limit, whose cube can be turned no
 * more often than the table knows. False if the position is not in it: the game is over, or has other chequers. */
bool hyper_limit_values(const struct hyper_limit *l, const struct cube_model *m, const struct board *on_roll,
                        int roller, unsigned wanted, float value[CUBE_STATES_MAX]);

/* For the maker: the value of the player on roll whose opponent owns a cube that can be turned `turns` times, less
 * often than in `l`; the position by numbers of hyper_plays.h, us * n + them. */
float hyper_limit_his(const struct hyper_limit *l, int turns, size_t position);
bool hyper_limit_has_beavers(const struct hyper_limit *l);
int hyper_limit_turns(const struct hyper_limit *l);

#endif
