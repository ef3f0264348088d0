/* Positions as a document; see position_page.h. */
#include "command/position_page.h"

#include "base/call.h"
#include "base/language.h"
#include "import/position_record.h"
#include "report/card.h"
#include "report/report_options.h"

struct paging {
    const struct position_page *page;
    const struct export_options *shown;
};

static struct match *record_of(const struct paged_position *p)
{
    struct match *m = position_record(p->position, (struct place){0});
    const int set = match_add_set(m, &(struct annotation_set){.engine = "kibitzer", .own = true});
    struct annotation *a = event_annotate(m, position_record_decision(m), set), *next = a->next;
    *a = *p->note;
    a->set = set;
    a->next = next;
    m->player[p->position->turn].name = tr("you"); /* as in a terminal */
    m->player[1 - p->position->turn].name = tr("opponent");
    return m;
}

/* `number` 0 = it is the only one. */
static void put_position(struct draft *b, const struct paging *g, const struct paged_position *p, size_t number)
{
    struct match *m = record_of(p);
    struct card c;
    if (card_at(&c, m, g->shown)) {
        b->match = m;
        node_begin(b, NODE_DECISION, c.cube ? ROLE_CUBE : ROLE_CHEQUER)->side = decision_player(&c.decision);
        card_line(b, &c, (long)number);
        card_diagram(b, &c);
        card_answer(b, &c, g->shown);
        if (p->remark != NULL) {
            node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
            put_text(b, p->remark);
            node_end(b);
        }
        if (p->settings != NULL) {
            node_begin(b, NODE_FACTS, ROLE_NONE);
            fact_text(b, "Evaluated", p->settings);
            node_end(b);
        }
        node_end(b);
        b->match = NULL;
    }
    match_free(m);
}

static void build(void *context, struct node_receiver *to, struct diags *d)
{
    const struct paging *g = context;
    struct draft b;
    (void)d;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_POSITIONS, g->page->title);
    draft_close(&b);
    draft_open(&b, NODE_SECTION, ROLE_GAME, "positions")->level = 2;
    draft_ready(&b);
    if (g->page->facts != NULL) {
        node_begin(&b, NODE_FACTS, ROLE_NONE);
        g->page->facts(g->page->context, &b);
        node_end(&b);
    }
    for (size_t i = 0; i < g->page->n; i++)
        put_position(&b, g, &g->page->at[i], g->page->n > 1 ? i + 1 : 0);
    draft_close(&b);
    draft_close(&b);
    draft_end(&b);
}

bool position_page(const struct position_page *p, enum document_form form, struct strbuf *out)
{
    struct export_options shown;
    struct diags d;
    export_defaults(&shown);
    shown.candidates = p->candidates;
    diags_init(&d, NULL);
    struct paging g = {p, &shown};
    const bool ok = document_write(&(struct printed_document){.build = build, .context = &g}, form, &shown, out, &d);
    call_diags(&d);
    diags_done(&d);
    return ok;
}
