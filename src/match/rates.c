/* Rates and ratings from sums; see rates.h for units. A division whose divisor is
 * missing gives NAN, and NAN travels through everything that depends on it. */
#include "base/language.h"
#include "match/rates.h"

#include <math.h>

struct band {
    double below;
    const char *name;
};

const char rating_too_few[] = N_("too few");

const char *const rating_names[RATINGS] = {rating_too_few,      N_("Supernatural"), N_("World class"),
                                           N_("Expert"),        N_("Advanced"),     N_("Intermediate"),
                                           N_("Casual player"), N_("Beginner"),     N_("Awful!")};

const char *rating_of(double rate, int decisions)
{
    static const double below[] = {0.002, 0.005, 0.008, 0.012, 0.018, 0.026, 0.035, INFINITY};
    const char *const *name = rating_names + 1;
    if (isnan(rate) || decisions <= 0)
        return NULL;
    if (decisions < RATING_LEAST)
        return rating_too_few;
    for (const double *band = below; !(rate < *band) && *name != rating_names[RATINGS - 1]; band++)
        name++;
    return *name;
}

/* ---- one scale for the performance rating ---- */

const char grade_unsure[] = N_("no grade yet");

static const struct band grades[] = {{4, N_("Grandmaster")},
                                     {6, N_("Master")},
                                     {10, N_("Advanced")},
                                     {17.5, N_("Intermediate")},
                                     {INFINITY, N_("Beginner")}};

static int grade_at(double pr)
{
    int i = 0;
    while (pr > grades[i].below)
        i++;
    return i;
}

const char *grade_of(double pr, double range, double decisions)
{
    if (isnan(pr))
        return NULL;
    if (decisions < GRADE_LEAST || isnan(range) || grade_at(pr + range) - grade_at(pr - range) > 1)
        return grade_unsure;
    return grades[grade_at(pr)].name;
}

/* ---- GNU Backgammon's words ---- */

const char *const luck_rating_names[LUCK_RATINGS] = {N_("Go to Las Vegas"), N_("Good dice, man!"), N_("None"),
                                                     N_("Bad dice, man!"), N_("Go to bed")};

const char *luck_rating_name(double rate)
{
    if (isnan(rate))
        return NULL;
    return luck_rating_names[rate > 0.06 ? 0 : rate > 0.03 ? 1 : rate < -0.06 ? 4 : rate < -0.03 ? 3 : 2];
}

/* ---- the performance rating ---- */

bool pr_counts_play(const struct event *e, const struct play_analysis *p)
{
    return p != NULL && e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) == 0 && p->n_legal > 1 && !p->irrelevant &&
           !isnan(p->error);
}

/* What doubling would have cost instead of rolling: the proper action's equity less that of the double. */
static double price_of_doubling(const struct cube_analysis *c)
{
    double doubling = fmin(c->dt, c->dp);
    return fmax(c->nd, doubling) - doubling;
}

bool pr_counts_cube(const struct event *e, const struct cube_analysis *c, struct amount *lost)
{
    bool answer = e->kind == EVENT_TAKE || e->kind == EVENT_DROP;
    if (c == NULL || !(answer || e->kind == EVENT_DOUBLE || e->kind == EVENT_PLAY))
        return false;
    struct amount error = answer ? (struct amount){c->answer_error, c->answer_error_mwc}
                                 : (struct amount){c->double_error, c->double_error_mwc};
    if (isnan(error.emg) || (e->kind == EVENT_PLAY && !(price_of_doubling(c) < PR_NO_DOUBLE)))
        return false;
    if (lost != NULL)
        *lost = error;
    return true;
}

/* ---- the rates ---- */

static struct amount per(struct amount sum, int decisions)
{
    if (decisions <= 0)
        return (struct amount){NAN, NAN};
    return (struct amount){sum.emg / decisions, sum.mwc / decisions};
}

static struct amount plus(struct amount a, struct amount b)
{
    return (struct amount){a.emg + b.emg, a.mwc + b.mwc};
}

static void errors_of(const struct statistics *s, int who, struct side_rates *r)
{
    const struct side_statistics *side = &s->side[who];
    struct amount move_error = {0, 0};
    if (s->moves_analysed) {
        r->move_rate = per(side->move_error, side->analysed_moves);
        move_error = side->move_error;
        r->decisions += side->analysed_moves;
    }
    struct amount cube_error = {0, 0};
    if (s->cube_analysed) {
        for (int k = 0; k < CUBE_ERRORS; k++)
            cube_error = plus(cube_error, side->cube_error[k]);
        r->cube_error = cube_error;
        r->cube_rate = per(cube_error, side->close_or_actual);
        r->decisions += side->close_or_actual;
    }
    r->move_rating = rating_of(r->move_rate.emg, side->analysed_moves);
    r->cube_rating = rating_of(r->cube_rate.emg, side->close_or_actual);
    if (!s->moves_analysed && !s->cube_analysed)
        return;
    r->error = plus(move_error, cube_error);
    r->rate = per(r->error, r->decisions);
    r->rating = rating_of(r->rate.emg, r->decisions);
    r->snowie_moves = s->side[0].total_moves + s->side[1].total_moves;
    r->snowie_rate = s->part ? NAN : per(r->error, r->snowie_moves).emg;
    r->pr_decisions = side->pr_decisions;
    r->pr = 500 * per(side->pr_error, side->pr_decisions).emg;
}

/* R = 2050 - a ec - b eq with a = 8798 + 25526/L, b = 863 - 519/L; a part without decisions costs nothing. */
static void fibs_rating(struct side_rates *r, int length)
{
    r->fibs_move_loss = (8798 + 25526.0 / length) * r->move_rate.emg;
    r->fibs_cube_loss = (863 - 519.0 / length) * r->cube_rate.emg;
    if (isnan(r->fibs_move_loss) && isnan(r->fibs_cube_loss))
        return;
    r->fibs_rating = FIBS_OFFSET - (isnan(r->fibs_move_loss) ? 0 : r->fibs_move_loss) -
                     (isnan(r->fibs_cube_loss) ? 0 : r->fibs_cube_loss);
}

/* The rating difference at which winning the match has the probability r: FIBS's formula turned round. */
static double fibs_difference(double r, int length)
{
    if (!(r > 0 && r < 1))
        return NAN;
    double d = -2000 / sqrt(length) * log10(1 / r - 1);
    return d < -2100 ? -2100 : d;
}

static void match_figures(const struct statistics *s, int length, struct rates *out)
{
    for (int who = 0; who < 2; who++) {
        struct side_rates *r = &out->side[who];
        fibs_rating(r, length);
        r->fibs_difference = fibs_difference(0.5 + r->luck_adjusted, length);
        if (!s->part)
            r->mwc_against_opponent = 0.5 - r->error.mwc + out->side[!who].error.mwc;
    }
}

/* The part of a player's result that none of the player's decisions brought about: luck, games that were given up, gaps
 * of the record. */
static double not_played(const struct statistics *s, int who)
{
    const struct side_statistics *mine = &s->side[who], *theirs = &s->side[!who];
    return mine->luck_total.mwc - theirs->luck_total.mwc - mine->given_up.mwc + theirs->given_up.mwc + s->hidden[who];
}

/* Luck can be more than a match was worth; but nobody can do better than win it, or worse than lose it. */
static void adjust_for_luck(const struct statistics *s, int who, int length, struct side_rates *r)
{
    const double adjusted = r->actual - not_played(s, who), rounding = 5e-7;
    r->luck_adjusted = adjusted;
    if (length == 0 || isnan(adjusted))
        return;
    r->luck_adjusted = fmin(0.5 - s->ahead[who], fmax(-0.5 - s->ahead[who], adjusted));
    r->luck_adjusted_held = fabs(r->luck_adjusted - adjusted) > rounding;
}

void rates_of(const struct statistics *s, int length, struct rates *out)
{
    const struct amount unknown = {NAN, NAN};
    const struct side_rates none = {
        .move_rate = unknown,
        .luck_rate = unknown,
        .cube_error = unknown,
        .cube_rate = unknown,
        .error = unknown,
        .rate = unknown,
        .snowie_rate = NAN,
        .pr = NAN,
        .actual = NAN,
        .luck_adjusted = NAN,
        .mwc_against_opponent = NAN,
        .fibs_difference = NAN,
        .fibs_rating = NAN,
        .fibs_move_loss = NAN,
        .fibs_cube_loss = NAN,
    };
    for (int who = 0; who < 2; who++) {
        struct side_rates *r = &out->side[who];
        *r = none;
        errors_of(s, who, r);
        r->actual = s->part ? NAN : s->finished || s->games > 1 ? s->actual[who] : NAN;
        if (s->luck_analysed) {
            r->luck_rate = per(s->side[who].luck_total, s->side[who].total_moves);
            adjust_for_luck(s, who, length, r);
        }
        r->luck_rating = luck_rating_name(r->luck_rate.emg);
    }
    if (length > 0)
        match_figures(s, length, out);
}

/* Mean of `x` and the half-width of its 95% confidence interval. */
static void mean_interval(const double *sum, const double *squares, int n, double *mean, double *interval)
{
    *mean = *sum / n;
    double variance = (*squares - *sum * *mean) / (n - 1);
    *interval = 1.96 * sqrt((variance > 0 ? variance : isnan(variance) ? NAN : 0) / n);
}

bool session_advantage(const struct match *m, int set, int who, struct advantage *out)
{
    double sum[2] = {0, 0}, squares[2] = {0, 0};
    *out = (struct advantage){0, NAN, NAN, NAN, NAN};
    for (size_t i = 0; i < m->n_games; i++) {
        const struct statistics *s = m->games[i].statistics != NULL ? &m->games[i].statistics[set] : NULL;
        if (s == NULL || !s->finished)
            continue;
        double luck = s->luck_analysed ? not_played(s, who) : NAN;
        double result[2] = {s->actual[who], s->actual[who] - luck};
        for (int k = 0; k < 2; k++) {
            sum[k] += result[k];
            squares[k] += result[k] * result[k];
        }
        out->games++;
    }
    if (out->games < 2)
        return false;
    mean_interval(&sum[0], &squares[0], out->games, &out->actual, &out->actual_interval);
    mean_interval(&sum[1], &squares[1], out->games, &out->adjusted, &out->adjusted_interval);
    return true;
}
