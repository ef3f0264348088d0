/* Match equity tables: match winning chances (MWC) by score. Read from GNU Backgammon's XML layout through libxml2,
 * extended to 64-away as docs/engine.md describes.
 *
 * VIEWPOINT. Player numbers and "away" scores (points still needed) are given explicitly; answers are of the named
 * player, 0..1. Normalised equity (EMG): -1 = losing, +1 = winning the cube's value. */
#ifndef KIBITZER_MET_H
#define KIBITZER_MET_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/span.h"

enum { MET_MAX_AWAY = 64 };

struct met;

struct met *met_read(struct span xml, struct diags *d); /* NULL with an error */
/* `path` may also be the name of a table that is compiled in: met_builtin_name(). */
struct met *met_open(const char *path, struct diags *d);
const struct met *met_default(void); /* Kazaross XG2, compiled in; never freed */
void met_free(struct met *m);
/* The names of the tables that are compiled in, the default first; NULL from the end on. */
const char *met_builtin_name(size_t i);
/* The XML of the table with this name; empty if there is none. */
struct span met_builtin(const char *name);

/* What the file says of itself. The description may be "". */
const char *met_name(const struct met *m);
const char *met_description(const struct met *m);
int met_length(const struct met *m); /* scores that were given; MET_MAX_AWAY for a model, which gives all */

/* Whether the table is for players of unlike strength: even scores are not even. The first player is the better one
 * then, or the second of the table seen by the other player, which met_turned() makes. */
bool met_players_differ(const struct met *m);
bool met_first_is_better(const struct met *m);
struct met *met_turned(const struct met *m);

/* A score before a game: what MWC needs to know. */
struct met_score {
    int away[2];
    bool crawford_game; /* the game being played is the Crawford game */
    bool crawford_rule; /* false: the trailer may double from the start; no Crawford game is ever played */
};

/* MWC of player `who` before the game. */
double met_before(const struct met *m, const struct met_score *s, int who);
/* MWC of player `who` after this game was won by `winner` with `points`. */
double met_after(const struct met *m, const struct met_score *s, int who, int winner, int points);
/* What hangs on a single game at cube value `cube`: MWC after winning less MWC after losing it. 0 where a table knows
 * no difference: then nothing is at stake, and there is no equity. */
double met_stake(const struct met *m, const struct met_score *s, int cube);
/* EMG <-> MWC of player `who` at cube value `cube`. */
double met_mwc(const struct met *m, const struct met_score *s, int who, int cube, double equity);
double met_equity(const struct met *m, const struct met_score *s, int who, int cube, double mwc);
/* Gammon and backgammon prices (win, lose) of player `who` at `cube`; 0 clamped. [0] gammon won, [1] gammon lost,
 * [2] backgammon won, [3] backgammon lost. */
void met_prices(const struct met *m, const struct met_score *s, int who, int cube, double price[4]);

#endif
