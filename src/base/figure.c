/* Signed figures; see figure.h. */
#include "base/figure.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"

const char *figure_signed(struct signed_figure *f, double value, int decimals)
{
    struct tr_figure figure;
    snprintf(f->text, sizeof f->text, "%+.*f", decimals, value);
    const bool zero = f->text[1 + strspn(f->text + 1, "0.")] == '\0';
    snprintf(f->text, sizeof f->text, "%s", tr_format(&figure, zero ? "%.*f" : "%+.*f", decimals, zero ? 0 : value));
    return f->text;
}
