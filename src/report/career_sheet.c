/* Figures and tables as all sections of a player's page write them. */
#include "report/career_sheet.h"

#include <math.h>

double sheet_interval(const struct ratio *r, double scale)
{
    const double range = scale * ratio_interval(r);
    return isnan(range) ? 0 : range;
}

struct number sheet_rate(const struct ratio *r)
{
    return (struct number){.value = SHEET_PR_SCALE * ratio_value(r),
                           .range = sheet_interval(r, SHEET_PR_SCALE),
                           .decimals = 2,
                           .unit = UNIT_PR,
                           .why = r->units > 0 ? ABSENT_NOT : ABSENT_NOTHING};
}

const struct ratio *sheet_ratio(const struct sheet *p, enum figure f)
{
    return tally_ratio(&p->all->tally, f);
}

/* ---- tables ---- */

void sheet_section(struct sheet *p, enum role role, const char *anchor, const char *words, const struct column *columns,
                   int n)
{
    draft_section(&p->draft, role, 2, anchor, words);
    draft_table(&p->draft, role, columns, n);
}

void sheet_section_end(struct sheet *p)
{
    draft_close(&p->draft);
    draft_close(&p->draft);
}

void sheet_count(struct draft *b, int column, double n)
{
    cell_begin(b, column);
    put_number(b, (struct number){.value = n});
    node_end(b);
}
