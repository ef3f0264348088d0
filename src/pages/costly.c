/* Costly decisions as documents; see costly.h. */
#include "pages/costly.h"

#include "base/call.h"
#include "collection/said.h"
#include "storage/collection.h"
#include "pages/quiz_values.h"
#include "engine/met.h"
#include "export/export.h"
#include "report/lessons.h"
#include "report/errors_page.h"

struct match *costly_record(void *store, const struct error_place *p)
{
    struct strbuf text = {0};
    struct match *m = store_record(store, p->analysis, &text) ? record_of_text(&text, met_default(), p->stem) : NULL;
    strbuf_done(&text);
    if (m != NULL)
        (void)said_apply_to(store, m);
    return m;
}

static const char *words_of(struct costly_list *list, const struct costly_question *c)
{
    struct strbuf text = {0};
    const char *words = NULL;
    if (lesson_words(&c->lesson, &c->position.board, &c->best_play, &text))
        words = arena_strdup(list->arena, strbuf_text(&text));
    strbuf_done(&text);
    return words;
}

void costly_explain(struct store *s, struct costly_list *list)
{
    size_t n_least = 0;
    for (size_t i = 0; i < list->n; i++) {
        struct costly_question *c = &list->at[i];
        struct match *m = costly_record(s, &c->place[0]);
        if (m == NULL || !errors_explain(list, c, m))
            say_error("%s: the collection's record of game %d, move %d has no alternatives", c->place[0].stem,
                      c->place[0].game, c->place[0].number);
        c->why = words_of(list, c);
        n_least += c->asks == ASKS_PLAY && store_keeps_least(s, c->place[0].analysis, c->worst);
        match_free(m);
    }
    if (n_least != 0)
        say("%s: of %zu play%s the collection keeps only the best one and the one made; `kibitzer analyze --fresh "
            "--keep-candidates all` analyses again",
            store_name(s), n_least, n_least == 1 ? "" : "s");
}

struct errors_page_options costly_page(struct store *s, const struct errors_page_options *page,
                                       struct export_options *shown)
{
    struct errors_page_options own = *page;
    export_defaults(shown);
    if (page->look != NULL)
        shown->look = *page->look;
    own.shown = shown;
    own.record = costly_record;
    own.context = s;
    return own;
}

struct listed {
    const struct costly_list *list;
    const struct errors_page_options *options;
};

static void build_listed(void *listed, struct node_receiver *to, struct diags *d)
{
    const struct listed *l = listed;
    (void)d;
    errors_page(l->list, l->options, to);
}

bool costly_write(struct store *s, const struct costly_list *list, const struct errors_page_options *page,
                  enum document_form form, struct strbuf *out, struct diags *d)
{
    struct export_options shown;
    struct errors_page_options o = costly_page(s, page, &shown);
    struct listed l = {list, &o};
    o.answers = o.quiz && form == DOCUMENT_HTML;
    o.sheet = o.quiz && form != DOCUMENT_HTML;
    struct quiz_values *values = o.answers ? quiz_values_new() : NULL;
    o.values = values;
    o.value = values != NULL ? quiz_values_put : NULL;
    const bool ok =
        document_write(&(struct printed_document){build_listed, &l, NULL, page->columns}, form, &shown, out, d);
    quiz_values_free(values);
    return ok;
}
