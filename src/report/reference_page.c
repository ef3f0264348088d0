/* Reference positions; see reference_page.h. */
#include "base/language.h"
#include "report/reference_page.h"

#include <string.h>

#include "document/draft.h"
#include "match/phase.h"

void reference_words(const struct reference *r, struct strbuf *out)
{
    if (r->n == 0)
        strbuf_puts(out, tr("No errors."));
    else
        tr_add_counted(out, "{0} of {1} errors of {3} EMG or more stands for {2} of what all of them lost.",
                       "{0} of {1} errors of {3} EMG or more stand for {2} of what all of them lost.", r->n,
                       TR_INT(r->n), TR_INT(r->of), TR_PERCENT(r->share), TR_REAL(REFERENCE_ABOVE, 2));
}

void reference_stands(const struct reference *r, int i, const struct costly_question *c, struct strbuf *out)
{
    const char *plan = c->plan >= 0 ? plan_name((enum plan)c->plan) : N_("any plan");
    tr_add_counted(out, "Stands for {0} error, {1} of what was lost: {2}",
                   "Stands for {0} errors, {1} of what was lost: {2}", (long)r->at[i].errors, TR_INT(r->at[i].errors),
                   TR_PERCENT(r->at[i].share), tr(plan));
    for (int t = 0, n = 0; t < THEMES; t++)
        if ((c->themes >> t & 1) != 0 && strcmp(theme_words((enum decision_theme)t), plan) != 0) /* "prime" is both */
            strbuf_printf(out, "%s%s", tr(n++ == 0 ? N_("; ") : N_(", ")), tr(theme_words((enum decision_theme)t)));
    strbuf_putc(out, '.');
}

static void position(struct draft *b, const struct reference_sheet *s, int i)
{
    struct strbuf words = {0};
    const struct costly_question *c = &s->list->at[i];
    reference_stands(s->reference, i, c, &words);
    note(b, ROLE_NOTE, draft_string(b, "%s", strbuf_text(&words)));
    strbuf_done(&words);
    errors_example(b, c, s->options, (size_t)i + 1, false);
}

void reference_page(const struct reference_sheet *s, struct node_receiver *to)
{
    struct draft b;
    struct strbuf words = {0};
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_POSITIONS, draft_fill(&b, "Positions that stand for {0}'s errors", s->name));
    reference_words(s->reference, &words);
    node_begin(&b, NODE_PARAGRAPH, ROLE_BRIEF);
    put_text(&b, strbuf_text(&words));
    node_end(&b);
    draft_close(&b);
    draft_section(&b, ROLE_STUDY, 2, "positions", "The positions");
    for (int i = 0; i < s->reference->n; i++)
        position(&b, s, i);
    if (s->quiz != NULL && s->reference->n > 0) {
        node_begin(&b, NODE_PARAGRAPH, ROLE_NONE);
        link_begin(&b, s->quiz, NULL);
        put_words(&b, "Quiz of these positions");
        node_end(&b);
        node_end(&b);
    }
    note(&b, ROLE_NOTE,
         "A position stands for errors with the same question and plan, a third of the themes or more in common, and "
         "chequers that stand alike. Each is counted for the first position that stands for it.");
    draft_close(&b);
    draft_close(&b);
    draft_end(&b);
    strbuf_done(&words);
}
