/* Who is right; see settle.h. */
#include "analyze/settle.h"

#include <math.h>

#include "base/student.h"
#include "rollout/means.h"
#include "rollout/throws.h"

/* ---- repeated looks ---- */

/* O'Brien and Fleming's limits: at look k of K the difference must be c sqrt(K / k) standard errors from the border.
 * The constants for 5 % in all, both sides: Jennison and Turnbull, Group Sequential Methods, table 2.3. The error is an
 * estimate from few blocks: the same significance is asked of Student's t (ibid., section 3.8). */
static double normal_limit(int look, int looks)
{
    static const double constants[SETTLE_LOOKS + 1] = {0,     1.960, 1.977, 2.004, 2.024,
                                                       2.040, 2.053, 2.063, 2.072, 2.080};
    return constants[looks] * sqrt((double)looks / look);
}

double settle_limit(int look, int looks, int blocks)
{
    return blocks > 1 ? student_t(blocks - 1, erf(normal_limit(look, looks) / sqrt(2))) : (double)INFINITY;
}

/* ---- one disagreement ---- */

/* What is rolled out first: the first's choice; where they agree, a choice that was not played. */
static const struct compared_choice *first_of(const struct compared_decision *d)
{
    return &d->view[!d->elsewhere && choices_are_equal(&d->view[0].best, &d->played)].best;
}

struct dispute {
    const struct settle_setup *setup;
    struct compared_decision *decision;
    double border; /* what the difference is asked to be greater or smaller than */
    int upper; /* which of the two is right if it is greater */
    int step; /* trials from look to look */
};

struct estimate {
    double difference, error;
};

/* The first candidate less the second. */
static struct estimate of_plays(const struct rollout *r)
{
    const struct rollout_estimate *a = &r->candidates[0].now, *b = &r->candidates[1].now;
    return (struct estimate){a->equity - b->equity, fmax(a->behind_error, b->behind_error)};
}

/* EMG for a unit of value: from the estimates, which have both. */
static double emg_per_value(const struct rollout *r)
{
    const struct rollout_estimate *a = &r->candidates[0].now, *b = &r->candidates[1].now;
    const double values = a->mean[FIGURE_VALUE] - b->mean[FIGURE_VALUE];
    return values != 0 ? (a->equity - b->equity) / values : 1;
}

/* No double less double, seen by the doubler. Where take or pass is not clear either, the less certain one counts. */
static struct estimate of_double(const struct rollout *r)
{
    const struct rollout_estimate *nd = &r->candidates[0].now, *dt = &r->candidates[1].now;
    const double both = sums_difference(r, 0, 1).error * emg_per_value(r), alone = nd->equity_error,
                 doubt = fabs(dt->equity - 1);
    const double error = doubt < 2 * dt->equity_error ? fmax(both, alone) : dt->equity < 1 ? both : alone;
    return (struct estimate){nd->equity - fmin(dt->equity, 1), error};
}

/* Taking less passing, seen by who answers; beavering counts as taking. */
static struct estimate of_answer(const struct rollout *r)
{
    const struct rollout_estimate *dt = &r->candidates[1].now;
    return (struct estimate){1 - dt->equity, dt->equity_error};
}

static bool comes_first(const struct compared_choice *c)
{
    return c->action == ACTION_NO_DOUBLE || c->action == ACTION_TAKE || c->action == ACTION_BEAVER;
}

/* What the first's choice is better by; where they choose alike, what was played loses. */
static struct estimate estimate_now(const struct dispute *t, const struct rollout *r)
{
    const struct compared_decision *d = t->decision;
    struct estimate e = d->kind == COMPARED_PLAY     ? of_plays(r)
                        : d->kind == COMPARED_DOUBLE ? of_double(r)
                                                     : of_answer(r);
    if (d->kind != COMPARED_PLAY && !comes_first(first_of(d)))
        e.difference = -e.difference;
    return e;
}

static enum settlement judge(const struct dispute *t, double difference, double sure)
{
    const double beyond = difference - t->border;
    if (fabs(beyond) > sure)
        return (beyond > 0) == (t->upper == 0) ? SETTLED_FIRST : SETTLED_SECOND;
    if (fabs(beyond) + sure < t->setup->even)
        return SETTLED_EVEN;
    return SETTLED_OPEN;
}

static int looks_of(const struct dispute *t)
{
    return (t->setup->options->trials + t->step - 1) / t->step;
}

static void look(const struct dispute *t, const struct rollout *r)
{
    const int at = (r->done + t->step - 1) / t->step, block = throws_block(r->opening);
    const struct estimate e = estimate_now(t, r);
    const double sure = e.error > 0 ? settle_limit(at, looks_of(t), (r->done + block - 1) / block) * e.error : 0;
    const bool known = !isnan(sure);
    t->decision->settled = (struct settled){.how = known ? judge(t, e.difference, sure) : SETTLED_OPEN,
                                            .trials = r->done,
                                            .difference = (float)e.difference,
                                            .error = (float)e.error,
                                            .sure = (float)sure};
}

/* At fixed numbers of trials alone, so that it does not depend on threads. */
static bool is_enough(void *context, const struct rollout *r)
{
    const struct dispute *t = context;
    if (r->done % t->step != 0)
        return false;
    look(t, r);
    return t->decision->settled.how != SETTLED_OPEN;
}

/* Whole rounds between two looks, and no more looks than there are limits for. */
static int step_of(const struct rollout *r, int trials)
{
    const int block = throws_block(r->opening), round = (ROLLOUT_LEAST + block - 1) / block * block;
    int step = round;
    while ((trials + step - 1) / step > SETTLE_LOOKS)
        step += round;
    return step;
}

/* ---- what is rolled out ---- */

/* The two plays: their choices; where these are the same, the choice and the play made. */
static void add_plays(struct rollout *r, const struct compared_decision *d)
{
    const struct compared_choice *first = first_of(d), *second = d->elsewhere ? &d->view[1].best : &d->played;
    rollout_add_play(r, &first->play, &first->after);
    rollout_add_play(r, &second->play, &second->after);
}

static struct dispute dispute_of(const struct settle_setup *s, struct compared_decision *d)
{
    struct dispute t = {.setup = s, .decision = d};
    if (d->elsewhere)
        return t;
    t.border = ((double)d->view[0].lost + (double)d->view[1].lost) / 2;
    t.upper = d->view[1].lost > d->view[0].lost;
    return t;
}

bool settle(const struct settle_setup *s, struct compared_decision *d)
{
    struct dispute t = dispute_of(s, d);
    const struct rollout_hooks hooks = {.enough = is_enough, .context = &t, .cancel = s->cancel};
    const struct position p = d->kind == COMPARED_PLAY ? d->position : position_undoubled(&d->position);
    struct rollout_options o = *s->options;
    struct rollout r;
    bool finished = true;
    if (d->kind != COMPARED_PLAY)
        o.priced_from = 0; /* what the model of the cube has wrong cancels between two plays, not against a pass */
    rollout_begin(&r, s->engine, &p, &o);
    if (d->kind == COMPARED_PLAY)
        add_plays(&r, d);
    t.step = step_of(&r, s->options->trials);
    d->settled = (struct settled){.how = SETTLED_IMPOSSIBLE};
    if (r.n == 2) {
        finished = rollout_run(&r, s->workers, s->n_workers, &hooks);
        if (finished)
            look(&t, &r);
    }
    rollout_end(&r);
    return finished;
}
