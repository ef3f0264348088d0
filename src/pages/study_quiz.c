/* Examples of leaks, and quizzes of them; see study_quiz.h. */
#include "pages/study_quiz.h"

#include <string.h>

#include "pages/costly.h"
#include "report/errors_page.h"

static const struct costly_question *not_shown_yet(const struct study_examples *e, const struct costly_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        bool shown = false;
        for (int k = 0; k < e->n; k++)
            shown = shown || (e->at[k] != NULL && strcmp(e->at[k]->key, list->at[i].key) == 0);
        if (!shown)
            return &list->at[i];
    }
    return list->n > 0 ? &list->at[0] : NULL;
}

/* A position may belong to several leaks: each gets one of its own. */
bool study_examples(struct store *s, int64_t person, const struct study *st, struct study_examples *out)
{
    bool ok = true;
    *out = (struct study_examples){.n = 0};
    while (ok && out->n < st->n_leaks) {
        struct costly_list *list = &out->list[out->n];
        ok = study_errors(s, person, UINT64_C(1) << st->leak[out->n].class, LEAKS, list);
        if (ok)
            costly_explain(s, list);
        out->at[out->n] = ok ? not_shown_yet(out, list) : NULL;
        out->n++;
    }
    return ok;
}

void study_examples_done(struct study_examples *e)
{
    for (int i = 0; i < e->n; i++)
        errors_done(&e->list[i]);
}

static uint64_t classes_of_leaks(const struct study *st)
{
    uint64_t classes = 0;
    for (int i = 0; i < st->n_leaks; i++)
        classes |= UINT64_C(1) << st->leak[i].class;
    return classes;
}

bool study_quiz(struct store *s, const struct study_quiz *q, struct strbuf *out, struct diags *d)
{
    struct costly_list list;
    struct strbuf title = {0};
    strbuf_printf(&title, "A quiz for %s", q->name);
    const struct errors_page_options page = {
        .title = strbuf_text(&title), .pages = q->pages, .quiz = true, .look = q->look};
    bool ok = study_errors(s, q->person, classes_of_leaks(q->study), q->worst, &list);
    if (ok) {
        costly_explain(s, &list);
        ok = costly_write(s, &list, &page, q->form, out, d);
    }
    errors_done(&list);
    strbuf_done(&title);
    return ok;
}
