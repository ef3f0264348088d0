/* What to answer; see answered.h. */
#include "analyze/answered.h"

#include <math.h>

#include "analyze/double.h"
#include "analyze/resignation.h"
#include "match/replies.h"

static void add(struct answered *a, const char *name, double equity, double error)
{
    a->at[a->n].name = name, a->at[a->n].equity = equity, a->at[a->n++].error = error;
}

/* `error`: of what a take is worth before any raise. */
static void add_replies(struct answered *a, const struct position *p, float dt, float dp,
                        const struct cube_raises *raises, double error)
{
    struct replies r;
    replies_to(p, dt, dp, raises, &r);
    const double stake = p->offer == OFFER_RACCOON ? 4 : p->offer == OFFER_BEAVER ? 2 : 1;
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        if (i != REPLY_RAISE || r.may_raise)
            add(a, reply_name(p, i), (double)r.equity[i],
                i == REPLY_PASS ? 0 : error * stake * (i == REPLY_RAISE ? 2 : 1));
    a->best = (int)r.best;
}

static void add_resignation(struct answered *a, const struct resignation *r, double error)
{
    add(a, "accept", (double)r->accept, 0);
    add(a, "refuse", (double)r->refuse, error);
    a->best = r->right ? 0 : 1;
}

bool answered_by_look(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                      struct answered *out)
{
    *out = (struct answered){.n = 0};
    if (p->offer == OFFER_RESIGNATION) {
        struct resignation r;
        resignation_judge(e, w, p, l, &r);
        add_resignation(out, &r, 0);
    } else if (position_is_doubled(p)) {
        struct cube_answer c;
        const struct position undoubled = position_undoubled(p);
        const struct level level = level_of_cube(l);
        double_value(e, w, &undoubled, &level, &c);
        add_replies(out, p, c.dt, c.dp, &c.raises, 0);
    }
    return out->n > 0;
}

static const struct rollout_candidate *candidate_of(const struct rollout *r, enum candidate_kind kind)
{
    for (int i = 0; i < r->n; i++)
        if (r->candidates[i].kind == kind)
            return &r->candidates[i];
    return NULL;
}

static bool add_doubled(struct answered *a, const struct rollout *r, const struct position *p)
{
    a->by = candidate_of(r, CANDIDATE_DOUBLE_TAKE);
    a->sign = position_answerer(p) == p->on_roll ? 1 : -1; /* the doubler himself answers a beaver */
    struct cube_answer c = {.nd = NAN};
    rollout_cube(r, &c);
    if (a->by != NULL)
        add_replies(a, p, (float)a->by->now.equity, 1, &c.raises, a->by->now.equity_error);
    return a->by != NULL;
}

/* Playing on at the cube of `p`; the player on roll has rolled, or doubles where that is best. */
static double played_on(struct answered *a, const struct rollout *r, double *error)
{
    struct cube_answer c;
    a->by = &r->candidates[rollout_best(r)];
    *error = a->by->now.equity_error;
    if (!rollout_cube(r, &c))
        return a->by->now.equity;
    if (c.optimal == c.dp)
        *error = 0;
    return (double)c.optimal;
}

static bool add_resigned(struct answered *a, const struct rollout *r, const struct position *p)
{
    const struct position on = position_refused(p);
    struct answered doubled = {.n = 0};
    double refuse, error;
    int who = on.on_roll;
    if (r->n == 0)
        return false;
    if (position_is_doubled(&on) && !add_doubled(&doubled, r, &on))
        return false;
    if (doubled.n > 0) {
        const double cubes = (double)r->position.cube / p->cube;
        refuse = doubled.at[doubled.best].equity * cubes, error = doubled.at[doubled.best].error * cubes;
        a->by = doubled.by, who = position_answerer(&on);
    } else
        refuse = played_on(a, r, &error);
    const double accept = (double)resignation_gives(r->engine, p), mine = who == p->turn ? refuse : -refuse;
    a->sign = on.on_roll == p->turn ? 1 : -1;
    const struct resignation judged = {
        .accept = (float)accept, .refuse = (float)mine, .right = resignation_is_right(accept, mine)};
    add_resignation(a, &judged, error);
    return true;
}

bool answered_by_rollout(const struct rollout *r, const struct position *p, struct answered *out)
{
    *out = (struct answered){.n = 0};
    return p->offer == OFFER_RESIGNATION ? add_resigned(out, r, p) : position_is_doubled(p) && add_doubled(out, r, p);
}
