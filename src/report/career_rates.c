/* A player's rates: by what was decided, in which phase, with which plan, at which score. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "base/language.h"
#include "collection/groups.h"
#include "document/columns.h"
#include "report/career_sheet.h"
#include "report/stats_page.h"

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
    cell_begin(b, 0);
    put_words(b, name);
    node_end(b);
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
    bar_row(p, N_("Chequer play"), CLASS_CHEQUER, rates[0], full);
    bar_row(p, "Cube", CLASS_CUBE, rates[1], full);
    sheet_section_end(p);
}

/* The costliest first, of equal ones in their own order. */
static int by_cost(const void *a, const void *b)
{
    const struct figures *x = *(const struct figures *const *)a, *y = *(const struct figures *const *)b;
    const double more = tally_ratio(&y->tally, FIGURE_PR)->e - tally_ratio(&x->tally, FIGURE_PR)->e;
    return more != 0 ? (more > 0 ? 1 : -1) : strcmp(x->order, y->order);
}

/* Phases in the order of a game, plans, which have none, as themes are: the costliest first. */
static void group_bars(struct sheet *p, enum stats_by by, const char *anchor, const char *heading)
{
    const struct figures_list *list = &p->c->stats.groups;
    const struct figures **found = xcalloc(list->n + 1, sizeof *found);
    const struct ratio **rates = xcalloc(list->n + 1, sizeof *rates);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->by == by && list->at[i]->tally.decisions > 0)
            found[n++] = list->at[i];
    if (by == BY_PLAN && n > 0)
        qsort(found, n, sizeof *found, by_cost);
    for (size_t i = 0; i < n; i++)
        rates[i] = tally_ratio(&found[i]->tally, FIGURE_PR);
    const double full = longest(rates, n);
    sheet_section(p, ROLE_BARS, anchor, heading, bar_columns, 5);
    for (size_t i = 0; i < n; i++)
        bar_row(p, found[i]->group, class_of_group(by, found[i]->group), rates[i], full);
    sheet_section_end(p);
    xfree(rates);
    xfree(found);
}

/* What errors of each kind lost, over all decisions. Kinds add up to the PR, themes do not. */
static const struct column kind_columns[] = {ROW_HEAD(""), FIGURE("PR lost"), FIGURE("Times"), FIGURE("Cost")};

static const char *theme_words_of(const char *name)
{
    for (int t = 0; t < THEMES; t++)
        if (strcmp(name, theme_name((enum decision_theme)t)) == 0)
            return theme_words((enum decision_theme)t);
    return name;
}

static void cost_row(struct sheet *p, const struct figures *f)
{
    struct draft *b = &p->draft;
    const struct ratio *all = sheet_ratio(p, FIGURE_PR);
    const bool theme = f->by == BY_THEME;
    const double lost = tally_ratio(&f->tally, FIGURE_PR)->e;
    struct number rate = sheet_rate(tally_ratio(&f->tally, FIGURE_PR));
    if (theme) /* whose tallies are over decisions with that theme alone */
        rate = (struct number){.value = SHEET_PR_SCALE * lost / all->n, .decimals = 2, .unit = UNIT_PR};
    rate.full = fmax(1, SHEET_PR_SCALE * ratio_value(all));
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, 0, tr(theme ? theme_words_of(f->group) : f->group));
    cell_ranged(b, 1, rate);
    sheet_count(b, 2, f->tally.errors);
    cell_ranged(b, 3, (struct number){.value = lost / all->e, .unit = UNIT_SHARE});
    node_end(b);
}

static const struct figures **costly_groups(struct sheet *p, enum stats_by by, double least, size_t *n)
{
    const struct figures_list *list = &p->c->stats.groups;
    const struct figures **found = xcalloc(list->n + 1, sizeof *found);
    const double all = sheet_ratio(p, FIGURE_PR)->e;
    for (size_t i = *n = 0; all > 0 && i < list->n; i++) {
        const struct tallies *t = &list->at[i]->tally;
        if (list->at[i]->by == by && t->errors > 0 && tally_ratio(t, FIGURE_PR)->e >= least * all)
            found[(*n)++] = list->at[i];
    }
    if (*n > 0)
        qsort(found, *n, sizeof *found, by_cost);
    return found;
}

static void kinds(struct sheet *p)
{
    size_t n;
    const struct figures **found = costly_groups(p, BY_ERROR_KIND, 0, &n);
    sheet_section(p, ROLE_BARS, "kinds", N_("Errors by kind"), kind_columns, 4);
    for (size_t i = 0; i < n; i++)
        cost_row(p, found[i]);
    draft_close(&p->draft);
    note(&p->draft, ROLE_NOTE, "All decisions that lost anything, however little.");
    draft_close(&p->draft);
    xfree(found);
}

/* The costliest in sight, the others folded. */
static void themes(struct sheet *p)
{
    enum { SHOWN = 12 };
    struct draft *b = &p->draft;
    size_t n;
    const struct figures **found = costly_groups(p, BY_THEME, 0.04, &n);
    sheet_section(p, ROLE_BARS, "themes", N_("Cost by theme"), kind_columns, 4);
    for (size_t i = 0; i < n && i < SHOWN; i++)
        cost_row(p, found[i]);
    draft_close(b);
    note(b, ROLE_NOTE, "All decisions that lost anything; one may have several themes.");
    if (n > SHOWN) {
        draft_fold(b, 3, NULL);
        put_counted(b, "{0} other theme", "{0} other themes", (long)(n - SHOWN));
        node_end(b);
        draft_ready(b);
        draft_table(b, ROLE_BARS, kind_columns, 4);
        for (size_t i = SHOWN; i < n; i++)
            cost_row(p, found[i]);
        sheet_section_end(p);
    }
    draft_close(b);
    xfree(found);
}

/* ---- errors by size ---- */

static const struct column size_columns[] = {ROW_HEAD("EMG"), FIGURE("Errors"), FIGURE("Cost")};

static void sizes(struct sheet *p)
{
    struct draft *b = &p->draft;
    double most = 1, lost = 0, from = CAREER_SMALLEST;
    long n = 0;
    for (int i = 0; i < CAREER_SIZES; i++) {
        n += p->c->size[i].n;
        most = fmax(most, p->c->size[i].n);
        lost += p->c->size[i].lost;
    }
    sheet_section(p, ROLE_BARS, "sizes", "Errors by size", size_columns, 3);
    for (int i = 0; i < CAREER_SIZES; i++, from *= 2) {
        node_begin(b, NODE_ROW, ROLE_NONE);
        cell_text(b, 0,
                  i + 1 < CAREER_SIZES ? draft_fill(b, N_("{0} to {1}"), TR_REAL(from, 2), TR_REAL(2 * from, 2))
                                       : draft_fill(b, N_("{0} or more"), TR_REAL(from, 2)));
        cell_ranged(b, 1, (struct number){.value = p->c->size[i].n, .full = most});
        cell_ranged(b, 2, (struct number){.value = lost > 0 ? p->c->size[i].lost / lost : NAN, .unit = UNIT_SHARE});
        node_end(b);
    }
    draft_close(b);
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b, "{0} error of {1} EMG or more; what lost less is left out.",
                "{0} errors of {1} EMG or more; what lost less is left out.", n);
    put_count(b, n);
    put_number(b, (struct number){.value = CAREER_SMALLEST, .decimals = 2});
    node_end(b);
    node_end(b);
    draft_close(b);
}

/* ---- the cube ---- */

static const struct column cube_columns[] = {ROW_HEAD("Cube action"), FIGURE("Decisions"),
                                             FIGURE("Errors"),        FIGURE("PR"),
                                             FIGURE("Same level"),    FIGURE("Bold or timid")};

/* A row whose first cells are the group, its decisions, errors and PR. */
static void group_row_begin(struct draft *b, const struct figures *f)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, 0, group_words(b, f));
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

/* Where matches have times. */
static void by_time(struct sheet *p)
{
    const struct figures_list *list = &p->c->stats.groups;
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += list->at[i]->by == BY_TIME;
    if (n == 0)
        return;
    draft_section(&p->draft, ROLE_BARS, 2, "time", C_("taken by decisions", "Time"));
    time_table(&p->draft, list, 0, list->n, ROLE_BARS);
    time_notes(&p->draft);
    draft_close(&p->draft);
}

void sheet_rates(struct sheet *p)
{
    split(p);
    group_bars(p, BY_PHASE, "phases", N_("Phases of the game"));
    group_bars(p, BY_PLAN, "plans", N_("Plans"));
    kinds(p);
    sizes(p);
    themes(p);
    by_time(p);
    cube(p);
}

/* ---- tables that fold ---- */

enum { GROUP_COLUMNS = 6 };
#define GROUPS(head)                                                                                                   \
    {                                                                                                                  \
        ROW_HEAD(head), FIGURE("Decisions"), FIGURE("Errors"), FIGURE("PR"), FIGURE("Chequer"), FIGURE("Cube")         \
    }
static const struct column score_columns[GROUP_COLUMNS] = GROUPS(N_("Needs \xe2\x80\x93 opponent needs"));
static const struct column reply_columns[GROUP_COLUMNS] = GROUPS(N_("Opening or reply, roll"));

static void group_table(struct sheet *p, enum stats_by by, const char *anchor, const char *words,
                        const struct column columns[GROUP_COLUMNS])
{
    struct draft *b = &p->draft;
    const struct figures_list *list = &p->c->stats.groups;
    draft_fold(b, 2, anchor);
    put_words(b, words);
    node_end(b);
    draft_ready(b);
    draft_table(b, ROLE_MATCHES, columns, GROUP_COLUMNS);
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
    group_table(p, BY_OPENING, "replies", N_("Openings and replies by roll"), reply_columns);
    group_table(p, BY_SCORE, "scores", N_("By score"), score_columns);
}
