/* The doubling cube: from five cubeless probabilities to equities with the cube (Janowski's live/dead interpolation),
 * in money play and at a match score, and the decisions that follow.
 *
 * A `struct cube_model` prepares the rules, the score and the cube of one position; a cube STATE is what the cube can
 * become from there: its value and owner. State 0 is the present. In money play values are given per unit of the cube,
 * so the states are only "centred", "player 0's" and "player 1's"; in a match they are MWC and every value counts. So
 * it does in money play with a limit of the cube that is near: values are then per unit of the present cube in all
 * states.
 *
 * VIEWPOINT. Players are numbers 0 and 1. `roller` is on roll (before rolling); outcomes and values are the roller's:
 * equity per cube unit in money play, MWC (0..1) in a match. Formulas: docs/engine.md, "The cube". */
#ifndef KIBITZER_CUBE_H
#define KIBITZER_CUBE_H

#include <stdbool.h>

#include "engine/bearoff.h"
#include "engine/met.h"
#include "match/annotation.h"
#include "match/outcome.h"
#include "match/position.h"

enum { CUBE_LEVELS = 7, CUBE_STATES_MAX = 2 * CUBE_LEVELS };

struct cube_state {
    int level; /* the cube's value is the present one times 2^level (0 unless by_level) */
    int owner; /* 0, 1 or CUBE_CENTRED */
    int doubled[2]; /* the state after player 0, 1 has doubled and the other has taken; -1 = no double is allowed or it
                       is dead */
    int raised[2][2]; /* money near the limit, after that double: beavered, raccooned; -1 = not allowed */
    bool at_once; /* match: who may double does so before the next throw, as waiting is worth nothing: nothing more can
                     be lost by it, or both are 2-away. Such a cube is as live as it can be */
    int freely; /* who loses nothing by doubling, whatever happens: then it is turned at once; or NOBODY */
};

struct cube_model {
    bool money, jacoby, beavers;
    bool one_beaver; /* no raccoons */
    bool by_level; /* states differ by the cube's value: a match, or money with a limit near; else by owner alone */
    bool in_use; /* false: nobody will ever double (Crawford game, cube off) */
    int cube; /* present value */
    int n_states;
    struct cube_state state[CUBE_STATES_MAX];
    int n_levels;
    /* by_level: MWC, or points per present cube, of a player after winning / losing 1, 2 or 3 times a level's cube. */
    double win[2][CUBE_LEVELS][3], lose[2][CUBE_LEVELS][3];
    double price[2][4]; /* cubeless prices at the present cube: met_prices(); money: 1 */
    /* Match: MWC between losing and winning a single game at the present cube, and half of what hangs on it. */
    double centre[2], half;
    double wide; /* values are so many times as far from one half as their MWC are from the centre; 0 = as they are */
};

void cube_model_init(struct cube_model *m, const struct position *p, const struct met *met);

/* At scores so far apart that next to nothing hangs on a game, MWC of a float would hold few digits of it, or none:
 * spreads the values of a model, which are no MWC then. Equities, prices and what follows from them stay. */
void cube_model_widen(struct cube_model *m, const struct position *p, const struct met *met);
/* The same by the scale of `as`, which may be for another cube of the game: their values can be compared. */
void cube_model_widen_as(struct cube_model *m, const struct position *p, const struct met *met,
                         const struct cube_model *as);
/* From the value of a player in a match to that player's MWC. */
/* What the tables of match equities are asked about a position in a match. */
struct met_score cube_score(const struct position *p);

double cube_mwc(const struct cube_model *m, int player, double value);
/* Whether anything hangs on the game: else the table knows no equity. */
bool cube_has_stake(const struct cube_model *m);

/* ---- efficiency ---- */

/* How live a cube is for the player on roll, by who owns it (enum cube_side). */
enum cube_side { CUBE_MINE, CUBE_MIDDLE, CUBE_HIS, CUBE_SIDES };

struct cube_efficiency {
    float x[CUBE_SIDES]; /* 0 = dead, 1 = live */
    bool exact; /* equity[] holds the true money equities: the two-sided bearoff table knows them */
    float equity[CUBE_SIDES];
};

/* Janowski's x for a position seen by the player on roll: 0.68 with contact; in a race 0.6 to 0.7, growing with that
 * player's pip count from 40 to 120; 0.6 with all chequers home; inside the two-sided table (`tables` may be NULL) what
 * makes the interpolation give the exact equity. */
void cube_efficiency_of(const struct bearoff *tables, const struct board *on_roll, struct cube_efficiency *out);

/* The same for a position of hypergammon, which has exact money equities everywhere. At a match score the cube is as
 * live as these say, but no livelier than in any contact. */
struct hyper_value;
void cube_efficiency_of_hyper(const struct hyper_value *v, bool jacoby, struct cube_efficiency *out);

/* The states whose values decide those of `states` (bit set) once `roller` may double: they, their doubled ones, and
 * what beavers make of these. */
unsigned cube_states_needed(const struct cube_model *m, int roller, unsigned states);

/* Values of the states in the set `wanted` (bits) if `roller` does not double now. */
void cube_values(const struct cube_model *m, int roller, const struct outcome *o, const struct cube_efficiency *e,
                 unsigned wanted, float value[CUBE_STATES_MAX]);

/* The value of `state` when `roller` takes the best cube action; value[] holds `state` and those that it needs. */
float cube_best(const struct cube_model *m, int roller, int state, const float value[CUBE_STATES_MAX]);

/* The same value seen by the other player. */
float cube_turned(const struct cube_model *m, float value);

/* Value of a finished game: `won` > 0: the roller has won 1..3 times the cube, < 0: has lost. */
float cube_final(const struct cube_model *m, int roller, int state, int won);

/* Cubeless value at the present cube, as normalised equity: gammons at their price for `roller`. */
float cube_cubeless(const struct cube_model *m, int roller, const struct outcome *o);

/* Value <-> normalised equity at the present cube (money: the same). */
float cube_equity(const struct cube_model *m, int roller, float value);
float cube_from_equity(const struct cube_model *m, int roller, float equity); /* an MWC, of a widened model too */

/* ---- decisions ---- */

struct cube_choice {
    float nd, dt, dp; /* normalised equities; dt is of a plain take */
    struct cube_raises raises;
    float optimal; /* of the best action; a beaver counts */
    enum cube_verdict verdict;
};

/* The decision of `roller` at state 0 from the values of the states that it needs. False if doubling is not allowed
 * or the cube is dead; then nd is set, dt and dp are NAN. `gammons`: the roller can win one. */
bool cube_decide(const struct cube_model *m, int roller, const float value[CUBE_STATES_MAX], bool gammons,
                 struct cube_choice *out);

/* ---- the market ---- */

/* What a double needs, as winning chances of the doubler: `open`, from here on the last double of the game gains more
 * than it risks; `cash`, from here on taking costs more than passing, the cube dead or live after the take. The taker's
 * take point is 1 - cash. Where the doubler would win the match with the doubled cube the taker redoubles at once,
 * having nothing to lose by it: both points then count with that. Formulas: docs/engine.md, "The cube". */
struct cube_window {
    double open, cash_dead, cash_live;
    bool redoubled;
};

/* The window of `who` for doubling from the cube of `level` (money without a limit near: 0); `o` (of `roller`) gives
 * the share of gammons and backgammons in the wins of either side. False if the roller may not or need not double
 * there: no cube, or a dead one.
 */
bool cube_window_of(const struct cube_model *m, int roller, const struct outcome *o, int who, int level,
                    struct cube_window *out);

/* `p`: before the roll, nothing offered; `o`: chances of the player on roll. */
void cube_stakes_at(const struct position *p, const struct met *met, const struct outcome *o, struct cube_stakes *out);

/* ---- the building blocks, for tests and explanations ---- */

/* Money: live-cube equity of the roller with winning chance p; W and L = mean points of a game that is won, lost. */
double cube_money_live(double p, double w, double l, int owner, int roller, bool jacoby);
/* Match: the winning chance at which `who` gains as much by cashing at `level` as by being taken with a live cube. */
double cube_match_cash_point(const struct cube_model *m, int roller, const struct outcome *o, int who, int level);
/* Match: how surely the cube of `state` is turned before the next throw, 0 to 1, `o` being the roller's. Such a cube is
 * so much more live than others. */
double cube_at_once(const struct cube_model *m, int roller, const struct outcome *o, int state);

#endif
