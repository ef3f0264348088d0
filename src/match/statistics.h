/* Statistics of a game or a match: plain sums, from which rates and ratings follow. Filled by the analysis from the
 * annotations; definitions and sources in analyze/stats.h. Index [2] = player 0, 1.
 *
 * UNITS. `emg`: normalised equity. `mwc`: match winning chance 0..1, or points in money play. Errors positive = lost.
 */
#ifndef KIBITZER_STATISTICS_H
#define KIBITZER_STATISTICS_H

#include <stdbool.h>

struct amount {
    double emg, mwc;
};

enum cube_error { /* ORDER CUBE_ERROR: the order of SGF's GS property */
                  CUBE_MISSED_DOUBLE_BELOW_CP,
                  CUBE_MISSED_DOUBLE_ABOVE_CP,
                  CUBE_WRONG_DOUBLE_BELOW_DP,
                  CUBE_WRONG_DOUBLE_ABOVE_TG,
                  CUBE_WRONG_TAKE,
                  CUBE_WRONG_PASS,
                  CUBE_ERRORS
};

struct side_statistics {
    int total_moves, unforced_moves; /* engine-free */
    int skill[4]; /* by enum skill; [0] = unmarked */
    struct amount move_error;
    int analysed_moves; /* unforced moves that carry an error figure */
    int luck[5]; /* by enum luck_mark + 2 */
    struct amount luck_total;
    int luck_rolls; /* rolls that carry a luck figure */
    int cube_decisions, close_or_actual; /* needs analysis */
    int doubles, takes, passes; /* engine-free */
    int cube_errors[CUBE_ERRORS];
    struct amount cube_error[CUBE_ERRORS];
    int pr_decisions; /* those that eXtreme Gammon's performance rating counts */
    struct amount pr_error;
    int unread; /* plays that are illegal or could not be read, and turns left out: what happened there is not known */
    int abandoned; /* games that the player left or resigned though they were not lost (analyze/abandoned.h) */
    struct amount given_up; /* what that cost: part of `actual`, neither luck nor an error */
};

struct statistics {
    struct side_statistics side[2];
    bool moves_analysed, cube_analysed, luck_analysed; /* false: the sums mean nothing, print "not analysed" */
    double actual[2]; /* actual result: MWC gained, points in money play */
    double hidden[2]; /* the part of it that is neither a decision's, luck_total's nor given_up's: what gaps of the
                         record hide; less the luck of games without a result. NAN = not known */
    double ahead[2]; /* MWC before the first game, beyond 50 % */
    bool finished; /* the game ended (all games did) */
    bool part; /* of some moves or games alone: what is counted is of them, and there is no result to speak of */
    int games;
};

#endif
