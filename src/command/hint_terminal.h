/* The answers of `hint` as a person at a terminal wants them: heading, board, percentages, the best one bold where
 * there may be colour. */
#ifndef KIBITZER_HINT_TERMINAL_H
#define KIBITZER_HINT_TERMINAL_H

#include "command/positions.h"
#include "engine/engine.h"
#include "match/replies.h"

struct hint_look { /* at a play */
    const struct ranked_play *at;
    int rank; /* of all plays, from 1 */
    bool as_deep; /* as deeply as at the best one; else the difference is a guess, and marked as one */
    double behind, mwc;
};

struct hint_play {
    const char *play, *position_id_after;
    struct hint_look look;
    double cubeless_money;
    const struct hint_look *again; /* NULL: one look was enough */
};

struct hint_plays {
    int dice[2];
    struct answer_list plays;
    const char *again; /* the other level, or NULL */
    bool chosen; /* these plays alone */
    int plies; /* of the best of all */
};

enum { HINT_LISTED = 10 };

/* The first ten, or those that were chosen. Plays that were looked at less deeply than the best are below a rule, as in
 * reports (report/decision.h). */
void hint_list_plays(struct strbuf *out, const struct hint_plays *r,
                     void (*print)(struct strbuf *out, void *context, const struct hint_play *p), void *context);

struct hint_chances {
    struct outcome outcome;
    int plies;
};

struct hint_shown { /* to whom, and how */
    const struct asked *asked;
    const struct mwc_line *line;
    const struct hint_chances *chances; /* not of plays */
    const struct cube_stakes *here; /* likewise */
    bool in_colour, best_first;
    bool board_seen; /* the reader has the position before him */
};

/* Headings of the chances of gammons: won, backgammons, lost, backgammons. */
#define HINT_GAMMONS                                                                                                   \
    C_("at most 5 letters", "G"), C_("at most 5 letters", "BG"), C_("at most 6 letters", "Lose G"),                    \
        C_("at most 5 letters", "BG")

/* The board alone. */
void hint_show_position(struct strbuf *out, const struct position *p);
void hint_show_plays(struct strbuf *out, const struct hint_shown *s, const struct hint_plays *r);
/* The table of a cube decision: equities, MWC, losses. */
void hint_show_actions(struct strbuf *out, const struct cube_figures *c, bool in_colour, bool best_first);
void hint_show_cube(struct strbuf *out, const struct hint_shown *s, const struct cube_figures *c);
/* Seen by the player who was doubled. */
void hint_show_answers(struct strbuf *out, const struct hint_shown *s, const struct replies *a);

/* For one position whose board the reader has before him, at 2 plies; or a line that says why there is nothing to be
 * shown. */
void hint_show(const struct engine *e, struct worker *w, const struct position *p, struct strbuf *out);

/* Which action is the i-th: as they are, or the best first. */
int hint_cube_action(const struct cube_figures *c, int i, bool best_first);

#endif
