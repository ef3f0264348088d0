/* Costly decisions as documents; see costly.h. */
#include "pages/costly.h"

#include <stdlib.h>

#include "base/call.h"
#include "base/xmalloc.h"
#include "collection/said.h"
#include "storage/collection.h"
#include "pages/quiz_values.h"
#include "engine/met.h"
#include "export/export.h"
#include "report/lessons.h"
#include "report/errors_page.h"

static struct match *read_record(struct store *s, const struct error_place *p)
{
    struct strbuf text = {0};
    struct match *m = store_record(s, p->analysis, &text) ? record_of_text(&text, met_default(), p->stem) : NULL;
    strbuf_done(&text);
    if (m != NULL)
        (void)said_apply_to(s, m);
    return m;
}

const struct match *costly_record(void *records, const struct error_place *p)
{
    struct costly_records *r = records;
    for (size_t i = 0; i < RECORDS_KEPT; i++)
        if (r->kept[i].match != NULL && r->kept[i].analysis == p->analysis)
            return r->kept[i].match;
    struct kept_record *k = &r->kept[r->next++ % RECORDS_KEPT];
    match_free(k->match);
    k->match = NULL;
    *k = (struct kept_record){p->analysis, read_record(r->store, p)};
    return k->match;
}

void costly_records_done(struct costly_records *r)
{
    for (size_t i = 0; i < RECORDS_KEPT; i++)
        match_free(r->kept[i].match);
    quiz_values_free(r->values);
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

static int by_analysis(const void *a, const void *b)
{
    const struct costly_question *x = *(struct costly_question *const *)a, *y = *(struct costly_question *const *)b;
    const int64_t p = x->place[0].analysis, q = y->place[0].analysis;
    return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}

static void explain_match(struct costly_records *r, struct costly_list *list, struct costly_question *const *c,
                          size_t n)
{
    const struct match *m = costly_record(r, &c[0]->place[0]);
    if (m == NULL) /* another run may have put a new analysis in its place */
        return;
    errors_explain(list, c, n, m);
    for (size_t i = 0; i < n; i++)
        if (c[i]->n_alternatives == 0)
            say_error("%s: the collection's record of game %d, move %d has no alternatives", c[i]->place[0].stem,
                      c[i]->place[0].game, c[i]->place[0].number);
}

/* Match by match, so that each record is read once. */
void costly_explain(struct costly_records *r, struct costly_list *list)
{
    size_t n_least = 0;
    struct costly_question **order = xcalloc(list->n + 1, sizeof(struct costly_question *));
    for (size_t i = 0; i < list->n; i++)
        order[i] = &list->at[i];
    qsort(order, list->n, sizeof *order, by_analysis);
    for (size_t i = 0, n; i < list->n; i += n) {
        for (n = 1; i + n < list->n && order[i + n]->place[0].analysis == order[i]->place[0].analysis;)
            n++;
        explain_match(r, list, order + i, n);
    }
    xfree(order);
    for (size_t i = 0; i < list->n; i++) {
        struct costly_question *c = &list->at[i];
        c->why = words_of(list, c);
        n_least += c->asks == ASKS_PLAY && store_keeps_least(r->store, c->place[0].analysis, c->worst);
    }
    if (n_least != 0)
        say(tr_counted("%s: of %zu play the collection keeps only the best one and the one made; `kibitzer analyze "
                       "--fresh --keep-candidates all` analyses again",
                       "%s: of %zu plays the collection keeps only the best one and the one made; `kibitzer analyze "
                       "--fresh --keep-candidates all` analyses again",
                       n_least),
            store_name(r->store), n_least);
}

void costly_explain_errors(struct costly_records *r, const struct career *c, struct career_error *errors, int n)
{
    struct error_place *place = arena_alloc(c->arena, ((size_t)n + 1) * sizeof *place);
    struct costly_question *question = arena_alloc(c->arena, ((size_t)n + 1) * sizeof *question);
    struct costly_list list = {.at = question, .n = (size_t)n, .arena = c->arena};
    for (int i = 0; i < n; i++) {
        const struct career_error *e = &errors[i];
        place[i] = (struct error_place){.analysis = e->analysis,
                                        .side = e->row.side,
                                        .n = e->row.n,
                                        .game = e->row.game,
                                        .number = e->row.number,
                                        .stem = c->match[e->match].stem,
                                        .error = e->row.error};
        question[i] = (struct costly_question){
            .asks = asks_of(&e->row), .worst = e->row.error, .place = &place[i], .n_places = 1};
        (void)position_of_row(&e->row, &question[i].position);
    }
    costly_explain(r, &list);
    for (int i = 0; i < n; i++)
        errors[i].why = question[i].why;
}

struct errors_page_options costly_page(struct costly_records *r, const struct errors_page_options *page,
                                       struct export_options *shown)
{
    struct errors_page_options own = *page;
    export_defaults(shown);
    if (page->look != NULL)
        shown->look = *page->look;
    own.shown = shown;
    own.record = costly_record;
    own.context = r;
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

bool costly_write(struct costly_records *r, const struct costly_list *list, const struct errors_page_options *page,
                  enum document_form form, struct strbuf *out, struct diags *d)
{
    struct export_options shown;
    struct errors_page_options o = costly_page(r, page, &shown);
    struct listed l = {list, &o};
    o.answers = o.quiz && form == DOCUMENT_HTML;
    o.sheet = o.quiz && form != DOCUMENT_HTML;
    if (o.answers && r->values == NULL)
        r->values = quiz_values_new();
    o.values = r->values;
    o.value = o.answers && o.values != NULL ? quiz_values_put : NULL;
    return document_write(&(struct printed_document){.build = build_listed, .context = &l, .columns = page->columns},
                          form, &shown, out, d);
}
