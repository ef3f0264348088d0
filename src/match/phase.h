/* What kind of position it is: the phase of the game, and the plan of the player who decides. Rules are written down
 * over the board alone, never over the number of the move, and first match wins; docs/analysis.md, "Phases and plans",
 * says them in words with an example of each. Sources: the borders of race and bear-off are GNU Backgammon's; the
 * crunch is J. Heled's (bug-gnubg, 2012: six chequers or fewer outside the ace and deuce points); the others are
 * conventions.
 *
 * Collections store the numbers and names: they never change; a change of a rule raises PHASE_RULES. */
#ifndef KIBITZER_PHASE_H
#define KIBITZER_PHASE_H

#include "match/board.h"

enum { PHASE_RULES = 2 };

enum phase { /* ORDER PHASE */
             PHASE_OPENING,
             PHASE_MIDDLE,
             PHASE_RACE,
             PHASE_BEAROFF,
             PHASES
};

enum plan { /* ORDER PLAN */
            PLAN_CONTACT, /* none of the others */
            PLAN_RACE,
            PLAN_BEAR_IN, /* all home, the opponent still behind */
            PLAN_CRUNCH,
            PLAN_BACKGAME,
            PLAN_ACE_POINT,
            PLAN_BLITZ,
            PLAN_PRIME_PRIME,
            PLAN_PRIME,
            PLAN_MUTUAL_HOLDING,
            PLAN_HOLDING,
            PLANS
};

/* `b` is seen by the player who decides: of takes and passes not the player on roll. */
enum phase phase_of(const struct board *b, enum variant variant);
enum plan plan_of(const struct board *b, enum variant variant);

const char *phase_name(enum phase p); /* "opening", "middle", "race", "bear-off" */
const char *plan_name(enum plan p); /* "prime against prime" ... */

#endif
