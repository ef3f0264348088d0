/* What may stand on the board where a transcript leaves plays open: lost ones, and texts that several plays fit. Every
 * position that is possible is kept as a replay of its own until what follows leaves one of them; only then does the
 * builder get the events. */
#ifndef KIBITZER_GUESSES_H
#define KIBITZER_GUESSES_H

#include "import/builder.h"

struct guess {
    struct replay now;
    int link; /* the last play that led here; -1 = none since all was settled */
};

struct guess_link { /* a play that was chosen */
    int before; /* -1 = the first */
    size_t typed; /* of which event */
    struct play play;
    struct board board; /* before it, seen by the mover */
};

struct typed { /* an event that waits for the builder */
    enum event_kind kind;
    int player, dice[2], value;
    struct span comment; /* of EVENT_COMMENT */
    struct place place;
    bool open; /* its text fitted several plays */
    bool lost;
};

enum play_entry { PLAY_TYPED, PLAY_LOST, PLAY_FORCED }; /* forced: one play, or none, on each board that is kept */

struct guesses {
    struct builder *b;
    struct guess *at, *next;
    size_t n, n_next, capacity, next_capacity;
    struct guess_link *links;
    size_t n_links, links_capacity;
    struct typed *typed;
    size_t n_typed, typed_capacity;
    bool cut; /* there were more than are kept: others may fit as well */
    size_t work; /* plays that may still be weighed beside others; at 0 no play is kept open any more */
};

/* Grants the work for a text of `length` bytes: what is left open for longer is settled, with a warning. */
void guesses_allow(struct guesses *g, size_t length);

void guesses_done(struct guesses *g);

/* The builder has a new game, or something was given to it directly. */
void guesses_begin(struct guesses *g, struct builder *b);

/* The first one: whose turn it is, and where the cube stands, all of them agree. */
const struct replay *guesses_now(const struct guesses *g);

/* Does the text fit a play on any of the boards? */
bool guesses_fit(struct guesses *g, int player, const int dice[2], struct span text);

/* Goes on with every play that fits on any of the boards. False, with nothing done, if there is none. */
bool guesses_play(struct guesses *g, int player, const int dice[2], struct span text, enum play_entry how,
                  struct place place);

/* Any other event; `value` of a resignation, or of the cube (0 = twice what it was), dice of a roll. */
void guesses_event(struct guesses *g, enum event_kind kind, int player, const int dice[2], int value,
                   struct place place);
void guesses_comment(struct guesses *g, struct span text);

/* Is the game over on all boards, or, if `any`, on one of them? */
bool guesses_over(const struct guesses *g, bool any);
/* Keeps those on which it is (`over`), or those on which it goes on; there must be one. */
void guesses_keep(struct guesses *g, bool over);

/* Gives the builder what waits, by the first guess; plays that were open between several are marked. */
void guesses_settle(struct guesses *g);

#endif
