/* How hard decisions are: what players of a level lose on them. A choice is made the less often the more it loses, and
 * weak players look less closely; four numbers say how much, fitted to real matches (difficulty_table.inc).
 * Definitions and how well it holds: docs/analysis.md, "Difficulty". Amounts EMG, of the decisions that the performance
 * rating counts. */
#ifndef KIBITZER_DIFFICULTY_H
#define KIBITZER_DIFFICULTY_H

#include "match/record.h"

enum difficulty_kind { /* ORDER DIFFICULTY_KIND: tools/study/difficulty.py */
                       DIFFICULTY_CONTACT, /* chequer plays */
                       DIFFICULTY_RACE,
                       DIFFICULTY_CUBE,
                       DIFFICULTY_KINDS
};

/* A change of a rule or of the table raises DIFFICULTY_RULES: collections keep sums. */
enum { DIFFICULTY_RULES = 1, DIFFICULTY_CHOICES = 16 };

/* What each choice loses, the best first; how many there are. 0 = not known: not all of them were kept. */
int play_choices(const struct play_analysis *p, float lost[DIFFICULTY_CHOICES]);
int cube_choices(const struct cube_analysis *c, bool answers, float lost[DIFFICULTY_CHOICES]);
enum difficulty_kind play_difficulty_kind(const struct play_analysis *p);

/* What players with a PR of 5 and of 15 lose in it; false: it is not known. */
bool play_difficulty(const struct play_analysis *p, float lost[2]);
bool cube_difficulty(const struct cube_analysis *c, bool answers, float lost[2]);
void difficulty_of(enum difficulty_kind kind, const float *choices, int n, float lost[2]);

/* Sums over decisions; zero-initialised is empty. */
struct difficulty {
    int decisions, unknown; /* unknown: of them, those whose choices are not */
    double at_5, at_15; /* lost by players whose PR is 5, 15 */
    double squares; /* of what each decision adds to at_5 */
};

void difficulty_add(struct difficulty *to, const float lost[2]); /* NULL: it is not known */
void difficulty_join(struct difficulty *to, const struct difficulty *more);

/* Who loses more does not play to win, or was recorded wrongly. */
#define DIFFICULTY_HIGHEST_PR 30
/* Whoever loses less in one match still plays like those. */
#define DIFFICULTY_LOWEST_PR 2

/* PR that players of a level have in them; NAN where some are not known, without decisions, and beyond that PR. */
double difficulty_pr(const struct difficulty *d, double level);
/* Its 95 % range, and whether that says they are harder than decisions are on average: 1; -1 = easier, 0 = it does not
 * say. */
struct difficulty_range {
    double pr, low, high;
    int harder;
};
struct difficulty_range difficulty_range(const struct difficulty *d, double level);
/* Standard error of its logarithm: how far the decisions may be harder or easier than the model takes them for. */
double difficulty_error(const struct difficulty *d);

/* Of both players of a match or, where one is given, a game. Their level is the PR that both have together. */
struct difficulty_of_both {
    double level; /* at least DIFFICULTY_LOWEST_PR; NAN = no decision */
    struct difficulty of[2];
    int harder; /* whose decisions were, allowing for the 95 % range of the difference: 0, 1, NOBODY */
};
int difficulty_harder(const struct difficulty_of_both *d); /* as it says */
void difficulty_of_both(const struct match *m, const struct game *game, int set, struct difficulty_of_both *out);

/* Of a rate that is known of players with a PR of 5 and of 15: a straight line, but never below a fraction. */
double at_level(double at_5, double at_15, double level);

#endif
