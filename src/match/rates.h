/* What follows from the sums of statistics.h by arithmetic alone: error rates, ratings, PR, FIBS figures, results
 * adjusted for luck. Every writer takes them from here, so that all print the same figure. Formulas and bands are GNU
 * Backgammon 1.07's (docs/formats/json.md lists them); the performance rating is eXtreme Gammon's with our counting.
 *
 * UNITS. Rates are EMG per decision, not mEMG (print 1000 x); `mwc` fields are MWC 0..1 per decision, points in money
 * play. Errors positive = lost, luck positive = lucky. NAN = not analysed or no decision to divide by; ratings are then
 * NULL. */
#ifndef KIBITZER_RATES_H
#define KIBITZER_RATES_H

#include "match/record.h"

struct side_rates {
    struct amount move_rate; /* per unforced move that was analysed */
    const char *move_rating; /* "World class" ... "Awful!", or NULL */
    struct amount luck_rate; /* per move made, dances included */
    const char *luck_rating; /* "Go to Las Vegas" ... "None", or NULL */
    struct amount cube_error, cube_rate; /* sum of the six kinds; per close or actual decision */
    const char *cube_rating;
    struct amount error, rate; /* chequer play and cube together */
    double snowie_rate; /* errors / moves of both players */
    double pr; /* 500 x errors / decisions counted */
    const char *rating;
    /* MWC gained (points in money play); NAN for an unfinished game. Adjusted: minus own luck, plus the opponent's. */
    double actual, luck_adjusted;
    /* matches only */
    double mwc_against_opponent; /* 50% - own errors + opponent's, 0..1 */
    double fibs_difference; /* luck based: how much stronger than the opponent he played, in FIBS points */
    double fibs_rating, fibs_move_loss, fibs_cube_loss; /* error based; the losses are positive */
};

struct rates {
    struct side_rates side[2];
};

/* FIBS rating of a player without errors. */
enum { FIBS_OFFSET = 2050 };

/* `length` is the match's (0 = money). */
void rates_of(const struct statistics *s, int length, struct rates *out);

/* "Supernatural" ... "Awful!" for an error rate in EMG per decision; NULL for NAN. */
const char *rating_name(double rate);
/* The luck rating for luck per move in EMG; NULL for NAN. */
const char *luck_rating_name(double rate);

/* Advantage in points per game over a money session of two games or more, with the half-width of its 95% confidence
 * interval (1.96 standard errors). Games without a result are left out. False (all NAN) with fewer than two. */
struct advantage {
    int games;
    double actual, actual_interval;
    double adjusted, adjusted_interval; /* NAN where luck was not analysed */
};
bool session_advantage(const struct match *m, int set, int who, struct advantage *out);

#endif
