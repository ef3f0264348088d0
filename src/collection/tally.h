/* Figures of a player, added up decision by decision or game by game: every figure is the ratio of two sums over units,
 * so that each has its standard error by one formula (ratio.h). A unit is a match; where there is one match only, a
 * game of it. */
#ifndef KIBITZER_TALLY_H
#define KIBITZER_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "collection/judged.h"
#include "match/ratio.h"
#include "match/difficulty.h"

enum figure { /* ORDER FIGURE: names and units in command/stats_answer.c, definitions in docs/analysis.md */
              FIGURE_PR,
              FIGURE_CHECKER_PR,
              FIGURE_CUBE_PR,
              FIGURE_ERROR_RATE,
              FIGURE_SNOWIE_RATE,
              FIGURE_LUCK, /* own less the opponent's, MWC per finished match */
              FIGURE_RESULT, /* MWC won per finished match */
              FIGURE_ADJUSTED, /* result less luck */
              FIGURE_MWC_LOST, /* MWC lost per finished match, as if of 7 points */
              FIGURE_MONEY_LUCK, /* points per game */
              FIGURE_MONEY_RESULT,
              FIGURE_CUBE_BIAS, /* (too bold - too timid) per cube decision */
              FIGURES
};

struct tallies {
    int matches, games, decisions; /* those that the performance rating counts */
    int errors; /* of them with an error */
    struct ratio rate[FIGURES]; /* over matches; as long as there is one only, over its games */
    struct judged judged; /* by whom the decisions were */
    struct difficulty difficulty; /* how hard they were */
    /* private: the units that are not complete yet */
    int64_t match;
    int game;
    struct addend of_match[FIGURES];
    struct addend *of_game; /* likewise, of the first match; NULL = no game has begun */
};

/* A row of one match and game: rows of the same unit must come one after the other. */
void tally_add(struct tallies *t, int64_t match, int game, const struct addend row[FIGURES]);
void tally_pause(struct tallies *t); /* after the rows of a game: takes less memory until the next */
void tally_end(struct tallies *t); /* after the last row, once */

/* What the figure is to be read from, by matches or games. */
const struct ratio *tally_ratio(const struct tallies *t, enum figure f);

#endif
