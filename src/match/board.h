/* The board: where the chequers stand. Every board is seen from one side.
 *
 * VIEWPOINT RULE (for the whole project). A board is seen by the player on roll, and only board_flip() turns it.
 * There is one exception, always named in the contract: a board "after a play" is still seen by the player who has
 * just played (the mover), the opponent being next to roll; flip it to get the position that the opponent plays.
 *
 *   point[0]       the opponent's bar: 0 or negative
 *   point[1..24]   the viewer's points, 1 = the ace point; positive = the viewer's chequers, negative = the opponent's
 *   point[25]      the viewer's bar: 0 or positive
 *   off[0], off[1] chequers borne off by the viewer, by the opponent
 *
 * The viewer moves from 24 down to 1. The opponent's point p is the viewer's point 25-p, for both bars as well, so
 * flipping is one negation and one reversal. The number of chequers a side has is what stands plus what is off:
 * 15 in backgammon and nackgammon, 1 to 3 in hypergammon. */
#ifndef KIBITZER_BOARD_H
#define KIBITZER_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { BOARD_OPPONENT_BAR = 0, BOARD_BAR = 25, BOARD_POINTS = 26, BOARD_CHEQUERS = 15 };

/* Always 32 bytes with the spare ones zero, so that boards can be compared and hashed as memory. Aligned as malloc
 * aligns: more would make every growing array of boards undefined behaviour. */
struct board {
    _Alignas(16) int8_t point[BOARD_POINTS];
    int8_t off[2];
    int8_t spare[4];
};

enum variant {
    VARIANT_BACKGAMMON,
    VARIANT_NACKGAMMON,
    VARIANT_HYPERGAMMON_1,
    VARIANT_HYPERGAMMON_2,
    VARIANT_HYPERGAMMON_3
};
enum { VARIANTS = VARIANT_HYPERGAMMON_3 + 1 };
extern const char *const variant_names[VARIANTS]; /* ORDER variant: as users, JSON and dumps have them */

/* Sets up the start position of `variant`; it looks the same from both sides. */
void board_start(struct board *b, enum variant variant);

/* Number of chequers a side has in `variant`: 15, or 1 to 3. */
int variant_chequers(enum variant variant);

/* The same position seen by the other player. `out` may be `b`. */
void board_flip(const struct board *b, struct board *out);

bool board_equal(const struct board *a, const struct board *b);

/* Pip counts (pips still to go, bar = 25) of the viewer and of the opponent. */
int board_pips(const struct board *b);
int board_opponent_pips(const struct board *b);

/* Chequers still in play (on points and bar) of the viewer and of the opponent. */
int board_in_play(const struct board *b);
int board_opponent_in_play(const struct board *b);

/* Chequers of the viewer on the points from .. to (BOARD_BAR: his bar). */
int board_chequers(const struct board *b, int from, int to);

/* All chequers of the viewer that are in play are in his home. */
bool board_is_home(const struct board *b);

/* True while some chequer of one side still has to pass one of the other (a bar counts as behind everything). */
bool board_has_contact(const struct board *b);

/* Points the viewer would score by having borne off all: 0 not over, 1 single, 2 gammon, 3 backgammon.
 * A gammon: the opponent has borne nothing off; a backgammon: and has a chequer on the bar or in the viewer's
 * home (1..6). board_lost() is the same for the opponent having finished. */
int board_won(const struct board *b);
int board_lost(const struct board *b);

/* Why a board cannot occur, or NULL: too many chequers, both sides on a point (cannot be written down here), negative
 * counts on a bar, both sides finished, chequer totals other than `chequers` (0 = do not check the totals). */
const char *board_problem(const struct board *b, int chequers);

#endif
