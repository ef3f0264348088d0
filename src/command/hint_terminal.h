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

void hint_show_plays(struct strbuf *out, bool in_colour, const struct asked *q, const struct ranked_plays *r);
/* `action`: the proper one in words. */
void hint_show_cube(struct strbuf *out, bool in_colour, const struct asked *q, const struct cube_answer *c,
                    const char *action);
/* `o` is seen by the player who was doubled, as the answers are. */
void hint_show_answers(struct strbuf *out, bool in_colour, const struct asked *q, const struct replies *a,
                       const struct outcome *o, int plies);

#endif
