/* Games written down in a line, and games made by dice: records for tests without any reader. */
#ifndef KIBITZER_TEST_SCRIPT_H
#define KIBITZER_TEST_SCRIPT_H

#include <stdint.h>

#include "match/record.h"

/* Adds a game at the score so far. Events stand apart by ';', each begins with the player's number:
 *     "0 31: 8/5 6/5; 1 double 2; 0 take; 1 62:; 0 roll 41; 0 resign 1; 1 accept; 0 drop; 1 beaver 4; 1 refuse"
 * Plays are single steps (25 = bar, 0 = off) and are not looked at for legality; "0 62:" is a dance. Event i has the
 * place line i + 1, column 1. Ends the test on words it does not know. */
struct game *script_game(struct match *m, const char *script);

/* A board from counts: own chequers "24:2 13:5", the opponent's "-" prefixed by the viewer's points "-1:2"; 25 and -0
 * are bars. The rest of the fifteen is borne off. */
struct board script_board(const char *chequers);
void script_set_board(struct match *m, struct event *e, const char *chequers); /* of the event */

/* A small deterministic generator of numbers. */
struct random {
    uint64_t state;
};
int random_below(struct random *r, int n); /* 0 .. n-1 */

/* A whole match of random but legal plays, doubles, takes, drops, beavers and resignations, with results, scores and
 * Crawford games as they should be. length 0: `games` games of money play with Jacoby and beavers. */
struct match *random_match(uint64_t seed, int length, int games, enum variant variant);

#endif
