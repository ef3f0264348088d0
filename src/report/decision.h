/* Which decisions a match has, which of them a report shows, and what their tables hold. Builders of documents make
 * words of them (match_report.h); writers of records (CSV, JSON) ask for the same choices. */
#ifndef KIBITZER_DECISION_H
#define KIBITZER_DECISION_H

#include <stdbool.h>

#include "match/rates.h"
#include "match/record.h"
#include "match/themes.h"
#include "match/walk.h"
#include "report/report_options.h"

struct draft;

/* ---- the decisions of a match ---- */

/* An event worth a block of its own: rolls, plays, cube actions, resignations, and the comments and set-ups between
 * them (number 0). */
struct decision {
    const struct game *game;
    const struct event *event;
    const struct annotation *note; /* of the chosen set; NULL = not analysed, or analysis is not to be shown */
    struct position before; /* seen by the player on roll */
    struct position after;
    struct board played; /* plays: after it, seen by the mover */
    const char *problem; /* what was wrong with the event, or NULL */
    int number; /* move number in the game, as GNU Backgammon counts; 0 = none */
    bool left_out; /* the analysis is of a part of the match, and this is none of it */
    bool shown; /* the options ask for it */
    bool hurried; /* in time trouble: match/pace.h */
    bool marked; /* an error or an illegal play, known even where the analysis is not shown */
    char anchor[32]; /* "g1m12", the same for the same match whatever the options; no two alike */
};

/* The decisions of one game, one after the other: what a report goes through without keeping them. */
struct report_walk {
    const struct match *match;
    const struct export_options *options; /* NULL = everything is wanted */
    int set; /* -1 = none */
    struct walk walk;
    int last_number; /* private */
};

void report_walk_begin(struct report_walk *ds, const struct match *m, const struct game *g, int set,
                       const struct export_options *o);
bool report_walk_next(struct report_walk *ds, struct decision *d); /* shown or not */

/* A decision outside of a report, for writers with a replay of their own; without number and anchor. */
void decision_of(struct decision *d, const struct walk *w, int set);

/* ---- the value of a position for the curve over the match ---- */

/* Player 0's match winning chances (0..1) before the event; in money play points: score so far plus expectation.
 * NAN where the annotations do not say. */
double decision_value(const struct match *m, const struct decision *d);

/* ---- what it is ---- */

/* A set-up that was analysed: a position of which a file asks what to do. `before` is then what was set up. */
bool decision_is_position(const struct decision *d);
bool decision_is_cube_action(const struct decision *d); /* double, beaver, raccoon, take, drop */
/* Error of the player who acts: of the cube action where there is one; NAN = not analysed. */
float decision_cube_error(const struct decision *d);
bool decision_is_answer(const struct decision *d); /* beaver, raccoon, take, drop */
bool decision_is_raise(const struct decision *d); /* beaver, raccoon: no figure counts what they cost */
/* What it is about; of a position that asks what to play, with its best play. None of forced plays. */
theme_set decision_themes(const struct decision *d, bool cube);
bool cube_is_close(const struct cube_analysis *c); /* as GNU Backgammon counts close decisions */
float decision_cube_error_mwc(const struct decision *d);
/* Which decisions appear: the one filter of all reports. A chequer play is asked for by its mark; a cube decision if
 * any of the words chosen fits it: its mark, an actual double or answer, a missed double, a close decision. What was
 * not analysed counts as unmarked; a roll appears if its play or the cube decision before it is asked for; illegal
 * plays and comments always do, resignations where unmarked plays are asked for. options.only_player leaves out what
 * the other player did, options.errors_above what cost no more, and resignations. */
bool report_wants(const struct export_options *o, const struct decision *d);
/* Is an error of so much EMG, of a decision that appears, listed among the costliest? */
bool report_counts_error(const struct export_options *o, float error);
bool report_wants_play(const struct export_options *o, const struct decision *d);
bool report_wants_cube(const struct export_options *o, const struct decision *d);
/* Is the analysis of the play (or cube) there and asked for? */
bool report_shows_play(const struct export_options *o, const struct decision *d);
bool report_shows_cube(const struct export_options *o, const struct decision *d);
/* Does the n-th shown decision of its game (from 0) get a board? */
bool report_shows_board(const struct export_options *o, const struct decision *d, int nth);

/* ---- cube decisions ---- */

/* The question that a position ends with: a double, beaver or raccoon waits. `before` holds the offer then, and its
 * `turn` is who replies. */
bool decision_asks_reply(const struct decision *d);
bool decision_asks_acceptance(const struct decision *d); /* likewise of a resignation */
/* Was it made there: same board, dice, cube, players to act? */
bool decision_stands_at(const struct decision *d, const struct position *p);
/* Who decides: of such a question the player who replies, else the player of the event. */
int decision_player(const struct decision *d);

/* ---- candidates ---- */

/* Which candidates to show: the first `most` and the one played, those that can be compared with the best before those
 * that cannot (candidate_is_comparable). Fills `index` (room for most + 1), returns count. */
int report_candidates(const struct play_analysis *p, int most, int *index);

/* What candidate `i` is worth against the best one, 0 or negative; NAN of the best itself and where they cannot be
 * compared: such a row stands below a rule, with its level. */
float report_difference(const struct play_analysis *p, int i);

/* Does a rule stand above row `row` of the candidates that report_candidates() has listed in `index`? */
bool report_rule_above(const struct play_analysis *p, const int *index, int row);

/* ---- statistics ---- */

struct stat_table {
    const struct statistics *s;
    struct rates rates;
    const struct match *match;
    int set;
    bool whole_match; /* else one game */
    bool counted; /* false: there is nothing but: */
    int by_hand[2][2 * MARKS]; /* plays of each player, then cube decisions, that are marked so by hand */
};

/* The table of a game (g not NULL) or of the match. False if there is neither: statistics of that set, marks by hand.
 */
bool stat_table_of(const struct match *m, const struct game *g, int set, struct stat_table *out);

/* A verdict, "Double, take", or a play inside a line. Languages that keep the capital there have a
 * catalogue without the word. */
const char *verdict_in_line(struct draft *d, const char *verdict);

#endif
