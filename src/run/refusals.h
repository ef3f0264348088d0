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
        struct diags said;
    } * at;
    size_t n, capacity;
};

/* Takes over what was said of a job that failed; `said` is empty afterwards. */
void refusals_keep(struct refusals *r, const struct job *j, struct diags *said);
/* Closes the jobs among `list` that are known here, and gives back what was said of them, by job. Forgets the others.
 */
void refusals_recall(struct refusals *r, struct worklist *list, struct diags *said);
void refusals_done(struct refusals *r);

#endif
