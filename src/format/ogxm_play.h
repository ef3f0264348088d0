/* Conversion between the plies of OGXM and the events of a record. Seat 0 is White, who moves upward: player 0. */
#ifndef KIBITZER_OGXM_PLAY_H
#define KIBITZER_OGXM_PLAY_H

#include "format/ogxm.h"
#include "match/record.h"
#include "match/walk.h"

enum ogxm_action { /* 0 to 20 are rolls */
                   OGXM_ROLLS = 21,
                   OGXM_DOUBLE = 21,
                   OGXM_TAKE,
                   OGXM_DROP,
                   OGXM_GAME_OVER,
                   OGXM_MATCH_OVER,
                   OGXM_FINAL,
                   OGXM_RESIGN_GAME,
                   OGXM_RESIGN_MATCH,
                   OGXM_FORFEIT,
                   OGXM_NULL,
                   OGXM_SET,
                   OGXM_BEAVER,
                   OGXM_RACCOON,
                   OGXM_SETTLE,
                   OGXM_RESERVED,
                   OGXM_SET_CUBE,
                   OGXM_PASS,
                   OGXM_EXTENDED = 63
};

struct ogxm_ply {
    unsigned action;
    int seat;
    int dice[2]; /* of rolls, the lower first */
    int n_steps;
    unsigned char step[PLAY_STEPS];
    struct ogxm_record extras;
    struct span bytes; /* all of it */
};

const signed char *ogxm_roll(int action); /* its two dice, the lower first */

bool ogxm_read_ply(struct ogxm_in *in, struct ogxm_ply *out);

/* What a ply means where the game stands at `at`: events, or nothing that a record has a word for. */
struct ogxm_turn {
    struct event event[2];
    int n; /* 0: nothing */
    struct board board; /* that the events point to: a turn is not copied */
    enum ending ending; /* forfeit, settlement: who acted is its loser, its winner */
};
void ogxm_turn(const struct ogxm_ply *p, const struct match *m, const struct replay *at, struct ogxm_turn *out);

/* The play of `n` steps, in the numbering of the mover, whose seat is `seat`. */
struct play ogxm_play(const unsigned char *step, int n, int seat);
/* The steps of a play that goes `from` .. in an order that can be played; false if there is none. */
bool ogxm_put_steps(struct strbuf *to, const struct board *b, const int8_t dice[2], int seat, const struct play *play,
                    const struct board *after, bool counted);

/* A board by its points, White's bar first, as in the file. */
struct board ogxm_board(struct span field, int seen_by, enum variant variant);
void ogxm_put_board(struct strbuf *to, const struct board *b, int seen_by);
void ogxm_opening(struct board *b, bool longgammon, enum variant variant);

/* Appends the ply of event `i` and says how many events it stands for; 0: there is none for it. */
size_t ogxm_put_turn(struct strbuf *to, const struct replay *at, const struct game *g, size_t i);

/* A raccoon gives the cube to who raccooned in this format, so it is read as a raccoon and a cube that is set; in
 * records the beaverer keeps it. Where nothing behind the raccoon of event `i` says otherwise, appends the ply that
 * gives the cube back to him; `after` it. False: there is none. */
bool ogxm_put_beavered_cube(struct strbuf *to, const struct replay *after, const struct game *g, size_t i);

/* How many events from `i` on say what the ply says; 0: they say something else. */
size_t ogxm_same_turn(const struct ogxm_turn *turn, const struct replay *at, const struct game *g, size_t i);

#endif
