/* Ratios of sums; see ratio.h. */
#include "match/ratio.h"

#include <math.h>

#include "match/rates.h"

void addend_add(struct addend *to, const struct addend *more)
{
    to->e += more->e;
    to->n += more->n;
}

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

/* The sum of the squares of what units are off their rate. */
static double residues(const struct ratio *r)
{
    const double rate = r->e / r->n;
    return r->ee - 2 * rate * r->en + rate * rate * r->nn;
}

double ratio_error(const struct ratio *r)
{
    if (r->units < RATIO_LEAST_UNITS)
        return NAN;
    const double off = residues(r), g = r->units;
    /* Units that are all alike leave rounding. */
    return off > 1e-12 * r->ee ? sqrt(g / (g - 1) * off) / r->n : 0;
}

double ratio_interval(const struct ratio *r)
{
    return r->units < RATIO_LEAST_UNITS ? (double)NAN : ratio_error(r) * student_t(r->units - 1, 0.95);
}

void contrast_add(struct contrast *c, double e, double n, double other_e, double other_n)
{
    if (!(n > 0) && !(other_n > 0))
        return;
    ratio_add(&c->here, e, n);
    ratio_add(&c->there, other_e, other_n);
    c->units++;
    c->ee += e * other_e;
    c->en += e * other_n;
    c->ne += n * other_e;
    c->nn += n * other_n;
}

double contrast_value(const struct contrast *c)
{
    return ratio_value(&c->here) - ratio_value(&c->there);
}

/* The units' residuals of both, one taken from the other and squared, as in ratio_error(). */
double contrast_interval(const struct contrast *c)
{
    const double a = ratio_value(&c->here), b = ratio_value(&c->there), g = c->units;
    if (c->here.units < RATIO_LEAST_UNITS || c->there.units < RATIO_LEAST_UNITS)
        return NAN;
    const double both = (c->ee - b * c->en - a * c->ne + a * b * c->nn) / (c->here.n * c->there.n);
    const double sum =
        residues(&c->here) / (c->here.n * c->here.n) + residues(&c->there) / (c->there.n * c->there.n) - 2 * both;
    return sqrt(fmax(g / (g - 1) * sum, 0)) * student_t(c->units - 1, 0.95);
}

const char *ratio_grade(const struct ratio *errors)
{
    return grade_of(500 * ratio_value(errors), 500 * ratio_interval(errors), errors->n);
}
