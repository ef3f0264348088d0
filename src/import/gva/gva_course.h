/* Where a match of a .gva file stands, for what the file says of it besides the plies: that may be missing, and is
 * warned of where it says something else. */
#ifndef KIBITZER_GVA_COURSE_H
#define KIBITZER_GVA_COURSE_H

#include "base/json_in.h"
#include "match/record.h"

struct gva_course { /* zero-initialised */
    struct match match; /* length and rules alone: who reads the head sets the Crawford rule, */
    bool crawford_seen; /* and whether that game was played before */
    struct game game; /* score before it */
    bool longgammon;
    struct board board; /* seen by player 0 */
    struct board before; /* the last ply, seen by who acts */
    bool known; /* false: a play could not be executed */
};

struct gva_turn {
    int64_t action;
    int seat;
    const int64_t *dice;
    const unsigned char *step;
    size_t n;
};

void gva_course_begin(struct gva_course *c, int64_t length, int64_t variant);
void gva_course_score(struct gva_course *c, const int64_t score[2]); /* before the first game */
void gva_course_game(struct gva_course *c, size_t number, json_object *game); /* from 0 */
void gva_course_ply(struct gva_course *c, json_object *ply, const struct gva_turn *t);
void gva_course_end(struct gva_course *c, int64_t winner, int64_t points);

/* Does an alternative leave the board that the play of the ply leaves? True where that is not known. */
bool gva_course_is_played(const struct gva_course *c, json_object *alternative, const struct gva_turn *t);
/* The words for a play that another one could have been made instead of. */
void gva_course_notation(const struct gva_course *c, json_object *o, const struct gva_turn *t);

#endif
