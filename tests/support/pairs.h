/* Round trips through every pair of formats that are both written and read: A -> B -> A. Each step may change nothing
 * of the record that its writer does not report as lost; what came out of a format goes into it again without any loss.
 */
#ifndef KIBITZER_TEST_PAIRS_H
#define KIBITZER_TEST_PAIRS_H

#include "base/diag.h"
#include "match/record.h"

enum pair_scope { PAIR_POSITION, PAIR_GAME, PAIR_MATCH, PAIR_SCOPES };

/* A writer and the reader that takes what it wrote. */
struct carrier {
    const char *name; /* as tables show it */
    const char *writer, *style, *reader;
    enum pair_scope scope; /* the most it holds */
    bool matches_only; /* refuses money play and positions that were set up */
    double rounding; /* of equities and luck, which its numbers have fewer decimals for; 0 = none */
};

enum { CARRIERS = 14 };
extern const struct carrier carriers[CARRIERS];

/* What was tried and how it went, by first and second format. */
struct pairs {
    int tried[CARRIERS][CARRIERS], equal[CARRIERS][CARRIERS]; /* equal: no loss without a word */
    int whole[CARRIERS][CARRIERS]; /* nothing lost at all */
    int refused[CARRIERS]; /* by the writer, with an error */
    int in_vain[CARRIERS]; /* steps that reported a loss where nothing was lost */
    struct strbuf faults; /* a line each */
    size_t n_faults;
};

/* All pairs that hold `scope`; `where` names the record in faults. */
void pairs_run(struct pairs *p, const struct match *m, enum pair_scope scope, const char *where);
/* The match, each of its games alone, and a position of each. */
void pairs_run_all(struct pairs *p, const struct match *m, const char *where);
void pairs_done(struct pairs *p);

#endif
