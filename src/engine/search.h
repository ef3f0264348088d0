/* Looking ahead: the value of a position n plies deep, and the ranking of plays. One ply = all 21 throws, each answered
 * by the play that the evaluator likes best; at the leaves the five probabilities become values with the cube.
 *
 * VIEWPOINT. Positions are seen by `roller`, the player on roll, who is player 0 or 1 of the cube model. A value is the
 * roller's: cube.h gives the units. All of a position's cube states are carried up together, each player taking the
 * best cube action on the way. */
#ifndef KIBITZER_SEARCH_H
#define KIBITZER_SEARCH_H

#include "engine/cube.h"
#include "engine/endgame.h"
#include "engine/engine.h"
#include "engine/evaluator.h"
#include "engine/hyper.h"
#include "engine/hyper_limit.h"
#include "engine/worker.h"

/* Cheap rough equities for the mover of boards after a play, to throw the hopeless ones away. */
typedef void search_rank(const void *self, const struct board *boards, size_t n, float *equity);

struct search {
    const struct evaluator *evaluator; /* what a leaf is worth */
    search_rank *rank; /* or NULL: evaluate all */
    const void *ranker;
    int keep; /* how many plays of a throw are fully evaluated inside the tree, if there is a ranker */
    bool rank_races; /* in races too, where the evaluator separates plays better, but not so quickly */
    const struct bearoff *tables; /* exact cube values; may be NULL */
    const struct hyper *hyper; /* the same, in hypergammon; else NULL */
    const struct endgame
        *endgame; /* the same at a match score, where the question's position is such an end; or NULL */
    const struct hyper_limit *limit; /* hypergammon near the limit of the cube: the exact values; else NULL */
    struct worker *worker;
    struct cube_model model;
    bool cubeful; /* plays are ordered by cubeful equity */
    /* Hashes of all that values depend on besides position and depth, and of what best replies depend on:
     * search_ready() sets them. Replies are chosen without the cube, so they serve all states of it. */
    uint64_t context, reply_context;
};

/* Call once the fields above `context` are set. `salt`: whatever else the evaluator depends on (noise). */
void search_ready(struct search *s, uint64_t salt);

struct search_value {
    struct outcome outcome; /* the roller's */
    float value[CUBE_STATES_MAX]; /* for the states wanted, without doubling at once */
};

/* Nothing is to be learned by looking deeper: the game is over, or the tables know the truth with the cube and all. */
bool search_settled(const struct search *s, const struct board *on_roll);

/* The roller is about to throw; values of the states in the set `wanted`. */
void search_position(struct search *s, const struct board *on_roll, int roller, int plies, unsigned wanted,
                     struct search_value *out);

/* The same at 0 plies where the static outcome `o` is known. */
void search_known(struct search *s, const struct board *on_roll, int roller, const struct outcome *o, unsigned wanted,
                  struct search_value *out);

/* What each throw of search_throws[] leaves the roller after the best reply to it, looked at `plies` deep: values of
 * the states in `wanted`, the opponent taking the best cube action. Their mean is search_position()'s at `plies` + 1.
 */
void search_all_throws(struct search *s, const struct board *on_roll, int roller, int plies, unsigned wanted,
                       struct search_value thrown[WORKER_THROWS]);

/* engine_thrown() for a search that is ready. */
void search_thrown(struct search *s, const struct board *on_roll, int roller, struct thrown out[WORKER_THROWS]);

/* Value of a play for its mover: the opponent is on roll, at state 0, and may double first. */
struct search_play {
    struct outcome outcome; /* the mover's */
    float value; /* the mover's, cube in its place */
    float cubeless, cubeful; /* normalised equities */
};
void search_after(struct search *s, const struct board *after, int mover, int plies, struct search_play *out);

/* The same for many plays of one list at depth 0, in one go. */
void search_after_all(struct search *s, const struct board *after, size_t n, int mover, struct search_play *out);

/* Bytes of a cache entry for best replies. */
size_t search_replies_size(void);

/* All throws: high die, low die, weight in 36ths. */
struct search_throw {
    int8_t high, low, weight;
};
extern const struct search_throw search_throws[WORKER_THROWS];

#endif
