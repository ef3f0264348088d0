/* What the parts of the JSON of a match have in common. */
#ifndef KIBITZER_JSON_WRITE_H
#define KIBITZER_JSON_WRITE_H

#include "document/answer.h"
#include "match/record.h"

enum { EQUITY_DECIMALS = 6 };

/* A figure that matches have as winning chances and money play as points: the other one is INFINITY, which is left out.
 */
struct worth {
    double mwc, points;
};
struct worth worth_of(const struct match *m, double x);
#define WORTH(s, f, prefix, title)                                                                                     \
    ANSWER_NAMED(prefix "mwc", s, f.mwc, title, .unit = UNIT_MWC, .decimals = EQUITY_DECIMALS,                         \
                 .missing = ANSWER_INFINITE, .help = "the same as match winning chances; in matches"),                 \
        ANSWER_NAMED(prefix "points", s, f.points, title, .unit = UNIT_POINTS, .decimals = EQUITY_DECIMALS,            \
                     .missing = ANSWER_INFINITE, .help = "the same in points; in money play")

/* The players' figures of the match and of its games, of annotation set `set` (-1 = none). */
struct arena;
struct statistics_record;
extern const struct answer_rows statistics_rows;
const struct statistics_record *statistics_record_of(const struct match *m, int set, struct arena *a);

#endif
