/* Rollouts kept: the sums of all blocks as text, to go on from or to be merged. Files are the caller's business.
 * Layout: docs/rollouts.md, "State files". Numbers are written exactly. */
#ifndef KIBITZER_STATE_H
#define KIBITZER_STATE_H

#include "base/diag.h"
#include "base/span.h"
#include "rollout/rollout.h"

/* Appends a state that holds `n` rollouts. */
void state_write(const struct rollout *const *list, size_t n, struct strbuf *out);

struct state_section {
    char *position; /* XGID */
    struct span text; /* of the state */
    int line;
};

struct state {
    struct state_section *sections;
    size_t n, capacity;
};

/* Takes a state apart; `text` must stay. False with an error in `d` if it is damaged, of another version, or no state.
 */
bool state_open(struct state *s, struct span text, struct diags *d);
void state_close(struct state *s);

/* The section of this position, or -1. */
long state_find(const struct state *s, const struct position *p);
/* The boards after the plays of a section, as its candidates are ordered; their points alone. Returns the number, at
 * most `room`. */
size_t state_plays(const struct state *s, size_t section, struct board *out, size_t room);
/* The first seed of a section; 0 if there is none that a rollout can have: state_read() then says so. */
uint64_t state_seed(const struct state *s, size_t section);

/* Adds the trials of a section to `r`, which has its candidates but may have no trials: `merge` false: those of its own
 * seed become r's, so that it can be continued; true: all become further series. Errors: other candidates, another
 * engine or other settings, a seed that is there already, not the seed of `r`. False with an error in `d`; r is then as
 * before.
 */
bool state_read(const struct state *s, size_t section, bool merge, struct rollout *r, struct diags *d);

#endif
