/* Annotations: what an engine said about an event. Plain data, so that a writer can print errors and luck without
 * knowing that an engine exists. Several sets can stand side by side (the file's own, ours): none overwrites another.
 *
 * UNITS. Equities are normalised to the current cube (EMG in matches: -1 = losing, +1 = winning the cube's value;
 * money: points per cube unit). `_mwc` values are match winning chances (0..1) or differences of them; in money play
 * the same fields hold points (equity x cube). Errors are positive = lost. NAN = not known, never 0.
 * VIEWPOINT. Everything is seen by the player who decides: the mover; for a cube decision the player on roll who may
 * double (the answerer's errors are positive too). Luck is the roller's. */
#ifndef KIBITZER_ANNOTATION_H
#define KIBITZER_ANNOTATION_H

#include <stdbool.h>

#include "match/reasons.h"
#include "match/moves.h"
#include "match/outcome.h"

struct property;
struct strbuf;

/* How an evaluation was made. plies: 0 = the bare net (gnubg's counting; XG's n-ply is n-1 here). */
enum eval_kind { EVAL_NONE, EVAL_PLY, EVAL_ROLLOUT, EVAL_BOOK, EVAL_EXACT, EVAL_OTHER };

struct eval_level {
    enum eval_kind kind;
    int plies;
    bool cubeful;
    float noise;
    int trials; /* rollouts */
    const char *name; /* as the source called it ("XG Roller++"); NULL = from kind and plies */
};

/* Standard errors of a rollout; NAN where not given. */
struct rollout_error {
    struct outcome outcome;
    float cubeless, cubeful;
    float mwc; /* of the cubeful value as MWC (points in money play) */
};

/* Who decides in the games of a rollout: level of chequer plays and of cube decisions. */
struct rollout_players {
    struct eval_level chequer, cube;
};

/* How a rollout was played. "Half-rolls" count the rolls of both players. */
struct rollout_settings {
    bool variance_reduction, quasi_random; /* luck taken out by a lookahead; first rolls in equal numbers */
    bool opening; /* the first roll of a game: no doublets */
    bool stop_two_sided, stop_one_sided; /* games end where a bearoff database knows: with the cube, without */
    int truncation; /* half-rolls after which a position is evaluated instead; 0 = games are played out */
    int late_from; /* half-roll from which `late` decides; 0 = never */
    int min_trials, max_trials; /* asked for; 0 = not given */
    int64_t seed;
    const char *dice; /* generator as the source calls it, or NULL */
    struct rollout_players early, late, last; /* last: the evaluation after truncation */
};

struct candidate {
    struct play play;
    struct board after; /* seen by the mover */
    struct eval_level level;
    struct outcome outcome; /* the mover's */
    float equity; /* cubeful if level.cubeful: what orders the list */
    float cubeless; /* cubeless equity (normalised), NAN if not given */
    float mwc; /* of rollouts: the cubeful value as MWC (points in money play); NAN = not given */
    struct rollout_error *stderror; /* or NULL */
    const struct rollout_settings *rollout; /* or NULL */
    const struct property *raw; /* the source's own words, kept for writing back; or NULL */
};

enum { PLAY_MAP_AWAY = 7, SCORE_PLAYS = 10 };

/* The best play of a roll at other scores, each side owning the cube, or neither, as in the position. */
struct score_plays {
    int n;
    struct play play[SCORE_PLAYS]; /* that are best somewhere, in the order in which the map names them */
    char money, at[PLAY_MAP_AWAY][PLAY_MAP_AWAY]; /* a letter, 'A' for the first of them; small where the next play is
        within PLAY_MAP_CLOSE, '?' where it is not in the list, '-' where nothing is at stake. [points the player needs
        - 1][the opponent needs - 1]; 1 = after the Crawford game */
};

/* The chequer play of a roll: candidates best first. */
struct play_analysis {
    struct candidate *candidates;
    int n; /* kept candidates */
    int n_legal; /* distinct legal results: 1 = forced, 0 = dance */
    int played; /* index of the play made, -1 = not among them */
    bool irrelevant; /* nothing hangs on it: all plays have the same equity, or the source says so */
    float error, error_mwc; /* NAN = not analysed */
    const struct lesson *lesson; /* why it was an error; or NULL */
    const struct score_plays *scores; /* or NULL */
    float hard[2]; /* where plays were left away (kept.h): what players with a PR of 5 and 15 lose there
                      (difficulty.h); 0 0 = it follows from the candidates */
    float
        mwc; /* the mover's MWC with the best play (equity x cube in money play): the curve of reports; 0 = not given */
};

/* ORDER VERDICT: texts in record.c */
enum cube_verdict {
    VERDICT_NONE,
    VERDICT_NO_DOUBLE_TAKE,
    VERDICT_NO_DOUBLE_BEAVER,
    VERDICT_DOUBLE_TAKE,
    VERDICT_DOUBLE_PASS,
    VERDICT_DOUBLE_BEAVER,
    VERDICT_TOO_GOOD_TAKE,
    VERDICT_TOO_GOOD_PASS,
    VERDICT_OPTIONAL_TAKE,
    VERDICT_OPTIONAL_PASS,
    VERDICT_OPTIONAL_BEAVER,
    VERDICT_NEVER_DOUBLE, /* dead cube: the double could only hurt */
    VERDICT_NOTHING_AT_STAKE, /* the match equity table knows no difference between winning and losing: no equities */
    VERDICTS
};

enum { CUBE_MAP_AWAY = 15, CUBE_MAP_ROLLS = 21 };

/* What the player on roll who may double had better do elsewhere, and what each roll leaves without a double. */
struct cube_maps {
    unsigned char money, at[CUBE_MAP_AWAY][CUBE_MAP_AWAY]; /* enum cube_verdict; [points the player needs - 1][the
        opponent needs - 1], VERDICT_NONE where the cube is dead; 1 = after the Crawford game */
    float roll[CUBE_MAP_ROLLS]; /* equities after 11, 21, 22, 31 ...: roll_index() */
};

/* What beavers make of a double near the limit of the cube, seen by the doubler, per cube before the double. Elsewhere
 * a beaver is worth twice the take, and a raccoon twice the beaver. */
struct cube_raises {
    bool limited; /* false: the rest says nothing */
    float beaver, raccoon; /* equities once taken; raccoon NAN: the limit leaves no room for it */
};

/* Whoever was doubled beavers: the doubler's equity, `dt` being that of a plain take. */
float cube_beavered(float dt, const struct cube_raises *r);
bool cube_beaver_is_right(float dt, const struct cube_raises *r); /* if it is allowed */

/* What chances mean at a score and with a cube. `take_point`: the winning chance that a double by the player on roll
 * leaves the taker to need; NAN: no double may be made, or chances are not known. */
struct cube_stakes {
    double cubeless_money; /* equity without a cube, for money */
    double gammon_value, opponent_gammon_value; /* with the cube as it stands; money: 0.5 */
    double take_point_dead, take_point_live;
};

struct cube_branch { /* one of: no double; double and take */
    struct outcome outcome;
    float cubeless; /* normalised */
    float mwc; /* cubeful value as MWC (points in money play) */
    struct rollout_error *stderror;
};

/* The cube decision before a roll, or the decision to double: of the player on roll. */
struct cube_analysis {
    struct eval_level level;
    struct cube_branch branch[2]; /* no double; double, take */
    float nd, dt, dp; /* cubeful equities, normalised to the cube before doubling */
    struct cube_raises raises;
    enum cube_verdict verdict;
    float double_error, double_error_mwc; /* of what the doubler did (doubled or rolled) */
    float answer_error, answer_error_mwc; /* of the answer that was given, on take and drop events */
    const struct rollout_settings *rollout; /* of both branches; or NULL */
    const struct cube_maps *maps; /* or NULL */
    const struct lesson *lesson; /* why what was done, doubling or answering, was an error; or NULL */
    float market; /* of errors: share of the next two rolls after which the double, a take now, would be passed; 0 =
        none, or not counted */
    const struct cube_stakes
        *stakes; /* of errors and single positions, in millionths, without cubeless_money; or NULL */
    const struct property *raw;
};

void cube_analysis_begin(struct cube_analysis *c); /* no figure is known yet: equities and errors are NAN */
bool cube_stakes_of(const struct cube_analysis *c, struct cube_stakes *out); /* complete; false where there are none */
bool cube_has_equities(const struct cube_analysis *c); /* all three; NULL has none */

enum skill { SKILL_NONE, SKILL_DOUBTFUL, SKILL_BAD, SKILL_VERY_BAD };
/* ORDER MARK: what a person thinks of a play or a cube action, whatever its figures. The first ones as enum skill. */
enum mark { MARK_NONE, MARK_DOUBTFUL, MARK_BAD, MARK_VERY_BAD, MARK_INTERESTING, MARK_GOOD, MARK_VERY_GOOD, MARKS };
enum luck_mark { LUCK_VERY_UNLUCKY = -2, LUCK_UNLUCKY = -1, LUCK_NONE = 0, LUCK_LUCKY = 1, LUCK_VERY_LUCKY = 2 };

/* The race before a roll or a double, in pips: [0] of the player on roll, [1] of the opponent. The effective pip count
 * is the mean number of rolls to bear off x 49/6; wastage is what it has beyond the pips. */
struct race_count {
    float epc[2], wastage[2];
    bool exact; /* both from a bearoff database */
};

/* A resignation that waits: equities at the cube as it stands, of the player to whom it is offered. */
struct resigned_analysis {
    float accept, refuse; /* what it gives; what playing on is worth */
};
bool resigned_is_accepted(const struct resigned_analysis *r); /* accepting gives all that playing on is worth */

struct annotation {
    int set; /* index into match->sets */
    struct play_analysis *play; /* on plays; NULL = none */
    struct cube_analysis *cube; /* on plays and rolls (decision not to double), doubles, takes, drops; NULL = none */
    struct resigned_analysis *resigned; /* on a resignation that nobody has answered, in a position; NULL = none */
    struct race_count *race; /* NULL = none, or contact */
    float luck, luck_mwc; /* NAN = none */
    enum luck_mark luck_mark;
    enum skill play_skill;
    enum skill cube_skill; /* of the cube action; on plays: of not having doubled */
    const struct property *raw;
    struct annotation *next;
};

/* What a writer needs of annotations that came with a file (analyze/restate.h): they state less than they mean. */
enum figures_wanted {
    FIGURES_COMPLETE, /* both units, errors, marks, statistics */
    FIGURES_AS_READ, /* the file's own words, nothing added */
    FIGURES_EXCHANGED, /* complete; but what came from the writer's own format goes back as it came, with values in both
                          units alone */
    FIGURES_RETURNED /* complete; but what came from the writer's own format goes back with nothing added */
};

/* Who annotated, and how. */
struct annotation_set {
    const char *engine; /* "kibitzer", "GNU Backgammon", "eXtreme Gammon" */
    const char *version;
    const char *level; /* "2ply", "XG Roller++": what the user asked for */
    const char *settings; /* one line of words: thresholds, filters, table; enough to repeat it */
    const char *met; /* match equity table's name */
    bool own; /* ours: made in this run or read from our dump */
    float threshold[3]; /* doubtful, bad, very bad (EMG) behind the marks */
};

/* Were both evaluated alike, so that their equities can be subtracted from one another? Rollouts always were; a look
 * one ply deep says nothing against a look two plies deep. */
bool candidate_is_comparable(const struct candidate *a, const struct candidate *b);

/* "2-ply", "rollout", "book", or what the source called it; nothing where nothing is known. */
void eval_level_name(const struct eval_level *l, struct strbuf *out);
int roll_index(int a, int b); /* of two dice, in any order: 0 .. CUBE_MAP_ROLLS-1 */
void roll_dice(int index, int dice[2]); /* of a roll_index(), the higher one first */
extern const char *const verdict_dump_names[VERDICTS]; /* ORDER VERDICT: as dumps spell them */
extern const char verdict_letters[]; /* ORDER VERDICT: one each, as maps show them */
const char *verdict_text(enum cube_verdict v, bool redouble); /* "No double, take", "Redouble, pass" ... */
const char *mark_name(enum mark m); /* "", "doubtful", "very good" ... */
extern const char
    *const mark_words[MARKS + 1]; /* ORDER MARK: one word each: "none", "doubtful", "very-good" ...; NULL */
enum mark mark_named(const char *word); /* MARK_NONE: also of a word that is none */
const char *skill_name(enum skill s); /* "", "doubtful", "bad", "very bad" */
const char *skill_mark(enum skill s); /* "", "?!", "?", "??" */
const char *luck_name(enum luck_mark l); /* "", "lucky", "very unlucky" ... */

#endif
