/* The analysis: walks a match, asks the engine about every decision and roll, and adds what it says to the record as
 * one more annotation set, with statistics. Sets that are there already stay untouched.
 *
 * What is analysed: every roll's chequer play (the play made at full depth whatever the move filters say), the decision
 * not to double before it, doubles with their answers, the luck of every roll. What is not: the cube before the opening
 * roll, in the Crawford game, where it is dead or the opponent's (but a double that was made is, wherever it was);
 * accepting a beaver; resignations. An illegal play is annotated with the legal candidates but carries no error.
 * Definitions: docs/analysis.md. */
#ifndef KIBITZER_ANALYZE_H
#define KIBITZER_ANALYZE_H

#include <signal.h>

#include "engine/engine.h"
#include "match/address.h"
#include "match/record.h"
#include "rollout/rollout.h"

struct analysis_options {
    bool moves, cube, luck; /* what to analyse; all false: only what needs no engine is counted */
    const char
        *stronger; /* who is the better player of a table for unlike ones: names, as of match_player_named(); or NULL */
    const char *read_with; /* how the record was read, where a user has said how: "jacoby yes, beavers no", to a
                            * semicolon or the end; NULL = nothing was said */
    struct match_part part; /* only of this is anything analysed */
    bool leave_out[2]; /* plays and cube actions of this player are not analysed; the luck of both is, for results */
    struct level level; /* of chequer plays */
    struct level cube_level;
    struct level luck_level; /* only its depth and noise: see engine_luck() */
    float threshold[3]; /* marks: doubtful, bad, very bad (EMG) */
    float luck_threshold[2]; /* marks: lucky, very lucky (EMG) */
    int candidates; /* best plays kept for each roll, at least 1; the play made is always kept too */
    bool cube_maps, play_maps; /* cube errors, errors of play get theirs */
    double rollout_errors; /* decisions that cost at least this (EMG) are rolled out; 0 = none */
    double rollout_close; /* with the plays that are this close to the best (EMG) */
    const char *rolled_like; /* "roller+": every decision in which something is close is rolled out; NULL = not */
    struct rollout_options rollout;
};

/* Everything at 2-ply, thresholds "gnubg", 5 candidates, no rollouts. */
void analysis_defaults(struct analysis_options *o);

/* Everything at a level: luck as deeply as the cube, the cube as level_of_cube() says. */
void analysis_set_level(struct analysis_options *o, const struct level *l);

/* The same by name: a level of the engine, or "roller", "roller+", "roller++" (rollout_like()): then decisions that are
 * close after a look at 2 plies are rolled out, right or wrong. False if the name is unknown. */
bool analysis_level_named(struct analysis_options *o, const char *name);

struct event_list { /* in the order of the record */
    struct event_place {
        size_t game, event; /* indices */
    } * at;
    size_t n;
};

/* May be NULL, as may each member. */
struct analysis_hooks {
    /* Called after each of the three parts of an event and after each rollout, from any worker's thread but one call at
     * a time; done grows up to total, which can grow once: when it is known what is rolled out. */
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
    const volatile sig_atomic_t *cancel; /* stops soon after it becomes non-zero */
    const struct event_list *only; /* of these alone; statistics are then of these, too */
};

/* Analyses `m` with `n_workers` >= 1 workers of `e`, each in a thread of its own (one: in the caller's). The result
 * does not depend on their number. Returns the index of the new annotation set, its statistics filled in; -1 if it was
 * cancelled, or this is a helper (helpers.h), the record then being as before. */
int analyze_match(struct match *m, const struct engine *e, struct worker *const *workers, int n_workers,
                  const struct analysis_options *o, const struct analysis_hooks *hooks);

/* The engine for this match: with a match equity table for players of unlike strength the better one is o->stronger.
 * NULL with a problem (static text) where that is not said, or names neither player, or the players of the table are
 * alike. */
const struct engine *analysis_engine(const struct engine *e, const struct match *m, const struct analysis_options *o,
                                     const char **problem);

/* A warning where cube decisions of the match will be interpolated, and how they would be exact. */
void analysis_warn_interpolated(const struct engine *e, const struct match *m, struct diags *d);

/* How many events of `m` analyze_match() will work on. */
size_t analyze_work(const struct match *m);

#endif
