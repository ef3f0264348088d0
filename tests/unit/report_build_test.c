/* The document tree of a report: its shape, its anchors and its links. What it says stands in the golden files *.tree.
 */
#include "support/assertions.h"
#include "support/reading.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "report/report.h"

struct names {
    char **at;
    size_t n, capacity;
};

static void add_name(struct names *list, const char *name)
{
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n++] = xstrdup(name);
}

static void names_done(struct names *list)
{
    for (size_t i = 0; i < list->n; i++)
        xfree(list->at[i]);
    xfree(list->at);
}

struct listener {
    struct node_receiver receiver;
    struct names anchors, links;
    int depth, documents, largest; /* nodes of the largest block */
};

static int listen(struct listener *l, const struct node *n)
{
    int count = 1;
    if (n->anchor != NULL)
        add_name(&l->anchors, n->anchor);
    if (n->kind == NODE_LINK && n->link.page == NULL)
        add_name(&l->links, n->link.anchor);
    for (int i = 0; n->kind == NODE_PLOT && i < n->plot.n_marks; i++)
        if (n->plot.marks[i].to != NULL)
            add_name(&l->links, n->plot.marks[i].to);
    for (int i = 0; n->kind == NODE_PLOT && i < n->plot.n_parts; i++)
        if (n->plot.parts[i].page == NULL)
            add_name(&l->links, n->plot.parts[i].to);
    for (const struct node *c = n->first; c != NULL; c = c->next)
        count += listen(l, c);
    return count;
}

static void on_open(struct node_receiver *r, const struct node *n)
{
    struct listener *l = (struct listener *)r;
    l->documents += n->kind == NODE_DOCUMENT;
    l->depth++;
    listen(l, n);
}

static void on_take(struct node_receiver *r, const struct node *n)
{
    struct listener *l = (struct listener *)r;
    int size = listen(l, n);
    assert_true(l->depth > 0);
    l->largest = size > l->largest ? size : l->largest;
}

static void on_close(struct node_receiver *r, const struct node *n)
{
    (void)n;
    ((struct listener *)r)->depth--;
}

static void listen_to(struct listener *l, const struct match *m, const struct export_options *o)
{
    struct diags d;
    *l = (struct listener){.receiver = {on_open, on_take, on_close}};
    diags_init(&d, "test");
    report_build(m, o, &l->receiver, &d);
    diags_done(&d);
    assert_int_equal(l->depth, 0);
}

static void listener_done(struct listener *l)
{
    names_done(&l->anchors);
    names_done(&l->links);
}

static int times(const struct names *list, const char *name)
{
    int n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += strcmp(list->at[i], name) == 0;
    return n;
}

static const char *const fixtures[] = {"fixtures/dump/every-word.dump", "fixtures/export/annotated.dump",
                                       "fixtures/export/money-hostile.dump", "fixtures/demo/club-final.mat"};

enum { N_FIXTURES = sizeof fixtures / sizeof *fixtures };

TEST(every_anchor_is_there_once)
{
    for (int f = 0; f < N_FIXTURES; f++) {
        struct match *m = read_file(fixtures[f]);
        struct export_options o;
        struct listener l;
        export_defaults(&o);
        listen_to(&l, m, &o);
        assert_true(l.anchors.n > 5);
        for (size_t i = 0; i < l.anchors.n; i++)
            if (times(&l.anchors, l.anchors.at[i]) != 1)
                fail_msg("%s: #%s is there %d times", fixtures[f], l.anchors.at[i], times(&l.anchors, l.anchors.at[i]));
        listener_done(&l);
        match_free(m);
    }
}

TEST(every_link_leads_somewhere)
{
    for (int f = 0; f < N_FIXTURES; f++) {
        struct match *m = read_file(fixtures[f]);
        struct export_options o;
        struct listener l;
        export_defaults(&o);
        listen_to(&l, m, &o);
        assert_true(l.links.n > 2);
        for (size_t i = 0; i < l.links.n; i++)
            if (times(&l.anchors, l.links.at[i]) == 0)
                fail_msg("%s: nothing is called #%s", fixtures[f], l.links.at[i]);
        listener_done(&l);
        match_free(m);
    }
}

TEST(anchors_do_not_depend_on_what_is_shown)
{
    struct match *m = read_file("fixtures/export/annotated.dump");
    struct export_options o;
    struct listener all, some;
    export_defaults(&o);
    listen_to(&all, m, &o);
    o.show_move[SKILL_NONE] = o.analysis = o.statistics = o.legend = false;
    listen_to(&some, m, &o);
    assert_true(some.anchors.n < all.anchors.n);
    for (size_t i = 0; i < some.anchors.n; i++)
        assert_int_equal(times(&all.anchors, some.anchors.at[i]), 1);
    listener_done(&all);
    listener_done(&some);
    match_free(m);
}

TEST(a_missed_double_and_the_play_after_it_are_two)
{
    struct match *m = read_file("fixtures/dump/every-word.dump");
    struct export_options o;
    struct listener l;
    export_defaults(&o);
    listen_to(&l, m, &o);
    assert_int_equal(times(&l.anchors, "g1m1"), 1);
    assert_int_equal(times(&l.anchors, "g1m1c"), 1);
    listener_done(&l);
    match_free(m);
}

TEST(games_may_have_a_document_each)
{
    struct match *m = read_file("fixtures/dump/every-word.dump");
    struct export_options o;
    struct listener l;
    export_defaults(&o);
    o.split_games = true;
    listen_to(&l, m, &o);
    assert_int_equal(l.documents, 3);
    listener_done(&l);
    match_free(m);
}

/* So that a match of 20,000 plies needs no more memory than one of 20. */
TEST(no_block_grows_with_the_match)
{
    struct match *m = read_file("fixtures/demo/club-final.mat");
    struct export_options o;
    struct listener l;
    export_defaults(&o);
    listen_to(&l, m, &o);
    assert_true(l.anchors.n > 300);
    assert_true(l.largest < 500);
    listener_done(&l);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
