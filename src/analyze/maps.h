/* What one position is worth all around: the cube decision at every score, the equity after every roll.
 * VIEWPOINT. Of the player on roll. Equities are normalised to the cube before any double (EMG in matches). */
#ifndef KIBITZER_MAPS_H
#define KIBITZER_MAPS_H

#include "engine/engine.h"
#include "match/annotation.h"

struct cube_map_cell {
    bool live; /* the player on roll may double and it matters; else only nd is known */
    struct cube_answer answer;
};

/* Scores with a player 1-away are those after the Crawford game. */
struct cube_map {
    struct cube_map_cell money;
    struct cube_map_cell at[CUBE_MAP_AWAY][CUBE_MAP_AWAY]; /* [points the player needs - 1][the opponent needs - 1] */
};

/* The score of `p` does not matter; its cube does. Money: with the Jacoby rule and beavers as in `p`. */
void cube_map_fill(struct cube_map *m, const struct engine *e, struct worker *w, const struct position *p,
                   const struct level *l);

/* The position that is judged there; 0, 0: for money. */
struct position cube_map_position(const struct position *p, int away, int opponent_away);

/* "Temperature": what each roll leaves, played as well as possible. */
struct temperature {
    float equity[6][6]; /* [a - 1][b - 1], the same both ways round */
    struct play play[6][6];
    float mean; /* over the 36 rolls */
};

void temperature_fill(struct temperature *t, const struct engine *e, struct worker *w, const struct position *p,
                      const struct level *l);

#define PLAY_MAP_CLOSE 0.01 /* EMG: another play is as good, for all that a search can tell */
enum play_map_owner { PLAY_MAP_CENTRED, PLAY_MAP_OWN, PLAY_MAP_OPPONENTS, PLAY_MAP_OWNERS };

/* The best play of a roll there. Where nothing is at stake all plays are as good, and no figure is known. */
struct play_map_cell {
    bool at_stake;
    int cube; /* its value: that of the position, or 2 for a centred one that has an owner there */
    struct play play;
    struct board after; /* seen by the mover */
    float equity;
    float lead; /* over the next play, a guess where that was looked at less deeply; NAN = no other is legal */
    float loss; /* of the play that is best in the position itself */
};

struct play_map {
    struct board usual; /* after that play; seen by the mover */
    struct play_map_cell money[PLAY_MAP_OWNERS], at[PLAY_MAP_OWNERS][PLAY_MAP_AWAY][PLAY_MAP_AWAY]; /* as cube_map */
};

enum play_map_owner play_map_owner(const struct position *p);

/* Each score is searched by itself, at `l`. False: no play of p->dice is legal. */
bool play_map_fill(struct play_map *m, const struct engine *e, struct worker *w, const struct position *p,
                   const struct level *l);

/* For the position's own owner of the cube alone, as the record keeps it. */
bool score_plays_fill(struct score_plays *out, const struct engine *e, struct worker *w, const struct position *p,
                      const struct level *l);

/* Both, as the record keeps them. `p`: before rolling. */
void maps_fill(struct cube_maps *out, const struct engine *e, struct worker *w, const struct position *p,
               const struct level *cube, const struct level *plays);

#endif
