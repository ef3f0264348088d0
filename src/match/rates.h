/* What follows from the sums of statistics.h by arithmetic alone: error rates, ratings, PR, FIBS figures, results
 * adjusted for luck. Every writer takes them from here, so that all print the same figure. Formulas and bands are GNU
 * Backgammon 1.07's (docs/formats/json.md lists them); the performance rating is eXtreme Gammon's.
 *
 * UNITS. Rates are EMG per decision, not mEMG (print 1000 x); `mwc` fields are MWC 0..1 per decision, points in money
 * play. Errors positive = lost, luck positive = lucky. NAN = not analysed or no decision to divide by, and of a part of
 * a match the results and the rate per move; ratings are then NULL. */
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
    int decisions; /* behind `rate`: unforced moves that were analysed, close or actual cube decisions */
    double snowie_rate; /* errors / moves of both players */
    int snowie_moves; /* those moves */
    double pr; /* eXtreme Gammon's performance rating: 500 x errors / the decisions that pr_counts_...() counts */
    int pr_decisions;
    const char *rating;
    /* MWC gained (points in money play); NAN for an unfinished game. Adjusted: minus own luck, plus the opponent's,
     * as if no game had been abandoned (statistics.h, given_up) and nothing had happened where the record has a gap;
     * held between losing and winning the match. */
    double actual, luck_adjusted;
    bool luck_adjusted_held; /* luck was more than the match was worth: it would be beyond one of these */
    /* matches only */
    double mwc_against_opponent; /* 50% - own errors + opponent's, 0..1 */
    double fibs_difference; /* luck based: how much stronger than the opponent this side played, in FIBS points */
    double fibs_rating, fibs_move_loss, fibs_cube_loss; /* error based; the losses are positive */
};

struct rates {
    struct side_rates side[2];
};

/* FIBS rating of a player without errors. */
enum { FIBS_OFFSET = 2050 };

/* `length` is the match's (0 = money). */
void rates_of(const struct statistics *s, int length, struct rates *out);

/* "Supernatural" ... "Awful!" for an error rate in EMG over that many decisions; NULL for NAN or none; rating_too_few
 * for fewer than RATING_LEAST, which say next to nothing: reports print it in grey. */
enum { RATING_LEAST = 20, RATINGS = 9, LUCK_RATINGS = 5 };
extern const char rating_too_few[];
extern const char *const rating_names[RATINGS]; /* all of them; the best first, behind rating_too_few */
const char *rating_of(double rate, int decisions);

/* The one word that stands beside a performance rating: Rick Janowski's benchmarks of 2014, which associations use for
 * their titles. `range`: half of the rating's 95 % range, NAN = not known. grade_unsure where the range spans more than
 * two grades, or is not known, and for fewer than GRADE_LEAST decisions; NULL for NAN. */
enum { GRADE_LEAST = 30 };
extern const char grade_unsure[]; /* "no grade yet" */
const char *grade_of(double pr, double range, double decisions);

/* Rates of fewer decisions say nothing: they are shown grey, sort last and have no part in a ranking. */
enum { DECISIONS_LEAST = 30 };

/* ---- which decisions count in the performance rating ----
 * eXtreme Gammon's rule, found from the figures it prints (docs/analysis.md, "Overall"). Any set of annotations that is
 * complete will do: ours, and those of a file after restate_set(). */

/* A roll without a double counts if doubling would have cost less than this (EMG). */
#define PR_NO_DOUBLE 0.200

/* A play counts if it was legal, had an alternative and an error figure, and if something hung on it: `irrelevant` is
 * not set. What it lost is p->error (and p->error_mwc). `p` may be NULL: false. */
bool pr_counts_play(const struct event *e, const struct play_analysis *p);

/* Whether the cube decision of an event counts: always for doubles, takes and drops (the answer to a beaver carries no
 * error figure and does not), for plays if not doubling was nearly right, see PR_NO_DOUBLE. For plays `c` must be the
 * decision of a player who could double: annotations hold no other. What it lost goes to *lost (may be NULL), of the
 * player who acts, >= 0. `c` may be NULL: false. */
bool pr_counts_cube(const struct event *e, const struct cube_analysis *c, struct amount *lost);

/* The luck rating for luck per move in EMG; NULL for NAN. */
extern const char *const luck_rating_names[LUCK_RATINGS]; /* from lucky to unlucky */
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
