/* Decisions by the time that they took, of one player; see stats_page.h. */
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "document/columns.h"
#include "match/pace.h"
#include "report/stats_page.h"

static const struct column columns[] = {ROW_HEAD(""), FIGURE("PR"), FIGURE("Seconds"), FIGURE("Decisions"),
                                        FIGURE("Difference")};
enum { NAME, PR, TIME, NUMBER, DIFFERENCE, COLUMNS, PR_SCALE = 500, A_SECOND = 1000 };

/* What it took and what it cost are said only where there is a range to say how sure that is. */
static struct number with_range(double value, double half, int decimals)
{
    return (struct number){.value = PR_SCALE * value,
                           .range = isnan(half) ? 0 : PR_SCALE * half,
                           .decimals = decimals,
                           .unit = UNIT_PR,
                           .why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT};
}

static double longest(const struct figures_list *list, size_t from, size_t end)
{
    double full = 1;
    for (size_t i = from; i < end; i++)
        if (list->at[i]->by == BY_TIME)
            full = fmax(full, 1.5 * PR_SCALE * ratio_value(tally_ratio(&list->at[i]->tally, FIGURE_PR)));
    return full;
}

/* How far it is from the others; a dash where nobody knows. */
static void apart_cell(struct draft *b, const struct contrast *c)
{
    const double half = contrast_interval(c);
    struct number apart = with_range(contrast_value(c), half, 2);
    apart.sign = true;
    if (isnan(half))
        cell_text(b, DIFFERENCE, "\xe2\x80\x93");
    else
        cell_ranged(b, DIFFERENCE, apart);
}

/* "4.2", "4.2–7.0" */
static const char *span_words(struct draft *b, const struct figures *f)
{
    const char *from = TR_REAL((double)f->quickest / A_SECOND, 1), *to = TR_REAL((double)f->slowest / A_SECOND, 1);
    const bool same = strcmp(from, to) == 0;
    return draft_string(b, "%s%s%s", from, same ? "" : "\xe2\x80\x93", same ? "" : to);
}

static void row(struct draft *b, const struct figures *f, double full)
{
    const struct ratio *rate = tally_ratio(&f->tally, FIGURE_PR);
    struct number pr = with_range(ratio_value(rate), ratio_interval(rate), 2);
    pr.full = full;
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, NAME, group_words(b, f));
    cell_ranged(b, PR, pr);
    cell_text(b, TIME, span_words(b, f));
    cell_count(b, NUMBER, f->tally.decisions);
    apart_cell(b, &f->apart);
    node_end(b);
}

const char difference_note[] = N_("Difference: from the PR of all other decisions whose time is known. Where its range "
                                  "includes 0, there may be none.");

void time_table(struct draft *b, const struct figures_list *list, size_t from, size_t end, enum role role)
{
    const double full = longest(list, from, end);
    draft_table(b, role, columns, COLUMNS);
    for (size_t i = from; i < end; i++)
        if (list->at[i]->by == BY_TIME)
            row(b, list->at[i], full);
    draft_close(b);
}

void time_notes(struct draft *b)
{
    note(b, ROLE_NOTE, pace_note);
    note(b, ROLE_NOTE, difference_note);
}
