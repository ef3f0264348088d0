/* Student's t; see student.h. */
#include "base/student.h"

#include <math.h>
#include <stdbool.h>

/* The probability of |t| or less. */
static double within_t(int freedom, double t)
{
    const double angle = atan(t / sqrt(freedom)), c = cos(angle), pi = acos(-1);
    const bool odd = freedom % 2 == 1;
    double term = odd ? c : 1, sum = 0;
    for (int k = odd ? 1 : 0; k <= freedom - 2; k += 2) {
        sum += term;
        term *= c * c * (k + 1) / (k + 2);
    }
    return odd ? 2 / pi * (angle + sin(angle) * sum) : sin(angle) * sum;
}

static double halved(double low, double high, double within, int freedom)
{
    for (int i = 0; i < 80; i++) {
        const double mid = (low + high) / 2;
        if ((freedom > 0 ? within_t(freedom, mid) : erf(mid / sqrt(2))) < within)
            low = mid;
        else
            high = mid;
    }
    return low;
}

enum { SHORT = 200 };

/* A page asks for the same few again and again. */
static double short_t(int freedom, double within)
{
    static _Thread_local struct {
        double within, t;
    } known[SHORT + 1];
    if (known[freedom].within != within) {
        known[freedom].t = halved(0, 1e4, within, freedom);
        known[freedom].within = within;
    }
    return known[freedom].t;
}

double student_t(int freedom, double within)
{
    if (freedom <= SHORT)
        return short_t(freedom, within);
    const double x = halved(0, 40, within, 0), v = freedom, xx = x * x;
    return x + x * (xx + 1) / (4 * v) + x * ((5 * xx + 16) * xx + 3) / (96 * v * v);
}
