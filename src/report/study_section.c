/* What to study; see study_section.h. */
#include "base/language.h"
#include "report/study_section.h"

#include <math.h>

#include "document/columns.h"
#include "report/bar_plot.h"
#include "report/errors_page.h"

static void pr(struct draft *b, double value)
{
    put_number(b, (struct number){.value = value, .decimals = 2, .unit = UNIT_PR});
}

static void cost(struct draft *b, const struct leak *l)
{
    node_begin(b, NODE_SPAN, ROLE_COST)->mark = SKILL_BAD;
    words_begin(b, " {0} PR", NULL, 0);
    pr(b, l->cost);
    node_end(b);
    node_end(b);
}

static void heading(struct draft *b, const struct leak *l, int i)
{
    draft_open(b, NODE_SECTION, ROLE_STUDY, draft_string(b, "leak%d", i + 1))->level = 3;
    heading_begin(b, 3);
    put_text(b, tr(study_class_words(&l->what)));
    put_words(b, draft_fill(b, " ({0}), {1}", tr(study_class_kind(&l->what)), tr(certainty_word(l->certainty))));
    cost(b, l);
    node_end(b);
    draft_ready(b);
}

static void range(struct draft *b, const struct leak *l)
{
    words_begin(b, " That is {0} of the PR more; allowing for chance {1}, with 95% certainty {2} to {3}.", NULL, 0);
    pr(b, l->lost - l->expected);
    pr(b, l->cost);
    pr(b, l->low);
    pr(b, l->high);
    node_end(b);
}

static void rate(struct draft *b, const struct leak *l)
{
    if (isnan(l->rate_low))
        words_begin(b, "In this {0} decision alone the PR is {1}; players of this level have {4}.",
                    "In these {0} decisions alone the PR is {1}; players of this level have {4}.", l->decisions);
    else
        words_begin(b, "In this {0} decision alone the PR is {1} ({2} to {3}); players of this level have {4}.",
                    "In these {0} decisions alone the PR is {1} ({2} to {3}); players of this level have {4}.",
                    l->decisions);
    put_count(b, l->decisions);
    pr(b, l->rate);
    pr(b, l->rate_low);
    pr(b, l->rate_high);
    pr(b, l->expected_rate);
}

static void sentence(struct draft *b, const struct leak *l)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    if (class_is_of_choice(l->class)) {
        words_begin(b, "{0} such decision lost {1} of the PR; players of this level lose {2}.",
                    "{0} such decisions lost {1} of the PR; players of this level lose {2}.", l->decisions);
        put_count(b, l->decisions);
        pr(b, l->lost);
        pr(b, l->expected);
    } else {
        rate(b, l);
    }
    node_end(b);
    range(b, l);
    node_end(b);
}

static void leak(struct draft *b, const struct study_sheet *s, int i)
{
    const struct leak *l = &s->study->leak[i];
    heading(b, l, i);
    sentence(b, l);
    for (int k = 0; s->examples != NULL && k < LEAK_BOARDS && (*s->examples)[i][k] != NULL; k++)
        errors_example(b, (*s->examples)[i][k], s->options, (size_t)(i * LEAK_BOARDS + k + 1), s->folds && k > 0);
    draft_close(b);
}

enum { LEAK, CERTAINTY, BEYOND, LOST, LEVEL, LEAK_COLUMNS };
static const struct column columns[LEAK_COLUMNS] = {ROW_HEAD("Leak"), COLUMN("How sure"), FIGURE("Beyond chance"),
                                                    FIGURE("PR lost"), FIGURE("Same level")};

static void pr_cell(struct draft *b, int column, double value)
{
    cell_begin(b, column);
    pr(b, value);
    node_end(b);
}

static void leak_row(struct draft *b, const struct leak *l)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, LEAK, tr(study_class_words(&l->what)));
    cell_text(b, CERTAINTY, tr(certainty_word(l->certainty)));
    cell_ranged(
        b, BEYOND,
        (struct number){.value = l->cost, .range = l->high - l->cost, .decimals = 2, .unit = UNIT_PR, .sign = true});
    pr_cell(b, LOST, l->lost);
    pr_cell(b, LEVEL, l->expected);
    node_end(b);
}

/* All of them at a glance, before each has its boards. */
static void summary(struct draft *b, const struct study *st)
{
    struct bar at[LEAKS];
    const char *labels[LEAKS];
    for (int i = 0; i < st->n_leaks; i++) {
        const struct leak *l = &st->leak[i];
        at[i] = (struct bar){.value = l->cost, .low = l->low, .high = l->high};
        labels[i] = tr(study_class_words(&l->what));
    }
    bar_plot_begin(b, &(struct bar_panel){ROLE_BARS, UNIT_PR, 0.1, true, at}, 1, st->n_leaks, labels, NULL);
    note(b, ROLE_NOTE,
         "PR lost beyond what players of this level lose, allowing for chance, with the range that holds "
         "95%: a leak is sure where all of it is above 0.");
    node_end(b);
    table_begin(b, ROLE_NONE, columns, LEAK_COLUMNS);
    for (int i = 0; i < st->n_leaks; i++)
        leak_row(b, &st->leak[i]);
    node_end(b);
}

static void nothing(struct draft *b, const struct study *st)
{
    struct strbuf text = {0};
    study_nothing(st, &text);
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    put_words(b, draft_string(b, "%s", strbuf_text(&text)));
    node_end(b);
    strbuf_done(&text);
}

static void quiz_link(struct draft *b, const char *page)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    link_begin(b, page, NULL);
    put_words(b, "Quiz of such positions");
    node_end(b);
    node_end(b);
}

static void whose(struct draft *b, const struct study *st)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_words(b,
              "A leak costs more than players of the same PR lose there. It is sure if chance alone explains that in "
              "at most one case of forty, likely if in at most one of ten, else weak. ");
    put_words(b,
              st->players > 0
                  ? "What they lose is taken from the players of this collection."
                  : N_("What they lose is taken from a table of kibitzer's own: this collection has too few players."));
    node_end(b);
}

void study_section(struct draft *b, const struct study_sheet *s)
{
    draft_section(b, ROLE_STUDY, 2, "study", "What to study");
    if (s->study->n_sure == 0)
        nothing(b, s->study);
    if (s->study->n_leaks > 1)
        summary(b, s->study);
    for (int i = 0; i < s->study->n_leaks; i++)
        leak(b, s, i);
    if (s->quiz != NULL && s->study->n_leaks > 0)
        quiz_link(b, s->quiz);
    whose(b, s->study);
    draft_close(b);
}

void study_page(const struct study_sheet *s, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_POSITIONS, draft_fill(&b, "Backgammon: what {0} should study", s->name));
    draft_close(&b);
    study_section(&b, s);
    draft_close(&b);
    draft_end(&b);
}

void study_sentences(const struct leak *l, struct strbuf *out)
{
    const char *n = TR_INT(l->decisions), *level = TR_REAL(l->expected_rate, 2);
    if (class_is_of_choice(l->class))
        tr_add_counted(out, "  {0} such decision lost {1} of the PR; players of this level lose {2}.\n",
                       "  {0} such decisions lost {1} of the PR; players of this level lose {2}.\n", l->decisions, n,
                       TR_REAL(l->lost, 2), TR_REAL(l->expected, 2));
    else if (isnan(l->rate_low))
        tr_add_counted(out, "  In this {0} decision alone the PR is {1};\n  players of this level have {2}.\n",
                       "  In these {0} decisions alone the PR is {1};\n  players of this level have {2}.\n",
                       l->decisions, n, TR_REAL(l->rate, 2), level);
    else
        tr_add_counted(
            out, "  In this {0} decision alone the PR is {1} ({3} to {4});\n  players of this level have {2}.\n",
            "  In these {0} decisions alone the PR is {1} ({3} to {4});\n  players of this level have {2}.\n",
            l->decisions, n, TR_REAL(l->rate, 2), level, TR_REAL(l->rate_low, 2), TR_REAL(l->rate_high, 2));
    tr_add(out, "  That is {0} of the PR more; allowing for chance {1},\n  with 95% certainty {2} to {3}.\n",
           TR_REAL(l->lost - l->expected, 2), TR_REAL(l->cost, 2), TR_REAL(l->low, 2), TR_REAL(l->high, 2));
}
