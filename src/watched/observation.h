/* A machine's observations, a line of JSON each: dice, boards, cube, finished turns, ends of games, and a person's
 * corrections of earlier lines. The format is docs/formats/bgobs.md. The probabilities of a line become the
 * logarithm of how likely the line is if a value is true. It is not known how sure a machine is when it is wrong, so
 * only a line without probabilities rules a value out. */
#ifndef KIBITZER_OBSERVATION_H
#define KIBITZER_OBSERVATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "match/board.h"
#include "match/position.h"

enum {
    ROLLS = 21, /* roll_index() */
    SEEN_CANDIDATES = 64, /* of a line */
    SEEN_LINE_MAX = 64 << 10,
    COUNTS = 2 * BOARD_CHEQUERS + 1 /* on a point: -15 to 15 */
};

/* The cost of a certain value if something else is true: no sum of doubts is as large. */
#define LOG_RULED_OUT (-60.0F)

enum seen_kind { SEEN_HEAD, SEEN_DICE, SEEN_BOARD, SEEN_CUBE, SEEN_TURN, SEEN_END, SEEN_FIX, SEEN_UNKNOWN };
enum seen_action { SEEN_DOUBLE, SEEN_TAKE, SEEN_DROP, SEEN_NONE, SEEN_ACTIONS };

struct seen_play { /* of a turn */
    const char *text; /* in the mover's numbering; "" = nothing was moved */
    int dice[2];
    float likely; /* logarithm */
};

struct seen {
    enum seen_kind kind;
    int line; /* from 1 */
    int64_t t; /* milliseconds in the media where it was seen, a turn where it ended; -1 = not given */
    int64_t from; /* a turn: where it began; else t */
    int by; /* 0, 1 or NOBODY */
    bool certain; /* its value has no probability, or a person gave it */
    bool unseen; /* nothing could be read */
    float roll[ROLLS]; /* dice */
    bool named[ROLLS]; /* among the values of the line */
    float count[BOARD_POINTS][COUNTS]; /* board: by index of the sheet (0 = bar of player 0) and count + 15 */
    float top; /* board: of the likeliest one */
    struct board *boards; /* board: whole ones, seen by player 0; n_boards of them */
    float *board_likely;
    float board_rest;
    int n_boards;
    float action[SEEN_ACTIONS]; /* cube */
    int cube_value; /* 0 = not given */
    struct seen_play *plays; /* turn */
    int n_plays;
    float plays_rest; /* of a play that is not among them */
    int winner, points; /* end */
    float end_likely, end_rest;
    /* A person's corrections of this line. */
    const char *fixed_play; /* NULL = nothing */
    int fixed_dice[2]; /* 0 0 = nothing */
    int fixed_action; /* enum seen_action, -1 = nothing */
    int fixed_score[2]; /* -1 -1 = nothing */
    int of; /* fix: the line meant, from 1 */
    struct seen *before, *then; /* observations before it that a person has added, in order */
};

struct seen_head {
    bool there;
    int length; /* 0 = money */
    const char *player[2];
    struct rules rules;
    bool jacoby_known;
    bool calibrated;
    const char *media, *producer; /* or NULL */
};

/* Reads a line, `number` from 1. False: an error was reported, and the line is ignored. Lines of an unknown kind are
 * read as SEEN_UNKNOWN, with a note. The result is in `a`. */
bool seen_read(struct span line, int number, struct arena *a, struct seen_head *head, struct seen *out,
               struct diags *d);

/* Does the text begin like such a file? 0 to 100. */
int seen_sniff(struct span head);

/* Adds a person's correction to the line that it is about. */
void seen_fix(struct seen *target, const struct seen *fix);
bool seen_is_fixed(const struct seen *s); /* has a person given its dice or its play? */

/* How likely the observation is if this is the board; `player` is the one who sees `b`. */
float seen_board_likely(const struct seen *s, const struct board *b, int player);
/* The same for the chequers of the player who sees `b` only, without differences that hits can explain. 0 or less. */
float seen_side_likely(const struct seen *s, const struct board *b, int player);
/* The board that was most likely seen, by `player`; off where the rest of 15 must be. False if it cannot be one. */
bool seen_board_top(const struct seen *s, int player, struct board *out);

#endif
