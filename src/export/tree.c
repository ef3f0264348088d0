/* The document tree as text: what a report says, without a format. For golden files, for authors of writers, and to
 * see what a report has. One node a line, indented by its depth; docs/formats/tree.md. */
#include <math.h>
#include <stdio.h>

#include "base/sink.h"
#include "export/export.h"
#include "report/report.h"

struct tree_writer {
    struct node_receiver receiver;
    struct strbuf *out;
    struct sink *sink;
    int depth;
    size_t parts;
};

static void quoted(struct strbuf *out, const char *text)
{
    strbuf_putc(out, '"');
    for (const char *s = text; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            strbuf_printf(out, "\\%c", c);
        else if (c == '\n')
            strbuf_puts(out, "\\n");
        else if (c < 0x20 || c == 0x7F)
            strbuf_printf(out, "\\x%02x", c);
        else
            strbuf_putc(out, (char)c);
    }
    strbuf_putc(out, '"');
}

/* ---- what a node carries ---- */

static void columns(struct strbuf *out, const struct node *n)
{
    for (int i = 0; i < n->table.n; i++) {
        const struct column *c = &n->table.at[i];
        struct strbuf title = {0};
        if (c->title != NULL)
            leaf_text(c->title, &typography_fine, &title);
        strbuf_puts(out, i == 0 ? " columns " : ", ");
        quoted(out, strbuf_text(&title));
        if (c->side != NOBODY)
            strbuf_printf(out, " of %d", c->side);
        if (c->priority > 1)
            strbuf_printf(out, " priority %d", c->priority);
        strbuf_done(&title);
    }
}

static void diagram(struct strbuf *out, const struct node *n)
{
    for (int i = 0; i < NODE_ARROWS; i++)
        if (n->diagram.arrows[i].play != NULL && n->diagram.arrows[i].play->n > 0) {
            const struct node play = {.kind = NODE_PLAY,
                                      .play = {&n->diagram.position->board, n->diagram.arrows[i].play}};
            strbuf_printf(out, " arrows %s ", role_name(n->diagram.arrows[i].role));
            leaf_text(&play, &typography_fine, out);
        }
}

static void plot(struct strbuf *out, const struct node *n)
{
    for (int i = 0; i < n->plot.n_series; i++) {
        const struct series *s = &n->plot.series[i];
        strbuf_printf(out, " %s of %d, %s %g to %g:", role_name(s->role), s->side, unit_name(s->unit), s->low, s->high);
        for (int k = 0; k < n->plot.n; k++) {
            strbuf_putc(out, ' ');
            if (isnan(s->at[k]))
                strbuf_putc(out, '-');
            else
                strbuf_fixed(out, (double)s->at[k], 3);
        }
    }
    for (int i = 0; i < n->plot.n_parts; i++)
        strbuf_printf(out, "; %d from %d", n->plot.parts[i].number, n->plot.parts[i].from);
    for (int i = 0; i < n->plot.n_marks; i++)
        strbuf_printf(out, "; %s at %d of %d to #%s", skill_mark(n->plot.marks[i].mark), n->plot.marks[i].x,
                      n->plot.marks[i].side, n->plot.marks[i].to != NULL ? n->plot.marks[i].to : "");
}

static void link(struct strbuf *out, const struct node *n)
{
    strbuf_puts(out, "to ");
    if (n->link.page != NULL)
        quoted(out, n->link.page);
    if (n->link.anchor != NULL)
        strbuf_printf(out, "#%s", n->link.anchor);
}

static void leaf(struct strbuf *out, const struct node *n)
{
    struct strbuf text = {0};
    bool unit = n->kind == NODE_NUMBER && n->number.unit != UNIT_NONE;
    if (n->kind == NODE_WORDS)
        strbuf_puts(&text, n->words.plural != NULL && n->words.count != 1 ? n->words.plural : n->words.id);
    else
        leaf_text(n, &typography_fine, &text);
    if (n->kind != NODE_WORDS)
        strbuf_printf(out, "%s ", unit ? unit_name(n->number.unit) : node_name(n->kind));
    if (n->kind == NODE_WORDS || n->kind == NODE_TEXT || n->kind == NODE_PLAYER || n->kind == NODE_DATE)
        quoted(out, strbuf_text(&text));
    else
        strbuf_puts(out, strbuf_text(&text));
    strbuf_done(&text);
}

static void head(struct strbuf *out, const struct node *n);

/* `"{0} wins {1} points"(player "Ann", number 4)`, `<small "pips">`, `[to #g1 "Game 1"]`. */
static void inlined(struct strbuf *out, const struct node *n)
{
    static const char *const open[] = {"<", "["}, *const close[] = {">", "]"};
    bool is_leaf = node_is_leaf(n);
    if (is_leaf) {
        leaf(out, n);
    } else {
        strbuf_puts(out, open[n->kind == NODE_LINK]);
        head(out, n);
    }
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        strbuf_puts(out, !is_leaf ? " " : c == n->first ? "(" : ", ");
        inlined(out, c);
    }
    if (is_leaf)
        strbuf_puts(out, n->first != NULL ? ")" : "");
    else
        strbuf_puts(out, close[n->kind == NODE_LINK]);
}

static void content(struct strbuf *out, const struct node *n)
{
    switch (n->kind) {
    case NODE_TABLE:
        columns(out, n);
        break;
    case NODE_DIAGRAM:
        diagram(out, n);
        break;
    case NODE_PLOT:
        plot(out, n);
        break;
    case NODE_LINK:
        link(out, n);
        break;
    default:
        break;
    }
}

/* ---- the tree ---- */

/* Links and spans have no name: their brackets say what they are. */
static void head(struct strbuf *out, const struct node *n)
{
    if (n->kind < NODE_SPAN)
        strbuf_puts(out, node_name(n->kind));
    if (n->role != ROLE_NONE)
        strbuf_printf(out, "%s%s", n->kind < NODE_SPAN ? " " : "", role_name(n->role));
    if (n->kind == NODE_LINK && n->role != ROLE_NONE)
        strbuf_putc(out, ' ');
    if (n->kind == NODE_HEADING && n->level > 0)
        strbuf_printf(out, " %d", n->level);
    if (n->anchor != NULL)
        strbuf_printf(out, " #%s", n->anchor);
    if (n->side != NOBODY)
        strbuf_printf(out, " of %d", n->side);
    if (n->mark != SKILL_NONE)
        strbuf_printf(out, " marked %s", skill_mark(n->mark));
    if (n->folded)
        strbuf_puts(out, " folded");
    content(out, n);
}

static bool is_inline(const struct node *n)
{
    return n->kind >= NODE_SPAN;
}

static void subtree(struct tree_writer *w, const struct node *n)
{
    const struct node *c = n->first;
    strbuf_fill(w->out, ' ', 2 * (size_t)w->depth);
    head(w->out, n);
    for (; c != NULL && is_inline(c); c = c->next) {
        strbuf_putc(w->out, ' ');
        inlined(w->out, c);
    }
    strbuf_putc(w->out, '\n');
    w->depth++;
    for (; c != NULL; c = c->next)
        subtree(w, c);
    w->depth--;
}

static void take(struct node_receiver *r, const struct node *n)
{
    subtree((struct tree_writer *)r, n);
}

static void open(struct node_receiver *r, const struct node *n)
{
    struct tree_writer *w = (struct tree_writer *)r;
    char suffix[32];
    if (n->kind == NODE_DOCUMENT && w->parts++ > 0) {
        snprintf(suffix, sizeof suffix, "_%03zu", w->parts);
        w->out = sink_add_part(w->sink, suffix);
    }
    subtree(w, n);
    w->depth++;
}

static void close(struct node_receiver *r, const struct node *n)
{
    (void)n;
    ((struct tree_writer *)r)->depth--;
}

bool tree_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    struct tree_writer w = {.receiver = {open, take, close}, .out = sink_main(out), .sink = out};
    report_build(m, o, &w.receiver, d);
    return true;
}
