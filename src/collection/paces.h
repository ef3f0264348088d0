/* Players' decisions by the time that they took: each player's own thirds (match/pace.h), and those in time trouble. */
#ifndef KIBITZER_PACES_H
#define KIBITZER_PACES_H

#include "collection/groups.h"

enum pace_group { PACE_QUICK, PACE_USUAL, PACE_LONG, PACE_TROUBLE, PACE_GROUPS }; /* ORDER PACE_GROUP: paces.c */

const char *pace_group_name(enum pace_group group);

struct paced { /* a decision that the performance rating counts; in few bytes, as there may be millions */
    const struct known_match *match;
    int64_t taken; /* ms */
    double error;
    int game, cube_error;
    signed char side, kind, counted, close;
    bool trouble, meant; /* meant: its error counts */
};

struct paces { /* zeros: none yet */
    struct paced *at; /* match by match */
    size_t n, capacity;
};

void paces_add(struct paces *p, const struct known_match *m, const struct decision_row *d, int64_t taken, bool meant);

struct pace_visitor {
    /* Each decision, player by player and match by match; those in time trouble twice. */
    void (*decision)(void *context, const struct paced *d, enum pace_group group, const struct row_figures *row);
    /* Behind those of a player, the last of which is `last`: what a decision of each group costs, and any other. */
    void (*player)(void *context, const struct paced *last, const struct contrast of[PACE_GROUPS]);
    void *context;
};
void paces_visit(const struct paces *p, const struct pace_visitor *v);
void paces_done(struct paces *p);

#endif
