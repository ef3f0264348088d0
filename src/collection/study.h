/* What a player should study: classes of decisions (field.h) that cost more than they cost players of the same PR.
 * The difference is shrunk according to how much players vary (empirical Bayes), so that chance does not look like a
 * leak. Definitions: docs/analysis.md, "What to study". */
#ifndef KIBITZER_STUDY_H
#define KIBITZER_STUDY_H

#include "collection/errors.h"
#include "collection/field.h"

enum { LEAKS = 3 };

/* How sure it is that a class costs more than expected: its 95% range lies above 0, its 80% range does, neither. */
enum certainty { LEAK_WEAK, LEAK_LIKELY, LEAK_SURE };

struct leak { /* PR: shares of the player's own, what is lost in the class over all decisions */
    int class; /* of field.h */
    struct study_class what;
    enum certainty certainty;
    double cost, low, high; /* beyond what is expected, > 0, with the 95% range */
    double lost, expected; /* what the class costs the player, and players of that PR */
    double rate, expected_rate; /* PR in the class */
    double rate_low, rate_high; /* 95% range of `rate`; NAN below RATIO_LEAST_UNITS matches */
    int decisions;
};

struct study {
    double pr; /* NAN = no decision */
    int decisions, matches, players; /* players: as of struct field */
    struct leak leak[LEAKS]; /* the surest first, of the same certainty the costliest */
    int n_leaks, n_sure;
    int more; /* decisions that would show a leak of LEAK_SHOWN in half of the classes; 0 = they are there */
};

#define LEAK_SHOWN 0.5

void study_of(const struct player_sums *p, const struct field *f, struct study *out);
/* These classes in place of the costliest, LEAKS at most: whatever they cost, also without a decision. */
void study_of_classes(const struct player_sums *p, const struct field *f, const int *class, int n, struct study *out);
/* The same for a player of a collection. */
bool study_person(struct store *s, int64_t person, const struct field *f, struct study *out);

/* The costliest positions of each leak, as many as there are, then NULL. */
enum { LEAK_BOARDS = 3 };
typedef const struct costly_question *study_boards[LEAKS][LEAK_BOARDS];

/* The costliest questions of classes (a bit each), `worst` at most, as errors_of() finds them. */
bool study_errors(struct store *s, int64_t person, uint64_t classes, int worst, struct costly_list *out);

/* "holding" is a plan, "race" a phase: "holding (plan)" */
const char *study_class_kind(const struct study_class *c); /* "phase", "plan", "cube action", "theme" */
const char *study_class_words(const struct study_class *c); /* "breaking a point" of breaking-point */
const char *certainty_word(enum certainty c); /* "sure", "likely", "weak" */
/* What to say where no leak is sure: "Nothing is sure yet: ..." */
void study_nothing(const struct study *st, struct strbuf *out);

#endif
