/* Plain text: a document in as many columns as are asked for (80), boards in letters. Tables are measured before they
 * are set, so their rows wait for the last one. docs/formats/text.md */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "base/version.h"
#include "base/width.h"
#include "base/xmalloc.h"
#include "export/board/ascii.h"
#include "export/brief.h"
#include "export/documents.h"
#include "export/export.h"
#include "export/grid.h"
#include "export/section.h"
#include "report/report.h"

enum { USUAL_WIDTH = 80 };

struct text {
    struct node_receiver receiver;
    size_t width; /* of a line; boards have their own */
    struct strbuf *out;
    struct sink *sink;
    size_t parts;
    struct grid_line *lines;
    size_t n_lines, capacity;
    struct section_trace sections;
};

/* ---- words ---- */

/* Appends valid UTF-8 without what steers terminals; line feeds stay if `lines`. */
static void put_clean(struct strbuf *out, const char *text, bool lines)
{
    size_t start = out->length;
    utf8_clean(out, text);
    utf8_disarm_isolated(out, start, ' ', lines);
}

/* Everything inline below a node, clean. */
/* A link that leads further down leads nowhere here. */
static void paragraph_text(const struct node *n, struct strbuf *out)
{
    for (const struct node *c = n->first; c != NULL; c = c->next)
        if (c->role != ROLE_ABOUT)
            node_text(c, &typography_terminal, out);
}

static void inline_text(const struct node *n, struct strbuf *out, bool lines)
{
    struct strbuf text = {0};
    if (n->kind == NODE_PARAGRAPH)
        paragraph_text(n, &text);
    else
        node_text(n, &typography_terminal, &text);
    put_clean(out, strbuf_text(&text), lines);
    strbuf_done(&text);
}

/* Stands for a space at which no line ends; no text has it, being clean. */
enum { JOINT = 0x1f };

static void exchange(char *text, char from, char to)
{
    for (; (text = strchr(text, from)) != NULL; text++)
        *text = to;
}

/* One paragraph of `text`, every line after `indent`. Words longer than a line stay whole. */
static void wrap(struct text *w, const char *text, const char *indent)
{
    struct strbuf *out = w->out;
    struct strbuf word = {0};
    size_t column = 0;
    bool apart = false; /* from the word before, by a blank */
    while (*text != '\0') {
        const size_t length = utf8_unbroken((struct span){text, strcspn(text, " ")});
        strbuf_clear(&word);
        strbuf_add(&word, text, length);
        exchange(word.at, JOINT, ' ');
        const size_t width = width_of_text(strbuf_text(&word));
        if (column > 0 && column + apart + width > w->width) {
            strbuf_putc(out, '\n');
            column = 0;
        }
        strbuf_puts(out, column == 0 ? indent : apart ? " " : "");
        column += (column == 0 ? strlen(indent) : apart) + width;
        strbuf_puts(out, strbuf_text(&word));
        text += length;
        apart = *text == ' ';
        text += apart;
    }
    strbuf_putc(out, '\n');
    strbuf_done(&word);
}

static void wrapped(struct text *w, const struct node *n, const char *indent)
{
    struct strbuf text = {0};
    inline_text(n, &text, true);
    for (char *at = text.at, *end; at != NULL; at = end != NULL ? end + 1 : NULL) {
        end = strchr(at, '\n');
        if (end != NULL)
            *end = '\0';
        wrap(w, at, indent);
    }
    strbuf_done(&text);
}

static void blank(struct text *w)
{
    strbuf_putc(w->out, '\n');
}

/* ---- tables ---- */

static struct grid_line *add_line(struct text *w)
{
    w->lines = grow(w->lines, w->n_lines, &w->capacity, sizeof *w->lines);
    w->lines[w->n_lines] = (struct grid_line){0};
    return &w->lines[w->n_lines++];
}

static char *cell_text(const struct node *n)
{
    struct strbuf text = {0};
    inline_text(n, &text, false);
    return text.at != NULL ? text.at : xstrdup("");
}

static void add_heads(struct text *w, const struct node *table)
{
    struct grid_line *line = add_line(w);
    for (int i = 0; i < table->table.n && i < GRID_COLUMNS_MAX; i++) {
        const struct column *c = &table->table.at[i];
        struct strbuf title = {0};
        if (c->title != NULL)
            inline_text(c->title, &title, false);
        strbuf_puts(&title, column_letter(c));
        line->cell[i] = title.at != NULL ? title.at : xstrdup("");
    }
}

/* Tables in which a row is what was done. */
static bool is_choice(const struct node *table)
{
    return table != NULL && (table->role == ROLE_CANDIDATES || table->role == ROLE_CUBE_ACTIONS);
}

/* Small print of a row's head stands below it. */
static void add_row(struct text *w, const struct node *row)
{
    size_t index = w->n_lines;
    int i = 0;
    add_line(w);
    for (const struct node *c = row->first; c != NULL && i < GRID_COLUMNS_MAX; c = c->next, i++) {
        struct strbuf text = {0};
        if (i == 0 && is_choice(row->parent))
            strbuf_puts(&text, row->role == ROLE_PLAYED ? "* " : "  ");
        for (const struct node *k = c->first; k != NULL; k = k->next) {
            if (k->kind == NODE_SPAN && k->role == ROLE_LEVEL)
                strbuf_puts(&text, " ");
            if (i > 0 || k->kind != NODE_SPAN || k->role != ROLE_SMALL) {
                inline_text(k, &text, false);
            } else {
                struct grid_line *below = add_line(w);
                below->below = true;
                below->cell[0] = cell_text(k);
            }
        }
        w->lines[index].cell[i] = text.at != NULL ? text.at : xstrdup("");
    }
}

static void trim(struct strbuf *out)
{
    while (out->length > 0 && out->at[out->length - 1] == ' ')
        out->at[--out->length] = '\0';
}

static bool is_empty(const char *cell)
{
    return cell == NULL || cell[0] == '\0';
}

/* What had no room beside the others; where that is more than one column, each behind its title, on the same line. */
static void put_below(struct text *w, const struct text_grid *g, const struct grid_line *heads,
                      const struct grid_line *line)
{
    struct strbuf text = {0}, named = {0};
    int below = 0;
    for (int i = 0; i < g->n; i++)
        below += g->place[i] == GRID_BELOW;
    for (int i = 0; i < g->n; i++) {
        if (g->place[i] != GRID_BELOW || is_empty(line->cell[i]))
            continue;
        strbuf_clear(&named);
        if (below > 1 && !is_empty(heads->cell[i]))
            strbuf_printf(&named, "%s ", heads->cell[i]);
        strbuf_puts(&named, line->cell[i]);
        if (below > 1 && width_of_text(named.at) < w->width / 2) /* what is longer fits nowhere well in one piece */
            exchange(named.at, ' ', JOINT);
        strbuf_printf(&text, "%s%s", text.length > 0 ? ", " : "", named.at);
    }
    if (text.length > 0)
        wrap(w, strbuf_text(&text), "    ");
    strbuf_done(&named);
    strbuf_done(&text);
}

/* One line of what stands beside each other: the k-th of each cell. */
static void put_piece(struct text *w, const struct node *table, const struct text_grid *g, const struct grid_line *line,
                      size_t k)
{
    struct strbuf piece = {0};
    for (int i = 0, shown = 0; i < g->n; i++) {
        if (g->place[i] != GRID_BESIDE)
            continue;
        const bool right = table->table.at[i].number;
        strbuf_clear(&piece);
        grid_piece(line->cell[i], g->width[i], k, &piece);
        const size_t taken = width_of_text(strbuf_text(&piece)), space = g->width[i] > taken ? g->width[i] - taken : 0;
        strbuf_fill(w->out, ' ', (shown++ > 0 ? GRID_GAP : 0) + (right ? space : 0));
        strbuf_puts(w->out, strbuf_text(&piece));
        strbuf_fill(w->out, ' ', right ? 0 : space);
    }
    strbuf_done(&piece);
    trim(w->out);
    blank(w);
}

static void put_line(struct text *w, const struct node *table, const struct text_grid *g, const struct grid_line *line)
{
    size_t height = 1;
    for (int i = 0; i < g->n; i++) {
        const size_t n = g->place[i] == GRID_BESIDE ? grid_height(line->cell[i], g->width[i]) : 1;
        height = n > height ? n : height;
    }
    for (size_t k = 0; k < height; k++)
        put_piece(w, table, g, line, k);
    if (line != &w->lines[0])
        put_below(w, g, &w->lines[0], line);
}

static void put_left_out(struct text *w, const struct text_grid *g)
{
    struct strbuf text = {0};
    for (int i = 0; i < g->n; i++)
        if (g->place[i] == GRID_LEFT_OUT)
            strbuf_printf(&text, "%s%s", text.length > 0 ? ", " : tr("(not shown: "), w->lines[0].cell[i]);
    if (text.length > 0) {
        strbuf_putc(&text, ')');
        wrap(w, text.at, "");
    }
    strbuf_done(&text);
}

static void put_table(struct text *w, const struct node *table)
{
    const struct text_grid g = grid_fit(table, w->lines, w->n_lines, w->width);
    for (size_t k = 0; k < w->n_lines; k++) {
        const struct grid_line *line = &w->lines[k];
        if (line->group)
            strbuf_printf(w->out, "\n%s\n", line->cell[0]);
        else if (line->below)
            wrap(w, line->cell[0], "    ");
        else
            put_line(w, table, &g, line);
    }
    put_left_out(w, &g);
    for (size_t k = 0; k < w->n_lines; k++)
        for (int i = 0; i < GRID_COLUMNS_MAX; i++)
            xfree(w->lines[k].cell[i]);
    w->n_lines = 0;
    blank(w);
}

static void add_rows(struct text *w, const struct node *parent)
{
    for (const struct node *c = parent->first; c != NULL; c = c->next) {
        if (c->kind == NODE_ROW) {
            add_row(w, c);
        } else if (c->kind == NODE_GROUP) {
            struct grid_line *line = add_line(w);
            line->group = true;
            line->cell[0] = cell_text(node_child(c, NODE_HEADING, ROLE_NONE));
            add_rows(w, c);
        }
    }
}

static void table(struct text *w, const struct node *n)
{
    const struct node *caption = node_child(n, NODE_HEADING, ROLE_NONE);
    if (caption != NULL)
        wrapped(w, caption, "");
    add_heads(w, n);
    add_rows(w, n);
    put_table(w, n);
}

/* ---- diagrams and curves ---- */

static void block(struct text *w, const struct node *n);

static void blocks(struct text *w, const struct node *parent)
{
    for (const struct node *c = parent->first; c != NULL; c = c->next)
        block(w, c);
}

static void diagram(struct text *w, const struct node *n)
{
    struct strbuf names[2] = {{0}, {0}};
    for (int who = 0; who < 2; who++)
        put_clean(&names[who], n->diagram.name[who], false);
    ascii_board(w->out, n->diagram.position, n->diagram.position->turn,
                (const char *const[]){strbuf_text(&names[0]), strbuf_text(&names[1])});
    strbuf_done(&names[0]);
    strbuf_done(&names[1]);
    blocks(w, n);
    blank(w);
}

/* No drawing: where each part begins and where it ends. */
static void curve(struct text *w, const struct node *n)
{
    if (n->plot.series[0].role != ROLE_PROGRESS)
        return;
    for (int i = 0; i < n->plot.n_parts; i++)
        if (brief_curve(n, i, w->out))
            blank(w);
    blank(w);
}

/* ---- the other blocks ---- */

/* "3. Bo 41: 24/23 13/9  [-0.050 ?!] [lucky +0.500]" */
static void line(struct text *w, const struct node *n)
{
    struct strbuf text = {0};
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        strbuf_puts(&text, node_is_badge(c) ? " [" : c->role == ROLE_ACTION ? ": " : text.length > 0 ? " " : "");
        inline_text(c, &text, false);
        strbuf_puts(&text, node_is_badge(c) ? "]" : c->role == ROLE_COUNT ? "." : "");
    }
    wrap(w, strbuf_text(&text), "");
    blank(w);
    strbuf_done(&text);
}

/* An ID that begins with its name. */
static bool names_itself(const struct node *n)
{
    return n->kind == NODE_ID && strncmp(n->text, "XGID=", 5) == 0;
}

static void fact(struct text *w, const struct node *n)
{
    struct strbuf text = {0};
    if (!names_itself(n->last)) {
        inline_text(n->first, &text, false);
        strbuf_puts(&text, ": ");
    }
    for (const struct node *c = n->first->next; c != NULL; c = c->next) {
        strbuf_puts(&text, c->role == ROLE_SMALL ? " " : "");
        inline_text(c, &text, false);
    }
    wrap(w, strbuf_text(&text), "");
    strbuf_done(&text);
}

static void heading(struct text *w, const struct node *n)
{
    size_t start = w->out->length;
    inline_text(n, w->out, false);
    size_t width = width_of_text(w->out->at + start);
    blank(w);
    if (n->level == 1 || n->level == 2) {
        strbuf_fill(w->out, n->level == 1 ? '=' : '-', width < w->width ? width : w->width);
        blank(w);
    }
    blank(w);
}

/* Cards beyond those of the match are there for readers who choose a player. */
static void card(struct text *w, const struct node *n)
{
    if (n->role == ROLE_ERROR)
        return;
    blocks(w, n);
    blank(w);
}

static void block(struct text *w, const struct node *n)
{
    switch (n->kind) {
    case NODE_HEADING:
        heading(w, n);
        break;
    case NODE_PARAGRAPH:
        wrapped(w, n, "");
        if (n->parent == NULL)
            blank(w);
        break;
    case NODE_QUOTE:
        wrapped(w, n, "> ");
        blank(w);
        break;
    case NODE_FACT:
        fact(w, n);
        break;
    case NODE_FACTS:
        blocks(w, n);
        if (n->parent == NULL || n->parent->kind != NODE_DIAGRAM)
            blank(w);
        break;
    case NODE_LINE:
        line(w, n);
        break;
    case NODE_CARD:
        card(w, n);
        break;
    case NODE_DECISION:
        blocks(w, n);
        blank(w);
        break;
    case NODE_TABLE:
        table(w, n);
        break;
    case NODE_ROW:
        add_row(w, n); /* of a table that is open */
        break;
    case NODE_DIAGRAM:
        diagram(w, n);
        break;
    case NODE_PLOT:
        curve(w, n);
        break;
    default: /* NAV: there is nowhere to go */
        break;
    }
}

/* ---- the document ---- */

static void on_open(struct node_receiver *r, const struct node *n)
{
    struct text *w = (struct text *)r;
    char suffix[32];
    if (n->kind == NODE_DOCUMENT && w->parts++ > 0) {
        snprintf(suffix, sizeof suffix, "_%03zu", w->parts);
        w->out = sink_add_part(w->sink, suffix);
    }
    if (n->kind == NODE_SECTION) {
        section_begun(&w->sections, n, w->out);
        blocks(w, n);
        section_headed(&w->sections, w->out);
    } else if (n->kind == NODE_TABLE) {
        add_heads(w, n);
    }
}

static void on_take(struct node_receiver *r, const struct node *n)
{
    block((struct text *)r, n);
}

static void on_close(struct node_receiver *r, const struct node *n)
{
    struct text *w = (struct text *)r;
    if (n->kind == NODE_TABLE)
        put_table(w, n);
    else if (n->kind == NODE_SECTION)
        section_ended(&w->sections, n, w->out);
    else if (n->kind == NODE_DOCUMENT)
        strbuf_printf(w->out, "%s kibitzer " KIBITZER_VERSION "\n", tr("Written by"));
}

void text_document(const struct printed_document *doc, struct sink *sink, struct diags *d)
{
    const size_t width = doc->columns > 0 ? (size_t)doc->columns : USUAL_WIDTH;
    struct text w = {.receiver = {on_open, on_take, on_close}, .width = width, .out = sink_main(sink), .sink = sink};
    doc->build(doc->context, &w.receiver, d);
    xfree(w.lines);
}

bool text_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct text w = {
        .receiver = {on_open, on_take, on_close}, .width = USUAL_WIDTH, .out = sink_main(sink), .sink = sink};
    report_build(m, o, &w.receiver, d);
    xfree(w.lines);
    return true;
}
