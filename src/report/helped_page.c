/* Did it help? See helped_page.h. */
#include "base/language.h"
#include "report/helped_page.h"

#include <math.h>

#include "document/columns.h"
#include "document/draft.h"
#include "report/bar_plot.h"

static const struct column columns[] = {ROW_HEAD("Leak"),
                                        COLUMN("Helped"),
                                        COLUMN("Counted"),
                                        FIGURE("Change"),
                                        FIGURE_LATER("Before", UNIT_NONE),
                                        FIGURE_LATER("Expected", UNIT_NONE),
                                        FIGURE_LATER("Since", UNIT_NONE),
                                        FIGURE_LATER("Decisions before", UNIT_NONE),
                                        FIGURE_LATER("Decisions since", UNIT_NONE)};

static void pr_cell(struct draft *b, int column, double value, double low, double high, bool sign)
{
    cell_ranged(b, column,
                (struct number){.value = value,
                                .range = isnan(low) ? 0
                                         : sign     ? (high - low) / 2
                                                    : high - value,
                                .decimals = 2,
                                .unit = UNIT_PR,
                                .sign = sign,
                                .why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT});
}

static void row(struct draft *b, const struct progress_leak *l)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(
        b, 0,
        draft_fill(b, "{0} ({1})", tr(study_class_words(&l->before.what)), tr(study_class_kind(&l->before.what))));
    cell_text(b, 1, tr(helped_word(l->helped)));
    cell_text(b, 2, tr(class_is_of_choice(l->before.class) ? N_("share of the whole PR") : N_("PR in such decisions")));
    pr_cell(b, 3, l->change, l->low, l->high, true);
    pr_cell(b, 4, l->before.rate, NAN, NAN, false);
    pr_cell(b, 5, l->expected, NAN, NAN, false);
    pr_cell(b, 6, l->rate, l->rate_low, l->rate_high, false);
    cell_count(b, 7, l->before.decisions);
    cell_count(b, 8, l->decisions);
    node_end(b);
}

static void not_studied(struct draft *b, const struct progress *p)
{
    if (p->rest[0].units == 0 || p->rest[1].units == 0)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    words_begin(b, "In all other decisions: PR {0} before, {1} since.", NULL, 0);
    for (int i = 0; i < 2; i++)
        put_number(b, (struct number){.value = 500 * ratio_value(&p->rest[i]), .decimals = 2, .unit = UNIT_PR});
    node_end(b);
    node_end(b);
}

/* Three bars for each leak and a gap. */
static void pictures(struct draft *b, const struct progress *p)
{
    enum { EACH = 4 };
    struct bar at[EACH * LEAKS];
    const char *labels[EACH * LEAKS] = {NULL};
    for (int i = 0; i < p->n; i++) {
        const struct progress_leak *l = &p->at[i];
        struct bar *own = at + EACH * i;
        own[0] = (struct bar){l->before.rate, NAN, NAN, TONE_LIGHT};
        own[1] = (struct bar){l->expected, NAN, NAN, TONE_HOLLOW};
        own[2] = (struct bar){l->rate, l->rate_low, l->rate_high, TONE_FULL};
        own[3] = (struct bar){NAN, NAN, NAN, TONE_FULL};
        labels[EACH * i + 1] = tr(study_class_words(&l->before.what));
    }
    bar_plot_begin(b, &(struct bar_panel){ROLE_BARS, UNIT_PR, 1, false, at}, 1, EACH * p->n - 1, labels, NULL);
    note(
        b, ROLE_NOTE,
        "Light: before. Hollow: what was to be expected. Dark: since, with the range that holds 95%. Lower is better.");
    node_end(b);
}

static void leaks(struct draft *b, const struct helped_sheet *s)
{
    const struct progress *p = s->progress;
    draft_section(b, ROLE_STATISTICS, 2, "leaks", "What became of the leaks");
    if (p->n == 0) {
        note(b, ROLE_NOTE, "There is no leak in the matches before.");
    } else {
        pictures(b, p);
        draft_table(b, ROLE_MATCHES, columns, sizeof columns / sizeof *columns);
        for (int i = 0; i < p->n; i++)
            row(b, &p->at[i]);
        draft_close(b);
        not_studied(b, p);
    }
    draft_close(b);
}

static void legend(struct draft *b)
{
    draft_section(b, ROLE_LEGEND, 2, "legend", "How to read it");
    note(b, ROLE_NOTE,
         "A leak that is picked because it is the worst gets better by itself. Expected is the figure if nothing had "
         "been learnt: less what was chance when it became a leak, and changed by as much as the decisions that were "
         "no leak.");
    note(b, ROLE_NOTE,
         "PR in such decisions: over these decisions alone. Themes that depend on the play made, such as a hit that "
         "was missed, are met mostly in errors; so their figure is a share of the whole PR: what they lost, over all "
         "decisions.");
    note(b, ROLE_NOTE,
         draft_fill(b,
                    N_("Better or worse is said only where the 95% range of the change excludes 0; open: it does not; "
                       "too few: it takes {0} decisions in three matches, before and since. Matches without a date are "
                       "in neither."),
                    TR_INT(PROGRESS_DECISIONS)));
    draft_close(b);
}

void helped_page(const struct helped_sheet *s, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_INDEX, draft_fill(&b, "{0}: did it help?", s->name));
    node_begin(&b, NODE_PARAGRAPH, ROLE_BRIEF);
    struct strbuf since = {0};
    tr_date(&since, s->since);
    put_text(&b, draft_fill(&b, "Before {0} and since \xc2\xb7 ", strbuf_text(&since)));
    strbuf_done(&since);
    put_counted(&b, "{0} match before", "{0} matches before", s->progress->before.matches);
    if (s->progress->undated > 0)
        put_counted(&b, " \xc2\xb7 {0} match in neither, as its date is missing or too vague",
                    " \xc2\xb7 {0} matches in neither, as their dates are missing or too vague", s->progress->undated);
    node_end(&b);
    draft_close(&b);
    leaks(&b, s);
    legend(&b);
    draft_close(&b);
    draft_end(&b);
}
