/* Tables of cube decisions; see cube_table.h. */
#include "base/language.h"
#include "match/cube_table.h"

#include <math.h>
#include <string.h>

enum { ROW_ND, ROW_DT, ROW_DP };

/* Best action first: gnubg's order by family of verdicts. */
static void row_order(enum cube_verdict v, int order[3])
{
    static const int no_double[3] = {ROW_ND, ROW_DP, ROW_DT}, take[3] = {ROW_DT, ROW_DP, ROW_ND},
                     pass[3] = {ROW_DP, ROW_DT, ROW_ND}, too_good[3] = {ROW_ND, ROW_DT, ROW_DP};
    const int *from = no_double;
    switch (v) {
    case VERDICT_DOUBLE_TAKE:
    case VERDICT_DOUBLE_BEAVER:
    case VERDICT_OPTIONAL_TAKE:
    case VERDICT_OPTIONAL_BEAVER:
        from = take;
        break;
    case VERDICT_DOUBLE_PASS:
    case VERDICT_OPTIONAL_PASS:
        from = pass;
        break;
    case VERDICT_TOO_GOOD_TAKE:
    case VERDICT_TOO_GOOD_PASS:
        from = too_good;
        break;
    default:
        break;
    }
    memcpy(order, from, 3 * sizeof *order);
}

/* Share of wrong answers that would justify the other action; docs/formats/html.md gives the two formulas. */
static float break_even(const float equity[3], enum cube_verdict v)
{
    float p = NAN;
    if (v == VERDICT_NO_DOUBLE_TAKE || v == VERDICT_NO_DOUBLE_BEAVER)
        p = (equity[ROW_ND] - equity[ROW_DT]) / (equity[ROW_DP] - equity[ROW_DT]);
    else if (v == VERDICT_TOO_GOOD_PASS)
        p = (equity[ROW_ND] - equity[ROW_DP]) / (equity[ROW_DT] - equity[ROW_DP]);
    return p > 0 && p < 1 ? p : NAN;
}

/* A wrong answer is the opponent's loss; what is answered rightly is the doubler's. */
static struct cube_row row_of(const float equity[3], int row)
{
    const float nd = equity[ROW_ND], doubled = fminf(equity[ROW_DT], equity[ROW_DP]);
    if (row == ROW_ND)
        return (struct cube_row){.equity = nd, .loss = doubled - nd};
    if (equity[row] > doubled)
        return (struct cube_row){.equity = equity[row], .loss = equity[row] - doubled, .opponents = true};
    return (struct cube_row){.equity = equity[row], .loss = nd - equity[row]};
}

const char *cube_label(int row, bool redouble)
{
    static const char *const labels[2][3] = {{N_("No double"), N_("Double, take"), N_("Double, pass")},
                                             {N_("No redouble"), N_("Redouble, take"), N_("Redouble, pass")}};
    return labels[redouble][row];
}

void cube_table_of(const float equity[3], enum cube_verdict verdict, bool redouble, struct cube_table *out)
{
    row_order(verdict, out->merit);
    for (int i = 0; i < 3; i++) {
        out->row[i] = row_of(equity, i);
        out->row[i].label = cube_label(i, redouble);
        out->row[i].loss = i == out->merit[0] ? NAN : fmaxf(out->row[i].loss, 0); /* 0: an optional double */
    }
    out->verdict = verdict_text(verdict, redouble);
    out->percent = break_even(equity, verdict);
}
