/* What a player should study: classes of decisions (field.h) that cost more than they cost players of the same PR.
 * The difference is shrunk according to how much players vary (empirical Bayes), so that chance does not look like a
 * leak. Definitions: docs/analysis.md, "What to study". */
#ifndef KIBITZER_STUDY_H
#define KIBITZER_STUDY_H

#include "collection/errors.h"
#include "collection/field.h"

enum { LEAKS = 3 };

struct leak { /* PR: shares of the player's own, what is lost in the class over all decisions */
    int class; /* of field.h */
    struct study_class what;
    double cost, low, high; /* beyond what is expected, with the 95% range; low > 0 */
    double lost, expected; /* what the class costs the player, and players of that PR */
    double rate, expected_rate; /* PR in the class */
    int decisions;
};

struct study {
    double pr; /* NAN = no decision */
    int decisions, matches, players; /* players: as of struct field */
    struct leak leak[LEAKS]; /* the costliest first */
    int n_leaks;
    int more; /* decisions that would show a leak of LEAK_SHOWN in half of the classes; 0 = they are there */
};

#define LEAK_SHOWN 0.5

void study_of(const struct player_sums *p, const struct field *f, struct study *out);
/* The same for a player of a collection. */
bool study_person(struct store *s, int64_t person, const struct field *f, struct study *out);

/* The costliest questions of classes (a bit each), `worst` at most, as errors_of() finds them. */
bool study_errors(struct store *s, int64_t person, uint64_t classes, int worst, struct costly_list *out);

/* "holding" is a plan, "race" a phase: "holding (plan)" */
const char *study_class_kind(const struct study_class *c); /* "phase", "plan", "cube action", "theme" */
/* What to say where nothing is a leak: "Nothing stands out yet: ..." */
void study_nothing(const struct study *st, struct strbuf *out);

#endif
