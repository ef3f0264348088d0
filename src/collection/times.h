/* How long decisions of a collection took, by their places; and each player's quick, usual and long ones, which are
 * that player's own thirds (match/pace.h). */
#ifndef KIBITZER_COLLECTION_TIMES_H
#define KIBITZER_COLLECTION_TIMES_H

#include "collection/store.h"

struct times {
    struct time_of_decision {
        int64_t match;
        int n; /* as in struct decision_row */
        int64_t taken; /* ms */
    } * at; /* by match and n */
    size_t n, capacity;
};

/* Of the matches that fit, as far as they are known. False on an error of the database; release with times_done(). */
bool times_of(struct store *s, const struct match_filter *f, struct times *out);
int64_t time_of(const struct times *t, int64_t match, int n); /* -1 = not known */
void times_done(struct times *t);

#endif
