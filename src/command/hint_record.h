/* What `hint` has found about a position, and its lines where they are piped or printed to a file: plain columns,
 * without a board. What a terminal gets is in command/hint_terminal.h. */
#ifndef KIBITZER_HINT_RECORD_H
#define KIBITZER_HINT_RECORD_H

#include "command/hint_terminal.h"
#include "match/record.h"

struct reply_record {
    double equity, cost, mwc;
};

struct hint_record { /* what does not apply is NULL or 0 */
    const char *id, *xgid;
    const struct hint_plays *plays;
    int resigned;
    const struct cube_figures *action;
    const char *answer;
    const struct reply_record *accept, *refuse, *take, *pass, *beaver, *raccoon;
    const struct hint_chances *chances;
    const struct cube_stakes *here;
    const struct race_record *race;
    const char *settings, *stronger;
    const struct asked *asked;
    const struct replies *replies;
    struct mwc_line line; /* of who decides */
    struct annotation note; /* the same for a page */
};

/* `best_first`: the order of cube actions. */
void hint_text(struct strbuf *out, const struct hint_record *r, bool best_first);

#endif
