/* The page about a player: strengths, how they have changed, where equity is lost. */
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "match/rates.h"
#include "report/career_curve.h"
#include "report/career_sheet.h"
#include "report/career_page.h"
#include "report/stats_page.h"

/* ---- head ---- */

static struct number per_cent(const struct ratio *r)
{
    return (struct number){.value = ratio_value(r),
                           .range = sheet_interval(r, 1),
                           .decimals = 1,
                           .unit = UNIT_MWC,
                           .sign = true,
                           .why = r->units > 0 ? ABSENT_NOT : ABSENT_NOTHING};
}

static void figure(struct draft *b, const char *name, struct number n, const char *small)
{
    fact_begin(b, name);
    put_ranged(b, n);
    if (small != NULL) {
        node_begin(b, NODE_SPAN, ROLE_SMALL);
        put_words(b, " ");
        put_text(b, tr(small));
        node_end(b);
    }
    node_end(b);
}

/* A match is in the half of the dated decisions that the middle of it is in: was the level another one? */
static void halves(struct sheet *p)
{
    struct ratio half[2] = {{0}, {0}};
    double dated = 0, before = 0;
    for (size_t i = 0; i < p->c->n_matches; i++)
        dated += p->c->match[i].date != NULL ? p->c->match[i].own.n : 0;
    for (size_t i = 0; i < p->c->n_matches; i++) {
        const struct career_match *m = &p->c->match[i];
        if (m->date == NULL)
            continue;
        ratio_add(&half[2 * before + m->own.n > dated], m->own.e, m->own.n);
        before += m->own.n;
    }
    const double range = SHEET_PR_SCALE * hypot(ratio_interval(&half[0]), ratio_interval(&half[1]));
    const double step = SHEET_PR_SCALE * (ratio_value(&half[1]) - ratio_value(&half[0]));
    if (isnan(range) || isnan(step))
        return;
    figure(&p->draft, "Trend, second half against first",
           (struct number){.value = step, .range = range, .decimals = 2, .unit = UNIT_PR, .sign = true},
           fabs(step) <= range ? N_("within chance")
           : step < 0          ? "better"
                               : "worse");
}

static void won_and_lost(struct sheet *p)
{
    int score[2] = {0, 0};
    for (size_t i = 0; i < p->c->n_matches; i++)
        if (p->c->match[i].won >= 0)
            score[p->c->match[i].won == 0]++;
    if (score[0] + score[1] == 0)
        return;
    fact_begin(&p->draft, "Won \xe2\x80\x93 lost");
    put_score(&p->draft, score);
    node_end(&p->draft);
}

/* How hard the decisions were, where that is certain. */
static void same_decisions(struct sheet *p)
{
    const struct difficulty_range same =
        difficulty_range(&p->all->tally.difficulty, SHEET_PR_SCALE * ratio_value(sheet_ratio(p, FIGURE_PR)));
    if (same.harder == 0)
        return;
    figure(&p->draft, "Same decisions, players of that PR",
           (struct number){.value = same.pr, .decimals = 2, .unit = UNIT_PR},
           draft_fill(&p->draft,
                      same.harder > 0 ? N_("{0} to {1}: harder than average") : N_("{0} to {1}: easier than average"),
                      TR_REAL(same.low, 2), TR_REAL(same.high, 2)));
}

/* NULL where nothing is known about the range. */
static const char *bias_word(const struct ratio *r)
{
    const double bias = ratio_value(r);
    const double range = ratio_interval(r);
    return isnan(range) ? NULL : fabs(bias) <= range ? N_("balanced") : bias > 0 ? N_("too bold") : N_("too timid");
}

void sheet_figures(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct ratio *bias = sheet_ratio(p, FIGURE_CUBE_BIAS);
    const struct ratio *pr = sheet_ratio(p, FIGURE_PR);
    node_begin(b, NODE_FACTS, ROLE_FIGURES);
    figure(b, "PR", sheet_rate(pr), ratio_grade(pr));
    won_and_lost(p);
    halves(p);
    same_decisions(p);
    if (sheet_ratio(p, FIGURE_LUCK)->units > 0)
        figure(b, "Net luck a match", per_cent(sheet_ratio(p, FIGURE_LUCK)), NULL);
    if (sheet_ratio(p, FIGURE_ADJUSTED)->units > 0)
        figure(b, "Result less luck", per_cent(sheet_ratio(p, FIGURE_ADJUSTED)), NULL);
    if (bias->units > 0)
        figure(
            b, "Cube bias",
            (struct number){.value = ratio_value(bias), .range = sheet_interval(bias, 1), .decimals = 2, .sign = true},
            bias_word(bias));
    node_end(b);
}

static void years(struct sheet *p)
{
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < p->c->n_matches; i++)
        if (p->c->match[i].date != NULL) {
            first = first == NULL ? p->c->match[i].date : first;
            last = p->c->match[i].date;
        }
    if (first == NULL)
        return;
    put_words(&p->draft, " \xc2\xb7 ");
    put_date(&p->draft, first);
    if (strcmp(first, last) != 0) {
        put_words(&p->draft, " to ");
        put_date(&p->draft, last);
    }
}

static void title(struct sheet *p)
{
    heading_begin(&p->draft, 1);
    put_name(&p->draft, NOBODY, p->c->name);
    node_end(&p->draft);
}

static void contents(struct sheet *p, const char *anchor, const char *word)
{
    link_begin(&p->draft, NULL, anchor);
    put_words(&p->draft, word);
    node_end(&p->draft);
}

static void head(struct sheet *p)
{
    struct draft *b = &p->draft;
    draft_open(b, NODE_SECTION, ROLE_HEAD, NULL)->level = 1;
    node_begin(b, NODE_NAV, ROLE_TRAIL);
    link_begin(b, "../index.html", NULL);
    put_words(b, "All matches");
    node_end(b);
    node_end(b);
    title(p);
    draft_ready(b);
    node_begin(b, NODE_PARAGRAPH, ROLE_BRIEF);
    put_counted(b, "{0} match", "{0} matches", p->all->tally.matches);
    put_counted(b, " \xc2\xb7 {0} decision", " \xc2\xb7 {0} decisions", p->all->tally.decisions);
    years(p);
    node_end(b);
    sheet_figures(p);
    draft_close(b);
    node_begin(b, NODE_NAV, ROLE_CONTENTS);
    contents(p, "study", "Study");
    contents(p, "trend", "Trend");
    contents(p, "split", "Chequers and cube");
    contents(p, "phases", "Phases");
    contents(p, "errors", "Errors");
    contents(p, "opponents", "Opponents");
    contents(p, "openings", "Openings");
    contents(p, "matches", "Matches");
    node_end(b);
}

/* ---- over time ---- */

/* What has no date of its own is said. */
static void undated(struct sheet *p)
{
    struct draft *b = &p->draft;
    long guessed = 0, unknown = 0;
    for (size_t i = 0; i < p->c->n_matches; i++) {
        guessed += p->c->match[i].date == NULL && p->c->match[i].day != NULL;
        unknown += p->c->match[i].day == NULL;
    }
    if (guessed + unknown == 0)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_counted(b, "{0} match has no date. ", "{0} matches have no date. ", guessed + unknown);
    if (guessed > 0) {
        put_counted(b, "{0} is dated by the name or the time of its file (\xe2\x89\x88). ",
                    "{0} are dated by the names or the times of their files (\xe2\x89\x88). ", guessed);
    }
    if (unknown > 0) {
        put_counted(b, "{0} is not in the curve. ", "{0} are not in the curve. ", unknown);
    }
    put_words(b, "kibitzer db set --date says when a match was played.");
    node_end(b);
}

static void trend_plot(struct sheet *p, const struct career_curve *v, enum role role, const char *table)
{
    struct node *n = node_begin(&p->draft, NODE_PLOT, role);
    n->plot.series = &v->series;
    n->plot.n_series = 1;
    n->plot.n = v->n;
    n->plot.dots = v->dots;
    n->plot.n_dots = v->n_dots;
    n->plot.ticks = v->ticks;
    n->plot.n_ticks = v->n_ticks;
    n->plot.table = table;
}

void sheet_trend(struct sheet *p)
{
    struct draft *b = &p->draft;
    struct career_curve *v = career_curve_new(p->c, p->up, p->extension);
    draft_section(b, ROLE_PROGRESS, 2, "trend", "PR over time");
    if (v->n_dots < 2) {
        note(b, ROLE_NOTE, "There are fewer than two days with matches.");
    } else {
        trend_plot(p, v, ROLE_PROGRESS, "matches");
        node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
        put_counted(b, "Line and band: the last {0} decisions (whole matches) with the 95% range. ", NULL,
                    CAREER_WINDOW);
        put_words(b, v->of_matches  ? "Each dot is a match with its own range, hollow where it was lost. "
                     : v->of_months ? N_("Each dot is a month with its range. ")
                                    : N_("Each dot is a year with its range. "));
        put_words(b, "Lower is better; fewer than a thousand decisions say little.");
        node_end(b);
        node_end(b);
    }
    undated(p);
    draft_close(b);
    career_curve_free(v);
}

/* ---- the page ---- */

void sheet_legend(struct sheet *p)
{
    struct draft *b = &p->draft;
    struct strbuf out = {0};
    draft_section(b, ROLE_LEGEND, 2, "legend", "How to read it");
    note(b, ROLE_NOTE,
         "PR: 500 times what was lost over the decisions that count, sums over sums. The range behind a figure holds "
         "95%, from how matches scatter (games, of a single match); it is left out below three. It does not hold the "
         "evaluator's own errors.");
    note(b, ROLE_NOTE, level_note);
    note(b, ROLE_NOTE,
         "Net luck: one's own less the opponent's, in winning chances of the match; result less luck is what would be "
         "left "
         "with even dice. Matches that were not finished are in neither.");
    left_out_text(&p->c->stats.left_out, &out);
    quote(b, out.length > 0 ? strbuf_text(&out) : NULL);
    draft_close(b);
    strbuf_done(&out);
}

static void sections(struct sheet *p)
{
    head(p);
    study_section(&p->draft, p->study);
    sheet_trend(p);
    sheet_rates(p);
    sheet_luck(p);
    sheet_errors(p);
    sheet_opponents(p);
    sheet_openings(p);
    sheet_scores(p);
    sheet_matches(p);
    sheet_legend(p);
}

/* ---- in brief ---- */

void career_section(const struct career *c, const char *extension, struct node_receiver *to)
{
    char file[PAGE_NAME_ROOM];
    struct sheet p = {.c = c, .all = c->stats.players.n > 0 ? c->stats.players.at[0] : NULL, .extension = extension};
    struct draft *b = &p.draft;
    if (p.all == NULL)
        return;
    p.up = "";
    career_page_name(c->name, file);
    draft_begin(b, NULL, to);
    draft_section(b, ROLE_STATISTICS, 2, "you", "You");
    node_begin(b, NODE_PARAGRAPH, ROLE_BRIEF);
    link_begin(b, draft_string(b, "players/%s.html", file), NULL);
    put_text(b, c->name);
    node_end(b);
    put_counted(b, " \xc2\xb7 {0} match", " \xc2\xb7 {0} matches", p.all->tally.matches);
    node_end(b);
    sheet_figures(&p);
    struct career_curve *v = career_curve_new(c, p.up, extension);
    if (v->n_dots >= 2) {
        trend_plot(&p, v, ROLE_SMALL, "matches");
        node_end(b);
    }
    career_curve_free(v);
    draft_close(b);
    sheet_newest(&p);
    draft_end(b);
}

void career_page(const struct career *c, const char *extension, const struct study_sheet *study,
                 struct node_receiver *to)
{
    struct study_sheet own = *study;
    struct sheet p = {
        .c = c, .all = c->stats.players.n > 0 ? c->stats.players.at[0] : NULL, .extension = extension, .study = &own};
    own.name = c->name;
    own.study = &c->study;
    own.folds = true;
    if (p.all == NULL)
        return;
    p.up = "../";
    draft_begin(&p.draft, NULL, to);
    draft_open(&p.draft, NODE_DOCUMENT, ROLE_PERSON, NULL);
    title(&p);
    draft_ready(&p.draft);
    sections(&p);
    draft_close(&p.draft);
    draft_end(&p.draft);
}
