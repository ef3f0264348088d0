/* What players of a level lose: for each class of decisions (a phase, a plan, a cube action) the rate to be expected of
 * a player with a given PR, and how far players of one PR differ. From the players of the collection where there are
 * enough, else from a table of ours. Definitions: docs/analysis.md, "What to study". */
#ifndef KIBITZER_FIELD_H
#define KIBITZER_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "collection/groups.h"
#include "match/ratio.h"

/* ---- classes of decisions ---- */

enum {
    CLASSES_MOST = 64,
    CLASS_CHEQUER = 0, /* all plays, all cube decisions */
    CLASS_CUBE,
    CLASS_FIRST
};

struct study_class {
    enum stats_by by; /* BY_NOTHING: chequer play, the cube */
    int number; /* as group_number() */
    char name[32];
};

int class_count(void);
void class_of(int i, struct study_class *out);
/* Depends on what was played (a hit missed): what is lost there is divided by all decisions, not by the class's. */
bool class_is_of_choice(int class);
/* A bit for each class; none of what the performance rating does not count. */
uint64_t classes_of(const struct decision_row *d);
/* The class of a group of stats.h; -1 = none. */
int class_of_group(enum stats_by by, const char *group);

/* ---- what one player lost ---- */

/* Over matches: what was lost in the class, its decisions, what was lost in all, all decisions. */
enum { SUM_LOST, SUM_DECISIONS, SUM_ALL_LOST, SUM_ALL_DECISIONS, SUMS };

struct class_sums {
    int decisions, matches; /* matches: with decisions, as below */
    double of_match[2]; /* lost, decisions (of choice: all): of the match at hand */
    double sum[2];
    double squares; /* of what each decision lost */
    double product[2][SUMS]; /* of what is the class's with everything */
};

struct player_sums {
    int64_t match; /* at hand; 0 = none */
    int matches;
    double of_match[2], sum[2]; /* lost, decisions: of all classes */
    double squares;
    double product[2][2];
    struct class_sums at[CLASSES_MOST];
    int (*both)[CLASSES_MOST]; /* CLASSES_MOST rows: decisions that belong to two classes; NULL = not counted */
};

/* Decisions of one player; those of a match come one after the other. Zero-initialised is empty. */
void player_sums_add(struct player_sums *p, int64_t match, const struct decision_row *d);
void player_sums_end(struct player_sums *p); /* after the last one */
double player_pr(const struct player_sums *p);

/* What was lost over what was decided, with matches as units. */
struct ratio class_ratio(const struct class_sums *s);

/* ---- what is to be expected ---- */

struct field_class {
    double at_5, at_15; /* PR of the class of players whose PR is 5, 15; a straight line between and beyond */
    double spread; /* standard deviation of players around it, as a share of it; 0 = players do not differ */
    double noise; /* variance of what a decision costs, in PR, as a multiple of the rate's power of 3/2 */
    int players; /* that it was made from; 0 = nothing is expected */
};

struct field {
    struct field_class at[CLASSES_MOST];
    int players; /* of the collection; 0 = the table of ours */
};

enum { FIELD_PLAYERS = 30, FIELD_DECISIONS = 300 };

/* Who loses more than that does not play to win, or was recorded wrongly: it says nothing about players. */
#define FIELD_HIGHEST_PR 30

/* From the collection's players with FIELD_DECISIONS if FIELD_PLAYERS have them, else the table. */
bool field_of(struct store *s, struct field *out);
/* From all players with so many decisions, however few; fields are rounded, so that the same stays the same. */
bool field_fit(struct store *s, int least_decisions, struct field *out);
extern const struct field field_table;

extern const char level_note[]; /* what "same level" means, for legends */

/* PR that players of that PR have in the class; NAN = nothing is known. */
double field_rate(const struct field *f, int class, double pr);
/* Of the class's figures, what is left of `rate` less what is expected: the standard error in PR of the class. */
double field_error(const struct field *f, int class, const struct player_sums *p);

#endif
