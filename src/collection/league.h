/* A league table: the players of some matches, an event's or a season's, ranked. Figures are those of stats.h; wins,
 * points and Elo follow from the matches that were finished. Money sessions are in none of it, unless they were asked
 * for. */
#ifndef KIBITZER_LEAGUE_H
#define KIBITZER_LEAGUE_H

#include "collection/stats.h"

enum league_order { LEAGUE_NOT, LEAGUE_PR, LEAGUE_WON, LEAGUE_POINTS, LEAGUE_LUCK, LEAGUE_ELO, LEAGUE_NAME };

struct league_row {
    int rank; /* players who are level share one; 0 = of too few decisions, or without what the order goes by: behind
        all others, and unranked */
    const char *name;
    int won, lost, points[2], balance; /* matches; points made, points given away; the one less the other */
    int decisions;
    double pr, range; /* half of its 95 % range; NAN = not known */
    const char *grade; /* of the PR, see ratio_grade() */
    double adjusted; /* result less luck, match winning chances a match; NAN = not known */
    double elo; /* within these matches: everybody begins with 1500 */
};

struct league {
    const char *title; /* the event, or a pattern of several, or NULL */
    bool linked; /* players have pages in the folder players beside the table's */
    enum league_order order;
    struct league_row *at;
    size_t n, n_left_out, n_unfinished; /* unranked: of too few decisions; of no finished match */
    int matches, least; /* finished ones; decisions that a rank takes */
    struct stats stats; /* private, but for what is left out */
};

/* Ranks the players of the matches that fit; `least`: decisions. False on an error of the database. */
bool league_of(struct store *s, const struct stats_query *q, enum league_order order, int least, struct league *out);
const char *league_order_name(enum league_order order);
const char *league_order_words(enum league_order order); /* "points won less points lost" */
void league_done(struct league *l);

#endif
