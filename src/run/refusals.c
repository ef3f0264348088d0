/* What could not be used; see refusals.h. Few files fail: a list that is searched from end to end will do. */
#include "run/refusals.h"

#include <string.h>

#include "base/xmalloc.h"

void refusals_keep(struct refusals *r, const struct job *j, enum fate fate, struct diags *why)
{
    r->at = grow(r->at, r->n, &r->capacity, sizeof *r->at);
    struct refused_input *in = &r->at[r->n];
    memcpy(in->hash, j->hash, sizeof in->hash);
    in->path = xstrdup(j->path);
    in->in_part = fate == FATE_IN_PART;
    in->why = *why;
    diags_init(why, NULL);
    r->n++;
}

static bool is_it(const struct refused_input *in, const struct job *j)
{
    return job_is_open(j) && strcmp(in->hash, j->hash) == 0 && strcmp(in->path, j->path) == 0;
}

void refusals_recall(struct refusals *r, struct worklist *list, struct diags *why)
{
    for (size_t i = 0; i < list->n; i++)
        for (size_t k = 0; k < r->n; k++)
            if (is_it(&r->at[k], &list->at[i])) {
                list->at[i].refused = !r->at[k].in_part;
                list->at[i].known = r->at[k].in_part; /* all that can be had of it */
                list->at[i].n_errors = 1;
                why[i] = r->at[k].why;
                diags_init(&r->at[k].why, NULL);
            }
    refusals_done(r);
}

void refusals_done(struct refusals *r)
{
    for (size_t k = 0; k < r->n; k++) {
        xfree(r->at[k].path);
        diags_done(&r->at[k].why);
    }
    xfree(r->at);
    *r = (struct refusals){0};
}
