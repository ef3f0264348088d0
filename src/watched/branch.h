/* A branch: a course while it is being made. Each step adds what may have happened next, by the rules of the game, and
 * its weight; complete branches are given to the layer. Private to courses.c, which knows what each kind of observation
 * may mean. */
#ifndef KIBITZER_BRANCH_H
#define KIBITZER_BRANCH_H

#include "watched/courses.h"

#define BRANCH_FAR 28.0 /* branches less likely than the best by more are dropped */

struct branch {
    struct standing s;
    float w, hint; /* hint: what the observation says about a ply before the last; only used to choose the best */
    int last; /* of what happened, in courses.happened */
    struct board shown; /* the last board of a game that is over, seen by its winner */
    bool ended, astray;
};

struct branch_list {
    struct branch *at;
    size_t n, capacity;
};

void branch_list_add(struct branch_list *list, const struct branch *k);
void branch_list_done(struct branch_list *list);

/* ---- the state ---- */

void branch_start_game(const struct courses *c, struct standing *s);
int branch_rolls(const struct standing *s); /* in the queue */
int branch_next_roller(const struct standing *s); /* once the queue has been played */
bool branch_may_double(const struct courses *c, const struct standing *s, int who);

/* ---- rolls, by roll_index() ---- */

float branch_roll_prior(int index); /* a logarithm */

/* ---- steps ---- */

struct happened *branch_event(struct courses *c, struct branch *k, enum event_kind kind, int player);
bool branch_push(struct branch *k, int item); /* to the queue; false if it is full */
/* A double, or its take by the other player. Cube actions wait behind rolls in the queue, as events are in order. */
bool branch_turn_cube(struct courses *c, struct branch *k, bool take);
void branch_take_actions(struct courses *c, struct branch *k); /* the cube actions at the head of the queue */
void branch_end_game(const struct courses *c, struct branch *k, int winner, int points);
/* `k` after the player on roll has made this play, which takes the first item off the queue. */
struct branch branch_played(struct courses *c, const struct branch *k, int index, const struct play *play,
                            const struct board *after, bool illegal);
/* The first roll of the queue was played, and nobody can say how: the board is lost, unless there is no choice. */
void branch_give_up(struct courses *c, struct branch *k);
void branch_give_up_until(struct courses *c, struct branch *k, int rolls); /* so many of them are left */
/* All legal plays of the first roll in the queue, as branches. */
void branch_play_next(struct courses *c, const struct branch *k, struct branch_list *out);
/* Plays the first `plies` rolls of the queue. The last ply is weighed against the board that was seen and the branch
 * completed, or put into `out` if that is not NULL. */
void branch_play_queue(struct courses *c, const struct branch *from, int plies, struct branch_list *out);

/* Does a play of this roll that leads to `after` agree with what a person said about it? 0 or LOG_RULED_OUT. */
float branch_fixed_likely(const struct seen *o, const struct board *before, int index, const struct board *after);

/* Completes a branch; it remains usable. `w`: a weight that is added first. */
void branch_emit(struct courses *c, const struct branch *k);
void branch_emit_with(struct courses *c, const struct branch *k, float w);
void branch_emit_astray(struct courses *c, const struct branch *k, float w); /* the observation shows nothing of it */

#endif
