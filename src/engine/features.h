/* What the net sees of a board after a play: rows, one for every chequer, and computed features.
 * All integers, so they are the same on every machine; the kernels hold the code (kernel.inc). */
#ifndef KIBITZER_INPUTS_H
#define KIBITZER_INPUTS_H

#include <stdint.h>

#include "engine/net_layout.h"

/* The rows that are on for `b` (seen by the mover); exactly as many as there are chequers. Returns their number. */
int inputs_rows(const struct board *b, uint16_t rows[NET_ACTIVE]);

/* What can be computed about a side, in units of FEATURE_ONE, 0..FEATURE_MAX. "Their" is the other side's; points are
 * in the side's own numbering. They go by twos into the net: what changes together from one candidate to the next
 * stands together, 11.3 pairs of 48 change instead of 13.8. */
enum feature {
    FEATURE_HIT, /* rolls of 36 that hit a blot */
    FEATURE_HIT_HOME, /* rolls that hit, times home points closed, /36/6 */
    FEATURE_HIT_TWO, /* rolls that hit two */
    FEATURE_HIT_PIPS, /* mean of the most pips that a roll costs them by a hit, /12 */
    FEATURE_BACK_ESCAPE, /* rolls that carry the rearmost chequer past their last made point within 12 points */
    FEATURE_BACK_RESCUE, /* rolls that carry it past the first one */
    FEATURE_SECOND_ESCAPE, /* back escape of the next point occupied */
    FEATURE_MAKE_ANCHOR, /* rolls that make a new point on 18..22 */
    FEATURE_CONTAIN, /* 36 less the fewest near escapes of a chequer of theirs on their 15 to 24 points, /36 */
    FEATURE_CONTAIN_SQUARE,
    FEATURE_HOLD, /* containment from their real rearmost chequer on */
    FEATURE_HOLD_SQUARE,
    FEATURE_HOME_CLOSED, /* home points made, /6 */
    FEATURE_DANCE, /* their chance to stay on the bar against this home: closed squared, /36 */
    FEATURE_DANCE_NOW, /* the same if they have a chequer on the bar */
    FEATURE_BURIED, /* chequers on 1..3, /10 */
    FEATURE_PRIME_3, /* a prime of three points or more, of four ... */
    FEATURE_PRIME_4,
    FEATURE_PRIME_5,
    FEATURE_PRIME_6,
    FEATURE_NEAR, /* chequers on 1..11, /15 */
    FEATURE_FORWARD_ANCHOR, /* the most advanced anchor on 13..24: 24 = 1/12 ... 13 = 1 */
    FEATURE_FAR, /* chequers on 19..25, /8 */
    FEATURE_ONE_ANCHOR, /* holds one of their home points or more */
    FEATURE_BREAK_CONTACT, /* pips to bring all past their rearmost, /150 */
    FEATURE_MOMENT, /* mean squared distance of those behind the mean position, /200 */
    FEATURE_FREE_PIPS, /* pips of those already past their rearmost, /100 */
    FEATURE_OFF, /* chequers borne off, /15 */
    FEATURE_TWO_ANCHORS, /* holds two or more */
    FEATURE_BACKGAME_DEPTH, /* chequers in their home beyond three, when two are held, /6 */
    FEATURE_OUTSIDE_PIPS, /* pips to bring all home, /120 */
    FEATURE_TIMING, /* spare pips before home or anchors must break, /80 */
    FEATURE_HOME_BLOTS, /* /4 */
    FEATURE_MAKE_HOME, /* rolls that make a new point on 3..8 */
    FEATURE_OUTER_POINTS, /* made points on 4..12, /9 */
    FEATURE_BACKBONE, /* how connected the made points are: 1 - mean cost of the gaps between them */
    FEATURE_PIPS, /* /200 */
    FEATURE_ON_BAR, /* chequers on the bar, /3 */
    FEATURE_REAR, /* own point of the rearmost chequer, /25 */
    FEATURE_TRAPPED, /* chequers on 16..25 with eleven escapes or fewer, /5 */
    FEATURE_STACKED, /* chequers beyond the third on their points, /10 */
    FEATURE_BUILDERS, /* chequers beyond the second on 4..11, /8 */
    FEATURE_OUTSIDE_BLOTS, /* blots on 7..18, /5 */
    FEATURE_MOBILITY, /* sum over chequers outside home of pips to home x rolls to escape from there, /36/120 */
    FEATURE_GAMMON_RACE, /* with none off: pips to save the gammon against their rolls left, centre 1/2 */
    FEATURE_STRAGGLERS, /* chequers in their home or on the bar, times chequers they have off, /4/15 */
    FEATURE_BACKGAMMON_RACE, /* with chequers in their home and none off: pips to leave it against their rolls left */
    FEATURE_THEIR_LEFT, /* they have borne off some: their chequers left, /15 (few left: near the end) */
    FEATURE_COUNT,
};
_Static_assert((int)FEATURE_COUNT == (int)FEATURES_PER_SIDE, "one value for every feature");

enum { PLACES = BOARD_POINTS + 2 }; /* the bytes of a board: points, bars, what either side has borne off */

struct input_tables {
    /* Rolls of 36 that carry a chequer past the last (escape), the first (rescue) or the last within seven (near) of
     * the points closed ahead of it. Bit i of the index: the point i+1 ahead is closed. 36 where nothing is closed. */
    uint8_t last[4096], first[4096], near[4096];
    /* The row that comes or goes between n and n + 1 chequers on a place, the opponent's counting as negative:
     * row[place][n + BOARD_CHEQUERS]. */
    uint16_t row[PLACES][2 * BOARD_CHEQUERS];
};
const struct input_tables *input_tables(void);

#endif
