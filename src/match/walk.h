/* Replay: the only place that knows how events change a position. Analysis and every exporter listen to it.
 *
 *     struct walk w;
 *     for (walk_begin(&w, match, game); walk_next(&w);)
 *         use(w.event, &w.before, &w.after, w.problem);
 *
 * A walk never stops at a fault: what can be executed is executed, w.problem says what was wrong. */
#ifndef KIBITZER_WALK_H
#define KIBITZER_WALK_H

#include "match/record.h"

struct walk {
    const struct match *match;
    const struct game *game;
    size_t index; /* of `event` in game->events */
    const struct event *event;
    struct position before; /* turned to the event's player where he is on roll; dice of a play are set */
    struct position after; /* state after the event: after a play the turn has passed to the opponent */
    struct board played; /* after EVENT_PLAY: the board seen by the mover */
    bool legal; /* the event was possible by the rules */
    const char *problem; /* NULL, or what was wrong (static text) */
    int move_number; /* counts rolls and cube actions from 1, as reports number them */
    int winner, points; /* after: NOBODY/0 until the game is decided by play, drop or accepted resignation */
    enum ending ending;
    size_t next; /* private */
};

void walk_begin(struct walk *w, const struct match *m, const struct game *g);
bool walk_next(struct walk *w);

/* Points a finished board is worth, from the loser's viewpoint-free data: 1..3 times cube, Jacoby applied. */
int walk_points(const struct position *p, int kind /* 1 single, 2 gammon, 3 backgammon */);

/* A reader's twin: appends events and keeps the position as it goes, so that a parser can ask whose turn it is. */
struct replay {
    struct position now;
    int winner, points;
    enum ending ending;
};
void replay_begin(struct replay *r, const struct match *m, const struct game *g);
/* Applies one event; the same rules as the walk. Returns NULL or the problem. */
const char *replay_apply(struct replay *r, const struct event *e, struct board *played);

#endif
