/* Units: see units.h. Money play and matches differ in one straight line, so nobody else needs to ask. */
#include "analyze/units.h"

#include "engine/cube.h"

struct met_score units_score(const struct position *p)
{
    return cube_score(p);
}

double units_mwc(const struct met *met, const struct position *p, int who, double equity)
{
    if (p->length == 0)
        return equity * p->cube;
    struct met_score s = units_score(p);
    return met_mwc(met, &s, who, p->cube, equity);
}

double units_equity(const struct met *met, const struct position *p, int who, double mwc)
{
    if (p->length == 0)
        return mwc / p->cube;
    struct met_score s = units_score(p);
    return met_equity(met, &s, who, p->cube, mwc);
}

double units_per_emg(const struct met *met, const struct position *p, int who)
{
    return (units_mwc(met, p, who, 1) - units_mwc(met, p, who, -1)) / 2;
}
