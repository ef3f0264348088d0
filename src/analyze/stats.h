/* Statistics: sums over the annotations of one set, and counts that need no engine. The definitions are GNU
 * Backgammon 1.07's, in our own words in docs/analysis.md, "Overall"; rates and ratings follow in match/rates.h.
 *
 * Counts without an engine: moves, unforced moves, doubles, takes, passes, cube decisions, results. They are filled in
 * for every set, also where the flags of struct statistics say that nothing was analysed. */
#ifndef KIBITZER_ANALYZE_STATS_H
#define KIBITZER_ANALYZE_STATS_H

#include "engine/met.h"
#include "match/record.h"

/* Fills game->statistics[set] of every game and match->statistics[set].
 * The annotations must be complete: ours are, those of a file after restate_set(). */
void statistics_fill(struct match *m, int set, const struct met *met);

/* One game's figures, set -1 = only what needs no engine; adds nothing to the record. */
void statistics_of_game(const struct match *m, const struct game *g, int set, const struct met *met,
                        struct statistics *out);

#endif
