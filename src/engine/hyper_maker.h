/* Inside the maker of hypergammon databases: what sweeps work on. Sweeps: hyper_sweep.c; states of an interrupted run:
 * hyper_state.c; the order of things, convergence and the file: hyper_make.c.
 *
 * What is kept is what a position LEAVES the player who has just moved there, the opponent taking the best cube action:
 * left[mover * n + roller], by numbers of struct hyper_game. All replies to a throw that do not hit then lie side by
 * side for all placings of the opponent. */
#ifndef KIBITZER_HYPER_MAKER_H
#define KIBITZER_HYPER_MAKER_H

#include "engine/hyper.h"
#include "engine/hyper_plays.h"

/* ORDER HYPER_LANE. Eight to a position: two of them fill a cache line, and the last three are spare. */
enum { LEFT_CUBELESS, LEFT_OWNED, LEFT_CENTRED, LEFT_JACOBY, LEFT_OPPONENT_OWNS, LEFT_USED, LEFT_LANES = 8 };

/* The same for chances: by the cubeless equity, which no longer changes, replies are chosen. ORDER struct outcome. */
enum {
    CHANCE_RANK,
    CHANCE_WIN,
    CHANCE_GAMMON,
    CHANCE_BACKGAMMON,
    CHANCE_LOSE_GAMMON,
    CHANCE_LOSE_BACKGAMMON,
    CHANCE_USED
};

enum { SWEEP_EQUITIES, SWEEP_CHANCES, SWEEPS };

enum { REMEMBERED = 4 }; /* changes of the last sweeps, the newest first */

/* How far a kind of sweep has come. */
struct convergence {
    int sweeps;
    double change[REMEMBERED];
    double rate; /* 0 = not known yet */
    bool done;
};

struct hyper_hand; /* a thread's scratch */

struct hyper_maker {
    struct hyper_game game;
    float (*left)[LEFT_LANES];
    float (*chance)[LEFT_LANES]; /* the mover's chances, in the same order; or NULL */
    uint16_t *by_bar; /* the opponent's placings by the point they bar, then by number */
    size_t bar_begin[HYPER_BARS + 1]; /* where those begin that bar point b, 0 = none */
    /* [row * n + opponent]: of the placings at work, for the player on roll. */
    float (*value)[LEFT_LANES], (*outcome)[LEFT_LANES];
    size_t rows; /* how many fit */
    struct hyper_hand *hands;
    int threads;
    struct convergence course[SWEEPS];
    double converge;
    const struct hyper_limit *limit; /* the table that is made, near the limit of the cube; NULL = there is no limit.
        Lanes are then two times enum hyper_cube, for its turns of the cube and for one more */
};

/* Ends the attempt without memory; without chances, only equities can be swept. */
void hyper_maker_init(struct hyper_maker *m, int chequers, int threads, bool chances);
void hyper_maker_done(struct hyper_maker *m);

/* The games that are over; to be called again where `limit` was set. */
void hyper_set_ends(struct hyper_maker *m);

/* Where `limit` is set: begins with these values of the player on roll, by us * n + them, instead of with nothing. */
void hyper_begin_with(struct hyper_maker *m, const float (*value)[LEFT_LANES]);

/* Sweeps over the equities until they are as near to the truth as is wanted; the attempt may be cancelled. */
struct hyper_settling;
void hyper_settle(struct hyper_maker *m, struct hyper_settling *how);

/* The values of `count` <= m->rows placings `us[]` on roll against all that the opponent can have, into m->value
 * (equities: 0 cubeless, then as LEFT_) or m->outcome; the game is not over. Nothing else changes. */
void hyper_rows(struct hyper_maker *m, int kind, const uint16_t *us, size_t count);

/* Begins with the chances: what replies are chosen by is taken from the equities. */
void hyper_rank(struct hyper_maker *m);

/* Goes over all positions once and gives the largest change. `progress` is called now and then with the part done. */
double hyper_sweep(struct hyper_maker *m, int kind, void (*progress)(void *context, double part), void *context);

/* True if placings of both sides fit on a board: nobody stands on a point of the other. */
bool hyper_fits(const struct hyper_game *g, size_t us, size_t them);

/* Writes all that a run needs to go on; false with errno set. */
bool hyper_state_save(const struct hyper_maker *m, const char *path);
/* Takes it over if the file is there; false, and `m` as new, with a warning if it is damaged or of another run. */
bool hyper_state_load(struct hyper_maker *m, const char *path, struct diags *d);

#endif
