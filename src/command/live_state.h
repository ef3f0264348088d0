/* Where a match stands that is being watched, as JSON for an overlay. */
#ifndef KIBITZER_COMMAND_LIVE_STATE_H
#define KIBITZER_COMMAND_LIVE_STATE_H

#include "document/answer.h"
#include "engine/pool.h"
#include "match/record.h"
#include "watched/watched.h"

extern const struct answer_document watched_document;

struct live_state { /* what is known of the plies so far; zeroed before the first use */
    struct judged_ply {
        uint64_t key; /* of the ply and where it was made */
        double loss;
        bool by_cube; /* it is the cube's that was not turned before a play */
    } * plies;
    size_t n, capacity;
};

void live_state_done(struct live_state *s);

struct live_match {
    struct match *match; /* checked; gets annotations */
    const struct watched_ply *plies;
    size_t n;
    double sure;
};

/* Appended to `out`. Plies that were judged before are not judged again. */
void live_state_put(struct live_state *s, const struct live_match *live, const struct engine_pool *pool,
                    struct strbuf *out);

#endif
