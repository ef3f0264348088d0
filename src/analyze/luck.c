/* Luck marks: see luck.h. How luck itself is measured stands at engine_luck() and in docs/analysis.md, "Luck". */
#include "analyze/luck.h"

#include <math.h>
#include <stdio.h>

const float luck_limits[2] = {0.3f, 0.6f};

float luck_found_deeper(float best, float worth)
{
    const float on_average = -0.0018f; /* found in 4,833 rolls of 42 matches; without it everybody would be unlucky */
    return (best - worth - on_average) / 2;
}

bool luck_limits_parse(const char *text, float limit[2])
{
    float a, b;
    int length = -1;
    if (sscanf(text, "%f,%f%n", &a, &b, &length) != 2 || length < 0 || text[length] != '\0')
        return false;
    if (!(a > 0 && b > a && isfinite(b)))
        return false;
    limit[0] = a, limit[1] = b;
    return true;
}

enum luck_mark luck_mark_of(float luck, const float limit[2])
{
    int strength = (fabsf(luck) > limit[0]) + (fabsf(luck) > limit[1]);
    return (enum luck_mark)(luck < 0 ? -strength : strength);
}
