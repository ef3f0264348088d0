/* The table of differences between kibitzer and GNU Backgammon, and what we make of each. */
#ifndef KIBITZER_COMPARE_REPORT_H
#define KIBITZER_COMPARE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "match/record.h"

/* Counted without an engine, per game and player. */
enum item { TOTAL, UNFORCED, DECISIONS, DOUBLES, TAKES, PASSES, POINTS, ITEMS };
extern const char *const item_names[ITEMS];

/* Our reading of a difference; texts in report.c. */
enum reading {
    READ_UNEXPLAINED,
    READ_GNUBG_REFUSES,
    READ_GNUBG_CRASHES,
    READ_KIBITZER_REFUSES,
    READ_BOTH_REFUSE,
    READ_ILLEGAL,
    READ_TAGS,
    READ_FILE_FIGURE,
    READ_LOSSES,
    READ_GAMES,
    READ_ROUNDING,
    READ_BEAVER,
    READ_MARKS,
    READ_PRINTED,
    READINGS
};

struct report {
    size_t files, compared, games, differences;
    size_t by_reading[READINGS];
    size_t by_item[ITEMS];
    size_t sums, sums_off; /* stored in SGF, by game */
    double worst; /* of the sums that agree */
    size_t printed, printed_off; /* statistics of whole matches, to the last printed digit */
    enum reading excuse; /* what explains differences of the game at hand; READ_UNEXPLAINED = nothing */
};

/* A line of the table, and one more to its reading; game 0 = the whole file. Of many alike in a file the first few are
 * printed. */
void difference(struct report *r, const char *file, size_t game, const char *what, const char *ours, const char *theirs,
                enum reading why);
void print_summary(const struct report *r);

/* ---- the three comparisons; `m` is our reading of the original, `restated` that of gnubg's SGF ---- */

void compare_counts(struct report *r, const char *file, const struct match *m, const char *sgf); /* counts.c */
void compare_sums(struct report *r, const char *file, const struct match *restated, const char *sgf); /* sums.c */
void compare_printed(struct report *r, const char *file, const struct match *restated, const char *log); /* printed.c */

/* Reads `n` whole numbers; returns where they end. */
const char *integers(const char *at, int *out, int n);

bool has_illegal_play(const struct game *g);
bool has_beaver(const struct game *g);

#endif
