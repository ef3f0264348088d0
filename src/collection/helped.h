/* Did it help? Leaks that were found in the matches before a day, and what became of them from that day on. A leak that
 * is chosen because it is the worst gets better by itself; so what is compared is what was to be expected of chance
 * alone: the estimate of study.h, which is shrunk, changed by as much as all that was not studied has changed
 * (difference in differences). Definitions: docs/analysis.md, "Did it help?". */
#ifndef KIBITZER_HELPED_H
#define KIBITZER_HELPED_H

#include "collection/study.h"

enum { PROGRESS_DECISIONS = 30 }; /* in each of the two windows; below, nothing is said */

enum helped { HELPED_UNKNOWN, HELPED_OPEN, HELPED_BETTER, HELPED_WORSE };
const char *helped_word(enum helped h); /* "too few", "open", "better", "worse" */

struct progress_leak { /* PR in the class, as struct leak's rate */
    struct leak before;
    int decisions; /* from the day on */
    double rate, rate_low, rate_high; /* from the day on; NAN = no decision, below three matches */
    double expected; /* by chance alone, and by what became of the rest */
    double change, low, high; /* the rate less what was expected, with its 95% range; < 0 = better; NAN = too few */
    enum helped helped;
};

struct progress {
    struct study before;
    int undated; /* analysed matches in neither: without a date, or with one that is not exact enough */
    struct ratio rest[2]; /* in none of the leaks: before, from the day on */
    int n;
    struct progress_leak at[LEAKS];
};

/* `since`: from the day on; `rest`: before, and from the day on, in none of the leaks of `before`. */
void progress_of(const struct study *before, const struct player_sums *since, const struct ratio rest[2],
                 struct progress *out);
/* The day, month or year before: "2024-02-29" of "2024-03-01", "2023-12" of "2024-01". */
enum { PROGRESS_DAY = 16 };
void day_before(const char *since, char out[PROGRESS_DAY]);
void day_after(const char *until, char out[PROGRESS_DAY]); /* likewise */

/* A plan that was made is remembered as the day of the player's last match that it is from, and the leaks it showed; no
 * clock is asked. False on an error of the database. */
struct study_plan {
    char day[PROGRESS_DAY]; /* "" without a plan, or without a dated match */
    bool named; /* false: of a version that remembered the day alone */
    int class[LEAKS], n;
};
bool plan_remember(struct store *s, int64_t person, const char *name, const struct study *shown,
                   struct study_plan *out);
bool plan_last(struct store *s, const char *name, struct study_plan *out);

/* Of a player of a collection; `since` is a day, month or year. The leaks are those of the plan, or of the matches
 * before if it does not name them. False on an error of the database. */
bool progress_person(struct store *s, int64_t person, const struct field *f, const char *since,
                     const struct study_plan *of, struct progress *out);

#endif
