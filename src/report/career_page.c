/* The page about a player: strengths, how they have changed, where equity is lost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "report/career_curve.h"
#include "collection/groups.h"
#include "match/notation.h"
#include "match/posid.h"
#include "match/rates.h"
#include "document/columns.h"
#include "document/draft.h"
#include "report/study_section.h"

enum { MATCHES_SHOWN = 500, OPPONENTS_SHOWN = 200, SCORES_LEAST = 20 };

struct sheet {
    struct draft draft;
    const struct career *c;
    const struct figures *all;
    const char *extension; /* of the reports of matches */
    const char *up; /* the way to them: "../", or "" */
    const struct study_sheet *study;
};

/* ---- figures ---- */

static const double pr_scale = 500;

static double interval_of(const struct ratio *r, double scale)
{
    const double range = scale * ratio_interval(r);
    return isnan(range) ? 0 : range;
}

static struct number rate_of(const struct ratio *r)
{
    return (struct number){.value = pr_scale * ratio_value(r),
                           .range = interval_of(r, pr_scale),
                           .decimals = 2,
                           .unit = UNIT_PR,
                           .why = r->units > 0 ? ABSENT_NOT : ABSENT_NOTHING};
}

static struct number per_cent(const struct ratio *r)
{
    return (struct number){.value = ratio_value(r),
                           .range = interval_of(r, 1),
                           .decimals = 1,
                           .unit = UNIT_MWC,
                           .sign = true,
                           .why = r->units > 0 ? ABSENT_NOT : ABSENT_NOTHING};
}

static const struct ratio *whole(const struct sheet *p, enum figure f)
{
    return tally_ratio(&p->all->tally, f);
}

/* ---- head ---- */

static void figure(struct draft *b, const char *name, struct number n, const char *small)
{
    fact_begin(b, name);
    put_ranged(b, n);
    if (small != NULL) {
        node_begin(b, NODE_SPAN, ROLE_SMALL);
        put_words(b, " ");
        put_text(b, small);
        node_end(b);
    }
    node_end(b);
}

/* Half of the decisions lie before, half after: was it another level? */
static void halves(struct sheet *p)
{
    struct ratio half[2] = {{0}, {0}};
    double seen = 0;
    for (size_t i = 0; i < p->c->n_matches; i++) {
        const struct career_match *m = &p->c->match[i];
        if (m->date == NULL)
            continue;
        ratio_add(&half[seen >= p->all->tally.decisions / 2.0], m->own.e, m->own.n);
        seen += m->own.n;
    }
    const double range = pr_scale * hypot(ratio_interval(&half[0]), ratio_interval(&half[1]));
    const double step = pr_scale * (ratio_value(&half[1]) - ratio_value(&half[0]));
    if (isnan(range) || isnan(step))
        return;
    figure(&p->draft, "First to second half",
           (struct number){.value = step, .range = range, .decimals = 2, .unit = UNIT_PR, .sign = true},
           fabs(step) <= range ? "within chance"
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

static const char *bias_word(const struct ratio *r)
{
    const double bias = ratio_value(r);
    return fabs(bias) <= interval_of(r, 1) || bias == 0 ? "balanced" : bias > 0 ? "too bold" : "too timid";
}

static void figures(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct ratio *bias = whole(p, FIGURE_CUBE_BIAS);
    const struct ratio *pr = whole(p, FIGURE_PR);
    const char *grade = grade_of(pr_scale * ratio_value(pr), pr_scale * ratio_interval(pr));
    node_begin(b, NODE_FACTS, ROLE_FIGURES);
    figure(b, "PR", rate_of(pr), grade);
    won_and_lost(p);
    halves(p);
    if (whole(p, FIGURE_LUCK)->units > 0)
        figure(b, "Luck a match", per_cent(whole(p, FIGURE_LUCK)), NULL);
    if (whole(p, FIGURE_ADJUSTED)->units > 0)
        figure(b, "Result less luck", per_cent(whole(p, FIGURE_ADJUSTED)), NULL);
    if (bias->units > 0)
        figure(b, "Cube bias",
               (struct number){.value = ratio_value(bias), .range = interval_of(bias, 1), .decimals = 2, .sign = true},
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
    words_begin(b, "{0} match", "{0} matches", p->all->tally.matches);
    put_count(b, p->all->tally.matches);
    node_end(b);
    words_begin(b, " \xc2\xb7 {0} decision", " \xc2\xb7 {0} decisions", p->all->tally.decisions);
    put_count(b, p->all->tally.decisions);
    node_end(b);
    years(p);
    node_end(b);
    figures(p);
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
    words_begin(b, "{0} match has no date. ", "{0} matches have no date. ", guessed + unknown);
    put_count(b, guessed + unknown);
    node_end(b);
    if (guessed > 0) {
        words_begin(b, "{0} stands where the name or the time of its file puts it (\xe2\x89\x88). ",
                    "{0} stand where the names or the times of their files put them (\xe2\x89\x88). ", guessed);
        put_count(b, guessed);
        node_end(b);
    }
    if (unknown > 0) {
        words_begin(b, "{0} is not in the curve. ", "{0} are not in the curve. ", unknown);
        put_count(b, unknown);
        node_end(b);
    }
    put_words(b, "kibitzer db set --date says when a match was played.");
    node_end(b);
}

static void trend(struct sheet *p)
{
    struct draft *b = &p->draft;
    struct career_curve *v = career_curve_new(p->c, p->extension);
    draft_section(b, ROLE_PROGRESS, 2, "trend", "PR over time");
    if (v->n_dots < 2) {
        note(b, ROLE_NOTE, "There are fewer than two days with matches.");
    } else {
        struct node *n = node_begin(b, NODE_CURVE, ROLE_PROGRESS);
        n->curve.series = &v->series;
        n->curve.n_series = 1;
        n->curve.n = v->n;
        n->curve.dots = v->dots;
        n->curve.n_dots = v->n_dots;
        n->curve.ticks = v->ticks;
        n->curve.n_ticks = v->n_ticks;
        node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
        words_begin(b, "Line and band: the last {0} decisions (whole matches) with the 95% range. ", NULL, 0);
        put_count(b, CAREER_WINDOW);
        node_end(b);
        put_words(b, v->of_matches  ? "Each dot is a match with its own range, hollow where it was lost. "
                     : v->of_months ? "Each dot is a month with its range. "
                                    : "Each dot is a year with its range. ");
        put_words(b, "Lower is better; fewer than a thousand decisions say little.");
        node_end(b);
        node_end(b);
    }
    undated(p);
    draft_close(b);
    career_curve_free(v);
}

/* ---- bars ---- */

/* A section that is a table. */
static void section_begin(struct sheet *p, enum role role, const char *anchor, const char *words,
                          const struct column *columns, int n)
{
    draft_section(&p->draft, role, 2, anchor, words);
    draft_table(&p->draft, role, columns, n);
}

static void section_end(struct sheet *p)
{
    draft_close(&p->draft);
    draft_close(&p->draft);
}

static const struct column bar_columns[] = {ROW_HEAD(""), FIGURE("PR"), FIGURE("Same level"), FIGURE("Decisions"),
                                            FIGURE("Cost")};

static void count_cell(struct draft *b, int column, double n)
{
    cell_begin(b, column);
    put_number(b, (struct number){.value = n});
    node_end(b);
}

static void number_cell(struct draft *b, int column, struct number n)
{
    cell_begin(b, column);
    put_ranged(b, n);
    node_end(b);
}

/* What players of that PR have there. */
static void level_cell(struct sheet *p, int column, int class, const struct ratio *r)
{
    const bool known = class >= 0 && r->units > 0 && !class_is_of_choice(class);
    const double rate = known ? field_rate(p->c->field, class, p->c->study.pr) : (double)NAN;
    number_cell(&p->draft, column,
                (struct number){
                    .value = rate, .decimals = 1, .unit = UNIT_PR, .why = isnan(rate) ? ABSENT_NOTHING : ABSENT_NOT});
}

static void bar_row(struct sheet *p, const char *name, int class, const struct ratio *r, double full)
{
    struct draft *b = &p->draft;
    const double cost = whole(p, FIGURE_PR)->e;
    struct number rate = rate_of(r);
    rate.full = full;
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    put_text(b, name);
    node_end(b);
    number_cell(b, 1, rate);
    level_cell(p, 2, class, r);
    count_cell(b, 3, r->n);
    number_cell(b, 4, (struct number){.value = cost > 0 ? r->e / cost : NAN, .unit = UNIT_SHARE});
    node_end(b);
}

/* The longest bar is the highest rate with what can be seen of its range. */
static double longest(const struct ratio *const *r, size_t n)
{
    double full = 1;
    for (size_t i = 0; i < n; i++) {
        const double value = pr_scale * ratio_value(r[i]);
        if (!isnan(value))
            full = fmax(full, value + fmin(interval_of(r[i], pr_scale), value));
    }
    return full;
}

static void split(struct sheet *p)
{
    const struct ratio *const rates[] = {whole(p, FIGURE_CHECKER_PR), whole(p, FIGURE_CUBE_PR)};
    const double full = longest(rates, 2);
    section_begin(p, ROLE_BARS, "split", "Chequer play against cube", bar_columns, 5);
    bar_row(p, "Chequer play", CLASS_CHEQUER, rates[0], full);
    bar_row(p, "Cube", CLASS_CUBE, rates[1], full);
    section_end(p);
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
    section_begin(p, ROLE_BARS, anchor, heading, bar_columns, 5);
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i]->by == by && list->at[i]->tally.decisions > 0)
            bar_row(p, list->at[i]->group, class_of_group(by, list->at[i]->group),
                    tally_ratio(&list->at[i]->tally, FIGURE_PR), full);
    section_end(p);
    xfree(rates);
}

/* What errors of each kind lost, over all decisions: so they add up to the PR. */
static const struct column kind_columns[] = {ROW_HEAD(""), FIGURE("PR lost"), FIGURE("Times"), FIGURE("Cost")};

static void kinds(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct figures_list *list = &p->c->stats.groups;
    const double cost = whole(p, FIGURE_PR)->e;
    section_begin(p, ROLE_BARS, "kinds", "Errors by kind", kind_columns, 4);
    for (size_t i = 0; i < list->n; i++) {
        const struct tallies *t = &list->at[i]->tally;
        if (list->at[i]->by != BY_ERROR_KIND || t->errors == 0)
            continue;
        struct number rate = rate_of(tally_ratio(t, FIGURE_PR));
        rate.full = fmax(1, pr_scale * ratio_value(whole(p, FIGURE_PR)));
        node_begin(b, NODE_ROW, ROLE_NONE);
        cell_begin(b, 0);
        put_text(b, list->at[i]->group);
        node_end(b);
        number_cell(b, 1, rate);
        count_cell(b, 2, t->errors);
        number_cell(b, 3,
                    (struct number){.value = cost > 0 ? tally_ratio(t, FIGURE_PR)->e / cost : NAN, .unit = UNIT_SHARE});
        node_end(b);
    }
    section_end(p);
}

/* ---- the cube ---- */

static const struct column cube_columns[] = {ROW_HEAD("Cube action"), FIGURE("Decisions"),
                                             FIGURE("Errors"),        FIGURE("PR"),
                                             FIGURE("Same level"),    FIGURE("Bold or timid")};

/* A row whose first cells are the group, its decisions, errors and PR. */
static void group_row_begin(struct draft *b, const struct figures *f)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    put_text(b, f->group);
    node_end(b);
    count_cell(b, 1, f->tally.decisions);
    count_cell(b, 2, f->tally.errors);
    number_cell(b, 3, rate_of(tally_ratio(&f->tally, FIGURE_PR)));
}

static void cube(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct figures_list *list = &p->c->stats.groups;
    section_begin(p, ROLE_STATISTICS, "cube", "Cube actions", cube_columns, 6);
    for (size_t i = 0; i < list->n; i++) {
        const struct tallies *t = &list->at[i]->tally;
        if (list->at[i]->by != BY_CUBE_ACTION)
            continue;
        const struct ratio *bias = tally_ratio(t, FIGURE_CUBE_BIAS);
        group_row_begin(b, list->at[i]);
        level_cell(p, 4, class_of_group(BY_CUBE_ACTION, list->at[i]->group), tally_ratio(t, FIGURE_PR));
        number_cell(b, 5, (struct number){.value = ratio_value(bias), .decimals = 3, .sign = true});
        node_end(b);
    }
    draft_close(b);
    note(b, ROLE_NOTE,
         "Bold or timid: +1 for each error that was too bold (doubled too early, took wrongly, played on where cashing "
         "was right), -1 for each too timid one, over all decisions of the kind.");
    draft_close(b);
}

/* ---- the costliest decisions ---- */

static const char *page_of(struct sheet *p, const struct career_match *m)
{
    return draft_string(&p->draft, "%s%s.%s", p->up, m->stem, p->extension);
}

static const char *name_of(const struct career_match *m)
{
    return m->opponent_name[0] != '\0' ? m->opponent_name : "an unnamed player";
}

/* A guess is marked as one. */
static void put_day(struct draft *b, const struct career_match *m)
{
    if (m->date != NULL) {
        put_date(b, m->date);
    } else if (m->day != NULL) {
        words_begin(b, "\xe2\x89\x88 {0}", NULL, 0);
        put_date(b, m->day);
        node_end(b);
    } else {
        put_words(b, "undated");
    }
}

static void match_link(struct sheet *p, const struct career_match *m, const char *anchor, const char *words)
{
    struct draft *b = &p->draft;
    link_begin(b, page_of(p, m), anchor);
    words_begin(b, words, NULL, 0);
    put_text(b, name_of(m));
    put_day(b, m);
    node_end(b);
    node_end(b);
}

struct drawing { /* of an error */
    struct position position;
    struct play played, best;
    const char *names[2];
};

static bool is_answer(const struct decision_row *d)
{
    return d->kind == DECISION_TAKE || d->kind == DECISION_PASS;
}

static void read_play(const char *text, const struct position *p, struct play *out)
{
    const char *problem;
    if (text == NULL || !notation_read(span_of(text), &p->board, p->dice[0], p->dice[1], out, &problem, NULL))
        *out = (struct play){.n = 0};
}

static bool draw(const struct decision_row *d, struct drawing *out)
{
    struct strbuf id = {0};
    const char *problem;
    size_t fault;
    *out = (struct drawing){.names = {"", ""}};
    strbuf_printf(&id, "%s:%s", d->position, d->state);
    const bool ok = any_id_read(span_of(strbuf_text(&id)), &out->position, &problem, &fault);
    strbuf_done(&id);
    if (!ok || d->dice == 0)
        return ok;
    out->position.dice[0] = d->dice / 10;
    out->position.dice[1] = d->dice % 10;
    read_play(d->action, &out->position, &out->played);
    read_play(d->best, &out->position, &out->best);
    return true;
}

static void picture(struct draft *b, const struct drawing *v)
{
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &v->position;
    n->diagram.name[0] = v->names[0];
    n->diagram.name[1] = v->names[1];
    if (v->played.n > 0)
        n->diagram.arrows[0] = (struct arrows){&v->played, ROLE_PLAYED};
    if (v->best.n > 0)
        n->diagram.arrows[1] = (struct arrows){&v->best, ROLE_BEST};
    node_end(b);
}

static void task(struct draft *b, const struct decision_row *d, const struct position *position)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_ACTION);
    if (d->dice != 0) {
        words_begin(b, "To play {0}", NULL, 0);
        put_roll(b, (const int8_t[2]){(int8_t)(d->dice / 10), (int8_t)(d->dice % 10)});
        node_end(b);
    } else {
        put_words(b, is_answer(d) ? "Doubled: take or pass?" : "Double?");
    }
    if (position->length > 0) {
        words_begin(b, " \xc2\xb7 needs {0} of {1} points, the opponent {2}", NULL, 0);
        put_count(b, d->away[0]);
        put_count(b, position->length);
        put_count(b, d->away[1]);
        node_end(b);
    }
    node_end(b);
}

static void answer(struct draft *b, const struct decision_row *d)
{
    node_begin(b, NODE_FACTS, ROLE_ACTION);
    node_begin(b, NODE_FACT, ROLE_PLAYED);
    put_words(b, "played");
    put_text(b, d->action);
    node_end(b);
    node_begin(b, NODE_FACT, ROLE_BEST);
    put_words(b, "better");
    put_text(b, d->best);
    node_end(b);
    node_end(b);
}

static void error_card(struct sheet *p, const struct career_error *e)
{
    struct draft *b = &p->draft;
    struct drawing v;
    if (!draw(&e->row, &v))
        return;
    struct node *card = node_begin(b, NODE_CARD, ROLE_TOP);
    card->side = e->row.side;
    heading_begin(b, 3);
    match_link(p, &p->c->match[e->match], draft_string(b, "g%dm%d", e->row.game, e->row.number), "{0}, {1}");
    node_begin(b, NODE_SPAN, ROLE_COST)->mark = SKILL_VERY_BAD;
    put_words(b, " ");
    put_emg(b, -e->row.error);
    node_end(b);
    node_end(b);
    task(b, &e->row, &v.position);
    picture(b, &v);
    answer(b, &e->row);
    node_end(b);
}

static void errors(struct sheet *p)
{
    draft_section(&p->draft, ROLE_ERRORS, 2, "errors", "Costliest decisions");
    for (int i = 0; i < p->c->n_worst; i++)
        error_card(p, &p->c->worst[i]);
    if (p->c->n_worst == 0)
        note(&p->draft, ROLE_NOTE, "There are no errors.");
    draft_close(&p->draft);
}

/* ---- tables that sort ---- */

static void own_page_link(struct draft *b, const char *name)
{
    char file[PAGE_NAME_ROOM];
    career_page_name(name, file);
    link_begin(b, draft_string(b, "%s.html", file), NULL);
    put_text(b, name);
    node_end(b);
}

static void left_over(struct sheet *p, size_t n, size_t shown, const char *one, const char *many)
{
    struct draft *b = &p->draft;
    if (n <= shown)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b, one, many, (long)(n - shown));
    put_count(b, (long)(n - shown));
    node_end(b);
    node_end(b);
}

static const struct column opponent_columns[] = {
    ROW_HEAD("Opponent"), FIGURE("Matches"), FIGURE("Won \xe2\x80\x93 lost"),
    FIGURE("PR"),         FIGURE("Theirs"),  FIGURE("Luck a match")};

static void opponent_row(struct draft *b, const struct career_opponent *o)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    own_page_link(b, o->name);
    node_end(b);
    count_cell(b, 1, o->matches);
    cell_begin(b, 2);
    put_score(b, (const int[2]){o->won, o->lost});
    node_end(b);
    number_cell(b, 3, rate_of(&o->own));
    number_cell(b, 4, rate_of(&o->theirs));
    number_cell(b, 5,
                (struct number){.value = o->lucky > 0 ? o->luck / o->lucky : (double)NAN,
                                .decimals = 1,
                                .unit = UNIT_MWC,
                                .sign = true,
                                .why = o->lucky > 0 ? ABSENT_NOT : ABSENT_NOTHING});
    node_end(b);
}

static void opponents(struct sheet *p)
{
    struct draft *b = &p->draft;
    section_begin(p, ROLE_MATCHES, "opponents", "Opponents", opponent_columns, 6);
    for (size_t i = 0; i < p->c->n_opponents && i < OPPONENTS_SHOWN; i++)
        opponent_row(b, &p->c->opponent[i]);
    draft_close(b);
    left_over(p, p->c->n_opponents, OPPONENTS_SHOWN, "{0} more was met less often.", "{0} more were met less often.");
    draft_close(b);
}

static const struct column opening_columns[] = {ROW_HEAD("Roll"), COLUMN("Played"), FIGURE("Times"),
                                                FIGURE("Lost each time")};

static void openings(struct sheet *p)
{
    struct draft *b = &p->draft;
    section_begin(p, ROLE_MATCHES, "openings", "Openings played", opening_columns, 4);
    for (size_t i = 0; i < p->c->n_openings; i++) {
        const struct career_opening *o = &p->c->opening[i];
        node_begin(b, NODE_ROW, ROLE_NONE);
        count_cell(b, 0, o->dice);
        cell_begin(b, 1);
        put_text(b, o->action);
        node_end(b);
        count_cell(b, 2, o->times);
        number_cell(b, 3, (struct number){.value = o->lost / o->times, .decimals = 3, .unit = UNIT_EMG});
        node_end(b);
    }
    section_end(p);
}

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
        number_cell(b, 4, rate_of(tally_ratio(t, FIGURE_CHECKER_PR)));
        number_cell(b, 5, rate_of(tally_ratio(t, FIGURE_CUBE_PR)));
        node_end(b);
    }
    section_end(p);
}

/* ---- matches ---- */

static const struct column match_columns[] = {ROW_HEAD("Date"), COLUMN("Opponent"), COLUMN("Event"),
                                              FIGURE("Length"), FIGURE("Score"),    FIGURE("PR"),
                                              FIGURE("Theirs"), FIGURE("Luck"),     FIGURE("Result less luck")};

static struct number rate_of_share(const struct addend *s)
{
    return (struct number){
        .value = pr_scale * s->e / s->n, .decimals = 2, .unit = UNIT_PR, .why = s->n > 0 ? ABSENT_NOT : ABSENT_NOTHING};
}

/* Winning chances; in money play points. */
static struct number stake(const struct career_match *m, double value)
{
    return (struct number){.value = value,
                           .decimals = m->length > 0 ? 1 : 2,
                           .unit = m->length > 0 ? UNIT_MWC : UNIT_POINTS,
                           .sign = true,
                           .why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT};
}

static void date_and_opponent(struct sheet *p, const struct career_match *m)
{
    struct draft *b = &p->draft;
    cell_begin(b, 0);
    link_begin(b, page_of(p, m), NULL);
    put_day(b, m);
    node_end(b);
    node_end(b);
    cell_begin(b, 1);
    if (m->opponent != 0)
        own_page_link(b, m->opponent_name);
    node_end(b);
    cell_begin(b, 2);
    if (m->event != NULL)
        put_text(b, m->event);
    node_end(b);
}

static void match_row(struct sheet *p, const struct career_match *m)
{
    struct draft *b = &p->draft;
    struct number own = rate_of_share(&m->own);
    own.range = interval_of(&m->games, pr_scale);
    node_begin(b, NODE_ROW, ROLE_NONE);
    date_and_opponent(p, m);
    cell_begin(b, 3);
    if (m->length > 0)
        put_count(b, m->length);
    else
        put_words(b, "money");
    node_end(b);
    cell_begin(b, 4);
    put_score(b, m->score);
    node_end(b);
    number_cell(b, 5, own);
    number_cell(b, 6, rate_of_share(&m->theirs));
    number_cell(b, 7, stake(m, m->luck));
    number_cell(b, 8, stake(m, m->result - m->luck));
    node_end(b);
}

static void matches(struct sheet *p)
{
    struct draft *b = &p->draft;
    section_begin(p, ROLE_MATCHES, "matches", "Matches", match_columns, 9);
    for (size_t i = 0; i < p->c->n_matches && i < MATCHES_SHOWN; i++)
        match_row(p, &p->c->match[p->c->n_matches - 1 - i]);
    draft_close(b);
    left_over(p, p->c->n_matches, MATCHES_SHOWN, "{0} older match stands in the index.",
              "{0} older matches stand in the index.");
    draft_close(b);
}

/* ---- the page ---- */

static void legend(struct sheet *p)
{
    struct draft *b = &p->draft;
    struct strbuf out = {0};
    draft_section(b, ROLE_LEGEND, 2, "legend", "How to read it");
    note(b, ROLE_NOTE,
         "PR: 500 times what was lost over the decisions that count, sums over sums. The range behind a figure holds "
         "95%, from how matches scatter (games, of a single match); it is left out below three. It does not hold the "
         "evaluator's own errors.");
    note(b, ROLE_NOTE, grade_scale);
    note(b, ROLE_NOTE, "Same level: the PR that players with the same PR overall have there.");
    note(b, ROLE_NOTE,
         "Luck: one's own less the opponent's, in winning chances of the match; result less luck is what would be left "
         "with even dice. Matches that were not finished are in neither.");
    stats_left_out(&p->c->stats, &out);
    quote(b, out.length > 0 ? strbuf_text(&out) : NULL);
    draft_close(b);
    strbuf_done(&out);
}

static void sections(struct sheet *p)
{
    head(p);
    study_section(&p->draft, p->study);
    trend(p);
    split(p);
    group_bars(p, BY_PHASE, "phases", "Phases of the game");
    group_bars(p, BY_PLAN, "plans", "Plans");
    kinds(p);
    cube(p);
    errors(p);
    opponents(p);
    openings(p);
    group_table(p, BY_OPENING, "replies", "Openings and replies by roll");
    group_table(p, BY_SCORE, "scores", "By score");
    matches(p);
    legend(p);
}

/* ---- in brief ---- */

static const struct column newest_columns[] = {ROW_HEAD("Newest errors"), COLUMN("Played"), COLUMN("Better"),
                                               FIGURE("Cost")};

static void newest_row(struct sheet *p, const struct career_error *e)
{
    struct draft *b = &p->draft;
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    match_link(p, &p->c->match[e->match], draft_string(b, "g%dm%d", e->row.game, e->row.number), "{0}, {1}");
    node_end(b);
    cell_begin(b, 1);
    put_text(b, e->row.action);
    node_end(b);
    cell_begin(b, 2);
    if (e->row.best != NULL)
        put_text(b, e->row.best);
    node_end(b);
    number_cell(b, 3, (struct number){.value = e->row.error, .decimals = 3, .unit = UNIT_EMG});
    node_end(b);
}

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
    words_begin(b, " \xc2\xb7 {0} match", " \xc2\xb7 {0} matches", p.all->tally.matches);
    put_count(b, p.all->tally.matches);
    node_end(b);
    node_end(b);
    figures(&p);
    if (c->n_newest > 0) {
        draft_table(b, ROLE_STATISTICS, newest_columns, 4);
        for (int i = 0; i < c->n_newest; i++)
            newest_row(&p, &c->newest[i]);
        draft_close(b);
    }
    draft_close(b);
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
