/* A record taken apart into facts, each of the kind that a "lost: ..." note names it by: what round trips compare.
 * Nothing of the record is left out but where it was read (places, format, generator), words that only repeat a play,
 * and figures that follow from others (statistics, errors, verdicts, equities of match winning chances). */
#ifndef KIBITZER_TEST_FACTS_H
#define KIBITZER_TEST_FACTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "match/position.h"
#include "match/record.h"

/* ORDER FACT: words in facts.c */
enum fact_kind {
    FACT_COURSE, /* rolls, plays, cube actions, results: lost only with what they rest on */
    FACT_NAMES,
    FACT_LENGTH,
    FACT_SCORES,
    FACT_CRAWFORD,
    FACT_RULES,
    FACT_RATINGS,
    FACT_MATCH_FACTS,
    FACT_MATCH_COMMENT,
    FACT_COMMENTS,
    FACT_PROPERTIES,
    FACT_SIGNATURES,
    FACT_TIMES,
    FACT_CLOCK,
    FACT_OTHER_SETS,
    FACT_ANALYSIS,
    FACT_LEVELS,
    FACT_ROLLOUTS,
    FACT_MAPS,
    FACT_LESSONS,
    FACT_ANALYSIS_WORDS,
    FACT_FIGURES, /* chances, cubeless values of cube decisions */
    FACT_LUCK,
    FACT_MARKS,
    FACT_START_POSITIONS,
    FACT_SET_UPS,
    FACT_SET_DICE,
    FACT_ILLEGAL_BOARDS,
    FACT_REFUSALS,
    FACT_RESIGNATIONS,
    FACT_AUTOMATIC_DOUBLES,
    FACT_ENDINGS,
    FACT_WORDS,
    FACT_OFFERS,
    FACT_RESULTS, /* of games that were resigned: the course has them too, only formats without a reader lose them alone
                   */
    FACT_KINDS
};

enum { FACT_VALUES = 8 };

struct fact {
    enum fact_kind kind;
    const char *text; /* where and what */
    float value[FACT_VALUES]; /* compared to six decimals; NAN = not known */
    int n;
    bool loose; /* a mark that needs no set */
    bool either; /* two values that follow from each other: the first counts, or with `rounding` one that both records
                    have */
};

struct facts {
    struct arena *arena;
    struct fact *at; /* sorted */
    size_t n, capacity;
    double rounding; /* set it where a format between them gives equities and luck fewer decimals */
};

void facts_of(struct facts *f, const struct match *m);
/* The position where the last game stands instead of how it came there, and what the match is; `alone`: the record is
 * that position, so that comments and analysis are its own. */
void facts_of_position(struct facts *f, const struct match *m, bool alone);
void facts_done(struct facts *f);

/* By kind, how many facts of `a` are not in `b` or the other way round. `example` (FACT_KINDS pointers, may be NULL)
 * gets one of them each; they live as long as `a` and `b`. */
void facts_compare(const struct facts *a, const struct facts *b, int differing[FACT_KINDS],
                   const char *example[FACT_KINDS]);

/* What notes of `d` say is lost, by kind; course and position facts of all kinds where only a position is left
 * (returns true). Words that are not known end up in `unknown` (may be NULL). */
bool facts_listed(const struct diags *d, bool listed[FACT_KINDS], struct strbuf *unknown);

const char *fact_kind_name(enum fact_kind kind); /* the word of the note, in the plural */

#endif
