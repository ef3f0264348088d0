/* What two analyses of the same decisions say, side by side. Plain data: filled by src/analyze (compare.h, settle.h),
 * read by builders and writers.
 *
 * VIEWPOINT. Equities and losses are those of the player who decides, normalised (EMG); losses are positive. */
#ifndef KIBITZER_COMPARED_H
#define KIBITZER_COMPARED_H

#include "match/phase.h"
#include "match/reasons.h"
#include "match/record.h"

enum compared_kind { /* ORDER COMPARED: names in compared.c */
                     COMPARED_PLAY,
                     COMPARED_DOUBLE, /* whether to double */
                     COMPARED_ANSWER, /* to a double that was made */
                     COMPARED_KINDS
};

enum compared_action {
    ACTION_NONE,
    ACTION_PLAY,
    ACTION_NO_DOUBLE,
    ACTION_DOUBLE,
    ACTION_TAKE,
    ACTION_PASS,
    ACTION_BEAVER
};

struct compared_choice {
    enum compared_action action; /* ACTION_NONE: nobody has decided, as of a position */
    struct play play; /* of ACTION_PLAY, with the board after it (seen by the mover) */
    struct board after;
};

enum { COMPARED_OWN, COMPARED_OTHERS, COMPARED_PLAYED, COMPARED_CHANCES };

struct compared_view { /* what one of the two says */
    struct compared_choice best;
    struct outcome chances[COMPARED_CHANCES]; /* after its own choice, the other's, and what was played; of the cube
                                                 each time those of the position; win 0 = not known */
    struct lesson why; /* of plays: by its chances, why the other's choice is worse, or what was played where both
                          choose alike; of the cube: why its choice is better */
    const char *level; /* at which it looked at its best: "3-ply", "XG Roller+" */
    float lost; /* by what was played; NAN = not known */
    float over; /* by how much its choice is better than the other's; NAN = the other's was not looked at as deeply */
};

enum settlement { /* ORDER SETTLEMENT: names in compared.c */
                  SETTLED_NOT_ASKED,
                  SETTLED_IMPOSSIBLE, /* no rollout can show: a cube that is dead */
                  SETTLED_FIRST, /* the first of the two is right */
                  SETTLED_SECOND,
                  SETTLED_EVEN, /* both choices are as good, but for a trifle */
                  SETTLED_OPEN, /* the last trial was played and it is not clear */
                  SETTLEMENTS
};

struct settled {
    enum settlement how;
    int trials; /* of each of two candidates */
    float difference; /* the first's choice less the second's; where both choose alike what the play made loses */
    float error; /* its standard error */
    float sure; /* half of its interval, sure to 95 % over all looks */
};

struct compared_decision {
    size_t match; /* in comparison.matches */
    int game, number; /* of the move, as reports count */
    int side; /* who decides */
    enum compared_kind kind;
    enum phase phase;
    enum plan plan;
    struct position position; /* seen by the player on roll; of plays with dice, of answers with the double */
    struct compared_choice played;
    struct compared_view view[2];
    bool elsewhere; /* they choose differently, and neither finds the other's choice as good as its own */
    bool listed; /* they disagree: so, or about what the play made lost */
    float difference; /* the greater of the two: what one says of the other's choice; their losses' difference. NAN =
                         neither has looked at the other's choice */
    struct settled settled;
};

struct compared_match {
    const char *file, *player[2];
    const char *event, *date; /* NULL = none */
    const char *set[2]; /* who is compared: "eXtreme Gammon", "kibitzer 2ply" */
    int number; /* of the match in its file, from 1 */
    int index[2]; /* of the annotation sets in its record */
    double pr[2][2]; /* of each player by each of the two; NAN = no decision that counts */
    int stronger; /* the player whom comparison.stronger names, or NOBODY */
};

struct comparison {
    struct arena *arena; /* of all texts */
    struct compared_match *matches;
    struct compared_decision *at; /* in order of play; see comparison_sort() */
    size_t n_matches, n, matches_capacity, capacity;
    const char *set[2]; /* as those of all matches are called */
    const char *shown[2]; /* the same in few words that differ, for columns and sentences: "XG" */
    const char *usual[2][2]; /* of each set the level at which most cube decisions, and most plays, were judged; NULL =
                                none says so */
    float limit; /* losses that differ by more are a disagreement */
    const char *stronger; /* the better player by a match equity table for unlike ones: names; or NULL */
    const char *settled_by; /* how rollouts were played; NULL = nothing was settled */
    size_t most_settled; /* only so many, the greatest, were to be rolled out; 0 = all */
};

void comparison_begin(struct comparison *c, float limit);
void comparison_done(struct comparison *c);
struct compared_match *comparison_add_match(struct comparison *c, const char *file, const struct match *m);
struct compared_decision *comparison_add(struct comparison *c);

bool choices_are_equal(const struct compared_choice *a, const struct compared_choice *b);
/* "8/5 6/5", "No double", "Take". */
void choice_text(const struct compared_decision *d, const struct compared_choice *choice, struct strbuf *out);

/* The disagreements alone, the greatest first; *n gets their number. To be freed with xfree(). */
const struct compared_decision **comparison_disagreements(const struct comparison *c, size_t *n);

/* ---- totals ---- */

enum compared_by {
    COMPARED_BY_NOTHING,
    COMPARED_BY_ABOUT, /* what they disagree about: the choice, the cost */
    COMPARED_BY_KIND,
    COMPARED_BY_LEVEL,
    COMPARED_BY_PHASE,
    COMPARED_BY_PLAN,
    COMPARED_BYS
};

struct compared_total {
    const char *group; /* "all", "race"; of levels "3-ply, 2-ply": the first's, the second's */
    enum compared_by by;
    long decisions, listed, elsewhere; /* compared; disagreements; of them about the choice */
    long rolled, right[2], even, open; /* rolled out: who was right */
    double lost[2]; /* by the choices of each that were settled to be wrong (EMG) */
    long chosen; /* rolled out, about the choice */
    double sum, squares; /* of `difference` over these: what the first's choices are better by */
};

/* What the rollouts say, of all; disagreements that were not rolled out count nowhere. */
struct compared_verdict {
    long right[2], even, open, impossible, left; /* left: not rolled out */
};
struct compared_verdict comparison_verdict(const struct comparison *c);

/* Of one kind of group, in a fixed order, without empty ones. To be freed with xfree(). */
struct compared_total *comparison_totals(const struct comparison *c, enum compared_by by, size_t *n);
/* Per 100 disagreements about the choice that were rolled out: what the first's choices are better by, and half of the
 * 95 % interval, from how they scatter; NAN below three. */
double compared_gain(const struct compared_total *t);
double compared_gain_interval(const struct compared_total *t);

/* The names of both sets from compared_match.set, and their usual levels, once all matches are there. */
void comparison_name_sides(struct comparison *c);

const char *compared_kind_name(enum compared_kind kind); /* "play", "double", "take or pass" */
const char *compared_by_name(enum compared_by by);
const char *settlement_name(enum settlement s); /* "a", "b", "even", "open", NULL = it was not asked */

#endif
