/* What `rollout` answers: as text for people, and as rows. Seen by the player on roll, or by the one who has to answer
 * what waits; equities are normalised to the cube before any double. */
#ifndef KIBITZER_ROLLOUT_ANSWER_H
#define KIBITZER_ROLLOUT_ANSWER_H

#include "command/answers.h"
#include "match/position.h"
#include "rollout/rollout.h"

/* One decision: as asked, and what came of it. */
struct rollout_job {
    char *id;
    struct position position;
    struct rollout rollout;
    bool begun;
    bool *left; /* by candidate: of the state, but not among the plays named; or NULL */
    int left_out; /* plays of the roll that were not thought worth it */
    const char *choice; /* the level that chose */
    double next_behind; /* how far the best of these is behind, at that level */
};

struct rollout_played { /* how all of them were played */
    const struct rollout_options *options;
    const struct engine *engine;
    int stronger; /* enum stronger */
};

extern const struct answer_document rollout_document;

/* `board`: a board first, as on a terminal; else the ID. `width`: of a line, 0 = any. */
void rollout_job_text(struct strbuf *out, const struct rollout_job *j, bool board, int width);

/* The rows of all that have trials, in one document; returns an enum call_ending. */
int rollout_put(const struct answers_options *o, const struct rollout_played *by, const struct rollout_job *jobs,
                size_t n);

#endif
