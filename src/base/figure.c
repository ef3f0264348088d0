/* Signed figures; see figure.h. */
#include "base/figure.h"

#include <stdio.h>
#include <string.h>

const char *figure_signed(struct signed_figure *f, double value, int decimals)
{
    snprintf(f->text, sizeof f->text, "%+.*f", decimals, value);
    const char *digits = f->text + 1;
    return digits[strspn(digits, "0.")] == '\0' ? digits : f->text;
}
