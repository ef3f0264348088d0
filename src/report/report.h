/* Documents about matches, as trees (node.h). */
#ifndef KIBITZER_REPORT_H
#define KIBITZER_REPORT_H

#include "base/diag.h"
#include "match/record.h"
#include "report/decision.h"
#include "document/node.h"
#include "report/report_options.h"

/* The report on a match, a game or a position. With o->split_games a document for each game, the first with the
 * overview as well. What the options or the document leave out of the record is said in one note of `d`. The same
 * record and options give the same nodes: a writer that must know what comes (page numbers) runs it twice. */
void report_build(const struct match *m, const struct export_options *o, struct node_receiver *to, struct diags *d);

struct reported_error {
    const struct decision *decision;
    bool cube; /* else chequer play: a decision can hold two errors (no double, then a bad play) */
    const char *title; /* "Ann to play 53: 11/3, better 13/8 11/8 (-0.119)" */
};

struct error_receiver { /* embed it first */
    bool (*take)(struct error_receiver *self, const struct reported_error *e);
};

/* Hands on the errors among the decisions that the options show, the worst first. False as soon as take() returns
 * false. */
bool report_each_error(const struct match *m, const struct export_options *o, struct error_receiver *to);

#endif
