/* What a format cannot carry. Each writer names the kinds that it carries whole, counts itself what it carries in part,
 * and the rest, where the record has some of it, is given in one note: "lost: 3 comments, luck of 52 rolls".
 * tests/support/pairs.h proves by round trips that nothing else is lost. */
#ifndef KIBITZER_LOSS_H
#define KIBITZER_LOSS_H

#include <stdint.h>

#include "base/diag.h"
#include "match/record.h"

enum loss { /* ORDER LOSS: the words in loss.c */
            LOSS_NAMES, /* of players, where there are any */
            LOSS_LENGTH, /* that it is a match */
            LOSS_SCORES, /* games that do not begin at 0-0 as the first */
            LOSS_CRAWFORD, /* games whose mark is not the one that follows from the scores */
            LOSS_COMMENTS, /* of games and events */
            LOSS_MATCH_COMMENT,
            LOSS_ANALYSIS, /* candidates, cube equities, of the set shown */
            LOSS_LEVELS, /* names of levels ("XG Roller++", the opening book) */
            LOSS_ROLLOUTS, /* their trials, standard errors and settings */
            LOSS_MAPS, /* of errors */
            LOSS_LESSONS, /* why errors are errors */
            LOSS_ANALYSIS_WORDS, /* the source's own words on an evaluation */
            LOSS_FIGURES, /* the fifth decimal of chances, cubeless values of a cube decision */
            LOSS_LUCK,
            LOSS_MARKS,
            LOSS_OTHER_SETS, /* more than one annotation set */
            LOSS_ILLEGAL_BOARDS, /* positions after illegal plays that cannot be executed */
            LOSS_WORDS, /* the source's words for plays that cannot be executed */
            LOSS_START_POSITIONS, /* set-up before the first roll */
            LOSS_POSITIONS, /* set-up anywhere else */
            LOSS_SET_DICE, /* dice set by hand that are not the end of the record */
            LOSS_OFFERS, /* doubles and resignations that wait for an answer: only of single positions */
            LOSS_REFUSALS, /* resignations refused */
            LOSS_RESIGNATIONS, /* resignations not answered */
            LOSS_RESULTS, /* of games that were resigned: no play or cube action says who won how much */
            LOSS_AUTOMATIC_DOUBLES,
            LOSS_ENDINGS, /* forfeits and settlements */
            LOSS_RATINGS,
            LOSS_PLACE, /* date, event, place ... */
            LOSS_RULES, /* rules other than the usual ones */
            LOSS_PROPERTIES, /* words of other formats */
            LOSS_TIMES, /* of decisions, and where a recording shows them */
            LOSS_CLOCK, /* settings of the clock, the address of a recording */
            LOSS_SIGNATURES, /* of a file, or of an analysis in it */
            LOSS_DECISIONS, /* that the options do not ask for: only reports leave some out */
            LOSS_KINDS
};

/* Sets of kinds. */
#define CARRIES(kind) (UINT64_C(1) << LOSS_##kind)
#define CARRIES_EVERYTHING (UINT64_MAX >> (64 - LOSS_KINDS))
/* More than plies, probabilities and a cubeful equity. */
#define CARRIES_DETAILS                                                                                                \
    (CARRIES(LEVELS) | CARRIES(ROLLOUTS) | CARRIES(MAPS) | CARRIES(LESSONS) | CARRIES(ANALYSIS_WORDS))
/* That people read. */
#define CARRIED_BY_REPORTS (CARRIES_EVERYTHING & ~(CARRIES(OTHER_SETS) | CARRIES(PROPERTIES) | CARRIES(SIGNATURES)))
_Static_assert(LOSS_KINDS <= 64, "as many kinds as a set has bits");

struct losses {
    int count[LOSS_KINDS];
};

/* Counts all that the record has of each kind. Properties count unless their format is `own_format` (NULL = all
 * count); signatures always do. */
void loss_count(struct losses *l, const struct match *m, const char *own_format);

/* Counts the details of an evaluation, each kind of CARRIES_DETAILS at most once. */
void loss_of_candidate(struct losses *l, const struct candidate *c);
void loss_of_cube(struct losses *l, const struct cube_analysis *c);

/* Adds the note to `d` if anything is left that is not among the kinds `carried`. */
void losses_report(const struct losses *l, uint64_t carried, struct diags *d);

/* Both at once, for writers that carry a kind whole or not at all. */
void loss_report(const struct match *m, uint64_t carried, const char *own_format, struct diags *d);

/* In how many rules that can matter `m` differs from what a reader will suppose. */
int loss_of_rules(const struct match *m, const struct rules *supposed);

/* How many games are marked as the Crawford game, or not, other than a reader will suppose who finds it by the scores;
 * `crawford`: the reader supposes that the rule is in force. */
int loss_of_crawford(const struct match *m, bool crawford);

/* How many games ended in another way, or with a larger or smaller resignation, than a reader will suppose who finds
 * only the winner and the points behind what was played; `scores`: who finds the score as well, so that points that
 * nobody needed may be missing. */
int loss_of_endings(const struct match *m, bool scores);
/* How such a reader will suppose that one ended. */
enum ending loss_ending_by_result(const struct match *m, const struct game *g, bool scores);
/* Will such a reader, who finds `points`, suppose something else than resignation `e`, or one of another size? */
bool loss_of_resignation(const struct match *m, const struct game *g, const struct event *e, int points, bool scores);

/* Is nothing played here, so that the record is one position (which may wait for an answer to an offer)? */
bool loss_is_single_position(const struct match *m);

#endif
