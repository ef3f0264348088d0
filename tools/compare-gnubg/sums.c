/* Sums of gnubg's own analysis, per game and player: as it stored them in its SGF (property GS), and as we make them
 * from the annotations in the same file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

/* Stored figures have five or six decimals, and an equity made of an MWC multiplies what they lack. */
#define TOLERANCE 0.0005

static void compare_figure(struct report *r, const char *file, size_t game, const char *what, int who, double ours,
                           double theirs, double tolerance, enum reading why)
{
    char name[64], a[32], b[32];
    double off = fabs(ours - theirs);
    r->sums++;
    if (off <= tolerance) {
        r->worst = fmax(r->worst, off);
        return;
    }
    snprintf(name, sizeof name, "%s %d", what, who);
    snprintf(a, sizeof a, "%.8g", ours);
    snprintf(b, sizeof b, "%.8g", theirs);
    r->sums_off++;
    difference(r, file, game, name, a, b, r->excuse != READ_UNEXPLAINED ? r->excuse : why);
}

static void compare_sum(struct report *r, const char *file, size_t game, const char *what, int who, double ours,
                        double theirs, double tolerance)
{
    compare_figure(r, file, game, what, who, ours, theirs, tolerance, READ_MARKS);
}

static const char *floats(const char *at, double *out, int n)
{
    for (int i = 0; i < n; i++) {
        char *end;
        out[i] = strtod(at, &end);
        at = end;
    }
    return at;
}

static void compare_moves(struct report *r, const char *file, size_t game, const struct statistics *s, const char *gs)
{
    int n[12];
    double f[4];
    floats(integers(gs, n, 12), f, 4);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *p = &s->side[who];
        compare_sum(r, file, game, "very bad moves", who, p->skill[SKILL_VERY_BAD], n[4 + who], 0);
        compare_sum(r, file, game, "bad moves", who, p->skill[SKILL_BAD], n[6 + who], 0);
        compare_sum(r, file, game, "doubtful moves", who, p->skill[SKILL_DOUBTFUL], n[8 + who], 0);
        compare_sum(r, file, game, "unmarked moves", who, p->skill[SKILL_NONE], n[10 + who], 0);
        compare_sum(r, file, game, "move error EMG", who, p->move_error.emg, f[2 * who], TOLERANCE);
        compare_sum(r, file, game, "move error MWC", who, p->move_error.mwc, f[2 * who + 1], TOLERANCE);
    }
}

static void compare_cube(struct report *r, const char *file, size_t game, const struct statistics *s, const char *gs)
{
    static const char *const kinds[] = {"missed below CP", "missed above CP", "wrong below DP",
                                        "wrong above TG",  "wrong takes",     "wrong passes"};
    int n[20];
    double f[24];
    floats(integers(gs, n, 20), f, 24);
    for (int who = 0; who < 2; who++) {
        for (int k = 0; k < CUBE_ERRORS; k++) {
            const struct side_statistics *p = &s->side[who];
            bool agree = fabs(p->cube_error[k].emg - f[12 * who + 2 * k]) <= TOLERANCE;
            compare_figure(r, file, game, kinds[k], who, p->cube_errors[k], n[8 + 2 * k + who], 0,
                           agree ? READ_ROUNDING : READ_MARKS);
            compare_sum(r, file, game, "EMG of it", who, p->cube_error[k].emg, f[12 * who + 2 * k], TOLERANCE);
            compare_sum(r, file, game, "MWC of it", who, p->cube_error[k].mwc, f[12 * who + 2 * k + 1], TOLERANCE);
        }
    }
}

static void compare_luck(struct report *r, const char *file, size_t game, const struct statistics *s, const char *gs)
{
    int n[10];
    double f[4];
    floats(integers(gs, n, 10), f, 4);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *p = &s->side[who];
        for (int i = 0; i < 5; i++)
            compare_sum(r, file, game, "luck marks", who, p->luck[i], n[2 * i + who], 0);
        compare_sum(r, file, game, "luck EMG", who, p->luck_total.emg, f[2 * who], TOLERANCE);
        compare_sum(r, file, game, "luck MWC", who, p->luck_total.mwc, f[2 * who + 1], TOLERANCE);
    }
}

/* `at` moves on to the next GS of the file. */
static void compare_stored(struct report *r, const char *file, size_t game, const struct statistics *s, const char **at)
{
    const char *gs = strstr(*at, "]GS[M:");
    const char *c = gs ? strstr(gs, "[C:") : NULL, *d = gs ? strstr(gs, "[D:") : NULL;
    if (!c || !d)
        return;
    compare_moves(r, file, game, s, gs + 6);
    compare_cube(r, file, game, s, c + 3);
    compare_luck(r, file, game, s, d + 3);
    *at = d;
}

void compare_sums(struct report *r, const char *file, const struct match *restated, const char *sgf)
{
    for (size_t i = 0; i < restated->n_games; i++) {
        const struct game *g = &restated->games[i];
        r->excuse = has_illegal_play(g) ? READ_ILLEGAL : has_beaver(g) ? READ_BEAVER : READ_UNEXPLAINED;
        compare_stored(r, file, i + 1, &restated->games[i].statistics[0], &sgf);
    }
    r->excuse = READ_UNEXPLAINED;
}
