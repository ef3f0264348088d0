/* Luck marks: see luck.h. How luck itself is measured stands at engine_luck() and in docs/analysis.md, "Luck". */
#include "analyze/luck.h"

#include <math.h>

enum luck_mark luck_mark_of(float luck)
{
    int strength = (fabsf(luck) > LUCK_LIMIT) + (fabsf(luck) > LUCK_LIMIT_VERY);
    return (enum luck_mark)(luck < 0 ? -strength : strength);
}
