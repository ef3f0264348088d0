/* Asking a match equity table. One of two figures always applies, the post-Crawford row once somebody is
 * 1-away and the Crawford game is not (or no longer) being played, the pre-Crawford table otherwise. */
#include "engine/met.h"

#include <math.h>
#include <string.h>

#include "base/xmalloc.h"
#include "engine/met_table.h"

enum { TRUSTED_SD = 10 };

/* ---- beyond the table ---- */

static double standard_deviation(int away)
{
    static const double sd[TRUSTED_SD + 1] = {0, 1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72};
    return away <= TRUSTED_SD ? sd[away] : 1.77;
}

/* Of the normal distribution beyond x: small chances keep their digits. */
static double tail(double x)
{
    return erfc(x / sqrt(2)) / 2;
}

/* D. Montgomery's approximation, for the trailing player. */
static double trailer(int a, int b)
{
    const double sa = standard_deviation(a), sb = standard_deviation(b);
    const double sigma = sqrt(sa * sa + sb * sb) * sqrt((a + b) / 2.0);
    const double behind = a - b;
    return behind >= 6 * sigma ? 0 : tail(behind / sigma) - tail(6);
}

/* The normal approximation for player 0 at a-away v b-away; any scores. */
static double normal_approximation(int a, int b)
{
    return a >= b ? trailer(a, b) : 1 - trailer(b, a);
}

void met_extend_pre(struct met *m, int length)
{
    for (int a = 0; a < MET_MAX_AWAY; a++)
        for (int b = 0; b < MET_MAX_AWAY; b++)
            if (a >= length || b >= length)
                m->pre[a][b] = normal_approximation(a + 1, b + 1);
}

/* The trailer doubles at once and wins 2 or 4 points half of the time; the leader's free drop counts where it matters
 * most. p(j) for j <= 0 is a match won. */
static double doubled_at_once(const double post[MET_MAX_AWAY], int away)
{
    const double gammons = 0.25;
    const double after_4 = away > 4 ? post[away - 5] : 1, after_2 = away > 2 ? post[away - 3] : 1;
    const double free_drop = away == 2 ? 0.015 : away == 4 ? 0.004 : 0;
    return gammons / 2 * after_4 + (1 - gammons) / 2 * after_2 - free_drop;
}

void met_extend_post(double post[MET_MAX_AWAY], int length)
{
    for (int away = length + 1; away <= MET_MAX_AWAY; away++)
        post[away - 1] = doubled_at_once(post, away);
}

/* ---- players of unlike strength ---- */

bool met_players_differ(const struct met *m)
{
    const double rounding = 0.005;
    for (int a = 0; a < m->length; a++)
        if (fabs(m->pre[a][a] - 0.5) > rounding)
            return true;
    return false;
}

bool met_first_is_better(const struct met *m)
{
    return m->pre[1][1] > 0.5;
}

struct met *met_turned(const struct met *m)
{
    struct met *out = xmalloc(sizeof *out);
    *out = *m;
    out->name = xstrdup(m->name);
    out->description = xstrdup(m->description);
    for (int a = 0; a < MET_MAX_AWAY; a++)
        for (int b = 0; b < MET_MAX_AWAY; b++)
            out->pre[a][b] = 1 - m->pre[b][a];
    for (int who = 0; who < 2; who++)
        memcpy(out->post[who], m->post[1 - who], sizeof out->post[who]);
    return out;
}

/* ---- looking up ---- */

static double before_crawford(const struct met *m, int a, int b)
{
    return a > MET_MAX_AWAY || b > MET_MAX_AWAY ? normal_approximation(a, b) : m->pre[a - 1][b - 1];
}

/* Of player 1, who needs b: the small chance of a trailer beyond the table would be lost in 1 less the leader's. */
static double before_crawford_1(const struct met *m, int a, int b)
{
    return b > a && b > m->length ? trailer(b, a) : 1 - before_crawford(m, a, b);
}

/* Chance of `trailing`, `away` from the match, against a player who needs one point. */
static double after_crawford(const struct met *m, int trailing, int away)
{
    double share = 1;
    for (; away > MET_MAX_AWAY; away -= 2) /* every two points halve what is left, nearly enough to nothing */
        share *= 0.5;
    return share * m->post[trailing][away - 1];
}

/* MWC of player 0; `post`: the Crawford game is behind us or there is none. */
static double player_0(const struct met *m, const int away[2], bool post)
{
    if (away[0] <= 0)
        return 1;
    if (away[1] <= 0)
        return 0;
    if (!post || (away[0] != 1 && away[1] != 1))
        return before_crawford(m, away[0], away[1]);
    return away[1] == 1 ? after_crawford(m, 0, away[0]) : 1 - after_crawford(m, 1, away[1]);
}

static double of_player(const struct met *m, const int away[2], bool post, int who)
{
    if (who == 0 || away[0] <= 0 || away[1] <= 0)
        return who == 0 ? player_0(m, away, post) : 1 - player_0(m, away, post);
    if (!post || (away[0] != 1 && away[1] != 1))
        return before_crawford_1(m, away[0], away[1]);
    return away[1] == 1 ? 1 - after_crawford(m, 0, away[0]) : after_crawford(m, 1, away[1]);
}

double met_before(const struct met *m, const struct met_score *s, int who)
{
    return of_player(m, s->away, !s->crawford_rule || !s->crawford_game, who);
}

double met_after(const struct met *m, const struct met_score *s, int who, int winner, int points)
{
    int away[2] = {s->away[0], s->away[1]};
    const bool was_1_away = away[0] == 1 || away[1] == 1;
    away[winner] -= points;
    return of_player(m, away, !s->crawford_rule || s->crawford_game || was_1_away, who);
}

const char *met_name(const struct met *m)
{
    return m->name;
}

const char *met_description(const struct met *m)
{
    return m->description;
}

int met_length(const struct met *m)
{
    return m->length;
}

/* ---- normalised equity ---- */

struct ends {
    double win, lose; /* MWC of a player after winning, losing the cube's points times `gammon` */
    double apart; /* win - lose, taken where it keeps its digits: seen by the trailer */
};

static struct ends ends_of(const struct met *m, const struct met_score *s, int who, int points)
{
    const struct ends e = {.win = met_after(m, s, who, who, points), .lose = met_after(m, s, who, 1 - who, points)};
    const double other = met_after(m, s, 1 - who, 1 - who, points) - met_after(m, s, 1 - who, who, points);
    return (struct ends){e.win, e.lose, e.lose < 0.5 ? e.win - e.lose : other};
}

double met_mwc(const struct met *m, const struct met_score *s, int who, int cube, double equity)
{
    const struct ends e = ends_of(m, s, who, cube);
    return (e.win + e.lose) / 2 + equity * e.apart / 2;
}

double met_stake(const struct met *m, const struct met_score *s, int cube)
{
    return ends_of(m, s, 0, cube).apart;
}

double met_equity(const struct met *m, const struct met_score *s, int who, int cube, double mwc)
{
    const struct ends e = ends_of(m, s, who, cube);
    return e.apart == 0 ? 0 : (2 * mwc - e.win - e.lose) / e.apart;
}

/* What `who` gains by winning `more` points instead of `points`. */
static double won_beyond(const struct met *m, const struct met_score *s, int who, bool trails, int points, int more)
{
    return trails ? met_after(m, s, who, who, more) - met_after(m, s, who, who, points)
                  : met_after(m, s, 1 - who, who, points) - met_after(m, s, 1 - who, who, more);
}

void met_prices(const struct met *m, const struct met_score *s, int who, int cube, double price[4])
{
    const struct ends one = ends_of(m, s, who, cube);
    const double half = one.apart / 2;
    const bool trails = one.lose < 0.5; /* the leader's chances are seen as what the trailer lacks */
    const int other = 1 - who;
    for (int i = 0; i < 4; i++)
        price[i] = 0;
    if (half <= 0)
        return;
    price[0] = fmax(0, won_beyond(m, s, who, trails, cube, 2 * cube) / half);
    price[1] = fmax(0, won_beyond(m, s, other, !trails, cube, 2 * cube) / half);
    price[2] = fmax(0, won_beyond(m, s, who, trails, 2 * cube, 3 * cube) / half);
    price[3] = fmax(0, won_beyond(m, s, other, !trails, 2 * cube, 3 * cube) / half);
}
