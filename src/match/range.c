/* See range.h. */
#include "match/range.h"

#include <math.h>

/* Student's t, two-sided 95 %, by degrees of freedom from 1. */
static double student(int freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                               2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
    const int n = sizeof t / sizeof *t;
    return freedom <= n ? t[freedom - 1] : 1.96 + 2.5 / freedom; /* within 0.002 */
}

enum { GAMES_LEAST = 3 }; /* as of matches: match/ratio.h */

double rating_range(const struct match *m, int set, int who)
{
    double errors = 0, decisions = 0, squares = 0;
    int games = 0;
    for (size_t g = 0; g < m->n_games; g++) {
        const struct side_statistics *s =
            m->games[g].statistics != NULL ? &m->games[g].statistics[set].side[who] : NULL;
        if (s == NULL || s->pr_decisions == 0)
            continue;
        games++;
        errors += s->pr_error.emg;
        decisions += s->pr_decisions;
    }
    if (games < GAMES_LEAST)
        return NAN;
    for (size_t g = 0; g < m->n_games; g++) {
        const struct side_statistics *s =
            m->games[g].statistics != NULL ? &m->games[g].statistics[set].side[who] : NULL;
        if (s == NULL || s->pr_decisions == 0)
            continue;
        double rest = s->pr_error.emg - errors / decisions * s->pr_decisions;
        squares += rest * rest;
    }
    double variance = games * squares / (games - 1) / (decisions * decisions);
    return student(games - 1) * 500 * sqrt(variance);
}
