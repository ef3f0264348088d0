/* Rollouts: a position is played out many times, with the same dice for all candidates, and the results are averaged.
 * docs/rollouts.md says what is done with dice, luck and standard errors, with the sources of the methods.
 *
 * VIEWPOINT. Everything is seen by the player who decides: the one on roll, who may double or makes the play.
 * UNITS. A `value` is what is averaged: points per unit of the cube before any double in money play, match winning
 * chance in matches, spread where next to nothing hangs on a game. Equities are normalised as in engine.h. */
#ifndef KIBITZER_ROLLOUT_H
#define KIBITZER_ROLLOUT_H

#include <signal.h>

#include "base/strbuf.h"
#include "engine/engine.h"

/* No rollout stops, and no candidate is dropped, before this many trials. */
enum { ROLLOUT_LEAST = 144, ROLLOUT_TRIALS_MAX = 100000000 };
enum { ROLLOUT_SEED_MAX = 2147483647 };
/* A candidate is dropped when it is worse by at least this many joint standard errors. */
#define ROLLOUT_DROP_LEAST 2.33

struct rollout_deciders {
    struct level chequer, cube;
};

struct rollout_options {
    int trials;
    uint64_t seed;
    bool cubeful; /* false: nobody doubles */
    bool variance_reduction;
    bool independent; /* dice are drawn one by one instead of stratified (throws.h) */
    bool to_the_end; /* play on although a database knows the value */
    bool opening; /* a position without dice and with the first cube begins a game: see struct rollout */
    int truncate; /* half-rolls after which a position is evaluated; 0 = never */
    int priced_from; /* half-roll from which the cube is priced instead of played: see docs/rollouts.md; 0 = never */
    int late_from; /* half-roll from which `late` decides; 0 = never */
    struct rollout_deciders early[2], late[2]; /* [0] of the player who decides, [1] of the opponent */
    struct level last; /* evaluates truncated games */
    struct level luck; /* measures luck: 0 or 1 ply */
    double stop_error; /* stop when all standard errors (normalised equity) are at most this; 0 = never */
    double drop; /* drop candidates that are worse by this many joint standard errors; 0 = never */
};

/* 1,296 trials, seed 1, cubeful, played out, luck taken out at 0 plies, everybody at 0 plies. */
void rollout_defaults(struct rollout_options *o);
/* Everybody plays at `chequer` and `cube`, and so are truncated games evaluated. */
void rollout_level(struct rollout_options *o, const struct level *chequer, const struct level *cube);
/* The truncated rollouts that eXtreme Gammon calls "roller", "roller+" and "roller++" (case does not matter):
 * sets trials, truncation, levels and luck. False if the name is unknown. Source of the settings: docs/rollouts.md. */
bool rollout_like(struct rollout_options *o, const char *name);
/* Its name as it is written, static; NULL if it is unknown. */
const char *rollout_likeness(const char *name);
/* All of them, one by one; NULL behind the last. */
const char *rollout_likeness_name(size_t i);
/* Why these settings make no sense, or NULL. Static text. */
const char *rollout_problem(const struct rollout_options *o);
/* How the games are played, in one line as players know it. Together with position, candidate and seed it decides what
 * comes of a trial. */
void rollout_describe_games(const struct rollout_options *o, struct strbuf *out);
/* The same with the rules that drop and stop. */
void rollout_describe(const struct rollout_options *o, struct strbuf *out);

/* What is summed up for each trial. ORDER: the chances are those of struct outcome. */
enum rollout_figure {
    FIGURE_VALUE, /* with the cube */
    FIGURE_CUBELESS, /* normalised equity without it */
    FIGURE_WIN,
    FIGURE_WIN_GAMMON,
    FIGURE_WIN_BACKGAMMON,
    FIGURE_LOSE_GAMMON,
    FIGURE_LOSE_BACKGAMMON,
    ROLLOUT_FIGURES
};

/* The sums of one block of trials (throws.h). */
struct rollout_block {
    int n; /* trials in it */
    double sum[ROLLOUT_FIGURES], squares[ROLLOUT_FIGURES];
};

struct rollout_estimate {
    int trials;
    double mean[ROLLOUT_FIGURES], error[ROLLOUT_FIGURES]; /* error: standard error of the mean; NAN below two trials */
    double equity, equity_error; /* normalised, with the cube; NAN where nothing is at stake */
    double mwc, mwc_error; /* with the cube; in money play points, at the cube's unit */
    double behind, behind_error; /* worse than the best candidate by, with the joint standard error; NAN: not known */
};

/* Blocks of one seed, in the order of trials; the same blocks of all candidates have the same dice. */
struct rollout_series {
    struct rollout_block *at;
    size_t n, capacity;
};

enum candidate_kind { CANDIDATE_PLAY, CANDIDATE_NO_DOUBLE, CANDIDATE_DOUBLE_TAKE };

struct rollout_candidate {
    enum candidate_kind kind;
    struct play play; /* of CANDIDATE_PLAY, with the board after it (seen by the mover) */
    struct board after;
    bool dropped;
    struct rollout_series *series; /* [n_seeds] of the rollout */
    struct rollout_estimate now;
};

/* One decision being rolled out. */
struct rollout {
    const struct engine *engine;
    struct rollout_options options;
    struct position position; /* before the throw; no double is offered in it */
    int dice[2]; /* the throw whose plays are the candidates; 0 0 = none */
    bool opening; /* the first throw of a game: no doubles */
    struct rollout_candidate *candidates;
    int n;
    uint64_t *seeds; /* of the series; the first is options.seed, the others were merged in */
    size_t n_seeds;
    int done; /* trials with options.seed of every candidate that was not dropped */
    double pass; /* of a cube decision: value of double and pass; else NAN */
};

/* The candidates of a decision: with dice in `p` no play yet (see rollout_add_play()), without dice "no double" and,
 * where a double is possible and matters, "double, take". */
void rollout_begin(struct rollout *r, const struct engine *e, const struct position *p,
                   const struct rollout_options *o);
void rollout_add_play(struct rollout *r, const struct play *play, const struct board *after);
/* Makes room for the trials of another seed; returns the number of its series. Candidates added later lack it. */
size_t rollout_add_seed(struct rollout *r, uint64_t seed);
void rollout_end(struct rollout *r);

/* Each may be NULL. */
struct rollout_hooks {
    /* Called after each trial, from any thread; `done` trials of `total`, candidates counted apart. */
    void (*progress)(void *context, const struct rollout *r, size_t done, size_t total);
    /* Asked after every round of at least ROLLOUT_LEAST trials: is it enough? For limits of time. */
    bool (*enough)(void *context, const struct rollout *r);
    void *context;
    const volatile sig_atomic_t *cancel; /* stops soon after it becomes non-zero; whole blocks are kept */
};

/* Rolls out until options.trials or until a rule says to stop, going on from where `r` stands. The result does not
 * depend on the number of workers; a helper's (helpers.h) is worth nothing. False if it was cancelled. */
bool rollout_run(struct rollout *r, struct worker *const *workers, int n_workers, const struct rollout_hooks *hooks);

/* Has it come to an end by its own options? */
bool rollout_is_done(const struct rollout *r);

/* Of the candidates not dropped the one with the highest value; of a cube decision, of the two. */
int rollout_best(const struct rollout *r);

/* The cube decision of a rollout without dice; false if there is none to take (see engine_cube()). */
bool rollout_cube(const struct rollout *r, struct cube_answer *out);

/* How sure it is that one of two candidates is better: `range` is 1.96 standard errors of the difference, joint where
 * there are blocks enough for it, else as if the games were others. Of a cube decision candidate 2 is "double, pass".
 */
enum { ROLLOUT_PASS = 2 };
struct rollout_lead {
    int better, worse;
    double by, range;
};

/* Fills `out` with the leads that are too close to call: of the best play over the next one; or of doubling over not
 * doubling, and of the take over the pass. Returns the number. */
enum { ROLLOUT_LEADS = 2 };
int rollout_close(const struct rollout *r, struct rollout_lead out[ROLLOUT_LEADS]);

/* The five chances of an estimate; clamped to what is possible when `printed`. */
struct outcome rollout_outcome(const struct rollout_estimate *e, bool printed);

#endif
