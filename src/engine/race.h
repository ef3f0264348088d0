/* Races beyond the databases. A side of a race needs a number of rolls that depends on its own chequers alone, so a
 * small net that has learnt from exact distributions gives both sides' distributions, and these against each other the
 * outcome.
 *
 * VIEWPOINT. One side's placing, point 1 first; no board, no opponent. */
#ifndef KIBITZER_RACE_H
#define KIBITZER_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "engine/bearoff.h"

/* The placings that the net has learnt: those that an exact table could be made of. */
enum { RACE_POINTS = 10 };

/* ---- the shape, shared with the trainer (tools/train-race) ---- */

enum { RACE_STEPS = 6, RACE_EXTRAS = 6, RACE_INPUTS = RACE_POINTS * RACE_STEPS + RACE_EXTRAS };
enum { RACE_UNITS = 128, RACE_UPPER = 32 };
/* ORDER RACE: of "all off", then of "first chequer off": mean, logarithm of the deviation, skew, tail. */
enum { RACE_MEAN, RACE_SPREAD, RACE_SKEW, RACE_TAIL, RACE_SHAPE, RACE_OUTPUTS = 2 * RACE_SHAPE };

/* The curve over the number of rolls i, with z = (i - mean) / deviation and c = z kept within RACE_CLIP:
 * exp(-z^2/2 + c^3 (RACE_SKEW_UNIT skew + RACE_TAIL_UNIT c tail)), made to sum to 1. */
#define RACE_CLIP 3.0
#define RACE_SKEW_UNIT 0.1
#define RACE_TAIL_UNIT 0.03

struct race_net {
    float in[RACE_INPUTS][RACE_UNITS], in_bias[RACE_UNITS];
    float upper[RACE_UNITS][RACE_UPPER], upper_bias[RACE_UPPER];
    float out[RACE_UPPER][RACE_OUTPUTS], out_bias[RACE_OUTPUTS];
};

struct race_sums { /* of one placing, on its way through the net */
    float in[RACE_INPUTS], unit[RACE_UNITS], upper[RACE_UPPER], out[RACE_OUTPUTS];
    double mean[2], deviation[2]; /* of all off, of the first off */
};

void race_forward(const struct race_net *net, const int8_t own[RACE_POINTS], struct race_sums *s);
/* The chance of each number of rolls, 0 to BEAROFF_ROLLS - 1; `which` 0 = all off, 1 = the first off. */
void race_chances(const struct race_sums *s, int which, double chance[BEAROFF_ROLLS]);

/* ---- use ---- */

/* The net that is compiled in; NULL if the program itself is damaged. */
const struct race_net *race_net_builtin(void);
/* NULL with an error for anything but a whole file of finite weights. Given back by xfree(). */
struct race_net *race_net_read(const unsigned char *bytes, size_t length, struct diags *d);
void race_net_write(const struct race_net *net, struct strbuf *out);
uint64_t race_net_checksum(const struct race_net *net); /* names the weights: the last number of the file; 0 for NULL */

/* Both distributions of a placing with at least one chequer on the board; `first` is certain
 * at 0 if fewer than 15 chequers are there. */
void race_distribution(const struct race_net *net, const int8_t own[RACE_POINTS], struct bearoff_distribution *out);

/* A side's distribution. */
struct race_memo {
    bool filled, exact; /* exact: from a table */
    int8_t own[BEAROFF_MAX_POINTS];
    struct bearoff_distribution d;
    struct race_memo *kept; /* RACE_KEPT more, zeroed before the first use, of one thread; or NULL */
};

/* Sides that one thread remembers: in a rollout most have been asked for before. */
enum { RACE_KEPT = 16384 };

/* The outcome for the mover of `after` (opponent to roll) in a race with 15 chequers a side in play and off together,
 * each side inside the tables, which count it exactly, or on its first RACE_POINTS points, which the net knows; false
 * for all else. memo[0] is the mover's, memo[1] the opponent's, as they were last asked for: the candidates of a throw
 * share the opponent's. Zeroed before the first use but for `kept`; no answer depends on them. */
bool race_outcome(const struct race_net *net, const struct bearoff *tables, const struct board *after,
                  struct race_memo memo[2], struct outcome *out);

#endif
