/* The engine's front door: a position in, an evaluation, ranked plays or a cube decision out.
 * A `struct engine` is what is loaded once and shared, const, by all threads: net, bearoff databases, match equity
 * table. A `struct worker` is one thread's scratch: search stack, cache view, dice. Results never depend on the
 * number of threads or on what is in a cache.
 *
 * VIEWPOINT. Positions are seen by the player on roll (position.h), answers are from there too. Equities are normalised
 * to the cube before any double (EMG in matches, points per cube unit in money play). */
#ifndef KIBITZER_ENGINE_H
#define KIBITZER_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "engine/bearoff.h"
#include "match/annotation.h"
#include "match/position.h"

struct engine;
struct worker;

struct engine_options {
    const char *net; /* file, NULL = the one compiled in */
    const char *met; /* XML file, NULL = Kazaross XG2 compiled in */
    const char *hyper; /* a database of hypergammon, NULL = those in the folder of bearoff databases */
    struct bearoff_options bearoff;
};

struct engine *engine_open(const struct engine_options *o, struct diags *d); /* NULL with an error */
void engine_close(struct engine *e);
struct worker *worker_new(const struct engine *e);
void worker_free(struct worker *w);
const char *engine_version(const struct engine *e); /* program and net; goes into annotation_set.version */
const struct met *engine_met(const struct engine *e);

/* With a table for players of unlike strength (met_players_differ()): the engine to which player `who` is the better
 * one. It is closed with the first. With other tables `e`. */
const struct engine *engine_with_stronger(const struct engine *e, int who);

/* Has the engine what positions of this variant need? Hypergammon needs its database, which is opened, or made if that
 * takes seconds. False with a problem that lives as long as the engine. To be asked before any question about a
 * variant: without a database hypergammon would be answered for by a net that knows nothing of it. */
bool engine_knows(const struct engine *e, enum variant variant, const char **problem);

/* Is the position one of hypergammon near a limit of the cube for which there is neither a table nor a file? Adds what
 * there is to say then. */
bool engine_interpolates(const struct engine *e, const struct position *p, struct strbuf *note);

/* The database of that game; NULL for others, and with a problem where there is none. */
struct hyper;
const struct hyper *engine_hyper_database(const struct engine *e, enum variant variant, const char **problem);

/* The value of a hypergammon position as its database has it; false if the position is of another variant or there is
 * no database. */
struct hyper_value;
bool engine_hyper(const struct engine *e, const struct position *p, struct hyper_value *out);

/* ---- levels: how deep ---- */

enum { LEVEL_MAX_PLIES = 4 };

struct move_filter { /* gnubg's shape: at search depth d keep `accept` plays, plus up to `extra` within `threshold` */
    int accept, extra;
    float threshold;
};

struct level {
    const char *name; /* "2ply" */
    int plies;
    bool cubeful;
    float noise; /* standard deviation of the error in the winning chance, 0 = none; the same at each visit */
    unsigned noise_seed; /* another one misjudges every position by another amount */
    struct move_filter filter[LEVEL_MAX_PLIES];
    /* The last ply only where it may change the choice: for plays, if two or more pass the last filter; for cube
     * decisions that are this close (EMG). Values and luck are a ply shallower throughout. 0 = the last ply always. */
    float close;
};

/* The depth at which everything is looked at. */
int level_sure_plies(const struct level *l);

/* "0ply" .. "4ply", "expert", "worldclass", "supremo", "grandmaster", "beginner" ...; case, blanks and
 * hyphens do not matter. False if unknown. level_names() lists them for --help, NULL-terminated. */
bool level_parse(const char *name, struct level *out);
const char *const *level_names(void);

/* The level at which cube decisions go with plays at `l`: the same, but 2ply with 1ply. After one ply the opponent has
 * moved last, and the player on roll is undervalued more than at any other depth (docs/lab/engine.md, "Levels"). */
struct level level_of_cube(const struct level *l);

/* Replaces the filters of `l` by those in `text`: ACCEPT,EXTRA,THRESHOLD for each depth from 0 on, or EXTRA,THRESHOLD,
 * or
 * "-" for no look at this depth; "/" between them; depths that are not named keep theirs. False, and `l` as it was, if
 * the text says anything else or has more depths than `l` has plies. */
bool level_set_filters(struct level *l, const char *text);

/* Its name, and its differences from the level of that name: "2ply noise 0.02 seed 7 filter 0/8/0.16". */
void level_describe(const struct level *l, struct strbuf *out);
/* The noise alone, " noise 0.02 seed 7", and the filters, " filter 0/8/0.16 filter ..."; nothing where there are none.
 */
void level_describe_noise(const struct level *l, struct strbuf *out);
void level_describe_filters(const struct level *l, struct strbuf *out);
/* What makes figures of plays (or of a cube decision) other than one expects of a level: "noise 0.02 seed 4, plays
 * without the cube, filter 0/8/0.16"; nothing where nothing does. */
void level_describe_unusual(const struct level *l, bool cube, struct strbuf *out);

/* ---- questions ---- */

struct evaluation {
    struct outcome outcome; /* of the player on roll, before rolling */
    float cubeless; /* normalised equity without the cube */
    float cubeful; /* with the cube where it stands, the player on roll not doubling now */
};

void engine_eval(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct evaluation *out);

/* At 0 plies and without the cube, for many boards at once (fifteen chequers a side), each seen by the player on roll.
 */
void engine_outcomes(const struct engine *e, struct worker *w, const struct board *boards, size_t n,
                     struct outcome *out);

struct ranked_play {
    struct play play;
    struct board after; /* seen by the mover */
    struct outcome outcome; /* the mover's */
    float cubeless, cubeful;
    int plies; /* depth this one was evaluated at */
};

struct ranked_plays {
    struct ranked_play *at; /* best first: deeper ones before shallower ones; ties by cubeless equity, then board */
    int n, capacity;
};

/* All legal plays of p->dice, best first. `must` (boards after the play, seen by the mover; may be NULL) is evaluated
 * at full depth whatever the filters say: the play that was made. Returns the number of legal results. */
int engine_plays(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 const struct board *must, struct ranked_plays *out);
int engine_plays_with(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                      const struct board *must, size_t n_must, struct ranked_plays *out); /* several of them */
void ranked_plays_done(struct ranked_plays *r);

/* What a throw comes to at 0 plies, played best. */
struct thrown {
    struct board after; /* seen by the mover; of plays equally good the first that engine_plays() has */
    struct outcome outcome; /* the mover's, after it */
    float cubeful; /* of the mover, normalised */
    float value; /* the most that any play leaves the mover, in the units of cube.h */
    bool dances;
};

enum { ALL_THROWS = 21 };

/* Of all throws of the player on roll, 11, 21, 22, 31 ...: roll_index(). At a glance: of each the ranking net leaves
 * three plays to the evaluator. */
void engine_thrown(const struct engine *e, struct worker *w, const struct position *p, struct thrown out[ALL_THROWS]);

struct cube_answer {
    struct outcome outcome[2]; /* no double; double, take (cubeless probabilities: the same figures) */
    float cubeless[2];
    float nd, dt, dp; /* cubeful equities */
    struct cube_raises raises;
    float mwc_nd, mwc_dt, mwc_dp; /* the same as MWC (points in money play) */
    enum cube_verdict verdict;
    float optimal; /* equity of the best action */
    int plies; /* depth it was looked at */
};

/* The cube decision of the player on roll before rolling. False if doubling is not allowed or the cube is dead
 * (position_cube_is_live); then only outcome and nd are filled in, verdict VERDICT_NEVER_DOUBLE or VERDICT_NONE; or
 * VERDICT_NOTHING_AT_STAKE, where nd is NAN too, as are the equities of engine_eval(). */
bool engine_cube(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct cube_answer *out);

/* What may happen to a double before the player on roll could give it again: of the 1,296 exchanges, a roll and its
 * reply, both played best at 0 plies of the two plays that the ranking net leaves. */
struct market {
    float share; /* of those after which it would be a pass, and not before */
    float beyond; /* by how much on average (EMG); 0 if there are none */
};

/* `p`: before doubling, as in engine_cube(). Remembered. */
void engine_market(const struct engine *e, struct worker *w, const struct position *p, struct market *out);

/* ---- races ---- */

struct race_side {
    int pips;
    bool exact; /* from a database; false: by the net of races */
    struct bearoff_distribution rolls; /* chance of each number of rolls, in 65535ths */
    struct bearoff_race race; /* mean number of rolls, its standard deviation, effective pip count (EPC) */
    double wastage; /* EPC - pips */
};

struct race_answer {
    struct race_side side[2]; /* by player number */
    bool two_sided; /* equity[] is filled in: money, of the player on roll, by enum bearoff_cube */
    float equity[BEAROFF_CUBES];
};

/* What is known about a race or bear-off without searching. False with contact, once the game is over, or where a side
 * is out of reach of the net of races (engine/race.h). */
bool engine_race(const struct engine *e, const struct position *p, struct race_answer *out);

struct luck {
    float emg, mwc; /* points instead of MWC in money play */
    float worth; /* of the throw, as it was compared with the others: equity of the player on roll, EMG */
};

/* Luck of p->dice for the player on roll: the value of the throw less the average over all throws; the opening position
 * averages over the 30 decided throws. At 0 plies a throw is worth its best play by static cubeful equity (GNU
 * Backgammon's definition). At n plies it is worth what it contributes to an n-ply search of the position: its best
 * reply, n - 1 plies deep; after a cube decision at `l` that costs next to nothing. Cubeful. */
void engine_luck(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct luck *out);

#endif
