/* Documents about matches, as trees (node.h). */
#ifndef KIBITZER_REPORT_H
#define KIBITZER_REPORT_H

#include "base/diag.h"
#include "match/record.h"
#include "report/node.h"
#include "report/options.h"

/* The report on a match, a game or a position. With o->split_games a document for each game, the first with the
 * overview as well. What the options or the document leave out of the record is said in one note of `d`. The same
 * record and options give the same nodes: a writer that must know what comes (page numbers) runs it twice. */
void report_build(const struct match *m, const struct export_options *o, struct node_receiver *to, struct diags *d);

#endif
