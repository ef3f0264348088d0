/* Match equity tables from a few parameters: the models of N. Zadeh and of C. Tornberg's calculator ("mec"). The one
 * idea of both: the chance at a score follows from the chances at the scores that one game can lead to. Formulas:
 * docs/engine.md, "Match equity tables". */

#include "engine/met_table.h"

enum { AWAY = MET_MAX_AWAY };

/* p(j): post[j-1], with nothing left to win before it. */
static double post_at(const double post[AWAY], int away)
{
    return away <= 0 ? 1 : post[away - 1];
}

/* MWC of a player who is i-away against j-away while the table is being filled. */
static double mwc_at(const struct met *m, int i, int j)
{
    return i <= 0 ? 1 : j <= 0 ? 0 : m->pre[i - 1][j - 1];
}

static void set(struct met *m, int i, int j, double mwc)
{
    m->pre[i - 1][j - 1] = mwc;
    m->pre[j - 1][i - 1] = 1 - mwc;
}

/* The Crawford game: the trailer wins `win` of them, `gammons` of these with two points, at cube 1. */
static void fill_crawford(struct met *m, double win, double gammons)
{
    m->pre[0][0] = 0.5;
    for (int i = 2; i <= AWAY; i++)
        set(m, i, 1, win * (gammons * post_at(m->post[0], i - 2) + (1 - gammons) * post_at(m->post[0], i - 1)));
}

/* ---- Zadeh ---- */

void met_zadeh_post(const struct met_zadeh_post *p, double post[AWAY])
{
    for (int j = 1; j <= AWAY; j++) {
        const double g = p->gammon_rate_trailer;
        post[j - 1] = g / 2 * post_at(post, j - 4) + (1 - g) / 2 * post_at(post, j - 2);
        if (j == 2)
            post[j - 1] -= p->free_drop_2_away;
        if (j == 4)
            post[j - 1] -= p->free_drop_4_away;
    }
}

/* Where between losing and winning the doubled game a player stands who drops at cube v. */
static double dead(const struct met_zadeh *p, const struct met *m, int i, int j, int v)
{
    const bool recubed = i <= 2 * v && j > 2 * v;
    const int w = recubed ? 2 * v : v;
    const double g1 = p->gammon_rate_leader, g2 = p->gammon_rate_trailer;
    const double lo = g2 * mwc_at(m, i, j - 4 * w) + (1 - g2) * mwc_at(m, i, j - 2 * w);
    const double hi = g1 * mwc_at(m, i - 4 * w, j) + (1 - g1) * mwc_at(m, i - 2 * w, j);
    return (mwc_at(m, i - v, j) - lo) / (hi - lo);
}

/* Efficient doubling point of the player who is i-away, at cube v. */
static double doubling_point(const struct met_zadeh *p, const struct met *m, int i, int j, int v)
{
    const double d = dead(p, m, i, j, v);
    if (i <= 2 * v || j <= 2 * v)
        return d;
    return 1 + (doubling_point(p, m, j, i, 2 * v) + p->delta) * (d - 1);
}

void met_zadeh_pre(const struct met_zadeh *p, struct met *m)
{
    fill_crawford(m, 0.5, p->gammon_rate_leader);
    for (int i = 2; i <= AWAY; i++)
        for (int j = 2; j <= i; j++) {
            const double x = doubling_point(p, m, i, j, 1), y = doubling_point(p, m, j, i, 1), b = p->delta_bar;
            const double mine = y + b - 0.5, theirs = x + b - 0.5;
            set(m, i, j, (mine * mwc_at(m, i - 1, j) + theirs * mwc_at(m, i, j - 1)) / (x + y + 2 * b - 1));
        }
}

/* ---- mec ---- */

void met_mec_post(const struct met_mec_post *p, double post[AWAY])
{
    const double g = p->gammon_rate;
    for (int j = 1; j <= AWAY; j++) {
        if (j % 2 == 0)
            post[j - 1] = post[j - 2];
        else
            post[j - 1] =
                j == 1 ? p->win_rate : p->win_rate * ((1 - g) * post_at(post, j - 2) + g * post_at(post, j - 4));
        if (j == 2)
            post[j - 1] -= p->free_drop_2_away;
        if (j == 4)
            post[j - 1] += p->free_drop_4_away; /* as published: the sign is surely a slip */
    }
}

/* What a player has after winning `points`, or twice as many by a gammon. */
static double won(const struct met_mec *p, const struct met *m, int i, int j, int points)
{
    return (1 - p->gammon_rate) * mwc_at(m, i - points, j) + p->gammon_rate * mwc_at(m, i - 2 * points, j);
}

/* The chance of winning at which the player who is i-away cashes by doubling from v to 2v: the opponent, who would own
 * a live cube, loses as much by dropping as by taking. */
static double cash_point(const struct met_mec *p, const struct met *m, int i, int j, int v)
{
    const double dropped = 1 - mwc_at(m, i - v, j), lost = 1 - won(p, m, i, j, 2 * v);
    const bool their_cube_is_dead = j <= 2 * v;
    const double their_point = their_cube_is_dead ? 1 : cash_point(p, m, j, i, 2 * v);
    const double their_best = their_cube_is_dead ? won(p, m, j, i, 2 * v) : mwc_at(m, j - 2 * v, i);
    return 1 - their_point * (dropped - lost) / (their_best - lost);
}

void met_mec_pre(const struct met_mec *p, struct met *m)
{
    fill_crawford(m, 0.5, p->gammon_rate);
    for (int i = 2; i <= AWAY; i++)
        for (int j = 2; j <= i; j++) {
            const double cash = cash_point(p, m, i, j, 1), drop = 1 - cash_point(p, m, j, i, 1);
            const double low = mwc_at(m, i, j - 1), high = mwc_at(m, i - 1, j);
            set(m, i, j, low + (p->win_rate - drop) / (cash - drop) * (high - low));
        }
}
