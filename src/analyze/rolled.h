/* Rollouts inside an analysis: from a decision to figures as the record keeps them.
 * VIEWPOINT and units: annotation.h. */
#ifndef KIBITZER_ROLLED_H
#define KIBITZER_ROLLED_H

#include <signal.h>

#include "base/arena.h"
#include "match/annotation.h"
#include "rollout/rollout.h"

/* What all rollouts of an analysis have in common. */
struct rolled_setup {
    const struct engine *engine;
    struct worker *const *workers;
    int n_workers;
    const struct rollout_options *options;
    const char *name; /* of the settings, or NULL; static */
    const volatile sig_atomic_t *cancel; /* may be NULL */
    struct arena *arena; /* what the record will point to */
};

/* As rollout_defaults() and rollout_describe(): the analysis knows rollouts through this header alone. */
void rolled_defaults(struct rollout_options *o);
/* Settings that have a name of their own: rollout_like() on top of the defaults. Returns the name, static; NULL if it
 * is unknown, `o` being untouched then. */
const char *rolled_like(struct rollout_options *o, const char *name);
void rolled_describe(const struct rollout_options *o, struct strbuf *out);

/* Rolls out the play made, the best play and those within `close` of it (EMG). `at` is best first, then comes in a new
 * order: what was rolled out first, by equity. `played` (-1: none) follows. False if it was cancelled: nothing was
 * changed. */
bool rolled_play(const struct rolled_setup *s, const struct position *before, double close, struct candidate *at, int n,
                 int *played);

/* What a cube decision gets besides its answer. */
struct rolled_cube {
    struct eval_level level;
    struct rollout_error *error[2];
    const struct rollout_settings *settings;
};

/* False if it was cancelled, or if there is nothing to decide: nothing was changed. */
bool rolled_cube(const struct rolled_setup *s, const struct position *undoubled, struct cube_answer *answer,
                 struct rolled_cube *out);

/* The same of a rollout that was made: all candidates that have trials, best first; the cube decision. */
struct play_analysis *rolled_plays(const struct rolled_setup *s, const struct rollout *r, int n_legal);
bool rolled_action(const struct rolled_setup *s, const struct rollout *r, struct cube_answer *answer,
                   struct rolled_cube *out);

#endif
