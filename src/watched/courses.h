/* Events that may have happened between two observations: from a state of the match, all courses to the next one,
 * and how likely each of them is. Private to the search. */
#ifndef KIBITZER_COURSES_H
#define KIBITZER_COURSES_H

#include "watched/likeliest.h"

enum {
    QUEUE_MAX = 6,
    QUEUE_ROLLS = 3, /* that wait for a board at most */
    COURSES_UNSEEN = 24, /* states after which unseen events are searched for */
    COURSES_DOUBLED = 4, /* states after which the cube may have been turned unseen */
    COURSES_FURTHER = 12, /* states from which courses with more unseen events are followed */
    /* Items of a queue, besides rolls (roll_index()): */
    ITEM_UNKNOWN = ROLLS, /* thrown, and not seen */
    ITEM_DOUBLE,
    ITEM_TAKE
};

/* The state of a match. Compared and hashed as memory: no padding, and unused parts are zero. */
struct standing {
    struct board board; /* seen by `on_roll`, before the queue */
    int cube, score[2], game, ended_points; /* game from 0; points of the game before */
    int8_t on_roll, owner, offered, started, crawford, crawford_done, over; /* cube, offer: after the queue */
    int8_t ended; /* the winner of the game before; NOBODY = this is the first */
    int8_t queue[QUEUE_MAX + 1], n_queue; /* events since the board was seen */
    int lost; /* rolls were given up: the board is the one before them */
    int spare[2];
};
_Static_assert(sizeof(struct standing) == sizeof(struct board) + 8 * sizeof(int) + 16, "there is padding");

/* A course: from a node of the layer before to a state. */
struct found {
    struct standing state;
    int from, last; /* node; the last event on the way, in courses.happened; -1 = nothing happened */
    float weight;
    bool astray; /* the observation shows nothing that happened */
};

struct courses {
    struct rules rules;
    int length;
    const struct seen *at;
    int unseen; /* how many of the likeliest states are searched for unseen events */
    double before; /* weight of the best of them */
    struct found *found; /* of this layer */
    size_t n_found, found_capacity;
    struct happened *happened;
    size_t n_happened, happened_capacity;
    double best; /* of all courses found, with the weight of their node */
    struct move_list plays;
    size_t work, emitted; /* lists of plays that were made, states reached */
    double alpha; /* of the node at hand */
    int from;
};

void courses_begin(struct courses *c, const struct seen_head *head);
void courses_done(struct courses *c);
struct standing courses_start(const struct courses *c);

void courses_layer(struct courses *c, const struct seen *o, int unseen, double before);
/* All usual courses from node `from`. */
void courses_from(struct courses *c, int from, const struct standing *s, double alpha);
/* Is the observation so unlikely after all these that more courses must be tried? */
bool courses_look_further(const struct courses *c);
/* The same where two or three plies, or the end of a game, were not seen. */
void courses_further(struct courses *c, int from, const struct standing *s, double alpha);

/* The roll of `s` that has not been played. */
void courses_pending(const struct standing *s, struct reported_match *out);
/* What came before it and was not shown by a board: the last event, in courses.happened; -1 = nothing. */
int courses_before_pending(struct courses *c, const struct standing *s);

#endif
