/* Exchanging the players of a record, and filling in what its file did not say: what a user says about a match. */
#ifndef KIBITZER_SWAP_H
#define KIBITZER_SWAP_H

#include "match/record.h"

/* Makes player 0 player 1 and the other way round, everywhere: names, ratings, scores, events, results, statistics and
 * the letters of plays that were kept in SGF's words. What is seen by the player who acts (boards, plays, analysis)
 * stays. Doing it twice gives the same record. Left as they stand: properties and variations that nobody here
 * understands. */
void match_swap_players(struct match *m);

/* The number of the player called `names` ("Ann" or "Ann;ann_s;A. Smith", capitals do not matter); 1 if both are,
 * NOBODY if neither is. */
int match_player_named(const struct match *m, const char *names);

/* Do they fit both? */
bool match_names_fit_both(const struct match *m, const char *names);

/* The same as match_player_named() of two names. */
int player_named(const char *const name[2], const char *names);

/* Puts that player on number 1, the bottom of boards, as "set aliases" of GNU Backgammon does. True if one of the two
 * players has such a name; if both have, nothing changes. */
bool match_put_below(struct match *m, const char *names);

/* Fills in what the file lacks (NULL or ""); what it has stays. Texts are copied. */
void match_fill_info(struct match *m, const struct match_info *info);

#endif
