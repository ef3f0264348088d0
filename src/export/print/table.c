/* Tables on paper. Columns are as wide as what they hold; where that is too much, those of lesser priority go below
 * their row, then those of words are wrapped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export/print/print.h"

static const float gap = 5.5f;

static const struct line_style style_cell = {{7.5f, PAPER_PLAIN, INK, PAPER_LEFT}, 8.9f, false},
                               style_names = {{7.5f, PAPER_PLAIN, SOFT, PAPER_LEFT}, 9, false},
                               style_below = {{7.5f, PAPER_PLAIN, SOFT, PAPER_LEFT}, 8.9f, false};

static bool is_number(const struct column *c)
{
    return c->number || c->unit != UNIT_NONE;
}

static struct line_style aligned(const struct line_style *s, const struct column *c, bool bold)
{
    struct line_style own = *s;
    own.font.align = is_number(c) ? PAPER_RIGHT : PAPER_LEFT;
    own.font.font = bold ? PAPER_BOLD : own.font.font;
    own.discs = !c->head; /* whose the row is must be read */
    return own;
}

/* ---- widths ---- */

enum { LONGEST_WORD = 60 }; /* that a column of words leaves whole: names of files are longer */

static int columns_of(const struct node *table)
{
    return table->table.n < COLUMNS_MAX ? table->table.n : COLUMNS_MAX;
}

/* Is column i the second of a pair? */
static bool is_second(const struct node *table, int i)
{
    const struct column *c = &table->table.at[i];
    return i > 0 && column_side(c) == 1 && column_side(c - 1) == 0;
}

static void widen_by_row(struct printer *p, const struct node *table, struct grid *g, const struct node *row)
{
    int i = 0, n = columns_of(table);
    for (const struct node *cell = row->first; cell != NULL && i < n; cell = cell->next, i++) {
        struct line_style s = aligned(&style_cell, &table->table.at[i], row->role == ROLE_PLAYED);
        g->width[i] = fmaxf(g->width[i], words_width(p, cell, &s) + 0.5f);
        const float most = is_number(&table->table.at[i]) ? 1e9f : LONGEST_WORD;
        const float least = fminf(words_widest(p, cell, &s), most) + 0.5f;
        g->least[i] = fmaxf(g->least[i], least);
        g->parted[i] = fmaxf(g->parted[i], least);
    }
}

static void widen(struct printer *p, const struct node *table, struct grid *g, const struct node *n)
{
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (c->kind == NODE_ROW)
            widen_by_row(p, table, g, c);
        else if (c->kind == NODE_GROUP)
            widen(p, table, g, c);
    }
}

static void widen_by_head(struct printer *p, const struct node *table, struct grid *g)
{
    for (int i = 0; i < columns_of(table); i++) {
        const struct column *c = &table->table.at[i];
        struct node title = {.kind = NODE_CELL, .side = NOBODY};
        title.first = title.last = (struct node *)c->title;
        float natural = c->title != NULL ? words_width(p, &title, &style_names) : 0;
        const bool disc = column_side(c) != NOBODY;
        const float more = disc ? 7.25f : 0.5f; /* room for the disc in front of the first word */
        const float word = c->title != NULL ? fminf(words_widest(p, &title, &style_names), 45) : 0;
        g->least[i] = c->title != NULL ? word + more : 0;
        g->parted[i] = c->title != NULL ? word + 0.5f : 0;
        g->width[i] = fminf(natural, c->priority > 1 ? 40 : is_number(c) ? 60 : 90) + more;
    }
}

static float sum(const struct grid *g, int n)
{
    float all = 0;
    int shown = 0;
    for (int i = 0; i < n; i++) {
        all += g->width[i];
        shown += g->width[i] > 0;
    }
    return all + gap * (float)(shown > 0 ? shown - 1 : 0);
}

/* The widest of those that can be narrower, or -1: words before the head, the head before numbers. */
static int widest(const struct node *table, const struct grid *g)
{
    int found = -1;
    for (int turn = 0; turn < 3 && found < 0; turn++)
        for (int i = 0; i < columns_of(table); i++) {
            const struct column *c = &table->table.at[i];
            int order = is_number(c) ? 2 : c->head ? 1 : 0;
            const float least = fmaxf(turn == 1 ? 60 : 24, g->least[i] + 0.1f);
            if (order == turn && g->width[i] >= least && (found < 0 || g->width[i] > g->width[found]))
                found = i;
        }
    return found;
}

/* Takes away what is too much, but breaks no figure. */
static void narrow(const struct node *table, struct grid *g, float width)
{
    int n = columns_of(table);
    for (int turn = 0; turn < 8 * COLUMNS_MAX && sum(g, n) > width + 0.1f; turn++) {
        const int i = widest(table, g);
        if (i < 0)
            break;
        const float less = fminf(sum(g, n) - width, fmaxf(g->width[i] / 8, 1));
        g->width[i] = fmaxf(g->width[i] - less, g->least[i]);
    }
}

/* What is left over goes to the first column, if it holds words; much of it to all that do. */
static void spread(const struct node *table, struct grid *g, float rest)
{
    enum { MUCH = 60 };
    int n_words = 0;
    for (int i = 0; i < columns_of(table); i++)
        n_words += !is_number(&table->table.at[i]) && g->width[i] > 0;
    for (int i = 0; i < columns_of(table); i++)
        if (!is_number(&table->table.at[i]) && g->width[i] > 0 && (i == 0 || rest > MUCH))
            g->width[i] += rest / (float)(rest > MUCH ? n_words : 1);
}

/* Both columns of a pair. */
static void put_below(const struct node *table, struct grid *g, int i)
{
    const int n = columns_of(table), first = is_second(table, i) ? i - 1 : i;
    g->width[first] = 0;
    if (first + 1 < n && is_second(table, first + 1))
        g->width[first + 1] = 0;
}

/* Better a disc above its title than a column below its rows. */
static bool fits_parted(const struct node *table, struct grid *g, const struct grid *natural, float width)
{
    struct grid tried = *natural;
    memcpy(tried.least, natural->parted, sizeof tried.least);
    narrow(table, &tried, width);
    const bool fits = sum(&tried, columns_of(table)) <= width + 0.1f;
    if (fits)
        *g = tried;
    return fits;
}

/* Where there is too little room, less important columns go below their rows, then words that would be squeezed to less
 * than half, then the widest others. */
static void fit(const struct node *table, struct grid *g, float width)
{
    int n = columns_of(table);
    struct grid natural;
    for (int i = 0; i < n && sum(g, n) > width; i++)
        if (table->table.at[i].priority > 1)
            g->width[i] = 0;
    natural = *g;
    narrow(table, g, width);
    for (int i = 1; i < n; i++)
        if (natural.width[i] > 50 && g->width[i] < natural.width[i] / 2) {
            put_below(table, &natural, i);
            *g = natural;
            narrow(table, g, width);
        }
    if (sum(g, n) > width + 0.1f && fits_parted(table, g, &natural, width))
        return;
    for (int turn = 1; turn < n && sum(g, n) > width + 0.1f; turn++) {
        int most = n - 1;
        for (int i = n - 1; i > 0; i--)
            most = natural.width[i] > natural.width[most] ? i : most;
        put_below(table, &natural, most);
        *g = natural;
        narrow(table, g, width);
    }
    spread(table, g, fmaxf(width - sum(g, n), 0));
}

/* ---- rows ---- */

/* Pairs of columns have the disc of their player in front of the name. */
static float head(struct printer *p, const struct node *table, const struct grid *g, struct area at)
{
    float height = 0, x = at.x;
    for (int i = 0; i < columns_of(table); i++) {
        const struct column *c = &table->table.at[i];
        struct line_style s = aligned(&style_names, c, false);
        if (g->width[i] <= 0)
            continue;
        if (c->title != NULL) {
            struct node who = {.kind = NODE_PLAYER, .side = c->side, .text = "1"}, cell = {.kind = NODE_CELL};
            struct node title = *c->title;
            const bool disc = column_side(c) != NOBODY;
            cell.first = disc ? &who : &title;
            who.next = &title;
            title.next = NULL;
            s.discs = disc;
            height = fmaxf(height, words_put(p, &cell, (struct area){x, at.y, g->width[i]}, &s));
        }
        x += g->width[i] + gap;
    }
    return height;
}

/* One column of words below a row needs no title, nor do chances, which are known by their form; other figures do. */
static bool needs_titles(const struct node *table, const struct grid *g)
{
    int n = 0;
    bool figures = false;
    for (int k = 0; k < columns_of(table); k++)
        if (g->width[k] <= 0) {
            n++;
            figures = figures || (table->table.at[k].number && table->table.at[k].role != ROLE_CHANCES);
        }
    return n > 1 || figures;
}

struct line_below {
    struct strbuf words[COLUMNS_MAX], figure[COLUMNS_MAX];
    struct node part[3 * COLUMNS_MAX];
    int n, last; /* parts; the last column that it has */
};

static void add_part(struct line_below *l, enum node_kind kind, int side, const char *text)
{
    struct node *part = &l->part[l->n++];
    *part = (struct node){.kind = kind, .side = side, .text = text};
    if (l->n > 1)
        part[-1].next = part;
}

static void add_below(struct line_below *l, const struct node *table, int i, const struct node *cell)
{
    const struct column *c = &table->table.at[i];
    struct strbuf *words = &l->words[i], *figure = &l->figure[i];
    const bool second = is_second(table, i) && l->last == i - 1;
    node_text(cell, &typography_paper, figure);
    if (figure->length == 0)
        return;
    strbuf_puts(words, second ? " " : l->n > 0 ? ", " : "");
    if (c->title != NULL && !second) {
        node_text(c->title, &typography_paper, words);
        strbuf_putc(words, ' ');
    }
    if (words->length > 0)
        add_part(l, NODE_TEXT, NOBODY, strbuf_text(words));
    if (column_side(c) != NOBODY)
        add_part(l, NODE_PLAYER, c->side, "1");
    add_part(l, NODE_TEXT, NOBODY, strbuf_text(figure));
    l->last = i;
}

/* Cells below a row, each behind its title, those of a pair behind their player's disc: "PR 3.33, Errors o 2 o 5". */
static float named_below(struct printer *p, const struct node *table, const struct grid *g, const struct node *row,
                         struct area at)
{
    struct line_below l = {.last = -1};
    struct line_style s = style_below;
    int i = 0;
    for (const struct node *cell = row->first; cell != NULL && i < columns_of(table); cell = cell->next, i++)
        if (g->width[i] <= 0 && cell->first != NULL)
            add_below(&l, table, i, cell);
    const struct node all = {.kind = NODE_CELL, .side = NOBODY, .first = l.part};
    s.discs = true;
    const float height = l.n > 0 ? words_put(p, &all, at, &s) - 0.4f : 0;
    for (i = 0; i < columns_of(table); i++) {
        strbuf_done(&l.words[i]);
        strbuf_done(&l.figure[i]);
    }
    return height;
}

/* What had no room beside the others. */
static float below(struct printer *p, const struct node *table, const struct grid *g, const struct node *row,
                   struct area at)
{
    int i = 0;
    if (needs_titles(table, g))
        return named_below(p, table, g, row, at);
    for (const struct node *cell = row->first; cell != NULL && i < columns_of(table); cell = cell->next, i++)
        if (g->width[i] <= 0 && cell->first != NULL)
            return words_put(p, cell, at, &style_below) - 0.4f;
    return 0;
}

/* The title of chances that go below their row, or NULL. */
static const struct node *title_below(const struct node *table, const struct grid *g)
{
    for (int k = 0; k < columns_of(table) && !needs_titles(table, g); k++)
        if (g->width[k] <= 0 && table->table.at[k].role == ROLE_CHANCES)
            return table->table.at[k].title;
    return NULL;
}

static float head_below(struct printer *p, const struct node *table, const struct grid *g, struct area at)
{
    const struct node *title = title_below(table, g);
    if (title == NULL)
        return 0;
    struct node own = *title;
    const struct node cell = {.kind = NODE_CELL, .side = NOBODY, .first = &own, .last = &own};
    own.next = NULL;
    return words_put(p, &cell, (struct area){at.x + 8, at.y, at.width - 8}, &style_names) - 0.4f;
}

static const float bar_room = 5.5f; /* of a bar below its figure, clear of this row and the next */

static float cells(struct printer *p, const struct node *table, const struct grid *g, const struct node *row,
                   struct area at)
{
    float height = style_cell.leading, x = at.x;
    int i = 0, n = columns_of(table);
    bool bars = false;
    for (const struct node *cell = row->first; cell != NULL && i < n; cell = cell->next, i++) {
        struct line_style s = aligned(&style_cell, &table->table.at[i], row->role == ROLE_PLAYED);
        if (g->width[i] <= 0)
            continue;
        height = fmaxf(height, words_put(p, cell, (struct area){x, at.y, g->width[i] + 0.5f}, &s));
        const struct node *figure = cell->first;
        const bool bar = figure != NULL && figure->kind == NODE_NUMBER && figure->number.full > 0;
        if (!p->measuring && bar)
            plot_under(p, &figure->number, (struct area){x, at.y + style_cell.leading + 0.6f, g->width[i]});
        bars = bars || bar;
        x += g->width[i] + gap;
    }
    height += bars ? bar_room : 0;
    return height + below(p, table, g, row, (struct area){at.x + 8, at.y + height - 0.8f, at.width - 8});
}

static float row_put(struct printer *p, const struct node *table, const struct grid *g, const struct node *row,
                     struct area at)
{
    if (!p->measuring && (row->role == ROLE_PLAYED || row->role == ROLE_BEST)) {
        p->measuring = true;
        float height = cells(p, table, g, row, at);
        p->measuring = false;
        paper_box(p->paper, at.x - 2, at.y, at.width + 4, height, print_mark_ground[row->mark]);
    }
    return cells(p, table, g, row, at);
}

static float group_head(struct printer *p, const struct node *heading, struct area at)
{
    struct line_style s = style_cell;
    s.font.font = PAPER_BOLD;
    float height = words_put(p, heading, at, &s);
    if (!p->measuring)
        paper_rule(p->paper, at.x, at.y + height, at.x + at.width, at.y + height, 0.3f, HAIR);
    return height + 1;
}

static float rows_put(struct printer *p, const struct node *table, const struct grid *g, const struct node *n,
                      struct area at)
{
    float start = at.y;
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (c->kind == NODE_ROW)
            at.y += row_put(p, table, g, c, at);
        else if (c->kind == NODE_GROUP)
            at.y += rows_put(p, table, g, c, (struct area){at.x, at.y + 2, at.width}) + 2;
        else if (c->kind == NODE_HEADING && n->kind == NODE_GROUP)
            at.y += group_head(p, c, at);
    }
    return at.y - start;
}

/* The caption stands where the first column's name would, if there is room beside the other names. */
float table_put(struct printer *p, const struct node *table, struct area at)
{
    struct column named[COLUMNS_MAX];
    struct node shown = *table;
    struct grid g = {.width = {0}};
    const struct node *caption = node_child(table, NODE_HEADING, ROLE_NONE);
    float start = at.y, height = 0;
    if (table->table.n == 0)
        return 0;
    widen_by_head(p, table, &g);
    widen(p, table, &g, table);
    fit(table, &g, at.width);
    bool beside = caption != NULL && words_width(p, caption, &style_names) <= g.width[0];
    if (caption != NULL)
        height = words_put(p, caption, (struct area){at.x, at.y, beside ? g.width[0] + 1 : at.width}, &style_names);
    for (int i = 0; i < columns_of(table); i++)
        named[i] = table->table.at[i];
    if (beside)
        named[0].title = NULL;
    shown.table.at = named;
    at.y += beside ? 0 : height;
    at.y += fmaxf(head(p, &shown, &g, at), beside ? height : 0);
    at.y += head_below(p, table, &g, at);
    at.y += rows_put(p, table, &g, table, at);
    return at.y - start + 2;
}

/* ---- long ones ---- */

void table_survey(struct printer *p, const struct node *table, struct grid *g, const struct node *row)
{
    if (row == NULL)
        widen_by_head(p, table, g);
    else
        widen_by_row(p, table, g, row);
    g->rows = row == NULL ? 0 : g->rows + 1;
}

void table_open(struct printer *p, const struct node *table)
{
    p->table = *table;
    p->in_table = true;
    p->table_begun = false;
    p->rows_put = 0;
}

float table_height(const struct printer *p, const struct node *table, const struct grid *g, int rows)
{
    struct grid own = *g;
    bool below = false;
    fit(table, &own, print_area(p).width);
    for (int i = 0; i < columns_of(table); i++)
        below = below || own.width[i] <= 0;
    return style_cell.leading * (float)(2 + rows * (below ? 2 : 1));
}

static void titles(struct printer *p, const struct grid *g)
{
    const struct area at = print_area(p);
    p->y += head(p, &p->table, g, at) + 1;
    paper_rule(p->paper, at.x, p->y, at.x + at.width, p->y, 0.4f, HAIR);
    p->y += 1;
}

/* Titles stand above the first row of each column of the paper. */
void table_row(struct printer *p, const struct node *row)
{
    struct grid g = p->grids[p->next_grid];
    fit(&p->table, &g, print_area(p).width);
    if (!p->table_begun) {
        print_need(p, 40);
        titles(p, &g);
        p->table_begun = true;
    }
    p->measuring = true;
    float height = row_put(p, &p->table, &g, row, print_area(p));
    p->measuring = false;
    const float before = p->y;
    const bool last_follows = ++p->rows_put + 1 == g.rows; /* which is not alone in the next column */
    print_need(p, height * (last_follows ? 2 : 1));
    if (p->y < before && (p->wide || !p->errors_alone)) /* these have few pages */
        titles(p, &g);
    p->y += row_put(p, &p->table, &g, row, print_area(p));
}

void table_close(struct printer *p)
{
    p->in_table = false;
    p->next_grid++;
    p->y += 4;
}
