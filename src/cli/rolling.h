/* How rollouts are to be played, as the command line asks for it. */
#ifndef KIBITZER_ROLLING_H
#define KIBITZER_ROLLING_H

#include "cli/options.h"
#include "rollout/rollout.h"

/* Rows for the options of `kibitzer rollout`. */
/* clang-format off */
#define ROLLING_OPTIONS \
    {"like", 0, "NAME", NULL, "as XG's roller (42 trials of 5 half-rolls), roller+ (360 of 7) or roller++ (360 of\n" \
                              "5, looking deeper); options beside it change single settings"}, \
    {"trials", 'n', "N", NULL, "games played for each candidate [1296]"}, \
    {"seed", 's', "N", "1", "seed of the dice: the same one gives the same result, with any number of threads"}, \
    {"level", 'l', "LEVEL", NULL, "who plays [0ply]; LEVEL/LEVEL: another one for the opponent of the player on roll;\n" \
                                     "levels as in `kibitzer hint`"}, \
    {"cube-level", 0, "LEVEL", NULL, "who decides about the cube, in the same way [as --level]"}, \
    {"late-from", 0, "N", NULL, "from this half-roll on the next two options apply"}, \
    {"late-level", 0, "LEVEL", NULL, "who plays then [as --level]"}, \
    {"late-cube-level", 0, "LEVEL", NULL, "who decides about the cube then [as --cube-level]"}, \
    {"truncate", 't', "N", NULL, "evaluate after N half-rolls instead of playing on"}, \
    {"truncate-level", 0, "LEVEL", NULL, "how deep [as --level]"}, \
    {"cubeless", 0, NULL, NULL, "nobody doubles"}, \
    {"to-the-end", 0, NULL, NULL, "play on although a database knows the value; it still chooses the plays"}, \
    {"opening", 0, NULL, NULL, "the position begins a game: nobody doubles before the first throw, which is without\n" \
                               "doubles (the start of a game is known by itself)"}, \
    {"luck-level", 0, "LEVEL", "0ply", "how deep luck is measured: 0ply or 1ply"}, \
    {"no-variance-reduction", 0, NULL, NULL, "do not take luck out of the results"}, \
    {"stop-se", 0, "EMG", NULL, "stop when every standard error is this small (after 144 trials at least)"}, \
    {"stop-jsd", 0, "X", NULL, "drop plays that are X joint standard errors worse, X at least 2.33; stop when\n" \
                                "the best play, or the cube decision, is clear by as much"}
/* Rows for rollouts inside an analysis. */
#define ROLLED_OPTIONS \
    {"rollout-errors", 0, "EMG", NULL, "roll out decisions that cost at least this much"}, \
    {"rollout-close", 0, "EMG", NULL, "and the plays this close to the best [0.04]"}, \
    {"rollout-trials", 0, "N", NULL, "games of each [1296]"}, \
    {"rollout-level", 0, "LEVEL", NULL, "who plays them, and decides about the cube [0ply]"}, \
    {"rollout-seed", 0, "N", NULL, "of their dice [1]"}
/* clang-format on */

/* Of ROLLING_OPTIONS. False after a message. */
bool rolling_read(struct rollout_options *o, const struct args *a);

/* Of ROLLED_OPTIONS; *errors is 0 where nothing is to be rolled out. */
bool rolled_read(double *errors, double *close, struct rollout_options *o, const struct args *a);

#endif
