/* Somebody who can play: the engine at a level, or another program at the end of a line.
 *
 * VIEWPOINT. A player is shown positions as position.h says: the board by the player on roll. When a double is
 * offered the board is still the doubler's, and position.turn says who answers. */
#ifndef KIBITZER_PLAYER_H
#define KIBITZER_PLAYER_H

#include <stdbool.h>

#include "base/diag.h"
#include "engine/engine.h"
#include "engine/cube_judged.h"
#include "match/position.h"

struct player {
    const char *name;
    /* Before rolling: double? Asked only where the rules allow it. */
    bool (*doubles)(struct player *self, const struct position *p, bool *yes);
    /* To a double or redouble: p->turn answers. */
    bool (*answers)(struct player *self, const struct position *p, enum answer *out);
    /* The play of p->dice: the board after it, seen by the mover. Asked only where there is a choice. */
    bool (*plays)(struct player *self, const struct position *p, struct board *after);
    void (*free)(struct player *self);
    /* All three return false when the player is gone or answers nonsense; `problem` then says why. */
    char problem[200];
};

/* The engine at a level. `e` must outlive the player; a player belongs to one thread. */
struct player *player_engine(const struct engine *e, const struct level *l);

/* A program that answers GNU Backgammon's external-player protocol at host:port. NULL with an error in `d`. */
struct player *player_external(const char *address, struct diags *d);

void player_free(struct player *p);

#endif
