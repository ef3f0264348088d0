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

/* Both, as the record keeps them. `p`: before rolling. */
void maps_fill(struct cube_maps *out, const struct engine *e, struct worker *w, const struct position *p,
               const struct level *cube, const struct level *plays);

#endif
