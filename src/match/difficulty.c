/* How hard decisions are; see difficulty.h. */
#include "match/difficulty.h"

#include <math.h>

#include "match/rates.h"

/* ---- what there is to choose from ---- */

/* Analyses keep the BEST plays, and the one made. Those behind them lose as much more each as these do on average. */
enum { BEST = 5, LEAST = 3 };

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

int play_choices(const struct play_analysis *p, float lost[DIFFICULTY_CHOICES])
{
    const int kept = at_most(p->n, BEST), n = at_most(p->n_legal, DIFFICULTY_CHOICES);
    if (kept < 2 || kept < at_most(p->n_legal, LEAST))
        return 0;
    for (int i = 0; i < at_most(kept, n); i++)
        lost[i] = fmaxf(p->candidates[0].equity - p->candidates[i].equity, 0);
    for (int i = kept; i < n; i++)
        lost[i] = lost[i - 1] + lost[kept - 1] / (float)(kept - 1);
    return n;
}

int cube_choices(const struct cube_analysis *c, bool answers, float lost[DIFFICULTY_CHOICES])
{
    if (!cube_has_equities(c))
        return 0;
    lost[0] = 0;
    lost[1] = answers ? fabsf(c->dt - c->dp) : fabsf(c->nd - fminf(c->dt, c->dp));
    return 2;
}

enum difficulty_kind play_difficulty_kind(const struct play_analysis *p)
{
    return board_has_contact(&p->candidates[0].after) ? DIFFICULTY_CONTACT : DIFFICULTY_RACE;
}

/* ---- what is lost by it ---- */

/* ORDER DIFFICULTY_KIND; made by `make difficulty-table` from matches that are not ours to publish: these figures are
 * all that is taken from them. */
static const struct {
    double power, blind; /* of the loss in the exponent; share of choices made without looking */
    double scale[2]; /* loss that is seen by players whose PR is 5, 15 */
} table[DIFFICULTY_KINDS] = {
#include "match/difficulty_table.inc"
};

/* A choice has the weight exp(-(lost / scale)^power). */
static double expected(enum difficulty_kind kind, double scale, const float *lost, int n)
{
    double weights = 0, seen = 0, blind = 0;
    for (int i = 0; i < n; i++) {
        const double weight = exp(-pow((double)lost[i] / scale, table[kind].power));
        weights += weight;
        seen += weight * (double)lost[i];
        blind += (double)lost[i];
    }
    return (1 - table[kind].blind) * seen / weights + table[kind].blind * blind / n;
}

void difficulty_of(enum difficulty_kind kind, const float *choices, int n, float lost[2])
{
    for (int i = 0; i < 2; i++)
        lost[i] = (float)expected(kind, table[kind].scale[i], choices, n);
}

bool play_difficulty(const struct play_analysis *p, float lost[2])
{
    float choices[DIFFICULTY_CHOICES];
    const bool kept = p->hard[1] > 0;
    const int n = kept ? 0 : play_choices(p, choices);
    if (kept)
        lost[0] = p->hard[0], lost[1] = p->hard[1];
    else if (n > 0)
        difficulty_of(play_difficulty_kind(p), choices, n, lost);
    return kept || n > 0;
}

bool cube_difficulty(const struct cube_analysis *c, bool answers, float lost[2])
{
    float choices[DIFFICULTY_CHOICES];
    const int n = cube_choices(c, answers, choices);
    if (n > 0)
        difficulty_of(DIFFICULTY_CUBE, choices, n, lost);
    return n > 0;
}

void difficulty_add(struct difficulty *to, const float lost[2])
{
    to->decisions++;
    if (lost == NULL) {
        to->unknown++;
        return;
    }
    to->at_5 += (double)lost[0];
    to->at_15 += (double)lost[1];
    to->squares += (double)lost[0] * (double)lost[0];
}

void difficulty_join(struct difficulty *to, const struct difficulty *more)
{
    to->decisions += more->decisions;
    to->unknown += more->unknown;
    to->at_5 += more->at_5;
    to->at_15 += more->at_15;
    to->squares += more->squares;
}

/* ---- what it comes to ---- */

double at_level(double at_5, double at_15, double level)
{
    return fmax(at_5 + (level - 5) * (at_15 - at_5) / 10, at_5 * level / 20);
}

double difficulty_pr(const struct difficulty *d, double level)
{
    if (d->decisions == 0 || d->unknown > 0 || !(level <= DIFFICULTY_HIGHEST_PR))
        return NAN;
    return 500 * at_level(d->at_5, d->at_15, level) / d->decisions;
}

/* Variance of what is truly lost on a decision, in squares of what is expected (docs/lab/study.md), and of what all
 * decisions of a match have in common. */
static const double of_decision = 1.0, in_common = 0.01;

double difficulty_error(const struct difficulty *d)
{
    return sqrt(of_decision * d->squares / (d->at_5 * d->at_5) + in_common);
}

static const double normal_95 = 1.959964;

struct difficulty_range difficulty_range(const struct difficulty *d, double level)
{
    const double pr = difficulty_pr(d, level), times = exp(normal_95 * difficulty_error(d));
    const struct difficulty_range r = {pr, pr / times, pr * times, 0};
    return (struct difficulty_range){r.pr, r.low, r.high, r.low > level ? 1 : r.high < level ? -1 : 0};
}

/* ---- of a record ---- */

struct lost {
    double sum;
    int decisions;
};

static void add_event(const struct event *e, const struct annotation *a, struct difficulty *to, struct lost *lost)
{
    float hard[2];
    struct amount of_cube;
    const bool answers = e->kind == EVENT_TAKE || e->kind == EVENT_DROP;
    if (pr_counts_cube(e, a->cube, &of_cube)) {
        difficulty_add(to, cube_difficulty(a->cube, answers, hard) ? hard : NULL);
        lost->sum += of_cube.emg;
        lost->decisions++;
    }
    if (pr_counts_play(e, a->play)) {
        difficulty_add(to, play_difficulty(a->play, hard) ? hard : NULL);
        lost->sum += (double)a->play->error;
        lost->decisions++;
    }
}

int difficulty_harder(const struct difficulty_of_both *d)
{
    const double more = log(difficulty_pr(&d->of[0], d->level) / difficulty_pr(&d->of[1], d->level));
    const double range = normal_95 * hypot(difficulty_error(&d->of[0]), difficulty_error(&d->of[1]));
    return !(fabs(more) > range) ? NOBODY : more > 0 ? 0 : 1;
}

void difficulty_of_both(const struct match *m, const struct game *game, int set, struct difficulty_of_both *out)
{
    struct lost lost = {.decisions = 0};
    *out = (struct difficulty_of_both){.level = NAN, .harder = NOBODY};
    for (size_t g = 0; set >= 0 && g < m->n_games; g++)
        for (size_t i = 0; (game == NULL || game == &m->games[g]) && i < m->games[g].n_events; i++) {
            const struct event *e = &m->games[g].events[i];
            const struct annotation *a = event_annotation(e, set);
            if (a != NULL && (e->player == 0 || e->player == 1))
                add_event(e, a, &out->of[e->player], &lost);
        }
    if (lost.decisions == 0)
        return;
    out->level = fmax(500 * lost.sum / lost.decisions, DIFFICULTY_LOWEST_PR);
    out->harder = difficulty_harder(out);
}
