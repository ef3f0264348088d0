/* A player's rates: by what was decided, in which phase, with which plan, at which score. */
#include <math.h>

#include "base/xmalloc.h"
#include "collection/groups.h"
#include "document/columns.h"
#include "report/career_sheet.h"

/* ---- bars ---- */

static const struct column bar_columns[] = {ROW_HEAD(""), FIGURE("PR"), FIGURE("Same level"), FIGURE("Decisions"),
                                            FIGURE("Cost")};

/* What players of that PR have there. */
static void level_cell(struct sheet *p, int column, int class, const struct ratio *r)
{
    const bool known = class >= 0 && r->units > 0 && !class_is_of_choice(class);
    const double rate = known ? field_rate(p->c->field, class, p->c->study.pr) : (double)NAN;
    cell_ranged(&p->draft, column,
                (struct number){
                    .value = rate, .decimals = 1, .unit = UNIT_PR, .why = isnan(rate) ? ABSENT_NOTHING : ABSENT_NOT});
}

static void bar_row(struct sheet *p, const char *name, int class, const struct ratio *r, double full)
{
    struct draft *b = &p->draft;
    const double cost = sheet_ratio(p, FIGURE_PR)->e;
    struct number rate = sheet_rate(r);
    rate.full = full;
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, 0, name);
    cell_ranged(b, 1, rate);
    level_cell(p, 2, class, r);
    sheet_count(b, 3, r->n);
    cell_ranged(b, 4, (struct number){.value = cost > 0 ? r->e / cost : NAN, .unit = UNIT_SHARE});
    node_end(b);
}

/* The longest bar is the highest rate with what can be seen of its range. */
static double longest(const struct ratio *const *r, size_t n)
{
    double full = 1;
    for (size_t i = 0; i < n; i++) {
        const double value = SHEET_PR_SCALE * ratio_value(r[i]);
        if (!isnan(value))
            full = fmax(full, value + fmin(sheet_interval(r[i], SHEET_PR_SCALE), value));
    }
    return full;
}

static void split(struct sheet *p)
{
    const struct ratio *const rates[] = {sheet_ratio(p, FIGURE_CHECKER_PR), sheet_ratio(p, FIGURE_CUBE_PR)};
    const double full = longest(rates, 2);
    sheet_section(p, ROLE_BARS, "split", "Chequer play against cube", bar_columns, 5);
    bar_row(p, "Chequer play", CLASS_CHEQUER, rates[0], full);
    bar_row(p, "Cube", CLASS_CUBE, rates[1], full);
    sheet_section_end(p);
}

static void group_bars(struct sheet *p, enum stats_by by, const char *anchor, const char *heading)
{
    const struct figures_list *list = &p->c->stats.groups;
    const struct ratio **rates = xcalloc(list->n + 1, sizeof *rates);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->by == by)
            rates[n++] = tally_ratio(&list->at[i]->tally, FIGURE_PR);
    const double full = longest(rates, n);
    sheet_section(p, ROLE_BARS, anchor, heading, bar_columns, 5);
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->by == by && list->at[i]->tally.decisions > 0)
            bar_row(p, list->at[i]->group, class_of_group(by, list->at[i]->group),
                    tally_ratio(&list->at[i]->tally, FIGURE_PR), full);
    sheet_section_end(p);
    xfree(rates);
}

/* What errors of each kind lost, over all decisions: so they add up to the PR. */
static const struct column kind_columns[] = {ROW_HEAD(""), FIGURE("PR lost"), FIGURE("Times"), FIGURE("Cost")};

static void kinds(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct figures_list *list = &p->c->stats.groups;
    const double cost = sheet_ratio(p, FIGURE_PR)->e;
    sheet_section(p, ROLE_BARS, "kinds", "Errors by kind", kind_columns, 4);
    for (size_t i = 0; i < list->n; i++) {
        const struct tallies *t = &list->at[i]->tally;
        if (list->at[i]->by != BY_ERROR_KIND || t->errors == 0)
            continue;
        struct number rate = sheet_rate(tally_ratio(t, FIGURE_PR));
        rate.full = fmax(1, SHEET_PR_SCALE * ratio_value(sheet_ratio(p, FIGURE_PR)));
        node_begin(b, NODE_ROW, ROLE_NONE);
        cell_text(b, 0, list->at[i]->group);
        cell_ranged(b, 1, rate);
        sheet_count(b, 2, t->errors);
        cell_ranged(b, 3,
                    (struct number){.value = cost > 0 ? tally_ratio(t, FIGURE_PR)->e / cost : NAN, .unit = UNIT_SHARE});
        node_end(b);
    }
    sheet_section_end(p);
}

/* ---- the cube ---- */

static const struct column cube_columns[] = {ROW_HEAD("Cube action"), FIGURE("Decisions"),
                                             FIGURE("Errors"),        FIGURE("PR"),
                                             FIGURE("Same level"),    FIGURE("Bold or timid")};

/* A row whose first cells are the group, its decisions, errors and PR. */
static void group_row_begin(struct draft *b, const struct figures *f)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, 0, f->group);
    sheet_count(b, 1, f->tally.decisions);
    sheet_count(b, 2, f->tally.errors);
    cell_ranged(b, 3, sheet_rate(tally_ratio(&f->tally, FIGURE_PR)));
}

static void cube(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct figures_list *list = &p->c->stats.groups;
    sheet_section(p, ROLE_STATISTICS, "cube", "Cube actions", cube_columns, 6);
    for (size_t i = 0; i < list->n; i++) {
        const struct tallies *t = &list->at[i]->tally;
        if (list->at[i]->by != BY_CUBE_ACTION)
            continue;
        const struct ratio *bias = tally_ratio(t, FIGURE_CUBE_BIAS);
        group_row_begin(b, list->at[i]);
        level_cell(p, 4, class_of_group(BY_CUBE_ACTION, list->at[i]->group), tally_ratio(t, FIGURE_PR));
        cell_ranged(b, 5, (struct number){.value = ratio_value(bias), .decimals = 3, .sign = true});
        node_end(b);
    }
    draft_close(b);
    note(b, ROLE_NOTE,
         "Bold or timid: +1 for each error that was too bold (doubled too early, took wrongly, played on where cashing "
         "was right), -1 for each too timid one, over all decisions of the kind.");
    draft_close(b);
}

void sheet_rates(struct sheet *p)
{
    split(p);
    group_bars(p, BY_PHASE, "phases", "Phases of the game");
    group_bars(p, BY_PLAN, "plans", "Plans");
    kinds(p);
    cube(p);
}

/* ---- tables that fold ---- */

static const struct column score_columns[] = {ROW_HEAD("Needs \xe2\x80\x93 opponent needs"),
                                              FIGURE("Decisions"),
                                              FIGURE("Errors"),
                                              FIGURE("PR"),
                                              FIGURE("Chequer"),
                                              FIGURE("Cube")};

static void group_table(struct sheet *p, enum stats_by by, const char *anchor, const char *words)
{
    struct draft *b = &p->draft;
    const struct figures_list *list = &p->c->stats.groups;
    draft_fold(b, 2, anchor);
    put_words(b, words);
    node_end(b);
    draft_ready(b);
    draft_table(b, ROLE_MATCHES, score_columns, 6);
    for (size_t i = 0; i < list->n; i++) {
        const struct tallies *t = &list->at[i]->tally;
        if (list->at[i]->by != by || t->decisions == 0)
            continue;
        group_row_begin(b, list->at[i]);
        cell_ranged(b, 4, sheet_rate(tally_ratio(t, FIGURE_CHECKER_PR)));
        cell_ranged(b, 5, sheet_rate(tally_ratio(t, FIGURE_CUBE_PR)));
        node_end(b);
    }
    sheet_section_end(p);
}

void sheet_scores(struct sheet *p)
{
    group_table(p, BY_OPENING, "replies", "Openings and replies by roll");
    group_table(p, BY_SCORE, "scores", "By score");
}
