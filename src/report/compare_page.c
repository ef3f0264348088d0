/* The page of `kibitzer compare`; see compare.h. */
#include "report/compare_page.h"

#include <math.h>

#include "base/xmalloc.h"
#include "document/columns.h"
#include "document/draft.h"
#include "format/posid.h"

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
    FIGURE("A right"),
    FIGURE("B right"),
    FIGURE_LATER("Even", UNIT_NONE),
    FIGURE_LATER("Not settled", UNIT_NONE),
    FIGURE_LATER("A lost", UNIT_NONE),
    FIGURE_LATER("B lost", UNIT_NONE),
    FIGURE_LATER("A less B", UNIT_NONE),
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
    cell_text(b, TOTAL_GROUP, t->group);
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

static void totals(struct draft *b, const struct comparison *c)
{
    const bool settled = c->settled_by != NULL;
    draft_section(b, ROLE_STATISTICS, 2, "totals", "Totals");
    for (int by = COMPARED_BY_NOTHING; by < COMPARED_BYS; by++) {
        size_t n;
        struct compared_total *list = comparison_totals(c, (enum compared_by)by, &n);
        table_begin(b, ROLE_NONE, total_columns, settled ? TOTAL_COLUMNS : TOTAL_A_RIGHT);
        node_begin(b, NODE_HEADING, ROLE_NONE);
        put_words(b, by == COMPARED_BY_NOTHING ? "All"
                     : by == COMPARED_BY_KIND  ? "By kind"
                     : by == COMPARED_BY_LEVEL ? "By level, A and B"
                     : by == COMPARED_BY_PHASE ? "By phase"
                                               : "By plan");
        node_end(b);
        for (size_t i = 0; i < n; i++)
            total_row(b, &list[i], settled);
        node_end(b);
        xfree(list);
    }
    if (settled)
        note(b, ROLE_NOTE,
             "Lost: equity (EMG) per 100 disagreements about the best play or cube action, by choices that the rollout "
             "settled to be wrong. A less B: what the choices of A are better by, settled or not, with half of the 95% "
             "interval from how disagreements scatter.");
    draft_close(b);
}

/* ---- words of a decision ---- */

static void put_choice(struct draft *b, const struct compared_decision *d, const struct compared_choice *choice)
{
    struct strbuf text = {0};
    if (choice->action == ACTION_PLAY) {
        put_play(b, &d->position.board, &choice->play);
        return;
    }
    choice_text(d, choice, &text);
    put_text(b, draft_string(b, "%s", strbuf_text(&text)));
    strbuf_done(&text);
}

static const char *who(const struct comparison *c, const struct compared_decision *d)
{
    const char *name = c->matches[d->match].player[d->side];
    return name[0] != '\0' ? name : d->side == 0 ? "Player 1" : "Player 2";
}

static void put_task(struct draft *b, const struct compared_decision *d)
{
    const int8_t dice[2] = {(int8_t)d->position.dice[0], (int8_t)d->position.dice[1]};
    if (d->kind == COMPARED_PLAY)
        put_roll(b, dice);
    else
        put_words(b, d->kind == COMPARED_DOUBLE ? "double?" : "take or pass?");
}

static void put_place(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    const struct compared_match *m = &c->matches[d->match];
    if (c->n_matches > 1) {
        put_text(b, m->file);
        if (m->number > 1) {
            put_counted(b, " {0}", NULL, m->number);
        }
        put_words(b, ", ");
    }
    words_begin(b, "game {0}, move {1}", NULL, 0);
    put_count(b, d->game);
    put_count(b, d->number);
    node_end(b);
}

static void loss_cell(struct draft *b, int column, float lost)
{
    cell_begin(b, column);
    if (!isnan(lost))
        put_emg(b, -(double)lost);
    node_end(b);
}

/* ---- a disagreement with its board ---- */

#define DIFFERENCE(text)                                                                                               \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_EMG, ROLE_DIFFERENCE, NOBODY, 1, false, true                                          \
    }
static const struct column action_columns[] = {
    {COLUMN_WORDS("Action"), UNIT_NONE, ROLE_ACTION, NOBODY, 1, true, false},
    DIFFERENCE("A"),
    DIFFERENCE("B"),
    DIFFERENCE("Rollout"),
};

static bool is_settled(const struct compared_decision *d)
{
    return d->settled.how >= SETTLED_FIRST;
}

static void rolled_cell(struct draft *b, float lost, float error)
{
    cell_begin(b, 3);
    if (lost > 0)
        put_emg(b, -(double)lost)->number.range = (double)error;
    node_end(b);
}

static void action_row(struct draft *b, const struct compared_decision *d, const struct compared_choice *choice,
                       const float lost[2], float rolled)
{
    const bool played = choices_are_equal(choice, &d->played);
    node_begin(b, NODE_ROW, played ? ROLE_PLAYED : ROLE_NONE);
    cell_begin(b, 0);
    put_choice(b, d, choice);
    node_end(b);
    loss_cell(b, 1, lost[0]);
    loss_cell(b, 2, lost[1]);
    if (is_settled(d))
        rolled_cell(b, rolled, d->settled.error);
    node_end(b);
}

/* The choices of both, and what was played. */
static void actions(struct draft *b, const struct compared_decision *d)
{
    const struct compared_view *v = d->view;
    const bool alike = choices_are_equal(&v[0].best, &v[1].best);
    const float better = d->settled.difference;
    table_begin(b, ROLE_CANDIDATES, action_columns, is_settled(d) ? 4 : 3);
    action_row(b, d, &v[0].best, (const float[2]){0, alike ? 0 : v[1].over}, d->elsewhere ? -better : 0);
    if (!alike)
        action_row(b, d, &v[1].best, (const float[2]){v[0].over, 0}, d->elsewhere ? better : 0);
    if (d->played.action != ACTION_NONE && !choices_are_equal(&d->played, &v[0].best) &&
        !choices_are_equal(&d->played, &v[1].best))
        action_row(b, d, &d->played, (const float[2]){v[0].lost, v[1].lost}, d->elsewhere ? 0 : better);
    node_end(b);
}

static void verdict(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    static const char *const words[SETTLEMENTS] = {
        [SETTLED_IMPOSSIBLE] = "No rollout can show.",
        [SETTLED_FIRST] = "A ({0}) is right, after {1} games each: {2}.",
        [SETTLED_SECOND] = "B ({0}) is right, after {1} games each: {2}.",
        [SETTLED_EVEN] = "Both are as good, after {1} games each: {2}.",
        [SETTLED_OPEN] = "Not settled after {1} games each: {2}.",
    };
    const struct settled *s = &d->settled;
    if (s->how == SETTLED_NOT_ASKED)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, words[s->how], NULL, 0);
    put_text(b, c->matches[d->match].set[s->how == SETTLED_SECOND]);
    put_count(b, s->trials);
    put_emg(b, fabs((double)s->difference))->number.range = (double)s->sure;
    node_end(b);
    node_end(b);
}

static void levels(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_place(b, c, d);
    put_words(b, "; ");
    words_begin(b, "{0}, {1}; A at {2}, B at {3}", NULL, 0);
    put_words(b, phase_name(d->phase));
    put_words(b, plan_name(d->plan));
    put_text(b, d->view[0].level);
    put_text(b, d->view[1].level);
    node_end(b);
    node_end(b);
}

static void line(struct draft *b, const struct comparison *c, const struct compared_decision *d, size_t n)
{
    node_begin(b, NODE_LINE, ROLE_NONE);
    node_begin(b, NODE_SPAN, ROLE_COUNT);
    put_count(b, (long)n);
    node_end(b);
    put_name(b, d->side, who(c, d));
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    put_task(b, d);
    node_end(b);
    if (!isnan(d->difference)) {
        node_begin(b, NODE_SPAN, ROLE_BADGE);
        put_number(b, (struct number){.value = (double)d->difference, .decimals = 3, .unit = UNIT_EMG});
        node_end(b);
    }
    node_end(b);
}

static void diagram(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    char id[XGID_MAX];
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &d->position;
    for (int i = 0; i < 2; i++)
        n->diagram.name[i] = c->matches[d->match].player[i];
    if (d->kind == COMPARED_PLAY) {
        n->diagram.arrows[0] = (struct arrows){&d->view[0].best.play, ROLE_BEST};
        n->diagram.arrows[1] = (struct arrows){d->elsewhere ? &d->view[1].best.play : &d->played.play, ROLE_PLAYED};
    }
    xgid(&d->position, id);
    node_begin(b, NODE_FACTS, ROLE_IDS);
    fact_id(b, "XGID", draft_string(b, "%s", id));
    node_end(b);
    node_end(b);
}

static void disagreement(struct draft *b, const struct comparison *c, const struct compared_decision *d, size_t n)
{
    struct node *block = node_begin(b, NODE_DECISION, d->kind == COMPARED_PLAY ? ROLE_CHEQUER : ROLE_CUBE);
    block->side = d->side;
    block->anchor = draft_string(b, "n%zu", n); /* "d" and digits are dice */
    line(b, c, d, n);
    diagram(b, c, d);
    actions(b, d);
    verdict(b, c, d);
    levels(b, c, d);
    node_end(b);
}

/* ---- a row for each ---- */

enum { ROW_PLACE, ROW_PLAYER, ROW_TASK, ROW_PLAYED, ROW_A, ROW_A_LOST, ROW_B, ROW_B_LOST, ROW_RIGHT, ROW_COLUMNS };

static const struct column row_columns[ROW_COLUMNS] = {
    ROW_HEAD("Where"),     COLUMN_LATER("Player"),
    COLUMN("Decision"),    COLUMN_LATER("Played"),
    COLUMN("A"),           FIGURE_LATER("Loss in A", UNIT_EMG),
    COLUMN("B"),           FIGURE_LATER("Loss in B", UNIT_EMG),
    COLUMN_LATER("Right"),
};

static const char *right_word(enum settlement s)
{
    static const char *const words[SETTLEMENTS] = {
        [SETTLED_FIRST] = "A", [SETTLED_SECOND] = "B", [SETTLED_EVEN] = "even", [SETTLED_OPEN] = "not settled"};
    return words[s] != NULL ? words[s] : "";
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
    put_place(b, c, d);
    node_end(b);
    cell_text(b, ROW_PLAYER, who(c, d));
    cell_begin(b, ROW_TASK);
    put_task(b, d);
    node_end(b);
    choice_cell(b, ROW_PLAYED, d, &d->played);
    choice_cell(b, ROW_A, d, &d->view[0].best);
    loss_cell(b, ROW_A_LOST, d->view[0].lost);
    choice_cell(b, ROW_B, d, &d->view[1].best);
    loss_cell(b, ROW_B_LOST, d->view[1].lost);
    if (c->settled_by != NULL)
        cell_text(b, ROW_RIGHT, right_word(d->settled.how));
    node_end(b);
}

static void table_of_rows(struct draft *b, const struct comparison *c)
{
    draft_table(b, ROLE_NONE, row_columns, c->settled_by != NULL ? ROW_COLUMNS : ROW_RIGHT);
}

/* ---- the document ---- */

static void fact_count(struct draft *b, const char *name, long n)
{
    fact_begin(b, name);
    put_count(b, n);
    node_end(b);
}

static void head(struct draft *b, const struct comparison *c, size_t n)
{
    draft_titled(b, ROLE_POSITIONS, "Two analyses side by side");
    node_begin(b, NODE_FACTS, ROLE_BRIEF);
    fact_text(b, "A", c->set[0]);
    fact_text(b, "B", c->set[1]);
    if (c->n_matches > 1)
        fact_count(b, "Matches", (long)c->n_matches);
    fact_count(b, "Decisions", (long)c->n);
    fact_count(b, "Disagreements", (long)n);
    fact_text(b, "Stronger by the equity table", c->stronger);
    fact_text(b, "Rolled out", c->settled_by);
    node_end(b);
    draft_close(b);
}

static void disagreements(struct draft *b, const struct comparison *c, const struct compare_page_options *o,
                          const struct compared_decision *const *list, size_t n)
{
    const size_t shown = n < (size_t)o->worst ? n : (size_t)o->worst;
    draft_section(b, ROLE_ERRORS, 2, "disagreements", "Disagreements");
    if (n == 0)
        note(b, ROLE_NOTE, "There are none.");
    for (size_t i = 0; i < shown; i++)
        disagreement(b, c, list[i], i + 1);
    if (n > shown) {
        table_of_rows(b, c);
        for (size_t i = shown; i < n; i++)
            decision_row(b, c, list[i]);
        draft_close(b);
    }
    draft_close(b);
}

static void all_decisions(struct draft *b, const struct comparison *c)
{
    draft_fold(b, 2, "decisions");
    put_words(b, "Every decision");
    node_end(b);
    draft_ready(b);
    table_of_rows(b, c);
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
    totals(&b, c);
    disagreements(&b, c, o, list, n);
    if (o->decisions)
        all_decisions(&b, c);
    draft_close(&b);
    draft_end(&b);
    xfree(list);
}
