/* Why a decision was wrong: what can be counted and computed about the play made and the best one, kept where it
 * differs by more than its noise and points the way of the verdict. Conditions: docs/lessons.md. */
#ifndef KIBITZER_ANALYZE_LESSON_H
#define KIBITZER_ANALYZE_LESSON_H

#include <signal.h>

#include "engine/engine.h"
#include "match/record.h"

/* `p`: with its dice, the mover on roll. Nothing is found of what was not an error. */
void lesson_of_play(const struct engine *e, struct worker *w, const struct position *p, const struct candidate *best,
                    const struct candidate *played, struct lesson *out);

enum cube_done { CUBE_ROLLED, CUBE_DOUBLED, CUBE_TAKEN, CUBE_PASSED, CUBE_BEAVERED };

/* `p`: the doubler on roll, the cube as it stood before; `level`: at which other scores are looked at. */
struct cube_lesson {
    struct lesson why;
    float market; /* as of struct cube_analysis */
};
void lesson_of_cube(const struct engine *e, struct worker *w, const struct position *p, const struct cube_analysis *c,
                    enum cube_done done, const struct level *level, struct cube_lesson *out);

/* Of every decision of `set`, ours or a file's, that is marked as an error: the reasons and the market. The verdicts
 * are the set's; what can only be counted by looking at rolls is counted with `e`, and kept where it agrees. Workers:
 * one a thread; `level`: as above. Helpers share out the work as far as the set is filled with what they have. False
 * where *cancel (or NULL) became non-zero: nothing is in the record then. */
bool explain_errors(struct match *m, int set, const struct engine *e, struct worker *const *workers, int n_workers,
                    const struct level *level, const volatile sig_atomic_t *cancel);

#endif
