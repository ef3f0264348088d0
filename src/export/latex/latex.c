/* LaTeX report: one article for the match, compiled by pdflatex with the packages of Debian's texlive-latex-recommended
 * and texlive-pictures. How things look is said in kibitzer.sty, which the document carries along; this file only
 * names them. docs/formats/latex.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/embed.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "base/version.h"
#include "export/documents.h"
#include "export/board/picture.h"
#include "export/brief.h"
#include "export/export.h"
#include "export/plot.h"
#include "report/report.h"

/* mk/outputs.mk makes this file depend on it. */
EMBED(kibitzer_sty, "src/export/latex/kibitzer.sty");

enum { UNBROKEN_MAX = 24, CODE_POINTS = 0x110000 };

struct writer {
    struct strbuf *out;
    int numbers; /* enum board_numbers */
    int skipped; /* nodes around that do not appear here */
    const struct node *part; /* whose text is being written */
    const char *table_name;
    int columns; /* of the table */
    bool columns_begun; /* two of them */
    bool whole; /* as in struct export_options */
    bool in_list; /* the line of such a decision is done */
    bool beside; /* the board of a decision is done */
    bool analysed; /* decisions are marked: those that are not are listed */
    size_t listed, left_out; /* decisions in a line; statistics of games */
    int unbroken;
};

/* ---- text ---- */

static const char *escape_of(char c)
{
    static const char *const special[128] = {
        ['\\'] = "\\textbackslash{}",
        ['{'] = "\\{",
        ['}'] = "\\}",
        ['$'] = "\\$",
        ['&'] = "\\&",
        ['#'] = "\\#",
        ['^'] = "\\textasciicircum{}",
        ['_'] = "\\_",
        ['~'] = "\\textasciitilde{}",
        ['%'] = "\\%",
        ['<'] = "\\textless{}",
        ['>'] = "\\textgreater{}",
        ['|'] = "\\textbar{}",
        ['"'] = "{''}",
        ['`'] = "\\textasciigrave{}",
        ['-'] = "-{}",
        ['['] = "{[}",
        [']'] = "{]}",
        ['?'] = "?{}",
        ['!'] = "!{}",
    };
    return (unsigned char)c < 128 ? special[(unsigned char)c] : NULL;
}

/* Long words may break anywhere, so that no line grows beyond what TeX can measure. */
static void put_character(struct writer *w, struct span c)
{
    const char *escape = escape_of(c.at[0]);
    bool line = c.at[0] == '\n', blank = (unsigned char)c.at[0] <= 0x20 || c.at[0] == 0x7F;
    if (blank)
        strbuf_puts(w->out, line ? "\\newline{}" : " ");
    else if (escape != NULL)
        strbuf_puts(w->out, escape);
    else
        strbuf_add(w->out, c.at, c.length);
    w->unbroken = blank ? 0 : w->unbroken + 1;
    if (w->unbroken > UNBROKEN_MAX) {
        strbuf_puts(w->out, "\\hspace{0pt}");
        w->unbroken = 0;
    }
}

static void put_text(struct writer *w, const char *text)
{
    struct strbuf clean = {0};
    utf8_clean(&clean, text);
    w->unbroken = 0;
    while (clean.length > 0 && clean.at[clean.length - 1] == '\n')
        clean.at[--clean.length] = '\0';
    struct span rest = {strbuf_text(&clean), clean.length};
    for (size_t whole = 0; rest.length != 0;) { /* up to where a line may break */
        size_t n = utf8_length(rest);
        if (whole == 0) {
            strbuf_puts(w->out, w->unbroken > 0 && (unsigned char)rest.at[0] > ' ' ? "\\kbzs " : "");
            whole = utf8_unbroken(rest);
        }
        put_character(w, (struct span){rest.at, n});
        rest = (struct span){rest.at + n, rest.length - n};
        whole -= n;
    }
    strbuf_done(&clean);
}

/* ---- boards ---- */

static void stacks(struct writer *w, const struct board *b, int bottom)
{
    for (int i = 1; i <= 24; i++)
        if (b->point[i] != 0)
            strbuf_printf(w->out, "\\kbzchequers{%d}{%d}{%d}", b->point[i] > 0 ? bottom : 1 - bottom, i,
                          abs(b->point[i]));
    if (b->point[25] > 0)
        strbuf_printf(w->out, "\\kbzbar{%d}{%d}{1}", bottom, b->point[25]);
    if (b->point[0] < 0)
        strbuf_printf(w->out, "\\kbzbar{%d}{%d}{0}", 1 - bottom, -b->point[0]);
    for (int who = 0; who < 2; who++)
        if (b->off[who] > 0)
            strbuf_printf(w->out, "\\kbzoff{%s}{%d}", who == 0 ? "bottom" : "top", b->off[who]);
    strbuf_puts(w->out, "%\n");
}

static void cube(struct writer *w, const struct position *p)
{
    const char *where = p->cube_owner == CUBE_CENTRED ? "middle" : p->cube_owner == p->turn ? "bottom" : "top";
    if (p->rules.cube && !p->crawford_game)
        strbuf_printf(w->out, "\\kbzcube{%d}{%s}", p->cube > 1 ? p->cube : 64, where);
    if (p->dice[0] > 0)
        strbuf_printf(w->out, "\\kbzdice{%d}{%d}", p->dice[0], p->dice[1]);
}

static int height(const struct board *b, int point, bool leaving)
{
    int n = point >= 1 && point <= 24 && b->point[point] > 0 ? b->point[point] - (leaving ? 1 : 0) : 0;
    return n < 4 ? n : 4;
}

static void arrows(struct writer *w, const struct node *n)
{
    const struct position *p = n->diagram.position;
    for (int i = 0; i < NODE_ARROWS && p->turn == p->on_roll; i++) {
        const struct play *play = n->diagram.arrows[i].play;
        for (int k = 0; play != NULL && k < play->n; k++) {
            int from = play->step[k].from, to = play->step[k].to;
            strbuf_printf(w->out, "\\kbzarrow{%s}{%d}{%d}{%d}{%d}", role_name(n->diagram.arrows[i].role), from,
                          height(&p->board, from, true), to, height(&p->board, to, false));
        }
    }
}

/* Usually numbers are those of the player at the bottom, who is on roll. */
static const char *numbering(const struct writer *w, int turn)
{
    if (w->numbers == NUMBERS_NONE)
        return "\\kbznonumbers";
    return w->numbers == (turn == 0 ? NUMBERS_PLAYER_1 : NUMBERS_PLAYER_0) ? "\\kbzothernumbers" : "";
}

static void board(struct writer *w, const struct node *n)
{
    const struct position *p = n->diagram.position;
    struct board seen = position_board(p, p->turn);
    strbuf_puts(w->out, w->beside ? "\\end{kbzbeside}" : "");
    w->beside = false;
    strbuf_printf(w->out, "\\begin{kbzdiagram}%s\\begin{kbzboard}%%\n", numbering(w, p->turn));
    stacks(w, &seen, p->turn);
    cube(w, p);
    arrows(w, n);
    strbuf_puts(w->out, "\\end{kbzboard}\\par\n");
}

/* ---- plots ---- */

enum { PLOT_WIDTH = 440, PLOT_HEIGHT = 100 };

struct drawing {
    struct plot_canvas canvas;
    struct strbuf *out;
};

static void trace(const struct drawing *k, const struct draw_point *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        strbuf_printf(k->out, "%s(%.1f,%.1f)%s", i > 0 ? "\\lineto" : "\\moveto",
                      (double)(PLOT_WIDTH * (at[i].x - k->canvas.left) / k->canvas.width), 100 - (double)at[i].y,
                      i % 8 == 7 ? "\n" : "");
}

static void plot_line(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n)
{
    static const float thickness[PLOT_INKS] = {0.1f, 0.2f, 0.1f, 0.1f, 0.4f, 0.1f, 0.4f, 0.1f, 0.3f, 0.7f, 0.3f};
    const struct drawing *k = (struct drawing *)c;
    strbuf_printf(k->out, "\\linethickness{%.1fpt}", (double)thickness[ink]);
    trace(k, at, n);
    strbuf_puts(k->out, "\\strokepath\n");
}

static void plot_shape(struct plot_canvas *c, enum plot_ink ink, const struct draw_point *at, size_t n)
{
    const struct drawing *k = (struct drawing *)c;
    strbuf_puts(k->out, ink == PLOT_BAND    ? "{\\color{black!12}"
                        : ink == PLOT_LIGHT ? "{\\color{black!20}"
                                            : "{\\color{black!45}");
    trace(k, at, n);
    strbuf_puts(k->out, "\\closepath\\fillpath}\n");
}

static void plot_level(struct plot_canvas *c, float y, const struct node *number, bool minor)
{
    const struct drawing *k = (struct drawing *)c;
    struct strbuf text = {0};
    leaf_text(number, &typography_plain, &text);
    if (!minor)
        strbuf_printf(k->out, "\\put(%d,%.1f){\\makebox(0,0)[l]{\\tiny %.*s%s}}\n", PLOT_WIDTH + 3, 100 - (double)y,
                      (int)strcspn(strbuf_text(&text), "%"), strbuf_text(&text),
                      strchr(strbuf_text(&text), '%') != NULL ? "\\%" : "");
    strbuf_done(&text);
}

static void plot(struct writer *w, const struct node *n)
{
    for (int i = 0; i < n->plot.n_series;) {
        struct drawing k = {.canvas = {.line = plot_line, .shape = plot_shape, .level = plot_level}, .out = w->out};
        plot_begin(&k.canvas, n);
        strbuf_printf(w->out, "\\par\\noindent{\\setlength{\\unitlength}{1pt}\\begin{picture}(%d,%d)\n",
                      PLOT_WIDTH + 24, PLOT_HEIGHT);
        i = plot_panel(n, i, &k.canvas);
        strbuf_puts(w->out, "\\end{picture}}\\par\n");
    }
}

/* ---- tables ---- */

static const char *column_type(const struct node *table, int i)
{
    const struct column *c = &table->table.at[i];
    if (c->number || c->unit != UNIT_NONE)
        return "r";
    if (table->role == ROLE_ERRORS && i > 2)
        return "p{0.2\\linewidth}";
    return table->role == ROLE_STATISTICS ? "p{0.3\\linewidth}" : "l";
}

static void titles(struct writer *w, const struct node *table)
{
    for (int i = 0; i < table->table.n; i++) {
        const struct column *c = &table->table.at[i];
        struct strbuf title = {0};
        if (c->title != NULL)
            leaf_text(c->title, &typography_fine, &title);
        strbuf_puts(w->out, i > 0 ? "&" : "");
        if (c->side != NOBODY)
            strbuf_printf(w->out, "\\kbzdisc{%d}", c->side);
        strbuf_puts(w->out, "\\kbzsmall{");
        put_text(w, strbuf_text(&title));
        strbuf_putc(w->out, '}');
        strbuf_done(&title);
    }
    strbuf_puts(w->out, "\\\\\n");
}

static const struct node_writer writer;

/* Above the table, where it can be wrapped. */
static void caption(struct writer *w, const struct node *table)
{
    const struct node *heading = node_child(table, NODE_HEADING, ROLE_NONE);
    if (heading == NULL)
        return;
    strbuf_puts(w->out, "\\kbzcaption{");
    node_walk_inside(heading, &writer, w);
    strbuf_puts(w->out, "}\n");
}

/* One that was opened has no rows yet: it may be long, and goes over pages. */
static void open_table(struct writer *w, const struct node *table)
{
    const struct node *first = table->first;
    while (first != NULL && first->kind == NODE_HEADING)
        first = first->next;
    w->table_name = first == NULL ? "longtable" : "tabular";
    w->columns = table->table.n;
    caption(w, table);
    strbuf_printf(w->out, "\\par\\noindent\\begin{%s}{@{}", w->table_name);
    for (int i = 0; i < w->columns; i++)
        strbuf_puts(w->out, column_type(table, i));
    strbuf_puts(w->out, "@{}}\n");
    titles(w, table);
}

/* ---- nodes ---- */

/* Each error stands with its game; the document's own title in its first section; statistics of games
 * are not printed. */
static bool is_skipped(const struct writer *w, const struct node *n)
{
    bool of_document = n->parent != NULL && n->parent->kind == NODE_DOCUMENT;
    bool of_table = n->kind == NODE_HEADING && n->parent != NULL && n->parent->kind == NODE_TABLE; /* caption() */
    bool of_game = n->kind == NODE_SECTION && n->role == ROLE_STATISTICS && n->folded && !w->whole;
    return of_game || of_table || n->kind == NODE_NAV || (n->kind == NODE_CARD && n->role != ROLE_PLAYERS) ||
           (of_document && (n->kind == NODE_HEADING || n->kind == NODE_FACTS));
}

static void open_heading(struct writer *w, const struct node *n)
{
    static const char *const commands[] = {"\\textbf{", "\\kbztitle{", "\\kbzsection{", "\\kbzsubsection{"};
    enum node_kind around = n->parent != NULL ? n->parent->kind : NODE_DOCUMENT;
    if (around == NODE_GROUP)
        strbuf_printf(w->out, "\\multicolumn{%d}{@{}l@{}}{\\textbf{", w->columns);
    else if (around == NODE_CARD)
        strbuf_puts(w->out, "\\par{\\large\\bfseries ");
    else
        strbuf_puts(w->out, commands[n->level >= 0 && n->level <= 3 ? n->level : 0]);
}

static void close_heading(struct writer *w, const struct node *n)
{
    enum node_kind around = n->parent != NULL ? n->parent->kind : NODE_DOCUMENT;
    if (around == NODE_GROUP)
        strbuf_puts(w->out, "}}\\\\\n");
    else
        strbuf_puts(w->out, around == NODE_CARD ? "\\par}\n" : "}\n");
}

static const char *decision_name(const struct node *n)
{
    return n->folded ? "kbzmove" : n->mark == SKILL_DOUBTFUL ? "kbzdoubtful" : "kbzdecision";
}

/* Games and all that follows are set in two columns. */
static void open_section(struct writer *w, const struct node *n)
{
    if (n->role == ROLE_GAME && !w->columns_begun)
        strbuf_puts(w->out, "\\kbztwocolumns\n");
    w->columns_begun = w->columns_begun || n->role == ROLE_GAME;
}

/* Where decisions are marked, the others are a line and their plays. */
static void open_decision(struct writer *w, const struct node *n)
{
    struct strbuf text = {0};
    const struct node *line = node_child(n, NODE_LINE, ROLE_NONE);
    strbuf_printf(w->out, "\\begin{%s}", decision_name(n));
    w->beside = false;
    if (!n->folded || !w->analysed || w->whole || line == NULL)
        return;
    w->listed++;
    brief_text(n, &text);
    node_walk(line, &writer, w);
    strbuf_puts(w->out, "\\kbzbrief{");
    put_text(w, strbuf_text(&text));
    strbuf_puts(w->out, "}\n");
    strbuf_done(&text);
    w->in_list = true;
}

static void close_decision(struct writer *w, const struct node *n)
{
    strbuf_puts(w->out, w->beside ? "\\end{kbzbeside}" : "");
    strbuf_printf(w->out, "\\end{%s}\n", decision_name(n));
    w->beside = w->in_list = false;
}

static const char *mark_colour(enum skill mark)
{
    static const char *const colours[] = {"soft", "doubtful", "bad", "verybad"}; /* by enum skill */
    return colours[mark];
}

static void open_span(struct writer *w, const struct node *n)
{
    if (n->role == ROLE_BADGE || n->role == ROLE_COST)
        strbuf_printf(w->out, "\\kbzmark{%s}{", mark_colour(n->mark));
    else if (n->role == ROLE_STRONG || n->role == ROLE_ACTION)
        strbuf_puts(w->out, "\\textbf{");
    else
        strbuf_puts(w->out, n->role == ROLE_SMALL || n->role == ROLE_LEVEL ? "\\kbzsmall{" : "{");
}

static void open_link(struct writer *w, const struct node *n)
{
    bool here = n->link.page == NULL && n->link.anchor != NULL;
    if (here)
        strbuf_printf(w->out, "\\kbzlink{%s}{", n->link.anchor);
    else
        strbuf_puts(w->out, "{");
}

/* What has the same words around it wherever it stands. ORDER NODE */
static const char *const around[NODE_KINDS][2] = {
    [NODE_PARAGRAPH] = {"{", "\\par}\n"},
    [NODE_QUOTE] = {"\\begin{kbzquote}", "\\end{kbzquote}\n"},
    [NODE_FACTS] = {"{", "\\par}\n"},
    [NODE_FACT] = {"\\kbzfact{", "}\n"},
    [NODE_CARD] = {"\\begin{kbzcard}\n", "\\end{kbzcard}\n"},
    [NODE_LINE] = {"\\kbzline{", "}\n"},
    [NODE_ROW] = {"", "\\\\\n"},
    [NODE_SPAN] = {NULL, "}"},
    [NODE_LINK] = {NULL, "}"},
};

/* Cells are parted, the parts of a line and of a fact too; a fact's name ends where its value begins. */
static void part_from_neighbour(struct writer *w, const struct node *n)
{
    n = node_whole(n);
    const struct node *p = n->parent;
    if (n == w->part || p == NULL || p->first == n) {
        w->part = n;
        return;
    }
    w->part = n;
    if (n->kind == NODE_CELL)
        strbuf_puts(w->out, "&");
    else if (p->kind == NODE_FACT && p->first->next == n)
        strbuf_puts(w->out, "}{");
    else if (node_is_apart(n))
        strbuf_puts(w->out, " ");
}

/* A part of a decision whose line and plays stand there already. */
static bool is_listed(const struct writer *w, const struct node *n)
{
    const struct node *d = n->parent;
    return w->in_list && d != NULL && d->kind == NODE_DECISION && !brief_keeps(n);
}

static void enter(void *self, const struct node *n)
{
    struct writer *w = self;
    w->skipped += w->skipped > 0 || is_skipped(w, n) || is_listed(w, n);
    w->left_out += w->skipped == 1 && n->kind == NODE_SECTION;
    if (w->skipped > 0)
        return;
    part_from_neighbour(w, n);
    w->analysed = w->analysed || n->role == ROLE_ERRORS;
    if (n->kind == NODE_SECTION)
        open_section(w, n);
    if (n->anchor != NULL)
        strbuf_printf(w->out, "\\kbzanchor{%s}", n->anchor);
    if (n->kind == NODE_HEADING)
        open_heading(w, n);
    else if (n->kind == NODE_TABLE)
        open_table(w, n);
    else if (n->kind == NODE_CELL)
        strbuf_puts(w->out, n->parent != NULL && n->parent->role == ROLE_PLAYED ? "\\textbf{" : "{");
    else if (n->kind == NODE_DECISION)
        open_decision(w, n);
    else if (n->kind == NODE_DIAGRAM)
        board(w, n);
    else if (n->kind == NODE_PLOT)
        plot(w, n);
    else if (n->kind == NODE_SPAN)
        open_span(w, n);
    else if (n->kind == NODE_LINK)
        open_link(w, n);
    else if (around[n->kind][0] != NULL)
        strbuf_puts(w->out, n->role == ROLE_IDS ? "{\\kbzidstyle" : around[n->kind][0]);
}

static void leave(void *self, const struct node *n)
{
    struct writer *w = self;
    if (w->skipped > 0) {
        w->skipped--;
        return;
    }
    if (n->kind == NODE_HEADING) {
        close_heading(w, n);
    } else if (n->kind == NODE_TABLE) {
        strbuf_printf(w->out, "\\end{%s}\\par\n", w->table_name);
    } else if (n->kind == NODE_CELL) {
        strbuf_puts(w->out, "}");
    } else if (n->kind == NODE_DECISION) {
        close_decision(w, n);
    } else if (n->kind == NODE_DIAGRAM) {
        w->beside = n->parent != NULL && n->parent->kind == NODE_DECISION;
        strbuf_puts(w->out, w->beside ? "\\end{kbzdiagram}\\begin{kbzbeside}\n" : "\\end{kbzdiagram}\n");
    } else if (around[n->kind][1] != NULL) {
        strbuf_puts(w->out, around[n->kind][1]);
    }
}

/* Pieces of one leaf follow one another: only the first is parted from what was before. */
static void text(void *self, const struct node *leaf, struct span utf8)
{
    struct writer *w = self;
    if (w->skipped > 0)
        return;
    part_from_neighbour(w, leaf);
    if (leaf->kind == NODE_PLAYER && leaf->side != NOBODY)
        strbuf_printf(w->out, "\\kbzdisc{%d}", leaf->side);
    struct strbuf terminated = {0};
    strbuf_add(&terminated, utf8.at, utf8.length);
    if (leaf->kind == NODE_MARK)
        strbuf_printf(w->out, "\\kbzmark{%s}{", mark_colour(leaf->mark));
    const bool leftwards = (leaf->kind == NODE_TEXT || leaf->kind == NODE_PLAYER) && utf8_goes_left(utf8);
    strbuf_puts(w->out, leftwards ? "\\kbzleftwards{" : "");
    put_text(w, strbuf_text(&terminated));
    strbuf_puts(w->out, leaf->kind == NODE_MARK || leftwards ? "}" : "");
    strbuf_done(&terminated);
}

static const struct node_writer writer = {&typography_fine, enter, leave, text};

/* ---- the document ---- */

/* Letters from Greek on, without the block of punctuation and signs: pdfLaTeX's usual fonts end before them. */
static bool is_beyond_latin(uint32_t code)
{
    return (code >= 0x370 && code < 0x1e00) || (code >= 0x1f00 && code < 0x2000) || code >= 0x2e80;
}

/* Characters that the installed fonts do not have print as their number; LaTeX itself finds out which. Returns how many
 * are letters that pdfLaTeX is not likely to have. */
static size_t declare_characters(struct strbuf *out, const struct strbuf *body)
{
    size_t beyond = 0;
    unsigned char *seen = xcalloc(1, CODE_POINTS / 8);
    struct span rest = {strbuf_text(body), body->length};
    while (rest.length != 0) {
        size_t n = utf8_length(rest);
        if (n > 1) {
            const uint32_t code = utf8_code_point(rest);
            if ((seen[code / 8] >> code % 8 & 1) == 0) {
                strbuf_printf(out, "\\kbzchar{%.*s}{%04X}\n", (int)n, rest.at, (unsigned)code);
                beyond += is_beyond_latin(code);
            }
            seen[code / 8] |= (unsigned char)(1 << code % 8);
        }
        n = n != 0 ? n : 1;
        rest = (struct span){rest.at + n, rest.length - n};
    }
    xfree(seen);
    return beyond;
}

/* The style's names of a theme's paints, of which some have an edge. */
static const struct paint_name {
    enum paint paint;
    const char *name;
    bool edge;
} paint_names[] = {
    {PAINT_FRAME, "frame", false},
    {PAINT_TABLE, "table", false},
    {PAINT_TRAY, "tray", false},
    {PAINT_POINT_DARK, "pointdark", true},
    {PAINT_POINT_LIGHT, "pointlight", true},
    {PAINT_NUMBER, "number", false},
    {PAINT_CHEQUER_0, "light", true},
    {PAINT_CHEQUER_1, "dark", true},
    {PAINT_COUNT_0, "lightcount", false},
    {PAINT_COUNT_1, "darkcount", false},
    {PAINT_CUBE, "cube", false},
    {PAINT_CUBE_FIGURE, "cubefigure", false},
    {PAINT_ARROW_PLAYED, "played", false},
    {PAINT_ARROW_BEST, "best", false},
    {PAINT_ARROW_FINE, "fine", false},
};

static void put_look(struct strbuf *out, const struct export_options *o)
{
    struct theme theme;
    if (!picture_theme_of(o, &theme))
        theme = theme_colour;
    for (size_t i = 0; i < sizeof paint_names / sizeof *paint_names; i++) {
        const struct paint_name *n = &paint_names[i];
        const struct theme_paint *p = &theme.paint[n->paint];
        strbuf_printf(out, "\\definecolor{kbz%s}{HTML}{%06X}", n->name, (unsigned)p->fill);
        if (n->edge)
            strbuf_printf(out, "\\definecolor{kbz%sedge}{HTML}{%06X}", n->name,
                          (unsigned)(p->edge_width > 0 ? p->edge : p->fill));
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, o->look.home_left ? "\\kbzhomelefttrue\n" : "");
}

void latex_document(const struct printed_document *doc, const struct export_options *o, struct sink *sink,
                    struct diags *d)
{
    struct strbuf body = {0}, *out = sink_main(sink);
    struct writer w = {.out = &body, .numbers = o->look.numbers, .whole = o->whole};
    struct node_stream stream = node_stream_of(&writer, &w);
    doc->build(doc->context, &stream.receiver, d);
    brief_note(d, &(struct brief_losses){.listed = w.listed, .statistics = w.left_out});
    strbuf_puts(out, "% kibitzer " KIBITZER_VERSION "\n\\begin{filecontents*}{kibitzer.sty}\n");
    strbuf_puts(out, (const char *)kibitzer_sty_begin);
    strbuf_printf(out, "\\end{filecontents*}\n\\documentclass[10pt,%s]{article}\n",
                  o->letter ? "letterpaper" : "a4paper");
    strbuf_puts(out, "\\usepackage[T1]{fontenc}\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}"
                     "\\usepackage[utf8]{inputenc}\n\\usepackage{kibitzer}\n\\usepackage[margin=15mm]{geometry}\n"
                     "\\setlength{\\parindent}{0pt}\\setlength{\\tabcolsep}{4pt}\\sloppy\\raggedbottom\n");
    put_look(out, o);
    const size_t beyond = declare_characters(out, &body);
    if (beyond > 0)
        diag_at(d, SEVERITY_WARNING, 0, 0,
                "%zu letters of this text are not in the fonts of pdfLaTeX, which prints their numbers: use lualatex",
                beyond);
    strbuf_puts(out, "\\begin{document}\n");
    strbuf_add(out, strbuf_text(&body), body.length);
    strbuf_puts(out, "\\end{document}\n");
    strbuf_done(&body);
}

bool latex_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct printed_report r = {m, o};
    latex_document(&(struct printed_document){.build = printed_report_build, .context = &r}, o, sink, d);
    return true;
}
