/* Ranking the plays of a throw with a search that looks deeper at fewer of them, and luck.
 * VIEWPOINT. Boards after a play are seen by `mover`, who is player 0 or 1 of the search's cube model. */
#ifndef KIBITZER_PLAYS_H
#define KIBITZER_PLAYS_H

#include "engine/search.h"

/* engine_plays() for a search that is ready. */
int plays_rank(struct search *s, const struct board *on_roll, int mover, const int dice[2], const struct level *l,
               const struct board *must, size_t n_must, struct ranked_plays *out);

/* The board after the best play, the first that plays_rank() would give; a dance leaves the board as it is. */
void plays_best(struct search *s, const struct board *on_roll, int mover, const int dice[2], const struct level *l,
                struct board *after);

/* What each of search_throws[] comes to at 0 plies, all plays being looked at; remembered. */
void plays_thrown(struct search *s, const struct board *on_roll, int mover, struct thrown out[WORKER_THROWS]);

/* engine_luck() for a search that is ready, as a difference of values (cube.h). `start`: average over the 30 decided
 * throws. */
float plays_luck(struct search *s, const struct board *on_roll, int mover, const int dice[2], int plies, bool start,
                 float *worth);

#endif
