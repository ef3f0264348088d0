/* The answers of `hint` as a person at a terminal wants them: heading, board, percentages, the best one bold where
 * there may be colour. */
#ifndef KIBITZER_HINT_TERMINAL_H
#define KIBITZER_HINT_TERMINAL_H

#include "command/positions.h"
#include "engine/engine.h"
#include "match/replies.h"

struct listed_play {
    const struct ranked_play *play;
    const char *text;
    int rank; /* from 1 */
    bool as_deep; /* looked at as deeply as the best one; else the difference is a guess, and marked as one */
    float difference; /* to the best one, which has none (NAN) */
};
/* The first ten. Plays that were looked at less deeply than the best are below a rule, as in reports
 * (report/decision.h). */
void hint_list_plays(struct strbuf *out, const struct asked *q, const struct ranked_plays *r,
                     void (*print)(struct strbuf *out, void *context, const struct listed_play *l), void *context);

struct hint_chances {
    struct outcome outcome;
    int plies;
};

struct hint_shown { /* to whom, and how */
    const struct asked *asked;
    const struct mwc_line *line;
    const struct hint_chances *chances; /* not of plays */
    const struct here *here; /* likewise */
    bool in_colour, best_first;
};

void hint_show_plays(struct strbuf *out, const struct hint_shown *s, const struct ranked_plays *r);
void hint_show_cube(struct strbuf *out, const struct hint_shown *s, const struct cube_figures *c);
/* Seen by the player who was doubled. */
void hint_show_answers(struct strbuf *out, const struct hint_shown *s, const struct replies *a);

/* The i-th action of a table, in the order of actions or of merit. */
const struct cube_row *hint_cube_row(const struct cube_figures *c, int i, bool best_first);

#endif
