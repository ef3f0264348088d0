/* The page of `kibitzer compare`; see compare.h. */
#include "base/language.h"
#include "report/compare_page.h"

#include <math.h>
#include <string.h>

#include "base/xmalloc.h"
#include "document/columns.h"
#include "report/axis.h"
#include "report/compare_private.h"
#include "report/settings_words.h"

/* `words` has {0} for the name of the first (0) or second (1) of the two. */
static const struct node *title_by(struct named_title *t, const struct comparison *c, const char *words, int which)
{
    t->name = (struct node){.kind = NODE_TEXT, .side = NOBODY, .text = c->shown[which]};
    t->words = (struct node){.kind = NODE_WORDS, .side = NOBODY, .words = {words, NULL, 0}, .first = &t->name};
    return &t->words;
}

void name_pair(struct column *columns, struct named_title *titles, const struct comparison *c, int at, int step,
               const char *words)
{
    for (int i = 0; i < 2; i++)
        columns[at + i * step].title = title_by(&titles[at + i * step], c, words, i);
}

/* ---- totals ---- */

enum {
    TOTAL_GROUP,
    TOTAL_DECISIONS,
    TOTAL_LISTED,
    TOTAL_A_RIGHT,
    TOTAL_B_RIGHT,
    TOTAL_EVEN,
    TOTAL_OPEN,
    TOTAL_A_LOST,
    TOTAL_B_LOST,
    TOTAL_GAIN,
    TOTAL_COLUMNS
};

static const struct column total_columns[TOTAL_COLUMNS] = {
    ROW_HEAD(""),
    FIGURE("Decisions"),
    FIGURE("Disagreements"),
    FIGURE_LATER("", UNIT_NONE),
    FIGURE_LATER("", UNIT_NONE),
    FIGURE_LATER("Even", UNIT_NONE),
    FIGURE_LATER("Open", UNIT_NONE),
    FIGURE_LATER("", UNIT_NONE),
    FIGURE_LATER("", UNIT_NONE),
    FIGURE_LATER("Difference", UNIT_NONE),
};

/* Per 100 disagreements about the choice that were rolled out. */
static void rate_cell(struct draft *b, int column, double value, double range, bool sign)
{
    cell_begin(b, column);
    put_number(b, (struct number){.value = value,
                                  .range = isnan(range) ? 0 : range,
                                  .decimals = 2,
                                  .sign = sign,
                                  .why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT});
    node_end(b);
}

static void total_row(struct draft *b, const struct compared_total *t, bool settled)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, TOTAL_GROUP, tr(t->group));
    cell_count(b, TOTAL_DECISIONS, t->decisions);
    cell_count(b, TOTAL_LISTED, t->listed);
    if (settled) {
        cell_count(b, TOTAL_A_RIGHT, t->right[0]);
        cell_count(b, TOTAL_B_RIGHT, t->right[1]);
        cell_count(b, TOTAL_EVEN, t->even);
        cell_count(b, TOTAL_OPEN, t->open);
        for (int i = 0; i < 2; i++)
            rate_cell(b, TOTAL_A_LOST + i, t->chosen > 0 ? 100 * t->lost[i] / (double)t->chosen : (double)NAN, NAN,
                      false);
        rate_cell(b, TOTAL_GAIN, compared_gain(t), compared_gain_interval(t), true);
    }
    node_end(b);
}

static const char *const total_headings[COMPARED_BYS] = {/* ORDER COMPARED_BY */
                                                         N_("All"),      N_("By what they disagree about"),
                                                         N_("By kind"),  N_("By level, first and second"),
                                                         N_("By phase"), N_("By plan")};

static void totals(struct draft *b, const struct comparison *c)
{
    const bool settled = c->settled_by != NULL;
    struct column columns[TOTAL_COLUMNS];
    struct named_title titles[TOTAL_COLUMNS];
    memcpy(columns, total_columns, sizeof columns);
    name_pair(columns, titles, c, TOTAL_A_RIGHT, 1, N_("{0} right"));
    name_pair(columns, titles, c, TOTAL_A_LOST, 1, N_("{0} lost"));
    draft_section(b, ROLE_STATISTICS, 2, "totals", "Totals");
    for (int by = COMPARED_BY_NOTHING; by < COMPARED_BYS; by++) {
        size_t n;
        struct compared_total *list = comparison_totals(c, (enum compared_by)by, &n);
        table_begin(b, ROLE_NONE, columns, settled ? TOTAL_COLUMNS : TOTAL_A_RIGHT);
        node_begin(b, NODE_HEADING, ROLE_NONE);
        put_words(b, total_headings[by]);
        node_end(b);
        for (size_t i = 0; i < n; i++)
            total_row(b, &list[i], settled);
        node_end(b);
        xfree(list);
    }
    if (settled) {
        node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
        words_begin(
            b,
            N_("Lost: EMG per 100 disagreements about the choice, by choices that the rollout settled to be wrong. "
               "Difference: by how much the choices of {0} are better, settled or not, with half of the 95% interval "
               "from how disagreements scatter."),
            NULL, 0);
        put_text(b, c->shown[0]);
        node_end(b);
        node_end(b);
    }
    draft_close(b);
}

/* ---- words of a decision ---- */

void put_choice(struct draft *b, const struct compared_decision *d, const struct compared_choice *choice)
{
    struct strbuf text = {0};
    if (choice->action == ACTION_PLAY) {
        put_play(b, &d->position.board, &choice->play);
        return;
    }
    choice_text(d, choice, &text);
    put_text(b, draft_string(b, "%s", tr(strbuf_text(&text))));
    strbuf_done(&text);
}

const char *compared_player(const struct comparison *c, const struct compared_decision *d)
{
    const char *name = c->matches[d->match].player[d->side];
    return name[0] != '\0' ? name : d->side == 0 ? tr("Player 1") : tr("Player 2");
}

void put_task(struct draft *b, const struct compared_decision *d)
{
    const int8_t dice[2] = {(int8_t)d->position.dice[0], (int8_t)d->position.dice[1]};
    if (d->kind == COMPARED_PLAY)
        put_roll(b, dice);
    else
        put_words(b, d->kind == COMPARED_DOUBLE ? N_("double?") : N_("take or pass?"));
}

/* Which match, where there are several. */
static void put_match(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    const struct compared_match *m = &c->matches[d->match];
    if (c->n_matches < 2)
        return;
    put_text(b, m->file);
    if (m->number > 1)
        put_counted(b, " {0}", NULL, m->number);
    put_words(b, ", ");
}

/* As --select takes it. */
static void put_address(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    put_match(b, c, d);
    put_text(b, draft_string(b, "g%dm%d", d->game, d->number));
}

void put_place(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    put_match(b, c, d);
    words_begin(b, "game {0}, move {1}", NULL, 0);
    put_count(b, d->game);
    put_count(b, d->number);
    node_end(b);
}

void loss_cell(struct draft *b, int column, float lost)
{
    cell_begin(b, column);
    if (!isnan(lost))
        put_number(b, (struct number){.value = (double)lost, .decimals = 3, .unit = UNIT_EMG});
    node_end(b);
}

/* ---- the course ---- */

/* What was played has lost so far, by each of the two: where the lines part they disagree. */
struct lost_so_far {
    struct series series[2];
    float *lost[2];
    struct plot_mark *marks;
    struct plot_part *parts;
    int n_marks, n_parts;
};

static enum skill size_of(const struct compared_decision *d)
{
    const double by = (double)d->difference;
    return by >= 0.1 ? SKILL_VERY_BAD : by >= 0.05 ? SKILL_BAD : SKILL_DOUBTFUL;
}

static struct lost_so_far course_of(struct draft *b, const struct comparison *c,
                                    const struct compared_decision *const *list, size_t shown)
{
    struct lost_so_far v = {.marks = arena_alloc(b->arena, (shown + 1) * sizeof *v.marks),
                            .parts = arena_alloc(b->arena, (c->n + 1) * sizeof *v.parts)};
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        v.lost[k] = arena_alloc(b->arena, (c->n + 1) * sizeof *v.lost[k]);
        for (size_t i = 0; i < c->n; i++) {
            sum += isnan(c->at[i].view[k].lost) ? 0 : (double)c->at[i].view[k].lost;
            v.lost[k][i] = (float)sum;
        }
        v.series[k] = (struct series){.role = ROLE_COST, .unit = UNIT_EMG, .side = k, .over = k > 0, .at = v.lost[k]};
    }
    for (size_t i = 0; i < c->n; i++)
        if (i == 0 || c->at[i].game != c->at[i - 1].game)
            v.parts[v.n_parts++] = (struct plot_part){(int)i, c->at[i].game, NULL, NULL};
    for (size_t i = 0; i < shown; i++)
        v.marks[v.n_marks++] =
            (struct plot_mark){(int)(list[i] - c->at), list[i]->side, size_of(list[i]), draft_string(b, "n%zu", i + 1)};
    axis_fit(&v.series[0], &(struct axis_data){.series = v.series, .n_series = 2, .n = (int)c->n}, 0.1, 6);
    return v;
}

static void course(struct draft *b, const struct comparison *c, const struct compared_decision *const *list,
                   size_t shown)
{
    if (c->n_matches != 1 || c->n < 2)
        return;
    draft_section(b, ROLE_PROGRESS, 2, "course", "Lost so far, by each");
    struct node *plot = node_begin(b, NODE_PLOT, ROLE_PROGRESS);
    struct lost_so_far *v = arena_alloc(b->arena, sizeof *v);
    *v = course_of(b, c, list, shown);
    plot->plot.series = v->series;
    plot->plot.n_series = 2;
    plot->plot.n = (int)c->n;
    plot->plot.marks = v->marks;
    plot->plot.n_marks = v->n_marks;
    plot->plot.parts = v->parts;
    plot->plot.n_parts = v->n_parts;
    plot->plot.table = "ratings";
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b,
                "EMG that both players lost so far: the thick line by {0}, the thin one by {1}. Dots are "
                "disagreements: the larger, the more they differ.",
                NULL, 0);
    put_text(b, c->shown[0]);
    put_text(b, c->shown[1]);
    node_end(b);
    node_end(b);
    node_end(b);
    draft_close(b);
}

/* ---- a row for each ---- */

enum { ROW_PLACE, ROW_PLAYER, ROW_TASK, ROW_PLAYED, ROW_A, ROW_A_LOST, ROW_B, ROW_B_LOST, ROW_RIGHT, ROW_COLUMNS };

/* The second's choice is named where it is another one, so that the rows in which they part are seen at once. */
static const struct column row_columns[ROW_COLUMNS] = {
    ROW_HEAD("Where"), COLUMN_IF_ROOM("Player"), COLUMN("Roll"),  COLUMN("Played"), COLUMN(""), FIGURE_OF("", UNIT_EMG),
    COLUMN(""),        FIGURE_OF("", UNIT_EMG),  COLUMN("Right"),
};

static const char *right_word(const struct comparison *c, enum settlement s)
{
    return s == SETTLED_FIRST    ? c->shown[0]
           : s == SETTLED_SECOND ? c->shown[1]
           : s == SETTLED_EVEN   ? N_("even")
           : s == SETTLED_OPEN   ? N_("open")
                                 : "";
}

static void choice_cell(struct draft *b, int column, const struct compared_decision *d,
                        const struct compared_choice *choice)
{
    cell_begin(b, column);
    put_choice(b, d, choice);
    node_end(b);
}

static void decision_row(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    node_begin(b, NODE_ROW, d->listed ? ROLE_PLAYED : ROLE_NONE);
    cell_begin(b, ROW_PLACE);
    put_address(b, c, d);
    node_end(b);
    cell_begin(b, ROW_PLAYER);
    put_name(b, d->side, compared_player(c, d));
    node_end(b);
    cell_begin(b, ROW_TASK);
    if (d->kind == COMPARED_ANSWER)
        put_words(b, "take?");
    else
        put_task(b, d);
    node_end(b);
    choice_cell(b, ROW_PLAYED, d, &d->played);
    choice_cell(b, ROW_A, d, &d->view[0].best);
    loss_cell(b, ROW_A_LOST, d->view[0].lost);
    if (choices_are_equal(&d->view[0].best, &d->view[1].best))
        cell_text(b, ROW_B, tr(N_("same")));
    else
        choice_cell(b, ROW_B, d, &d->view[1].best);
    loss_cell(b, ROW_B_LOST, d->view[1].lost);
    if (c->settled_by != NULL)
        cell_text(b, ROW_RIGHT, tr(right_word(c, d->settled.how)));
    node_end(b);
}

struct row_titles {
    struct column columns[ROW_COLUMNS];
    struct named_title titles[ROW_COLUMNS];
};

/* `t` lives as long as the table. */
static void table_of_rows(struct draft *b, const struct comparison *c, struct row_titles *t)
{
    memcpy(t->columns, row_columns, sizeof t->columns);
    name_pair(t->columns, t->titles, c, ROW_A, ROW_B - ROW_A, "{0}");
    name_pair(t->columns, t->titles, c, ROW_A_LOST, ROW_B - ROW_A, N_("Loss by {0}"));
    draft_table(b, ROLE_NONE, t->columns, c->settled_by != NULL ? ROW_COLUMNS : ROW_RIGHT);
}

/* ---- the document ---- */

static void fact_count(struct draft *b, const char *name, long n)
{
    fact_begin(b, name);
    put_count(b, n);
    node_end(b);
}

/* Who was right, in one sentence; without rollouts, what they disagree about. */
static void verdict_of_all(struct draft *b, const struct comparison *c, size_t n)
{
    const struct compared_verdict v = comparison_verdict(c);
    size_t choices = 0;
    for (size_t i = 0; i < c->n; i++)
        choices += c->at[i].listed && c->at[i].elsewhere;
    node_begin(b, NODE_PARAGRAPH, ROLE_STRONG);
    if (c->settled_by != NULL) {
        words_begin(b, "{0} right {1}, {2} right {3}, equally good {4}, open {5}.", NULL, 0);
        put_text(b, c->shown[0]);
        put_count(b, v.right[0]);
        put_text(b, c->shown[1]);
        put_count(b, v.right[1]);
        put_count(b, v.even);
        put_count(b, v.open + v.impossible);
        node_end(b);
        if (v.left > 0)
            put_counted(b, " {0} smaller one was not rolled out.", " {0} smaller ones were not rolled out.", v.left);
    } else {
        words_begin(b, N_("Of {0} decisions they judge {1} differently: {2} by another choice, {3} by another cost."),
                    NULL, 0);
        put_count(b, (long)c->n);
        put_count(b, (long)n);
        put_count(b, (long)choices);
        put_count(b, (long)(n - choices));
        node_end(b);
    }
    node_end(b);
}

static void fact_set(struct draft *b, const char *name, const struct comparison *c, int set)
{
    const char *plays = c->usual[set][1], *cube = c->usual[set][0];
    fact_text(b, name,
              plays != NULL && cube != NULL
                  ? draft_fill(b, N_("{0} (plays at {1}, the cube at {2})"), c->set[set], plays, cube)
                  : c->set[set]);
}

static const char *name_of(const struct compared_match *m, int side)
{
    return m->player[side][0] != '\0' ? m->player[side] : side == 0 ? N_("Player 1") : N_("Player 2");
}

/* Which match, where it is one; of several each row of a table names its own. */
static void match_facts(struct draft *b, const struct compared_match *m)
{
    fact_text(b, "Match", draft_fill(b, N_("{0} vs {1}"), name_of(m, 0), name_of(m, 1)));
    fact_text(b, "Event", m->event);
    if (m->date != NULL) {
        fact_begin(b, "Date");
        put_date(b, m->date);
        node_end(b);
    }
}

static void head(struct draft *b, const struct comparison *c, size_t n)
{
    draft_titled(b, ROLE_POSITIONS, "Two analyses side by side");
    if (c->n_matches > 0)
        verdict_of_all(b, c, n);
    node_begin(b, NODE_FACTS, ROLE_BRIEF);
    if (c->n_matches == 1)
        match_facts(b, &c->matches[0]);
    fact_set(b, N_("First"), c, 0);
    fact_set(b, N_("Second"), c, 1);
    if (c->n_matches > 1)
        fact_count(b, "Matches", (long)c->n_matches);
    fact_count(b, "Decisions", (long)c->n);
    fact_count(b, "Disagreements", (long)n);
    fact_text(b, "Stronger by the equity table", c->stronger);
    fact_text(b, "Rolled out", settings_of_draft(b, c->settled_by));
    node_end(b);
    draft_close(b);
}

/* ---- each player's PR by each ---- */

enum { PR_PLAYER, PR_A, PR_B, PR_MATCH, PR_COLUMNS };

static const struct column pr_columns[PR_COLUMNS] = {
    ROW_HEAD("Player"),
    FIGURE(""),
    FIGURE(""),
    COLUMN_LATER("Match"),
};

static void ratings(struct draft *b, const struct comparison *c)
{
    struct column columns[PR_COLUMNS];
    struct named_title titles[PR_COLUMNS];
    memcpy(columns, pr_columns, sizeof columns);
    name_pair(columns, titles, c, PR_A, 1, N_("PR by {0}"));
    draft_section(b, ROLE_STATISTICS, 2, "ratings", "The players' PR");
    draft_table(b, ROLE_NONE, columns, c->n_matches > 1 ? PR_COLUMNS : PR_MATCH);
    for (size_t k = 0; k < c->n_matches; k++)
        for (int side = 0; side < 2; side++) {
            const struct compared_match *m = &c->matches[k];
            node_begin(b, NODE_ROW, ROLE_NONE);
            cell_begin(b, PR_PLAYER);
            put_name(b, side, name_of(m, side));
            node_end(b);
            for (int i = 0; i < 2; i++) {
                cell_begin(b, PR_A + i);
                put_number(b, (struct number){.value = m->pr[i][side],
                                              .decimals = 2,
                                              .unit = UNIT_PR,
                                              .why = isnan(m->pr[i][side]) ? ABSENT_NO_DECISIONS : ABSENT_NOT});
                node_end(b);
            }
            if (c->n_matches > 1)
                cell_text(b, PR_MATCH, m->file);
            node_end(b);
        }
    draft_close(b);
    draft_close(b);
}

static void disagreements(struct draft *b, const struct comparison *c, const struct compare_page_options *o,
                          const struct compared_decision *const *list, size_t n)
{
    struct row_titles titles;
    const size_t shown = n < (size_t)o->worst ? n : (size_t)o->worst;
    draft_section(b, ROLE_ERRORS, 2, "disagreements", "Disagreements");
    if (n == 0)
        note(b, ROLE_NOTE, "There are none.");
    else if (shown > 0)
        note(b, ROLE_NOTE,
             "The right choice is green; where the two choose differently and no rollout has decided, none is.");
    for (size_t i = 0; i < shown; i++)
        compare_card(b, c, list[i], i + 1);
    if (n > shown) {
        table_of_rows(b, c, &titles);
        for (size_t i = shown; i < n; i++)
            decision_row(b, c, list[i]);
        draft_close(b);
    }
    draft_close(b);
}

static void all_decisions(struct draft *b, const struct comparison *c)
{
    struct row_titles titles;
    draft_fold(b, 2, "decisions")->wide = true;
    put_words(b, "Every decision");
    node_end(b);
    draft_ready(b);
    table_of_rows(b, c, &titles);
    for (size_t i = 0; i < c->n; i++)
        decision_row(b, c, &c->at[i]);
    draft_close(b);
    draft_close(b);
}

void compare_page(const struct comparison *c, const struct compare_page_options *o, struct node_receiver *to)
{
    size_t n;
    const struct compared_decision **list = comparison_disagreements(c, &n);
    struct draft b;
    draft_begin(&b, NULL, to);
    head(&b, c, n);
    if (c->n_matches > 0)
        ratings(&b, c);
    course(&b, c, list, n < (size_t)o->worst ? n : (size_t)o->worst);
    disagreements(&b, c, o, list, n);
    totals(&b, c);
    if (o->decisions)
        all_decisions(&b, c);
    draft_close(&b);
    draft_end(&b);
    xfree(list);
}
