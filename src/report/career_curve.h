/* The curve of a player's rating over time: a mean over the last decisions with its band, and dots for matches. */
#ifndef KIBITZER_CAREER_CURVE_H
#define KIBITZER_CAREER_CURVE_H

#include "collection/career.h"
#include "document/node.h"

enum {
    CAREER_WINDOW = 1000, /* decisions: one scatters by 19 PR, so many leave 0.6 */
    CAREER_DOTS = 60, /* more matches than this are dots by month, more months by year */
    CAREER_TICKS = 4
};

struct career_curve {
    struct series series; /* PR */
    float *line, *from, *to; /* of the series: `n` values */
    int n;
    struct plot_dot *dots;
    int n_dots;
    bool of_matches, of_months; /* what dots are; else years */
    struct plot_tick ticks[CAREER_TICKS];
    int n_ticks;
    struct arena *arena; /* private: of texts */
};

/* Over the matches with a day, known or guessed; n_dots < 2 if there is nothing to draw. `up`, `extension`: of the
 * reports of matches. */
struct career_curve *career_curve_new(const struct career *c, const char *up, const char *extension);
void career_curve_free(struct career_curve *v);

#endif
