/* Answers as documents of nodes, for the writers of reports; see answer.h. */
#include "base/xmalloc.h"
#include "document/answer_private.h"
#include "document/draft.h"

static const char *title_of(struct draft *b, const struct answer_leaf *leaf)
{
    struct strbuf name = {0};
    if (leaf->field->title != NULL)
        return leaf->field->title;
    answer_leaf_name(leaf, &name);
    const char *title = draft_string(b, "%s", strbuf_text(&name));
    strbuf_done(&name);
    return title;
}

static bool is_empty(const struct answer_leaf *leaf)
{
    return leaf->value == NULL || answer_value_missing(leaf->field, leaf->value);
}

/* Numbers keep their type, so that each format rounds and pads as it does elsewhere. */
static void put_leaf(struct draft *b, const struct answer_leaf *leaf)
{
    const struct answer_field *f = leaf->field;
    struct strbuf text = {0};
    if (is_empty(leaf))
        return;
    if (answer_is_number(f) && f->kind == ANSWER_REAL) {
        put_number(b, (struct number){.value = answer_real(f, leaf->value),
                                      .decimals = f->shown,
                                      .unit = f->unit,
                                      .sign = (f->flags & ANSWER_SIGNED) != 0});
    } else if (answer_is_number(f)) {
        put_count(b, answer_int(f, leaf->value));
    } else {
        answer_cell(f, leaf->value, true, &text);
        put_text(b, draft_string(b, "%s", strbuf_text(&text)));
    }
    strbuf_done(&text);
}

/* ---- facts ---- */

static void put_fact(void *context, const struct answer_leaf *leaf)
{
    struct draft *b = context;
    if (is_empty(leaf) || (answer_is_array(leaf->field) && answer_items(leaf->field, leaf->value) == 0))
        return;
    fact_begin(b, title_of(b, leaf));
    put_leaf(b, leaf);
    node_end(b);
}

/* ---- a list ---- */

struct paging {
    struct draft *b;
    struct column *columns;
    struct node *titles; /* of the columns */
    struct strbuf *names;
    bool *used; /* of leaves: some row has it */
    int n, room;
    int leaf, at; /* the next one; the column of the next cell */
};

static void count_column(void *context, const struct answer_leaf *leaf)
{
    (void)leaf;
    ((struct paging *)context)->room++;
}

static void see_leaf(void *context, const struct answer_leaf *leaf)
{
    struct paging *p = context;
    if (!is_empty(leaf))
        p->used[p->leaf] = true;
    p->leaf++;
}

static void add_column(void *context, const struct answer_leaf *leaf)
{
    struct paging *p = context;
    if (!p->used[p->leaf++])
        return;
    struct strbuf *name = &p->names[p->n];
    if (leaf->field->title == NULL)
        answer_leaf_name(leaf, name);
    p->titles[p->n] =
        (struct node){.kind = NODE_WORDS,
                      .side = NOBODY,
                      .words = {leaf->field->title != NULL ? leaf->field->title : strbuf_text(name), NULL, 0}};
    p->columns[p->n] = (struct column){.title = &p->titles[p->n],
                                       .unit = leaf->field->unit,
                                       .side = NOBODY,
                                       .priority = leaf->field->flags & ANSWER_WIDE ? 2 : 1,
                                       .head = p->n == 0,
                                       .number = answer_is_number(leaf->field)};
    p->n++;
}

static void add_cell(void *context, const struct answer_leaf *leaf)
{
    struct paging *p = context;
    if (!p->used[p->leaf++])
        return;
    cell_begin(p->b, p->at++);
    put_leaf(p->b, leaf);
    node_end(p->b);
}

/* Columns in which nothing is said are left out. */
static void put_list(struct draft *b, const struct answer_rows *rows, const struct answer_list *list)
{
    struct paging p = {.b = b};
    answer_leaves(rows, NULL, true, count_column, &p);
    p.columns = xcalloc((size_t)p.room, sizeof *p.columns);
    p.titles = xcalloc((size_t)p.room, sizeof *p.titles);
    p.names = xcalloc((size_t)p.room, sizeof *p.names);
    p.used = xcalloc((size_t)p.room, sizeof *p.used);
    for (size_t i = 0; i < list->n; i++) {
        p.leaf = 0;
        answer_leaves(rows, (const char *)list->at + i * rows->size, true, see_leaf, &p);
    }
    for (int i = 0; i < p.room; i++)
        p.used[i] = p.used[i] || list->n == 0;
    p.leaf = 0;
    answer_leaves(rows, NULL, true, add_column, &p);
    draft_table(b, ROLE_MATCHES, p.columns, p.n);
    for (size_t i = 0; i < list->n; i++) {
        p.at = p.leaf = 0;
        node_begin(b, NODE_ROW, ROLE_NONE);
        answer_leaves(rows, (const char *)list->at + i * rows->size, true, add_cell, &p);
        node_end(b);
    }
    draft_close(b);
    for (int i = 0; i < p.n; i++)
        strbuf_done(&p.names[i]);
    xfree(p.used);
    xfree(p.columns);
    xfree(p.titles);
    xfree(p.names);
}

/* ---- the document ---- */

static void put_record(struct draft *b, const struct answer_document *a, const void *record)
{
    node_begin(b, NODE_FACTS, ROLE_NONE);
    answer_leaves(a->rows, record, true, put_fact, b);
    node_end(b);
    for (const struct answer_field *f = a->rows->fields; f->name != NULL; f++) {
        if (!answer_is_list(f) || !answer_seen(f, true))
            continue;
        const struct answer_list list = answer_list_at((const char *)record + f->at);
        if (f->title != NULL)
            draft_section(b, ROLE_STATISTICS, 2, f->name, f->title);
        put_list(b, f->rows, &list);
        if (f->title != NULL)
            draft_close(b);
    }
}

void answer_page(const struct answer_document *a, const void *record, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_INDEX, a->title);
    draft_close(&b);
    if (a->several)
        put_list(&b, a->rows, record);
    else
        put_record(&b, a, record);
    draft_close(&b);
    draft_end(&b);
}
