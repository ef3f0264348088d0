/* Names of reasons; see lesson.h. */
#include "match/reasons.h"

#include <math.h>

#include "match/annotation.h"

/* ORDER REASON */
const char *const reason_words[REASONS] = {
    "shots",       "dances",    "his-anchor",   "his-point",    "his-escape",   "my-point",     "my-anchor",
    "my-escape",   "my-hit",    "my-shots",     "my-points",    "duplication",  "few-hit",      "few-anchor",
    "few-escape",  "few-dance", "blots",        "gammons-won",  "gammons-lost", "mostly-lost",  "mostly-won",
    "backgammons", "cashed",    "missed-point", "broken-point", "missed-hit",   "needless-hit", "waste",
    "borne-off",   "market",    "early",        "cash",         "too-good",     "take",         "pass",
    "score",       "last-roll", "close",        "depth",        "chances",      "in-cube",      "few-rolls",
    "third",       "worth",     "beaver"};

/* So little is not worth a word. */
#define CHANCES_MOVE 0.005f
/* A part of an error that is larger than the whole by more is not given as its cost. */
#define PART_MOST 1.3f

/* Files may hold equities alone. */
static bool has_chances(const struct outcome *o)
{
    return isfinite(o->win) && o->win > 0 && o->win <= 1;
}

struct reason reason_of_chances(const struct outcome *played, const struct outcome *best, bool lost, float error)
{
    const float gammons[2] = {lost ? played->lose_gammon : played->win_gammon,
                              lost ? best->lose_gammon : best->win_gammon};
    const bool differ = fabsf(gammons[0] - gammons[1]) >= CHANCES_MOVE;
    return (struct reason){.kind = REASON_CHANCES,
                           .count = {lost, 2 * (best->win - played->win) > PART_MOST * error},
                           .figure = {played->win, best->win, differ ? gammons[0] : 0, differ ? gammons[1] : 0}};
}

void reasons_of_chances(const struct play_analysis *p, struct lesson *out)
{
    *out = (struct lesson){.n = 0};
    if (p->n < 2 || p->played <= 0 || p->played >= p->n || !(p->error > 0))
        return;
    const struct candidate *best = &p->candidates[0], *played = &p->candidates[p->played];
    const struct outcome *a = &played->outcome, *b = &best->outcome;
    if (!candidate_is_comparable(best, played) || !has_chances(a) || !has_chances(b))
        return;
    const float wins = b->win - a->win, won = b->win_gammon - a->win_gammon, less = a->lose_gammon - b->lose_gammon;
    const struct reason f = reason_of_chances(a, b, less > won, p->error);
    if (2 * wins + won + less > CHANCES_MOVE && (f.figure[2] != f.figure[3] || wins >= CHANCES_MOVE))
        out->at[out->n++] = f;
}

/* What doing other than the best costs. */
static float worth_more(const struct cube_analysis *c, int best)
{
    const float doubled = fminf(c->dt, c->dp);
    return best == WORTH_DOUBLE ? doubled - c->nd
           : best == WORTH_ROLL ? c->nd - doubled
           : best == WORTH_PASS ? c->dt - c->dp
                                : c->dp - c->dt;
}

void reasons_of_cube(const struct cube_analysis *c, int best, struct lesson *out)
{
    const struct outcome *o = &c->branch[0].outcome;
    const bool answers = best == WORTH_PASS || best == WORTH_TAKE;
    struct reason f = {.kind = REASON_WORTH, .count = {best}, .figure = {0, 0, worth_more(c, best)}};
    *out = (struct lesson){.n = 0};
    if (!cube_has_equities(c) || !(f.figure[2] > 0))
        return;
    if (best == WORTH_DOUBLE && c->dt > c->dp)
        f = (struct reason){.kind = REASON_CASH, .figure = {c->nd, c->dp}};
    else if (best == WORTH_ROLL && c->dt > c->dp && c->nd > c->dp && has_chances(o))
        f = (struct reason){.kind = REASON_TOO_GOOD, .figure = {c->nd, c->dp, o->win_gammon}};
    else if (has_chances(o)) {
        f.figure[0] = answers ? 1 - o->win : o->win;
        f.figure[1] = o->win_gammon;
    }
    out->at[out->n++] = f;
}

void reasons_of_beaver(const struct cube_analysis *c, struct lesson *out)
{
    const float beavered = cube_beavered(c->dt, &c->raises);
    *out = (struct lesson){.n = 0};
    if (cube_has_equities(c) && beavered > fminf(c->dt, c->dp))
        out->at[out->n++] = (struct reason){.kind = REASON_BEAVER, .figure = {-beavered, -c->dt, -c->dp}};
}
