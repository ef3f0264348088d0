/* Replay: the only place that knows how events change a position. Analysis and every exporter listen to it.
 *
 *     struct walk w;
 *     for (walk_begin(&w, match, game); walk_next(&w);)
 *         use(w.event, &w.before, &w.after, w.problem);
 *
 * A walk never stops at a fault: what can be executed is executed, w.problem says what was wrong.
 *
 * What events mean where files are short of words: a roll after a double or beaver implies the take, a roll after an
 * offered resignation its refusal. The first roll or cube action of a game shows who is on roll; later an event of the
 * wrong player is a problem, and the board is turned to that player. A beaver takes the double (the cube is then the
 * beaverer's at the doubled value) and offers twice that, the beaverer keeping the cube; a raccoon does the same to the
 * beaver, the cube still staying with the beaverer. A refused beaver thus loses the doubled cube. */
#ifndef KIBITZER_WALK_H
#define KIBITZER_WALK_H

#include "match/record.h"

/* A reader's twin of the walk: takes events and keeps the position as it goes, so that a parser can ask whose turn it
 * is. */
struct replay {
    struct position now;
    int winner, points; /* NOBODY, 0 until decided; points stay 0 after a resignation whose size is not given */
    enum ending ending;
    bool started; /* somebody has rolled or been put on roll */
    int offered; /* private: the cube if the pending double is taken */
    bool play_legal; /* of the last play: legal by the rules of moving, whoever's turn it was */
};

void replay_begin(struct replay *r, const struct match *m, const struct game *g);

/* Applies one event; the same rules as the walk. Returns NULL or the problem (static text). `played` (may be NULL)
 * gets the board after a play, seen by the mover; untouched for other events. */
const char *replay_apply(struct replay *r, const struct event *e, struct board *played);

/* Whose event of this kind comes next, if nothing else is said: a roll or double is the player's on roll, an answer or
 * resignation that of whoever has to decide. */
int replay_actor(const struct replay *r, enum event_kind kind);

struct walk {
    const struct match *match;
    const struct game *game;
    size_t index; /* of `event` in game->events */
    const struct event *event;
    struct position before; /* turned to the event's player where that is who is on roll; dice of plays and rolls are
                               set; a take or refusal that the event implies is done. The cube decision before a roll is
                               the same position with the dice at 0 */
    struct position after; /* state after the event: after a play the turn has passed to the opponent */
    struct board played; /* after EVENT_PLAY: the board seen by the mover */
    bool legal; /* the event was possible by the rules */
    const char *problem; /* NULL, or what was wrong (static text) */
    int move_number; /* counts rolls and cube actions from 1, as reports number them; 0 before the first */
    int winner, points; /* after: NOBODY/0 until the game is decided by play, drop or accepted resignation; points 0
                           with a winner: a resignation whose size is not given */
    enum ending ending;
    struct clock_run clock; /* what is left to both before the event */
    struct replay replay; /* private */
    size_t next; /* private */
};

void walk_begin(struct walk *w, const struct match *m, const struct game *g);
bool walk_next(struct walk *w);

/* Is event `index` a roll that its play follows as an event of its own? Both count once, and have one place in reports.
 */
bool roll_has_its_play(const struct game *g, size_t index);

/* Points for bearing off first: kind (1 single, 2 gammon, 3 backgammon) times the cube; with Jacoby in money play and
 * the cube unturned the cube alone. */
int walk_points(const struct position *p, int kind);

#endif
