/* The trainer: self-play games become labelled positions, labelled positions become weights.
 *
 * Work is cut into rounds. Within a round everything that plays uses the frozen nets of the round before, and every
 * task (the learner of one net, a handful of games) has its own random numbers, keyed by seed, round and task. Results
 * are merged in the order of the tasks. So the same seed gives the same net on any number of threads.
 *
 * VIEWPOINT. Samples are boards after a play, seen by the mover, with the mover's outcome: what the net sees. */
#ifndef TRAIN_H
#define TRAIN_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/net.h"
#include "engine/net_layout.h"
#include "match/board.h"
#include "match/outcome.h"

/* ---- random numbers that depend on a key and a counter only (rng.c) ---- */

struct rng {
    uint64_t key, counter;
};

struct rng rng_keyed(uint64_t seed, uint64_t round, uint64_t task);
uint64_t rng_next(struct rng *r);
int rng_below(struct rng *r, int n); /* 0 .. n-1 */
float rng_unit(struct rng *r); /* [0, 1) */

/* ---- samples and the window of the latest of them (replay.c) ---- */

enum { OUTPUTS = 5 };

struct sample {
    struct board board;
    float target[OUTPUTS]; /* unclipped: a noisy label may leave [0, 1] */
    uint32_t has_rival; /* the sample added after this one is a rival of this play */
    uint32_t spare[2];
};
float sample_equity(const struct sample *s); /* the label's, for the mover, in points */

/* A growing list, as a task fills it. */
struct samples {
    struct sample *at;
    size_t n, capacity;
};
struct sample *samples_add(struct samples *s);
void samples_free(struct samples *s);

/* A ring that forgets the oldest. `use` <= capacity is how far back the learner looks. */
struct window {
    struct sample *at;
    size_t capacity, n, next;
    uint64_t total; /* ever added */
};
void window_init(struct window *w, size_t capacity);
void window_add(struct window *w, const struct samples *s);
void window_free(struct window *w);
const struct sample *window_draw(const struct window *w, size_t use, struct rng *r);
const struct sample *window_rival(const struct window *w, const struct sample *s); /* NULL if it has none */

/* Positions that the net and its own look ahead disagree about, the latest of them; games begin from some. */
enum { DOUBTS = 8192 };
struct doubts {
    uint64_t total; /* ever added; at[total % DOUBTS] is written next */
    struct board at[DOUBTS]; /* after a play, seen by the mover */
};
void doubts_add(struct doubts *d, const struct board *b);
const struct board *doubts_draw(const struct doubts *d, struct rng *r); /* NULL if there is none yet */

/* ---- float weights and their learner (params.c, learn.c, rank.c) ---- */

/* The same shape as struct net_weights; every array is a run of floats, so that Adam can walk over all of them. */
struct params {
    _Alignas(64) float row[NET_ROWS][NET_SUMS];
    float bias1[NET_SUMS];
    float feature[NET_FEATURES][NET_FED];
    float w2[NET_UNITS][NET_H2];
    float bias2[NET_H2];
    float w3[NET_H2][NET_OUT];
    float bias3[NET_OUT];
    _Alignas(64) float deep[NET_H2][NET_H3];
    float bias_deep[NET_H3];
    float w4[NET_H3][NET_OUT];
    _Alignas(64) float pair[NET_PAIRS][NET_H2]; /* last: learnt at a pace of its own */
};

struct rank_params {
    _Alignas(64) float row[NET_ROWS][RANK_H];
    float bias[RANK_H];
    float w[RANK_H];
    float bias2;
    float spare[15];
};

/* ---- helpers (crew.c) ---- */

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    void (*work)(void *context, int share);
    void *context;
    int n, next, finished; /* shares of the present work: all, taken next, done */
    bool closed;
};
void crew_init(struct crew *c);
void crew_free(struct crew *c);
/* Runs work(context, 0 .. n - 1) on the helpers and the caller; returns when all is done. One caller at a
 * time. */
void crew_run(struct crew *c, void (*work)(void *context, int share), void *context, int n);
void crew_help(struct crew *c); /* until somebody closes it */
void crew_close(struct crew *c);

/* How many shares a batch is learnt in, each with a gradient of its own. */
enum { SHARES = 2 };

/* Adam's state for n floats; `average` is what plays and is saved. */
struct adam {
    size_t n;
    uint64_t step, slow_step;
    float *value, *gradient[SHARES], *first, *second, *average;
};
void adam_init(struct adam *a, size_t n);
void adam_free(struct adam *a);
/* The `step`-th step for the floats from..to, the gradients summed over the batch and scaled by `scale`; clears them.
 */
void adam_step(struct adam *a, size_t from, size_t to, uint64_t step, float rate, float scale, float keep_average);

void params_start(struct params *p, struct rng *r);
void params_wake(struct params *p, struct rng *r); /* units of the third layer without a say may get one */
void params_clip(struct params *p); /* all but the pair rows, to the bounds of net_layout.h */
void params_clip_pairs(struct params *p);
void params_quantise(const struct params *p, struct net_weights *w);
void params_from(struct params *p, const struct net_weights *w); /* the other way, to the precision of the integers */
void rank_start(struct rank_params *p, struct rng *r);
void rank_clip(struct rank_params *p);
void rank_quantise(const struct rank_params *p, struct rank_weights *w);
void rank_from(struct rank_params *p, const struct rank_weights *w);

enum { BATCH = 512, PAIR_EVERY = 4 }; /* pair rows learn every so many batches: they are many and each is rare */

struct learn_plan {
    int batches;
    float rate;
    float keep_average;
    float choice; /* weight of what the choice between a play and its rival loses */
};
/* Mean loss over the batches (cross entropy less its floor; squared error of the equity for the ranking net). */
double learn_net(struct adam *a, const struct window *w, size_t use, const struct learn_plan *plan, struct rng *r,
                 struct crew *crew);
double learn_rank(struct adam *a, const struct window *const *w, const size_t *use, const struct learn_plan *plan,
                  struct rng *r);

/* ---- exact values late in the bear-off (table.c) ---- */

void table_init(void);
void table_done(void);
/* The exact outcome for the mover where both sides have all their chequers home or the game is over; else false. */
bool table_outcome(const struct board *b, struct outcome *o);

/* ---- where games begin (seeds.c) ---- */

/* A position with the player on roll to move: one that self-play seldom reaches. Always with something left to play. */
void seed_position(struct board *b, struct rng *r);
/* A race outside the databases, more often than not a close one. */
void race_position(struct board *b, struct rng *r);

/* ---- playing (selfplay.c) ---- */

enum method {
    METHOD_TD, /* lambda-returns of the values met */
    METHOD_EXPECTED, /* expectation over 21 rolls plus lambda-returns of what luck cannot explain */
};

struct play_plan {
    enum method method;
    int games;
    float lambda, seeded_lambda;
    float seeded; /* share of games from seed_position() */
    float scrambled; /* share of games that begin with up to twelve random plays */
    float explore; /* chance of a play that is not the best one */
    bool races_only; /* every game begins with race_position() */
    float races; /* share of races played to the end */
    float siblings; /* share of plays of which a near rival is labelled too */
    float deep; /* share of these rivals that are compared with the play two plies ahead instead of one */
    float near; /* plays so little behind the best are compared with it one ply ahead; the better one is played */
    unsigned learns; /* bits of the classes whose positions are labelled, 1u << enum net_class */
    bool together; /* one net learns all positions with contact: NET_CONTACT's */
    float doubted; /* share of games from `doubts` */
    const struct doubts *doubts; /* unused where `doubted` is 0 */
};

struct played {
    struct samples of[NET_CLASSES];
    struct samples doubts; /* at most one of a game */
    uint64_t games;
};
void played_free(struct played *p);

/* One game from `b` (after a play, seen by the mover) to the end, its luck taken out: the mover's outcome, unbiased but
 * for errors of play. */
struct outcome play_rollout(const struct net_evaluator *e, const struct board *b, struct rng *r);

void play_games(const struct net_evaluator *e, const struct play_plan *plan, struct rng *r, struct played *out);

/* ---- validation (held_out.c) ---- */

struct held_out {
    char name[16]; /* the file's, less its folder and ending */
    struct samples samples;
    double noise; /* sum of the squared standard errors of the values */
};
/* Reads the lines that tools/score/rollouts.c prints. False with a message. */
bool held_out_read(struct held_out *h, const char *path);
/* RMS of the equity error for the mover, less what the rollouts' own noise explains. */
double held_out_error(const struct held_out *h, const struct net_evaluator *e);

/* ---- the whole (main.c, plan.c, checkpoint.c) ---- */

struct stage {
    char name[16];
    enum method method;
    uint64_t labels; /* with contact to collect in this stage */
    float rate[2], lambda[2], seeded_lambda[2]; /* from .. to over the stage */
    float visits; /* per label */
    float window[2]; /* the latest labels that the learner draws from, in millions */
    float seeded, siblings, doubted, deep, near, choice;
    int games; /* per round */
};

struct trainer {
    uint64_t seed, round, games;
    uint32_t
        only; /* bits of the classes whose nets alone learn; 0: those of contact and of races, and the ranking net */
    uint32_t nets; /* that are written: classes without a net of their own have that of NET_CONTACT */
    uint64_t origin; /* checksum of the net that the run began with, 0: from nothing */
    uint32_t stage;
    uint64_t stage_labels; /* with contact, collected in the present stage */
    double new_labels[NET_CLASSES]; /* of the last round: what the next one has to learn from */
    struct adam of[NET_CLASSES], rank;
    struct window window[NET_CLASSES];
    struct doubts doubts;
};

/* Reads the plan: one stage a line, see tools/train/plan.txt. Returns the number of stages, 0 with a message. */
int plan_read(const char *path, struct stage *out, int most);

bool checkpoint_write(const struct trainer *t, const char *path);
bool checkpoint_read(struct trainer *t, const char *path);

#endif
