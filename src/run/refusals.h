/* Inputs that an earlier round of a watching run could not use. The same bytes at the same place are not read again,
 * and not reported again; the index still lists them. */
#ifndef KIBITZER_REFUSALS_H
#define KIBITZER_REFUSALS_H

#include "base/diag.h"
#include "run/worklist.h"

struct refusals {
    struct refused_input {
        char hash[HASH_LENGTH + 1];
        char *path;
        bool in_part; /* others of its matches were used */
        struct diags why;
    } * at;
    size_t n, capacity;
};

/* Takes over what was reported of a job that failed, if only in part; `why` is empty afterwards. */
void refusals_keep(struct refusals *r, const struct job *j, enum fate fate, struct diags *why);
/* Closes the jobs among `list` that are known here, and gives back what was reported of them, by job. Forgets the
 * others.
 */
void refusals_recall(struct refusals *r, struct worklist *list, struct diags *why);
void refusals_done(struct refusals *r);

#endif
