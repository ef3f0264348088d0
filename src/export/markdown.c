/* Markdown as forges render it (GitHub Flavored Markdown): headings, tables, boards in letters, decisions without an
 * error folded. The worked example of docs/adding-a-format.md. docs/formats/md.md */
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "base/version.h"
#include "export/board/ascii.h"
#include "export/brief.h"
#include "export/documents.h"
#include "export/export.h"
#include "export/section.h"
#include "report/report.h"

enum { ANCHOR_ROOM = 40 };

struct markdown {
    struct strbuf *out;
    struct sink *sink;
    size_t parts;
    const struct node *part; /* the child of a line, fact or cell at hand */
    char anchor[ANCHOR_ROOM]; /* stands before the next words, whichever block these are in; empty = none */
    int columns; /* of the table at hand */
    bool quoted; /* lines stay and begin with a mark */
    bool bold; /* from the next words on */
    bool summary; /* inside <summary>: HTML, no Markdown */
    int skipped; /* nodes inside of one that is left out */
    struct section_trace sections;
};

/* ---- marks ---- */

/* A block begins after an empty line. */
static void apart(struct markdown *w)
{
    while (w->out->length > 0 && w->out->at[w->out->length - 1] == '\n')
        w->out->length--;
    strbuf_puts(w->out, w->out->length > 0 ? "\n\n" : "");
}

static void open_summary(struct markdown *w)
{
    strbuf_puts(w->out, "<details>\n<summary>");
    w->summary = true;
}

static void close_summary(struct markdown *w)
{
    strbuf_puts(w->out, "</summary>\n\n");
    w->summary = false;
}

/* The only place that escapes. What would begin a list stands behind a mark of its own everywhere but in paragraphs. */
static void escape(struct markdown *w, const char *text)
{
    bool begins = w->out->length == 0 || w->out->at[w->out->length - 1] == '\n';
    size_t digits = strspn(text, "0123456789");
    for (const char *s = text; *s != '\0'; s++) {
        bool list = begins && ((s == text && strchr("+-=", *s) != NULL) ||
                               (s == text + digits && digits > 0 && strchr(".)", *s) != NULL));
        if (*s == '&' || *s == '<' || *s == '>')
            strbuf_puts(w->out, *s == '&' ? "&amp;" : *s == '<' ? "&lt;" : "&gt;");
        else if (*s == '\n')
            strbuf_puts(w->out, w->quoted ? "  \n> " : " ");
        else if (!w->summary && (list || strchr("\\`*_[]|~#!$", *s) != NULL))
            strbuf_printf(w->out, "\\%c", *s);
        else
            strbuf_putc(w->out, *s);
    }
}

/* ---- blocks ---- */

static void diagram(struct markdown *w, const struct node *n)
{
    struct strbuf names[2] = {{0}, {0}};
    for (int who = 0; who < 2; who++) {
        utf8_clean(&names[who], n->diagram.name[who]);
        utf8_disarm(&names[who], 0, ' ', false);
    }
    strbuf_puts(w->out, "```text\n");
    ascii_board(w->out, n->diagram.position, n->diagram.position->turn,
                (const char *const[]){strbuf_text(&names[0]), strbuf_text(&names[1])});
    strbuf_puts(w->out, "```\n");
    strbuf_done(&names[0]);
    strbuf_done(&names[1]);
}

static void curve(struct markdown *w, const struct node *n)
{
    if (n->plot.series[0].role != ROLE_PROGRESS)
        return;
    for (int i = 0; i < n->plot.n_parts; i++)
        if (brief_curve(n, i, w->out))
            strbuf_puts(w->out, "  \n");
}

static void titles(struct markdown *w, const struct node *table)
{
    apart(w);
    w->columns = table->table.n;
    for (int i = 0; i < table->table.n; i++) {
        const struct column *c = &table->table.at[i];
        struct strbuf title = {0};
        if (c->title != NULL)
            leaf_text(c->title, &typography_paper, &title);
        strbuf_puts(&title, column_letter(c));
        strbuf_puts(w->out, "| ");
        escape(w, strbuf_text(&title));
        strbuf_putc(w->out, ' ');
        strbuf_done(&title);
    }
    strbuf_puts(w->out, "|\n");
    for (int i = 0; i < table->table.n; i++)
        strbuf_puts(w->out, table->table.at[i].number ? "| ---: " : "| --- ");
    strbuf_puts(w->out, "|\n");
}

static void open_heading(struct markdown *w, const struct node *n)
{
    enum node_kind around = n->parent != NULL ? n->parent->kind : NODE_DOCUMENT;
    if (around == NODE_GROUP) {
        strbuf_puts(w->out, "| **");
        return;
    }
    apart(w);
    if (around == NODE_SECTION && n->parent->folded)
        open_summary(w);
    else if (around == NODE_TABLE || n->level == 0)
        strbuf_puts(w->out, "**");
    else
        strbuf_printf(w->out, "%.*s ", n->level, "######");
}

static void close_heading(struct markdown *w, const struct node *n)
{
    enum node_kind around = n->parent != NULL ? n->parent->kind : NODE_DOCUMENT;
    if (w->summary)
        close_summary(w);
    else if (around == NODE_TABLE || around == NODE_GROUP || n->level == 0)
        strbuf_puts(w->out, "**");
    for (int i = 0; around == NODE_GROUP && i < w->columns; i++)
        strbuf_puts(w->out, " |");
    strbuf_putc(w->out, '\n');
    if (around == NODE_TABLE)
        titles(w, n->parent);
}

/* A decision's line is a heading, or what opens the decision. */
static void open_line(struct markdown *w, const struct node *n)
{
    if (n->parent != NULL && n->parent->folded)
        open_summary(w);
    else
        strbuf_puts(w->out, "#### ");
}

static void open_document(struct markdown *w)
{
    char suffix[32];
    if (w->parts++ == 0)
        return;
    snprintf(suffix, sizeof suffix, "_%03zu", w->parts);
    w->out = sink_add_part(w->sink, suffix);
}

/* ---- inline ---- */

/* Cells are parted, a fact's name ends where its value begins, what is done in a line stands behind a colon. */
static void part_from_neighbour(struct markdown *w, const struct node *n)
{
    n = node_whole(n);
    if (n == w->part)
        return;
    w->part = n;
    enum node_kind around = n->parent != NULL ? n->parent->kind : NODE_DOCUMENT;
    if ((around == NODE_FACT && n->parent->first->next == n) || (around == NODE_LINE && n->role == ROLE_ACTION))
        strbuf_puts(w->out, ": ");
    else if (around == NODE_CELL && n->role == ROLE_SMALL)
        strbuf_puts(w->out, "<br>");
    else if (node_is_apart(n))
        strbuf_putc(w->out, ' ');
}

static bool is_link(const struct node *n)
{
    return n->kind == NODE_LINK && (n->link.page != NULL || n->link.anchor != NULL);
}

static void close_link(struct markdown *w, const struct node *n)
{
    strbuf_puts(w->out, "](");
    if (n->link.page != NULL)
        strbuf_printf(w->out, "<%s%s", n->link.page, n->link.anchor == NULL ? ">" : "");
    if (n->link.anchor != NULL)
        strbuf_printf(w->out, "#%s%s", n->link.anchor, n->link.page != NULL ? ">" : "");
    strbuf_putc(w->out, ')');
}

/* ---- the stream ---- */

/* Cards beyond those of the match are there for readers who choose a player; what stands above the first section is for
 * the heads of pages. */
static bool is_skipped(const struct node *n)
{
    bool of_document = n->parent != NULL && n->parent->kind == NODE_DOCUMENT;
    return (n->parent != NULL && n->parent->kind == NODE_PLOT) || /* they speak of what is drawn */
           of_document || n->kind == NODE_NAV || (n->kind == NODE_CARD && n->role == ROLE_ERROR);
}

/* What stands around a node, after an empty line if it is a block. ORDER NODE */
static const struct {
    bool block;
    const char *before, *after;
} around[NODE_KINDS] = {
    [NODE_HEADING] = {false, "", ""},    [NODE_PARAGRAPH] = {true, "", "\n"},
    [NODE_QUOTE] = {true, "> ", "\n\n"}, [NODE_FACTS] = {true, "", "\n"},
    [NODE_FACT] = {false, "- ", "\n"},   [NODE_LINE] = {true, "", "\n"},
    [NODE_ROW] = {false, "", "|\n"},     [NODE_CELL] = {false, "| ", " "},
    [NODE_DIAGRAM] = {true, "", "\n"},   [NODE_DOCUMENT] = {false, "", "\n---\n\n"},
    [NODE_PLOT] = {true, "", ""},
};

static bool is_bold(const struct node *n)
{
    bool played = n->kind == NODE_CELL && n->parent->role == ROLE_PLAYED && n->first != NULL;
    return played || (n->kind == NODE_SPAN && (n->role == ROLE_STRONG || n->role == ROLE_BADGE ||
                                               n->role == ROLE_COST || n->role == ROLE_ILLEGAL));
}

static void enter(void *self, const struct node *n)
{
    struct markdown *w = self;
    w->skipped += w->skipped > 0 || is_skipped(n);
    if (w->skipped > 0)
        return;
    part_from_neighbour(w, n);
    if (n->kind == NODE_SECTION)
        section_begun(&w->sections, n, w->out);
    if (around[n->kind].block)
        apart(w);
    strbuf_puts(w->out, around[n->kind].before != NULL ? around[n->kind].before : "");
    if (n->kind == NODE_DOCUMENT)
        open_document(w);
    else if (n->kind == NODE_HEADING)
        open_heading(w, n);
    else if (n->kind == NODE_LINE)
        open_line(w, n);
    else if (n->kind == NODE_TABLE && node_child(n, NODE_HEADING, ROLE_NONE) == NULL)
        titles(w, n);
    else if (n->kind == NODE_DIAGRAM)
        diagram(w, n);
    else if (n->kind == NODE_PLOT)
        curve(w, n);
    else if (is_link(n))
        strbuf_putc(w->out, '[');
    if (n->anchor != NULL)
        snprintf(w->anchor, sizeof w->anchor, "%s", n->anchor);
    w->quoted = n->kind == NODE_QUOTE;
    w->bold = is_bold(n);
}

static void leave(void *self, const struct node *n)
{
    struct markdown *w = self;
    if (w->skipped > 0) {
        w->skipped--;
        return;
    }
    if (is_bold(n) && !w->bold)
        strbuf_puts(w->out, w->summary ? "</b>" : "**");
    if (n->kind == NODE_HEADING)
        close_heading(w, n);
    else if (n->kind == NODE_LINE && w->summary)
        close_summary(w);
    else if (is_link(n))
        close_link(w, n);
    else if (n->role == ROLE_COUNT)
        strbuf_putc(w->out, '.');
    strbuf_puts(w->out, around[n->kind].after != NULL ? around[n->kind].after : "");
    if (n->kind == NODE_DOCUMENT)
        strbuf_printf(w->out, "%s kibitzer " KIBITZER_VERSION "\n", tr("Written by"));
    if (n->folded) {
        apart(w);
        strbuf_puts(w->out, "</details>\n\n");
    }
    if (n->kind == NODE_HEADING && n->parent != NULL && n->parent->kind == NODE_SECTION && !n->parent->folded)
        section_headed(&w->sections, w->out);
    if (n->kind == NODE_SECTION)
        section_ended(&w->sections, n, w->out);
    w->quoted = false;
}

static void text(void *self, const struct node *leaf, struct span utf8)
{
    struct markdown *w = self;
    struct strbuf raw = {0}, clean = {0};
    if (w->skipped > 0)
        return;
    part_from_neighbour(w, leaf);
    for (; utf8.length > 0 && *utf8.at == ' '; utf8.at++, utf8.length--)
        strbuf_putc(w->out, ' ');
    if (*w->anchor != '\0')
        strbuf_printf(w->out, "<a id=\"%s\"></a>", w->anchor);
    if (w->bold && utf8.length > 0)
        strbuf_puts(w->out, w->summary ? "<b>" : "**");
    w->bold = w->bold && utf8.length == 0;
    *w->anchor = '\0';
    strbuf_add(&raw, utf8.at, utf8.length);
    utf8_clean(&clean, raw.at);
    utf8_disarm_isolated(&clean, 0, ' ', true);
    if (leaf->kind == NODE_ID)
        strbuf_printf(w->out, "`%s`", strbuf_text(&clean));
    else
        escape(w, strbuf_text(&clean));
    strbuf_done(&raw);
    strbuf_done(&clean);
}

static const struct node_writer writer = {&typography_paper, enter, leave, text};

void markdown_document(const struct printed_document *doc, struct sink *sink, struct diags *d)
{
    struct markdown w = {.out = sink_main(sink), .sink = sink};
    struct node_stream stream = node_stream_of(&writer, &w);
    doc->build(doc->context, &stream.receiver, d);
}

bool md_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct markdown w = {.out = sink_main(sink), .sink = sink};
    struct node_stream stream = node_stream_of(&writer, &w);
    report_build(m, o, &stream.receiver, d);
    return true;
}
