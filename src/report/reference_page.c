/* Reference positions; see reference_page.h. */
#include "report/reference_page.h"

#include "document/draft.h"
#include "match/phase.h"

void reference_words(const struct reference *r, struct strbuf *out)
{
    if (r->n == 0)
        strbuf_puts(out, "There is no error.");
    else
        strbuf_printf(out, "%d of %zu errors stand%s for %.0f%% of what all of them lost.", r->n, r->of,
                      r->n == 1 ? "s" : "", 100 * r->share);
}

void reference_stands(const struct reference *r, int i, const struct costly_question *c, struct strbuf *out)
{
    strbuf_printf(out, "Stands for %zu error%s, %.0f%% of what was lost: %s", r->at[i].errors,
                  r->at[i].errors == 1 ? "" : "s", 100 * r->at[i].share,
                  c->plan >= 0 ? plan_name((enum plan)c->plan) : "any plan");
    for (int t = 0, n = 0; t < THEMES; t++)
        if ((c->themes >> t & 1) != 0)
            strbuf_printf(out, "%s%s", n++ == 0 ? "; " : ", ", theme_words((enum decision_theme)t));
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
    draft_titled(&b, ROLE_POSITIONS, draft_string(&b, "Positions that stand for %s's errors", s->name));
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
