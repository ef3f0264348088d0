/* What a double is worth: see double.h. */
#include "analyze/double.h"

#include "analyze/units.h"

/* Equity of the doubled game for the doubler, in cubes before the double. */
static void value_of_useless_double(const struct engine *engine, struct worker *w, const struct position *p,
                                    const struct level *l, struct cube_answer *out)
{
    const struct met *met = engine_met(engine);
    struct position taken = *p;
    struct evaluation e, t;
    taken.cube = 2 * p->cube;
    taken.cube_owner = !p->on_roll;
    engine_eval(engine, w, p, l, &e);
    engine_eval(engine, w, &taken, l, &t);
    double mwc = units_mwc(met, &taken, p->on_roll, t.cubeful);
    out->outcome[0] = e.outcome, out->outcome[1] = t.outcome;
    out->cubeless[0] = out->cubeless[1] = e.cubeless;
    out->nd = e.cubeful;
    out->dt = (float)units_equity(met, p, p->on_roll, mwc);
    out->mwc_nd = (float)units_mwc(met, p, p->on_roll, e.cubeful);
    out->mwc_dt = (float)mwc;
    out->verdict = VERDICT_NEVER_DOUBLE;
    out->plies = level_sure_plies(l);
}

bool double_value(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                  struct cube_answer *out)
{
    bool alive = engine_cube(e, w, p, l, out);
    if (out->verdict == VERDICT_NOTHING_AT_STAKE)
        return false;
    if (!alive)
        value_of_useless_double(e, w, p, l, out);
    out->dp = 1; /* the engine's is rounded */
    return alive;
}
