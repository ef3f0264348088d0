/* Examples of leaks, and quizzes of them; see study_quiz.h. */
#include "base/language.h"
#include "pages/study_quiz.h"

#include <string.h>

static bool shown(const struct study_examples *e, const char *key)
{
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < LEAK_BOARDS && e->at[i][k] != NULL; k++)
            if (strcmp(e->at[i][k]->key, key) == 0)
                return true;
    return false;
}

/* Moves those to the front of the list that no other leak shows, in their order; how many of them are to be shown. */
static size_t choose(const struct study_examples *e, struct costly_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n && n < LEAK_BOARDS; i++) {
        const struct costly_question c = list->at[i];
        if (shown(e, c.key))
            continue;
        list->at[i] = list->at[n];
        list->at[n++] = c;
    }
    return n > 0 ? n : list->n < LEAK_BOARDS ? list->n : LEAK_BOARDS;
}

static void explain(struct costly_records *r, struct costly_list *list, size_t n)
{
    const size_t all = list->n;
    list->n = n;
    costly_explain(r, list);
    list->n = all;
}

/* A position may belong to several leaks: each gets its own. */
bool study_examples(struct costly_records *r, int64_t person, const struct study *st, struct study_examples *out)
{
    bool ok = true;
    *out = (struct study_examples){.n = 0};
    while (ok && out->n < st->n_leaks) {
        struct costly_list *list = &out->list[out->n];
        ok = study_errors(r->store, person, UINT64_C(1) << st->leak[out->n].class, LEAKS * LEAK_BOARDS, list);
        const size_t n = ok ? choose(out, list) : 0;
        explain(r, list, n);
        for (size_t i = 0; i < n; i++)
            out->at[out->n][i] = &list->at[i];
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

bool study_quiz(struct costly_records *r, const struct study_quiz *q, struct strbuf *out, struct diags *d)
{
    struct costly_list list;
    struct strbuf title = {0};
    tr_add(&title, "A quiz for {0}", q->name);
    const struct errors_page_options page = {
        .title = strbuf_text(&title), .pages = q->pages, .quiz = true, .look = q->look};
    bool ok = study_errors(r->store, q->person, classes_of_leaks(q->study), q->worst, &list);
    if (ok) {
        costly_explain(r, &list);
        ok = costly_write(r, &list, &page, q->form, out, d);
    }
    errors_done(&list);
    strbuf_done(&title);
    return ok;
}
