/* The answers of `hint` as a person at a terminal wants them: heading, board, percentages, the best one bold where
 * there may be colour. */
#ifndef KIBITZER_HINT_TERMINAL_H
#define KIBITZER_HINT_TERMINAL_H

#include "answer/positions.h"
#include "engine/engine.h"
#include "match/replies.h"

/* How many plays are listed, here and in the plain table. */
enum { HINT_PLAYS = 10 };

/* Plays that were looked at less deeply than the best stand below one rule, as in reports (report/decision.h), and
 * their difference is a guess, marked as one. The best has none (NAN). */
bool hint_rule_above(const struct ranked_plays *r, int i);
bool hint_is_guess(const struct ranked_plays *r, int i);
float hint_difference(const struct ranked_plays *r, int i);

void hint_show_plays(struct strbuf *out, bool in_colour, const struct asked *q, const struct ranked_plays *r);
/* `action`: the proper one in words. */
void hint_show_cube(struct strbuf *out, bool in_colour, const struct asked *q, const struct cube_answer *c,
                    const char *action);
/* `o` is seen by the player who was doubled, as the answers are. */
void hint_show_answers(struct strbuf *out, bool in_colour, const struct asked *q, const struct replies *a,
                       const struct outcome *o, int plies);

#endif
