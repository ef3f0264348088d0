/* Building a record event by event while replaying it: what the readers of line-based formats share.
 * Each call appends what the source says, keeps what does not fit (flagged, with a warning at its place) and knows
 * afterwards whose turn it is. Players are record numbers, plays in the mover's own numbering. */
#ifndef KIBITZER_BUILDER_H
#define KIBITZER_BUILDER_H

#include "base/diag.h"
#include "match/record.h"
#include "match/walk.h"

struct builder {
    struct match *m;
    struct game *g; /* NULL between games */
    struct replay r, before_roll; /* before_roll: where the last roll without a play was made */
    struct diags *d;
    struct strbuf pending_comment; /* goes on the next event, or on the game's last */
    bool crawford_done; /* a game of this match was the Crawford game */
};

/* A roll without a play, the last event of `g`, after which the other player (`player`) goes on was passed although it
 * could be played: it becomes such a play, and `r` goes on from `before_roll`. */
void settle_roll(struct game *g, struct replay *r, const struct replay *before_roll, int player);

void builder_begin(struct builder *b, struct match *m, struct diags *d);
void builder_done(struct builder *b); /* for readers that end their matches themselves */

/* The game at hand is the Crawford game if its score fits and none before it was. */
void builder_crawford(struct builder *b, bool fits);
/* The cube of the game at hand starts at twice its value; nothing once the game has begun. */
void builder_automatic_double(struct builder *b);

/* The end of the text, at `line`: closes a game still open, releases the builder and adds its match to `out`. False,
 * with an error that asks for `expected`, where there was no game at all. */
bool builder_finish(struct builder *b, struct receiver *out, int line, const char *expected);

/* Starts a game; one still open is closed as unfinished. */
void builder_game(struct builder *b, int score0, int score1, struct place place);

/* The game that was going on, closed as replay or `winner` and `points` say (NOBODY: not given). */
void builder_end(struct builder *b, int winner, int points, struct place place);

/* A roll and its play; blank text = nothing moved: a dance, or the only legal play where there is exactly one, or a
 * roll that was not played where there are more (an illegal dance, if the other player then goes on). An offer still
 * open is taken (implied). */
void builder_play(struct builder *b, int player, int die1, int die2, struct span text, struct place place);
/* A roll of which the source says in words that nothing was moved: a dance, or a roll that was not played. */
void builder_no_play(struct builder *b, int player, int die1, int die2, struct place place);

/* A roll that could not be played, whatever the rules say. */
void builder_dance(struct builder *b, int player, int die1, int die2, struct place place);
void builder_roll(struct builder *b, int player, int die1, int die2, struct place place);

/* A double (or redouble), beaver, raccoon, take, drop; values follow from the replay. */
void builder_cube(struct builder *b, enum event_kind kind, int player, struct place place);
/* The same where the source gives the value; 0 = it does not. */
void builder_cube_to(struct builder *b, enum event_kind kind, int player, int value, struct place place);
void builder_resign(struct builder *b, int player, int size, struct place place); /* size 0 = not given */
void builder_refuse(struct builder *b, int player, struct place place); /* the resignation offered */

/* Text between events. */
void builder_comment(struct builder *b, struct span text);

#endif
