/* What a match, a game or a decision adds to the figures, and the groups it belongs to. */
#ifndef KIBITZER_GROUPS_H
#define KIBITZER_GROUPS_H

#include "collection/query.h"
#include "collection/stats.h"

/* What is kept of a match while its rows come. */
struct known_match {
    int64_t id, player[2]; /* persons; 0 = not named */
    const char *person[2];
    const char *date, *event;
    const char *guess; /* of the date, where there is none: a day; or NULL */
    const struct judge *judge; /* whose analysis counts; NULL = its error is not known */
    int length, winner;
    int decisions[2]; /* with --last alone */
    bool passed[2]; /* lies before the last N decisions of that player */
};

enum { CUBE_ACTIONS = 6 }; /* "no double", "no redouble", "double", "redouble", "take", "pass" */

enum { GROUP_ROOM = 256 };

struct group {
    char name[GROUP_ROOM], order[64]; /* name "" = none */
};

struct row_figures {
    struct addend share[FIGURES];
    int decisions, errors;
    struct difficulty difficulty;
};

bool is_bold(enum cube_error kind); /* too bold; the others are too timid */

/* The group of a match for its player `side`; none where the match does not say, and for groups of decisions. A month
 * or a year is that of the date, or else of its guess. */
void group_of_match(enum stats_by by, const struct known_match *m, int side, struct group *out);
/* Numbers for the groups of a decision, cheaper than names: the first one from `from` on, -1 = none is left.
 * Two decisions of one number are in one group; in several a decision is by themes alone. */
int64_t group_number(enum stats_by by, const struct decision_row *d, int64_t from);
void group_of_decision(enum stats_by by, const struct decision_row *d, int64_t number, struct group *out);
/* The group's name for people: words of ours in their language, names of opponents and events as they are, a
 * guess marked as one. */
void group_shown(const struct figures *f, char shown[GROUP_ROOM]);
void group_of_number(enum stats_by by, int number, struct group *out); /* of phases, plans, cube actions, themes */

/* The first play of a game of backgammon that began as games do. */
bool is_opening_play(const struct decision_row *d);

/* A game; `other`: the opponent's sums of it, or NULL. `seen`: the figures that earlier games of this player and match
 * have counted as a match; it is kept up. */
void row_of_sums(const struct known_match *m, const struct stored_sums *own, const struct stored_sums *other,
                 bool seen[FIGURES], struct row_figures *out);
/* Luck can be more than a match was worth; but nobody can do better than win it, or worse than lose it. `ahead`: MWC
 * before it, less one half; NAN = not known. */
double adjusted_within(double adjusted, double ahead);
/* The same row without what was lost. */
void row_without_error(struct row_figures *row);
/* A decision; figures that need a whole match stay empty. */
void row_of_decision(const struct decision_row *d, struct row_figures *out);

/* ---- errors by kind: chequer play, then enum cube_error ---- */

int error_kind_of(const struct decision_row *d); /* -1 = no error that counts */
const char *error_kind_name(int kind); /* "chequer play", "missed double" ... */
void group_of_error(int kind, struct group *out);
/* What the errors of a kind in a game add to its share of the rating over all `decisions`. */
void row_of_errors(int decisions, int errors, double lost, struct row_figures *out);

#endif
