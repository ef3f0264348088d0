/* Ratios of sums; see ratio.h. */
#include "collection/ratio.h"

#include <math.h>

#include "match/rates.h"

void ratio_add(struct ratio *r, double e, double n)
{
    if (!(n > 0))
        return;
    r->units++;
    r->e += e;
    r->n += n;
    r->ee += e * e;
    r->en += e * n;
    r->nn += n * n;
}

double ratio_value(const struct ratio *r)
{
    return r->units > 0 ? r->e / r->n : (double)NAN;
}

double ratio_error(const struct ratio *r)
{
    if (r->units < RATIO_LEAST_UNITS)
        return NAN;
    const double rate = r->e / r->n, g = r->units;
    const double residues = r->ee - 2 * rate * r->en + rate * rate * r->nn;
    /* what is left of units that are all alike is rounding */
    return residues > 1e-12 * r->ee ? sqrt(g / (g - 1) * residues) / r->n : 0;
}

double ratio_interval(const struct ratio *r)
{
    return r->units < RATIO_LEAST_UNITS ? (double)NAN : ratio_error(r) * student_t(r->units - 1, 0.95);
}

const char *ratio_grade(const struct ratio *errors)
{
    return grade_of(500 * ratio_value(errors), 500 * ratio_interval(errors), errors->n);
}
